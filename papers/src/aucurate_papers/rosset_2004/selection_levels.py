"""What Table 3 owes to the settings of ChiMerge, which the paper does not print."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from aucurate.formatting import count, listing, number, percent
from aucurate.study.table import Table
from aucurate_papers.rosset_2004.chi_merge import LEVEL, MOST
from aucurate_papers.rosset_2004.printed_selection import PRINTED_NAIVE_BAYES
from aucurate_papers.rosset_2004.selection import AUC, ERROR, Design, Selections
from aucurate_papers.rosset_2004.selection_runs import runs_of
from aucurate_papers.rosset_2004.selection_spread import margin_of
from aucurate_papers.rosset_2004.selection_worlds import naive_bayes_world
from aucurate_papers.running import Run

SETTINGS: tuple[tuple[float, int | None], ...] = (
    *((0.10, 10), (LEVEL, MOST), (0.01, 10), (0.05, 5), (0.05, 15)),
    *((0.10, None), (0.05, None), (0.01, None), (0.001, None)),
)
"""Levels and largest numbers of intervals; None is no limit, so that the level alone decides."""


class LevelRuns(NamedTuple):
    """What one setting gives."""

    level: float
    most: int | None
    selections: Selections


def level_runs(run: Run, design: Design, repeats: int) -> tuple[LevelRuns, ...]:
    """Table 3 again under every setting, on the same draws; under ours from the same pieces."""
    found = []
    for level, most in SETTINGS:
        settings: dict[str, Any] = {"level": level, "most": most}
        selections = runs_of(
            run,
            "table-3" if (level, most) == (LEVEL, MOST) else f"table-3/level-{level}-{most}",
            naive_bayes_world(level, most),
            [(0, 1)],
            repeats=repeats,
            design=design,
            settings=settings,
        )
        found.append(LevelRuns(level, most, selections))
    return tuple(found)


def level_words(found: Sequence[LevelRuns]) -> str:
    """Whether these settings matter, from their margins."""
    margins = [margin_of(one.selections).mean for one in found]
    ahead = [margin for margin in margins if margin > 0]
    behind = [one for one, margin in zip(found, margins, strict=True) if margin <= 0]
    told = (
        "The paper names no settings of its chi-square discretisation. Ours, ChiMerge at the "
        f"{_quantile(LEVEL)} quantile with {_limit(MOST)}, were fixed before any table was "
        f"computed. Of {count(len(found), 'setting')} the AUC is ahead in {len(ahead)}"
    )
    if ahead:
        told += f", by {number(min(ahead), 1)} to {number(max(ahead), 1)} points"
    if behind:
        names = [f"{_quantile(one.level)} quantile with {_limit(one.most)}" for one in behind]
        told += f"; it is not ahead at the {listing(names)}"
    nearest = min(found, key=lambda one: _distance(one.selections))
    errors = 100 * nearest.selections.errors.mean(axis=0)
    shares = 100 * nearest.selections.shares[:, 0].mean(axis=0)
    return (
        f"{told}. Nearest to the printed error rates comes the {_quantile(nearest.level)} quantile "
        f"with {_limit(nearest.most)}: {number(errors[0], 1)}% and {number(errors[1], 1)}%, where "
        f"m2 is picked on {number(shares[ERROR], 1)}% by error rate and {number(shares[AUC], 1)}% "
        "by AUC."
    )


def _distance(selections: Selections) -> float:
    """From the printed error rates, in percent."""
    errors = 100 * selections.errors.mean(axis=0)
    return float(np.abs(errors - np.array(PRINTED_NAIVE_BAYES.errors)).sum())


def _quantile(level: float) -> str:
    return f".{percent(1 - level).removesuffix('%').replace('.', '')}"


def _limit(most: int | None) -> str:
    return "no limit to the intervals" if most is None else f"at most {most} intervals"


def level_table(found: Sequence[LevelRuns]) -> Table:
    """A row per setting; ours is marked."""
    rows, numbers = [], []
    for level, most, selections in found:
        shares = 100 * selections.shares[:, 0]
        errors = 100 * selections.errors.mean(axis=0)
        margin, error = margin_of(selections)
        by = shares.mean(axis=0)
        numbers.append((level, most, *errors, by[ERROR], by[AUC], margin, error))
        rows.append(
            (
                _quantile(level) + (", ours" if (level, most) == (LEVEL, MOST) else ""),
                "no limit" if most is None else str(most),
                *(number(one, 1) for one in (*errors, by[ERROR], by[AUC])),
                f"{number(margin, 1)} ± {number(error, 1)}",
            )
        )
    names = ("level", "most", "first_error", "second_error", "by_error", "by_auc")
    keys = (*names, "margin", "margin_standard_error")
    return Table(
        name="levels",
        title="The unprinted settings of the discretisation: error rates (%), average % m2 better, "
        "and the margin of the AUC ± standard error",
        header=(
            *("quantile", "intervals at most", "error of m1", "error of m2"),
            *("by error rate", "by AUC", "AUC minus error rate"),
        ),
        rows=tuple(rows),
        columns={
            key: tuple(x if isinstance(x, int | None) else float(x) for x in column)
            for key, column in zip(keys, zip(*numbers, strict=True), strict=True)
        },
    )
