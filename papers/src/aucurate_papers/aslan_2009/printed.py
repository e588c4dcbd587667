"""What the paper prints: its definitions, data sets and counts, and what it says of its figures."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from aucurate.study.folds.outcomes import OUTCOMES, Outcome

PRINTED_COUNTS: dict[Outcome, int] = dict(zip(OUTCOMES, (1, 10, 9, 130), strict=True))
PRINTED_SETS = 15
PRINTED_ALGORITHMS = {
    "C4.5": "C4.5 decision tree",
    "LP": "linear perceptron with softmax outputs, gradient descent on cross-entropy",
    "k-NN": "k among 1, 3, 5, 7, 11 and 21 by the validation error",
    "NB": "naive Bayes, independent inputs",
    "RIPPER": "rule learner with 2 optimisation steps",
}
ALGORITHMS = tuple(PRINTED_ALGORITHMS)
CHESS = ("chess (kr-vs-k)", "chess (kr-vs-kp)")

PRINTED_NAMES = {
    "aibocolor": "UCI",
    "chess": "UCI",
    "connect-4": "UCI",
    "mushroom": "UCI",
    "nursery": "UCI",
    "pageblock": "UCI",
    "report": "UCI",
    "shuttle": "UCI",
    "spambase": "UCI",
    "thyroid": "UCI",
    "wave": "UCI",
    "ada": "IJCNN 2007",
    "caravan": "IJCNN 2007",
    "gina": "IJCNN 2007",
    "sylva": "IJCNN 2007",
}
"""The data sets of section IV-A, and where the paper has them from."""
PRINTED_SMALLEST = 3000

PRINTED_THRESHOLDS = {
    0.5: Fraction(1, 3),
    1.0: Fraction(1, 2),
    2.0: Fraction(2, 3),
    10.0: Fraction(10, 11),
}
"""By the loss of a false positive, where a false negative costs 1, the threshold (section II-B)."""

Spread: TypeAlias = Literal["overlap", "apart", "not said"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPair:
    """A pair that a figure shows, the outcome the paper gives for it, and what else it says.

    ``text_outcome`` is that of the text where it contradicts the caption, whose is ``outcome``.
    ``errors`` and ``aucs`` are whether the two histograms overlap, ``marks`` whether the points at
    threshold 1/2 on the curves do; ``higher`` is the algorithm whose curves are said to be above
    the other's, and ``crossing`` which is said to be better to the left of where they cross, and
    which to the right. ``intervals`` where the figure draws those of Cortes-Mohri and Agarwal.
    """

    figure: str
    dataset: str
    first: str
    second: str
    outcome: Outcome
    text_outcome: Outcome | None = None
    errors: Spread = "not said"
    aucs: Spread = "not said"
    marks: Spread = "not said"
    higher: str = ""
    crossing: tuple[str, str] | None = None
    intervals: bool = False

    @property
    def printed_dataset(self) -> str:
        """The set as the paper calls it."""
        return "chess" if self.dataset in CHESS else self.dataset


PRINTED_PAIRS = (
    *(
        PrintedPair(
            figure="2",
            dataset=chess,
            first="C4.5",
            second="RIPPER",
            outcome="accept/accept",
            errors="overlap",
            aucs="overlap",
            marks="overlap",
        )
        for chess in CHESS
    ),
    PrintedPair(
        figure="3",
        dataset="report",
        first="k-NN",
        second="RIPPER",
        outcome="accept/reject",
        errors="overlap",
        aucs="apart",
        marks="overlap",
        higher="k-NN",
    ),
    PrintedPair(
        figure="4",
        dataset="shuttle",
        first="k-NN",
        second="NB",
        outcome="reject/accept",
        crossing=("NB", "k-NN"),
    ),
    PrintedPair(
        figure="5",
        dataset="nursery",
        first="C4.5",
        second="LP",
        outcome="reject/reject",
        errors="apart",
        aucs="apart",
        marks="apart",
        higher="LP",
    ),
    PrintedPair(
        figure="6",
        dataset="ada",
        first="RIPPER",
        second="LP",
        outcome="accept/reject",
        errors="overlap",
        aucs="apart",
        intervals=True,
    ),
    PrintedPair(
        figure="7",
        dataset="ada",
        first="k-NN",
        second="LP",
        outcome="reject/reject",
        text_outcome="accept/accept",
        errors="apart",
        aucs="apart",
        intervals=True,
    ),
)
