"""From pROC: roc.test, ci.auc, coords("best"), a partial AUC and the plot of two ROC curves."""

import aucurate as au

data = au.datasets.load_breast_cancer()  # yours: au.read_scores("scores.csv", label="outcome")
labels = data["forest"].is_positive
forest, tree = data["forest"].values, data["tree"].values  # from here on as with vectors in R

print(au.inference.auc.delong_interval(labels, forest, scale="wald"))  # ci.auc
print(au.inference.auc.delong_test(labels, forest, tree))  # roc.test
print(au.inference.resampling.venkatraman_test(labels, forest, tree))  # method="venkatraman"
print(au.inference.curve.partial_auc_interval(labels, forest, specificity=(0.9, 1)))
print(au.estimates.choose_threshold(labels, forest, "closest.topleft"))  # coords("best")
study = au.compare(labels, {"forest": forest, "tree": tree})
study.plot().save("curves.svg")
