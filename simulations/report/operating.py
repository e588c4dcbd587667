"""Operating points, parts of the curve, bands: which intervals cover, which tests hold?"""

from typing import Any

from simulations import (
    bands,
    chosen_thresholds,
    estimands,
    expected_cost,
    functions,
    net_benefit,
    operating_points,
    other_parts,
    paired_calls,
    partial,
    rates,
)
from simulations.counting import LEVEL, Question
from simulations.report.cells import Cell, Wrong, cells_of, draws_said, shown, table

TITLES = {
    "rate coverage": "Rates at a fixed threshold, prevalence of the sample",
    "rate coverage, stated prevalence": "Rates at a fixed threshold, prevalence stated",
    "joint region coverage": "Sensitivity and specificity together",
    "McNemar level": "Two classifiers at their thresholds, McNemar",
    "paired difference coverage": "Two classifiers at their thresholds, interval of the difference",
    "predictive value level": "Predictive values of two classifiers",
    "chosen threshold coverage": "Rates on new data at a threshold that was chosen on these; "
    "'optimism' is what the apparent rate has too much",
    "held-out chosen threshold coverage": "The same in worlds that played no part in choosing",
    "threshold interval coverage": "The interval of a chosen threshold itself, against the "
    "threshold that the rule would choose in a test set without end, and rates on new data, in "
    "worlds of many shapes",
    "held-out threshold interval coverage": "The same in worlds that played no part in choosing",
    "percentile threshold interval coverage": "Percentiles of chosen thresholds, for rules that "
    "have no better interval; a caveat tells of it",
    "partial coverage": "Partial AUC, sensitivity at a specificity, average precision",
    "held-out partial coverage": "The same in worlds that played no part in choosing the forms "
    "(but for the beta interval of partial AUCs, which was looked at here too)",
    "partial bootstrap coverage": "The same with bootstrap intervals",
    "partial paired level": "The same, two classifiers, paired",
    "held-out partial paired level": "The same in worlds that played no part in choosing, run once",
    "partial resampled paired level": "The same by bootstrap, paired",
    "partial permuted paired level": "The same by permutation, paired",
    "partial unpaired level": "The same, two classifiers, unpaired",
    "other parts coverage": "Specificity at 90% sensitivity, partial AUC over sensitivities from "
    "90%, and McClish's correction; a caveat tells of 20 observations in the class of the range",
    "other parts bootstrap coverage": "The same with bootstrap intervals",
    "other parts level": "The same, two classifiers, paired and unpaired",
    "resampled unpaired parts level": "Parts of the curve, two classifiers, unpaired, by bootstrap "
    "percentiles",
    "estimands level": "Four equal classifiers by partial AUC, sensitivity at a specificity or "
    "average precision: joint test, all six differences at once, one against its true value",
    "held-out estimands level": "The same in worlds that played no part in choosing, run once",
    "estimands highest coverage": "The highest of four equal ones, with the interval that allows "
    "for the choice",
    "held-out estimands highest coverage": "The same in worlds that played no part in choosing, "
    "run once",
    "estimands margin level": "Non-inferiority and equivalence at the border of the margin",
    "held-out estimands margin level": "The same in worlds that played no part in choosing, run "
    "once",
    "function coverage": "The bootstrap of a function, the standardised difference of class means",
    "function level": "The same, two classifiers, paired and unpaired",
    "band coverage": "The whole curve within a simultaneous band",
    "pointwise band coverage": "Single points of the curve within a pointwise band",
    "curve difference coverage": "The difference of two curves within its band; 'wrong range': "
    "the wrong classifier is named somewhere",
    "net benefit coverage": "Net benefit at a threshold probability",
    "expected cost coverage": "Difference in expected cost of two classifiers at their thresholds",
    "expected cost level": "The same, classifiers of equal cost",
    "operating point coverage": "Rates averaged over folds, about the models or the algorithm",
    "operating point level": "Two operating points of one classifier with equal expected rate",
    "rate region coverage": "Specificity and sensitivity together over folds, Hotelling's ellipse",
}
QUESTIONS: tuple[Question, ...] = (
    *rates.QUESTIONS,
    *paired_calls.QUESTIONS,
    *chosen_thresholds.QUESTIONS,
    *partial.QUESTIONS,
    *other_parts.QUESTIONS,
    *estimands.QUESTIONS,
    *functions.QUESTIONS,
    *bands.QUESTIONS,
    *net_benefit.QUESTIONS,
    *expected_cost.QUESTIONS,
    *operating_points.QUESTIONS,
)
# Columns that are not about holding a nominal rate.
_MEANS = ("optimism", "wrong range", "outside", "not coverage")
_MOST_COLUMNS = 9


def section(results: dict[str, Any]) -> str:
    """A table for every question."""
    text = (
        "\n## Operating points, parts of the curve, bands\n\nHow often intervals, regions and "
        f"bands hold the truth (nominal {1 - LEVEL}), and how often tests reject a true "
        f"null hypothesis (nominal {LEVEL}). Several of these forms were chosen with draws "
        "from worlds like these in view; only where it is said are worlds held out.\n"
    )
    return text + tables_of(QUESTIONS, TITLES, results)


def summary(results: dict[str, Any]) -> str:
    """The worst figure of every question."""
    return (
        "\n### Operating points, parts of the curve, bands\n\nThe lowest coverage or the highest "
        "level of any column, and how many figures are clearly on the wrong side; all columns are "
        "in [validation-cells.md](validation-cells.md).\n\n" + worst_of(QUESTIONS, TITLES, results)
    )


def worst_of(
    questions: tuple[Question, ...], titles: dict[str, str], results: dict[str, Any]
) -> str:
    """A row for each of these questions: its worst figure, and of which method."""
    rows = []
    for question in questions:
        is_level = _is_level(question)
        figures = [
            (cell.rate(name), cell, name)
            for cell in cells_of(question.name, results)
            for name in question.columns
            if not any(word in name for word in _MEANS) and cell.draws_of(name)
        ]
        _, cell, name = (max if is_level else min)(figures, key=lambda figure: figure[0])
        bold = sum(_figure(c, question, n).startswith("**") for _, c, n in figures)
        rows.append(
            [
                titles[question.name],
                "level" if is_level else "coverage",
                _figure(cell, question, name),
                name,
                f"{bold} of {len(figures)}",
            ]
        )
    return table(["question", "what", "worst", "of", "clearly wrong"], rows)


def tables_of(
    questions: tuple[Question, ...], titles: dict[str, str], results: dict[str, Any]
) -> str:
    """A table for each of these questions, under its title."""
    text = ""
    for question in questions:
        cells = cells_of(question.name, results)
        text += f"\n### {titles[question.name]}\n\n{draws_said(cells)}.\n\n"
        text += _table(cells, question)
    return text


def _table(cells: list[Cell], question: Question) -> str:
    """A row per cell, or a row per method where there are many."""
    keys, places = _places(cells)
    figures = [[_figure(cell, question, name) for name in question.columns] for cell in cells]
    if len(question.columns) <= _MOST_COLUMNS:
        rows = [[*place, *figure] for place, figure in zip(places, figures, strict=True)]
        return table([*keys, *question.columns], rows)
    names = [chr(ord("a") + at) for at in range(len(cells))]
    worlds = [[name, *place] for name, place in zip(names, places, strict=True)]
    rows = [
        [method, *(figure[at] for figure in figures)] for at, method in enumerate(question.columns)
    ]
    return table(["cell", *keys], worlds) + "\n" + table(["method", *names], rows)


def _figure(cell: Cell, question: Question, name: str) -> str:
    if any(word in name for word in _MEANS):
        return f"{cell.rate(name):.3f}"
    is_level = _is_level(question)
    wrong: Wrong = "high" if is_level else "low"
    return shown(cell, name, LEVEL if is_level else 1 - LEVEL, wrong)


def _is_level(question: Question) -> bool:
    return question.name.endswith("level")


def _places(cells: list[Cell]) -> tuple[list[str], list[list[str]]]:
    """What says which cell is which, without what is the same in all."""
    keys = [
        key
        for key in sorted({key for cell in cells for key in cell.world})
        if len({str(cell.world.get(key)) for cell in cells}) > 1 or key.startswith("n_")
    ]
    heads = [key.replace("n_", "").replace("_", " ") for key in keys]
    return heads, [[_place(cell.world, key) for key in keys] for cell in cells]


def _place(world: dict[str, Any], key: str) -> str:
    """What a world says under a key; a second classifier is as the first where nothing is said."""
    return str(world.get(key, "as the first" if key.startswith("second_") else ""))
