"""Do the tests of error rate and of AUC agree, over all pairs of algorithms and data sets?

**Question.** How often do the test of the error rate and the test of the AUC come to the same
conclusion about two algorithms, and on which pairs do they not?

**Use it** with the scores over folds of one or many data sets, all with probabilities or with known
thresholds. :func:`aucurate.folds` with ``threshold=`` lists the outcomes of one data set.

This is the comparison of tests of Aslan, Yildiz and Alpaydin (2009). Every pair of algorithms on
every data set has one of four outcomes: neither test detects a difference, only that of AUC does,
only that of error does, or both do. The default test is the paper's paired t test over folds;
``method=None`` takes the tests that are valid for the design of each data set.

**Not valid** with the paired t test as evidence about the algorithms: over left-out folds and with
one fixed test set it rejects too often (:mod:`aucurate.inference.folds.t_tests`). The p-values are
not adjusted.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aucurate import __version__
from aucurate.caveats import Kind
from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.errors import InputError
from aucurate.formatting import bare_p_value, count, join_words, number, percent, shortened
from aucurate.inference.folds.registry import Thresholds
from aucurate.results import Caveat, Comparison, Record
from aucurate.study.base import Provenance, Study
from aucurate.study.folds.numbers import FoldsPart, folds_part, inputs_of
from aucurate.study.folds.settings import FoldsSettings
from aucurate.study.table import Column, Table, field_column, itself, pair_columns, table

# The decisions of the tests of error rate and of AUC on the same pairs.


Outcome: TypeAlias = Literal["accept/accept", "accept/reject", "reject/accept", "reject/reject"]
OUTCOMES: tuple[Outcome, ...] = (
    "accept/accept",
    "accept/reject",
    "reject/accept",
    "reject/reject",
)
"""Error test first, AUC test second, in the order of Aslan, Yildiz and Alpaydin (2009)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOutcome(Record):
    """One pair on one data set by both tests; "reject" means that the pair differs."""

    dataset: str
    first: str
    second: str
    error_difference: float
    error_p_value: float
    auc_difference: float
    auc_p_value: float
    outcome: Outcome

    @property
    def disagrees(self) -> bool:
        """Whether one test detects a difference and the other does not."""
        return self.outcome in ("accept/reject", "reject/accept")


def outcomes_of(
    errors: Sequence[Comparison], aucs: Sequence[Comparison], level: float, dataset: str = ""
) -> tuple[TestOutcome, ...]:
    """The outcome of every pair; both sequences hold the same pairs in the same order."""
    found = []
    for error, auc in zip(errors, aucs, strict=True):
        assert (error.first, error.second) == (auc.first, auc.second)
        decided = (error.p_value <= level, auc.p_value <= level)
        found.append(
            TestOutcome(
                dataset=dataset,
                first=error.first,
                second=error.second,
                error_difference=error.difference,
                error_p_value=error.p_value,
                auc_difference=auc.difference,
                auc_p_value=auc.p_value,
                outcome=OUTCOMES[2 * decided[0] + decided[1]],
            )
        )
    return tuple(found)


def counts_of(outcomes: Sequence[TestOutcome]) -> dict[Outcome, int]:
    """How often each of the four occurs."""
    return {kind: sum(one.outcome == kind for one in outcomes) for kind in OUTCOMES}


OUTCOME_WORDS = {
    "accept/accept": "neither test detects a difference",
    "accept/reject": "only the AUC test detects a difference",
    "reject/accept": "only the error test detects a difference",
    "reject/reject": "both tests detect a difference",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesStudy(Study):
    """The four outcomes of (error test, AUC test) for every pair on every data set.

    Both tests are those of ``settings.method``, or with None those that are valid for the design of
    each data set. Their p-values are not adjusted.
    """

    kind = "outcomes"
    noun = "algorithm"

    settings: FoldsSettings
    outcomes: tuple[TestOutcome, ...]
    datasets: tuple[str, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each outcome occurs, in the order of ``OUTCOMES``."""
        return tuple(counts_of(self.outcomes).values())

    @property
    def disagreeing(self) -> tuple[TestOutcome, ...]:
        """The pairs for which only one of the tests detects a difference."""
        return tuple(outcome for outcome in self.outcomes if outcome.disagrees)

    def tables(self) -> tuple[Table, ...]:
        """The counts per data set and in total, and the pairs on which the tests disagree."""
        tables = [_counts_table(self)]
        if self.disagreeing:
            tables.append(disagreeing_table(self.disagreeing))
        return tuple(tables)

    def sentences(self) -> tuple[str, ...]:
        """How often the tests agree, and how they disagree otherwise."""
        total, counts = len(self.outcomes), counts_of(self.outcomes)
        agree = counts["accept/accept"] + counts["reject/reject"]
        return (
            f"The tests of error rate and AUC agree in {agree} of {count(total, 'comparison')} "
            f"({percent(agree / total)}).",
            f"Only the AUC test detects a difference in {counts['accept/reject']}, only the error "
            f"test in {counts['reject/accept']}.",
        )


@checked
def error_and_auc(
    data: Mapping[str, FoldScores],
    *,
    threshold: Thresholds,
    method: str | None = "t",
    level: float = 0.05,
) -> OutcomesStudy:
    """The four outcomes of the tests of error rate and AUC, for all pairs on all data sets.

    ``method`` is by default the paired t test over folds, as in the paper; None selects the test
    that is valid for the design of each data set. ``threshold`` is that of the error rate.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> study = error_and_auc({"breast cancer": load_breast_cancer_folds()}, threshold=0.5)
    >>> study.counts
    (3, 2, 1, 4)
    >>> print(study.sentences()[0])
    The tests of error rate and AUC agree in 7 of 10 comparisons (70%).
    """
    if not data:
        raise InputError("there are no data sets.", hint="give a FoldScores for each of them.")
    settings = FoldsSettings.checked(
        threshold=threshold, method=method, level=level, correction="none"
    )
    outcomes: list[TestOutcome] = []
    caveats: dict[Caveat, None] = {}
    for name, scores in data.items():
        aucs, errors = (folds_part(one, settings) for one in inputs_of(scores, settings))
        outcomes += outcomes_of(errors.comparisons, aucs.comparisons, settings.level, str(name))
        caveats.update(dict.fromkeys(_shared_caveats(aucs)))
    observations = [scores.observations for scores in data.values()]
    return OutcomesStudy(
        settings=settings,
        outcomes=tuple(outcomes),
        datasets=tuple(str(name) for name in data),
        caveats=tuple(caveats),
        provenance=Provenance(
            version=__version__,
            source=observations[0].source,
            method=method or "recommended",
            n_observations=sum(map(len, observations)),
            positive=observations[0].positive,
            negative=observations[0].negative,
        ),
    )


def _shared_caveats(part: FoldsPart) -> list[Caveat]:
    kinds = [
        Kind.FIXED_TEST_SET,
        Kind.OVERLAPPING_TRAINING_SETS,
        Kind.UNSTABLE_ALGORITHMS,
    ]
    kinds += [] if part.recommended else [Kind.CONSERVATIVE]
    return [c for found in part.comparisons for c in found.caveats if c.kind in kinds]


def _counts_table(study: OutcomesStudy) -> Table:
    rows = [
        (name, counts_of([one for one in study.outcomes if one.dataset == name]))
        for name in study.datasets
    ]
    if len(rows) > 1:
        rows.append(("all", counts_of(study.outcomes)))
    columns: list[Column[tuple[str, dict[Outcome, int]]]] = [
        Column("dataset", lambda row: row[0], "data set", shortened),
        *map(_of_outcome, OUTCOMES),
    ]
    pairs = count(len(study.outcomes), "pair")
    title = f"Outcomes of error test / AUC test at level {study.settings.level:g}, {pairs}"
    return table("outcomes", title, rows, columns)


def _of_outcome(kind: Outcome) -> Column[tuple[str, dict[Outcome, int]]]:
    return Column(kind, lambda row: row[1][kind], kind, "{:,}".format)


def disagreeing_table(outcomes: tuple[TestOutcome, ...]) -> Table:
    """The pairs for which only one of the tests detects a difference."""
    named = any(one.dataset for one in outcomes)
    columns: list[Column[TestOutcome]] = [
        field_column("dataset", "data set" if named else "", shortened),
        *pair_columns(itself, "pair"),
        field_column("error_difference", "error difference", number),
        field_column("error_p_value", "p", bare_p_value),
        field_column("auc_difference", "AUC difference", number),
        field_column("auc_p_value", "p", bare_p_value),
        field_column("outcome", "outcome", OUTCOME_WORDS.__getitem__),
    ]
    return table("disagreeing", "Pairs on which the tests disagree", outcomes, columns)


def outcome_sentence(outcomes: tuple[TestOutcome, ...]) -> str:
    """Whether the two tests agree about the pairs of one data set, and where not."""
    differ = [one for one in outcomes if one.disagrees]
    if not differ:
        return "The tests of error rate and AUC agree on every pair (p-values not adjusted)."
    words = [
        f"{shortened(one.first)} and {shortened(one.second)} ({OUTCOME_WORDS[one.outcome]})"
        for one in differ[:4]
    ]
    more = len(differ) - len(words)
    shown = f"{', '.join(words)} and {count(more, 'more pair')}" if more else join_words(words)
    return (
        f"The tests of error rate and AUC, p-values not adjusted, disagree on {len(differ)} of "
        f"{count(len(outcomes), 'pair')}: {shown}."
    )
