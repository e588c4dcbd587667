"""Groups of algorithms that a test after Friedman's cannot tell apart: the data of the
critical-difference diagram (Demsar 2006, Figure 1), and the letters of a table.

Algorithms are sorted by average rank. A group is a longest run of them whose first and last are
less than the critical difference apart; groups may overlap. Two algorithms that share a group (a
letter) are not shown to differ, which does not show that they are equal.
"""

from dataclasses import dataclass

from aucurate.checks import checked
from aucurate.formatting import listing
from aucurate.inference.many_datasets.nemenyi import NemenyiTest
from aucurate.results import Record

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalDifference(Record):
    """Ready to be drawn: names and average ranks from the best on, and who is joined by a line.

    ``groups`` has every longest run, also an algorithm that differs from all others; a diagram
    draws those of two or more. ``letters`` are those of each algorithm's groups.
    """

    names: tuple[str, ...]
    average_ranks: tuple[float, ...]
    critical_difference: float
    level: float
    n_datasets: int
    groups: tuple[tuple[str, ...], ...]
    letters: tuple[str, ...]

    def __str__(self) -> str:
        joined = [listing(list(group)) for group in self.groups if len(group) > 1]
        if not joined:
            return f"all algorithms differ at level {self.level:g}"
        return f"not told apart at level {self.level:g}: {'; '.join(joined)}"


@checked
def critical_difference(test: NemenyiTest) -> CriticalDifference:
    """The diagram of Nemenyi's test.

    >>> from aucurate.data.results_table import ResultsTable
    >>> from aucurate.inference.many_datasets.nemenyi import nemenyi_test
    >>> table = ResultsTable.from_arrays(
    ...     {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    ... )
    >>> diagram = critical_difference(nemenyi_test(table))
    >>> print(diagram)
    not told apart at level 0.05: a and b; b and c
    >>> diagram.letters
    ('a', 'ab', 'b')
    """
    order = sorted(range(len(test.names)), key=lambda at: test.average_ranks[at])
    names = tuple(test.names[at] for at in order)
    ranks = tuple(test.average_ranks[at] for at in order)
    runs = _longest_runs(ranks, test.critical_difference)
    letters = tuple(
        "".join(_letter(place) for place, (start, stop) in enumerate(runs) if start <= at < stop)
        for at in range(len(names))
    )
    return CriticalDifference(
        names=names,
        average_ranks=ranks,
        critical_difference=test.critical_difference,
        level=test.level,
        n_datasets=test.n_datasets,
        groups=tuple(names[start:stop] for start, stop in runs),
        letters=letters,
    )


def _longest_runs(ranks: tuple[float, ...], width: float) -> list[tuple[int, int]]:
    """Start and stop of each run that no other run contains."""
    runs: list[tuple[int, int]] = []
    for start, lowest in enumerate(ranks):
        stop = max(at + 1 for at, rank in enumerate(ranks) if rank - lowest < width)
        if not runs or stop > runs[-1][1]:
            runs.append((start, stop))
    return runs


def _letter(place: int) -> str:
    """a, b, ..., z, then a2, b2, ...: as many as are needed."""
    around, at = divmod(place, len(_LETTERS))
    return _LETTERS[at] + (str(around + 1) if around else "")
