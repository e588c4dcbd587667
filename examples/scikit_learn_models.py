"""Two fitted scikit-learn models on a test set: which is better? With a figure and a report."""

from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import aucurate as au

X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X[:, :5], y, test_size=0.5, random_state=0)
forest = RandomForestClassifier(random_state=0).fit(X_train, y_train)
logistic = make_pipeline(StandardScaler(), LogisticRegression()).fit(X_train, y_train)
study = au.compare({"forest": forest, "logistic": logistic}, X_test, y_test)
print(study)
study.plot().save("roc.svg")
study.to_html("report.html")
