"""From assumptions and a request to a plan: validates them and solves for the unknown."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from scipy import special

from aucurate.bisection import bisect
from aucurate.caveats import Kind, caveat
from aucurate.checks import number_in
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, percent
from aucurate.hints import Hint
from aucurate.inference.core.caveats import FEW, FEW_GROUPS, few_groups, of_planned_errors
from aucurate.planning.groups import GroupOptions, planned_groups
from aucurate.planning.pilots import Pilot
from aucurate.planning.plan import NullVariance, Plan, Question, Unknown, negatives_for
from aucurate.planning.power import (
    Assurance,
    assurance_limit,
    assurance_of,
    attained,
    null_difference,
    power_of,
    refuse_beyond_limit,
)
from aucurate.planning.variances import auc_correlation, null_aucs
from aucurate.results import Alternative, Caveat, Design

# From assumptions and a request to a plan: the step that all plans of a test share.


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What a plan assumes: the AUCs, how the classifiers meet, and the pilot where there is one.

    An AUC that is None is the pilot's, or the unknown of the plan.
    """

    first: float | None
    second: float | None
    design: Design
    correlation: float = 0.0
    pilot: Pilot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The request of a plan: the settings of its test or of its interval, one of them None."""

    question: Question
    n_positive: int | None
    n_negative: int | None
    ratio: float | None
    variance: str
    power: float | None = None
    assurance: float | None = None
    level: float | None = None
    alternative: Alternative | None = None
    margin: float | None = None
    null_variance: NullVariance = "alternative"
    width: float | None = None
    confidence: float | None = None
    scale: str | None = None
    groups: GroupOptions = field(default_factory=GroupOptions)


def planned(truth: Truth, ask: Ask) -> Plan:
    """The plan, its open number found."""
    side = checked_test(ask.question, ask.alternative, ask.margin)
    power, level = checked_share(ask.power, "power"), checked_share(ask.level, "level")
    refuse_weak(power, level)
    _check_assurance(truth, ask)
    pilot = truth.pilot
    usual = 1.0 if pilot is None else pilot.ratio
    sizes = checked_sizes(ask.n_positive, ask.n_negative, ask.ratio, usual)
    first, second = aucs_of(truth, keep_first=_wants_auc(ask, sizes is not None))
    groups = planned_groups(ask.groups, pilot)
    draft = Plan(
        question=ask.question,
        design=truth.design,
        solved_for=the_unknown(_open(ask, first, sizes)),
        first=math.nan if first is None else first,
        second=second,
        correlation=truth.correlation,
        n_positive=sizes[0] if sizes else 0,
        n_negative=sizes[1] if sizes else 0,
        ratio=sizes[2] if sizes else checked_ratio(ask.ratio, usual),
        power=power,
        level=level,
        alternative=side,
        margin=ask.margin,
        width=ask.width,
        confidence=checked_share(ask.confidence, "confidence"),
        scale=ask.scale,
        attained=math.nan,
        variance=ask.variance if pilot is None else "pilot",
        null_variance=_null_variance(truth, ask.null_variance),
        pilot=None if pilot is None else pilot.variance,
        design_effect=groups.design_effect,
        group_size=groups.group_size,
        caveats=pilot_caveats(truth, (first, second), ask),
    )
    refuse_hopeless(draft)
    return solved(replace(draft, assurance=_assurance(draft, truth, ask)))


def _check_assurance(truth: Truth, ask: Ask) -> None:
    """A required assurance replaces a power, to find the size, from the AUCs of a pilot."""
    if checked_share(ask.assurance, "assurance") is None:
        return
    if ask.power is not None:
        raise OptionError(
            "power and assurance are both set; the size follows from one of them.",
            hint="leave out power: the plan shows the power of its size as well.",
        )
    if truth.pilot is None or not _is_the_pilots(truth, (truth.first, truth.second)):
        raise OptionError(
            "assurance averages the power over the AUCs that are plausible after a pilot; "
            + ("there is no pilot." if truth.pilot is None else "the AUCs are stated."),
            hint=Hint("set {power} instead, or use a pilot ({pilot}) and no AUCs."),
        )
    if ask.n_positive is not None or ask.n_negative is not None or ask.level is None:
        raise OptionError(
            "a required assurance determines the size, but the size is set as well."
            if ask.level is not None
            else "a required assurance determines the size, not the level.",
            hint="leave out the assurance to compute that of a given size, or leave out the size.",
        )


def _is_the_pilots(truth: Truth, aucs: tuple[float | None, float | None]) -> bool:
    """Whether all AUCs that a pilot has an estimate of are left to it, or equal its estimates."""
    assert truth.pilot is not None
    pairs = zip(aucs, truth.pilot.aucs, strict=False)
    return all(ours is None or ours == pilots for ours, pilots in pairs)


def _assurance(draft: Plan, truth: Truth, ask: Ask) -> Assurance | None:
    """The assurance of a test that is planned with the AUCs of a pilot, its sizes still open."""
    if draft.pilot is None or draft.question == "interval" or draft.solved_for == "auc":
        return None
    known = math.isfinite(draft.pilot.degrees_of_freedom) and draft.pilot.estimate_variance > 0
    if not known or not _is_the_pilots(truth, (draft.first, draft.second)):
        return None
    wanted = draft.power if draft.solved_for == "size" else None
    return Assurance(
        attained=math.nan,
        limit=math.nan,
        wanted=ask.assurance if ask.assurance is not None else wanted,
        n_positive=None,
        n_negative=None,
    )


def _null_variance(truth: Truth, asked: NullVariance) -> NullVariance:
    """What scales the test; a pilot knows no variance under the null."""
    alone = truth.design == "one test set"
    if asked == ("reference" if alone else "logit"):
        raise OptionError(
            f"null_variance={asked!r} is for {'two classifiers' if alone else 'one classifier'}.",
            hint="use 'null' here.",
        )
    if truth.pilot is None or asked == "alternative":
        return asked
    return "logit" if alone else "alternative"


def _open(ask: Ask, first: float | None, sizes: object) -> dict[Unknown, object]:
    """The numbers of which one may be open."""
    if ask.question == "interval":
        return {"size": sizes, "width": ask.width, "confidence": ask.confidence}
    given: dict[Unknown, object] = {
        "auc": first,
        "size": sizes,
        "power": ask.power if ask.assurance is None else ask.assurance,
        "level": ask.level,
    }
    return given if ask.question == "difference" else given | {"margin": ask.margin}


def _wants_auc(ask: Ask, sized: bool) -> bool:
    """Everything but the AUC is given: it is the unknown, even where a pilot could supply it."""
    margin = ask.question == "difference" or ask.margin is not None
    tested = ask.power is not None and ask.level is not None
    return ask.question not in ("interval", "equivalence") and sized and tested and margin


def aucs_of(truth: Truth, *, keep_first: bool = False) -> tuple[float | None, float | None]:
    """The AUCs as stated, or those of the pilot; ``keep_first`` leaves the first one open."""
    first = checked_share(truth.first, "an AUC")
    second = checked_share(truth.second, "an AUC")
    if truth.pilot is not None:
        if first is None and not keep_first:
            first = truth.pilot.aucs[0]
        if second is None and len(truth.pilot.aucs) == 2:
            second = truth.pilot.aucs[1]
    return first, second


def pilot_caveats(
    truth: Truth, aucs: tuple[float | None, float | None], ask: Ask
) -> tuple[Caveat, ...]:
    """What the reader must know about the pilot behind a plan."""
    if truth.pilot is None:
        return ()
    found = list(truth.pilot.caveats)
    theirs = join_words([number(auc) for auc in truth.pilot.aucs])
    if all(ours is not None for ours in aucs[: len(truth.pilot.aucs)]) and _is_the_pilots(
        truth, aucs
    ):
        texts = ("truth",) if ask.question == "interval" else ("truth", "assurance")
        found.append(
            caveat(
                Kind.PILOT_AS_TRUTH,
                *(("assured",) if ask.assurance is not None else texts),
                plan="plan" if ask.question == "interval" else "power",
                aucs="AUC" if len(truth.pilot.aucs) == 1 else "AUCs",
                values=theirs,
            )
        )
    else:
        found.append(caveat(Kind.PILOT_ELSEWHERE, values=theirs))
    return tuple(found)


# The validated request of a plan: nothing below checks it again.


_NAMES = {
    "size": "the number of observations",
    "power": "the power",
    "level": "the level",
    "auc": "the AUC",
    "margin": "the margin",
    "width": "the width",
    "confidence": "the confidence",
}


def usual_level(question: Question) -> float:
    """The level at which :func:`aucurate.compare` will test what a study was planned for.

    Non-inferiority and superiority are tested one-sided at 0.025 (ICH E9), by the 95% interval.

    >>> usual_level("difference"), usual_level("non-inferiority"), usual_level("equivalence")
    (0.05, 0.025, 0.05)
    """
    return 0.025 if question in ("non-inferiority", "superiority") else 0.05


def the_unknown(given: Mapping[Unknown, object]) -> Unknown:
    """Which number is to be found: the one that is None, and there must be exactly one."""
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == 1:
        return missing[0]
    names = [_NAMES[name] for name in (missing or given)]
    if missing:
        several = "both" if len(names) == 2 else "all"
        raise OptionError(
            f"{join_words(names)} are {several} left open; a plan can find only one of them.",
            hint=Hint("set all but one, e.g. {power} or {n_positive}.", power=0.8, n_positive=100),
        )
    raise OptionError(
        f"nothing is left to find: {join_words(names)} are all set.",
        hint=Hint("leave out the one to find; {level} finds the level.", level=None),
    )


def checked_share(value: float | None, name: str) -> float | None:
    """A number strictly between 0 and 1, or None."""
    if value is None:
        return None
    hint = "80 percent is 0.8; an AUC of exactly 0 or 1 has no variance to plan with."
    return number_in(value, 0, 1, name, hint=hint)


def checked_sizes(
    n_positive: int | None, n_negative: int | None, ratio: float | None, usual: float
) -> tuple[int, int, float] | None:
    """Positives, negatives and their ratio, or None where the size is to be found."""
    for name, size in (("n_positive", n_positive), ("n_negative", n_negative)):
        if size is not None and size < 1:
            raise OptionError(f"{name} must be a whole number of 1 or more; it is {size!r}.")
    if n_positive is not None and n_negative is not None:
        if ratio is not None:
            raise OptionError(
                "n_positive, n_negative and ratio are all set.",
                hint="leave out ratio, which follows from the other two, or one of the others.",
            )
        return int(n_positive), int(n_negative), n_negative / n_positive
    ratio = checked_ratio(ratio, usual)
    if n_positive is not None:
        return int(n_positive), negatives_for(int(n_positive), ratio), ratio
    if n_negative is not None:
        return negatives_for(int(n_negative), 1 / ratio), int(n_negative), ratio
    return None


def checked_ratio(ratio: float | None, usual: float) -> float:
    """Negatives per positive."""
    if ratio is None:
        return usual
    hint = "it is negatives per positive: 9 where one observation in ten is positive."
    return number_in(ratio, 0, math.inf, "ratio", hint=hint)


def checked_test(
    question: Question, alternative: Alternative | None, margin: float | None
) -> Alternative:
    """The alternative of a question, its margin checked on the way."""
    if question == "interval":
        return "two-sided"
    if margin is not None:
        if question == "difference":
            raise OptionError(
                "a margin is set, but the question is whether there is a difference.",
                hint=Hint(
                    "add {question}, 'superiority' or 'equivalence'.", question="non-inferiority"
                ),
            )
        if not 0 < margin < 1:
            raise OptionError(
                f"a margin must lie between 0 and 1; it is {margin!r}.",
                hint="it has no sign: use 0.05 for non-inferiority within 0.05.",
            )
    usual: dict[str, Alternative] = {"difference": "two-sided", "equivalence": "two-sided"}
    if question == "difference":
        return "two-sided" if alternative is None else alternative
    wanted = usual.get(question, "greater")
    if alternative not in (None, wanted):
        raise OptionError(
            f"{question} has the alternative '{wanted}'; it cannot be {alternative!r}.",
            hint="leave alternative out, or swap the two classifiers.",
        )
    return wanted


def refuse_hopeless(plan: Plan) -> None:
    """A claim that is false if the plan's own AUCs are true cannot be planned for."""
    if plan.question == "interval":
        return
    if plan.solved_for == "auc":
        _refuse_open_auc(plan)
        return
    assert plan.second is not None
    difference = plan.first - plan.second
    if plan.solved_for == "margin":
        hopeless = plan.question == "superiority" and difference <= 0
    elif plan.question == "equivalence":
        hopeless = abs(difference) >= (plan.margin or 0.0)
    elif plan.alternative == "two-sided":
        hopeless = difference == 0
    else:
        sign = 1 if plan.alternative == "greater" else -1
        hopeless = sign * (difference - null_difference(plan)) <= 0
    if hopeless:
        raise OptionError(
            f"if the AUC is {number(plan.first)} and {_other(plan.design)} "
            f"{number(plan.second)}, {_claim(plan)} is not true, and no study can show it.",
            hint="change the AUCs, the alternative or the margin.",
        )


def _refuse_open_auc(plan: Plan) -> None:
    """An AUC can be found on one side of the border of the null hypothesis only."""
    assert plan.second is not None
    if plan.question == "equivalence":
        raise OptionError(
            "equivalence needs both AUCs; only a margin, size, power or level can be found.",
            hint="state the AUC; leave out margin to find the smallest margin.",
        )
    border = plan.second + null_difference(plan)
    if not 0 < border < 1:
        raise OptionError(
            f"a margin of {number(plan.margin or 0.0)} from an AUC of {number(plan.second)} "
            "leaves the range from 0 to 1.",
            hint="choose a smaller margin.",
        )


def refuse_weak(power: float | None, level: float | None) -> None:
    """A power at or below the level needs no study."""
    if power is not None and level is not None and power <= level:
        raise OptionError(
            f"power must exceed the level; they are {power!r} and {level!r}.",
            hint="power is often 0.8 or 0.9 and level 0.05.",
        )


def _other(design: Design) -> str:
    return "the null value is" if design == "one test set" else "the other is"


def _claim(plan: Plan) -> str:
    if plan.question != "difference":
        return f"{plan.question} by the margin {number(plan.margin or 0.0)}"
    return {"greater": "'greater'", "less": "'less'"}.get(plan.alternative, "a difference")


# Finds the one number of a plan that was left open.


_LARGEST = 10**12
_EDGE = 1e-9
_STEPS = 500


def solved(plan: Plan) -> Plan:
    """The plan with the number that it was made for, what its sizes reach, and its caveats.

    Sizes are the smallest whole numbers that reach the power or the width.
    """
    _refuse_impossible_margin(plan)
    finder: dict[str, Callable[[Plan], Plan]] = {
        "size": _size,
        "power": lambda p: replace(p, power=power_of(p, p.n_positive, p.n_negative)),
        "level": _level,
        "auc": _auc,
        "margin": _margin,
        "width": lambda p: replace(p, width=attained(p, p.n_positive, p.n_negative)),
        "confidence": _confidence,
    }
    found = finder[plan.solved_for](plan)
    _refuse_impossible_margin(found)
    sizes = (found.n_positive, found.n_negative)
    found = replace(
        found,
        attained=attained(found, *sizes),
        correlation=auc_correlation(found, *sizes),
        caveats=(*found.caveats, *_of_sizes(found), *_of_errors(found)),
    )
    return found if found.assurance is None else _with_assurance(found, found.assurance)


def _size(plan: Plan) -> Plan:
    if plan.power is None and plan.assurance is not None:
        high = _assured(plan, plan.assurance.wanted or 1.0)
    else:
        high = _smallest(lambda n_positive: _is_enough(plan, n_positive))
    return replace(plan, n_positive=high, n_negative=negatives_for(high, plan.ratio))


def _is_enough(plan: Plan, n_positive: int) -> bool:
    reached = attained(plan, n_positive, negatives_for(n_positive, plan.ratio))
    if plan.question == "interval":
        return reached <= (plan.width or 0.0)
    return reached >= (plan.power or 1.0)


def _assured(plan: Plan, wanted: float) -> int:
    """The positives of the smallest study with this assurance."""
    refuse_beyond_limit(plan, wanted)
    return _smallest(lambda n: assurance_of(plan, n, negatives_for(n, plan.ratio)) >= wanted)


def _with_assurance(plan: Plan, found: Assurance) -> Plan:
    """The assurance of the plan's sizes, its limit, and the sizes that have the one wanted."""
    reached, limit = assurance_of(plan, plan.n_positive, plan.n_negative), assurance_limit(plan)
    found = replace(found, attained=reached, limit=limit)
    if plan.power is None:
        found = replace(found, n_positive=plan.n_positive, n_negative=plan.n_negative)
    elif plan.solved_for == "size" and plan.power < limit:
        enough = _assured(plan, plan.power)
        found = replace(found, n_positive=enough, n_negative=negatives_for(enough, plan.ratio))
    return replace(plan, assurance=found)


def _smallest(enough: Callable[[int], bool]) -> int:
    """The smallest number of positives that is enough."""
    high = 2
    while not enough(high):
        high *= 2
        if high > _LARGEST:
            raise OptionError(
                "even a study with a trillion positives would not be large enough.",
                hint="use a larger difference, margin or width, or less power.",
            )
    low = high // 2 if high > 2 else 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _level(plan: Plan) -> Plan:
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"

    def at(z: float) -> Plan:
        return replace(plan, level=float(special.ndtr(-z)) * (2 if two_sided else 1))

    lowest = -float(special.ndtri(0.25 if two_sided else 0.5))
    _require(at(lowest), "at any level up to 0.5")
    return at(_crossing(lambda z: _surplus(at(z)), 37.0, lowest))


def _auc(plan: Plan) -> Plan:
    """The AUC nearest to the null hypothesis that gives the power.

    On the logit scale power may fall again close to 1: the search goes outwards from the border.
    """
    assert plan.second is not None
    border = plan.second + null_difference(plan)
    end = _EDGE if plan.alternative == "less" else 1 - _EDGE
    before = border
    for step in range(1, _STEPS + 1):
        auc = border + (end - border) * step / _STEPS
        if _surplus(replace(plan, first=auc)) >= 0:
            break
        before = auc
    _require(replace(plan, first=auc), f"even for an AUC of {0 if end < 0.5 else 1}")
    first = _crossing(lambda value: _surplus(replace(plan, first=value)), before, auc)
    return replace(plan, first=first)


def _margin(plan: Plan) -> Plan:
    """The smallest margin that gives the power; for superiority the largest."""
    assert plan.second is not None
    difference = plan.first - plan.second

    def surplus(margin: float) -> float:
        return _surplus(replace(plan, margin=margin))

    if plan.question == "superiority":
        _require(replace(plan, margin=_EDGE), "for any margin")
        return replace(plan, margin=_crossing(surplus, difference, _EDGE))
    worst = -difference if plan.question == "non-inferiority" else abs(difference)
    largest = _largest_margin(plan) * (1 - _EDGE)
    _require(replace(plan, margin=largest), "for any margin")
    return replace(plan, margin=_crossing(surplus, max(_EDGE, worst), largest))


def _confidence(plan: Plan) -> Plan:
    def at(z: float) -> Plan:
        return replace(plan, confidence=1 - 2 * float(special.ndtr(-z)))

    def slack(z: float) -> float:
        return (plan.width or 0.0) - attained(at(z), plan.n_positive, plan.n_negative)

    if slack(8.0) > 0:
        raise OptionError(
            f"an interval of width {number(plan.width or 0.0)} is wider than any that this study "
            "would give.",
            hint="use a narrower interval.",
        )
    return at(_crossing(slack, 8.0, 1e-6))


def _surplus(plan: Plan) -> float:
    return power_of(plan, plan.n_positive, plan.n_negative) - (plan.power or 0.0)


def _require(best: Plan, when: str) -> None:
    if _surplus(best) < 0:
        raise OptionError(
            f"{count(best.n_positive, 'positive')} and {count(best.n_negative, 'negative')} do "
            "not give "
            f"{percent(best.power or 0.0)} power {when}.",
            hint="plan more observations, or less power.",
        )


def _crossing(surplus: Callable[[float], float], low: float, high: float) -> float:
    """Where a surplus turns positive between low (not) and high (yes), from the positive side."""
    return bisect(lambda value: surplus(value) >= 0, high, low, halvings=200)[0]


def _largest_margin(plan: Plan) -> float:
    """The margin at which an AUC under the null hypothesis would leave the range from 0 to 1."""
    assert plan.second is not None
    if plan.null_variance == "alternative":
        return 1.0
    below = plan.second
    above = 1 - plan.second if plan.question != "non-inferiority" else math.inf
    if plan.design != "one test set" and plan.null_variance != "reference":
        mean = (plan.first + plan.second) / 2
        below = above = 2 * min(mean, 1 - mean)
    return min(below, above, 1.0)


def _refuse_impossible_margin(plan: Plan) -> None:
    """Under the null hypothesis, too, an AUC has a variance only between 0 and 1."""
    if plan.margin is None or math.isnan(plan.first) or plan.null_variance == "alternative":
        return
    borders = (-plan.margin, plan.margin) if plan.question == "equivalence" else ()
    for border in borders or (null_difference(plan),):
        if not all(0 < auc < 1 for auc in null_aucs(plan, border)):
            raise OptionError(
                f"with a margin of {number(plan.margin)} an AUC under the null hypothesis would "
                "lie outside the range from 0 to 1.",
                hint=Hint(
                    "choose a smaller margin, or {null_variance}.", null_variance="alternative"
                ),
            )


def _of_sizes(plan: Plan) -> list[Caveat]:
    """Few observations in a class, or few groups with observations of a class."""
    if plan.group_size is None:
        few = min(plan.n_positive, plan.n_negative) < FEW
        return [caveat(Kind.FEW_OBSERVATIONS, "plan", limit=FEW)] if few else []
    groups = int(min(plan.n_positive, plan.n_negative) / plan.group_size)
    if groups >= FEW_GROUPS:
        return []
    sizes = f"as many observations of a class as {count(groups, 'group')} hold"
    return [few_groups(sizes)]


def _of_errors(plan: Plan) -> list[Caveat]:
    """So few misordered observations that the study will be tested by another test as well."""
    if plan.question == "interval" or plan.second is None:
        return []
    smaller = min(plan.n_positive, plan.n_negative) / plan.design_effect
    is_margin = plan.question != "difference"
    return of_planned_errors(plan.design, (plan.first, plan.second), smaller, margin=is_margin)
