"""Method paragraphs of algorithms over many data sets."""

from collections.abc import Mapping

from aucurate.formatting import count, magnitude, percent, shortened
from aucurate.inference.many_datasets.pairs import WILCOXON_EXACT
from aucurate.report.methods.phrases import (
    CORRECTION_WORDS,
    Paragraph,
    cite,
    correction_words,
    found_words,
    method_words,
    names_of,
    were,
)
from aucurate.study.rank import RankStudy
from aucurate.study.rank.text import folds_words

FRIEDMAN_WORDS: Mapping[str, str] = {
    "friedman-exact": f"Friedman's test {cite('friedman1937')} with its exact distribution",
    "friedman-F": f"Friedman's test {cite('friedman1937')} in Iman and Davenport's form "
    f"{cite('iman1980')}",
    "friedman-chi-square": f"Friedman's chi-square test {cite('friedman1937')}",
}
"""By the keys of Friedman's test."""

RANK_TEST_WORDS: Mapping[str, str] = {
    "nemenyi": f"Nemenyi's test {cite('nemenyi1963')}, whose p-values allow for all pairs",
    "control": "z tests of the differences in average rank from the control, their p-values {}",
    "wilcoxon": f"Wilcoxon's signed rank test {cite('wilcoxon1945')}, with the Hodges-Lehmann "
    f"estimate of the difference and its {{}} confidence interval {cite('hodges1963')}",
    "sign": f"the sign test {cite('dixon1946')}",
    "bayesian signed rank": "the Bayesian signed rank test with a Dirichlet process prior "
    f"{cite('benavoli2014', 'benavoli2017')}",
    "hierarchical": f"the Bayesian hierarchical test {cite('corani2017')}",
}


def rank_paragraphs(study: RankStudy) -> list[Paragraph]:
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
        data += [
            "That all algorithms rank alike was tested by "
            f"{method_words(FRIEDMAN_WORDS, study.joint)}.",
            f"Friedman's chi-square and Iman and Davenport's F {cite('iman1980')} are given beside "
            "it.",
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
    if study.control is not None:
        adjusted = found_words(CORRECTION_WORDS, study.correction)
        test = RANK_TEST_WORDS["control"].format(adjusted)
        said.append(f"The others were compared with {shortened(study.control)} by {test}.")
    elif len(study.algorithms) > 2:
        said.append(
            f"Pairs of algorithms were compared by {RANK_TEST_WORDS['nemenyi']}, at the level "
            f"{study.level:g}."
        )
    wilcoxon = RANK_TEST_WORDS["wilcoxon"].format(percent(found[0].wilcoxon.interval.confidence))
    start = "Pairs were also" if said else "The two were"
    said.append(
        f"{start} compared by {wilcoxon} and {_exact(study)}, and by {RANK_TEST_WORDS['sign']}; "
        "both were two-sided."
    )
    said += correction_words(study.correction, (len(found), "signed rank tests"))
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
    one, rng = found[0], study.settings.get("rng")
    known = f", random numbers from rng {rng}" if isinstance(rng, int) else ""
    return [
        "Posterior probabilities that one of a pair is better, or that both are practically "
        f"equivalent (a difference between -{one.rope:g} and {one.rope:g}), are those of "
        f"{RANK_TEST_WORDS['bayesian signed rank']} of strength {one.prior_strength:g} "
        f"({one.replicates:,} draws{known})."
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
            f"The folds of all data sets were analysed by {RANK_TEST_WORDS['hierarchical']}, which "
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
