"""Plan: a study that has not been done yet, and what it would be able to show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.formatting import count, number, percent
from aucurate.planning.pilots import PilotVariance
from aucurate.planning.power import Assurance, assurance_of, attained
from aucurate.results import Alternative, Caveat, Design, Record

Question: TypeAlias = Literal[
    "difference", "non-inferiority", "superiority", "equivalence", "interval"
]
Unknown: TypeAlias = Literal["size", "power", "level", "auc", "margin", "width", "confidence"]
NullVariance: TypeAlias = Literal["null", "reference", "alternative", "logit"]

_STEPS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPoint(Record):
    """One size of study, and the power (or expected interval width) it reaches.

    ``n_positive`` and ``n_negative`` are those of one test set, ``total`` counts all observations.
    ``assurance`` is the power averaged over the uncertainty of a pilot whose AUCs are planned with,
    ``n_groups`` how many groups hold all these observations, None where their size was not set.
    """

    n_positive: int
    n_negative: int
    total: int
    attained: float
    assurance: float | None = None
    n_groups: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Record):
    """A planned study: the question, the AUCs assumed, the sizes, and the power or the width.

    ``first`` is the AUC of interest; ``second`` the AUC it is compared with, or the null value in
    the design "one test set" (None for the interval of one AUC). ``n_positive`` and ``n_negative``
    are per test set; an unpaired plan has two. ``ratio`` is negatives per positive. ``solved_for``
    says which of the numbers was found; ``attained`` is what the whole-number sizes reach: the
    power, or the expected width. ``assurance`` is there where the AUCs are those of a pilot; a plan
    for a required assurance has no ``power`` of its own. ``design_effect`` is what groups multiply
    the variance by, and ``group_size`` how many observations a group has on average. What a
    question has no use for is None.
    """

    question: Question
    design: Design
    solved_for: Unknown
    first: float
    second: float | None
    correlation: float
    n_positive: int
    n_negative: int
    ratio: float
    power: float | None
    level: float | None
    alternative: Alternative
    margin: float | None
    width: float | None
    confidence: float | None
    scale: str | None
    attained: float
    variance: str
    null_variance: NullVariance
    pilot: PilotVariance | None
    assurance: Assurance | None = None
    design_effect: float = 1.0
    group_size: float | None = None
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        return plan_sentence(self)

    @property
    def total(self) -> int:
        """All observations of the study, over both test sets where there are two."""
        return self._total(self.n_positive, self.n_negative)

    @property
    def n_groups(self) -> int | None:
        """How many groups hold the observations of the study, None where their size was not set.

        They are those of both test sets where there are two.
        """
        return self._groups(self.n_positive, self.n_negative)

    @checked
    def curve(self, n_positive: Sequence[int] | None = None) -> tuple[PlanPoint, ...]:
        """The power (or expected width) by size of study, at the plan's class ratio.

        ``n_positive`` are the numbers of positives to show; from a quarter to twice the plan's
        when left out.

        >>> from aucurate.planning import plan_one
        >>> points = plan_one(0.8, null=0.7, power=0.8).curve([50, 100])
        >>> [(point.total, round(point.attained, 2)) for point in points]
        [(100, 0.48), (200, 0.81)]
        """
        if n_positive is None:
            n_positive = sorted({max(2, math.ceil(s * self.n_positive)) for s in _STEPS})
        return tuple(self._point(size) for size in n_positive)

    def _point(self, n_positive: int) -> PlanPoint:
        if n_positive < 1:
            raise OptionError(
                f"a study needs at least 1 positive; the curve was requested for {n_positive}.",
                hint="pass numbers of positives, e.g. curve([50, 100, 200]).",
            )
        n_negative = self.n_negative
        if n_positive != self.n_positive:
            n_negative = negatives_for(n_positive, self.ratio)
        return PlanPoint(
            n_positive=n_positive,
            n_negative=n_negative,
            total=self._total(n_positive, n_negative),
            attained=attained(self, n_positive, n_negative),
            assurance=None
            if self.assurance is None
            else assurance_of(self, n_positive, n_negative),
            n_groups=self._groups(n_positive, n_negative),
        )

    def _total(self, n_positive: int, n_negative: int) -> int:
        return (n_positive + n_negative) * (2 if self.design == "unpaired" else 1)

    def _groups(self, n_positive: int, n_negative: int) -> int | None:
        if self.group_size is None:
            return None
        each = math.ceil((n_positive + n_negative) / self.group_size * (1 - 1e-12))
        return each * (2 if self.design == "unpaired" else 1)


def negatives_for(n_positive: int, ratio: float) -> int:
    """The whole number of negatives that goes with these positives, never below the ratio.

    >>> negatives_for(10, 1.5), negatives_for(10, 0.33), negatives_for(30, 0.1)
    (15, 4, 3)
    """
    return max(1, math.ceil(n_positive * ratio * (1 - 1e-12)))


# A plan as the sentence that a protocol can print.


_VARIANCES = {
    "hanley-mcneil": "Hanley-McNeil variance",
    "obuchowski-mcclish": "Obuchowski-McClish variance",
    "binormal": "binormal variance",
    "pilot": "DeLong variance of the pilot",
}
_HYPOTHESES = {
    "null": "",
    "reference": ", that of the reference under the null",
    "alternative": ", the same under the null",
    "logit": ", test on the logit scale",
}


def plan_sentence(plan: Plan) -> str:
    """What the study needs, or what it can show."""
    end = f" ({_method(plan)})."
    if plan.question == "interval":
        return _interval(plan) + end
    power = "" if plan.power is None else percent(plan.power)
    sizes, level, claim = _sizes(plan), level_words(plan), _claim(plan)
    if plan.power is None and plan.assurance is not None:
        wanted = percent(plan.assurance.wanted or 0.0)
        return (
            f"For an assurance of {wanted} (power at {level}, averaged over the uncertainty of "
            f"the pilot) to show that {claim}, {sizes} are needed{end}"
        )
    if plan.solved_for == "size":
        return f"To show with {power} power at {level} that {claim}, {sizes} are needed{end}"
    if plan.solved_for == "power":
        return f"With {sizes} there is {power} power at {level} to show that {claim}{end}"
    if plan.solved_for == "level":
        return f"With {sizes} there is {power} power to show that {claim} at {level}{end}"
    if plan.solved_for == "margin":
        side = "largest" if plan.question == "superiority" else "smallest"
        return (
            f"With {sizes}, {_short(plan.margin)} is the {side} margin for which there is {power} "
            f"power at {level} to show that {claim}{end}"
        )
    side = "highest" if plan.alternative == "less" else "lowest"
    return (
        f"With {sizes}, an AUC of {_short(plan.first)} is the {side} for which there is {power} "
        f"power at {level} to show that it {_verb(plan)}{end}"
    )


def assurance_sentence(plan: Plan) -> str:
    """The average power over the uncertainty of the pilot, and the size that it takes; or none."""
    found = plan.assurance
    if found is None:
        return ""
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"
    shown = " to show a difference in the direction of the pilot's" if two_sided else ""
    said = (
        f"Averaged over the uncertainty of the pilot, the power{shown} is "
        f"{percent(found.attained)} (assurance; at most {percent(found.limit)} at any size)"
    )
    if plan.power is None or found.wanted is None:
        return f"{said}."
    if found.n_positive is None or found.n_negative is None:
        return (
            f"{said}; no study has an assurance of {percent(found.wanted)}, because given the "
            f"pilot {_in_question(two_sided)} with probability {percent(found.limit)} only: "
            "enlarge the pilot, or plan for the smallest difference that matters."
        )
    sizes = _sizes(replace(plan, n_positive=found.n_positive, n_negative=found.n_negative))
    return f"{said}; an assurance of {percent(found.wanted)} needs {sizes}."


def _in_question(two_sided: bool) -> str:
    return "the difference has this direction" if two_sided else "the claim is true"


def level_words(plan: Plan) -> str:
    """The level, and of which kind of test."""
    level = f"level {_short(plan.level)}"
    if plan.question == "equivalence":
        return f"{level} in each of two one-sided tests"
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"
    return f"{'two' if two_sided else 'one'}-sided {level}"


def _interval(plan: Plan) -> str:
    what = f"an AUC of {_short(plan.first)}"
    if plan.second is not None:
        what = f"the difference between AUCs of {_short(plan.first)} and {_short(plan.second)}"
        what += _where(plan)
    of = f"{percent(plan.confidence or 0)} interval"
    if plan.solved_for == "size":
        return (
            f"For a {of} with an expected width of {_short(plan.width)} around {what}, "
            f"{_sizes(plan)} are needed"
        )
    return f"With {_sizes(plan)} a {of} around {what} has an expected width of {_short(plan.width)}"


def _claim(plan: Plan) -> str:
    return f"an AUC of {_short(plan.first)} {_verb(plan)}"


def _verb(plan: Plan) -> str:
    margin, second = _short(plan.margin), _short(plan.second)
    if plan.design != "one test set":
        second = f"one of {second}"
    verb = {
        "non-inferiority": f"is less than {margin} below",
        "superiority": f"is more than {margin} above",
        "equivalence": f"is within {margin} of",
        "difference": {"greater": "is higher than", "less": "is lower than"}.get(
            plan.alternative, "differs from"
        ),
    }[plan.question]
    return f"{verb} {second}{_where(plan)}"


def _where(plan: Plan) -> str:
    if plan.design == "paired":
        return (
            " on the same observations (correlation of the AUC estimates "
            f"{number(plan.correlation, 2)})"
        )
    return " on separate test sets" if plan.design == "unpaired" else ""


def _sizes(plan: Plan) -> str:
    each = " in each test set" if plan.design == "unpaired" else ""
    rows = f"{count(plan.n_positive, 'positive')} and {count(plan.n_negative, 'negative')}{each}"
    if plan.n_groups is None or plan.group_size is None:
        return rows
    size = number(plan.group_size, 1).removesuffix(".0")
    groups = count(plan.n_groups // (2 if plan.design == "unpaired" else 1), "group")
    return f"{rows} ({groups} of {size}{each and ' each'})"


def _method(plan: Plan) -> str:
    variance = _VARIANCES[plan.variance]
    if plan.design_effect != 1:
        variance += f", design effect {number(plan.design_effect, 2)}"
    if plan.question == "interval":
        return f"{variance}, {'Wald' if plan.scale == 'wald' else 'logit'} interval"
    return variance + _HYPOTHESES[plan.null_variance]


def _short(value: float | None) -> str:
    """Three digits after the point, or two, and as many as a small number needs."""
    if value is None:
        return ""
    digits = 3
    while digits < 12 and abs(value) > 0 and float(number(value, digits)) == 0:
        digits += 1
    text = number(value, digits)
    return text[:-1] if digits == 3 and text.endswith("0") else text
