"""From a record to its numbers and texts by path, and back to what was committed.

A path names a number in the plain form of a record: ``comparisons[0].interval.low``. What is
committed keeps the paths of the day it was recorded. Where a field gets another name or place, the
map in ``paths.json`` says so, from the recorded path without its indices to the path of today
(``adjusted_p_values[]`` to ``tests[].adjusted_p_value``); indices keep their order. A path that
ends in a point stands for all that begin with it (``comparisons[].`` to ``tests[].result.``). A
path that is mapped to null is no longer written anywhere: its numbers must stand elsewhere. What
moved in some cases only has the beginning of their names before it
(``operate: |provenance.settings.rng``).
"""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.frozen.cases import METHODS, STUDIES, Case

FOLDER = Path(__file__).parent
NUMBERS, TEXTS, PATHS = (FOLDER / f"{name}.json" for name in ("numbers", "texts", "paths"))
NOT_FINITE = ("NaN", "Infinity", "-Infinity")
RELATIVE, ABSOLUTE = 1e-8, 1e-11
ITERATED = 1e-5  # of models that are fitted step by step
_LEFT_OUT = re.compile(
    r"^provenance\.(version|source\.unmatched)|^paired$|(^|\.)curves\[|^fits\[\d+\]\.points\.|"
    r"(^|\.)bound$|^settings\.at$"
)
_OF_INDEPENDENT = {
    "n_groups": 0.0,
    "design_effect": 1.0,
    "n_weightless": 0.0,
    "rate_correlation": 0.0,
}


def numbers_of(record: Any) -> dict[str, float]:
    """Every number of a record by its path; points of curves are for other tests, and so is
    the flag of a bound, which repeats a text. What a record says of groups and weights where there
    are none is left out."""
    return {
        path: number
        for path, number in _leaves(record.to_dict(), "")
        if not _LEFT_OUT.search(path) and _OF_INDEPENDENT.get(path.rpartition(".")[2]) != number
    }


def _leaves(value: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for at, item in enumerate(value):
            yield from _leaves(item, f"{path}[{at}]")
    elif isinstance(value, str):
        if value in NOT_FINITE:
            yield path, float(value)
    elif isinstance(value, bool | int | float):
        yield path, float(value)


def names_for(case: str, names: dict[str, str | None]) -> dict[str, str | None]:
    """The map for one case; what is written for some cases only goes before the rest.

    >>> names_for("fit: rated", {"a": "b", "fit|a": "c", "rank|a": "d"})
    {'a': 'c'}
    """
    own = {
        key.partition("|")[2]: place
        for key, place in names.items()
        if "|" in key and case.startswith(key.partition("|")[0])
    }
    return own | {key: names[key] for key in names if "|" not in key and key not in own}


def renamed(path: str, names: dict[str, str | None]) -> str | None:
    """Where a recorded path stands today.

    >>> names = {"p_values[]": "tests[].p", "comparisons[].": "tests[].result."}
    >>> [renamed(path, names) for path in ("p_values[1]", "comparisons[2].low", "joint.p_value")]
    ['tests[1].p', 'tests[2].result.low', 'joint.p_value']
    """
    places = re.findall(r"\[(\d+)\]", path)
    general = re.sub(r"\[\d+\]", "[]", path)
    start = next((n for n in names if n.endswith(".") and general.startswith(n)), None)
    if general in names:
        found = names[general]
    elif start is not None:
        found = f"{names[start]}{general.removeprefix(start)}"
    else:
        return path
    if found is None:
        return None
    for place in places:
        found = found.replace("[]", f"[{place}]", 1)
    return found


def same(one: float, two: float, *, iterated: bool = False) -> bool:
    """Whether two numbers are equal but for what another processor may do to the last digits."""
    if math.isnan(one) or math.isnan(two):
        return math.isnan(one) and math.isnan(two)
    relative, absolute = (ITERATED, ITERATED) if iterated else (RELATIVE, ABSOLUTE)
    return one == two or math.isclose(one, two, rel_tol=relative, abs_tol=absolute)


def answered(case: Case) -> Any:
    """The record of a case, or the error that it raises."""
    from aucurate.errors import AucurateError

    try:
        return case()
    except AucurateError as refusal:
        return refusal


def committed(path: Path) -> dict[str, Any]:
    """What was recorded."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def record(only: str = "") -> None:
    """Write what all cases give today, or those whose name begins with ``only``."""
    numbers = committed(NUMBERS) if only else {}
    texts = committed(TEXTS) if only else {}
    for name, case in {**STUDIES, **METHODS}.items():
        if not name.startswith(only):
            continue
        found = answered(case)
        refused = isinstance(found, Exception)
        numbers[name] = {} if refused else numbers_of(found)
        if name in STUDIES or refused:
            texts[name] = f"{type(found).__name__}: {found}" if refused else str(found)
    for path, plain in ((NUMBERS, numbers), (TEXTS, texts)):
        path.write_text(
            json.dumps(_plain(plain), indent=0, sort_keys=True, ensure_ascii=False) + "\n",
            encoding="utf-8",
        )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value
