"""docs/validation.md: the page for a reader who has ten minutes."""

import math
from collections.abc import Sequence
from typing import Any

from simulations import few_errors, margins
from simulations.counting import LEVEL
from simulations.questions import QUESTIONS
from simulations.report import failures, figures, summary
from simulations.report.cells import Cell, cells_of, shown
from simulations.report.choosing import ENOUGH
from simulations.report.failures import filled
from simulations.report.few_errors import FEW, LIMIT, MARGIN_LIMIT
from simulations.report.intervals import FLOOR, NOMINAL
from simulations.report.places import where

FIGURES = "validation"
TABLES, CELLS = summary.TABLES, "validation-cells.md"

EXAMPLE = """\
from statistics import NormalDist

import numpy as np
from aucurate.inference.auc import delong_beta_interval, delong_interval

rng = np.random.default_rng(1)
labels = np.repeat([1, 0], [20, 200])
shift = 2**0.5 * NormalDist().inv_cdf(0.97)  # AUC 0.97 for positives that are not missed
true_auc = (1 - 0.05) * 0.97

draws, covered = 2000, {"DeLong beta": 0, "DeLong Wald": 0}
for _ in range(draws):
    scores = rng.normal(size=220) + shift * labels
    missed = (labels == 1) & (rng.uniform(size=220) < 0.05)
    scores[missed] -= 50
    beta = delong_beta_interval(labels, scores).interval
    wald = delong_interval(labels, scores, scale="wald").interval
    covered["DeLong beta"] += true_auc in beta
    covered["DeLong Wald"] += true_auc in wald

print({name: count / draws for name, count in covered.items()})
"""
REPEATED = """\
from simulations.questions import QUESTIONS
from simulations.run import run_cell

question = next(q for q in QUESTIONS if q.name == "few errors coverage")
world = question.scenarios[{at}]  # {place}
cell = run_cell(question, world, question.draws)
print(cell["rng"], cell["counts"])
"""
WORLD = {
    "auc": 0.97, "n_positive": 20, "n_negative": 200, "scores": "missed positives 5%",
    "correlation": 0.0,
}  # fmt: skip


def page(results: dict[str, Any]) -> str:
    """What was asked, one table, where methods fail, the figures, and how to check it."""
    return (
        _head(results)
        + "\n## What to trust, in short\n\n"
        + _short()
        + "\n## Every question, and the recommended method\n\n"
        + _reading()
        + "\n"
        + summary.summary_table(results)
        + "\n## Where it fails, and what to do\n\n"
        + failures.section(results)
        + _not_asked()
        + _pictures()
        + _check(results)
    )


def example_cell(results: dict[str, Any]) -> Cell:
    """The cell of results.json that the example repeats."""
    (cell,) = (c for c in cells_of(_EXAMPLE_QUESTION, results) if c.world == WORLD)
    return cell


_EXAMPLE_QUESTION = few_errors.QUESTIONS[1].name


def _head(results: dict[str, Any]) -> str:
    cells = results.values()
    draws = [cell["draws"] for cell in cells]
    misordered = 30 * (1 - 0.95)
    intro = (
        f"A 95% interval promises to contain the truth in 95% of samples, a test at the {LEVEL} "
        "level to reject a true hypothesis in at most 5%. These promises rest on approximations, "
        "so they were put to the test where the truth is known. A **world** is a population with "
        "known AUCs, rates or volumes: a shape of the scores (normal, of unequal spread, "
        "exponential, heavy-tailed, in few levels, with some positives missed outright), class "
        "sizes, correlations, groups. A **cell** is one question asked in one world: samples are "
        f"drawn from it and handed to the functions of the package. There are {len(draws):,} cells "
        f"of {len(QUESTIONS)} questions, with {min(draws)} to {max(draws):,} draws each, "
        f"{sum(draws) / 1e6:.1f} million in all. Counts have Monte Carlo error: the standard error "
        f"of a coverage of {NOMINAL} is {_error(2000):.3f} with 2,000 draws and {_error(200):.3f} "
        "with 200.",
        "An interval **fails** in a cell if the 99% Monte Carlo interval of its coverage lies "
        f"wholly below {FLOOR} (nominal {NOMINAL}); a test, if that of its level lies wholly above "
        f"{LIMIT} (nominal {LEVEL}) or {MARGIN_LIMIT} (nominal {margins.MARGIN_LEVEL}); a plan, "
        f"if the power is wholly more than {NOMINAL - FLOOR:.2f} below the one promised. With few "
        "draws only gross errors fail. Coverage above nominal and levels below it are no failures; "
        "they cost width and power.",
        "**Which worlds were looked at.** Most methods were chosen, and some designed, with worlds "
        "of these kinds in view, which flatters them. **Held-out** worlds have other sizes, shapes "
        "and shares of missed observations, and were fixed after the method was. The table counts "
        "them separately; a dash means that a question has none.",
        "**Misordered observations** decide most of what follows: k min(A, 1-A), with A the AUC "
        "and k the size of the smaller class, is how many observations of that class the wrongly "
        f"ordered pairs amount to. With 30 positives, 300 negatives and an AUC of 0.95 it is "
        f"{misordered:.1f}: whatever the formula, little is known from one or two errors.",
        f"All methods, not only the recommended ones, are in the [tables]({TABLES}), and every "
        f"cell is in [{CELLS}]({CELLS}).",
    )
    comment = "<!-- generated by `make simulate` from simulations/results.json; do not edit -->"
    title = "# Validation: does each method keep its promise?"
    return "\n".join([f"{title}\n\n{comment}\n", *map(filled, intro)])


def _error(draws: int) -> float:
    """The Monte Carlo standard error of a coverage that is nominal."""
    return math.sqrt(NOMINAL * (1 - NOMINAL) / draws)


def _short() -> str:
    few = f"{FEW:g}"
    lines = (
        "**One AUC:** the beta interval.",
        f"**Two AUCs, same observations:** DeLong's test where {few} or more observations of the "
        f"smaller class are misordered; with fewer, a difference that DeLong's and MOVER's test "
        "both detect.",
        "**Different test sets, and margins:** MOVER's test.",
        "**Algorithms over folds:** corrected DeLong, from the scores.",
        "**Observations in groups:** name them; then the same methods, with 30 groups or more that "
        "hold the rarer class.",
        "**With reservations,** given below: the joint test of several AUCs, partial areas and "
        "rates from few observations, margins for anything but the AUC.",
    )
    return "".join(failures.bullet(line) for line in lines)


def _reading() -> str:
    return filled(
        "The method is what `compare`, `operate`, `folds`, `multiclass`, `fit` and `plan` use "
        "unless another is named. A row counts every cell, and each method or rate that it names. "
        f"*Lowest to highest* is coverage where {NOMINAL} is nominal, and otherwise how often a "
        "test rejects a true hypothesis. *Draws* are those of the cell with the fewest. Sizes such "
        'as 20/200 are positives/negatives; "positives 3" have three times the standard deviation '
        "of the negatives; correlations are those of two scores within a class. Each question "
        "links to its tables."
    )


def _not_asked() -> str:
    return failures.bullet(
        "**Not simulated:** Friedman's and Nemenyi's tests and the Bayesian signed-rank test over "
        "data sets, and whatever your data have that these worlds have not, such as wrong labels."
    )


def _pictures() -> str:
    captions = (
        (
            "Coverage against misordered observations, a panel for each interval",
            figures.COVERAGE,
            f"**Coverage of 95% intervals for one AUC.** Each dot is a cell with {ENOUGH} or more "
            "observations in the smaller class. Dots should lie on or above the solid line "
            f"({NOMINAL}); those clearly below the broken line ({FLOOR}) fail. Read from right to "
            "left: with fewer misordered observations most intervals cover less and less. Dots "
            "beyond an edge are drawn on it.",
        ),
        (
            "Level against misordered observations, a panel for each paired test",
            figures.LEVELS,
            "**Level of paired tests of two equal AUCs.** Dots should lie on or below the solid "
            f"line ({LEVEL}); those clearly above the broken line ({LIMIT}) fail. DeLong's test "
            "and the permutation test fail where curves differ in shape and few observations are "
            "misordered; `both` claims a difference only where DeLong's and MOVER's test do.",
        ),
        (
            "Power of paired tests against the difference of the AUCs",
            figures.POWER,
            "**Power of the same tests**, for normal scores of equal spread; the AUC named is the "
            "lower one. The vertical distance between DeLong's curve and the others is what the "
            "protection costs. It disappears as misordered observations become many.",
        ),
    )
    return "\n## Three figures\n" + "".join(
        f"\n![{words}]({FIGURES}/{name})\n\n{filled(caption)}" for words, name, caption in captions
    )


def _check(results: dict[str, Any]) -> str:
    cell = example_cell(results)
    beta, wald = (shown(cell, name, NOMINAL, "neither") for name in ("delong-beta", "delong-wald"))
    order: Sequence[Any] = few_errors.QUESTIONS[1].scenarios
    at = next(i for i, world in enumerate(order) if world.to_dict() == cell.world)
    repeated = REPEATED.format(at=at, place=where(cell))
    parts = (
        filled(
            "One cell needs only NumPy and the package, and takes a second or two. Here 20 "
            "positives, of which 5% are missed outright, and 200 negatives:"
        ),
        f"```python\n{EXAMPLE}```\n",
        filled(
            f"The committed cell of this world has {beta} for the beta interval and {wald} for the "
            "Wald interval, with the standard error of the last digits in brackets. Change the "
            "world, or put your own method in."
        ),
        filled(
            "In a clone of the repository the same cell can be repeated exactly, since each has a "
            "seed of its own, computed from its question and its world:"
        ),
        f"```python\n{repeated}```\n",
        filled(
            f"prints the seed, {_seed(results, cell)}, and the counts that stand in "
            "`simulations/results.json`. `make simulate` runs the cells that are missing there "
            "(all of them take hours) and writes these pages; `python -m simulations.run --write "
            "--again 'few errors coverage'` runs one question again."
        ),
    )
    return "\n## Check it yourself\n\n" + "\n".join(parts)


def _seed(results: dict[str, Any], cell: Cell) -> int:
    """The seed that a cell was drawn with."""
    (found,) = (
        c["rng"]
        for c in results.values()
        if c["question"] == cell.question and c["scenario"] == cell.world
    )
    return int(found)
