"""The inputs of a study, labels and scores in any accepted form, as checked data."""

import os
from collections.abc import Collection, Mapping
from typing import Any, Literal, TypeAlias, overload

from aucurate.calling import refuse_for_built
from aucurate.data.arrays import as_matrix, probabilities_hint
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores, Scores, UnpairedScores, names_of_columns
from aucurate.data.table_scores import TableScores, refuse_without_rows
from aucurate.errors import OptionError, ScoreError
from aucurate.formatting import shortened
from aucurate.io.estimators import are_estimators, scores_from_estimators
from aucurate.io.frames import as_table, columns_of_scores, is_frame, require_column

Data: TypeAlias = Scores | PairedScores | UnpairedScores
_ClassData: TypeAlias = ClassScores | PairedClassScores | ClassFoldScores


@overload
def given_data(
    labels: Any, scores: Any, y: Any, options: dict[str, Any], *, tables: Literal[True]
) -> Data | TableScores: ...


@overload
def given_data(
    labels: Any, scores: Any, y: Any, options: dict[str, Any], *, tables: Literal[False] = False
) -> Data: ...


def given_data(
    labels: Any, scores: Any, y: Any, options: dict[str, Any], *, tables: bool = False
) -> Data | TableScores:
    """Data that are already built, or built from labels and scores with these options.

    Fitted estimators, which stand in the place of the labels, score their features in the place of
    the scores; ``y`` has the labels then, and is None otherwise. Scores that stay in their table
    are accepted where the study can use ``tables``.
    """
    if are_estimators(labels):
        return _estimated(labels, scores, y, options)
    if isinstance(labels, TableScores):
        if not tables:
            raise refuse_without_rows("this study", "compare or operate")
        refuse_for_built(scores, options | {"y": y})
        return labels
    if isinstance(labels, Scores | PairedScores | UnpairedScores):
        refuse_for_built(scores, options | {"y": y})
        return labels
    if scores is None:
        raise _no_scores(labels)
    _refuse_estimators(scores)
    if y is not None:
        raise _third()
    if not isinstance(scores, Mapping):
        if is_frame(scores):
            scores = columns_of_scores(scores, labels)
        else:
            _refuse_several(labels, scores)
            scores = {names_of_columns({"scores": scores})[0]: scores}
    return PairedScores.from_arrays(labels, scores, **options)


def given_class_data(data: Any, scores: Any, y: Any) -> Any:
    """Data of several classes that are already built, or built from labels or estimators."""
    if are_estimators(data):
        return PairedClassScores.from_estimators(data, scores, y)
    members = list(data.values()) if isinstance(data, Mapping) else [data]
    kinds = ClassFoldScores if isinstance(data, Mapping) else _ClassData
    if all(isinstance(member, kinds) for member in members):
        refuse_for_built(scores, {"y": y})
        return data
    if scores is None or isinstance(data, Mapping):
        it = "the first value is" if isinstance(data, Mapping) else "it is"
        raise OptionError(
            "data must be ClassScores, PairedClassScores, ClassFoldScores or a mapping from "
            f"strings to ClassFoldScores; {it} a {type(members[0]).__name__}.",
            hint="ClassScores.from_arrays(labels, scores) makes one; or give the labels and a "
            "score for every class: multiclass(labels, scores).",
        )
    _refuse_estimators(scores, "multiclass")
    if y is not None:
        raise _third()
    if isinstance(scores, Mapping) and any(_has_columns(each) for each in scores.values()):
        return PairedClassScores.from_arrays(data, scores)
    return ClassScores.from_arrays(data, scores)


def _has_columns(scores: Any) -> bool:
    return isinstance(scores, Mapping) or is_frame(scores) or as_matrix(scores) is not None


def _estimated(
    estimators: Any, features: Any, labels: Any, options: dict[str, Any]
) -> PairedScores:
    options = dict(options)
    if len(options.pop("lower", ())) > 0:
        raise OptionError(
            "lower is for columns of scores; which way those of a fitted estimator run is known by "
            "its classes_.",
            hint="leave it out.",
        )
    return scores_from_estimators(estimators, features, labels, **options)


def _third() -> OptionError:
    """What to do with three arguments of which the first is no estimator."""
    return OptionError(
        "the third argument, y, is for fitted estimators in the first place.",
        hint='pass ({"forest": fitted}, X, y), or scores by name: '
        '(labels, {"forest": scores, "logistic": other_scores}).',
    )


def _refuse_estimators(scores: Any, study: str = "compare") -> None:
    """Refuse estimators in the place of the scores."""
    if not are_estimators(scores):
        return
    names = list(scores) if isinstance(scores, Mapping) else ["forest", "logistic"]
    shown = ", ".join(f'"{shortened(str(name))}": fitted' for name in names[:3])
    raise ScoreError(
        "estimators were given in the place of the scores.",
        hint=f"give them first, with the features and the labels: {study}({{{shown}}}, X, y).",
    )


def columns_named(labels: Any, scores: Any, by: Any) -> tuple[Any, Any]:
    """The scores, and the columns of subgroups: their values, or names where data are built.

    Names of columns of the frame of scores are replaced by these, which are then no classifiers.
    Columns of features stay among the features.
    """
    names = [by] if isinstance(by, str) else by
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        return scores, by
    if isinstance(labels, Scores | PairedScores | UnpairedScores | TableScores):
        return scores, tuple(names)
    if scores is None or isinstance(scores, Mapping) or not is_frame(scores):
        return scores, by
    table = as_table(scores)
    if isinstance(by, str) or set(names) <= set(table.columns):
        for name in names:
            require_column(table, name, "by")
        columns = {name: table[name].to_native() for name in names}
        return scores if are_estimators(labels) else table.drop(*names).to_native(), columns
    return scores, by


def _no_scores(labels: Any) -> ScoreError:
    """What to do instead, where data of another kind, a table or its file are the labels."""
    if isinstance(labels, FoldScores | FoldValues):
        return ScoreError(
            "these are scores over folds, and one test set is needed.",
            hint="compare algorithms over folds with aucurate.folds(data).",
        )
    if isinstance(labels, ClassScores | PairedClassScores | ClassFoldScores):
        return ScoreError(
            "these are scores of several classes, and two classes are needed.",
            hint="compare classifiers of several classes with aucurate.multiclass(data).",
        )
    if isinstance(labels, str | os.PathLike):
        return ScoreError(
            f"there are no scores; '{shortened(os.fspath(labels))}' is a text.",
            hint='read the table first: read_scores("scores.csv", label="outcome").',
        )
    if is_frame(labels):
        return ScoreError(
            "there are no scores; a whole table was given as the labels.",
            hint='name the label column: read_scores(table, label="outcome").',
        )
    if isinstance(labels, Mapping) and any(map(is_frame, labels.values())):
        return ScoreError(
            "there are no scores; data frames with names were given as the labels.",
            hint='join them first: read_scores({"old": old, "new": new}, label="outcome", '
            'id="patient").',
        )
    members = labels.values() if isinstance(labels, Mapping) else labels
    if isinstance(members, Collection) and any(isinstance(each, Scores) for each in members):
        return ScoreError(
            "there are no scores; records of several classifiers were given as the labels.",
            hint="different test sets: UnpairedScores((first, second)); the same observations: "
            '(labels, {"name": scores, ...}).',
        )
    return ScoreError("there are no scores.", hint='give them as {"name": scores}.')


def _refuse_several(labels: Any, scores: Any) -> None:
    """Refuse scores of several classifiers, or classes, that do not say whose they are."""
    matrix = as_matrix(scores)
    if matrix is None or 1 in matrix.shape[1:]:
        return
    rows, columns = matrix.shape
    if rows == 1:
        raise ScoreError(
            "the scores are a list of one vector.", hint="give the vector itself: scores[0]."
        )
    if rows != len(labels) and columns == len(labels):
        raise ScoreError(
            f"a list of {rows} vectors does not say whose scores they are.",
            hint='name them: {"forest": scores[0], "logistic": scores[1]}.',
        )
    raise ScoreError(
        f"a matrix of {columns} columns does not say whose scores they are.",
        hint=probabilities_hint(matrix)
        or 'name them: {"forest": scores[:, 0], "logistic": scores[:, 1]}.',
    )
