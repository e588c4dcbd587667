"""Other methods on groups and sampling weights: the worst cells of each, and all of them."""

from collections.abc import Sequence
from typing import Any

from simulations import group_methods
from simulations.counting import LEVEL, Question
from simulations.groups import IGNORED
from simulations.report.cells import Cell, Wrong, cells_of, shown, table
from simulations.report.groups import range_of
from simulations.report.intervals import NOMINAL
from simulations.report.operating import tables_of

QUESTIONS: tuple[Question, ...] = group_methods.QUESTIONS
TITLES = {
    "groups rate coverage": "Rates at a fixed threshold, in groups",
    "groups calls level": "Two equal classifiers at their thresholds, in groups",
    "groups chosen threshold coverage": "A threshold chosen on observations in groups, and rates "
    "on new data there",
    "groups bootstrap coverage": "Bootstrap intervals of the AUC, in groups",
    "groups resampled level": "Two equal classifiers by resampling, in groups",
    "groups band coverage": "The whole curve within a simultaneous bootstrap band, in groups",
    "groups classes coverage": "AUCs of three classes, in groups",
    "groups classes level": "Two equal classifiers of three classes, in groups",
    "groups folds level": "Two equal algorithms over folds that keep groups whole",
}
_DESIGN_WORDS = {
    "one class": "groups of one class",
    "both, alike": "groups of both classes moved alike",
    "both, opposed": "groups of both classes opposed",
}


def section(results: dict[str, Any]) -> str:
    """The range of every column, and where the worst one is."""
    text = (
        "\n### Other methods with groups and sampling weights\n\nWorlds as above, with groups of 5 "
        "(of 6 for three classes), intra-group correlations of 0 and 0.7, equal sizes but for 50 "
        "groups of unequal sizes. Where a prevalence is estimated, in rates at a fixed threshold "
        "and tests of them, the classes of groups, or of observations of groups that hold both, "
        "are drawn too. Weights are informative, with a coefficient of variation of 1. Figures are "
        "the lowest to the highest over cells; 'ignored' is the same method without the groups or "
        "weights.\n"
    )
    return text + "".join(_question(question, results) for question in QUESTIONS)


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = (
        "\n## Other methods with groups and sampling weights\n\nHow often intervals and bands hold "
        f"the truth (nominal {NOMINAL}), and how often tests reject a true null hypothesis "
        f"(nominal {LEVEL}); 'ignored' is the same method without the groups or weights.\n"
    )
    return text + tables_of(QUESTIONS, TITLES, results)


def worst(cells: Sequence[Cell], names: Sequence[str], wrong: Wrong) -> tuple[Cell, str]:
    """The cell and the column of the highest level, or of the lowest coverage."""
    figures = [(cell, name) for cell in cells for name in names]
    furthest = max if wrong == "high" else min
    return furthest(figures, key=lambda figure: figure[0].rate(figure[1]))


def place(world: dict[str, Any]) -> str:
    """Where a cell is, in words."""
    if "variation" in world:
        drawn = f"groups of {world['rows']}" if world["rows"] > 1 else "single rows"
        return f"sampling weights, {world['n_positive']}/{world['n_negative']}, {drawn}"
    said = [f"{world['n_groups']} {_DESIGN_WORDS[world['design']]}"]
    if world.get("sizes", "equal") != "equal":
        said.append(f"{world['sizes']} sizes")
    said.append(f"intra-group correlation {world['correlation']:g}")
    if "auc" in world:
        said.append(f"AUC {world['auc']:g}")
    if "folds" in world:
        said.append(f"{world['folds']} folds")
    return ", ".join(said)


def _question(question: Question, results: dict[str, Any]) -> str:
    cells = cells_of(question.name, results)
    is_level = question.name.endswith("level")
    nominal = LEVEL if is_level else NOMINAL
    wrong: Wrong = "high" if is_level else "low"
    names = [name for name in question.columns if not name.endswith(IGNORED)]
    grouped = [cell for cell in cells if "n_groups" in cell.world]
    weighted = [cell for cell in cells if "variation" in cell.world]
    counts = sorted({cell.world["n_groups"] for cell in grouped})
    columns = [
        *([cell for cell in grouped if cell.world["n_groups"] == count] for count in counts),
        *([weighted] if weighted else []),
    ]
    correlated = [cell for cell in grouped if cell.world["correlation"] > 0]
    rows = [
        [
            name,
            *(range_of(among, name, nominal, wrong) for among in columns),
            range_of(correlated, f"{name}{IGNORED}", nominal, wrong),
        ]
        for name in names
    ]
    head = [
        "rejects" if is_level else "covers",
        *(f"{count} groups" for count in counts),
        *(["sampling weights"] if weighted else []),
        "groups that correlate, ignored",
    ]
    return (
        f"\n**{TITLES[question.name]}**, nominal {nominal}; {_draws(cells[0], names[0])}. "
        f"{_verdict(cells, names, nominal, wrong)}\n\n" + table(head, rows)
    )


def _draws(cell: Cell, name: str) -> str:
    """The draws of a cell, and of a method with groups ignored where they are fewer."""
    fewer = cell.draws_of(f"{name}{IGNORED}")
    said = f"{cell.draws:,} draws a cell"
    return said if fewer == cell.draws else f"{said}, {fewer:,.0f} with groups ignored"


def _verdict(cells: Sequence[Cell], names: Sequence[str], nominal: float, wrong: Wrong) -> str:
    """The worst figure, and how many are clearly on the wrong side."""
    cell, name = worst(cells, names, wrong)
    what = "highest level" if wrong == "high" else "lowest coverage"
    bold = sum(shown(c, n, nominal, wrong).startswith("**") for c in cells for n in names)
    return (
        f"The {what} is {cell.rate(name):.3f} ({name}; {place(cell.world)}); {bold} of "
        f"{len(cells) * len(names)} figures with groups or weights are clearly on the wrong side."
    )
