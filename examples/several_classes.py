"""Two models for three kinds of wine: which separates them better, and which pair is hardest?"""

from sklearn.datasets import load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

import aucurate as au

X, y = load_wine(return_X_y=True, as_frame=True)
X_train, X_test, y_train, y_test = train_test_split(
    X[["ash", "magnesium", "proanthocyanins"]], y, test_size=0.5, stratify=y, random_state=1
)
models = {"forest": RandomForestClassifier(random_state=1), "bayes": GaussianNB()}
scores = {name: model.fit(X_train, y_train).predict_proba(X_test) for name, model in models.items()}
study = au.multiclass(au.data.PairedClassScores.from_arrays(y_test, scores))
print(study)
study.to_html("wines.html")
