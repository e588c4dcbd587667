"""The command line that makes a study of a file, or of what ships with the package, again."""

import shlex
from dataclasses import asdict
from typing import Any

from aucurate.report.kinds import names_of
from aucurate.report.sources import Origin
from aucurate.study.base import Study
from aucurate.study.compare_settings import CompareSettings

_OPTIONS = (
    "method", "interval", "reference", "alternative", "confidence", "correction", "margin",
    "margin_test", "margin_method", "null",
)  # fmt: skip


def command_of(study: Study, origin: Origin) -> str:
    """The command of a comparison; empty where no option says what was set in Python.

    COLUMN stands for the column of the labels, which a study does not know.
    """
    drawn = study.provenance.settings.get("resampling", {})
    readable = origin.file or origin.is_shipped
    if study.kind != "compare" or not readable or not drawn.get("stratified", True):
        return ""
    words = ["aucurate", "compare"]
    words += _table(study, origin) if origin.file else _selection(study, origin)
    for name, value in _said(study).items():
        words += _option(name, value)
    return shlex.join(words)


def _said(study: Study) -> dict[str, Any]:
    """The options that differ from what the command takes by itself."""
    settings = study.provenance.settings
    plain = CompareSettings(method=settings["method"])
    found = {n: settings[n] for n in _OPTIONS if settings[n] != getattr(plain, n)}
    if settings["method"] != CompareSettings().method:
        found = {"method": settings["method"]} | found
    found |= {"simultaneous": True} if settings["simultaneous"] else {}
    found |= {"intervals": "all"} if settings["all_intervals"] else {}
    found |= {"unpaired": True} if settings["paired"] is False else {}
    drawn, usual = settings["resampling"], asdict(plain.resampling)
    return found | {name: drawn[name] for name in ("repeats", "rng") if drawn[name] != usual[name]}


def _table(study: Study, origin: Origin) -> list[str]:
    where = study.provenance
    words = [origin.file, "--label", "COLUMN", *_option("positive", where.positive)]
    for name in names_of(study):
        words += _option("scores", name)
    for name in where.settings["lower"]:
        words += _option("lower", name)
    if any(caveat.kind == "pooled_folds" for caveat in study.caveats):
        words += ["--fold", "FOLDS"]
    return words + (["--missing", "drop"] if where.n_dropped else [])


def _selection(study: Study, origin: Origin) -> list[str]:
    chosen = any(".select(" in line for line in origin.lines)
    return [word for name in names_of(study) for word in _option("scores", name)] if chosen else []


def _option(name: str, value: object) -> list[str]:
    """An option and its value; one that begins with a dash is held to it by =."""
    flag = f"--{name.replace('_', '-')}"
    if value is True:
        return [flag]
    text = str(value)
    return [f"{flag}={text}"] if text.startswith("-") else [flag, text]
