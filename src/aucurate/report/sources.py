"""Where the data of a study came from, as lines of Python that get them again."""

from dataclasses import dataclass
from typing import Any

from aucurate.datasets import load_breast_cancer, load_breast_cancer_folds
from aucurate.report.commands import Said, said_in
from aucurate.report.facts import class_sizes
from aucurate.report.kinds import names_of
from aucurate.study.base import Study

SHIPPED = {
    "the breast cancer study that ships with aucurate": load_breast_cancer,
    "the breast cancer folds that ship with aucurate": load_breast_cancer_folds,
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
    source = study.provenance.source
    said = said_in(study.provenance.settings.get("command", ""))
    if source in SHIPPED:
        return _shipped(study)
    if study.kind in _OVER_FOLDS:
        return _told(f"{_OVER_FOLDS[study.kind]} made from: {source}")
    if study.kind == "rank":
        note = "results has a value for every data set under the name of each algorithm"
        return Origin(arguments=("results",), notes=(f"{note} ({source}).",), is_built=False)
    if len(said.arguments) > 1 and (lines := _several_files(study, said)):
        return Origin(lines=lines, arguments=("data",))
    if not class_sizes(study):
        return _told(f"UnpairedScores made from: {source}")
    if source == IN_MEMORY and (study.kind in _TAKE_FOLDS or not _is_pooled(study)):
        note = "labels are the true classes, scores a mapping of each classifier to its scores"
        folds = ("folds=folds",) if _is_pooled(study) else ()
        return Origin(arguments=("labels", "scores", *folds), notes=(f"{note}.",), is_built=False)
    if len(said.arguments) == 1:
        return _file(study, said)
    return _told(f"PairedScores made from: {source}")


def _told(what: str) -> Origin:
    return Origin(arguments=("data",), notes=(f"data are the {what}.",))


def _shipped(study: Study) -> Origin:
    load: Any = SHIPPED[study.provenance.source]
    data, names = load(), names_of(study)
    line = f"data = au.{load.__name__}()"
    if names != data.names:
        if study.kind in _OVER_FOLDS:
            return _told(f"{_OVER_FOLDS[study.kind]} of these: {study.provenance.source}")
        line += f".select({list(names)!r})"
    return Origin(lines=(line,), arguments=("data",))


def _file(study: Study, said: Said) -> Origin:
    """One test set in one table, with the columns that the command names."""
    where, lower = study.provenance, study.provenance.settings["lower"]
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
    function = "read_paired" if is_paired else "read_unpaired"
    return (f"data = au.{function}(", *(f"    {one}," for one in words), ")")


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
    return any(caveat.kind == "pooled_folds" for caveat in study.caveats)
