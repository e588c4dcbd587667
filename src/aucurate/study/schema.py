"""The JSON Schema of a study, as ``Study.to_json`` writes it, derived from the records."""

import importlib
import pkgutil
import types
import typing
from collections.abc import Collection, Iterator
from typing import Any, Literal

import numpy as np

import aucurate.study
from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.results import Record, field_types, is_record
from aucurate.study.base import FORMAT_VERSION, Study

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = "number"
_PLAIN: dict[Any, dict[str, Any]] = {
    Any: {},
    bool: {"type": "boolean"},
    float: {"$ref": f"#/$defs/{_NUMBER}"},
    int: {"type": "integer"},
    str: {"type": "string"},
    types.NoneType: {"type": "null"},
}
_NUMBER_FORM = {
    "description": "A number with every digit; infinities and NaN, which JSON lacks, are strings.",
    "anyOf": [{"type": "number"}, {"enum": ["Infinity", "-Infinity", "NaN"]}],
}


@checked
def study_schema(kind: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the studies that ``Study.to_json`` writes.

    Parameters
    ----------
    kind : str, optional
        Kind of study, such as ``'compare'``. By default the schema allows any.

    It is built from the fields of the records and their types, so it always agrees with
    them. Every record is under ``$defs`` with all its fields required and no others allowed;
    ``format_version`` and ``kind`` are constants. ``kind`` selects one kind of study (a validator
    then says precisely what is wrong with a file); without it any kind is valid.

    ``docs/schema`` has the schema of every format version as a file.

    >>> schema = study_schema("plan")
    >>> schema["$ref"]
    '#/$defs/PlanStudy'
    >>> schema["$defs"]["PlanPoint"]["properties"]["total"]
    {'type': 'integer'}
    """
    kinds = study_kinds()
    if kind is not None and kind not in kinds:
        raise OptionError(
            f"there is no kind of study named {kind!r}.",
            hint=f"there are {join_words(list(kinds))}.",
        )
    asked = kinds if kind is None else {kind: kinds[kind]}
    records = {record for study in asked.values() for record in _reached(study)}
    forms = [{"$ref": _place(study)} for study in asked.values()]
    return {
        "$schema": _DRAFT,
        "$id": ":".join(["urn:aucurate:study", str(FORMAT_VERSION), *([kind] if kind else [])]),
        "title": "A study of aucurate" if kind is None else f"A study of aucurate: {kind}",
        **(forms[0] if kind else {"oneOf": forms}),
        "$defs": {_NUMBER: _NUMBER_FORM} | _definitions(records),
    }


def _definitions(records: Collection[type[Record]]) -> dict[str, Any]:
    found = {_name(record): _record_form(record) for record in records}
    if len(found) < len(records):
        raise TypeError("two records of the studies have the same name: rename one of them.")
    return dict(sorted(found.items()))


def _record_form(record: Any) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    plain = typing.get_origin(record) or record
    if issubclass(plain, Study):
        properties = {"format_version": {"const": FORMAT_VERSION}, "kind": {"const": plain.kind}}
    properties |= {name: _form(hint) for name, hint in field_types(record).items()}
    return {
        "description": record_words(plain),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def record_words(record: type[Record]) -> str:
    """What a record is: the first paragraph of its docstring in one line."""
    words = " ".join((record.__doc__ or "").split("\n\n", 1)[0].split())
    return words.replace("``", "`")


def _form(hint: Any) -> dict[str, Any]:
    """The schema of a value of this type, as ``Record.to_dict`` writes it."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_record(hint):
        return {"$ref": _place(hint)}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (types.UnionType, typing.Union):
        written = [argument for argument in arguments if argument is not np.random.Generator]
        return _one_of([_form(argument) for argument in written])
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return {"type": "array", "items": _form(arguments[0])}
    if origin is tuple and len(set(arguments)) == 1:
        size = len(arguments)
        return {"type": "array", "items": _form(arguments[0]), "minItems": size, "maxItems": size}
    if origin is dict and arguments[0] is str:
        return {"type": "object", "additionalProperties": _form(arguments[1])}
    raise TypeError(f"a field of a record has the type {hint}, whose JSON schema.py cannot tell.")


def _one_of(forms: list[dict[str, Any]]) -> dict[str, Any]:
    if all(form.keys() == {"enum"} for form in forms):
        return {"enum": list(dict.fromkeys(word for form in forms for word in form["enum"]))}
    return {"anyOf": forms}


def _reached(hint: Any) -> Iterator[type[Record]]:
    """The records in a value of this type, with those in their fields."""
    if is_record(hint):
        yield hint
    inner = field_types(hint).values() if is_record(hint) else typing.get_args(hint)
    for one in inner:
        yield from _reached(one)


def _name(record: Any) -> str:
    """The name of a record, that of its argument after it where it has one: TestedComparison."""
    arguments = "".join(_name(argument) for argument in typing.get_args(record))
    return f"{(typing.get_origin(record) or record).__name__}{arguments}"


def _place(record: Any) -> str:
    return f"#/$defs/{_name(record)}"


# Every kind of study, known once its module is loaded.


_FLOOR = aucurate.study.__name__


def study_kinds() -> dict[str, type[Study]]:
    """The kinds of study of this layer by name, without those of higher layers."""
    for module in pkgutil.iter_modules(aucurate.study.__path__):
        importlib.import_module(f"{_FLOOR}.{module.name}")
    found = sorted(Study._kinds.items())
    return {kind: study for kind, study in found if study.__module__.startswith(f"{_FLOOR}.")}
