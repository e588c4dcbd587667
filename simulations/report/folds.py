"""Linear discriminants and trees in folds by every test, and the intervals over folds."""

from typing import Any

from simulations import fold_intervals, folds, hierarchical
from simulations.counting import LEVEL
from simulations.report.cells import Cell, cells_of, draws_said, shown, table

TITLES = {
    "left-out folds level": "Each observation scored by the model that did not see it",
    "held-out left-out folds level": "The same in worlds that played no part in choosing a test",
    "5x2 level": "Five repeats of two folds",
    "fixed test set level": "All models scored on one test set",
    "left-out folds level, trees": "Decision trees, each observation scored by the model that did "
    "not see it",
    "5x2 level, trees": "Decision trees, five repeats of two folds",
    "fixed test set level, trees": "Decision trees, all models scored on one test set",
    "cross-validated AUC coverage": "Left-out folds, about the models that were fitted",
    "fixed test set coverage": "One test set, about the algorithm over training sets too",
    "5x2 coverage": "Five repeats of two folds, about the algorithm over training sets too",
}
PLACES = {
    "observations": "observations",
    "folds": "folds",
    "repeats": "repeats",
    "test_set": "test set",
    "features": "features",
    "distance": "distance",
    "positive": "positive share",
}


def tables(results: dict[str, Any]) -> str:
    """A table for each design, and the intervals."""
    text = (
        f"\n### Linear discriminants and decision trees in folds, nominal {LEVEL}\n\n"
        "Every test, also those that are not recommended.\n"
    )
    for question in folds.QUESTIONS:
        text += _table(question.name, question.columns, results, LEVEL, "high")
    return text + intervals(results) + hierarchical_section(results)


def intervals(results: dict[str, Any]) -> str:
    """What the intervals of each design cover."""
    text = (
        "\n### Intervals over folds\n\nHow often intervals hold the truth, nominal "
        f"{1 - LEVEL}: the mean true value of the fitted models, or its expectation.\n"
    )
    for question in fold_intervals.QUESTIONS:
        text += _table(question.name, question.columns, results, 1 - LEVEL, "low")
    return text


def hierarchical_section(results: dict[str, Any]) -> str:
    """Two algorithms over many data sets in one model."""
    (question,) = hierarchical.QUESTIONS
    cells = cells_of(question.name, results)
    keys = ("datasets", "folds", "spread", "correlation")
    covering, new = question.columns[:3], question.columns[3:]
    rows = [
        ["as assumed" if cell.world[key] is None else str(cell.world[key]) for key in keys]
        + [shown(cell, name, 1 - LEVEL, "low") for name in covering]
        + [f"{cell.rate(name):.3f}" for name in new]
        for cell in cells
    ]
    return (
        "\n### Two algorithms over many data sets, hierarchical model\n\nHow often 95% intervals "
        "hold the centre and the differences of the data sets (beside the correlated t test of "
        "each alone), and how often the difference on a new data set lies in the region that was "
        "called the likeliest, beside the probability that it was given; folds correlated as the "
        f"model assumes, or not at all; {draws_said(cells)}.\n\n"
        + table([*keys, *question.columns], rows)
    )


def _table(
    question: str, columns: tuple[str, ...], results: dict[str, Any], nominal: float, wrong: Any
) -> str:
    cells = cells_of(question, results)
    head, rows = _places(cells)
    filled = [
        row + [shown(cell, name, nominal, wrong) for name in columns]
        for row, cell in zip(rows, cells, strict=True)
    ]
    return f"\n{TITLES[question]}; {draws_said(cells)}.\n\n" + table(head + list(columns), filled)


def _places(cells: list[Cell]) -> tuple[list[str], list[list[str]]]:
    """What says which cell is which; sizes always, the rest where it differs."""
    keys = [
        key
        for at, key in enumerate(PLACES)
        if at < 2 or len({cell.world[key] for cell in cells}) > 1 or key == "test_set"
    ]
    keys = [key for key in keys if any(cell.world[key] for cell in cells)]
    return [PLACES[key] for key in keys], [[str(cell.world[key]) for key in keys] for cell in cells]
