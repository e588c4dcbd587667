"""What the tests of error and of AUC decide about the same pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aucurate.results import Comparison, Record

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
