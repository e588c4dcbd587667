"""From what is assumed and what is asked to a plan: the step that all plans of a test share."""

import math
from dataclasses import dataclass, replace

from aucurate.errors import OptionError
from aucurate.formatting import listing, number
from aucurate.planning.assurance import Assurance
from aucurate.planning.drafts import (
    checked_ratio,
    checked_share,
    checked_sizes,
    checked_test,
    refuse_hopeless,
    refuse_weak,
    the_unknown,
)
from aucurate.planning.pilots import Pilot
from aucurate.planning.plans import NullVariance, Plan, Question, Unknown
from aucurate.planning.solving import solved
from aucurate.results import Alternative, Caveat, Design


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
    """What a plan is asked: the settings of its test or of its interval, one of them None."""

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
        caveats=pilot_caveats(truth, (first, second), asks_power=ask.width is None),
    )
    refuse_hopeless(draft)
    return solved(replace(draft, assurance=_assurance(draft, truth, ask)))


def _check_assurance(truth: Truth, ask: Ask) -> None:
    """An assurance is asked for in place of a power, to find the size, from the AUCs of a pilot."""
    if checked_share(ask.assurance, "assurance") is None:
        return
    if ask.power is not None:
        raise OptionError(
            "power and assurance are both given; the size follows from one of them.",
            hint="leave out power: the plan shows the power of its size as well.",
        )
    if truth.pilot is None or not _is_the_pilots(truth, (truth.first, truth.second)):
        raise OptionError(
            "assurance averages the power over the AUCs that a pilot leaves possible; "
            + ("there is no pilot." if truth.pilot is None else "the AUCs are given."),
            hint="give power instead, or a pilot (pilot=, --pilot) and no AUCs.",
        )
    if ask.n_positive is not None or ask.n_negative is not None or ask.level is None:
        raise OptionError(
            "an assurance that is asked for finds the size; size and assurance are both given."
            if ask.level is not None
            else "an assurance that is asked for finds the size, not the level.",
            hint="leave out the assurance to see that of a given size, or leave out the size.",
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
            f"null_variance={asked!r} is about {'two classifiers' if alone else 'one classifier'}.",
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
    """Everything but the AUC is given: it is the unknown, even where a pilot could tell it."""
    margin = ask.question == "difference" or ask.margin is not None
    tested = ask.power is not None and ask.level is not None
    return ask.question not in ("interval", "equivalence") and sized and tested and margin


def aucs_of(truth: Truth, *, keep_first: bool = False) -> tuple[float | None, float | None]:
    """The AUCs as given, or as the pilot has them; ``keep_first`` leaves the first one open."""
    first = checked_share(truth.first, "an AUC")
    second = checked_share(truth.second, "an AUC")
    if truth.pilot is not None:
        if first is None and not keep_first:
            first = truth.pilot.aucs[0]
        if second is None and len(truth.pilot.aucs) == 2:
            second = truth.pilot.aucs[1]
    return first, second


def pilot_caveats(
    truth: Truth, aucs: tuple[float | None, float | None], *, asks_power: bool
) -> tuple[Caveat, ...]:
    """What the reader must know about the pilot behind a plan."""
    if truth.pilot is None:
        return ()
    found = list(truth.pilot.caveats)
    theirs = listing([number(auc) for auc in truth.pilot.aucs])
    if all(ours is not None for ours in aucs[: len(truth.pilot.aucs)]) and _is_the_pilots(
        truth, aucs
    ):
        plan = "power" if asks_power else "plan"
        areas = "AUC" if len(truth.pilot.aucs) == 1 else "AUCs"
        message = (
            f"The {plan} takes the {areas} of the pilot ({theirs}) for the truth: a pilot that "
            "looked good by chance makes the study too small."
        )
        if asks_power:
            message += " The assurance averages over the uncertainty of the pilot."
        found.append(Caveat(kind="pilot_as_truth", message=message))
    else:
        found.append(
            Caveat(
                kind="pilot_elsewhere",
                message=f"The variance is that of the pilot at its own AUC ({theirs}), not at the "
                "AUC of the plan.",
            )
        )
    return tuple(found)
