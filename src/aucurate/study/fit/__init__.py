"""Which model fits this curve, and how does its AUC compare with the empirical one?

**Question.** Which smooth curve describes these scores, how does its area compare with the
empirical AUC, and do the data reject it?

**Use it** to draw or report a smooth curve, to estimate the sensitivity at a specificity between
the observed points, and to see whether a parametric area is credible. On the command line:
``aucurate fit scores.csv --label y --model ml-binormal,kernel``.

**Models.** Each has its assumptions:

- ``binormal``: normal scores in both classes; fitted to their means and standard deviations
  (:mod:`aucurate.estimates.fits.binormal`);
- ``box-cox``: normal scores after one power of all scores, estimated by maximum likelihood
  (:mod:`aucurate.estimates.fits.box_cox`);
- ``ml-binormal``: normal scores after *some* increasing transformation; fitted to the ranks
  (:mod:`aucurate.estimates.fits.binormal`);
- ``proper-binormal``: the same two normal distributions, ranked by their likelihood ratio, so that
  the curve has no hook (:mod:`aucurate.estimates.fits.proper_binormal`);
- ``biexponential``: exponential scores in both classes; fitted to their means
  (:mod:`aucurate.estimates.fits.biexponential`);
- ``kernel``: smooth distributions; a Gaussian kernel, on the logit scale for probabilities
  (:mod:`aucurate.estimates.fits.kernel`).

**Results.** For each classifier the study has the areas of all models, each with its interval and
its difference from the empirical AUC; for models of the scores themselves, the Shapiro-Wilk test
(of normal models) and the Anderson-Darling test of both classes; for all models but ``kernel`` a
chi-square test of the counts along the curve (:mod:`aucurate.inference.models.fit_tests`); and the
parameters. A model that is rejected at level 0.05 has a caveat; for a model that cannot be fitted
the reason is given.

**A power for each class.** The row "box-cox, separate powers" is not an estimate of an AUC: two
different transformations of the two classes are not a transformation of the score. It is there
because published tables were computed that way, and shows how far off they are.

**Not valid** as a reason to prefer a model to the empirical AUC, which needs none. With many
observations every simple model is rejected, and may still be close enough: look at the difference
from the empirical area and at the Q-Q pairs
(:func:`aucurate.estimates.fits.quantile_pairs.quantile_pairs`). Data with groups or sampling
weights are refused.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.observations import Missing, Observations
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, position
from aucurate.errors import OptionError
from aucurate.formatting import join_words, number, shortened
from aucurate.inference.core.caveats import of_observations
from aucurate.inference.core.score_caveats import of_direction, of_scores
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference.models.registry import PER_CLASS
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat, Estimate
from aucurate.study.base import Provenance, Study
from aucurate.study.curves import CurveCounts, curves_of
from aucurate.study.fit.numbers import ModelFit, fit_model
from aucurate.study.fit.settings import FitSettings
from aucurate.study.fit.tables import fit_tables
from aucurate.study.inputs import Data, given_data
from aucurate.study.table import Table
from aucurate.study.work import Task, Work, interrupted


@dataclass(frozen=True, slots=True, kw_only=True)
class FitStudy(Study):
    """The empirical AUC of each classifier, and every model fitted to it with tests of its fit.

    ``settings`` are the options. ``curves`` are the empirical ones, in the order of
    ``empirical``; a fitted curve is part of its fit. A study that was stopped has fewer fits, and a
    caveat that counts them.
    """

    kind = "fit"

    settings: FitSettings
    empirical: tuple[Estimate, ...]
    fits: tuple[ModelFit, ...]
    curves: tuple[CurveCounts, ...] = ()

    def fit(self, name: str, model: str) -> ModelFit:
        """One model of one classifier."""
        for found in self.fits:
            if (found.name, found.model) == (name, model):
                return found
        position(tuple(e.name for e in self.empirical), name)
        raise OptionError(
            f"the model '{model}' was not fitted in this study.",
            hint=f"there are {join_words(list(dict.fromkeys(f.model for f in self.fits)))}.",
        )

    def tables(self) -> tuple[Table, ...]:
        """Areas by model, tests of the classes, parameters."""
        return fit_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """Which models fit the data, and the AUCs of the others."""
        return tuple(s for estimate in self.empirical for s in _sentences(self, estimate))


@checked
def fit(
    labels: Any,
    scores: Any = None,
    y: Any = None,
    *,
    model: str | Sequence[str] = "all",
    positive: object = None,
    lower: Collection[str] = (),
    missing: Missing = "refuse",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> FitStudy:
    """Fit parametric and smooth ROC curves, and test whether they fit the data.

    Parameters
    ----------
    labels : array-like or data
        True class of each observation; or the data themselves (Scores, PairedScores),
        which hold labels and scores; or fitted estimators.
    scores : mapping from str to array-like, data frame or array-like, optional
        Scores of each classifier by its name, a frame with a column per classifier, or the scores
        of one classifier; the features of the observations where fitted estimators come first.
    y : array-like, optional
        True class of each observation where fitted estimators come first.

    Data are passed as to ``compare``; ``model`` is one or several of
    ``aucurate.inference.models.registry.MODELS``, or "all". ``resampling`` applies to models that
    resample. ``progress`` is called with the share of the work done; when it returns False, the
    current model uses the replicates it has, those not started are omitted, and a caveat says so.
    Without any model, ``kernels.Cancelled`` is raised.

    >>> from aucurate.datasets import load_breast_cancer
    >>> study = fit(load_breast_cancer()["forest"], model=["binormal", "ml-binormal"])
    >>> [round(found.estimate.value, 3) for found in study.fits]
    [0.98, 0.96]
    >>> print(study.sentences()[1])
    The data do not reject ml-binormal (0.960).
    """
    settings = FitSettings.checked(model, confidence=confidence, resampling=resampling)
    options = {"positive": positive, "lower": lower, "missing": missing}
    data = given_data(labels, scores, y, options)
    classifiers = [data] if isinstance(data, Scores) else list(data)
    for one in classifiers:
        one.observations.require("fit")
    fits = _fits(classifiers, settings, progress)
    interval = INTERVALS[RECOMMENDED_INTERVAL]
    empirical = tuple(
        interval(AucMoments.from_scores(one), confidence=settings.confidence) for one in classifiers
    )
    observed = _observations(data)
    return FitStudy(
        settings=settings,
        empirical=empirical,
        fits=fits,
        curves=curves_of(classifiers),
        caveats=(
            *interrupted(len(fits), len(classifiers) * len(settings.model), "models"),
            *_data_caveats(observed, classifiers, empirical),
            *_caveats(empirical, fits, settings.level),
        ),
        provenance=Provenance.of(
            observed,
            method=", ".join(settings.model),
            names=[one.name for one in classifiers],
            lower=sorted(one.name for one in classifiers if one.lower),
        ),
    )


def _fits(
    classifiers: Sequence[Scores], settings: FitSettings, progress: Progress | None
) -> tuple[ModelFit, ...]:
    tasks = [
        Task(f"{model}: {scores.name}", partial(_fit, scores, model, settings))
        for scores in classifiers
        for model in settings.model
    ]
    work = Work(progress)
    work.expect(tasks)
    done = tuple(fitted for fitted in work.run("models", tasks) if fitted is not None)
    if not done:
        raise Cancelled("stopped before the first model was fitted")
    return done


def _fit(scores: Scores, model: str, settings: FitSettings, progress: Progress | None) -> ModelFit:
    return fit_model(
        scores,
        model,
        confidence=settings.confidence,
        resampling=settings.resampling,
        progress=progress,
    )


def _observations(data: Data) -> list[Observations]:
    if isinstance(data, UnpairedScores):
        return [scores.observations for scores in data]
    assert isinstance(data, Scores | PairedScores)
    return [data.observations]


def _data_caveats(
    observed: Sequence[Observations], classifiers: Sequence[Scores], empirical: tuple[Estimate, ...]
) -> tuple[Caveat, ...]:
    """The caveats of the data, independent of the models."""
    found = [
        *(caveat for observations in observed for caveat in of_observations(observations)),
        *of_direction(
            {estimate.name: estimate.interval for estimate in empirical},
            lower=[scores.name for scores in classifiers if scores.lower],
            negative=observed[0].negative,
            named_by_column=len(observed) == 1,
        ),
        *of_scores(classifiers),
    ]
    return tuple(dict.fromkeys(found))


def _caveats(
    empirical: tuple[Estimate, ...], fits: tuple[ModelFit, ...], level: float
) -> tuple[Caveat, ...]:
    found = [c for estimate in empirical for c in estimate.caveats]
    for one in fits:
        if one.estimate is None:
            found.append(
                caveat(Kind.MODEL_NOT_FITTED, about=[one.name], model=one.model, reason=one.refusal)
            )
            continue
        against = one.rejected_by(level)
        if against:
            found.append(
                caveat(
                    Kind.MODEL_REJECTED,
                    about=[one.name],
                    model=one.model,
                    level=f"{level}",
                    tests=join_words(list(against)),
                )
            )
        found += [c for c in one.estimate.caveats if c not in found]
    return tuple(dict.fromkeys(found))


def _sentences(study: FitStudy, empirical: Estimate) -> list[str]:
    level = study.settings.level
    fits = [f for f in study.fits if f.name == empirical.name and f.estimate is not None]
    name, start = shortened(empirical.name), f"{number(empirical.value)} ({empirical.interval})"
    sentences = [f"{name} has the empirical AUC {start}."]
    tested = [f for f in fits if f.curve_test is not None or f.class_tests]
    good = [f for f in tested if not f.rejected_by(level)]
    bad = [f for f in tested if f.rejected_by(level)]
    if good:
        sentences.append(f"The data do not reject {_with_areas(good)}.")
    if bad:
        sentences.append(f"{'They' if good else 'The data'} reject {_with_areas(bad)}.")
    return sentences + [
        f"A Box-Cox power for each class would give {number(one.parameters[PER_CLASS])}: that is "
        "no transformation of the score and no estimate of its AUC."
        for one in fits
        if PER_CLASS in one.parameters
    ]


def _with_areas(fits: list[ModelFit]) -> str:
    return join_words(
        [f"{f.model} ({number(f.estimate.value)})" for f in fits if f.estimate is not None]
    )
