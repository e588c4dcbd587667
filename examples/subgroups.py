"""Does each model rank as well for small tumours as for large ones, and who leads in which?"""

import polars as pl
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import aucurate as au

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
size = pl.Series(X["mean radius"]).cut([12, 15], labels=["below 12", "12 to 15", "above 15"])
texture = X[["mean texture", "mean smoothness", "worst texture"]]
models = {"logistic": LogisticRegression(max_iter=5000), "bayes": GaussianNB()}
fitted = {name: model.fit(texture[::2], y[::2]) for name, model in models.items()}
study = au.compare(fitted, texture[1::2], y[1::2], by={"radius": size[1::2]})
study.plot("subgroups").save("subgroups.svg")
study.to_html("subgroups.html")
