"""How a study is made again: the command that made it, and the call in Python.

The command line records its command, and that is printed to the letter. The call is made from the
settings of the study and the source of its data: it gives the same numbers on the same data, or it
is not printed. What is particular to a kind of study is in its declaration
(:mod:`aucurate.report.kinds`).
"""

import inspect
import math
import shlex
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
    load_breast_cancer,
    load_breast_cancer_folds,
)
from aucurate.formatting import count, shortened
from aucurate.inference.resampling.options import Resampling
from aucurate.namespaces import spelled
from aucurate.report.facts import class_sizes, setting_values
from aucurate.report.kinds import kind_of, names_of
from aucurate.study.base import Study

# What a recorded command says: it is in the order and by the names that the command line gives.


@dataclass(frozen=True, slots=True)
class Said:
    """The arguments of a command, and the values of its options; a flag has none."""

    arguments: tuple[str, ...]
    options: dict[str, tuple[str, ...]]

    def one(self, name: str) -> str | None:
        """The value of an option that is said once; None where it is not."""
        return next(iter(self.options.get(name, ())), None)


def said_in(command: str) -> Said:
    """Take a recorded command apart.

    A value that begins with a dash is held to its option by =, and arguments stand before all
    options, or after --: so a word that begins with a dash is an option.

    >>> said = said_in("aucurate compare 'my scores.csv' --lower=-low --unpaired")
    >>> said.arguments, said.options
    (('my scores.csv',), {'lower': ('-low',), 'unpaired': ()})
    """
    words = shlex.split(command)[2:]
    arguments: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    last = ""
    for at, word in enumerate(words):
        if word == "--":
            arguments += words[at + 1 :]
            break
        if word.startswith("--"):
            last, is_held, value = word.removeprefix("--").partition("=")
            options[last] = (*options.get(last, ()), *([value] if is_held else []))
        elif last:
            options[last] += (word,)
        else:
            arguments.append(word)
    return Said(tuple(arguments), options)


# Where the data of a study came from, as lines of Python that get them again.


SHIPPED = {
    BREAST_CANCER: load_breast_cancer,
    BREAST_CANCER_FOLDS: load_breast_cancer_folds,
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
    said = said_in(study.provenance.command)
    if source in SHIPPED:
        return _shipped(study)
    if kind.origin is not None:
        return kind.origin(study, said)
    if kind.folds:
        return _told(f"{kind.folds} made from: {source}")
    if len(said.arguments) > 1 and (lines := _several_files(study, said)):
        return Origin(lines=lines, arguments=("data",))
    if not class_sizes(study):
        return _told(f"UnpairedScores made from: {source}")
    takes_folds = "folds" in inspect.signature(kind.function or recipe_of).parameters
    if source == IN_MEMORY and (takes_folds or not _is_pooled(study)):
        note = "labels are the true classes, scores a mapping of each classifier to its scores"
        folds = ("folds=folds",) if _is_pooled(study) else ()
        return Origin(arguments=("labels", "scores", *folds), notes=(f"{note}.",), are_arrays=True)
    if len(said.arguments) == 1:
        return _one_file(study, said)
    return _told(f"PairedScores made from: {source}")


def _told(what: str) -> Origin:
    return Origin(arguments=("data",), notes=(f"data are the {what}.",))


def _shipped(study: Study) -> Origin:
    load: Any = SHIPPED[study.provenance.source.name]
    data, names = load(), names_of(study)
    line = f"data = {spelled(load.__name__)}()"
    if names != data.names:
        if kind_of(study).folds:
            return _told(f"{kind_of(study).folds} of these: {study.provenance.source.name}")
        line += f".select({list(names)!r})"
    return Origin(lines=(line,), arguments=("data",))


def _one_file(study: Study, said: Said) -> Origin:
    """One test set in one table, with the columns that the command names."""
    where, lower = study.provenance, list(study.provenance.lower)
    words = [repr(said.arguments[0]), *named(said, "label"), f"positive={where.positive!r}"]
    words += [f"scores={list(names_of(study))!r}", *([f"lower={lower!r}"] if lower else [])]
    for name in ("weights", "groups", "fold", "missing", "separator"):
        words += named(said, name)
    return Origin(
        lines=("data = au.read_scores(", *(f"    {one}," for one in words), ")"),
        arguments=("data",),
    )


def _several_files(study: Study, said: Said) -> tuple[str, ...]:
    """Predictions in several tables; nothing where a list of columns could be read in two ways."""
    lists = {name: columns_named(said, name, names_of(study)) for name in ("scores", "lower")}
    if any(names is None for names in lists.values()):
        return ()
    is_paired = "id" in said.options or "paired" in said.options
    words = [repr(list(said.arguments)), *named(said, "label"), *named(said, "id")]
    words += [f"positive={study.provenance.positive!r}"]
    for name, columns in lists.items():
        argument = "score" if name == "scores" and not is_paired else name
        words += [f"{argument}={columns!r}"] if columns else []
    words += [*named(said, "missing"), *named(said, "separator")]
    words += ["paired=False"] if "unpaired" in said.options else []
    container = "PairedScores" if is_paired else "UnpairedScores"
    return (f"data = au.{container}.read(", *(f"    {one}," for one in words), ")")


def columns_named(said: Said, name: str, known: tuple[str, ...]) -> list[str] | None:
    """The columns that an option names; None where a comma may be part of a name."""
    found: list[str] = []
    for text in said.options.get(name, ()):
        parts = [part.strip() for part in text.split(",")]
        if len(parts) > 1 and text not in known and not set(parts) <= set(known):
            return None
        found += [text] if text in known else parts
    return found


def named(said: Said, name: str) -> list[str]:
    """The argument of a reader that an option of the same name gives."""
    value = said.one(name)
    return [] if value is None else [f"{name}={value!r}"]


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


def call_of(name: str, arguments: list[str]) -> str:
    """A call of a function of aucurate, in one line where it fits."""
    call = f"{spelled(name)}({', '.join(arguments)})"
    if len(call) <= _LONGEST:
        return call
    return "\n".join([f"{spelled(name)}(", *(f"    {argument}," for argument in arguments), ")"])


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
