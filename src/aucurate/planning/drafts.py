"""What is asked of a plan, checked: past this door nobody checks again."""

import math
from collections.abc import Mapping

from aucurate.checks import number_in
from aucurate.errors import OptionError
from aucurate.formatting import listing, number
from aucurate.planning.plans import Plan, Question, Unknown, negatives_for
from aucurate.planning.power import null_difference
from aucurate.results import Alternative, Design

_NAMES = {
    "size": "the size (n_positive, n_negative)",
    "power": "the power",
    "level": "the level",
    "auc": "the AUC",
    "margin": "the margin",
    "width": "the width",
    "confidence": "the confidence",
}


def the_unknown(given: Mapping[Unknown, object]) -> Unknown:
    """Which number is to be found: the one that is None, and there must be exactly one."""
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == 1:
        return missing[0]
    names = [_NAMES[name] for name in (missing or given)]
    if missing:
        raise OptionError(
            f"{listing(names)} are open; a plan can find one of them.",
            hint="give all but one, e.g. power=0.8 (--power) or n_positive=100 (--positives).",
        )
    raise OptionError(
        f"nothing is left to find: {listing(names)} are all given.",
        hint="leave out the one to be found; level=None finds the level.",
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
            raise OptionError(f"{name} must be a whole number from 1 up; it is {size!r}.")
    if n_positive is not None and n_negative is not None:
        if ratio is not None:
            raise OptionError(
                "n_positive, n_negative and ratio are all given.",
                hint="leave out ratio, which follows from the other two, or one of them.",
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
                "a margin is given, but the question is whether there is a difference.",
                hint="add question='non-inferiority', 'superiority' or 'equivalence'.",
            )
        if not 0 < margin < 1:
            raise OptionError(
                f"a margin is a distance between 0 and 1; it is {margin!r}.",
                hint="its sign follows from the question: 0.05 for non-inferiority by 0.05.",
            )
    usual: dict[str, Alternative] = {"difference": "two-sided", "equivalence": "two-sided"}
    if question == "difference":
        return "two-sided" if alternative is None else alternative
    wanted = usual.get(question, "greater")
    if alternative not in (None, wanted):
        raise OptionError(
            f"{question} has the alternative '{wanted}'; it cannot be {alternative!r}.",
            hint="leave alternative out, or exchange the two classifiers.",
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
            hint="give the AUC; leave out margin to find the smallest margin.",
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
