"""Two ways of calling a function of scores: with records, and with arrays.

Inference is written for records, ``delong_test(first, second)`` with two
:class:`~aucurate.Scores`: they are checked once, and they know whether they are paired. A user who
has arrays calls the same function as ``delong_test(labels, first, second)``. What ``@checked``
(:mod:`aucurate.checks`) decorates gets the second form from its annotations:

==========================  ============================================================
a function of               is called with arrays as
==========================  ============================================================
``Scores``                  ``f(labels, scores)``
``Scores`` and ``Scores``   ``f(labels, first, second)``, which are paired
``PairedScores``            ``f(labels, {"forest": ..., "tree": ...})``, or a frame of scores
==========================  ============================================================

with the options that say how arrays are read, ``positive`` and the like (:data:`READING`). A record
class takes part by its class method ``_from_call``, which makes the records of a call from labels
and named columns. What the records form accepts is never touched: arrays are looked for only where
an argument is not what the annotation says.

A function of ``labels`` and ``scores`` such as :func:`~aucurate.auc` takes a record in place of
both: ``from_arrays``, which it calls with them, returns the record (:func:`record_given`).
"""

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from aucurate.errors import ArgumentError, OptionError, ScoreError

READING: dict[str, Any] = {
    "positive": None,
    "lower": False,
    "missing": "refuse",
    "frequency_weights": None,
    "sampling_weights": None,
    "groups": None,
}
"""The options that say how arrays are read, with their defaults, as in ``Scores.from_arrays``."""

RecordT = TypeVar("RecordT")

Call = tuple[tuple[Any, ...], dict[str, Any]]
"""Positional and keyword arguments."""


@dataclass(frozen=True, slots=True)
class ArraysForm:
    """How a function whose parameters from place ``at`` on are records is called with arrays.

    ``records`` are the names of these parameters, ``columns`` what they are called in a call with
    arrays, and ``readers`` the classes that read the arrays. ``reading`` are the options that the
    function does not have itself.
    """

    function: str
    at: int
    records: tuple[str, ...]
    columns: tuple[str, ...]
    readers: tuple[Any, ...]
    reading: Mapping[str, Any]

    @classmethod
    def of(cls, function: Callable[..., Any]) -> "ArraysForm | None":
        """The form of a function, from its annotations; None where it takes no records first."""
        code = function.__code__
        positional = code.co_varnames[: code.co_argcount]
        if positional[:1] in (("self",), ("cls",)):
            return None
        readers = {name: _readers(function.__annotations__.get(name)) for name in positional}
        records = [name for name in positional if readers[name]]
        if not records:
            return None
        own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return cls(
            function.__name__,
            positional.index(records[0]),
            tuple(records),
            tuple(records) if len(records) > 1 else ("scores",),
            readers[records[0]],
            {name: default for name, default in READING.items() if name not in own},
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments of a call with arrays that the function itself does not have."""
        return ("labels", *self.columns, *self.reading)

    @property
    def usage(self) -> str:
        """How the function is called with arrays: ``delong_test(labels, first, second)``."""
        several = len(self.readers) == 1 and self.readers[0].__name__ == "PairedScores"
        columns = ('{"forest": ..., "tree": ...}',) if several else self.columns
        return f"{self.function}({', '.join(('...',) * self.at + ('labels', *columns))})"

    @property
    def usual(self) -> str:
        """How it is called with records."""
        return f"{self.function}({', '.join(('...',) * self.at + self.records)})"

    @property
    def sentence(self) -> str:
        """What a docstring says of the two ways of calling."""
        return f"Arrays are accepted too, the labels first: ``{self.usage}``."

    def signature(self, function: Callable[..., Any]) -> inspect.Signature:
        """The signature of the function with the options of reading after its own."""
        usual = inspect.signature(function)
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Any)
            for name, default in self.reading.items()
        ]
        last = [p for p in usual.parameters.values() if p.kind is p.VAR_KEYWORD]
        before = [p for p in usual.parameters.values() if p.kind is not p.VAR_KEYWORD]
        return usual.replace(parameters=[*before, *added, *last])

    def is_used(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        """Whether a call is one with arrays: labels by name, or columns where records stand."""
        if "labels" in kwargs:
            return True
        several = len(args) > self.at + 1 or any(name in kwargs for name in self.columns)
        return several and len(args) > self.at and is_column(args[self.at])

    def with_records(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call:
        """The same call with records, which are read from its arrays."""
        before, rest, named = args[: self.at], list(args[self.at :]), dict(kwargs)
        given: dict[str, Any] = {}
        for name in ("labels", *self.columns):
            if rest:
                if name in named:
                    raise ArgumentError(f"{self.function}() got two values for {name}.")
                given[name] = rest.pop(0)
            elif name in named:
                given[name] = named.pop(name)
            else:
                raise ArgumentError(
                    f"{self.function}() with arrays needs {listed(('labels', *self.columns))}; "
                    f"there is no {name}.",
                    hint=f"{self.usage} with arrays, or {self.usual} with records.",
                )
        labels = given.pop("labels")
        self._refuse_records(given)
        options = {name: named.pop(name) for name in self.reading if name in named}
        by = None if isinstance(named.get("by"), str) else named.get("by")
        if by is not None:
            options["by"] = by
        reader = self.readers[0]
        if len(self.readers) > 1 and isinstance(given["scores"], Mapping):
            reader = self.readers[1]
        records = reader._from_call(labels, given, **options)
        if by is not None and len(records[0].observations.subgroups) == 1:
            named["by"] = records[0].observations.subgroups[0].name  # its rows are those of labels
        return (*before, *records, *rest), named

    def refuse_reading(self, name: str) -> ArgumentError:
        """The error for an argument of a call with arrays that is given with records."""
        return ArgumentError(
            f"{name} is for a call with arrays, and {self.function}() was given data that are "
            "already built.",
            hint=f"give it where the data are read, or call {self.usage} with arrays.",
        )

    def remedy(self, value: object, usual: str) -> str:
        """What to do with a value in the place of a record, after the ``usual`` hint for it."""
        if is_record(value):
            return usual
        instead = _of_tables_and_estimators(value, f"{self.function}({self._of_table})")
        return instead or f"call {self.usage} with arrays; {usual}".removesuffix("; ")

    @property
    def _of_table(self) -> str:
        """The records of this function from a table that was read as ``data``."""
        if self.readers[0].__name__ == "PairedScores":
            return "data"
        return ", ".join(['data["forest"]', 'data["logistic"]'][: len(self.records)])

    def _refuse_records(self, given: Mapping[str, Any]) -> None:
        for name, value in given.items():
            if is_record(value):
                raise ArgumentError(
                    f"{name} is {type(value).__name__}, which holds its own labels.",
                    hint=f"leave the labels out: {self.usual}.",
                )


def _readers(annotation: Any) -> tuple[Any, ...]:
    """The record classes of an annotation that can be read from the arrays of a call."""
    is_union = get_origin(annotation) in (Union, UnionType)
    kinds = get_args(annotation) if is_union else (annotation,)
    return tuple(kind for kind in kinds if hasattr(kind, "_from_call"))


def _of_tables_and_estimators(value: object, then: str) -> str:
    """What to do with a file, a table or an estimator in the place of labels.

    ``then`` is the call with the data that were read.
    """
    if isinstance(value, str | os.PathLike):
        return f'read the table: data = read_scores("scores.csv", label="outcome"), then {then}.'
    if hasattr(value, "columns"):
        return f'name the label column: data = read_scores(table, label="outcome"), then {then}.'
    if hasattr(value, "predict"):
        return 'for fitted estimators: compare({"forest": forest, "logistic": logistic}, X, y).'
    return ""


def is_record(value: object) -> bool:
    """Whether a value is one of our records of data: it shows itself in one line."""
    kind = type(value)
    return hasattr(kind, "_summary") and kind.__module__.startswith("aucurate.")


def is_column(value: object) -> bool:
    """Whether a value can be a column of labels or scores: a list, an array, a series."""
    if is_record(value) or isinstance(value, str | bytes | Mapping) or hasattr(value, "columns"):
        return False
    if isinstance(value, list | tuple):
        return not any(is_record(item) for item in value[:1])
    return isinstance(value, range) or any(
        hasattr(value, name) for name in ("__array__", "__dlpack__", "__arrow_c_stream__")
    )


def record_given(
    kind: type[RecordT], data: Any, scores: object, options: Mapping[str, Any]
) -> RecordT | None:
    """The record in place of labels, in a call of a function of labels and scores.

    None where there are labels and scores. ``kind`` is the class that the function needs,
    ``options`` what else was given.
    """
    if not is_record(data):
        if scores is None:
            hint = _of_tables_and_estimators(data, 'data["forest"]')
            hint = hint or "give the labels, then the scores."
            raise ScoreError("there are no scores.", hint=hint)
        return None
    if isinstance(data, kind):
        refuse_for_built(scores, options)
        return data
    names: tuple[str, ...] = getattr(data, "names", ())
    of_kind = names and isinstance(data, Iterable) and isinstance(next(iter(data)), kind)
    hint = (
        f"choose one by its name: data[{names[0]!r}]."
        if of_kind
        else f"give labels and scores, or {kind.__name__}."
    )
    raise ArgumentError(
        f"{type(data).__name__} cannot stand for the labels and scores of one classifier.",
        hint=hint,
    )


def refuse_for_built(scores: object, options: Mapping[str, Any]) -> None:
    """Refuse scores and reading options given together with data that are already built."""
    given = [name for name, value in options.items() if _was_said(name, value)]
    if is_record(scores):
        raise OptionError(
            "two records were given, and one is needed.",
            hint="one for different test sets: UnpairedScores((first, second)); for the same "
            'observations: PairedScores.from_arrays(labels, {"name": scores, ...}).',
        )
    if scores is not None or given:
        raise OptionError(
            f"the data are already built; {given[0] if given else 'scores'} cannot be given now.",
            hint="give it where the data are read.",
        )


def _was_said(name: str, value: Any) -> bool:
    if name == "lower":
        return value is True or (isinstance(value, Collection) and len(value) > 0)
    usual = {"missing": "refuse", "name": "scores"}.get(name)
    return value is not None and not (isinstance(value, str) and value == usual)


def listed(names: Sequence[str]) -> str:
    """Names of parameters as words."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
