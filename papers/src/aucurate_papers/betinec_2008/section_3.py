"""Section 3 on another survey: the design of the paper, and what it costs.

The survey AKTER could not be found, so the curves of Figure 2 (left) cannot be drawn again. The
design can be run: 1,849 persons of another survey, divided as in the paper
(:mod:`~aucurate_papers.betinec_2008.survey`), discriminant analysis against a support vector
machine (:mod:`~aucurate_papers.betinec_2008.survey`), scores made exponential
(:mod:`~aucurate_papers.betinec_2008.survey`), and the exact test on halves. As
another halving gives another p-value, there are many of them, and as other persons give other
scores, several other draws of them; tests that use the whole test set stand beside.

**State**: "beyond the paper", whatever the tests say. The paper's finding, that neither classifier
is significantly better, is about its own persons; tests of other persons can neither reproduce nor
refute it. What they find here is in the verdict.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import special

from aucurate.formatting import bare_p_value, count, join_words, magnitude, number, p_value, percent
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.betinec_2008 import layout
from aucurate_papers.betinec_2008.comparisons import (
    Answers,
    FittedLevel,
    Halvings,
    Overall,
    Redraw,
    against_itself,
    all_halvings,
    answer_table,
    answers_of,
    fitted_levels,
    itself_table,
    level_table,
    masks,
    overall,
    overall_table,
    redraw_table,
    redraws,
)
from aucurate_papers.betinec_2008.layout import Shown, columns_of, digits, floats, laid_out
from aucurate_papers.betinec_2008.printed import (
    PRINTED_LEVEL,
    PRINTED_OBSERVATIONS,
    PRINTED_P,
    PRINTED_T,
)
from aucurate_papers.betinec_2008.survey import (
    CHOSEN,
    FILE,
    INFERRED_POWER,
    PAPER,
    POWER,
    PREDICTORS,
    QUESTION,
    Transformed,
    area_table,
    curve_table,
    divided,
    fit_table,
    learnt,
    quantile_table,
    read_survey,
    transformed,
)
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, RunProvenance, State
from aucurate_papers.running import Made, Run, provenance_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What the example of section 3 found on the other survey, before it is put into words.


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """``halvings`` are by transformation, ``itself`` by classifier, ``tables`` by name as shown."""

    answers: Answers
    halvings: Mapping[str, Halvings]
    itself: Mapping[str, Halvings]
    levels: tuple[FittedLevel, ...]
    persons: tuple[Redraw, ...]
    overall: Overall
    tables: Mapping[str, Table]


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
        verdict=verdict(example),
        differs=DIFFERS,
        caveats=caveats(),
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
        "betinec-2008-survey-curves": lambda: layout.survey_curves(tables["curves"]),
        "betinec-2008-halvings": lambda: layout.halvings(
            tables["each_halving"], PRINTED_LEVEL, beside
        ),
        "betinec-2008-quantiles": lambda: layout.quantile_panels(tables["quantiles"]),
    }


def _provenance(run: Run) -> RunProvenance:
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


# What the example says, from its numbers.


DIFFERS = (
    f"There is nothing of the paper beside these numbers: its T = {PRINTED_T} and p = {PRINTED_P} "
    f"are those of AKTER, while here the classifiers predict who {QUESTION} in the Adult survey, "
    "with the sizes and the prevalence of AKTER. Nothing here speaks for or against its finding."
)


def verdict(example: Example) -> tuple[str, ...]:
    """Whether the classifiers differ here, which tests see it, and whether the model holds."""
    return (
        _overall(example),
        _single_tests(example),
        _halvings(example),
        _paper_powers(example),
        _cost(example),
        _model(example),
        _order(example.tables["areas"]),
        _fitted(example),
    )


def caveats() -> tuple[Caveat, ...]:
    """What a reader of the tables must know."""
    return (
        caveat(Kind.OTHER_DATA),
        caveat(Kind.CHOSEN_AFTER_LOOKING),
        caveat(Kind.INFERRED_POWER, power=f"{INFERRED_POWER:g}"),
        caveat(Kind.FITTED_POWER),
        caveat(Kind.HALVED_TEST_SET),
    )


def _overall(example: Example) -> str:
    found = example.overall
    differ = found.p_value <= PRINTED_LEVEL
    return (
        f"On this survey the two classifiers {'differ' if differ else 'are not told apart'}: over "
        f"{count(found.draws, 'other draw')} of persons, trained anew with each, LDA has the "
        f"larger area in {found.ahead}, by {number(found.mean)} on average (standard error over "
        f"draws {number(found.standard_error)}, t = {number(found.statistic, 1)}, "
        f"{p_value(found.p_value)})."
    )


def _single_tests(example: Example) -> str:
    persons = example.persons
    chosen, as_paper, delong, paired = (
        sum(getattr(one, name) <= PRINTED_LEVEL for one in persons)
        for name in ("halved", "halved_as_paper", "halved_delong", "paired_delong")
    )
    by_chance = float(special.bdtrc(paired - 1, len(persons), PRINTED_LEVEL)) if paired else 1.0
    told = (
        f"In single draws of these {len(persons)} the paired DeLong test rejects in {paired} (so "
        f"many or more have probability {number(by_chance)} where nothing differs), DeLong on "
        f"halves in {delong}, and the exact test on halves in {chosen} after the chosen "
        f"transformation and in {as_paper} after the paper's powers"
    )
    if example.overall.p_value <= PRINTED_LEVEL and 2 * chosen < len(persons):
        told += (
            ": all draws together tell the two apart where a single test on halves mostly does "
            "not, so that such a test finds nothing does not say that there is nothing"
        )
    return f"{told}."


def _halvings(example: Example) -> str:
    """The one test set of the figures, after the paper's powers and the chosen transformation."""
    answers, paired = example.answers, example.answers.paired_delong.found
    told = [
        f"{p_value(answer.found.p_value)} on the first halving after {words} (T = "
        f"{number(answer.found.statistic, 4)}; {_spread(example.halvings[name])})"
        for answer, name, words in (
            (answers.as_paper, PAPER, "the paper's powers"),
            (answers.halved, CHOSEN, "the chosen transformation"),
        )
    ]
    return (
        f"With the persons whose curves are drawn the exact test says {join_words(told)}; the "
        "paired DeLong test, which needs neither halves nor a transformation, says "
        f"{p_value(paired.p_value)}."
    )


def _spread(found: Halvings) -> str:
    return (
        f"over {count(len(found.p_values), 'halving')} the median p is {number(found.median)} and "
        f"{percent(found.rejecting(PRINTED_LEVEL))} reject"
    )


def _paper_powers(example: Example) -> str:
    fits = example.tables["fit"]
    shares = [
        f"{name} against itself in {percent(found.rejecting(PRINTED_LEVEL))}"
        for name, found in example.itself.items()
    ]
    spreads = [
        f"{number(min(found), 2)} to {number(max(found), 2)} ({name})"
        for name in example.halvings
        for found in [_of(fits, name, "coefficient_of_variation")]
    ]
    above = min(one.rejecting(PRINTED_LEVEL) for one in example.itself.values()) > PRINTED_LEVEL
    return (
        f"With the paper's powers on either half the exact test also rejects {join_words(shares)} "
        f"of the halvings{', where there is nothing to find' if above else ''}: it is valid only "
        "where the scores are exponential, with coefficients of variation of 1, and these are "
        f"{join_words(spreads)}. The empirical curves and the DeLong tests are the same after all "
        "transformations."
    )


def _cost(example: Example) -> str:
    answers = example.answers
    halved, paired = answers.halved_delong.found, answers.paired_delong.found
    times = (halved.standard_error / paired.standard_error) ** 2
    most = "throws most of the information away" if times > 2 else "costs observations"
    return (
        f"Halving {most}: in empirical areas (DeLong) the standard error of "
        f"the difference is {number(halved.standard_error)} on halves and "
        f"{number(paired.standard_error)} with all observations for both classifiers, worth "
        f"{number(times, 1)} times as many observations."
    )


def _model(example: Example) -> str:
    fits, areas = example.tables["fit"], example.tables["areas"]
    p_values = _of(fits, CHOSEN, "p_value")
    bad = [
        f"{classifier} {kind}"
        for classifier, kind, p in zip(
            _of(fits, CHOSEN, "classifier"), _of(fits, CHOSEN, "class"), p_values, strict=True
        )
        if p <= PRINTED_LEVEL
    ]
    gaps = [
        number(model - ranks)
        for model, ranks in zip(floats(areas, "area"), floats(areas, "mann_whitney"), strict=True)
    ]
    return (
        "After the chosen transformation the exponential law is rejected for "
        f"{join_words(bad) or 'no class'} (smallest p {magnitude(min(p_values))}; "
        f"{magnitude(min(_of(fits, POWER, 'p_value')))} after a power), and the areas of the model "
        f"differ from Mann-Whitney by {join_words(gaps)}: unlike the ranks, the model is only as "
        "good as its fit."
    )


def _order(areas: Table) -> str:
    """Do the two curves of the figure stand in the same order with and without the model?"""
    names = [str(name) for name in areas.columns["classifier"]]
    said, ahead = [], []
    for column, words in (("mann_whitney", "Mann-Whitney"), ("area", "the model")):
        found = dict(zip(names, floats(areas, column), strict=True))
        best, other = sorted(names, key=lambda name: -found[name])
        ahead.append(best)
        areas_said = f"{number(found[best])} against {number(found[other])}"
        said.append(f"{best} has the larger area by {words} ({areas_said})")
    if ahead[0] == ahead[1]:
        return f"In the figure {join_words(said)}: the model leaves the order as it is."
    turned = join_words(said, "but")
    return f"In the figure {turned}: the model turns the order of the two curves round."


def _fitted(example: Example) -> str:
    levels, answers = example.levels, example.answers
    told = [f"{percent(one.fitted)} at zeta {number(one.zeta, 2)}" for one in levels]
    known = [percent(one.known) for one in levels]
    return (
        f"With a power fitted to each half the exact test would reject {join_words(told)} of true "
        f"nulls (drawn from the model; with a known power {join_words(known)}); here it would say "
        f"{p_value(answers.not_valid.found.p_value)} where the parametric bootstrap says "
        f"{p_value(answers.refitted.found.p_value)}."
    )


def _of(fits: Table, transformation: str, column: str) -> list[Any]:
    """A column of the rows of one transformation."""
    names = fits.columns["transformation"]
    return [
        value
        for name, value in zip(names, fits.columns[column], strict=True)
        if name == transformation
    ]
