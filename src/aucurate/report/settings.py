"""The settings of a study as rows, in the words of the JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aucurate.report.full_texts import Cell, FullTexts
from aucurate.study.base import Study
from aucurate.tables.csv import exact_text

_ELSEWHERE = ("command", "files")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting and its value."""

    name: Cell
    value: Cell


def settings_rows(study: Study, texts: FullTexts) -> tuple[Setting, ...]:
    """Every setting but what the page shows beside them; what has parts is told part by part."""
    plain: dict[str, Any] = study.provenance.to_dict()["settings"]
    plain = {name: value for name, value in plain.items() if name not in _ELSEWHERE}
    return tuple(
        Setting(texts.cell(name), texts.cell("not set" if value is None else exact_text(value)))
        for name, value in _flat(plain)
    )


def _flat(settings: dict[str, Any], head: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        words = f"{head}{name}".replace("_", " ")
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{words}: ")
        else:
            yield words, "none" if value in ([], {}, "") else value
