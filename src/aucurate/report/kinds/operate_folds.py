"""Operating points over cross-validation folds."""

from collections.abc import Iterator
from typing import Any

from aucurate.formatting import count, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.plots.folds.operating_points import MOST_POINT_PANELS, PointPanelsDisplay
from aucurate.plots.of_study import (
    StudyFigure,
    difference_figures,
    estimates_figure,
    results_of,
    slug,
)
from aucurate.report.facts import observations, two_classes
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.kinds.folds import design_words, fold_test
from aucurate.report.kinds.operate import asked
from aucurate.report.phrases import (
    Paragraph,
    cite,
    classes_words,
    correction_words,
    dropped_words,
    exact_words,
    intervals_at,
    lower_words,
    names_of,
    pairs_words,
    rates_of,
    rule_words,
    sentence,
    use_words,
)
from aucurate.study.operate import operate
from aucurate.study.operate.folds import OperateFoldsStudy


def _figures(study: OperateFoldsStudy) -> Iterator[StudyFigure]:
    if len(study.parts) <= MOST_POINT_PANELS:
        sizes = [
            f"{shortened(part.name)}: {len(part.indistinguishable.points)} of "
            f"{count(len(part.indistinguishable.thresholds) - 1, 'point')} not distinguishable"
            for part in study.parts[:4]
        ]
        yield StudyFigure(
            name="points",
            title=f"Operating points over folds: {shortened(study.settings.words, 60)}",
            words=f"Mean ROC curves over {count(study.layout.n_folds, 'fold')}, a panel for each "
            f"of {count(len(study.parts), 'classifier')}, with the chosen operating point and "
            f"those indistinguishable from it. {'; '.join(sizes)}.",
            display=PointPanelsDisplay(study),
            tables=("indistinguishable", "points"),
        )
    for rate in study.settings.rates:
        found = [each.estimate for part in study.parts for each in part.rates if each.rate == rate]
        yield from estimates_figure(found, name=slug(rate), table="rates")
    yield from difference_figures(*results_of(study.tests))


def _facts(study: OperateFoldsStudy) -> Facts:
    yield from observations(study)
    yield "Folds", (f"{len(study.layout.fold_names):,} ({study.layout.design})",)


def _arguments(study: OperateFoldsStudy) -> dict[str, Any]:
    return asked(study.settings)


# The Methods section.


def _paragraphs(study: OperateFoldsStudy) -> list[Paragraph]:
    """Data and thresholds; averages over folds; indistinguishable points; pairs."""
    return [
        _data(study),
        [*_averages(study), *_indistinguishable(study)],
        _pairs(study),
    ]


def _data(study: OperateFoldsStudy) -> Paragraph:
    provenance, layout = study.provenance, study.layout
    design = design_words(layout.design, layout.n_folds, len(set(layout.repeats)))
    who = f"{count(len(study.names), 'classifier')} ({names_of(study.names)})"
    size = count(layout.n_positive + layout.n_negative, "observation")
    classes = classes_words(provenance, layout.n_positive, layout.n_negative)
    use = study.settings.use
    return [
        f"The decisions of {who} were evaluated {design}; there were {size}, {classes}.",
        *dropped_words(provenance),
        *lower_words(provenance),
        _threshold(study),
        *use_words(use.prevalence, use.false_negative_cost, use.false_positive_cost),
    ]


def _threshold(study: OperateFoldsStudy) -> str:
    choice = study.parts[0].choice
    if choice is None:
        return f"Thresholds were given ({shortened(study.settings.words, 400)})."
    constraints: dict[str, float] = {one.rate: one.value for one in choice.rule.constraints}
    words = rule_words(choice.rule.criterion, constraints)
    where = "" if choice.rule.criterion == "loss" else " on the stacked scores of all folds"
    return f"For each classifier the threshold was chosen{where}: the one {words}."


def _averages(study: OperateFoldsStudy) -> Paragraph:
    return [
        "The same operating points were decided in every fold, and "
        f"{rates_of(study.settings.rates)} were averaged over folds by operating point averaging "
        f"{cite('paclik2010')}.",
        sentence(
            f"{intervals_at(study.settings.confidence)} of the means were computed with "
            "Student's t distribution from the variance over folds"
        ),
        *exact_words(one.estimate.interval for part in study.parts for one in part.rates),
    ]


def _indistinguishable(study: OperateFoldsStudy) -> Paragraph:
    """The comparison of the chosen point with others of the curve."""
    found = study.parts[0].indistinguishable
    if not found.contrasts:
        return []
    most = max(len(part.indistinguishable.thresholds) for part in study.parts) - 1
    degrees = "2n - 2" if found.degrees_of_freedom == "2n-2" else "n - 1"
    correction = study.settings.correction
    adjusted = "without adjustment for multiple testing"
    if correction != "none":
        title = CORRECTION_TITLES[correction]
        adjusted = f"with p-values adjusted over all points and rates ({title})"
    return [
        f"Up to {count(most, 'other point')} of the stacked curve {'was' if most == 1 else 'were'} "
        "compared with the one in use, rate by rate, by the paired t test over n folds with "
        f"{degrees} degrees of freedom {cite('paclik2010')}; points from which it differs in no "
        "rate at "
        f"the level {study.settings.level:g}, {adjusted}, are called not distinguishable.",
        *_sizes(study),
    ]


def _sizes(study: OperateFoldsStudy) -> Paragraph:
    sizes = [part.neighbour_size for part in study.parts if part.neighbour_size is not None]
    if not sizes:
        return []
    return [
        "The number of observations that would distinguish the point from its neighbours follows "
        "from the noncentral t distribution with the observed differences, for "
        f"{percent(sizes[0].wanted_power)} power."
    ]


def _pairs(study: OperateFoldsStudy) -> Paragraph:
    found = study.comparisons
    if not found:
        return []
    pairs = pairs_words([(one.first, one.second) for one in found], len(study.names))
    test = fold_test(found[0].key, found[0].method)
    return [
        f"{pairs} compared, each classifier at its own point and rate by rate, by {test}.",
        "These tests were two-sided.",
        *correction_words(study.settings.pair_correction, (len(found), "comparisons")),
    ]


KIND: StudyKind[OperateFoldsStudy] = StudyKind(
    title="Operating points over folds",
    headline="Operating points of {} over folds",
    question="How do the classifiers perform at one operating point, and which other points are "
    "indistinguishable from it?",
    facts=_facts,
    sizes=lambda study: two_classes(study, (study.layout,)),
    figures=_figures,
    paragraphs=_paragraphs,
    function=operate,
    arguments=_arguments,
    folds=("FoldScores",),
)
