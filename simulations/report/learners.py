"""Two algorithms of any kind in folds: the default test of each design, its level and its power."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulations import fold_learners
from simulations.counting import LEVEL
from simulations.fold_learners import ALL_REPEATS, CORRECTED, ERROR, ONCE
from simulations.report.cells import Cell, cells_of, draws_said, shown, table

LIMIT = 0.07
LEVELS = ("learners level", "learners level, slow", "learners level, large")
POWERS = ("learners power", "learners power, slow")
HELD_OUT = "learners held-out level"
USUAL = {
    "splits": 0, "test_set": 0, "second_distance": None, "shape": "shifted", "equal": "features",
}  # fmt: skip
PLACES = {
    "learner": "algorithm",
    "observations": "observations",
    "folds": "folds",
    "repeats": "repeats",
    "splits": "splits",
    "test_set": "test set",
    "features": "features",
    "distance": "distance",
    "second_distance": "second distance",
    "positive": "positive share",
    "shape": "positives",
    "equal": "differing in",
}
ALWAYS = ("learner", "observations")
TITLES = {
    "learners level": "Left-out folds, once and three times",
    "learners level, slow": "The same, algorithms that take longer",
    "learners level, large": "The same, more observations, once",
    HELD_OUT: "Worlds and algorithms that played no part in the choice; all repeats are one where "
    "there is one",
    "learners 5x2 level": "Five repeats of two folds",
    "learners 5x2 level, large": "The same, more observations",
    "learners fixed test set level": "One test set that the models of ten training sets scored",
    "learners random splits level": "Random splits into four fifths and one fifth",
    "learners power": "Power: left-out folds, the second algorithm's features worth less",
    "learners power, slow": "Power: the same, algorithms that take longer",
    "learners 5x2 power": "Power: five repeats of two folds",
    "learners fixed test set power": "Power: one fixed test set",
}
CHOICE = (
    "How the test was chosen: what other training sets add to the variance of a cross-validated "
    "difference cannot be estimated without bias from one cross-validation (Bengio and Grandvalet "
    "2004), and in exploratory draws neither the spread over folds nor that over repeats "
    "distinguished nearest neighbours, which need nearly twice the variance, from logistic "
    "regression, which needs no more. So the allowance is a rule: Nadeau and Bengio's, that of as "
    "many test observations as there are training observations, on top of the variance by "
    "observation. Allowances of a half and of three quarters of it were tried there too and left "
    f"nets above {LIMIT}. The exploratory draws had the kinds of worlds of the first tables, and "
    "others (2 and 20 features, classes nearer and further apart, rare positives, heavy tails, "
    "shared features, 100 to 1,000 observations). The held-out worlds were run once, after that. "
    "Nadeau and Bengio's test over repeats, the recommended one before, and DeLong over folds "
    "stand beside it.\n\n"
    "**When it rejects too rarely.** The price is paid by algorithms that do not need the "
    "allowance: compare the power of DeLong over folds, whose level stays near the nominal one "
    "for logistic regression and naive Bayes. A test set apart from the training data needs no "
    "such rule.\n"
)


@dataclass(frozen=True, slots=True)
class Design:
    """A design, its default tests of AUC and of error, the cells for level and for power."""

    name: str
    tests: tuple[str, ...]
    levels: tuple[str, ...]
    powers: tuple[str, ...]
    fits: Callable[[Cell], bool] = lambda cell: True

    def cells(self, questions: tuple[str, ...], results: dict[str, Any]) -> list[Cell]:
        """The cells of these questions that are of this design."""
        found = [cell for question in questions for cell in cells_of(question, results)]
        return [cell for cell in found if self.fits(cell)]


def _once(name: str) -> str:
    return f"{ONCE}{name}"


def _repeated(name: str) -> str:
    return f"{ALL_REPEATS}{name}"


def _has_repeats(cell: Cell) -> bool:
    return bool(cell.world["repeats"] > 1)


DESIGNS = (
    Design("left-out folds", (_once(CORRECTED), _once(ERROR)), (*LEVELS, HELD_OUT), POWERS),
    Design(
        "left-out folds, repeated",
        (_repeated(CORRECTED), _repeated(ERROR)),
        (*LEVELS[:2], HELD_OUT),
        POWERS,
        _has_repeats,
    ),
    Design(
        "5x2",
        (CORRECTED, ERROR),
        ("learners 5x2 level", "learners 5x2 level, large"),
        ("learners 5x2 power",),
    ),
    Design("random splits", (CORRECTED, ERROR), ("learners random splits level",), ()),
    Design(
        "fixed test set",
        ("averaged DeLong", ERROR),
        ("learners fixed test set level",),
        ("learners fixed test set power",),
    ),
)
COMPARED = (
    _once(CORRECTED),
    _once("DeLong over folds"),
    _once("Nadeau-Bengio"),
    _repeated(CORRECTED),
    _repeated("DeLong over folds"),
    _repeated("Nadeau-Bengio"),
)


def summary(results: dict[str, Any]) -> str:
    """The default of each design, then algorithm by algorithm over left-out folds."""
    return (
        "\n### Two algorithms in folds\n\nTwo equally good algorithms: one kind of algorithm on "
        "two sets of features of equal worth, or twice on the same features with other random "
        "numbers. How often the default test of each design says that they differ, nominal "
        f"{LEVEL}; it should stay at or below {LIMIT} for algorithms of any kind (a cell is beyond "
        "it if its 99% Monte Carlo interval lies wholly above). Power is that for features of the "
        "second algorithm that are worth less.\n\n"
        f"{_defaults(results)}\n"
        "Left-out folds, algorithm by algorithm (held-out worlds included), once and over all "
        f"repeats:\n\n{_by_learner(results, (*LEVELS, HELD_OUT))}\n"
        f"Power, where the features of the second algorithm are worth less:\n\n"
        f"{_by_learner(results, POWERS)}\n{CHOICE}"
    )


def tables(results: dict[str, Any]) -> str:
    """Cell by cell."""
    text = f"\n### Two algorithms of any kind in folds, nominal {LEVEL}\n"
    for question in fold_learners.QUESTIONS:
        wrong: Any = "neither" if "power" in question.name else "high"
        cells = cells_of(question.name, results)
        head, rows = _places(cells)
        filled = [
            row + [shown(cell, name, LEVEL, wrong) for name in question.columns]
            for row, cell in zip(rows, cells, strict=True)
        ]
        text += f"\n{TITLES[question.name]}; {draws_said(cells)}.\n\n"
        text += table(head + list(question.columns), filled)
    return text


def beyond(results: dict[str, Any]) -> list[Cell]:
    """The cells in which a default test of AUC clearly rejects too often."""
    return [
        cell
        for design in DESIGNS
        for cell in design.cells(design.levels, results)
        if cell.is_above(design.tests[0], LIMIT)
    ]


def _defaults(results: dict[str, Any]) -> str:
    head = ["design", "default test", "level", "highest for", "cells", f"beyond {LIMIT}", "power"]
    rows = []
    for design in DESIGNS:
        for test in design.tests:
            levels = design.cells(design.levels, results)
            powers = design.cells(design.powers, results)
            worst = max(levels, key=lambda cell: cell.rate(test))
            over = sum(cell.is_above(test, LIMIT) for cell in levels)
            rows.append(
                [
                    design.name,
                    test.removeprefix(ONCE).removeprefix(ALL_REPEATS),
                    _range(levels, test),
                    worst.world["learner"],
                    str(len(levels)),
                    str(over),
                    _range(powers, test),
                ]
            )
    return table(head, rows)


def _by_learner(results: dict[str, Any], questions: tuple[str, ...]) -> str:
    cells = [cell for question in questions for cell in cells_of(question, results)]
    rows = []
    for learner in dict.fromkeys(cell.world["learner"] for cell in cells):
        mine = [cell for cell in cells if cell.world["learner"] == learner]
        repeated = list(filter(_has_repeats, mine))
        rows.append(
            [learner]
            + [_range(mine if name.startswith(ONCE) else repeated, name) for name in COMPARED]
        )
    return table(["algorithm", *COMPARED], rows)


def _range(cells: list[Cell], name: str) -> str:
    rates = [cell.rate(name) for cell in cells]
    if not rates:
        return ""
    low, high = f"{min(rates):.3f}", f"{max(rates):.3f}"
    return low if low == high else f"{low} to {high}"


def _places(cells: list[Cell]) -> tuple[list[str], list[list[str]]]:
    """What says which cell is which: size and algorithm always, the rest where it differs."""
    said = [{**USUAL, **cell.world} for cell in cells]
    keys = [k for k in PLACES if k in ALWAYS or len({str(world[k]) for world in said}) > 1]
    return [PLACES[key] for key in keys], [[str(world[key]) for key in keys] for world in said]
