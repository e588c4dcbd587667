"""Method paragraphs of parametric and smooth curves."""

from collections.abc import Mapping

from aucurate.formatting import count, join_words, shortened
from aucurate.inference.methods import RECOMMENDED_INTERVAL
from aucurate.report.methods.compare import (
    AREA,
    AREAS,
    MANN_WHITNEY,
    bound_words,
    interval_words,
    known_interval,
)
from aucurate.report.methods.phrases import (
    Paragraph,
    cite,
    classes_words,
    drawn_words,
    dropped_words,
    found_words,
    intervals_at,
    lower_words,
    method_words,
    names_of,
    sentence,
)
from aucurate.study.fit import FitStudy

MODEL_WORDS: Mapping[str, str] = {
    "binormal": f"the binormal model {cite('swets1986')} from the means and standard deviations of "
    "the scores of both classes, with intervals by the delta method on the probit scale",
    "box-cox": "the binormal model after one Box-Cox transformation of all scores "
    f"{cite('box1964', 'zou2000')}, its power estimated by maximum likelihood and allowed for in "
    "the intervals, by the delta method on the probit scale",
    "ml-binormal": "the binormal model by maximum likelihood from the ranks of the scores "
    f"{cite('dorfman1969', 'metz1998')}, with intervals by the delta method on the probit scale",
    "proper-binormal": "the proper binormal model by maximum likelihood from the ranks of the "
    f"scores {cite('metz1999')}, with intervals by the delta method on the probit scale",
    "biexponential": "the biexponential model, in which the scores of both classes are "
    f"exponential, by maximum likelihood, with exact intervals {cite('betinec2008')}",
    "kernel": "kernel smoothing of the distributions of both classes "
    f"{cite('zou1997')} with a Gaussian kernel and bandwidths of order n^(-1/3) "
    f"{cite('lloyd1998')}, probabilities being smoothed as logits, with percentile intervals of "
    f"the bootstrap {cite('efron1993')}",
}
"""By the names of ``models.MODELS``."""

CLASS_TEST_WORDS: Mapping[str, str] = {
    "shapiro-wilk": f"the Shapiro-Wilk test {cite('shapiro1965', 'royston1995')}",
    "anderson-darling": f"the Anderson-Darling test {cite('dagostino1986')}",
}


def fit_paragraphs(study: FitStudy) -> list[Paragraph]:
    """Data and empirical areas; the models and their intervals; tests of fit."""
    provenance, first = study.provenance, study.empirical[0]
    names = [one.name for one in study.empirical]
    sizes = {(one.n_positive, one.n_negative) for one in study.empirical}
    where = "on test sets of their own"
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
        *interval_words(known_interval(RECOMMENDED_INTERVAL), study.empirical),
        *bound_words([one.interval for one in study.empirical]),
    ]
    return [data, [*_models(study), *_tests(study)]]


def _models(study: FitStudy) -> Paragraph:
    fitted = list(dict.fromkeys(fit.model for fit in study.fits if fit.estimate is not None))
    if not fitted:
        return []
    words = "; ".join(found_words(MODEL_WORDS, name) for name in fitted)
    said = [f"Beside the empirical curves, models were fitted: {words}."]
    confidence = study.settings.get("confidence")
    if isinstance(confidence, float):
        said.append(sentence(f"these are {intervals_at(confidence)} of the area"))
    replicates = study.settings.get("replicates")
    if "kernel" in fitted and isinstance(replicates, int):
        drawn = drawn_words(study.settings)
        said.append(f"The bootstrap had {replicates:,} replicates{drawn}.")
    refused = [fit for fit in study.fits if fit.estimate is None]
    if refused:
        told = [f"{shortened(fit.model)} to {shortened(fit.name)}" for fit in refused]
        said.append(f"Not all models could be fitted: {join_words(told, most=6)}.")
    return said


def _tests(study: FitStudy) -> Paragraph:
    said = []
    tests = [test for fit in study.fits for test in fit.class_tests]
    if tests:
        words = list(dict.fromkeys(method_words(CLASS_TEST_WORDS, test) for test in tests))
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
        level = study.settings.get("level", 0.05)
        said.append(
            f"These tests were made at the level {level:g}, not adjusted for multiple testing."
        )
    return said
