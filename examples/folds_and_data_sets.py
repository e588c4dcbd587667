"""Which algorithm is best over several data sets? Cross-validation, then ranks over data sets."""

from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import aucurate as au

algorithms = {"ridge": RidgeClassifier(), "bayes": GaussianNB(), "tree": DecisionTreeClassifier()}
tables = {f"made {k}": make_classification(300, flip_y=0.1, random_state=k) for k in range(5)}
tables["cancer"] = load_breast_cancer(return_X_y=True)
folds = {name: au.cross_validate(algorithms, X, y, rng=1) for name, (X, y) in tables.items()}
print(au.folds(folds["cancer"]))  # on one data set, by a test that is valid over folds
study = au.rank(au.ResultsTable.from_folds(folds))  # over all data sets
study.plot().save("critical_difference.svg")
study.to_html("ranks.html")
