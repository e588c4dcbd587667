"""How a study is made again: the command that made it, and the call in Python.

The command line records its command, and that is printed to the letter. The call is made from the
settings of the study and from how its data were read: it gives the same numbers on the same data,
or it is not printed. What is particular to a kind of study is in its declaration
(:mod:`aucurate.report.kinds`).
"""

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from aucurate.caveats import Kind
from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.source import IN_MEMORY, SourceFile
from aucurate.datasets import (
    BREAST_CANCER,
    BREAST_CANCER_FOLDS,
    PARKINSON_VOICES,
    load_breast_cancer,
    load_breast_cancer_folds,
    load_parkinson_voices,
)
from aucurate.formatting import count, join_words, shortened
from aucurate.inference.resampling.options import Resampling
from aucurate.namespaces import spelled
from aucurate.report.facts import class_sizes, setting_values
from aucurate.report.kinds import kind_of, names_of
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy

# Where the data of a study came from, as lines of Python that get them again.


SHIPPED = {
    BREAST_CANCER: load_breast_cancer,
    BREAST_CANCER_FOLDS: load_breast_cancer_folds,
    PARKINSON_VOICES: load_parkinson_voices,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Lines that make the arguments, and notes on them.

    ``are_arrays`` is whether they are labels and scores, so that the call has to say which class is
    positive; ``said`` are parameters of the call that the data know already.
    """

    lines: tuple[str, ...] = ()
    arguments: tuple[str, ...]
    notes: tuple[str, ...] = ()
    are_arrays: bool = False
    said: tuple[str, ...] = ()


def origin_of(study: Study) -> Origin:
    """What can be said of the source of a study."""
    source, kind = study.provenance.source.name, kind_of(study)
    if source in SHIPPED:
        return _shipped(study)
    if kind.origin is not None:
        return kind.origin(study)
    if (read := read_again(study, kind.folds or ("PairedScores", "UnpairedScores"))) is not None:
        return read
    if kind.folds:
        return _told(f"{' (or '.join(kind.folds)}{')' * (len(kind.folds) - 1)} made from: {source}")
    if not class_sizes(study):
        return _told(f"UnpairedScores made from: {source}")
    takes_folds = "folds" in inspect.signature(kind.function or recipe_of).parameters
    if source == IN_MEMORY and (takes_folds or not _is_pooled(study)):
        note = "labels are the true classes, scores a mapping of each classifier to its scores"
        more = ["folds=folds"] if _is_pooled(study) else []
        if isinstance(study, CompareStudy) and study.subgroups:
            more.append("by=subgroups")
            columns = join_words([shortened(each.name) for each in study.subgroups])
            note += f", subgroups one of each column of subgroups ({columns}) to its values"
        return Origin(arguments=("labels", "scores", *more), notes=(f"{note}.",), are_arrays=True)
    return _told(f"PairedScores made from: {source}")


def read_again(study: Study, containers: tuple[str, ...]) -> Origin | None:
    """The call that reads the data of a study again, and the choice of its classifiers.

    None where the data are not in files, or were made into another container than one of these.
    """
    reading = study.provenance.source.reading
    if reading is None or reading.container not in containers:
        return None
    words = [written(reading.paths if len(reading.paths) > 1 else reading.paths[0])]
    words += [f"{name}={text}" for name, text in reading.options.items()]
    lines = [f"data = {call_of(reading.container, words, method='.read')}"]
    names = names_of(study)
    if set(names) != set(reading.names) or (names != reading.names and kind_of(study).is_ordered):
        if reading.container not in _SELECTABLE:
            return None
        lines.append(f"data = data.select({list(names)!r})")
    return Origin(lines=tuple(lines), arguments=("data",))


_SELECTABLE = ("PairedScores", "FoldScores")


def _told(what: str) -> Origin:
    return Origin(arguments=("data",), notes=(f"data are the {what}.",))


def _shipped(study: Study) -> Origin:
    load: Any = SHIPPED[study.provenance.source.name]
    data, names = load(), names_of(study)
    line = f"data = {spelled(load.__name__)}()"
    if names != data.names:
        if kind_of(study).folds:
            return _told(f"{kind_of(study).folds[0]} of these: {study.provenance.source.name}")
        line += f".select({list(names)!r})"
    return Origin(lines=(line,), arguments=("data",))


def _is_pooled(study: Study) -> bool:
    return any(caveat.kind == Kind.POOLED_FOLDS for caveat in study.caveats)


# The call itself.


_OBVIOUS = (("1", "0"), ("1", "-1"), ("True", "False"))


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
    kind = kind_of(study)
    recipe = Recipe(
        command=study.provenance.command,
        notes=_notes(study),
        files=tuple(_file(file) for file in study.provenance.source.files),
    )
    if kind.lines is not None:
        return replace(recipe, python=_python(kind.lines(study)))
    if kind.function is None or _is_unknown(study):
        return recipe
    asked = setting_values(study) if kind.arguments is None else kind.arguments(study)
    if asked is None:
        return recipe
    origin = origin_of(study)
    call = call_of(
        kind.function.__name__, [*origin.arguments, *_options(study, kind.function, asked, origin)]
    )
    lines = _python((*origin.lines, f"study = {call}"))
    return replace(recipe, python=lines, notes=(*origin.notes, *recipe.notes))


def _file(file: SourceFile) -> File:
    return File(name=shortened(file.name), size=count(file.bytes, "byte"), sha256=file.sha256)


def _is_unknown(study: Study) -> bool:
    """Whether numbers were drawn with randomness that nobody has written down."""
    settings = setting_values(study)
    resampling = settings.get("resampling")
    if isinstance(resampling, Resampling):
        return not isinstance(resampling.rng, int)
    is_drawn = "rng" in settings and settings.get("replicates", 0) is not None
    return is_drawn and not isinstance(settings["rng"], int)


def _notes(study: Study) -> tuple[str, ...]:
    notes = []
    if _is_unknown(study):
        notes.append(
            "The random numbers came from a generator whose state is not recorded: give rng a "
            "whole number to make the study reproducible."
        )
    if any(caveat.kind == Kind.INTERRUPTED for caveat in study.caveats):
        notes.append("The study was interrupted; a complete run has more results than shown here.")
    return tuple(notes)


def _python(lines: tuple[str, ...]) -> str:
    return "\n".join(["import aucurate as au", "", *lines]) if lines else ""


def call_of(name: str, arguments: list[str], *, method: str = "") -> str:
    """A call of a function of aucurate, or of a method of a class, in one line where it fits."""
    called = f"{spelled(name)}{method}"
    call = f"{called}({', '.join(arguments)})"
    if len(call) <= _LONGEST:
        return call
    return "\n".join([f"{called}(", *(f"    {argument}," for argument in arguments), ")"])


_LONGEST = 80  # characters of a call in one line


def _options(
    study: Study, function: Callable[..., Study], asked: Mapping[str, Any], origin: Origin
) -> list[str]:
    """The options that are not what the function takes by itself, nor known to the data."""
    where, values = study.provenance, dict(asked)
    for name in ("lower", *origin.said):
        values.pop(name, None)
    if origin.are_arrays:
        if where.positive and (where.positive, where.negative) not in _OBVIOUS:
            values["positive"] = where.positive
        values |= {"missing": "drop"} if where.source.n_dropped else {}
        values |= {"lower": list(where.lower)} if where.lower else {}
    return [
        f"{name}={written(values[name])}"
        for name, parameter in inspect.signature(function).parameters.items()
        if name in values and values[name] != parameter.default
    ]


def written(value: object) -> str:
    """A value as Python takes it.

    >>> written(Resampling(replicates=500)), written(ThresholdRule.at_sensitivity(0.9))
    ('au.Resampling(replicates=500)', "'sensitivity=0.9'")
    """
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, ThresholdRule):
        return repr(rule_text(value))
    if isinstance(value, IntendedUse | Resampling):
        stated = [f"{name}={written(given)}" for name, given in _stated(value).items()]
        return f"{spelled(type(value).__name__)}({', '.join(stated)})"
    return repr(list(value)) if isinstance(value, tuple) else repr(value)


def _stated(value: IntendedUse | Resampling) -> dict[str, Any]:
    """The fields that are not what they are by default; replicates always."""
    given = {field.name: getattr(value, field.name) for field in fields(value)}
    plain = type(value)()
    return {
        name: item
        for name, item in given.items()
        if name == "replicates" or item != getattr(plain, name)
    }


def rule_text(rule: ThresholdRule) -> str:
    """A rule in the words that ``operate`` reads; costs and prevalence where they belong to it.

    >>> rule_text(ThresholdRule.at_sensitivity(0.9)), rule_text(ThresholdRule.best("f1"))
    ('sensitivity=0.9', 'best=f1')
    """
    reached = [f"{one.rate}={one.value!r}" for one in rule.constraints]
    if rule.criterion == "loss":
        return f"loss={rule.loss!r}"
    if rule.criterion == "closest_corner":
        return ",".join(["corner", *([] if rule.use is None else _use(rule.use))])
    if rule.criterion == "expected_cost" and not reached and rule.use is not None:
        return ",".join(_use(rule.use))
    if rule.criterion == "youden_index" and not reached:
        return "youden"
    if len(reached) == 1 and {rule.criterion, rule.constraints[0].rate} == _BOTH:
        return reached[0]
    return ",".join([f"best={rule.criterion}", *reached])


_BOTH = {"sensitivity", "specificity"}


def _use(use: IntendedUse) -> list[str]:
    share = [] if use.prevalence is None else [f"prevalence={use.prevalence!r}"]
    return [f"cost={use.false_negative_cost!r}:{use.false_positive_cost!r}", *share]
