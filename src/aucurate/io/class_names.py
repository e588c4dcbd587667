"""Which columns of a table hold the scores of which class: told by their names."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

from aucurate.data.class_labels import ClassLabels, class_name, class_names
from aucurate.data.class_labels import shown as shown_labels
from aucurate.errors import LabelError, OptionError, TableError
from aucurate.formatting import count, listing, shortened
from aucurate.io.cells import MISSING_WORDS, is_nameless
from aucurate.io.frames import require_column
from aucurate.io.numbers import mostly_numbers
from aucurate.io.source import index_columns

_SHOWN = 6


class ClassColumns(NamedTuple):
    """For each classifier the column of every class, and the columns that are not used at all."""

    columns: dict[str, dict[str, str]]
    ignored: tuple[str, ...]


def classifiers(prefixes: str | Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """The prefix of each classifier, by its name; without a name it is called after the prefix.

    >>> classifiers(["", "forest_"])
    {'scores': '', 'forest': 'forest_'}
    """
    if isinstance(prefixes, Mapping):
        named = {str(name): str(prefix) for name, prefix in prefixes.items()}
    else:
        texts = [prefixes] if isinstance(prefixes, str) else [str(prefix) for prefix in prefixes]
        named = {prefix.rstrip("_-.: ") or prefix or "scores": prefix for prefix in texts}
        if len(named) < len(set(texts)):
            raise OptionError(
                "two prefixes name the same classifier.",
                hint="let them differ in more than the line or dot at their end; in Python "
                "prefixes can also be a mapping from the names of the classifiers to them.",
            )
        if len(named) < len(texts):
            raise _not_its_own()
    if not named or len(set(named.values())) < len(named):
        raise _not_its_own()
    return named


def _not_its_own() -> OptionError:
    return OptionError(
        "every classifier needs a prefix of its own.",
        hint="name each of them once, e.g. 'forest_' and 'logistic_'.",
    )


def chosen_columns(
    table: "nw.DataFrame[Any]",
    labels: ClassLabels,
    prefixes: Mapping[str, str],
    scores: Sequence[str] | Mapping[Any, str] | None,
    used: Sequence[str],
    ignore: Collection[str] = (),
) -> ClassColumns:
    """The columns of all classifiers; none may be wanting, and none have two roles."""
    left_out = [ignore] if isinstance(ignore, str) else list(dict.fromkeys(ignore))
    for name in left_out:
        require_column(table, name, "ignore")
    roles = [*used, *left_out]
    if len(set(roles)) < len(roles):
        raise TableError(
            f"column '{shortened(_twice(roles))}' has two roles.",
            hint="name a column for each of them.",
        )
    others = [name for name in table.columns if name not in roles]
    if scores is None:
        found = {name: _by_name(others, labels, prefix, name) for name, prefix in prefixes.items()}
        _refuse_unexplained(table, labels, found, prefixes, others)
    else:
        found = {name: _said(table, scores, prefix, roles) for name, prefix in prefixes.items()}
    chosen = [column for of_name in found.values() for column in of_name.values()]
    if len(set(chosen)) < len(chosen):
        raise TableError(
            f"column '{shortened(_twice(chosen))}' would belong to two classifiers or two classes.",
            hint="give each classifier a prefix that no class begins with.",
        )
    gone = tuple(name for name in table.columns if name not in chosen and name not in used)
    return ClassColumns(found, gone)


def _by_name(others: Sequence[str], labels: ClassLabels, prefix: str, name: str) -> dict[str, str]:
    """The column of each label, in the order of the columns."""
    found = []
    for label in labels.distinct:
        texts = dict.fromkeys((class_name(label), str(label)))
        column = next((prefix + text for text in texts if prefix + text in others), None)
        if column is not None:
            found.append(column)
            continue
        rows = int(np.count_nonzero(labels.codes == labels.distinct.index(label)))
        raise LabelError(
            f"the class {shortened(repr(label))} ({count(rows, 'row')}) has no column "
            f"'{shortened(prefix + class_name(label))}' of scores"
            + (f" of '{shortened(name)}'." if prefix else ".")
            + f" The labels are {shown_labels(labels.distinct)}.",
            hint=f"the other columns are {_shown(others)}; call those of the classes as the labels "
            "are, or say with a prefix how their names begin.",
        )
    return {column[len(prefix) :]: column for column in others if column in found}


def _said(
    table: "nw.DataFrame[Any]",
    scores: Sequence[str] | Mapping[Any, str],
    prefix: str,
    used: Sequence[str],
) -> dict[str, str]:
    if isinstance(scores, str):
        raise OptionError("scores must name a column for every class.", hint="give a list of them.")
    named = (
        dict(zip(class_names(scores), scores.values(), strict=True))
        if isinstance(scores, Mapping)
        else {str(column).removeprefix(prefix): str(column) for column in scores}
    )
    if len(named) < len(scores):
        raise TableError("scores names a column twice.", hint="name each of them once.")
    for column in named.values():
        require_column(table, column, "scores")
        if column in used:
            raise TableError(
                f"column '{shortened(column)}' is named in scores, but it has another role "
                "already.",
                hint="take it out of scores.",
            )
    return named


def _refuse_unexplained(
    table: "nw.DataFrame[Any]",
    labels: ClassLabels,
    found: Mapping[str, Mapping[str, str]],
    prefixes: Mapping[str, str],
    others: Sequence[str],
) -> None:
    """Refuse columns of numbers that could be a class without observations, or another thing."""
    chosen = {column for of_name in found.values() for column in of_name.values()}
    indexes = index_columns(table)
    for name in others:
        nameless = is_nameless(name) or name in indexes
        if name in chosen or nameless or not _numeric(table[name]):
            continue
        prefix = next((p for p in prefixes.values() if p and name.startswith(p)), None)
        if prefix is not None:
            raise LabelError(
                f"no observation has the label '{shortened(name.removeprefix(prefix))}', for which "
                f"there is the column '{shortened(name)}'; the labels are "
                f"{shown_labels(labels.distinct)}.",
                hint=_word_for_missing(name.removeprefix(prefix))
                or f"leave it out with ignore='{shortened(name)}', or take a test set that holds "
                "every class.",
            )
        if "" in prefixes.values():
            raise TableError(
                f"column '{shortened(name)}' is neither named after a class nor has another role; "
                f"the classes are {shown_labels(labels.distinct)}.",
                hint=_word_for_missing(name)
                or f"leave it out with ignore='{shortened(name)}'{_if_folds(name)}; if it "
                "belongs to another classifier, say with a prefix how the names of its columns "
                "begin.",
            )


def _word_for_missing(name: str) -> str:
    if name not in MISSING_WORDS:
        return ""
    return f"the label {name!r} of a file is read as a missing value; call the class otherwise."


def _if_folds(name: str) -> str:
    return f", or say fold='{shortened(name)}'" if "fold" in name.lower() else ""


def _twice(names: Sequence[str]) -> str:
    """The first name that has stood before."""
    return next(name for at, name in enumerate(names) if name in names[:at])


def _numeric(series: "nw.Series[Any]") -> bool:
    return series.dtype.is_numeric() or series.dtype == nw.Boolean or mostly_numbers(series)


def _shown(names: Sequence[str]) -> str:
    quoted = [f"'{shortened(name)}'" for name in names[:_SHOWN]]
    more = f", ... {len(names)} in all" if len(names) > _SHOWN else ""
    return (listing(quoted) if not more else ", ".join(quoted) + more) if quoted else "none"
