"""The contest of the searches as a table."""

from collections.abc import Sequence

from aucurate.formatting import number
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.contest import EQUAL, Contest, Gaps, greedy


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
