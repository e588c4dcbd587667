"""Do the test on error and the test on AUC agree, over all pairs of algorithms and data sets?

The comparison of tests of Aslan, Yildiz and Alpaydin (2009).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from aucurate import __version__
from aucurate.caveats import Kind
from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.source import Source
from aucurate.errors import InputError
from aucurate.formatting import bare_p_value, count, join_words, number, percent, shortened
from aucurate.inference.core.distributions import checked_level
from aucurate.inference.folds.registry import Thresholds
from aucurate.results import Caveat, Comparison, Record
from aucurate.study.base import Provenance, Study
from aucurate.study.folds.numbers import FoldsPart, FoldsSettings, folds_part, inputs_of
from aucurate.study.table import Table

# What the tests of error and of AUC decide about the same pairs.


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
    """One pair on one data set by both tests; "reject" says that the pair differs."""

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
        """Whether one test tells the pair apart and the other does not."""
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
    "accept/accept": "neither tells them apart",
    "accept/reject": "only AUC tells them apart",
    "reject/accept": "only error tells them apart",
    "reject/reject": "both tell them apart",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomesStudy(Study):
    """The four outcomes of (error test, AUC test) for every pair on every data set."""

    kind = "outcomes"

    settings: dict[str, Any]
    outcomes: tuple[TestOutcome, ...]
    datasets: tuple[str, ...]
    method: str
    level: float

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each outcome occurs, in the order of ``OUTCOMES``."""
        return tuple(counts_of(self.outcomes).values())

    @property
    def disagreeing(self) -> tuple[TestOutcome, ...]:
        """The pairs that one test tells apart and the other does not."""
        return tuple(one for one in self.outcomes if one.disagrees)

    def tables(self) -> tuple[Table, ...]:
        """The counts per data set and over all, and the pairs on which the tests disagree."""
        tables = [_counts_table(self)]
        if self.disagreeing:
            tables.append(disagreeing_table(self.disagreeing))
        return tuple(tables)

    def sentences(self) -> tuple[str, ...]:
        """How often they agree, and which way they do not."""
        total, counts = len(self.outcomes), counts_of(self.outcomes)
        agree = counts["accept/accept"] + counts["reject/reject"]
        return (
            f"Of {count(total, 'comparison')} the tests of error and AUC agree in {agree} "
            f"({percent(agree / total)}).",
            f"AUC alone tells {counts['accept/reject']} apart, error alone "
            f"{counts['reject/accept']}.",
        )


@checked
def error_and_auc(
    data: Mapping[str, FoldScores],
    *,
    threshold: Thresholds,
    method: str | None = "t",
    level: float = 0.05,
    source: str = "arrays in memory",
) -> OutcomesStudy:
    """The four outcomes of the tests on error and on AUC, for all pairs on all data sets.

    ``method`` is the paired t test over folds as in the paper; None takes the test whose level
    holds in the design of each data set. ``threshold`` is that of the error rate.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> study = error_and_auc({"breast cancer": load_breast_cancer_folds()}, threshold=0.5)
    >>> sum(study.counts)
    10
    """
    if not data:
        raise InputError("there are no data sets.", hint="give a FoldScores for each of them.")
    settings = FoldsSettings(
        threshold=threshold,
        method=method,
        all_tests=False,
        reference=None,
        alternative="two-sided",
        confidence=0.95,
        level=checked_level(level),
        correction="none",
        rope=None,
    )
    outcomes: list[TestOutcome] = []
    caveats: dict[Caveat, None] = {}
    for name, scores in data.items():
        aucs, errors = (folds_part(one, settings) for one in inputs_of(scores, settings))
        outcomes += outcomes_of(errors.comparisons, aucs.comparisons, settings.level, str(name))
        caveats.update(dict.fromkeys(_shared_caveats(aucs)))
    rows = sum(len(scores.observations) for scores in data.values())
    first = next(iter(data.values())).observations
    return OutcomesStudy(
        outcomes=tuple(outcomes),
        datasets=tuple(str(name) for name in data),
        method=method or "recommended",
        level=settings.level,
        caveats=tuple(caveats),
        settings={"level": settings.level, "method": method},
        provenance=Provenance(
            version=__version__,
            source=Source(name=source),
            method=method or "recommended",
            n_observations=rows,
            positive=first.positive,
            negative=first.negative,
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
    found = [
        counts_of([one for one in study.outcomes if one.dataset == name]) for name in study.datasets
    ]
    names = list(study.datasets)
    if len(names) > 1:
        names, found = [*names, "all"], [*found, counts_of(study.outcomes)]
    pairs = count(len(study.outcomes), "pair")
    return Table(
        name="outcomes",
        title=f"Error test / AUC test at level {study.level:g}, {pairs}",
        header=("data set", *OUTCOMES),
        rows=tuple(
            (shortened(name), *(f"{amount:,}" for amount in counts.values()))
            for name, counts in zip(names, found, strict=True)
        ),
        columns={
            "dataset": tuple(names),
            **{kind: tuple(counts[kind] for counts in found) for kind in OUTCOMES},
        },
    )


def disagreeing_table(outcomes: tuple[TestOutcome, ...]) -> Table:
    """The pairs that one test tells apart and the other does not."""
    named = any(one.dataset for one in outcomes)
    header = ("data set",) if named else ()
    return Table(
        name="disagreeing",
        title="Pairs on which the tests disagree",
        header=(*header, "pair", "error difference", "p", "AUC difference", "p", "outcome"),
        rows=tuple(
            (
                *((shortened(one.dataset),) if named else ()),
                f"{shortened(one.first)} - {shortened(one.second)}",
                number(one.error_difference),
                bare_p_value(one.error_p_value),
                number(one.auc_difference),
                bare_p_value(one.auc_p_value),
                OUTCOME_WORDS[one.outcome],
            )
            for one in outcomes
        ),
        columns=outcome_columns(outcomes),
    )


def outcome_columns(outcomes: tuple[TestOutcome, ...]) -> dict[str, tuple[object, ...]]:
    """Every number of every pair."""
    names = (
        "dataset",
        "first",
        "second",
        "error_difference",
        "error_p_value",
        "auc_difference",
        "auc_p_value",
        "outcome",
    )
    return {name: tuple(getattr(one, name) for one in outcomes) for name in names}


def outcome_sentence(outcomes: tuple[TestOutcome, ...]) -> str:
    """Whether the two tests agree about the pairs of one data set, and where not."""
    differ = [one for one in outcomes if one.disagrees]
    if not differ:
        return "The tests of error and AUC agree on every pair."
    words = [
        f"{shortened(one.first)} and {shortened(one.second)} ({OUTCOME_WORDS[one.outcome]})"
        for one in differ[:4]
    ]
    more = len(differ) - len(words)
    shown = f"{', '.join(words)} and {count(more, 'more pair')}" if more else join_words(words)
    return (
        f"The tests of error and AUC disagree on {len(differ)} of {count(len(outcomes), 'pair')}: "
        f"{shown}."
    )
