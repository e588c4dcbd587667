"""How a study is made again: the call in Python and the command, as far as its settings tell.

What is printed gives the same numbers on the same data, or it is not printed. A study does not know
the column of the labels in the table that it was read from: that is for the reader to fill in.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aucurate.inference.resampling import Resampling
from aucurate.report.commands import command_of
from aucurate.report.sources import Origin, origin_of
from aucurate.study.base import Study
from aucurate.study.compare import compare
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.folds import compare_folds
from aucurate.study.intervals import intervals
from aucurate.study.rank import rank

_OBVIOUS = (("1", "0"), ("1", "-1"), ("True", "False"))
_FUNCTIONS: dict[str, Callable[..., Study]] = {
    "compare": compare,
    "folds": compare_folds,
    "intervals": intervals,
    "rank": rank,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Lines of Python, the command, and what else must be known; empty where nothing is right."""

    python: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()


def recipe_of(study: Study) -> Recipe:
    """How to make the study again."""
    settings = study.provenance.settings
    if study.kind not in _FUNCTIONS or _is_unknown(settings):
        return Recipe(notes=_notes(study))
    origin = origin_of(study)
    return Recipe(
        python=_python(study, origin),
        command=command_of(study, origin),
        notes=(*origin.notes, *_notes(study)),
    )


def _is_unknown(settings: Mapping[str, Any]) -> bool:
    """Whether numbers were drawn with randomness that nobody has written down."""
    drawn: Any = settings.get("resampling", settings)
    return "rng" in drawn and not isinstance(drawn["rng"], int)


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
    return "\n".join(["import aucurate as au", "", *origin.lines, call])


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
        settings |= {} if drawn == Resampling() else {"resampling": drawn}
    if not origin.is_built:
        if where.positive and (where.positive, where.negative) not in _OBVIOUS:
            settings["positive"] = where.positive
        settings |= {"missing": "drop"} if where.n_dropped else {}
    if origin.is_built or not settings.get("lower"):
        settings.pop("lower", None)
    return settings


def _written(value: object) -> str:
    if isinstance(value, Resampling):
        said = [f"repeats={value.repeats}"]
        said += [] if value.stratified else ["stratified=False"]
        said += [] if value.rng == 0 else [f"rng={value.rng}"]
        return f"au.Resampling({', '.join(said)})"
    return repr(value)
