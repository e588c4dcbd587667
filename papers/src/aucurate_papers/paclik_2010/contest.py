"""The paper's search and ours, judged on outer folds that neither saw.

In every repeat 100 observations of each digit are drawn and divided into outer folds. Without an
outer fold the algorithm is cross-validated; every search finds its weights on those left-out
scores, and they decide the scores that the algorithm, fitted to the same observations, gives to the
outer fold. The decisions of all outer folds together have the largest class error of the repeat.
Searches see the same scores, so their differences are paired.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import class_errors, confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassScores
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.estimates.weights.search import search_weights
from aucurate.formatting import count, number
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.printed import PRINTED_KEPT, PRINTED_STEPS, PRINTED_VECTORS

EQUAL = "equal weights, no search"
RUNS = (1, 3, 10)
"""Of the paper's search: once, as it is printed, and the best of several, to fill our time."""
STARTS = (1, 6)
"""Ascents of our searches: the equalised start only, and what a user gets unless said."""

_SAME = 1e-12  # equal errors but for rounding

Finder: TypeAlias = Callable[[ClassScores, int], WeightChoice | None]


class OuterFold(NamedTuple):
    """The left-out scores without an outer fold, and the scores of that fold."""

    inner: ClassScores
    outer: ClassScores


class Gaps(NamedTuple):
    """The unseen errors of one search minus those of another, repeat by repeat."""

    mean: float
    standard_deviation: float
    lowest: float
    highest: float
    better: int
    worse: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant(Record):
    """One search over all repeats.

    ``seen`` is the mean largest class error where the weights were searched, ``unseen`` has that on
    outer folds for each repeat. ``time`` is the median of its seconds over those of the paper's
    search on the same scores, and ``points`` how many operating points it looks at, on average.
    """

    name: str
    seen: float
    unseen: tuple[float, ...]
    time: float
    points: float

    @property
    def mean(self) -> float:
        """The unseen error, a mean over repeats."""
        return float(np.mean(self.unseen))

    @property
    def standard_deviation(self) -> float:
        """That of the unseen errors over repeats."""
        return _deviation(np.array(self.unseen))

    def minus(self, other: "Contestant") -> Gaps:
        """The differences from another search, pair by pair."""
        gaps = np.array(self.unseen) - np.array(other.unseen)
        gaps = np.where(np.abs(gaps) > _SAME, gaps, 0.0)
        return Gaps(
            mean=float(gaps.mean()),
            standard_deviation=_deviation(gaps),
            lowest=float(gaps.min()),
            highest=float(gaps.max()),
            better=int((gaps < 0).sum()),
            worse=int((gaps > 0).sum()),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(Record):
    """All searches on one scaling of the features."""

    scaling: str
    repeats: int
    folds: int
    contestants: tuple[Contestant, ...]

    def contestant(self, name: str) -> Contestant:
        """One of the searches by its name."""
        return next(one for one in self.contestants if one.name == name)

    @property
    def pairs(self) -> tuple[tuple[Contestant, Contestant], ...]:
        """Each of our searches, and the shortest of the paper's that takes as long, or its longest.

        So the paper's search has the time of ours or more, where any number of its runs has.
        """
        theirs = sorted((self.contestant(greedy(runs)) for runs in RUNS), key=lambda one: one.time)
        found = []
        for starts in STARTS:
            ours = self.contestant(ascent(starts))
            longer = [one for one in theirs if one.time >= ours.time]
            found.append((ours, longer[0] if longer else theirs[-1]))
        return tuple(found)


def greedy(runs: int) -> str:
    """The name of the paper's search, made so many times."""
    return "greedy, as in the paper" if runs == 1 else f"greedy, the best of {runs} runs"


def ascent(starts: int) -> str:
    """The name of our search with so many ascents."""
    return f"coordinate ascent from {count(starts, 'start')}"


def contest_of(
    scaling: str,
    repeats: Iterable[Sequence[OuterFold]],
    rng: int,
    step: Callable[[], object] = lambda: None,
) -> Contest:
    """Judge every search on the outer folds of every repeat; ``step`` is called after each."""
    rows: list[NDArray[np.float64]] = []
    folds = 0
    for repeat in repeats:
        rows.append(judged(repeat, rng))
        folds = len(repeat)
        step()
    return contest_from(scaling, folds, rows)


def contest_from(scaling: str, folds: int, judgements: Sequence[NDArray[np.float64]]) -> Contest:
    """The contest of judged repeats."""
    numbers = np.array(judgements)  # repeats x searches x (seen, unseen, time, points)
    return Contest(
        scaling=scaling,
        repeats=len(numbers),
        folds=folds,
        contestants=tuple(
            Contestant(
                name=name,
                seen=float(np.mean(numbers[:, at, 0])),
                unseen=tuple(numbers[:, at, 1].tolist()),
                time=float(np.median(numbers[:, at, 2])),
                points=float(np.mean(numbers[:, at, 3])),
            )
            for at, name in enumerate(_searches())
        ),
    )


def judged(repeat: Sequence[OuterFold], rng: int) -> NDArray[np.float64]:
    """Seen, unseen, time over that of the paper's search, and points: a row per search."""
    searches = _searches()
    classes = len(repeat[0].inner.classes)
    together = np.zeros((len(searches), classes, classes), np.int64)
    found = np.zeros((len(repeat), len(searches), 3))
    for fold, (inner, outer) in enumerate(repeat):
        for at, search in enumerate(searches.values()):
            begun = time.perf_counter()
            choice = search(inner, rng)
            took = time.perf_counter() - begun
            weights = np.ones(classes) if choice is None else np.array(choice.weights)
            inside = _largest(confusion_matrices(inner.values, inner.codes, weights[None])[0])
            together[at] += confusion_matrices(outer.values, outer.codes, weights[None])[0]
            found[fold, at] = inside, took, 1 if choice is None else choice.points
    seen, seconds, points = np.moveaxis(found, 2, 0)
    ratios = np.median(seconds / seconds[:, [0]], axis=0)
    unseen = np.array([_largest(one) for one in together])
    return np.stack([seen.mean(axis=0), unseen, ratios, points.mean(axis=0)], axis=1)


def _searches() -> dict[str, Finder]:
    """All of them by name, the paper's first."""
    found: dict[str, Finder] = {greedy(runs): partial(_greedily, runs) for runs in RUNS}
    found |= {ascent(starts): partial(_by_ascent, starts) for starts in STARTS}
    return {**found, EQUAL: lambda _data, _rng: None}


def _greedily(runs: int, data: ClassScores, rng: int) -> WeightChoice:
    rule = WeightRule.minimax()
    found = [
        greedy_weights(
            data,
            rule,
            vectors=PRINTED_VECTORS,
            steps=PRINTED_STEPS,
            keep=PRINTED_KEPT,
            rng=rng + run,
        ).best
        for run in range(runs)
    ]
    confusions = np.array([one.confusion for one in found])
    best = found[int(rule.standing(confusions, data.classes).best()[0])]
    return replace(best, points=sum(one.points for one in found))


def _by_ascent(starts: int, data: ClassScores, rng: int) -> WeightChoice:
    return search_weights(data, starts=starts, rng=rng)


def _largest(confusion: NDArray[np.int64]) -> float:
    return float(np.max(class_errors(confusion)))


def _deviation(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan


# The contest of the searches as a table.


def contest_table(contests: Sequence[Contest]) -> Table:
    """A row per search and scaling."""
    found = [(contest, one) for contest in contests for one in contest.contestants]
    gaps = [one.minus(contest.contestant(greedy(1))) for contest, one in found]
    columns: dict[str, tuple[object, ...]] = {
        "scaling": tuple(contest.scaling for contest, _ in found),
        "search": tuple(one.name for _, one in found),
        "repeats": tuple(contest.repeats for contest, _ in found),
        "seen": tuple(one.seen for _, one in found),
        "unseen": tuple(one.mean for _, one in found),
        "standard_deviation": tuple(one.standard_deviation for _, one in found),
        **{f"difference_{field}": tuple(getattr(g, field) for g in gaps) for field in Gaps._fields},
        "time": tuple(one.time for _, one in found),
        "points": tuple(one.points for _, one in found),
    }
    rows = [
        (
            contest.scaling,
            one.name,
            number(one.seen),
            f"{number(one.mean)} ± {number(one.standard_deviation)}",
            *(_against(contest, gap) if one.name != greedy(1) else ("", "", "")),
            *(("", "") if one.name == EQUAL else (number(one.time, 2), number(one.points, 0))),
        )
        for (contest, one), gap in zip(found, gaps, strict=True)
    ]
    first = contests[0]
    return Table(
        name="contest",
        title="Largest class error at searched weights where they were searched, and on "
        f"{first.folds} outer folds that no search saw (mean over repeats ± standard deviation), "
        "and its difference from the paper's search, repeat by repeat",
        header=(
            *("features", "search", "seen", "unseen", "unseen minus greedy", "from, to"),
            *("better, worse", "time over greedy", "points looked at"),
        ),
        rows=tuple(rows),
        columns=columns,
    )


def _against(contest: Contest, gap: Gaps) -> tuple[str, str, str]:
    return (
        f"{number(gap.mean, 4)} ± {number(gap.standard_deviation, 4)}",
        f"{number(gap.lowest, 2)}, {number(gap.highest, 2)}",
        f"{gap.better}, {gap.worse} of {contest.repeats}",
    )
