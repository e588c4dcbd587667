"""What the paper prints: the four counts, and the pairs of its figures."""

from typing import NamedTuple

from aucurate.study.outcomes_numbers import OUTCOMES, Outcome

PRINTED_COUNTS: dict[Outcome, int] = dict(zip(OUTCOMES, (1, 10, 9, 130), strict=True))
PRINTED_SETS = 15
ALGORITHMS = ("C4.5", "LP", "k-NN", "NB", "RIPPER")
CHESS = ("chess (kr-vs-k)", "chess (kr-vs-kp)")


class PrintedPair(NamedTuple):
    """A pair that a figure shows, and the outcome the paper gives for it.

    ``dataset`` is empty where the set could not be found: then a pair of ours with that outcome
    stands in. ``intervals`` where the figure draws those of Cortes-Mohri and Agarwal.
    """

    figure: str
    dataset: str
    first: str
    second: str
    outcome: Outcome
    intervals: bool = False


PRINTED_PAIRS = (
    PrintedPair("2", CHESS[0], "C4.5", "RIPPER", "accept/accept"),
    PrintedPair("2", CHESS[1], "C4.5", "RIPPER", "accept/accept"),
    PrintedPair("3", "", "k-NN", "RIPPER", "accept/reject"),
    PrintedPair("4", "shuttle", "k-NN", "NB", "reject/accept"),
    PrintedPair("5", "nursery", "C4.5", "LP", "reject/reject"),
    PrintedPair("6", "ada", "RIPPER", "LP", "accept/reject", intervals=True),
    PrintedPair("7", "ada", "k-NN", "LP", "reject/reject", intervals=True),
)
