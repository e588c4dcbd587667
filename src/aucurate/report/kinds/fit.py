"""Parametric and smooth models of the curve."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from aucurate.formatting import count, join_words, shortened
from aucurate.inference.methods import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.inference.models.registry import MODELS
from aucurate.plots.figure import MOST_PANELS
from aucurate.plots.fitted_curves import FittedCurvesDisplay
from aucurate.plots.of_study import StudyFigure, described, estimates_figure
from aucurate.report.curves import value_words
from aucurate.report.facts import two_classes
from aucurate.report.kinds import StudyKind
from aucurate.report.phrases import (
    AREA,
    AREAS,
    MANN_WHITNEY,
    Paragraph,
    bound_words,
    cite,
    classes_words,
    drawn_words,
    dropped_words,
    interval_words,
    intervals_at,
    lower_words,
    names_of,
    phrase_of,
    sentence,
)
from aucurate.results import Estimate
from aucurate.study.fit import FitStudy, fit
from aucurate.study.fit.settings import FitSettings


def _figures(study: FitStudy) -> Iterator[StudyFigure]:
    fitted = sum(one.estimate is not None for one in study.fits)
    if study.curves and len(study.curves) <= MOST_PANELS:
        yield StudyFigure(
            name="curves",
            title="Fitted curves over the empirical one",
            words=f"The empirical ROC curve of {count(len(study.curves), 'classifier')} with "
            f"{count(fitted, 'fitted curve')} over it. Empirical AUCs: "
            f"{described(study.empirical)}",
            display=FittedCurvesDisplay(study),
            tables=("areas",),
        )
    yield from estimates_figure(_areas(study), name="forest", table="areas", title="AUC by model")


def _areas(study: FitStudy) -> list[Estimate]:
    """The empirical AUC of each classifier and those of its models, named by both."""
    found = []
    for one in study.empirical:
        found.append(replace(one, name=f"{one.name}, empirical"))
        found += [
            replace(fit.estimate, name=f"{fit.name}, {fit.model}", quantity=one.quantity)
            for fit in study.fits
            if fit.name == one.name and fit.estimate is not None
        ]
    return found


def _arguments(study: FitStudy) -> dict[str, Any] | None:
    settings = study.settings
    usual = FitSettings.checked(settings.model)
    if settings.resampling is None and usual.resampling is not None:
        return None
    asked: dict[str, Any] = {"confidence": settings.confidence}
    asked |= {} if settings.model == tuple(MODELS) else {"model": settings.model}
    asked |= {} if settings.resampling == usual.resampling else {"resampling": settings.resampling}
    return asked


# The Methods section.


def _paragraphs(study: FitStudy) -> list[Paragraph]:
    """Data and empirical areas; the models and their intervals; tests of fit."""
    provenance, first = study.provenance, study.empirical[0]
    names = [one.name for one in study.empirical]
    sizes = {(one.n_positive, one.n_negative) for one in study.empirical}
    where = "on separate test sets"
    if len(sizes) == 1 and provenance.n_observations == first.n_positive + first.n_negative:
        classes = classes_words(provenance, first.n_positive, first.n_negative)
        where = f"on {count(provenance.n_observations, 'observation')}, {classes}"
    start = f"The {AREAS} of {count(len(names), 'classifier')} ({names_of(names)}) were"
    if len(names) == 1:
        start = f"The {AREA} of {shortened(names[0])} was"
    data = [
        f"{start} estimated {where}.",
        *dropped_words(provenance),
        *lower_words(provenance),
        MANN_WHITNEY,
        *interval_words(INTERVALS[RECOMMENDED_INTERVAL], study.empirical),
        *bound_words([one.interval for one in study.empirical]),
    ]
    return [data, [*_models(study), *_tests(study)]]


def _models(study: FitStudy) -> Paragraph:
    fitted = list(dict.fromkeys(fit.model for fit in study.fits if fit.estimate is not None))
    if not fitted:
        return []
    words = "; ".join(phrase_of("model", "interval", name) for name in fitted)
    said = [f"In addition to the empirical curves, models were fitted: {words}."]
    said.append(sentence(f"these are {intervals_at(study.settings.confidence)} of the area"))
    resampling = study.settings.resampling
    if "kernel" in fitted and resampling is not None:
        drawn = drawn_words(resampling.to_dict())
        said.append(f"The bootstrap had {resampling.replicates:,} replicates{drawn}.")
    refused = [fit for fit in study.fits if fit.estimate is None]
    if refused:
        told = [f"{shortened(fit.model)} to {shortened(fit.name)}" for fit in refused]
        said.append(f"Not all models could be fitted: {join_words(told, most=6)}.")
    return said


def _tests(study: FitStudy) -> Paragraph:
    said = []
    tests = [test for fit in study.fits for test in fit.class_tests]
    if tests:
        words = [
            phrase_of("model", "fit test", key, title=title)
            for key, title in dict.fromkeys((test.key, test.method) for test in tests)
        ]
        said.append(
            "Whether the scores of each class have the distribution of the model was tested by "
            f"{join_words(words)}."
        )
    curves = [fit.curve_test for fit in study.fits if fit.curve_test is not None]
    if curves:
        most = max(len(one.positives) for one in curves)
        said.append(
            f"Whether a curve fits was tested by Pearson's chi-square on {most} ordered categories "
            f"of the scores {cite('dorfman1969')}."
        )
    if said:
        said.append(
            f"These tests were performed at the level {study.settings.level:g}, not adjusted for "
            "multiple testing."
        )
    return said


KIND: StudyKind[FitStudy] = StudyKind(
    title="Models of the curve",
    headline="Models of the curves of {}",
    question="Which model fits the curve, and what AUC does it imply?",
    names=lambda study: (one.name for one in study.empirical),
    sizes=lambda study: two_classes(study, study.curves or study.empirical),
    is_one_test_set=lambda study: True,
    headings={"classes": "Distributions of the classes"},
    figures=_figures,
    paragraphs=_paragraphs,
    curve_values=lambda study: {
        one.name: value_words(one, one.quantity) for one in study.empirical
    },
    function=fit,
    arguments=_arguments,
)
