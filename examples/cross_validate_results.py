"""Results of scikit-learn's cross_validate, compared by a test that is valid for folds."""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import aucurate as au

X, y = load_breast_cancer(return_X_y=True)
cv = StratifiedKFold(10, shuffle=True, random_state=0)
models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3, random_state=0)}
keep = {"return_estimator": True, "return_indices": True}
results = {name: cross_validate(model, X, y, cv=cv, **keep) for name, model in models.items()}
study = au.folds(au.FoldScores.from_cross_validate(results, X, y))
print(study)
study.plot().save("folds.svg")
