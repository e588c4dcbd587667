"""The ROC curves of several classifiers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np

from aucurate.curve.protocol import Curve, CurvePoints
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ArgumentError, LabelError, OptionError
from aucurate.formatting import count, number
from aucurate.hints import Argument, Hint, Named
from aucurate.io.estimators import (
    PROBABILITIES_FIRST,
    named_estimators,
    scores_from_estimators,
)
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.lines import (
    POINTS,
    SIDE,
    Curves,
    DrawnCurves,
    area_of,
    coloured_names,
    curves_by_name,
    diagonal,
    draw_curves,
    matched,
    others_label,
    slack_of,
    unit_square,
)
from aucurate.plots.style import Size
from aucurate.plots.text import (
    of_classifiers,
    set_title,
    short_names,
    with_interval,
)
from aucurate.results import Estimate
from aucurate.study.curves import CurveCounts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ResponseMethod: TypeAlias = Literal["auto", "predict_proba", "decision_function"]

_NAME_WIDTH = 32


class _Entry(NamedTuple):
    """A curve to draw, its AUC, and what is written of it."""

    curve: Curve
    area: float
    name: str
    numbers: str


@dataclass(eq=False, repr=False)
class RocDisplay(Display):
    """ROC curves, with the AUC of each.

    ``curves`` are scores, the curves of a study (``study.curves``), or curves by name: empirical
    ones or those of fitted models. ``estimates`` are the AUCs to print, matched by name
    (``with_intervals`` prints their intervals too); an estimate that is not the area under the
    curve drawn for it is refused. Without an estimate the area of the curve itself is printed.

    The area under a line is the AUC beside it, also where a long curve is thinned
    (:mod:`aucurate.plots.lines`). The curve of a study that carries some of its points only is
    drawn through these; its area may differ from the AUC in the fourth digit. The frame has the
    points of the curves, one row each, with the AUC of their curve.

    Up to six curves are in colour, each named beside its line, or in a legend with the best first
    where there is no room (:mod:`aucurate.plots.direct_labels`); of more the three best and those
    to ``highlight`` are, before the others in grey. ``chance`` says whether to draw the diagonal,
    the curve of scores that know nothing.

    :meth:`from_estimator`, :meth:`from_predictions` and :meth:`from_cv_results` take what the
    methods of scikit-learn's ``RocCurveDisplay`` take, under the same names, and draw at once.

    >>> from aucurate.data.scores import Scores
    >>> data = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="forest")
    >>> RocDisplay(data).to_frame()["sensitivity"].to_list()
    [0.0, 0.5, 0.5, 1.0, 1.0]
    """

    curves: Curves
    _: KW_ONLY
    estimates: Sequence[Estimate] = ()
    with_intervals: bool = False
    highlight: Sequence[str] = ()
    chance: bool = True

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: Any,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = True,
        response_method: ResponseMethod = "auto",
        pos_label: object = None,
        name: str | None = None,
        ax: "Axes | None" = None,
        plot_chance_level: bool = True,
        despine: bool = False,
        **style: Any,
    ) -> Self:
        """Draw the curve of a fitted estimator, as ``RocCurveDisplay.from_estimator`` does.

        Parameters
        ----------
        estimator : estimator
            A fitted classifier of two classes: pipelines and searches, too.
        X : array-like or frame
            Features of observations that it was not fitted to.
        y : array-like
            True class of each of them.
        sample_weight : array-like, optional
            How much each observation counts.
        drop_intermediate : bool, default: True
            Whether to leave out points on the straight line between their neighbours.
        response_method : {'auto', 'predict_proba', 'decision_function'}, default: 'auto'
            Method that gives the scores; by default ``predict_proba`` where there is one.
        pos_label : object, optional
            Label of the positive class. Unlike in scikit-learn it is needed unless the labels are
            {0, 1}, {-1, 1} or booleans: it is never guessed.
        name : str, optional
            Name of the classifier. By default its type.
        ax : matplotlib axes, optional
            Axes to draw on. By default a figure of its own.
        plot_chance_level : bool, default: True
            Whether to draw the diagonal.
        despine : bool, default: False
            Whether to remove the top and right spines of given axes; a figure of its own has none.
        **style
            Other keywords of scikit-learn are refused: the figure is in the house style. The lines
            are in ``display.ax_.lines``.

        >>> from sklearn.datasets import load_breast_cancer
        >>> from sklearn.naive_bayes import GaussianNB
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> display = RocDisplay.from_estimator(GaussianNB().fit(X[::2], y[::2]), X[1::2], y[1::2])
        >>> display.to_frame()["classifier"][0], round(display.to_frame()["auc"][0], 3)
        ('GaussianNB', 0.986)
        """
        _refuse_style(style)
        with _in_the_words_of_scikit_learn():
            named = {name: estimator} if name is not None else named_estimators(estimator)
            data = scores_from_estimators(
                named,
                X,
                y,
                positive=pos_label,
                sampling_weights=sample_weight,
                scores_from=None if response_method == "auto" else response_method,
            )
        curves = {scores.name: _curve(scores, drop_intermediate) for scores in data}
        return cls._drawn_at_once(curves, None, ax, plot_chance_level, despine)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any = None,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = True,
        pos_label: object = None,
        name: str | None = None,
        ax: "Axes | None" = None,
        plot_chance_level: bool = True,
        despine: bool = False,
        y_pred: Any = None,
        **style: Any,
    ) -> Self:
        """Draw the curve of scores, as ``RocCurveDisplay.from_predictions`` does.

        The parameters are those of :meth:`from_estimator`, with ``y_true``, the labels, and
        ``y_score`` (or ``y_pred``, as it was called before), the scores. Without ``name`` the
        curve is called "Classifier".

        >>> display = RocDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], name="a")
        >>> display.to_frame()["auc"][0]
        0.75
        """
        _refuse_style(style)
        if (y_score is None) == (y_pred is None):
            raise OptionError(
                "the scores are missing." if y_score is None else "y_pred is y_score.",
                hint="pass the scores once, as y_score.",
            )
        with _in_the_words_of_scikit_learn():
            scores = Scores.from_arrays(
                y_true,
                y_pred if y_score is None else y_score,
                positive=pos_label,
                name="Classifier" if name is None else name,
                sampling_weights=sample_weight,
            )
        curves = {scores.name: _curve(scores, drop_intermediate)}
        return cls._drawn_at_once(curves, None, ax, plot_chance_level, despine)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Any,
        X: Any,  # noqa: N803
        y: Any,
        *,
        sample_weight: Any = None,
        drop_intermediate: bool = True,
        response_method: ResponseMethod = "auto",
        pos_label: object = None,
        ax: "Axes | None" = None,
        name: str | Sequence[str] | None = None,
        plot_chance_level: bool = True,
        despine: bool = False,
        **style: Any,
    ) -> Self:
        """Draw a curve for every fold, as ``RocCurveDisplay.from_cv_results`` does.

        The parameters are those of :meth:`from_estimator`, with ``cv_results``, what
        ``cross_validate(..., return_estimator=True, return_indices=True)`` returned for one
        classifier. The model of each fold scores its test rows. ``name`` may be a list with a name
        for each fold. For several classifiers use :meth:`aucurate.FoldScores.from_cross_validate`
        and :func:`aucurate.folds`, whose study draws itself.
        """
        from aucurate.crossval.scikit_learn import fold_scores_of_results

        _refuse_style(style)
        with _in_the_words_of_scikit_learn():
            data = fold_scores_of_results(
                cv_results,
                X,
                y,
                design="random splits",
                positive=pos_label,
                sampling_weights=sample_weight,
                scores_from=None if response_method == "auto" else response_method,
                first=PROBABILITIES_FIRST,
            )
        names = _fold_names(name, data.n_folds)
        if len(data.names) > 1:
            raise OptionError(
                "the figure has a curve for every fold of one classifier, and results of "
                f"{len(data.names)} were given.",
                hint="give those of one, or compare them: "
                "folds(FoldScores.from_cross_validate(results, X, y)).plot().",
            )
        curves = {
            fold: _curve(data.fold(at)[data.names[0]], drop_intermediate)
            for at, fold in enumerate(names)
        }
        mean = float(np.mean([area_of(curve) for curve in curves.values()]))
        title = f"ROC curves of {count(len(curves), 'fold')}, mean AUC {number(mean)}"
        return cls._drawn_at_once(curves, title, ax, plot_chance_level, despine)

    @classmethod
    def _drawn_at_once(
        cls,
        curves: dict[str, RocCurve],
        title: str | None,
        ax: "Axes | None",
        chance: bool,
        despine: bool,
    ) -> Self:
        display = cls(curves, title=title if ax is None else None, chance=chance).plot(ax)
        if despine:
            for side in ("top", "right"):
                display.ax_.spines[side].set_visible(False)  # type: ignore[union-attr]
        return display

    def _prepare(self) -> None:
        self._curves = curves_by_name(self.curves)
        self._entries = _entries(self._curves, self.estimates, self.with_intervals)
        self._areas = {name: entry.area for name, entry in self._entries.items()}
        self._coloured = coloured_names(self._areas, self.highlight)

    def _default_title(self) -> str:
        return of_classifiers("ROC curve", list(self._curves))

    def _size(self) -> Size:
        return SIDE, SIDE

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,) = axes
        unit_square(square)
        if self.chance:
            diagonal(square)
        handles = draw_curves(square, self._curves.lines, self._coloured)
        set_title(square, self._heading)
        entries = [self._entries[name] for name in self._coloured]
        name_lines(
            square,
            handles[: len(entries)],
            [entry.name for entry in entries],
            [entry.numbers for entry in entries],
            more=(handles[len(entries) :], others_label(self._areas, self._coloured, "AUC")),
        )

    def _data(self, part: str) -> Columns:
        rows: list[tuple[str, CurvePoints]] = [
            (name, entry.curve.points(POINTS)) for name, entry in self._entries.items()
        ]
        return {
            "classifier": [name for name, points in rows for _ in range(len(points))],
            "threshold": [t for _, points in rows for t in points.thresholds.tolist()],
            "specificity": [s for _, points in rows for s in points.specificity.tolist()],
            "sensitivity": [s for _, points in rows for s in points.sensitivity.tolist()],
            "auc": [self._entries[name].area for name, points in rows for _ in range(len(points))],
        }


def _curve(scores: Scores, drop_collinear: bool) -> RocCurve:
    counts = ThresholdCounts.from_scores(scores)
    return RocCurve.from_counts(counts, drop_collinear=drop_collinear)


def _fold_names(name: str | Sequence[str] | None, folds: int) -> list[str]:
    """The names of the curves of folds."""
    if name is None or isinstance(name, str):
        before = "" if name is None else f"{name}, "
        return [f"{before}fold {fold + 1}" for fold in range(folds)]
    names = [str(each) for each in name]
    if len(names) != folds or len(set(names)) < folds:
        raise OptionError(
            f"there are {count(len(set(names)), 'different name')} for {count(folds, 'fold')}.",
            hint="give one name for all folds, or a different one for each.",
        )
    return names


def _refuse_style(style: Mapping[str, Any]) -> None:
    """Refuse keywords of scikit-learn that set the style of lines."""
    given = next((key for key, value in style.items() if value is not None), None)
    if given is None:
        return
    if given in ("curve_kwargs", "chance_level_kw", "chance_level_kwargs"):
        raise OptionError(
            f"{given} cannot be given: the figure is in the house style.",
            hint="set the style of its lines afterwards, e.g. display.ax_.lines[-1].set(lw=3).",
        )
    raise ArgumentError(f"RocDisplay has no parameter {given!r}.")


@contextmanager
def _in_the_words_of_scikit_learn() -> Iterator[None]:
    """Hints name the parameters of scikit-learn, which these methods have."""
    try:
        yield
    except LabelError as error:
        if not isinstance(error.hint, Hint):
            raise
        raise LabelError(error.message, hint=error.hint.written(_their_word)) from None


def _their_word(named: Named) -> str:
    if isinstance(named, Argument) and named.name == "positive":
        named = Argument("pos_label", named.value)
    return str(named)


def _entries(
    curves: DrawnCurves, estimates: Sequence[Estimate], with_intervals: bool
) -> dict[str, _Entry]:
    """What is drawn of each classifier, and what is written of it."""
    partly = {n for n, c in curves.items() if isinstance(c, CurveCounts) and not c.is_whole}
    drawn, areas = curves.whole, curves.areas
    found = matched(
        estimates,
        areas,
        what="the area under its curve",
        hint="draw the curve that the estimate belongs to.",
        slack={n: slack_of(c) for n, c in drawn.items() if n in partly and isinstance(c, RocCurve)},
    )
    short, entries = short_names(list(curves), _NAME_WIDTH), {}
    for name, curve in drawn.items():
        one = found.get(name)
        numbers = _numbers(one, areas[name], with_intervals, about=name in partly)
        area = areas[name] if one is None else one.value
        entries[name] = _Entry(curve, area, short[name], numbers)
    return entries


def _numbers(estimate: Estimate | None, area: float, with_limits: bool, *, about: bool) -> str:
    """The AUC of a curve, with its interval where that is asked for and known."""
    if estimate is None:
        return f"AUC {'about ' * about}{number(area)}"
    return f"AUC {with_interval(estimate) if with_limits else number(estimate.value)}"
