"""How a study is made again: the command that made it, and the call in Python.

The command line records its command in the settings, and that is printed to the letter. The call is
made from the settings: it gives the same numbers on the same data, or it is not printed.
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
from aucurate.data.source import SourceFile
from aucurate.datasets import (
    BREAST_CANCER,
    BREAST_CANCER_FOLDS,
    load_breast_cancer,
    load_breast_cancer_folds,
)
from aucurate.errors import AucurateError
from aucurate.estimates.estimands import read_estimand, text_of
from aucurate.formatting import count, shortened
from aucurate.inference.methods import methods_of
from aucurate.inference.models.registry import MODELS
from aucurate.inference.resampling.options import Resampling
from aucurate.namespaces import spelled
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.planning.plan import Plan
from aucurate.report.facts import class_sizes, names_of, plain_settings
from aucurate.study.base import Study
from aucurate.study.compare import compare, intervals
from aucurate.study.compare.settings import CompareSettings
from aucurate.study.fit import FitStudy, fit
from aucurate.study.folds import compare_folds
from aucurate.study.operate import OperateStudy, operate
from aucurate.study.operate.folds import OperateFoldsStudy
from aucurate.study.plan import PlanStudy
from aucurate.study.rank import RankStudy, rank

# Where a study operates, as Python takes it.


def at_written(study: OperateStudy | OperateFoldsStudy) -> str:
    """A rule in words, a threshold for all, or one for each."""
    at = study.settings.at
    if isinstance(at, ThresholdRule):
        return repr(rule_text(at))
    if isinstance(at, dict):
        return "{" + ", ".join(f"{name!r}: {_number(cut)}" for name, cut in at.items()) + "}"
    return _number(at)


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


def use_written(use: IntendedUse) -> str:
    """An intended use, with what it states."""
    plain = IntendedUse()
    stated = [one.name for one in fields(use) if getattr(use, one.name) != getattr(plain, one.name)]
    return f"au.IntendedUse({', '.join(f'{name}={getattr(use, name)!r}' for name in stated)})"


def _use(use: IntendedUse) -> list[str]:
    share = [] if use.prevalence is None else [f"prevalence={use.prevalence!r}"]
    return [f"cost={use.false_negative_cost!r}:{use.false_positive_cost!r}", *share]


def _number(threshold: float) -> str:
    return repr(threshold) if math.isfinite(threshold) else f'float("{threshold}")'


# The call that makes a plan again.


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
        f"plan = {spelled(function.__name__)}({', '.join(said)})",
        f"study = {spelled('plan_study')}(plan)",
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
IN_MEMORY = "arrays in memory"
_OVER_FOLDS = {"folds": "FoldScores (or FoldValues)", "operate-folds": "FoldScores"}
_TAKE_FOLDS = ("compare", "intervals")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Lines that make the arguments, and notes on them.

    ``is_built`` is whether they are data that already know the positive class.
    """

    lines: tuple[str, ...] = ()
    arguments: tuple[str, ...]
    notes: tuple[str, ...] = ()
    is_built: bool = True


def origin_of(study: Study) -> Origin:
    """What can be said of the source of a study."""
    source = study.provenance.source.name
    said = said_in(study.provenance.command)
    if source in SHIPPED:
        return _shipped(study)
    if study.kind in _OVER_FOLDS:
        return _told(f"{_OVER_FOLDS[study.kind]} made from: {source}")
    if isinstance(study, RankStudy):
        return _results(study, said)
    if len(said.arguments) > 1 and (lines := _several_files(study, said)):
        return Origin(lines=lines, arguments=("data",))
    if not class_sizes(study):
        return _told(f"UnpairedScores made from: {source}")
    if source == IN_MEMORY and (study.kind in _TAKE_FOLDS or not _is_pooled(study)):
        note = "labels are the true classes, scores a mapping of each classifier to its scores"
        folds = ("folds=folds",) if _is_pooled(study) else ()
        return Origin(arguments=("labels", "scores", *folds), notes=(f"{note}.",), is_built=False)
    if len(said.arguments) == 1:
        return _one_file(study, said)
    return _told(f"PairedScores made from: {source}")


def _results(study: RankStudy, said: Said) -> Origin:
    """A table of results in a file, or what a table in memory looks like."""
    chosen = _columns(said, "algorithms", names_of(study))
    if len(said.arguments) == 1 and chosen is not None:
        names = ("dataset", "algorithm", "value", "fold", "repeat", "missing", "separator")
        words = [repr(said.arguments[0]), *(word for name in names for word in _named(said, name))]
        words += [f"algorithms={chosen!r}"] if chosen else []
        share = said.one("test-share")
        words += [] if share is None else [f"test_share={share}"]
        words += [] if study.quantity == "AUC" else [f"quantity={study.quantity!r}"]
        is_said = {"lower-is-better", "higher-is-better"} & said.options.keys()
        words += [f"better={study.better!r}"] if is_said else []
        lines = ("results = au.ResultsTable.read(", *(f"    {one}," for one in words), ")")
        return Origin(lines=lines, arguments=("results",))
    note = "results has a value for every data set under the name of each algorithm"
    if study.n_folds:
        note = "results has the FoldValues (those of every fold) of each data set under its name"
    where = f"{note} ({study.provenance.source.name})."
    return Origin(arguments=("results",), notes=(where,), is_built=bool(study.n_folds))


def _told(what: str) -> Origin:
    return Origin(arguments=("data",), notes=(f"data are the {what}.",))


def _shipped(study: Study) -> Origin:
    load: Any = SHIPPED[study.provenance.source.name]
    data, names = load(), names_of(study)
    line = f"data = {spelled(load.__name__)}()"
    if names != data.names:
        if study.kind in _OVER_FOLDS:
            return _told(f"{_OVER_FOLDS[study.kind]} of these: {study.provenance.source.name}")
        line += f".select({list(names)!r})"
    return Origin(lines=(line,), arguments=("data",))


def _one_file(study: Study, said: Said) -> Origin:
    """One test set in one table, with the columns that the command names."""
    where, lower = study.provenance, list(study.provenance.lower)
    words = [repr(said.arguments[0]), *_named(said, "label"), f"positive={where.positive!r}"]
    words += [f"scores={list(names_of(study))!r}", *([f"lower={lower!r}"] if lower else [])]
    for name in ("weights", "groups", "fold", "missing", "separator"):
        words += _named(said, name)
    return Origin(
        lines=("data = au.read_scores(", *(f"    {one}," for one in words), ")"),
        arguments=("data",),
    )


def _several_files(study: Study, said: Said) -> tuple[str, ...]:
    """Predictions in several tables; nothing where a list of columns could be read in two ways."""
    lists = {name: _columns(said, name, names_of(study)) for name in ("scores", "lower")}
    if any(names is None for names in lists.values()):
        return ()
    is_paired = "id" in said.options or "paired" in said.options
    words = [repr(list(said.arguments)), *_named(said, "label"), *_named(said, "id")]
    words += [f"positive={study.provenance.positive!r}"]
    for name, columns in lists.items():
        argument = "score" if name == "scores" and not is_paired else name
        words += [f"{argument}={columns!r}"] if columns else []
    words += [*_named(said, "missing"), *_named(said, "separator")]
    words += ["paired=False"] if "unpaired" in said.options else []
    container = "PairedScores" if is_paired else "UnpairedScores"
    return (f"data = au.{container}.read(", *(f"    {one}," for one in words), ")")


def _columns(said: Said, name: str, known: tuple[str, ...]) -> list[str] | None:
    """The columns that an option names; None where a comma may be part of a name."""
    found: list[str] = []
    for text in said.options.get(name, ()):
        parts = [part.strip() for part in text.split(",")]
        if len(parts) > 1 and text not in known and not set(parts) <= set(known):
            return None
        found += [text] if text in known else parts
    return found


def _named(said: Said, name: str) -> list[str]:
    value = said.one(name)
    return [] if value is None else [f"{name}={value!r}"]


def _is_pooled(study: Study) -> bool:
    return any(caveat.kind == Kind.POOLED_FOLDS for caveat in study.caveats)


_OBVIOUS = (("1", "0"), ("1", "-1"), ("True", "False"))
_FUNCTIONS: dict[str, Callable[..., Study]] = {
    "compare": compare,
    "fit": fit,
    "folds": compare_folds,
    "intervals": intervals,
    "operate": operate,
    "operate-folds": operate,
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
    settings = plain_settings(study)
    recipe = Recipe(
        command=study.provenance.command,
        notes=_notes(study),
        files=tuple(_file(file) for file in study.provenance.source.files),
    )
    if isinstance(study, PlanStudy):
        return replace(recipe, python=_lines(plan_lines(study)))
    if study.kind not in _FUNCTIONS or _is_unknown(settings) or _is_old(study):
        return recipe
    origin = origin_of(study)
    return replace(recipe, python=_python(study, origin), notes=(*origin.notes, *recipe.notes))


def _file(file: SourceFile) -> File:
    return File(name=shortened(file.name), size=count(file.bytes, "byte"), sha256=file.sha256)


def _is_unknown(settings: Mapping[str, Any]) -> bool:
    """Whether numbers were drawn with randomness that nobody has written down."""
    drawn: Any = settings.get("resampling", settings) or {}
    is_drawn = "rng" in drawn and drawn.get("replicates", 0) is not None
    return is_drawn and not isinstance(drawn["rng"], int)


def _is_old(study: Study) -> bool:
    """Whether it was written when the settings of its kind did not tell all."""
    if isinstance(study, OperateStudy):
        return study.settings.is_chosen and study.settings.resampling is None
    return study.kind == "fit" and "rng" not in plain_settings(study)


def _notes(study: Study) -> tuple[str, ...]:
    found = []
    if _is_unknown(plain_settings(study)):
        found.append(
            "The randomness was a generator or fresh, and cannot be written down: give rng a whole "
            "number where the numbers must come out again."
        )
    if any(caveat.kind == Kind.INTERRUPTED for caveat in study.caveats):
        found.append("The study was interrupted; run to its end it has more numbers than here.")
    return tuple(found)


def _python(study: Study, origin: Origin) -> str:
    function = _FUNCTIONS[study.kind]
    said = [*origin.arguments, *_said(study, origin, function)]
    name = spelled(function.__name__)
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
    where, settings = study.provenance, plain_settings(study)
    if study.kind in ("compare", "intervals"):
        drawn = Resampling(**settings.pop("resampling"))
        of = settings.pop("of", text_of(None))
        estimand = read_estimand(of)
        plain = CompareSettings.checked(estimand, method=settings["method"])
        if settings["margin_method"] == plain.margin_method:
            del settings["margin_method"]
        paired = getattr(study, "paired", True)
        if settings["method"] == methods_of(estimand).comparison(paired=paired):
            del settings["method"]
        if settings["interval"] == plain.interval:
            del settings["interval"]
        settings |= {"of": of} if of != text_of(None) else {}
        settings |= {} if drawn == Resampling() else {"resampling": drawn}
    if isinstance(study, FitStudy):
        settings |= _drawing(settings, Resampling(replicates=500))
        settings |= {"model": "all"} if settings["model"] == list(MODELS) else {}
    if isinstance(study, OperateStudy | OperateFoldsStudy):
        settings = _place(study) | {"lower": settings["lower"]}
    if isinstance(study, RankStudy) and origin.is_built:  # the table says so
        del settings["quantity"]
        if origin.lines:
            del settings["better"]
    if not origin.is_built:
        if where.positive and (where.positive, where.negative) not in _OBVIOUS:
            settings["positive"] = where.positive
        settings |= {"missing": "drop"} if where.source.n_dropped else {}
    if origin.is_built or not settings.get("lower"):
        settings.pop("lower", None)
    return settings


def _drawing(settings: Mapping[str, Any], usual: Resampling) -> dict[str, Any]:
    """How numbers were drawn, where that is not what the function does by itself."""
    names = ("replicates", "stratified", "rng")
    if settings["replicates"] is None:
        return {}
    drawn = Resampling(**{name: settings[name] for name in names})
    return {} if drawn == usual else {"resampling": drawn}


def _place(study: OperateStudy | OperateFoldsStudy) -> dict[str, Any]:
    """The settings of an operating point."""
    settings = study.settings
    usual = type(settings).checked(at=settings.at)
    asked = {
        field.name: getattr(settings, field.name)
        for field in fields(settings)
        if getattr(settings, field.name) != getattr(usual, field.name)
    }
    at = at_written(study)
    asked |= {} if at == repr("youden") else {"at": _Expression(at)}
    return asked | ({} if settings.use == IntendedUse() else {"use": settings.use})


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
        said = [f"replicates={value.replicates}"]
        said += [] if value.stratified else ["stratified=False"]
        said += [] if value.rng == 0 else [f"rng={value.rng}"]
        return f"au.Resampling({', '.join(said)})"
    return repr(value)
