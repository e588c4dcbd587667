"""Several comparisons at once, tests with a margin, and plans: is what they promise kept?"""

from collections.abc import Callable
from typing import Any

from aucurate.inference.methods import MARGIN_TESTS
from simulations import families, margins, pilots, planned
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of, draws_said, places, shown, table
from simulations.report.choosing import Situation, levels_table

FAMILY = "family-wise error"
MARGINS = "margin level"
PLANS = "planned power"
PROMISE = [
    name
    for name in families.QUESTIONS[0].columns
    if name not in ("none", families.DISCOVERY, families.COVERS)
]


def situations(results: dict[str, Any]) -> list[Situation]:
    """Several pairs at once, and questions with a margin."""
    return [*_family_situations(results), *_margin_situations(results)]


def _family_situations(results: dict[str, Any]) -> list[Situation]:
    """Of the methods that promise the family-wise error."""
    cells = cells_of(FAMILY, results)
    equal = [cell for cell in cells if "second_auc" not in cell.world]
    other = [cell for cell in cells if "second_auc" in cell.world]
    return [
        Situation("all pairs of four, all AUCs equal", equal, PROMISE),
        Situation("all pairs of four, one AUC higher than the others", other, PROMISE),
    ]


def summaries(results: dict[str, Any]) -> str:
    """A section each for families, margins, plans, and plans from pilots."""
    return _families(results) + _margins(results) + _plans(results) + _pilots(results)


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    family = families.QUESTIONS[0].columns
    margin = margins.QUESTIONS[0].columns
    return _cell_table(
        f"All pairs of four classifiers, nominal {LEVEL}",
        cells_of(FAMILY, results),
        family,
        _family_figure,
    ) + _cell_table(
        f"Tests with a margin of {margins.MARGIN} at its border, nominal {margins.MARGIN_LEVEL}",
        cells_of(MARGINS, results),
        margin,
        lambda cell, name: shown(cell, name, margins.MARGIN_LEVEL),
    )


def _cell_table(
    title: str, cells: list[Cell], columns: tuple[str, ...], figure: Callable[[Cell, str], str]
) -> str:
    head, rows = places(cells)
    filled = [
        row + [figure(cell, name) for name in columns]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return f"\n### {title}\n\n{draws_said(cells)}.\n\n" + table(head + list(columns), filled)


def _family_figure(cell: Cell, name: str) -> str:
    if name == families.COVERS:
        return shown(cell, name, 1 - LEVEL, "low")
    return shown(cell, name, LEVEL)


def _families(results: dict[str, Any]) -> str:
    text = (
        "\n### Several comparisons at once\n\n"
        "Four classifiers, all six pairs by DeLong's test: how often at least one true null is "
        f"rejected at {LEVEL}. For {families.DISCOVERY}, which does not promise that, the figure "
        "is the mean share of false ones among the rejections; where all nulls are true the two "
        "are the same.\n"
    )
    for situation in _family_situations(results):
        worst = min(situation.cells, key=lambda cell: cell.rate(families.COVERS))
        text += (
            f"\n{situation.name[0].upper()}{situation.name[1:]}. All six {families.COVERS} cover "
            f"together in at least {shown(worst, families.COVERS, 1 - LEVEL, 'low')} of the draws, "
            f"nominal {1 - LEVEL} ({worst.place}).\n\n"
            + levels_table(situation, ["none", families.DISCOVERY])
        )
    return text


def _margin_situations(results: dict[str, Any]) -> list[Situation]:
    cells = cells_of(MARGINS, results)
    return [
        Situation(
            f"{kind} with a margin of {margins.MARGIN}, level {margins.MARGIN_LEVEL}",
            cells,
            [f"{kind}, {name}" for name in margins.METHODS],
            margins.MARGIN_LEVEL,
        )
        for kind in MARGIN_TESTS
    ]


def _margins(results: dict[str, Any]) -> str:
    found = "\n".join(levels_table(situation) for situation in _margin_situations(results))
    return (
        f"\n### Tests with a margin\n\nThe true difference is exactly the margin of "
        f"{margins.MARGIN}, so the claim is just false: how often it is made, nominal "
        f"{margins.MARGIN_LEVEL} (one-sided). For equivalence the "
        "interval must also lie within the other margin.\n\n" + found
    )


def _plans(results: dict[str, Any]) -> str:
    cells = cells_of(PLANS, results)
    text = (
        "\n### Planned studies\n\nThe power that a plan promises, and the share of simulated "
        "studies of that size that show what was planned, with DeLong's test on normal scores of "
        "equal spread (which is what the binormal variance assumes; the others assume exponential "
        "scores, or ratings), and by the test that `compare` makes, which for different test sets "
        f"and for margins is MOVER's; {draws_said(cells)}. Bold: clearly less than promised.\n\n"
    )
    rows = []
    for variance in sorted({cell.world["variance"] for cell in cells}):
        gains = [_gain(cell) for cell in cells if cell.world["variance"] == variance]
        mean = sum(gains) / len(gains)
        rows.append(
            [variance, str(len(gains)), *(f"{g:+.3f}" for g in (min(gains), mean, max(gains)))]
        )
    head = ["variance", "plans", "lowest gain", "mean gain", "highest gain"]
    return (
        text
        + "Gain: simulated minus promised power.\n\n"
        + table(head, rows)
        + "\n"
        + _plan_table(cells)
    )


def _pilots(results: dict[str, Any]) -> str:
    text = (
        "\n### Studies planned from a pilot\n\nThe true power of studies of two classifiers on the "
        f"same observations, planned for {pilots.WANTED} with the AUCs of a pilot of the size "
        "named: by the power (the pilot taken for the truth), and by the assurance (the power "
        "averaged over the uncertainty of the pilot), which no study reaches with some pilots: "
        "figures are over the pilots for which there is a plan. "
        "Power is the normal approximation at the true AUCs and variances.\n"
    )
    for question, where in (
        (pilots.QUESTIONS[0], ""),
        (pilots.QUESTIONS[1], " in worlds that played no part in any choice"),
    ):
        cells = cells_of(question.name, results)
        head, rows = places(cells)
        sizes = [f"{plan}: {pilots.SIZE}" for plan in (pilots.PLAIN, pilots.ASSURED)]
        filled = [
            [
                *row,
                *(f"{cell.rate(name):.0f}" for name in sizes),
                *(f"{cell.rate(name):.2f}" for name in question.columns),
            ]
            for row, cell in zip(rows, cells, strict=True)
        ]
        names = [*(name.removesuffix(", size") for name in sizes), *question.columns]
        text += f"\n{draws_said(cells)}{where}.\n\n" + table([*head, *names], filled)
    return text


def _gain(cell: Cell) -> float:
    return cell.rate(planned.SHOWN) - float(cell.world["promised"])


def _plan_table(cells: list[Cell]) -> str:
    names = {
        "question": "question",
        "design": "design",
        "first": "AUC",
        "second": "against",
        "correlation": "correlation",
        "margin": "margin",
        "variance": "variance",
        "null_variance": "under the null",
        "n_positive": "positives",
        "n_negative": "negatives",
    }
    rows = []
    for cell in cells:
        said = ["" if cell.world[n] is None else str(cell.world[n]) for n in names]
        promised = float(cell.world["promised"])
        simulated = [shown(cell, name, promised, "low") for name in planned.COLUMNS]
        rows.append([*said, f"{promised:.3f}", *simulated])
    return table([*names.values(), "promised", *planned.COLUMNS], rows)
