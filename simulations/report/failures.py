"""Where methods fail and what the package does there, in sentences that follow the counts."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from aucurate.inference.core.caveats import FEW_GROUPS, FEW_IN_RANGE
from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations import groups, margins, pilots, planned
from simulations.counting import LEVEL
from simulations.few_errors_tests import BOTH
from simulations.fold_learners import CORRECTED, ONCE
from simulations.paired import DEFAULT
from simulations.partial import AVERAGE_PRECISION, PARTIAL_AUC, SENSITIVITY_AT
from simulations.report import advice, caveats, chance, few_errors, learners
from simulations.report.cells import Cell, cells_of
from simulations.report.few_errors import FEW, LOOKED_AT, NOT_LOOKED_AT, of_intervals
from simulations.report.few_errors_parts import covered_at_0, covered_in_range
from simulations.report.groups import groups_of_rarer_class
from simulations.report.intervals import relative_width
from simulations.report.summary import Asked, Figure, Row, areas

WALD = "delong-wald"


def section(results: dict[str, Any]) -> str:
    """A paragraph for each place where a method fails, or where what it costs is much."""
    said = (
        _delong,
        _price,
        _other_intervals,
        _joint,
        _parts,
        _claims,
        _groups,
        _folds,
        _values,
        _points,
        _thresholds,
        _plans,
    )
    return "".join(bullet(write(results)) for write in said)


def bullet(text: str) -> str:
    """A list item, wrapped."""
    return filled(f"- {text}", subsequent_indent="  ")


def filled(text: str, **options: Any) -> str:
    """A paragraph in lines of a width that can be read in a file too."""
    words = text.replace("\n", " ")
    lines = textwrap.fill(words, 120, break_long_words=False, break_on_hyphens=False, **options)
    return f"{lines}\n"


def _caveat(kind: str) -> str:
    return f"[`{kind}`](caveats.md#{kind})"


def _delong(results: dict[str, Any]) -> str:
    paired, unpaired, margin = advice.questions(results)
    few, many = (
        _failed([c for c in paired.level if (c.misordered < FEW) == is_few], "delong")
        for is_few in (True, False)
    )
    both = _failed([c for c in paired.level if c.misordered < FEW], BOTH)
    silent = caveats.silent(results)
    levels = [cell.rate(DEFAULT) for cell in silent]
    return (
        f"**DeLong's test where few observations are misordered.** On one test set it fails, "
        f"with fewer than {FEW} misordered, in {few}, and with more in {many}. Below {FEW} in the "
        f"sample, `compare` also makes MOVER's test, adds the caveat {_caveat('few_errors')}, and "
        f"reports a difference only if both tests reject; that fails in {both}. What remains: in "
        f"{len(silent)} cells where DeLong's test fails ({min(levels):.3f} to {max(levels):.3f}) "
        f"the user is not warned in {1 - caveats.OFTEN:.0%} of the samples or more. On different "
        f"test sets DeLong's test fails in {_failed(unpaired.level, 'delong')}, and with a margin "
        f"in {_failed(margin.level, 'non-inferiority, delong', margin.limit)}; the default there "
        f"is MOVER's, which fails in {_failed(unpaired.level, 'mover')} and "
        f"{_failed(margin.level, 'non-inferiority, mover', margin.limit)}."
    )


def _price(results: dict[str, Any]) -> str:
    paired, _, margin = advice.questions(results)
    powers = [advice.mean(paired.power, name) for name in ("delong", BOTH)]
    at_margin = [advice.mean(margin.power, f"non-inferiority, {n}") for n in ("delong", "mover")]
    return (
        f"**The price is power.** Where AUCs differ, DeLong's test rejects in {powers[0]:.3f} of "
        f"the samples on average, both tests together in {powers[1]:.3f}; non-inferiority of equal "
        f"AUCs within {margins.MARGIN} is shown in {at_margin[0]:.3f} by DeLong's test and in "
        f"{at_margin[1]:.3f} by MOVER's. The result says that a large p-value is then no evidence "
        "of equality."
    )


def _other_intervals(results: dict[str, Any]) -> str:
    cells = of_intervals((*LOOKED_AT, *NOT_LOOKED_AT), results)
    failed, own = (few_errors.failing(cells, name) for name in (WALD, RECOMMENDED_INTERVAL))
    width = relative_width(cells, RECOMMENDED_INTERVAL, WALD)
    return (
        f"**The interval that most programs report.** DeLong's Wald interval covers as little as "
        f"{min(cell.rate(WALD) for cell in cells):.3f} and fails in {len(failed)} of {len(cells)} "
        f"cells. The default beta interval fails in {len(own)} of them and is {width:.1f} times "
        "as wide on average."
    )


def _joint(results: dict[str, Any]) -> str:
    row = _row("are three AUCs equal?", results)
    small = _row(f"better than chance? fewer than {chance.ENOUGH}", results)
    return (
        "**The joint test of several AUCs** is DeLong's, and rejects in up to "
        f"{row.worst.rate:.3f} where curves differ in shape and one class is small ({_count(row)} "
        f"cells fail; {_caveat('few_errors')}): rely on the pairwise differences. **The test "
        f"against chance** rejects in up to {small.worst.rate:.3f} with fewer than {chance.ENOUGH} "
        f"in a class ({_caveat('few_observations')})."
    )


def _parts(results: dict[str, Any]) -> str:
    rate = _row("sensitivity at a specificity, or the other way round", results)
    same = _row("difference in these, same test set", results)
    few, at_0 = covered_in_range(results), covered_at_0(results)
    return (
        f"**Partial areas and rates that rest on a few observations.** With fewer than "
        f"{FEW_IN_RANGE} observations of a class in the range, intervals of the partial AUC cover "
        f"{min(few):.3f} to {max(few):.3f} if some of these are missed outright, and "
        f"{min(at_0):.3f} to {max(at_0):.3f} where the true area is 0. Intervals of sensitivity at "
        f"a specificity cover as little as {rate.worst.rate:.3f}, and tests of these reject in up "
        f"to {same.worst.rate:.3f}. The caveats {_caveat('few_in_range')} and "
        f"{_caveat('few_beyond')} say how few there are: widen the range."
    )


def _claims(results: dict[str, Any]) -> str:
    row = _row("non-inferior or equivalent by these", results)
    highest = {
        name: max(f.rate for f in row.figures if f.column.startswith(name))
        for name in (PARTIAL_AUC, SENSITIVITY_AT, AVERAGE_PRECISION)
    }
    best = _row("the highest of four by these", results)
    covered = min(f.rate for f in best.figures if f.column == SENSITIVITY_AT)
    return (
        f"**Margins and selection by anything but the AUC.** At nominal {LEVEL}, non-inferiority "
        f"at the border of the margin is claimed in up to {highest[PARTIAL_AUC]:.3f} (partial "
        f"AUC), {highest[AVERAGE_PRECISION]:.3f} (average precision) and "
        f"{highest[SENSITIVITY_AT]:.3f} (sensitivity at a specificity); the interval of the "
        f"highest of four sensitivities covers as little as {covered:.3f}. A caveat "
        f"({_caveat('margin_of_estimand')}) says so where there is a margin: ask for a higher "
        "confidence, or make the claim about the AUC."
    )


def _groups(results: dict[str, Any]) -> str:
    asked = Asked(results)
    names = ("groups", "few groups", "held-out groups")
    level = asked.figures(["delong"], [f"{name} level" for name in names])
    few = [f.rate for f in level if groups_of_rarer_class(f.cell) < FEW_GROUPS]
    parts = asked.figures(groups.NAMES, ["groups parts level"])
    bootstrap = asked.figures(["percentile"], ["groups bootstrap coverage"])
    covered, rejected = (
        asked.figures([f"{column}{groups.IGNORED}"], [f"groups {what}"])
        for column, what in ((groups.AUC, "coverage"), ("delong", "level"))
    )
    return (
        f"**Few groups** (patients, say, with several observations each). With fewer than "
        f"{FEW_GROUPS} that hold a class, DeLong's paired test rejects in up to {max(few):.3f}, "
        f"tests of partial AUC and average precision in up to {_highest(parts):.3f}, and bootstrap "
        f"percentile intervals cover as little as {_lowest(bootstrap):.3f}. The caveat is "
        f"{_caveat('few_groups')}. Leaving the groups out is far worse: the same interval of the "
        f"AUC then covers as little as {_lowest(covered):.3f} and the test rejects in up to "
        f"{_highest(rejected):.3f}. Pass `groups=`."
    )


def _folds(results: dict[str, Any]) -> str:
    asked = Asked(results)
    default, other = f"{ONCE}{CORRECTED}", f"{ONCE}DeLong over folds"
    level = [
        asked.figures([name], learners.LEVELS, [learners.HELD_OUT]) for name in (default, other)
    ]
    power = [asked.figures([name], learners.POWERS) for name in (default, other)]
    row = _row("two algorithms: fixed test set", results)
    return (
        f"**Tests over folds are conservative.** The corrected DeLong test allows for other "
        f"training sets as much as the most sensitive algorithms need. Its level is "
        f"{_range(level[0])} at nominal {LEVEL}, and its power {_range(power[0])} where DeLong's "
        f"test over folds has {_range(power[1])} (and a level of up to "
        f"{_highest(level[1]):.3f}). The caveat {_caveat('conservative')} says so. With a test "
        f"set apart from the training data the level is {_range(row.figures)}."
    )


def _values(results: dict[str, Any]) -> str:
    row = _row("two algorithms, only a value per fold", results)
    fixed = Asked(results).figures(
        ["paired t"], ["fixed test set level", "fixed test set level, trees"]
    )
    return (
        f"**Only a value per fold, no scores.** Nadeau and Bengio's test over repeats and random "
        f"splits rejects in up to {row.worst.rate:.3f} ({_caveat('unstable_algorithms')}). For "
        f"models that all scored one test set no valid test is left: the paired t test rejects in "
        f"{_range(fixed)} ({_caveat('fixed_test_set')}). Keep the scores."
    )


def _points(results: dict[str, Any]) -> str:
    asked = Asked(results)
    rates = _of_repeats(asked, "operating point coverage", "of the models")
    tests = _of_repeats(asked, "operating point level", "n-1")
    row = _row("two operating points over folds, once", results)
    failing = row.failing(row.figures)
    of = " and ".join(sorted({f.column.removesuffix(": n-1").upper() for f in failing}))
    return (
        f"**Rates averaged over repeated folds.** Repeats share observations: intervals cover as "
        f"little as {_lowest(rates):.3f} and tests reject in up to {_highest(tests):.3f} "
        f"({_caveat('overlapping_training_sets')}). In one division the tests fail only for {of}, "
        f"in {_count(row)} cells with up to {row.worst.rate:.3f} ({_caveat('mean_of_ratios')})."
    )


def _thresholds(results: dict[str, Any]) -> str:
    asked = Asked(results)
    names = ["chosen threshold coverage", "threshold interval coverage"]
    fixed = [f"{rate}, as if fixed" for rate in ("sensitivity", "specificity", "Youden index")]
    own = asked.figures(fixed, names, [f"held-out {name}" for name in names])
    out = _row("rates on new data at a chosen threshold", results)
    percentiles = _row("the same for rules without such an interval", results)
    return (
        f"**A threshold chosen on the same data.** Intervals that take it as fixed cover as little "
        f"as {_lowest(own):.3f}; the verdict quotes out-of-bag rates, which cover "
        f"{_range(out.figures)} ({_caveat('chosen_thresholds')}). The interval of a threshold that "
        f"maximises F1 or is closest to the corner consists of percentiles and covers as little as "
        f"{percentiles.worst.rate:.3f} ({_caveat('threshold_interval')})."
    )


def _plans(results: dict[str, Any]) -> str:
    own, other = planned.COLUMNS[-1], planned.COLUMNS[0]
    cells = cells_of("planned power", results)
    lost = max(cell.rate(other) - cell.rate(own) for cell in cells)
    asked = Asked(results)
    questions = [question.name for question in pilots.QUESTIONS]
    plain, assured = (
        asked.figures([f"{plan}: mean true power"], questions)
        for plan in (pilots.PLAIN, pilots.ASSURED)
    )
    return (
        f"**Plans.** Sizes are computed for DeLong's test. MOVER's, the default for margins and "
        f"different test sets, has up to {lost:.3f} less power in the plans simulated here, which "
        f"expect many misordered observations; with fewer than {FEW} it may have half the power, "
        f"and a caveat says so. A pilot taken for the truth gives studies with a mean true power "
        f"of {_range(plain)} where {pilots.WANTED} was planned; planning for assurance gives "
        f"{_range(assured)}, over all pilots that have a plan. Pilots that were followed up "
        f"because they looked good give less."
    )


def _row(question: str, results: dict[str, Any]) -> Row:
    (found,) = (
        row
        for rows in areas(results).values()
        for row in rows
        if isinstance(row, Row) and row.question == question
    )
    return found


def _of_repeats(asked: Asked, question: str, words: str) -> list[Figure]:
    cells = [c for c in cells_of(question, asked.results) if c.world["repeats"] > 1]
    return [Figure(c, name, False) for c in cells for name in c.counts if name.endswith(words)]


def _failed(cells: Sequence[Cell], column: str, limit: float = few_errors.LIMIT) -> str:
    failed = sum(cell.is_above(column, limit) for cell in cells)
    return f"{failed} of {len(cells)} cells (up to {max(cell.rate(column) for cell in cells):.3f})"


def _count(row: Row) -> str:
    return f"{len(row.failing(row.figures))} of {len(row.figures)}"


def _range(figures: Iterable[Figure]) -> str:
    rates = [figure.rate for figure in figures]
    return f"{min(rates):.3f} to {max(rates):.3f}"


def _lowest(figures: Iterable[Figure]) -> float:
    return min(figure.rate for figure in figures)


def _highest(figures: Iterable[Figure]) -> float:
    return max(figure.rate for figure in figures)
