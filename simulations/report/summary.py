"""One table over all questions: the recommended method, where it is worst, and how often it fails.

A row takes its cells from the questions that :mod:`simulations.questions` lists and its limits from
the tables of the other pages, which say more of the same cells.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from aucurate.inference.core.caveats import FEW_GROUPS
from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations import (
    bands,
    chance,
    families,
    few_errors_tests,
    group_methods,
    margins,
    pilots,
    planned,
    subgroups,
    unseen_errors,
)
from simulations.counting import LEVEL
from simulations.few_errors import SHOWN
from simulations.few_errors_parts import RANGES
from simulations.fold_learners import ALL_REPEATS, ONCE
from simulations.groups import AUC, IGNORED, NAMES, WEIGHTED
from simulations.highest import ALLOWING
from simulations.net_benefit import THRESHOLDS
from simulations.partial import AVERAGE_PRECISION, ESTIMATES, PARTIAL_AUC, SENSITIVITY_AT
from simulations.questions import QUESTIONS
from simulations.report import chance as report_chance
from simulations.report import few_errors, learners, levels
from simulations.report.cells import Cell, cells_of, table
from simulations.report.choosing import ENOUGH
from simulations.report.few_errors import FEW, LIMIT, LOOKED_AT, MARGIN_LIMIT, NOT_LOOKED_AT
from simulations.report.groups import groups_of_rarer_class
from simulations.report.intervals import FLOOR, NOMINAL
from simulations.report.places import where
from simulations.report.unseen_errors import largest

TABLES = "validation-tables.md"
HEAD = [
    "question",
    "method",
    "nominal",
    "draws",
    "lowest to highest",
    "fails",
    "held-out worlds",
    "worst place",
]
NONE = "–"
LIMITS = {NOMINAL: FLOOR, LEVEL: LIMIT, margins.MARGIN_LEVEL: MARGIN_LIMIT}

# The sections of the tables in which more is said, by their headings.
INTERVALS = f"Intervals for one AUC, {ENOUGH} or more in the smaller class"
FIRST_GRID = "All intervals of the package, first grid"
SEPARATION, UNSEEN = "After perfect separation", "Samples without a missed positive"
CHANCE = "Against chance"
TWO = "Tests of two classifiers where errors are few"
MARGIN = "Tests with a margin where errors are few"
SITUATIONS = "First grid, situation by situation"
HIGHEST, FAMILY = "The highest of several AUCs", "Several comparisons at once"
PLANS, PILOTS = "Planned studies", "Studies planned from a pilot"
MODELS, FOLDS = "Models of a curve", "Two algorithms in folds"
FOLD_INTERVALS = "Intervals over folds"
HIERARCHICAL = "Two algorithms over many data sets, hierarchical model"
OPERATING = "Operating points, parts of the curve, bands"
CLASSES, PARTS = "Several classes", "Few errors beyond one AUC"
GROUPS, SUBGROUPS = "Groups and sampling weights", "Subgroups"
OTHER_GROUPS = "Other methods with groups and sampling weights"


class Figure(NamedTuple):
    """A rate of one cell; whether its world was fixed after the method was."""

    cell: Cell
    column: str
    is_held_out: bool

    @property
    def rate(self) -> float:
        """How often the interval covered, or the test rejected."""
        return self.cell.rate(self.column)


class Line(NamedTuple):
    """A row of the table, as text; one with a question only is the title of an area."""

    question: str
    section: str = ""
    method: str = ""
    nominal: str = ""
    draws: str = ""
    span: str = ""
    fails: str = ""
    held_out: str = ""
    worst: str = ""

    @property
    def row(self) -> list[str]:
        """The cells of the table."""
        if not self.section:
            return [f"**{self.question}**", *[""] * (len(HEAD) - 1)]
        return [f"[{self.question}]({TABLES}#{anchor(self.section)})", *self[2:]]


@dataclass(frozen=True, slots=True)
class Row:
    """What is asked, of which method, and all figures that answer it."""

    question: str
    section: str
    method: str
    figures: Sequence[Figure]
    nominal: float = NOMINAL

    @property
    def is_coverage(self) -> bool:
        """Whether too low is wrong, and not too high."""
        return self.nominal == NOMINAL

    def failing(self, figures: Iterable[Figure]) -> list[Figure]:
        """Those whose 99% Monte Carlo interval lies wholly on the wrong side of the limit."""
        limit = LIMITS[self.nominal]
        if self.is_coverage:
            return [f for f in figures if f.cell.is_below(f.column, limit)]
        return [f for f in figures if f.cell.is_above(f.column, limit)]

    @property
    def worst(self) -> Figure:
        """The figure furthest on the wrong side."""
        furthest = min if self.is_coverage else max
        return furthest(self.figures, key=lambda figure: figure.rate)

    @property
    def line(self) -> Line:
        """The row as text."""
        fresh = [figure for figure in self.figures if figure.is_held_out]
        place, columns = where(self.worst.cell), {figure.column for figure in self.figures}
        if len(columns) > 1:
            place = f"{_plain(self.worst.column)}: {place}"
        held = f"{_span(fresh)}; {self._count(fresh)}" if fresh else NONE
        draws = min(figure.cell.draws_of(figure.column) for figure in self.figures)
        return Line(
            self.question,
            self.section,
            self.method,
            f"{self.nominal:g}",
            f"{draws:,.0f}",
            _span(self.figures),
            self._count(self.figures),
            held,
            place,
        )

    def _count(self, figures: Sequence[Figure]) -> str:
        return f"{len(self.failing(figures))} of {len(figures)}"


def summary_table(results: dict[str, Any]) -> str:
    """Every area with its rows."""
    return table(HEAD, [line.row for line in lines(results)])


def lines(results: dict[str, Any]) -> list[Line]:
    """The rows of all areas, each area after its title."""
    found = []
    for title, rows in areas(results).items():
        found.append(Line(title))
        found += [row.line if isinstance(row, Row) else row for row in rows]
    return found


def areas(results: dict[str, Any]) -> dict[str, list[Row | Line]]:
    """What was asked, area by area."""
    asked = Asked(results)
    return {
        "One AUC": _one(asked),
        "Two AUCs and more": _several(asked),
        "Parts of the curve, average precision, bands": _parts(asked),
        "Operating points": _operating(asked),
        "Cross-validation and many data sets": _folds(asked),
        "Several classes": _classes(asked),
        "Fitted curves": _models(asked),
        "Groups and sampling weights": _groups(asked),
        "Subgroups": _subgroups(asked),
    }


def anchor(heading: str) -> str:
    """What a link to a heading ends with, on GitHub and on the site."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Asked:
    """The figures of questions."""

    results: dict[str, Any]

    def figures(
        self,
        columns: Sequence[str],
        looked: Sequence[str] = (),
        fresh: Sequence[str] = (),
        keep: Callable[[Cell], bool] = lambda cell: True,
    ) -> list[Figure]:
        """These columns in the cells of these questions; held-out are those of ``fresh``."""
        found = []
        for names, is_held_out in ((looked, False), (fresh, True)):
            for name in names:
                mine = of_cells(cells_of(name, self.results), columns, is_held_out, keep)
                if not mine:
                    raise ValueError(f"no cell of {name!r} has any of {columns}")
                found += mine
        return found


def of_cells(
    cells: Iterable[Cell],
    columns: Sequence[str],
    is_held_out: bool = False,
    keep: Callable[[Cell], bool] = lambda cell: True,
) -> list[Figure]:
    """These columns of cells, where they were looked at."""
    return [
        Figure(cell, column, is_held_out)
        for cell in cells
        if keep(cell)
        for column in columns
        if column in cell.counts and cell.draws_of(column)
    ]


def _one(asked: Asked) -> list[Row | Line]:
    method, test = "DeLong beta interval", f"`{chance.CHANCE}`"
    own = [RECOMMENDED_INTERVAL]
    looked, fresh, column = report_chance.LOOKED_AT, report_chance.FRESH, [chance.CHANCE]
    enough = report_chance.ENOUGH
    return [
        Row(
            f"AUC, {ENOUGH} or more in the smaller class",
            INTERVALS,
            method,
            asked.figures(own, LOOKED_AT, NOT_LOOKED_AT, lambda c: c.smaller >= ENOUGH),
        ),
        Row(
            f"AUC, 10 to {ENOUGH - 1} in the smaller class",
            FIRST_GRID,
            method,
            asked.figures(own, LOOKED_AT[:2], keep=lambda c: c.smaller < ENOUGH),
        ),
        _separation(),
        _unseen(asked.results),
        Row(
            f"better than chance? {enough} or more in the smaller class",
            CHANCE,
            test,
            asked.figures(column, [looked], [fresh], lambda c: c.smaller >= enough),
            LEVEL,
        ),
        Row(
            f"better than chance? fewer than {enough}",
            CHANCE,
            test,
            asked.figures(column, [looked], [fresh], lambda c: c.smaller < enough),
            LEVEL,
        ),
    ]


def _separation() -> Line:
    """How far the lower limit stays below the highest that covers."""
    at = SHOWN.index(RECOMMENDED_INTERVAL)
    limits = few_errors.separated_limits()
    room = {sizes: bound - lower[at] for sizes, (bound, lower) in limits.items()}
    worst = min(room, key=lambda sizes: room[sizes])
    return Line(
        "lower limit after perfect separation",
        SEPARATION,
        "DeLong beta interval",
        f"at most {1 - FLOOR:.2f}^(1/k)",
        NONE,
        f"{min(room.values()):.3f} to {max(room.values()):.3f} below it",
        f"{sum(value < 0 for value in room.values())} of {len(room)}",
        NONE,
        "{}/{}".format(*worst),
    )


def _unseen(results: dict[str, Any]) -> Line:
    """The share of samples that an interval misses because no missed positive is in them."""
    cells = cells_of(unseen_errors.QUESTIONS[0].name, results)
    shares = {id(cell): largest(cell, RECOMMENDED_INTERVAL)[1] for cell in cells}
    worst = max(cells, key=lambda cell: shares[id(cell)])
    return Line(
        "misses because no missed positive was drawn",
        UNSEEN,
        "DeLong beta interval",
        f"at most {1 - FLOOR:.2f}",
        f"{min(cell.draws for cell in cells):,}",
        f"{min(shares.values()):.3f} to {max(shares.values()):.3f}",
        f"{sum(share > 1 - FLOOR for share in shares.values())} of {len(cells)}",
        NONE,
        where(worst),
    )


def _several(asked: Asked) -> list[Row | Line]:
    two = ("few errors paired level",), ("held-out few errors paired level",)
    apart = ("few errors unpaired level", "unpaired level"), ("held-out few errors unpaired level",)
    at_margin = ("few errors margin level", "margin level"), ("held-out few errors margin level",)
    mover = [f"{kind}, mover" for kind in few_errors_tests.KINDS]
    joint = "joint of three, delong-F"
    grid = [*levels.paired_cells(asked.results), *cells_of("held-out paired level", asked.results)]
    shapes = cells_of("different curves level", asked.results)
    highest = (
        (
            "highest, equal AUCs",
            "highest, other AUCs",
            "highest of different test sets",
        ),
        ("held-out highest",),
    )
    return [
        Row(
            f"difference, same test set, {FEW} or more misordered",
            TWO,
            "DeLong's test",
            asked.figures(["delong"], *two, lambda c: c.misordered >= FEW),
            LEVEL,
        ),
        Row(
            f"difference, same test set, fewer than {FEW} misordered",
            TWO,
            "DeLong's and MOVER's test must both reject",
            asked.figures([few_errors_tests.BOTH], *two, lambda c: c.misordered < FEW),
            LEVEL,
        ),
        Row(
            f"difference, same test set, 10 to {ENOUGH - 1} in the smaller class",
            SITUATIONS,
            "DeLong's test",
            of_cells(grid, ["delong"], keep=lambda c: c.smaller < ENOUGH),
            LEVEL,
        ),
        Row(
            "difference, different test sets",
            TWO,
            "MOVER's test",
            asked.figures(["mover"], *apart),
            LEVEL,
        ),
        Row(
            "non-inferior, superior or equivalent within a margin",
            MARGIN,
            "MOVER's test",
            asked.figures(mover, *at_margin),
            margins.MARGIN_LEVEL,
        ),
        Row(
            "are three AUCs equal?",
            SITUATIONS,
            "DeLong F",
            of_cells([*grid, *shapes], [joint]),
            LEVEL,
        ),
        Row(
            "any false difference among six",
            FAMILY,
            "DeLong's tests, Holm",
            asked.figures(["holm"], ["family-wise error"]),
            LEVEL,
        ),
        Row(
            "all six intervals of differences",
            FAMILY,
            "simultaneous intervals, max-|z|",
            asked.figures([families.COVERS], ["family-wise error"]),
        ),
        Row(
            "the highest of several",
            HIGHEST,
            "`highest_auc_interval`",
            asked.figures([ALLOWING], *highest),
        ),
        _planned(asked.results),
        _pilots(asked.results),
    ]


def _planned(results: dict[str, Any]) -> Line:
    """Simulated power by the test of compare minus what the default plan promises."""
    variance, column = "hanley-mcneil", planned.COLUMNS[-1]
    cells = [c for c in cells_of("planned power", results) if c.world["variance"] == variance]
    gains = {id(c): c.rate(column) - float(c.world["promised"]) for c in cells}
    short = [c for c in cells if c.is_below(column, float(c.world["promised"]) - (NOMINAL - FLOOR))]
    worst = min(cells, key=lambda cell: gains[id(cell)])
    return Line(
        "power of a planned study, minus the power promised",
        PLANS,
        "`plan`, Hanley-McNeil variance",
        "0",
        f"{min(cell.draws for cell in cells):,}",
        f"{min(gains.values()):+.3f} to {max(gains.values()):+.3f}",
        f"{len(short)} of {len(cells)}",
        NONE,
        f"{worst.world['question']}, {worst.world['design']}; "
        f"{worst.world['n_positive']}/{worst.world['n_negative']}; AUC {worst.world['first']:g}",
    )


def _pilots(results: dict[str, Any]) -> Line:
    """The mean true power of studies that a pilot gave an assurance."""
    column = f"{pilots.ASSURED}: mean true power"
    looked, fresh = (
        of_cells(cells_of(question.name, results), [column], at > 0)
        for at, question in enumerate(pilots.QUESTIONS)
    )
    worst = min([*looked, *fresh], key=lambda figure: figure.rate)
    return Line(
        "mean power of studies planned from a pilot",
        PILOTS,
        "`plan`, assurance",
        f"{pilots.WANTED:g}",
        f"{worst.cell.draws:,}",
        _span([*looked, *fresh]),
        _below([*looked, *fresh]),
        f"{_span(fresh)}; {_below(fresh)}",
        where(worst.cell),
    )


def _below(powers: Sequence[Figure]) -> str:
    """How many mean powers are clearly below the one that was wanted."""
    least = pilots.WANTED - (NOMINAL - FLOOR)
    return f"{sum(figure.rate < least for figure in powers)} of {len(powers)}"


def _parts(asked: Asked) -> list[Row | Line]:
    drawn = ("partial coverage", "held-out partial coverage", "other parts coverage")
    few = "few errors partial coverage"
    areas = ["partial-auc, sensitivities", "corrected, sensitivities", "corrected, specificities"]
    estimands = "estimands level", "held-out estimands level"
    kinds = [column for column in _columns("other parts level") if column.endswith(", paired")]
    apart = [column for column in _columns("other parts level") if column.endswith(", unpaired")]
    section = OPERATING
    return [
        Row(
            "partial AUC",
            PARTS,
            "beta interval",
            asked.figures([PARTIAL_AUC, *areas, *RANGES], [*drawn, few], [f"held-out {few}"]),
        ),
        Row(
            "sensitivity at a specificity, or the other way round",
            section,
            "logit-t interval",
            asked.figures([SENSITIVITY_AT, "specificity-at"], (drawn[0], drawn[2]), drawn[1:2]),
        ),
        Row(
            "average precision",
            section,
            "logit-t interval",
            asked.figures([AVERAGE_PRECISION], drawn[:1], drawn[1:2]),
        ),
        Row(
            "difference in these, same test set",
            section,
            "influence functions, t",
            asked.figures(
                [*ESTIMATES, *kinds],
                ["partial paired level", "other parts level"],
                ["held-out partial paired level"],
            ),
            LEVEL,
        ),
        Row(
            "difference in these, different test sets",
            section,
            "influence functions, t",
            asked.figures([*ESTIMATES, *apart], ["partial unpaired level", "other parts level"]),
            LEVEL,
        ),
        Row(
            "four classifiers by these: joint test, all differences, one value",
            section,
            "influence functions",
            asked.figures(_columns(estimands[0]), estimands[:1], estimands[1:]),
            LEVEL,
        ),
        Row(
            "the highest of four by these",
            section,
            "interval that allows for the choice",
            asked.figures(
                tuple(ESTIMATES),
                ["estimands highest coverage"],
                ["held-out estimands highest coverage"],
            ),
        ),
        Row(
            "non-inferior or equivalent by these",
            section,
            "influence functions, t",
            asked.figures(
                _columns("estimands margin level"),
                ["estimands margin level"],
                ["held-out estimands margin level"],
            ),
            LEVEL,
        ),
        Row(
            "the whole curve, or a difference of two, within a band",
            section,
            "`bootstrap_band`, `curve_difference`",
            asked.figures(bands.WHOLE[:2], ["band coverage"])
            + asked.figures(bands.DIFFERENCES, ["curve difference coverage"]),
        ),
        Row(
            "one point of the curve",
            section,
            "`pointwise_band`",
            asked.figures(
                _starting("pointwise band coverage", "two counts"), ["pointwise band coverage"]
            ),
        ),
        Row(
            "a function of your own",
            section,
            "bootstrap percentiles",
            asked.figures(["bootstrap-percentile"], ["function coverage"]),
        ),
    ]


def _operating(asked: Asked) -> list[Row | Line]:
    chosen = ("chosen threshold coverage", "threshold interval coverage")
    fresh = [f"held-out {name}" for name in chosen]
    out = _ending(chosen[0], "out of bag")
    values = [c for c in _columns("predictive value level") if not c.endswith("outside")]
    benefit = [c for c in _columns("net benefit coverage") if c.startswith("MOVER")]
    assert len(benefit) == 3 * len(THRESHOLDS)
    rates = [
        figure
        for name in ("rate coverage", "rate coverage, stated prevalence")
        for figure in asked.figures(_default_rates(name), [name])
    ]
    return [
        Row("eleven rates at a fixed threshold", OPERATING, "score intervals, MOVER", rates),
        Row(
            "sensitivity and specificity together",
            OPERATING,
            "rectangle of score intervals",
            asked.figures(["rectangle, wilson"], ["joint region coverage"]),
        ),
        Row(
            "rates on new data at a chosen threshold",
            OPERATING,
            "bootstrap, out of bag",
            asked.figures(out, chosen, fresh),
        ),
        Row(
            "the chosen threshold itself",
            OPERATING,
            "interval of the rule",
            asked.figures(["threshold"], chosen[1:], fresh[1:]),
        ),
        Row(
            "the same for rules without such an interval",
            OPERATING,
            "bootstrap percentiles, with a caveat",
            asked.figures(["threshold"], ["percentile threshold interval coverage"]),
        ),
        Row(
            "two classifiers at their thresholds",
            OPERATING,
            "McNemar, mid-p",
            asked.figures(["mid-p"], ["McNemar level"]),
            LEVEL,
        ),
        Row(
            "the difference of their rates",
            OPERATING,
            "Tango's interval",
            asked.figures(["tango"], ["paired difference coverage"]),
        ),
        Row(
            "difference in predictive values or expected cost",
            OPERATING,
            "weighted score test; MOVER",
            asked.figures(values, ["predictive value level"])
            + asked.figures(_columns("expected cost level"), ["expected cost level"]),
            LEVEL,
        ),
        Row(
            "net benefit, expected cost, and differences",
            OPERATING,
            "MOVER",
            asked.figures(benefit, ["net benefit coverage"])
            + asked.figures(_columns("expected cost coverage"), ["expected cost coverage"]),
        ),
    ]


def _folds(asked: Asked) -> list[Row | Line]:
    rows: list[Row | Line] = []
    for design in learners.DESIGNS:
        test = design.tests[0]
        figures = [
            Figure(cell, test, cell.question == learners.HELD_OUT)
            for cell in design.cells(design.levels, asked.results)
        ]
        method = test.removeprefix(ONCE).removeprefix(ALL_REPEATS)
        rows.append(Row(f"two algorithms: {design.name}", FOLDS, method, figures, LEVEL))
    errors = [
        Figure(cell, design.tests[1], cell.question == learners.HELD_OUT)
        for design in learners.DESIGNS
        for cell in design.cells(design.levels, asked.results)
    ]
    prefixes = (ONCE, ALL_REPEATS)
    values = asked.figures(
        [f"{prefix}Nadeau-Bengio" for prefix in prefixes] + ["Nadeau-Bengio"],
        [*learners.LEVELS, "learners 5x2 level", "learners random splits level"],
        [learners.HELD_OUT],
    )
    few = ("few errors folds coverage", "few errors fixed test set coverage")
    models = _ending("operating point coverage", "of the models")
    of_folds = ("cross-validated AUC coverage", "fixed test set coverage", "5x2 coverage")
    return [
        *rows,
        Row("two algorithms by error rate, all designs", FOLDS, "averaged t", errors, LEVEL),
        Row("two algorithms, only a value per fold", FOLDS, "Nadeau-Bengio", values, LEVEL),
        Row(
            "AUC over folds, on one test set, in 5x2",
            FOLD_INTERVALS,
            "DeLong over folds, averaged DeLong (beta), Nadeau-Bengio",
            asked.figures(
                ["DeLong over folds", "averaged DeLong", "Nadeau-Bengio"],
                [*of_folds, *few],
                [f"held-out {name}" for name in few],
            ),
        ),
        Row(
            "rates at a threshold over folds, once",
            OPERATING,
            "t over folds, about the fitted models",
            asked.figures(models, ["operating point coverage"], keep=_is_once),
        ),
        Row(
            "two operating points over folds, once",
            OPERATING,
            "paired t over folds",
            asked.figures(
                _ending("operating point level", "n-1"), ["operating point level"], keep=_is_once
            ),
            LEVEL,
        ),
        Row(
            "two algorithms over many data sets",
            HIERARCHICAL,
            "hierarchical model",
            asked.figures(["centre", "data sets"], ["hierarchical coverage"]),
        ),
    ]


def _classes(asked: Asked) -> list[Row | Line]:
    plain = ("multi-class coverage", "held-out multi-class coverage")
    drawn = "multi-class coverage, drawn classes"
    few = "few errors multi-class coverage"
    averages = tuple(dict.fromkeys((*_columns(plain[0]), *_columns(drawn), *_columns(few))))
    paired = ("multi-class paired level", "multi-class different mistakes level")
    volumes = ("volume coverage", "volume held-out coverage", "few errors volume coverage")
    tests = ["hand-till", "one-vs-rest, weighted", "hand-till, joint F"]
    of_volumes = (
        "volume paired level",
        "volume different surfaces level",
        "volume unpaired level",
        "volume chance level",
    )
    return [
        Row(
            "Hand-Till, one-vs-rest and pairwise AUCs",
            PARTS,
            "beta interval",
            asked.figures(averages, [*plain, drawn, few], [f"held-out {few}"]),
        ),
        Row(
            "two classifiers by these, four together",
            CLASSES,
            "influence functions, t and F",
            asked.figures(tests, [*paired, "multi-class unpaired level"]),
            LEVEL,
        ),
        Row(
            "volume under the surface of ordered classes",
            PARTS,
            "beta interval",
            asked.figures(
                ["volume, beta", "volume"], volumes, ["held-out few errors volume coverage"]
            ),
        ),
        Row(
            "volume against chance, of two classifiers, of four",
            CLASSES,
            "beta interval; t and F",
            asked.figures(["volume, beta", "volume, t", "volume, joint F"], of_volumes),
            LEVEL,
        ),
        Row(
            "error of a class over folds",
            CLASSES,
            "t over folds",
            asked.figures(["class error"], ["class operating point coverage"]),
        ),
        Row(
            "two weight vectors over folds",
            CLASSES,
            "paired t over folds",
            asked.figures(_columns("class operating point level"), ["class operating point level"]),
            LEVEL,
        ),
    ]


def _models(asked: Asked) -> list[Row | Line]:
    normal = ("normal", "normal, positives 3")
    right = {
        "binormal": normal,
        "box-cox": normal,
        "ml-binormal": (*normal, "ordinal"),
        "biexponential": ("exponential",),
    }
    holds, breaks = (
        [
            figure
            for model, kinds in right.items()
            for figure in asked.figures([model], ["model coverage"])
            if (figure.cell.world["scores"] in kinds) == is_right
        ]
        for is_right in (True, False)
    )
    tests = [c for c in _columns("biexponential level") if "exact test after" not in c]
    return [
        Row("AUC of a fitted curve, the model is right", MODELS, "interval of the model", holds),
        Row("AUC of a fitted curve, the model is wrong", MODELS, "interval of the model", breaks),
        Row(
            "two AUCs of exponential scores",
            MODELS,
            "exact and bootstrap tests",
            asked.figures(tests, ["biexponential level"]),
            LEVEL,
        ),
    ]


def _groups(asked: Asked) -> list[Row | Line]:
    def many(cell: Cell) -> bool:
        return groups_of_rarer_class(cell) >= FEW_GROUPS

    def few(cell: Cell) -> bool:
        return not many(cell)

    kinds, held = ("groups", "few groups"), ("held-out groups",)
    coverage, level = (
        (tuple(f"{kind} {what}" for kind in kinds), tuple(f"{kind} {what}" for kind in held))
        for what in ("coverage", "level")
    )
    other = {
        question.name: _without_ignored(question.columns) for question in group_methods.QUESTIONS
    }
    covers = ("groups chosen threshold coverage", "groups band coverage", "groups classes coverage")
    some = f"{FEW_GROUPS} or more groups of the rarer class"
    return [
        Row(
            "AUC, observations in groups", GROUPS, "beta interval", asked.figures([AUC], *coverage)
        ),
        Row(
            "AUC where whole groups are missed",
            GROUPS,
            "beta interval",
            asked.figures([AUC], ["missed groups coverage"]),
        ),
        Row(
            f"difference, same test set, {some}",
            GROUPS,
            "DeLong's test",
            asked.figures(["delong"], *level, many),
            LEVEL,
        ),
        Row(
            f"difference, same test set, fewer than {FEW_GROUPS} groups",
            GROUPS,
            "DeLong's test, with a caveat",
            asked.figures(["delong"], *level, few),
            LEVEL,
        ),
        Row(
            "difference, different test sets in groups",
            GROUPS,
            "MOVER's test",
            asked.figures(["unpaired mover"], *level),
            LEVEL,
        ),
        Row(
            "partial AUC, sensitivity at, average precision in groups",
            GROUPS,
            "as without groups",
            asked.figures(NAMES, ["groups parts coverage"]),
        ),
        Row(
            "the same, two classifiers",
            GROUPS,
            "influence functions, t",
            asked.figures(NAMES, ["groups parts level"]),
            LEVEL,
        ),
        Row(
            "rates at a fixed threshold in groups",
            OTHER_GROUPS,
            "t on the logit scale",
            asked.figures(other["groups rate coverage"], ["groups rate coverage"]),
        ),
        Row(
            "two classifiers at their thresholds in groups",
            OTHER_GROUPS,
            "clustered tests",
            asked.figures(other["groups calls level"], ["groups calls level"]),
            LEVEL,
        ),
        Row(
            "chosen thresholds, bands, several classes in groups",
            OTHER_GROUPS,
            "bootstrap of groups; beta",
            [figure for name in covers for figure in asked.figures(other[name], [name])],
        ),
        Row(
            "two classifiers of three classes in groups",
            OTHER_GROUPS,
            "influence functions, t",
            asked.figures(other["groups classes level"], ["groups classes level"]),
            LEVEL,
        ),
        Row(
            "two algorithms, folds that keep groups whole",
            OTHER_GROUPS,
            "corrected DeLong",
            asked.figures(["corrected DeLong"], ["groups folds level"]),
            LEVEL,
        ),
        Row(
            "AUC and its parts with sampling weights",
            GROUPS,
            "beta and logit-t intervals",
            asked.figures([AUC], ["sampling weights coverage"])
            + asked.figures(WEIGHTED, ["sampling weights parts coverage"]),
        ),
        Row(
            "difference with sampling weights",
            GROUPS,
            "DeLong's test; MOVER's on two test sets",
            asked.figures(["delong", "unpaired mover"], ["sampling weights level"]),
            LEVEL,
        ),
    ]


def _subgroups(asked: Asked) -> list[Row | Line]:
    grid, pairs, fresh, shared, _ = (question.name for question in subgroups.QUESTIONS)
    tests = [subgroups.AUCS, subgroups.DIFFERENCES]
    covers = [subgroups.COVERS_SMALLEST, subgroups.DIFFERENCE_COVERS]
    return [
        Row(
            "equal AUCs, or equal differences, in all subgroups",
            SUBGROUPS,
            "`equal_auc_test`, `equal_difference_test`",
            asked.figures(tests, [grid, pairs, shared], [fresh]),
            LEVEL,
        ),
        Row(
            "any false difference in a subgroup",
            SUBGROUPS,
            "DeLong's test, MOVER's where errors are few; Holm",
            asked.figures([subgroups.HOLM], [grid, pairs], [fresh]),
            LEVEL,
        ),
        Row(
            "AUC and difference in the smallest subgroup",
            SUBGROUPS,
            "beta interval; DeLong's, MOVER's where errors are few",
            asked.figures(covers, [grid, pairs], [fresh]),
        ),
    ]


def _span(figures: Sequence[Figure]) -> str:
    found = [figure.rate for figure in figures]
    return f"{min(found):.3f} to {max(found):.3f}"


def _plain(column: str) -> str:
    return column.removeprefix(ONCE).removeprefix(ALL_REPEATS)


def _columns(question: str) -> tuple[str, ...]:
    (asked,) = (q for q in QUESTIONS if q.name == question)
    return asked.columns


def _starting(question: str, words: str) -> list[str]:
    return [column for column in _columns(question) if column.startswith(words)]


def _ending(question: str, words: str) -> list[str]:
    return [column for column in _columns(question) if column.endswith(words)]


def _default_rates(question: str) -> list[str]:
    """The default interval of each rate, which is counted first."""
    first: dict[str, str] = {}
    for column in _columns(question):
        first.setdefault(column.split(", ")[0], column)
    return list(first.values())


def _without_ignored(columns: Sequence[str]) -> list[str]:
    return [column for column in columns if not column.endswith(IGNORED)]


def _is_once(cell: Cell) -> bool:
    return bool(cell.world["repeats"] == 1)
