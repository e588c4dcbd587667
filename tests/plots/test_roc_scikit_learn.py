"""RocDisplay in the place of scikit-learn's RocCurveDisplay: the same arguments and numbers."""

from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from tests.loops import for_each

import aucurate as au
from aucurate.errors import ArgumentError, InputError, LabelError, OptionError
from aucurate.plots import RocDisplay

X, Y = make_classification(n_samples=160, n_informative=3, flip_y=0.2, random_state=1)
TRAIN, TEST = slice(0, 80), slice(80, 160)
SCALED = make_pipeline(StandardScaler(), LogisticRegression())
MODELS: dict[str, Any] = {
    "Pipeline": SCALED,
    "GridSearchCV": GridSearchCV(SCALED, {"logisticregression__C": [0.1, 1.0]}, cv=2),
    "SVC": SVC(),
}
FITTED = {name: model.fit(X[TRAIN], Y[TRAIN]) for name, model in MODELS.items()}
PIPELINE = FITTED["Pipeline"]


def _axes() -> Any:
    return Figure().add_subplot()


def _numbers(display: RocDisplay) -> tuple[Any, Any, float]:
    frame = display.to_frame()
    return (
        1 - frame["specificity"].to_numpy(),
        frame["sensitivity"].to_numpy(),
        float(frame["auc"][0]),
    )


@pytest.mark.parametrize("name", MODELS)
@for_each("drop", [True, False])
def test_the_curve_is_that_of_scikit_learn_and_of_arrays(name: str, drop: bool) -> None:
    options: dict[str, Any] = {"drop_intermediate": drop, "ax": _axes()}
    ours = RocDisplay.from_estimator(FITTED[name], X[TEST], Y[TEST], **options)
    theirs = RocCurveDisplay.from_estimator(FITTED[name], X[TEST], Y[TEST], **options)
    x, y, area = _numbers(ours)
    assert ours.to_frame()["classifier"][0] == name
    # of points on a straight line scikit-learn keeps some at the ends
    gap = np.abs(x[:, None] - np.ravel(theirs.fpr)) + np.abs(y[:, None] - np.ravel(theirs.tpr))
    assert gap.min(axis=1).max() < 1e-12
    assert drop or len(x) == np.size(theirs.fpr)
    assert area == pytest.approx(np.ravel(theirs.roc_auc)[0], abs=1e-12)
    scores = au.scores_from_estimators(FITTED[name], X[TEST], Y[TEST])[name].values
    arrays = RocDisplay.from_predictions(Y[TEST], scores, drop_intermediate=drop, ax=_axes())
    assert np.array_equal(_numbers(arrays)[0], x)
    assert _numbers(arrays)[2] == area
    assert arrays.to_frame()["classifier"][0] == "Classifier"


def test_weights_methods_and_text_labels() -> None:
    weights = np.random.default_rng(0).random(80) + 0.1
    ours = RocDisplay.from_estimator(
        PIPELINE,
        X[TEST],
        Y[TEST],
        sample_weight=weights,
        response_method="decision_function",
        name="own",
        ax=_axes(),
    )
    theirs = RocCurveDisplay.from_estimator(
        PIPELINE, X[TEST], Y[TEST], sample_weight=weights, ax=_axes()
    )
    assert _numbers(ours)[2] == pytest.approx(np.ravel(theirs.roc_auc)[0], abs=1e-12)
    assert ours.to_frame()["classifier"][0] == "own"
    labels = np.where(Y, "ill", "well")[TEST]
    scores = PIPELINE.decision_function(X[TEST])
    turned = RocDisplay.from_predictions(labels, y_pred=scores, pos_label="ill", ax=_axes())
    assert _numbers(turned)[2] == pytest.approx(au.auc(Y[TEST], scores))
    with pytest.raises(LabelError, match="cannot be guessed") as refused:
        RocDisplay.from_predictions(labels, scores)
    assert "pos_label='well'" in refused.value.hint


def test_a_display_is_drawn_at_once_on_its_own_figure_or_on_given_axes() -> None:
    given: Axes = _axes()
    display = RocDisplay.from_estimator(PIPELINE, X[TEST], Y[TEST], ax=given, despine=True)
    assert display.ax_ == given
    assert not given.spines["top"].get_visible()
    other = _axes()
    RocDisplay.from_estimator(PIPELINE, X[TEST], Y[TEST], ax=other, plot_chance_level=False)
    assert len(given.lines) == len(other.lines) + 1
    assert RocDisplay.from_estimator(PIPELINE, X[TEST], Y[TEST]).figure_ is not given.figure


def test_a_curve_for_every_fold() -> None:
    results = cross_validate(
        SCALED, X, Y, cv=3, return_estimator=True, return_indices=True, scoring="roc_auc"
    )
    own = RocDisplay.from_cv_results(results, X, Y)
    frame = own.to_frame().unique("classifier", maintain_order=True)
    assert frame["classifier"].to_list() == ["fold 1", "fold 2", "fold 3"]
    assert np.allclose(frame["auc"].to_numpy(), results["test_score"], rtol=0, atol=1e-12)
    assert "3 folds" in (own.title or "")
    weights = np.arange(160) + 1.0
    ours = RocDisplay.from_cv_results(
        results, X, Y, sample_weight=weights, name=["a", "b", "c"], ax=_axes()
    )
    theirs = RocCurveDisplay.from_cv_results(results, X, Y, sample_weight=weights, ax=_axes())
    frame = ours.to_frame().unique("classifier", maintain_order=True)
    assert frame["classifier"].to_list() == ["a", "b", "c"]
    assert np.allclose(frame["auc"].to_numpy(), np.ravel(theirs.roc_auc), rtol=0, atol=1e-12)
    named = RocDisplay.from_cv_results(results, X, Y, name="lr", ax=_axes())
    assert named.to_frame()["classifier"][0] == "lr, fold 1"
    with pytest.raises(OptionError, match="2 different names for 3 folds"):
        RocDisplay.from_cv_results(results, X, Y, name=["a", "b"])
    with pytest.raises(OptionError, match="results of 2 were given"):
        RocDisplay.from_cv_results({"a": results, "b": results}, X, Y)
    with pytest.raises(InputError, match="no 'estimator' and 'indices'"):
        RocDisplay.from_cv_results({"test_score": results["test_score"]}, X, Y)


def test_what_the_house_style_does_not_take_is_refused() -> None:
    given = (Y[TEST], PIPELINE.decision_function(X[TEST]))
    for style in ("curve_kwargs", "chance_level_kw"):
        with pytest.raises(OptionError, match=f"{style} cannot be given"):
            RocDisplay.from_predictions(*given, **{style: {"lw": 3}})  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="no parameter 'colour'"):
        RocDisplay.from_predictions(*given, colour="red")
    with pytest.raises(OptionError, match="the scores are missing"):
        RocDisplay.from_predictions(Y[TEST])
    with pytest.raises(OptionError, match="y_pred is y_score"):
        RocDisplay.from_predictions(*given, y_pred=given[1])
