"""Section 3 on another survey: the design of the paper, and what it costs.

The survey AKTER could not be found, so the curves of Figure 2 (left) cannot be drawn again. The
design can be run: 1,849 persons of another survey, divided as in the paper
(:mod:`~aucurate.reproductions.betinec_2008.survey`), discriminant analysis against a support vector
machine (:mod:`~aucurate.reproductions.betinec_2008.learners`), scores made exponential
(:mod:`~aucurate.reproductions.betinec_2008.transformations`), and the exact test on halves. As
another halving gives another p-value, there are two hundred of them, and as other persons give
other scores, twenty other draws of them; tests that use the whole test set stand beside.

**State**: the paper's finding is that neither classifier is significantly better. It is "same
finding, other numbers" if the median p-value of the halvings and the p-value of the paired DeLong
test, which needs no transformation, are both above 0.05, and "not reproduced" otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from aucurate.formatting import bare_p_value, number, percent
from aucurate.reproductions.betinec_2008 import drawing, survey_words
from aucurate.reproductions.betinec_2008.fitted_level import FittedLevel, fitted_levels, level_table
from aucurate.reproductions.betinec_2008.halvings import Halvings, all_halvings, masks
from aucurate.reproductions.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate.reproductions.betinec_2008.learners import learnt
from aucurate.reproductions.betinec_2008.printed import PRINTED_LEVEL, PRINTED_OBSERVATIONS
from aucurate.reproductions.betinec_2008.redraws import Redraw, redraw_table, redraws
from aucurate.reproductions.betinec_2008.survey import (
    FILE,
    PREDICTORS,
    QUESTION,
    divided,
    read_survey,
)
from aucurate.reproductions.betinec_2008.survey_fit import (
    area_table,
    curve_table,
    fit_table,
    quantile_table,
)
from aucurate.reproductions.betinec_2008.survey_tests import Answers, answer_table, answers_of
from aucurate.reproductions.betinec_2008.transformations import CHOSEN, Transformed, transformed
from aucurate.reproductions.exhibit import Exhibit, State
from aucurate.reproductions.running import Made, Run, provenance_of
from aucurate.study.base import Provenance
from aucurate.study.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_HALVINGS, _DRAWS, _REDRAWS = 200, 5_000, 20
_QUICK = 10, 200, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """What was found; ``tables`` by name, in the order in which they are shown."""

    answers: Answers
    halvings: Mapping[str, Halvings]
    levels: tuple[FittedLevel, ...]
    persons: tuple[Redraw, ...]
    tables: Mapping[str, Table]

    @property
    def state(self) -> State:
        """From the halvings and from the test that needs no transformation."""
        p_values = self.halvings[CHOSEN].median, self.answers.paired_delong.found.p_value
        same = min(p_values) > PRINTED_LEVEL
        return "same finding, other numbers" if same else "not reproduced"


def section_3(run: Run) -> Made:
    """The example of the paper with other persons."""
    example = _example(run)
    exhibit = Exhibit(
        paper="betinec-2008",
        name="section 3",
        title="LDA against SVM on a survey of the same sizes",
        state=example.state,
        shown=tuple(example.tables.values()),
        verdict=survey_words.verdict(
            example.answers,
            example.halvings,
            example.tables["fit"],
            example.tables["areas"],
            example.levels,
            example.persons,
        ),
        differs=survey_words.DIFFERS,
        caveats=survey_words.caveats(),
        provenance=_provenance(run),
    )
    return Made(exhibit=exhibit, figures=_figures(example))


def _example(run: Run) -> Example:
    count, draws, others = _sizes(run)
    survey = read_survey(run.folder("adult"))
    division = divided(survey, np.random.default_rng([run.rng, 6]))
    run.tell(0, 1, "section 3, learning")
    found = learnt(division, np.random.default_rng([run.rng, 9]))
    every = transformed(found)
    each = masks(division.test.is_positive, count, run)
    halvings = {name: all_halvings(one.scores, each, run) for name, one in every.items()}
    answers, chosen = answers_of(found, every, each[0], run), every[CHOSEN].scores
    levels, persons = fitted_levels(draws, run), redraws(survey, others, run)
    tables = (
        *(answer_table(answers), _summary(every, halvings), area_table(chosen), fit_table(every)),
        *(redraw_table(persons), level_table(levels), _each(halvings)),
        *(curve_table(chosen), quantile_table(chosen)),
    )
    return Example(
        answers=answers,
        halvings=halvings,
        levels=levels,
        persons=persons,
        tables={table.name: table for table in tables},
    )


def _sizes(run: Run) -> tuple[int, int, int]:
    """Halvings, drawn pairs of halves, and other draws of persons."""
    return _QUICK if run.quick else (_HALVINGS, _DRAWS, _REDRAWS)


def _figures(example: Example) -> "dict[str, Callable[[], Figure]]":
    tables, answers = example.tables, example.answers
    beside = [
        ("paired bootstrap, all observations", answers.paired.found.p_value),
        ("paired DeLong, all observations", answers.paired_delong.found.p_value),
    ]
    return {
        "betinec-2008-survey-curves": lambda: drawing.survey_curves(tables["curves"]),
        "betinec-2008-halvings": lambda: drawing.halvings(
            tables["each_halving"], PRINTED_LEVEL, beside
        ),
        "betinec-2008-quantiles": lambda: drawing.quantile_panels(tables["quantiles"]),
    }


def _provenance(run: Run) -> Provenance:
    import sklearn

    count, draws, others = _sizes(run)
    return provenance_of(
        run,
        source=f"adult/{FILE}",
        method="exact biexponential test on halves",
        n_observations=PRINTED_OBSERVATIONS,
        positive=QUESTION,
        negative="does not",
        predictors=list(PREDICTORS),
        halvings=count,
        draws=draws,
        draws_of_persons=others,
        scikit_learn=str(sklearn.__version__),
    )


def _summary(every: Mapping[str, Transformed], halvings: Mapping[str, Halvings]) -> Table:
    """How much the p-value hangs on the halving, and on the transformation."""
    rows = [
        (
            *(name, every[name].told, found.p_values[0], found.median),
            *(*(float(q) for q in np.quantile(found.p_values, (0.25, 0.75))),),
            *(min(found.p_values), max(found.p_values), found.rejecting(PRINTED_LEVEL)),
        )
        for name, found in halvings.items()
    ]
    names = ("transformation", "told", "first", "median", "quarter", "three_quarters")
    size = len(next(iter(halvings.values())).p_values)
    return laid_out(
        "halvings",
        f"The p-value of the exact test over {size} random halvings of the same test set",
        columns_of((*names, "lowest", "highest", "rejecting"), rows),
        (
            Shown("transformation", "transformation"),
            Shown("told", "that is"),
            Shown("first", "first halving", bare_p_value),
            Shown("median", "median", bare_p_value),
            Shown("quarter", "lower quartile", bare_p_value),
            Shown("three_quarters", "upper quartile", bare_p_value),
            Shown("lowest", "lowest", bare_p_value),
            Shown("highest", "highest", bare_p_value),
            Shown("rejecting", f"p <= {PRINTED_LEVEL}", percent),
        ),
    )


def _each(halvings: Mapping[str, Halvings]) -> Table:
    """Every halving with the chosen transformation, as drawn, and beside it those of the others."""
    chosen = halvings[CHOSEN]
    columns: dict[str, list[object]] = {
        "halving": list(range(1, len(chosen.ratios) + 1)),
        "ratio": list(chosen.ratios),
        "p_value": list(chosen.p_values),
    }
    for name, found in halvings.items():
        if name != CHOSEN:
            columns[f"p_value with {name}"] = list(found.p_values)
    return laid_out(
        "each_halving",
        "T and p of single halvings (the first five of what is drawn)",
        columns,
        (
            Shown("halving", "halving"),
            Shown("ratio", "T", digits(4)),
            Shown("p_value", "p", lambda p: number(p, 4)),
        ),
        range(5),
    )
