"""Method paragraphs of comparisons over folds, and of error and AUC beside each other."""

from collections.abc import Mapping

from aucurate.formatting import count, join_words, percent, shortened
from aucurate.report.methods.auc import BOUND_WORDS, JOINT_WORDS
from aucurate.report.methods.compare import is_bound
from aucurate.report.methods.phrases import (
    SATTERTHWAITE,
    Paragraph,
    cite,
    correction_words,
    dropped_words,
    found_words,
    intervals_at,
    lower_words,
    names_of,
    sentence,
    thresholds_words,
)
from aucurate.study.folds import FoldsStudy
from aucurate.study.folds.numbers import FoldsPart
from aucurate.study.folds.outcomes import OutcomesStudy

_SIDES = {
    "two-sided": "two-sided",
    "greater": "one-sided, with the alternative that the first of a pair has the higher value",
    "less": "one-sided, with the alternative that the first of a pair has the lower value",
}


def folds_paragraphs(study: FoldsStudy) -> list[Paragraph]:
    """Data and design; the tests of every quantity; what else was asked for."""
    return [_data(study), _tests(study), _more(study)]


def outcomes_paragraphs(study: OutcomesStudy) -> list[Paragraph]:
    """The two tests of every pair on every data set, and how their outcomes are counted."""
    pairs = count(len(study.outcomes), "comparison")
    names = names_of(study.datasets)
    test = f"by {found_words(FOLD_TEST_WORDS, study.method)}"
    if study.method == "recommended":
        test = "by the test that aucurate recommends for the design of a data set"
    return [
        [
            f"On {count(len(study.datasets), 'data set')} ({names}), "
            f"{study.provenance.n_observations:,} observations in all, algorithms were compared "
            "over folds in error rate and in the area under the receiver operating characteristic "
            f"curve (AUC), {pairs} of each.",
            f"Both were tested {test}, two-sided.",
            f"What the two tests decide at the level {study.level:g} was set side by side "
            f"{cite('aslan2009')}; their p-values were not adjusted for multiple testing.",
        ]
    ]


def _data(study: FoldsStudy) -> Paragraph:
    provenance, settings = study.provenance, study.settings
    who = f"{count(len(study.names), 'algorithm')} ({names_of(study.names)})"
    design = design_words(study.design, study.n_folds, study.n_repeats)
    said = [f"{_measured(study)} of {who} were compared {design}."]
    if provenance.n_observations:
        said.append(
            f"There were {count(provenance.n_observations, 'observation')}; the positive class "
            f"was {shortened(provenance.positive)}, the negative class "
            f"{shortened(provenance.negative)}."
        )
    left_out = list(settings.get("dropped") or ())
    if left_out:
        said.append(
            f"{count(len(left_out), 'fold')} in which a class was missing or a fit failed "
            f"{'was' if len(left_out) == 1 else 'were'} left out ({names_of(left_out)})."
        )
    said += [*dropped_words(provenance), *lower_words(provenance)]
    if settings.get("threshold") is not None:
        said.append(f"Error rates are those at {thresholds_words(settings['threshold'])}.")
    return [*said, *_intervals(study)]


def _measured(study: FoldsStudy) -> str:
    known = {
        "AUC": "the areas under the receiver operating characteristic curves (AUCs)",
        "error rate": "the error rates",
    }
    quantities = [part.quantity for part in study.parts]
    told = join_words([known.get(one, f"the values of {shortened(one)}") for one in quantities])
    return f"T{told[1:]}"


def _intervals(study: FoldsStudy) -> Paragraph:
    """How the intervals of means over folds were made."""
    said = []
    for part in study.parts:
        found = [one.interval for one in part.summaries if one.interval is not None]
        if found:
            usual = next((one for one in found if one.key in FOLD_INTERVAL_WORDS), found[0])
            how = FOLD_INTERVAL_WORDS.get(usual.key, f"by {shortened(usual.method)}")
            if part.quantity == "error rate" and study.design == "fixed test set":
                how += ON_FIXED_TEST_SET
            of = f"{intervals_at(usual.confidence)} of the mean {shortened(part.quantity)}"
            said.append(sentence(f"{of} over folds were computed {how}"))
    return said


def _tests(study: FoldsStudy) -> Paragraph:
    settings = study.settings
    reference = settings.get("reference")
    pairs = "All pairs of algorithms were" if len(study.names) > 2 else "The algorithms were"
    if reference is not None:
        pairs = f"Every other algorithm was compared with {shortened(str(reference))}"
    else:
        pairs += " compared"
    said = [f"{pairs} in {'; and in '.join(_by(study, part) for part in study.parts)}."]
    confidence = study.parts[0].comparisons[0].interval.confidence
    said += [
        f"Tests were {_SIDES[study.parts[0].comparisons[0].alternative]}.",
        sentence(f"{intervals_at(confidence)} of differences were computed by the same method"),
    ]
    if study.joint is not None:
        same = "" if study.parts[0].method == "delong" else ", with the same allowance"
        said.append(f"That all AUCs are equal was tested by {JOINT_WORDS['delong-F']}{same}.")
    families = [
        (len(part.comparisons), f"comparisons of {_plural(part.quantity)}") for part in study.parts
    ]
    bounds = [is_bound(c.interval) for part in study.parts for c in part.comparisons]
    said += [*correction_words(study.correction, *families), *([BOUND_WORDS] * any(bounds))]
    return said


def _by(study: FoldsStudy, part: FoldsPart) -> str:
    words = found_words(FOLD_TEST_WORDS, part.method)
    repeated = study.n_repeats > 1 and study.design != "random splits"
    if part.method == "nadeau-bengio" and repeated:
        words += f" in its form for repeated cross-validation {cite('bouckaert2004')}"
    if part.method == "averaged-error":
        words += ON_FIXED_TEST_SET if study.design == "fixed test set" else ALLOWING
    return f"{shortened(part.quantity)} by {words}"


def _plural(quantity: str) -> str:
    return {"AUC": "AUCs", "error rate": "error rates"}.get(quantity, shortened(quantity))


def _more(study: FoldsStudy) -> Paragraph:
    """All other tests, the Bayesian one, and outcomes of both tests."""
    said = []
    asked = {part.method for part in study.parts}
    others = [one.test for part in study.parts for one in part.tests if one.test not in asked]
    if others:
        words = "; ".join(found_words(FOLD_TEST_WORDS, name) for name in dict.fromkeys(others))
        said.append(f"For comparison, pairs were also tested by other methods: {words}.")
    posteriors = [one for part in study.parts for one in part.posteriors]
    if posteriors:
        rope = f"{posteriors[0].rope:g}"
        said.append(
            "Posterior probabilities that one algorithm of a pair is better, and that both are "
            f"practically equivalent (a difference between -{rope} and {rope}), were computed by "
            f"the Bayesian correlated t test {cite('corani2015')}, with "
            f"{percent(posteriors[0].interval.confidence)} credible intervals."
        )
    if study.outcomes:
        said.append(
            "What the tests of error rate and of AUC decide about each pair at the level "
            f"{study.level:g}, before any adjustment, was set side by side {cite('aslan2009')}."
        )
    return said


# Words for designs of folds and for tests over them, by the names of ``fold_tests.FOLD_TESTS``.


FOLD_TEST_WORDS: Mapping[str, str] = {
    "corrected-delong": f"DeLong's test {cite('delong1988')} carried over to folds: placements of "
    "observations within their own fold, their variance around the mean of all folds, with an "
    f"allowance for other training sets {cite('nadeau2003')}, referred to {SATTERTHWAITE}",
    "delong": f"DeLong's test {cite('delong1988')} carried over to folds: placements of "
    "observations within their own fold, their variance around the mean of all folds, referred to "
    f"{SATTERTHWAITE}",
    "averaged-delong": f"DeLong's test {cite('delong1988')} on placements averaged over the models "
    "of all training sets, with a component of variance for the training sets as for readers in "
    f"studies of several readers {cite('gallas2006', 'obuchowski1995')}, referred to "
    f"{SATTERTHWAITE}",
    "averaged-error": "a paired t test of the errors of the same observations "
    f"{cite('dietterich1998')}",
    "nadeau-bengio": f"the corrected resampled t test {cite('nadeau2003')}",
    "ledell": "the test from influence curves of cross-validated AUCs "
    f"{cite('ledell2015')}, referred to the normal distribution",
    "t": f"the paired t test over folds {cite('dietterich1998')}",
    "wilcoxon": f"Wilcoxon's signed rank test over folds {cite('wilcoxon1945')}, with the "
    f"interval of the pseudo-median {cite('hodges1963')}",
    "sign": f"the sign test over folds {cite('dixon1946')}, with the interval of the median "
    "between order statistics",
    "sign-flip": "the permutation test over folds in which differences change their signs "
    f"{cite('fisher1935')}, with the interval between typical values {cite('hartigan1969')}",
    "5x2-t": f"the 5x2cv paired t test {cite('dietterich1998')}",
    "5x2-f": f"the combined 5x2cv F test {cite('alpaydin1999')}",
    "pooled-delong": f"DeLong's test {cite('delong1988')} on the scores of all folds pooled",
}

ALLOWING = f", its variance with an allowance for other training sets {cite('nadeau2003')}"
"""What is added for error rates where observations were left out of training sets."""

ON_FIXED_TEST_SET = (
    ", averaged over the models of all training sets and with a component of variance for them "
    f"{cite('gallas2006')}"
)
"""What is added for error rates on one test set that all models scored."""

FOLD_INTERVAL_WORDS: Mapping[str, str] = {
    "delong": "as beta intervals from DeLong's variance "
    f"{cite('delong1988')} of placements within folds, which allow for errors that the folds do "
    f"not show {cite('rubin1981')}",
    "averaged-delong": "as beta intervals from DeLong's variance of averaged placements and the "
    f"component for the training sets {cite('delong1988', 'gallas2006')}, which allow for errors "
    f"that the test set does not show {cite('rubin1981')}",
    "averaged-error": "with Student's t distribution, from the variance over observations of "
    "their errors",
    "nadeau-bengio": "with Student's t distribution, from Nadeau and Bengio's "
    f"corrected variance over folds {cite('nadeau2003')}",
}
"""By the key of an interval of a mean over folds."""

DESIGN_WORDS: Mapping[str, str] = {
    "left-out folds": "by {folds}-fold cross-validation{repeated}, each observation scored by a "
    "model that was fitted without its fold",
    "fixed test set": "with models fitted to {all_folds} training sets, all of which scored the "
    "same test set",
    "5x2": f"by five repeats of two-fold cross-validation {cite('dietterich1998')}",
    "random splits": "over {all_folds} random splits into training and test sets",
}
"""By the names of ``fold_values.DESIGNS``."""


def design_words(design: str, n_folds: int, n_repeats: int) -> str:
    """The design of a study over folds, with its numbers."""
    per_repeat, rest = divmod(n_folds, max(1, n_repeats))
    if rest and design == "left-out folds":  # some were dropped, not as many of every repeat
        return f"over {n_folds:,} left-out folds of cross-validation in {n_repeats:,} repeats"
    repeated = f", repeated {n_repeats:,} times" if n_repeats > 1 else ""
    known = DESIGN_WORDS.get(design, "over {all_folds} folds")
    return known.format(folds=per_repeat, repeated=repeated, all_folds=f"{n_folds:,}")
