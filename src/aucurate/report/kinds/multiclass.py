"""Several classes: areas, comparisons, weights."""

from collections.abc import Iterator, Mapping
from typing import Any

from aucurate.datasets import WINE, load_wine_class_folds, load_wine_classes
from aucurate.formatting import count, join_words, shortened
from aucurate.inference.operating.proportions import NAMES
from aucurate.namespaces import spelled
from aucurate.plots.classes.overview import MulticlassDisplay
from aucurate.plots.of_study import (
    StudyFigure,
    described,
    difference_figures,
    estimates_figure,
    results_of,
)
from aucurate.report.facts import observations
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.phrases import (
    BOUND,
    CRITERION_WORDS,
    SATTERTHWAITE,
    SEARCH_WORDS,
    Paragraph,
    bounds_told,
    cite,
    correction_words,
    dropped_words,
    exact_words,
    intervals_at,
    names_of,
    pairs_words,
    pooled_words,
    sentence,
    unit_words,
)
from aucurate.report.recipe import Origin, read_again
from aucurate.study.multiclass import MulticlassStudy, multiclass
from aucurate.study.multiclass.settings import search_words

_MOST_CLASSIFIERS = 8  # with three panels each


def _figures(study: MulticlassStudy) -> Iterator[StudyFigure]:
    main = [one for one in study.averages if one.quantity == study.averages[0].quantity]
    if len(study.names) <= _MOST_CLASSIFIERS:
        yield StudyFigure(
            name="classes",
            title="Errors of classes, AUCs of pairs of classes, decisions",
            words=f"Three panels for each of {count(len(study.names), 'classifier')}: the error of "
            f"each of {len(study.classes)} classes, the AUC of every pair of classes, and what is "
            f"decided. {main[0].quantity}: {described(main)}",
            display=MulticlassDisplay(study),
            tables=("confusion", "errors"),
        )
    yield from estimates_figure(main, name="forest", table="aucs")
    yield from difference_figures(*results_of(study.tests))


def _facts(study: MulticlassStudy) -> Facts:
    yield from observations(study)
    if study.fold_names:
        yield "Folds", (f"{len(study.fold_names):,} (left-out folds)",)


def _origin(study: MulticlassStudy) -> Origin:
    """The shipped study, a file, or what the scores in memory were."""
    source = study.provenance.source.name
    if source == WINE:
        load = load_wine_class_folds if study.fold_names else load_wine_classes
        return Origin(lines=(f"data = {spelled(load.__name__)}()",), arguments=("data",))
    read = read_again(study, ("ClassScores", "PairedClassScores", "ClassFoldScores"))
    if read is not None:
        return read
    data = "ClassFoldScores of each classifier by its name" if study.fold_names else "ClassScores"
    return Origin(arguments=("data",), notes=(f"data are the {data}, made from: {source}.",))


def _arguments(study: MulticlassStudy) -> dict[str, Any] | None:
    """The settings, with the search in words; None where these do not say all of its rule."""
    settings = study.settings
    search = search_words(settings)
    if search is None:
        return None
    rule = settings.rule
    limits = {limit.name: limit.value for limit in rule.limits} if rule is not None else {}
    usual = search == "minimax" and not limits
    named = {name: getattr(settings, name) for name in ("order", "confidence", "level", "rng")}
    return named | {
        "search": None if usual else search,
        "limits": limits or None,
        "correction": settings.correction,
    }


# The Methods section.


AVERAGE_WORDS: Mapping[str, str] = {
    "Hand-Till AUC": f"Hand and Till's M {cite('hand2001')}, the mean of the AUCs of all pairs of "
    "classes",
    "one-vs-rest AUC": "the mean of the AUCs of every class against the rest",
    "prevalence-weighted one-vs-rest AUC": "the same mean weighted by the prevalences of the test "
    f"set {cite('fawcett2006')}",
}
"""By the quantities of ``multiclass_numbers.AVERAGES``."""

_SHOWN = 8


def _paragraphs(study: MulticlassStudy) -> list[Paragraph]:
    """Data and areas; comparisons; decisions and weights."""
    return [[*_data(study), *_areas(study)], _comparisons(study), _decisions(study)]


def _data(study: MulticlassStudy) -> Paragraph:
    names, sizes = study.names, list(zip(study.classes, study.counts, strict=True))
    shown = [f"{size:,} of {shortened(label)}" for label, size in sizes[:_SHOWN]]
    more = [f"those of {len(sizes) - _SHOWN:,} more classes"] if len(sizes) > _SHOWN else []
    who = f"{count(len(names), 'classifier')} ({names_of(names)})"
    who = shortened(names[0]) if len(names) == 1 else who
    total = count(study.provenance.n_observations, "observation")
    said = [
        f"The separation of {len(sizes):,} classes by {who} was evaluated on {total} "
        f"({join_words([*shown, *more])}).",
        *unit_words(study.provenance),
        *dropped_words(study.provenance),
    ]
    if not study.fold_names:
        said += pooled_words({caveat.kind for caveat in study.caveats})
    else:
        said.append(
            f"Scores are those of left-out observations in {len(study.fold_names):,}-fold "
            "cross-validation; for the areas under the curve they were pooled."
        )
    return said


def _areas(study: MulticlassStudy) -> Paragraph:
    quantities = dict.fromkeys(one.quantity for one in study.averages)
    words = [AVERAGE_WORDS.get(name, shortened(name)) for name in quantities]
    said = [
        "The area under the receiver operating characteristic curve (AUC) was generalised to "
        f"several classes as {'; '.join(words)}.",
        *_intervals(study),
    ]
    if study.volumes:
        order = study.settings.order or ()
        said.append(
            f"For the order {', '.join(shortened(label) for label in order)} the volume under "
            f"the three-class surface (VUS) {cite('mossman1999', 'nakas2004')} of the expected "
            "rank of the class was estimated, with intervals of the same kind."
        )
    resting = {"comparisons": [one.interval.bound for one in study.comparisons]}
    return [*said, *bounds_told(resting, {caveat.kind for caveat in study.caveats})]


def _intervals(study: MulticlassStudy) -> Paragraph:
    return [
        sentence(
            f"{intervals_at(study.settings.confidence)} of AUCs rest on their variance as "
            f"U-statistics {cite('hoeffding1948')}, which for two classes is DeLong's "
            f"{cite('delong1988')}: quantiles of the beta distribution that has the mean and the "
            f"variance under the random weights of the Bayesian bootstrap {cite('rubin1981')}, "
            "with a pseudo-observation of weight 0.65 added on the wrong side of the class in "
            "which one counts most, so that they allow for errors that the sample does not show; "
            "the combination is that of aucurate"
        )
    ]


def _comparisons(study: MulticlassStudy) -> Paragraph:
    found = study.comparisons
    if not found:
        return []
    quantities = list(dict.fromkeys(one.quantity for one in found))
    pairs = len({(one.first, one.second) for one in found})
    who = pairs_words([(one.first, one.second) for one in found], len(study.names))
    method = f"from the variance of the difference, referred to {SATTERTHWAITE}"
    if study.volumes:
        method += f"; that of volumes is the one of three classes {cite('dreiseitl2000')}"
    if all(one.interval.bound for one in found):
        method = f"from {BOUND}"
    said = [
        f"{who} compared in {join_words([_named(one) for one in quantities])} by two-sided paired "
        f"tests {method}.",
        *correction_words(
            study.settings.correction,
            *((pairs, f"comparisons of {_named(one)}") for one in quantities),
        ),
    ]
    if study.joint_tests:
        said.append(
            f"That all classifiers are equal was tested by the quadratic form of DeLong's test "
            f"{cite('delong1988')} with an F distribution {cite('krishnamoorthy2004')}."
        )
    return said


def _named(quantity: str) -> str:
    return "volume" if quantity == "VUS" else shortened(quantity)


def _decisions(study: MulticlassStudy) -> Paragraph:
    """Decisions, weights, and the precision of the errors."""
    said = []
    kinds = {error.key for point in study.points for error in point.errors}
    if study.points:
        weighted = "weighted score" if study.choices else "score"
        said.append(f"An observation was given the class with the largest {weighted}.")
    if study.choices:
        rule = study.choices[0].rule
        words = CRITERION_WORDS.get(rule.criterion, shortened(str(rule)))
        limits = [str(limit) for limit in rule.limits]
        kept = f" with {join_words(limits)}" if limits else ""
        stated = " at stated prevalences" if rule.prevalences is not None else ""
        how = SEARCH_WORDS[study.settings.search]
        known = f", with random numbers from rng {study.settings.rng}"
        said.append(
            f"Beside equal weights, weights were searched on these observations for {words}"
            f"{stated}{kept}, {how}{known}."
        )
    if NAMES["wilson"].key in kinds:
        of = f"{intervals_at(study.settings.confidence)} of the errors of classes were"
        said.append(sentence(f"{of} computed by Wilson's score method {cite('wilson1927')}"))
    elif kinds:
        of = f"errors of classes were averaged over folds {cite('paclik2010')}, with"
        said.append(
            sentence(
                f"{of} {intervals_at(study.settings.confidence)} by Student's t distribution over "
                "folds"
            )
        )
        said += exact_words(error.interval for point in study.points for error in point.errors)
    return [*said, *_over_folds(study)]


def _over_folds(study: MulticlassStudy) -> Paragraph:
    """The search repeated without each fold, and points that cannot be distinguished."""
    said = []
    if study.nested:
        said.append(
            "Because the same observations choose and judge, the search was also repeated without "
            "each fold in turn, and its weights were judged on that fold."
        )
    tested = [one for one in study.neighbours if one.tested and one.weights]
    if tested:
        one = tested[0]
        adjusted = correction_words(one.correction, (len(one.tested), "tests of one point"))
        said.append(
            f"Operating points around the searched weights ({one.looked_at:,} weight vectors) were "
            "compared with them in the error of every class by the paired t test over folds at "
            f"the level {one.level:g} {cite('paclik2010')}."
        )
        said += adjusted
    return said


KIND: StudyKind[MulticlassStudy] = StudyKind(
    title="Several classes",
    headline="{} on several classes",
    question="How well are the classes separated, and which class weights should be used?",
    facts=_facts,
    sizes=lambda study: zip(study.classes, study.counts, strict=True),
    is_one_test_set=lambda study: not study.fold_names,
    headings={"classes": "Each class against the rest", "pairs": "Pairs of classes"},
    figures=_figures,
    paragraphs=_paragraphs,
    function=multiclass,
    arguments=_arguments,
    origin=_origin,
)
