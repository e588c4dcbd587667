"""The call that makes a plan again."""

import inspect
from collections.abc import Callable
from typing import Any

from aucurate.errors import AucurateError
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.planning.plans import Plan
from aucurate.study.plan import PlanStudy


def plan_lines(study: PlanStudy) -> tuple[str, ...]:
    """Lines of Python; none where they would not give this plan, as with a pilot.

    A plan does not say which of its numbers were given, only which was found: so it is made again
    and compared.
    """
    plan = study.plan
    function, numbers, options = _asked(plan)
    try:
        again = None if plan.pilot is not None else function(*numbers, **options)
    except AucurateError:
        return ()
    if again != plan or study.points != plan.curve():
        return ()
    said = [repr(one) for one in numbers]
    said += [f"{name}={value!r}" for name, value in options.items()]
    return (
        f"plan = au.{function.__name__}({', '.join(said)})",
        "study = au.plan_study(plan)",
    )


def _asked(plan: Plan) -> tuple[Callable[..., Plan], list[float | None], dict[str, Any]]:
    """The planner, the AUCs, and the options that are not what it takes by itself."""
    first = None if plan.solved_for == "auc" else plan.first
    one = plan.design == "one test set"
    function: Callable[..., Plan] = plan_one if one else plan_two
    function = plan_interval if plan.question == "interval" else function
    known: dict[str, Any] = {
        name: None if name == plan.solved_for else getattr(plan, name)
        for name in ("power", "level", "margin", "width", "confidence", "scale")
    }
    if plan.solved_for == "size":
        known["ratio"] = None if plan.ratio == 1 else plan.ratio
    else:
        known |= {"n_positive": plan.n_positive, "n_negative": plan.n_negative}
    if one:
        known["null"] = plan.second
    else:
        known["paired"] = plan.design == "paired"
        known["correlation"] = plan.correlation if plan.design == "paired" else None
    if plan.question == "difference" and plan.alternative != "two-sided":
        known["alternative"] = plan.alternative
    known |= {name: getattr(plan, name) for name in ("question", "variance", "null_variance")}
    usual = inspect.signature(function).parameters
    options = {n: v for n, v in known.items() if n in usual and v != usual[n].default}
    return function, [first] if one else [first, plan.second], options
