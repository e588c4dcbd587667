"""Method paragraphs of comparisons over folds, and of error and AUC beside each other."""

from aucurate.formatting import count, listing, percent, shortened
from aucurate.report.method_words_areas import BOUND_WORDS, JOINT_WORDS
from aucurate.report.method_words_compare import is_bound
from aucurate.report.method_words_fold_tests import (
    ALLOWING,
    FOLD_INTERVAL_WORDS,
    FOLD_TEST_WORDS,
    ON_FIXED_TEST_SET,
    design_words,
)
from aucurate.report.method_words_text import (
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
from aucurate.study.folds_numbers import FoldsPart
from aucurate.study.outcomes import OutcomesStudy

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
    provenance, settings = study.provenance, study.provenance.settings
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
    said += [*dropped_words(provenance), *lower_words(settings)]
    if settings.get("threshold") is not None:
        said.append(f"Error rates are those at {thresholds_words(settings['threshold'])}.")
    return [*said, *_intervals(study)]


def _measured(study: FoldsStudy) -> str:
    known = {
        "AUC": "the areas under the receiver operating characteristic curves (AUCs)",
        "error rate": "the error rates",
    }
    quantities = [part.quantity for part in study.parts]
    told = listing([known.get(one, f"the values of {shortened(one)}") for one in quantities])
    return f"T{told[1:]}"


def _intervals(study: FoldsStudy) -> Paragraph:
    """How the intervals of means over folds were made."""
    said = []
    for part in study.parts:
        found = [one.interval for one in part.summaries if one.interval is not None]
        if found:
            usual = next((one for one in found if one.method in FOLD_INTERVAL_WORDS), found[0])
            how = FOLD_INTERVAL_WORDS.get(usual.method, f"by {shortened(usual.method)}")
            if part.quantity == "error rate" and study.design == "fixed test set":
                how += ON_FIXED_TEST_SET
            of = f"{intervals_at(usual.confidence)} of the mean {shortened(part.quantity)}"
            said.append(sentence(f"{of} over folds were computed {how}"))
    return said


def _tests(study: FoldsStudy) -> Paragraph:
    settings = study.provenance.settings
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
