"""Section 3 on another survey: the design of the paper, and what it costs.

The survey AKTER could not be found, so the curves of Figure 2 (left) cannot be drawn again. The
design can be run: 1,849 persons of another survey, divided as in the paper
(:mod:`~aucurate_papers.betinec_2008.survey`), discriminant analysis against a support vector
machine (:mod:`~aucurate_papers.betinec_2008.learners`), scores made exponential
(:mod:`~aucurate_papers.betinec_2008.transformations`), and the exact test on halves. As
another halving gives another p-value, there are many of them, and as other persons give other
scores, several other draws of them; tests that use the whole test set stand beside.

**State**: "beyond the paper", whatever the tests say. The paper's finding, that neither classifier
is significantly better, is about its own persons; tests of other persons can neither reproduce nor
refute it. What they find here is in the verdict.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from aucurate.formatting import bare_p_value, percent
from aucurate.study.base import Provenance
from aucurate.study.table import Table
from aucurate_papers.betinec_2008 import drawing, survey_words
from aucurate_papers.betinec_2008.example import Example
from aucurate_papers.betinec_2008.fitted_level import fitted_levels, level_table
from aucurate_papers.betinec_2008.halvings import Halvings, all_halvings, masks
from aucurate_papers.betinec_2008.itself import against_itself, itself_table
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, laid_out
from aucurate_papers.betinec_2008.learners import learnt
from aucurate_papers.betinec_2008.printed import PRINTED_LEVEL, PRINTED_OBSERVATIONS
from aucurate_papers.betinec_2008.redraws import (
    overall,
    overall_table,
    redraw_table,
    redraws,
)
from aucurate_papers.betinec_2008.survey import (
    FILE,
    PREDICTORS,
    QUESTION,
    divided,
    read_survey,
)
from aucurate_papers.betinec_2008.survey_fit import (
    area_table,
    curve_table,
    fit_table,
    quantile_table,
)
from aucurate_papers.betinec_2008.survey_tests import answer_table, answers_of
from aucurate_papers.betinec_2008.transformations import (
    CHOSEN,
    PAPER,
    POWER,
    Transformed,
    transformed,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


STATE: State = "beyond the paper"
"""No number of another survey could change it."""

_HALVINGS, _DRAWS, _REDRAWS = 200, 5_000, 20
_QUICK = 10, 200, 2


def section_3(run: Run) -> Made:
    """The example of the paper with other persons."""
    example = _example(run)
    exhibit = Exhibit(
        paper="betinec-2008",
        name="section 3",
        title="LDA against SVM on a survey of the same sizes",
        state=STATE,
        shown=tuple(example.tables.values()),
        verdict=survey_words.verdict(example),
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
    itself = against_itself(found.scores, each, run)
    levels, persons = fitted_levels(draws, run), redraws(survey, others, run)
    together = overall(persons)
    tables = (
        *(answer_table(answers), redraw_table(persons), overall_table(together)),
        *(_summary(every, halvings), itself_table(itself), area_table(chosen), fit_table(every)),
        *(level_table(levels), _each(halvings), curve_table(chosen), quantile_table(chosen)),
    )
    return Example(
        answers=answers,
        halvings=halvings,
        itself=itself,
        levels=levels,
        persons=persons,
        overall=together,
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
    """Every halving with each transformation; those of the chosen and the paper's are drawn."""
    chosen = halvings[CHOSEN]
    columns: dict[str, list[object]] = {
        "halving": list(range(1, len(chosen.ratios) + 1)),
        "ratio": list(chosen.ratios),
        "p_value": list(chosen.p_values),
        "p_value_as_paper": list(halvings[PAPER].p_values),
        "p_value_with_power": list(halvings[POWER].p_values),
    }
    return laid_out(
        "each_halving",
        "T and p of single halvings (the first five of what is drawn)",
        columns,
        (
            Shown("halving", "halving"),
            Shown("ratio", "T", digits(4)),
            Shown("p_value", "p", digits(4)),
            Shown("p_value_as_paper", "p with the paper's powers", digits(4)),
        ),
        range(5),
    )
