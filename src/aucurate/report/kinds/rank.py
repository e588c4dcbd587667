"""Algorithms over many data sets."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from aucurate.formatting import count, magnitude, number, percent, shortened
from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior
from aucurate.inference.many_datasets.pairs import WILCOXON_EXACT
from aucurate.plots.critical_difference import CriticalDifferenceDisplay
from aucurate.plots.forest import MOST as MOST_ROWS
from aucurate.plots.forest import ForestDisplay
from aucurate.plots.of_study import StudyFigure
from aucurate.report.facts import datasets
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.phrases import (
    CORRECTION_WORDS,
    Paragraph,
    cite,
    correction_words,
    found_words,
    names_of,
    phrase_of,
    were,
)
from aucurate.report.recipe import Origin, read_again
from aucurate.study.rank import RankStudy, rank
from aucurate.study.rank.settings import RankSettings
from aucurate.study.rank.text import folds_words

_SIDE_BY_SIDE = 3  # pairs of the hierarchical test, as in its table


def _figures(study: RankStudy) -> Iterator[StudyFigure]:
    best = study.algorithms[0]
    yield StudyFigure(
        name="critical-difference",
        title=f"Average ranks by {shortened(study.quantity)} and the critical difference",
        words=f"Critical-difference diagram of {count(len(study.algorithms), 'algorithm')} over "
        f"{count(len(study.datasets), 'data set')}: {shortened(best.name)} ranks best "
        f"({number(best.average_rank, 2)}); ranks that differ by less than "
        f"{number(study.diagram.critical_difference, 2)} do not differ significantly.",
        display=CriticalDifferenceDisplay(study.diagram),
        tables=("ranks",),
    )
    tests = [pair.hierarchical for pair in study.pairs if pair.hierarchical is not None]
    for at, test in enumerate(tests[:_SIDE_BY_SIDE]):
        if test.n_datasets < MOST_ROWS:
            yield _data_sets(test, f"pair-{at + 1}-data-sets" if len(tests) > 1 else "data-sets")


def _data_sets(test: HierarchicalPosterior, name: str) -> StudyFigure:
    pair = f"{shortened(test.first)} - {shortened(test.second)}"
    return StudyFigure(
        name=name,
        title=f"{pair}: differences of {shortened(test.quantity)} on each data set, in the light "
        "of the others",
        words=f"Forest plot of {count(test.n_datasets, 'data set')} and their centre, "
        f"{shortened(test.quantity)} of {pair}; circles are means over folds. {test}.",
        display=ForestDisplay(test),
        tables=("data_sets",),
    )


def _facts(study: RankStudy) -> Facts:
    yield datasets(study.datasets)
    if study.n_folds:
        yield "Folds", (f"{folds_words(study.n_folds)} of each data set",)


def _origin(study: RankStudy) -> Origin:
    """A table of results in a file, or what a table in memory looks like."""
    read = read_again(study, ("ResultsTable",))
    if read is not None:
        return replace(read, said=("quantity", "better"))
    note = "results has a value for every data set under the name of each algorithm"
    if study.n_folds:
        note = "results has the FoldValues (those of every fold) of each data set under its name"
    where = f"{note} ({study.provenance.source.name})."
    if study.n_folds:
        return Origin(arguments=("results",), notes=(where,), said=("quantity",))
    return Origin(arguments=("results",), notes=(where,), are_arrays=True)


def _arguments(study: RankStudy) -> dict[str, Any]:
    meaning = {"quantity": study.quantity, "better": study.better}
    asked = {field.name: getattr(study.settings, field.name) for field in fields(study.settings)}
    usual = RankSettings()
    return meaning | {name: value for name, value in asked.items() if value != getattr(usual, name)}


# The Methods section.


def _paragraphs(study: RankStudy) -> list[Paragraph]:
    """Data and joint test; pairs with posterior probabilities; the folds."""
    algorithms = [one.name for one in study.algorithms]
    data = [
        f"The {shortened(study.quantity)} of {count(len(algorithms), 'algorithm')} "
        f"({names_of(algorithms)}) was compared over {count(len(study.datasets), 'data set')} by "
        f"average ranks {cite('demsar2006')}; on each data set the algorithm with the "
        f"{'lowest' if study.better == 'lower' else 'highest'} value has rank 1, and ties share "
        "their average rank.",
        *_over_folds(study),
        *_dropped(study),
    ]
    if len(algorithms) > 2:
        joint = phrase_of("data sets", "joint test", study.joint.key, title=study.joint.method)
        data += [
            f"That all algorithms rank alike was tested by {joint}.",
            f"Friedman's chi-square and Iman and Davenport's F {cite('iman1980')} are also given.",
        ]
    return [data, _pairs(study), *_hierarchical(study)]


def _over_folds(study: RankStudy) -> Paragraph:
    folds = folds_words(study.n_folds)
    return [f"The value on a data set is the mean over its {folds}."] if folds else []


def _dropped(study: RankStudy) -> Paragraph:
    amount = study.provenance.source.n_dropped
    return [f"{were(amount, 'data set')} left out because a value is missing."] if amount else []


def _pairs(study: RankStudy) -> Paragraph:
    found = study.pairs
    said = []
    if study.settings.control is not None:
        adjusted = found_words(CORRECTION_WORDS, study.settings.correction)
        said.append(
            f"The others were compared with {shortened(study.settings.control)} by z tests of the "
            f"differences in average rank from the control, their p-values {adjusted}."
        )
    elif len(study.algorithms) > 2:
        nemenyi = phrase_of("data sets", "simultaneous comparisons", "nemenyi")
        level = f"{study.settings.level:g}"
        said.append(f"Pairs of algorithms were compared by {nemenyi}, at the level {level}.")
    confidence = percent(found[0].wilcoxon.interval.confidence)
    wilcoxon = phrase_of("data sets", "comparison", "wilcoxon").format(confidence)
    sign = phrase_of("data sets", "comparison", "sign")
    start = "Pairs were also" if said else "The two were"
    said.append(
        f"{start} compared by {wilcoxon} and {_exact(study)}, and by {sign}; both were two-sided."
    )
    said += correction_words(study.settings.correction, (len(found), "signed rank tests"))
    return [*said, *_posteriors(study)]


def _exact(study: RankStudy) -> str:
    methods = {pair.wilcoxon.key == WILCOXON_EXACT.key for pair in study.pairs}
    if methods == {True}:
        return "exact p-values"
    return (
        "normal p-values" if methods == {False} else "exact or, for many data sets, normal p-values"
    )


def _posteriors(study: RankStudy) -> Paragraph:
    found = [pair.posterior for pair in study.pairs if pair.posterior is not None]
    if not found:
        return []
    one, rng = found[0], study.settings.resampling.rng
    known = f", random numbers from rng {rng}" if isinstance(rng, int) else ""
    test = phrase_of("data sets", "posterior", "bayesian-signed-rank")
    return [
        "Posterior probabilities that one of a pair is better, or that both are practically "
        f"equivalent (a difference between -{one.rope:g} and {one.rope:g}), are those of "
        f"{test} of strength {one.prior_strength:g} ({one.replicates:,} draws{known})."
    ]


def _hierarchical(study: RankStudy) -> list[Paragraph]:
    found = [pair.hierarchical for pair in study.pairs if pair.hierarchical is not None]
    if not found:
        return []
    rope, shares = found[0].rope, sorted({own.correlation for own in found[0].datasets})
    correlation = " to ".join(dict.fromkeys(f"{share:.3g}" for share in (shares[0], shares[-1])))
    change = magnitude(max(test.numerical_error for test in found))
    return [
        [
            "The folds of all data sets were analysed by "
            f"{phrase_of('data sets', 'posterior', 'hierarchical')}, which "
            "gives the probabilities that the difference on a new data set lies below, within and "
            f"above the region from -{rope:g} to {rope:g}, and the difference on each data set in "
            "the light of the others.",
            f"The differences in the folds of a data set have the correlation {correlation}, the "
            f"share of its observations that a fold tests on {cite('nadeau2003')}; the priors are "
            "those of the paper.",
            "The integrals were computed by quadrature, without sampling; refining the grid once "
            f"more changed the probabilities by at most {change}.",
        ]
    ]


KIND: StudyKind[RankStudy] = StudyKind(
    title="Comparison over data sets",
    headline="Comparison of {} over data sets",
    question="Which algorithm is best over many data sets, and which differences are significant?",
    names=lambda study: (one.name for one in study.algorithms),
    facts=_facts,
    row="data set",
    figures=_figures,
    paragraphs=_paragraphs,
    function=rank,
    arguments=_arguments,
    origin=_origin,
    is_ordered=False,
)
