"""How a study is made again: the command that made it, and the call in Python.

The command line records its command in the settings, and that is printed to the letter. The call is
made from the settings: it gives the same numbers on the same data, or it is not printed.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.formatting import count, shortened
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.report.repeating_plan import plan_lines
from aucurate.report.repeating_rules import at_written, use_written
from aucurate.report.sources import Origin, origin_of
from aucurate.study.base import Study
from aucurate.study.compare import compare
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.fit import FitStudy, fit
from aucurate.study.folds import compare_folds
from aucurate.study.intervals import intervals
from aucurate.study.operate import OperateStudy, operate
from aucurate.study.operate_folds import OperateFoldsStudy, operate_folds
from aucurate.study.operate_folds_numbers import rates_for
from aucurate.study.plan import PlanStudy
from aucurate.study.rank import rank

_OBVIOUS = (("1", "0"), ("1", "-1"), ("True", "False"))
_FUNCTIONS: dict[str, Callable[..., Study]] = {
    "compare": compare,
    "fit": fit,
    "folds": compare_folds,
    "intervals": intervals,
    "operate": operate,
    "operate-folds": operate_folds,
    "rank": rank,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that was read, and what tells it from another."""

    name: str
    size: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Lines of Python, the command, and what else must be known; empty where nothing is right."""

    python: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()
    files: tuple[File, ...] = ()


def recipe_of(study: Study) -> Recipe:
    """How to make the study again."""
    settings = study.provenance.settings
    recipe = Recipe(
        command=settings.get("command", ""),
        notes=_notes(study),
        files=tuple(_file(one) for one in settings.get("files", ())),
    )
    if isinstance(study, PlanStudy):
        return replace(recipe, python=_lines(plan_lines(study)))
    if study.kind not in _FUNCTIONS or _is_unknown(settings) or _is_old(study):
        return recipe
    origin = origin_of(study)
    return replace(recipe, python=_python(study, origin), notes=(*origin.notes, *recipe.notes))


def _file(noted: Mapping[str, Any]) -> File:
    size = count(noted["bytes"], "byte")
    return File(name=shortened(noted["name"]), size=size, sha256=noted["sha256"])


def _is_unknown(settings: Mapping[str, Any]) -> bool:
    """Whether numbers were drawn with randomness that nobody has written down."""
    drawn: Any = settings.get("resampling", settings)
    is_drawn = "rng" in drawn and drawn.get("repeats", 0) is not None
    return is_drawn and not isinstance(drawn["rng"], int)


def _is_old(study: Study) -> bool:
    """Whether it was written when the settings of its kind did not tell all."""
    return study.kind in ("fit", "operate") and "rng" not in study.provenance.settings


def _notes(study: Study) -> tuple[str, ...]:
    found = []
    if _is_unknown(study.provenance.settings):
        found.append(
            "The randomness was a generator or fresh, and cannot be written down: give rng a whole "
            "number where the numbers must come out again."
        )
    if any(caveat.kind == "interrupted" for caveat in study.caveats):
        found.append("The study was interrupted; run to its end it has more numbers than here.")
    return tuple(found)


def _python(study: Study, origin: Origin) -> str:
    function = _FUNCTIONS[study.kind]
    said = [*origin.arguments, *_said(study, origin, function)]
    name = f"au.{function.__name__}"
    call = f"study = {name}({', '.join(said)})"
    if len(call) > 88:
        call = "\n".join([f"study = {name}(", *(f"    {one}," for one in said), ")"])
    return _lines((*origin.lines, call))


def _lines(lines: tuple[str, ...]) -> str:
    return "\n".join(["import aucurate as au", "", *lines]) if lines else ""


def _said(study: Study, origin: Origin, function: Callable[..., Study]) -> list[str]:
    """The options that are not what the function takes by itself."""
    settings = _settings(study, origin)
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in settings and settings[name] != parameter.default:
            found.append(f"{name}={_written(settings[name])}")
    return found


def _settings(study: Study, origin: Origin) -> dict[str, Any]:
    """The settings by the names of the parameters, without what follows from the others."""
    where, settings = study.provenance, dict(study.provenance.settings)
    if study.kind in ("compare", "intervals"):
        drawn = Resampling(**settings.pop("resampling"))
        plain = CompareSettings(method=settings["method"])
        if settings["margin_method"] == plain.margin_method:
            del settings["margin_method"]
        paired = settings.get("design") != "unpaired"
        if settings["method"] == CompareSettings().for_design(paired=paired).method:
            del settings["method"]
        settings |= {} if drawn == Resampling() else {"resampling": drawn}
    if isinstance(study, FitStudy):
        settings |= _drawing(settings, Resampling(repeats=500))
        settings |= {"model": "all"} if settings["model"] == list(MODELS) else {}
    if isinstance(study, OperateStudy | OperateFoldsStudy):
        settings |= _place(study)
    if not origin.is_built:
        if where.positive and (where.positive, where.negative) not in _OBVIOUS:
            settings["positive"] = where.positive
        settings |= {"missing": "drop"} if where.n_dropped else {}
    if origin.is_built or not settings.get("lower"):
        settings.pop("lower", None)
    return settings


def _drawing(settings: Mapping[str, Any], usual: Resampling) -> dict[str, Any]:
    """How numbers were drawn, where that is not what the function does by itself."""
    names = ("repeats", "stratified", "rng")
    if settings["repeats"] is None:
        return {}
    drawn = Resampling(**{name: settings[name] for name in names})
    return {} if drawn == usual else {"resampling": drawn}


def _place(study: OperateStudy | OperateFoldsStudy) -> dict[str, Any]:
    """The settings of an operating point."""
    settings = study.provenance.settings
    use, pairs = IntendedUse(**settings["use"]), settings["pairs"]
    rates = tuple(settings["rates"])
    found: dict[str, Any] = {
        "at": _Expression(at_written(study)),
        "use": None if use == IntendedUse() else use,
        "pairs": None if pairs is None else tuple(tuple(pair) for pair in pairs),
        "rates": rates,
    }
    if isinstance(study, OperateStudy):
        return found | _drawing(settings, Resampling())
    rule = settings["rule"]
    usual = rates_for(0.5 if rule is None else ThresholdRule.from_dict(rule))
    return found | {"rates": None if rates == usual else rates}


class _Expression(str):
    """Python that is written as it is."""

    __slots__ = ()


def _written(value: object) -> str:
    if isinstance(value, _Expression):
        return str(value)
    if isinstance(value, IntendedUse):
        return use_written(value)
    if isinstance(value, tuple):
        return repr(list(value))
    if isinstance(value, Resampling):
        said = [f"repeats={value.repeats}"]
        said += [] if value.stratified else ["stratified=False"]
        said += [] if value.rng == 0 else [f"rng={value.rng}"]
        return f"au.Resampling({', '.join(said)})"
    return repr(value)
