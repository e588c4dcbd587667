"""Scores with a column per class from frames and files."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import (
    AucurateError,
    InputError,
    LabelError,
    OptionError,
    ScoreError,
    TableError,
)
from aucurate.io.class_tables import (
    class_columns_in,
    read_costs,
)

TABLE = pl.DataFrame(
    {
        "kind": ["b", "a", "c", "a", "b", "c"],
        "fold": [1, 1, 1, 2, 2, 2],
        "c": [0.1, 0.2, 0.7, 0.2, 0.3, 0.5],
        "a": [0.2, 0.6, 0.1, 0.7, 0.3, 0.2],
        "b": [0.7, 0.2, 0.2, 0.1, 0.4, 0.3],
    }
)
PLAIN = TABLE.drop("fold")
BOTH = PLAIN.with_columns(pl.col("a", "b", "c").add(1).name.prefix("tree_"))


@for_each(
    "kind",
    [
        lambda f: f,
        pl.DataFrame.lazy,
        pl.DataFrame.to_pandas,
        pl.DataFrame.to_arrow,
        lambda f: f.with_columns(pl.col("kind").cast(pl.Categorical)),
        lambda f: f.to_pandas().astype({"kind": "category"}),
    ],
)
def test_columns_are_classes_by_their_names(kind: Any) -> None:
    data = ClassScores.from_frame(kind(PLAIN), label="kind")
    assert (data.name, data.classes, data.counts) == ("scores", ("c", "a", "b"), (2, 2, 2))
    assert data.codes.tolist() == [2, 1, 0, 1, 2, 0]
    assert np.array_equal(data.values, PLAIN.select("c", "a", "b").to_numpy().T)


@for_each("labels", [[2, 3, 5], [2.0, 3.0, 5.0], ["2", "3", "5"]])
@for_each("frame", [pl.DataFrame, pd.DataFrame])
def test_the_text_2_is_the_label_2(labels: Any, frame: Any) -> None:
    table = frame({"y": labels, "5": [0, 0, 1], "2": [1, 0, 0], "3": [0, 1, 0]})
    data = ClassScores.from_frame(table, label="y")
    assert (data.classes, data.codes.tolist()) == (("5", "2", "3"), [1, 2, 0])


def test_columns_of_a_pandas_frame_may_be_numbers() -> None:
    table = pd.DataFrame({"y": [2, 3], 2: [1.0, 0.0], 3: [0.0, 1.0]})
    assert ClassScores.from_frame(table, label="y").classes == ("2", "3")


def test_true_and_false_are_classes() -> None:
    table = pl.DataFrame({"y": [True, False], "True": [0.9, 0.2], "False": [0.1, 0.8]})
    assert ClassScores.from_frame(table, label="y").codes.tolist() == [0, 1]


def test_a_second_classifier_by_its_prefix() -> None:
    second = ClassScores.from_frame(BOTH, label="kind", prefix="tree_")
    assert (second.name, second.classes) == ("tree", ("a", "b", "c"))
    data = PairedClassScores.from_frame(BOTH, label="kind", prefixes=["", "tree_"])
    assert (data.names, data.classes) == (("scores", "tree"), ("c", "a", "b"))
    assert np.allclose(data.values[0] + 1, data.values[1])
    named = PairedClassScores.from_frame(
        BOTH, label="kind", prefixes={"old": "", "new tree": "tree_"}
    )
    assert named.names == ("old", "new tree")


def test_columns_can_be_said() -> None:
    table = PLAIN.rename({"a": "first"}).with_columns(age=pl.lit(3))
    data = ClassScores.from_frame(
        table, label="kind", scores={"a": "first", "b": "b", "c": "c"}, name="forest"
    )
    assert (data.name, data.classes) == ("forest", ("a", "b", "c"))
    some = BOTH.with_columns(age=pl.lit(3))
    listed = ClassScores.from_frame(some, label="kind", scores=["a", "b", "c"])
    assert listed.classes == ("a", "b", "c")
    prefixed = ["tree_c", "tree_b", "tree_a"]
    found = ClassScores.from_frame(some, label="kind", scores=prefixed, prefix="tree_")
    assert found.classes == ("c", "b", "a")


def test_what_is_not_used_is_told() -> None:
    found = class_columns_in(BOTH, label="kind", prefixes="tree_")
    assert list(found.columns["tree"]) == ["a", "b", "c"]
    assert found.ignored == ("c", "a", "b")
    remark = PLAIN.with_columns(remark=pl.lit("late"))
    assert class_columns_in(remark, label="kind").ignored == ("remark",)
    aged = remark.with_columns(age=pl.lit(3))
    assert class_columns_in(aged, label="kind", ignore=["age"]).ignored == ("remark", "age")


def test_columns_of_numbers_can_be_ignored() -> None:
    aged = BOTH.with_columns(TABLE["fold"], age=pl.lit(61), tree_d=pl.lit(0.1))
    rest = ["age", "tree_a", "tree_b", "tree_c", "tree_d"]
    plain = ClassScores.from_frame(PLAIN.with_columns(age=pl.lit(61)), label="kind", ignore="age")
    assert plain.classes == ("c", "a", "b")
    folds = ClassFoldScores.from_frame(aged, label="kind", fold="fold", ignore=rest)
    assert np.array_equal(folds.values, TABLE.select("c", "a", "b").to_numpy().T)
    options: Any = {"label": "kind", "prefixes": ["", "tree_"], "ignore": ("age", "tree_d")}
    assert len(PairedClassScores.from_frame(aged, fold="fold", **options)) == 2
    assert list(ClassFoldScores.paired_from_frame(aged, fold="fold", **options)) == [
        "scores",
        "tree",
    ]


@pytest.mark.parametrize(
    ("ignore", "error", "words"),
    [
        (["agee"], TableError, "no column 'agee' for ignore"),
        (["kind"], TableError, "'kind' has two roles"),
        (["a"], LabelError, "'a' .2 rows. has no column 'a'"),
    ],
)
def test_what_cannot_be_ignored(ignore: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        ClassScores.from_frame(PLAIN, label="kind", ignore=ignore)


@pytest.mark.parametrize(
    ("table", "options", "hint"),
    [
        (PLAIN.with_columns(age=pl.lit(3)), {}, "leave it out with ignore='age'; if it"),
        (TABLE, {}, "leave it out with ignore='fold', or set fold='fold'; if it"),
        (
            BOTH.with_columns(tree_d=pl.lit(0.1)),
            {"prefix": "tree_"},
            "leave it out with ignore='tree_d', or use",
        ),
    ],
)
def test_hints_name_the_column_to_ignore(table: Any, options: Any, hint: str) -> None:
    with pytest.raises(AucurateError) as caught:
        ClassScores.from_frame(table, label="kind", **options)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(hint)


@for_each(
    ("table", "options", "error", "words"),
    [
        (PLAIN.drop("b"), {}, LabelError, r"'b' \(2 rows\) has no column 'b'"),
        (BOTH.drop("tree_b"), {"prefix": "tree_"}, LabelError, "no column 'tree_b' of scores of"),
        (TABLE, {}, TableError, "'fold' is neither named after a class"),
        (BOTH, {}, TableError, "'tree_a' is neither named after a class"),
        (
            BOTH.with_columns(tree_d=pl.lit(0.1)),
            {"prefix": "tree_"},
            LabelError,
            "no observation has the label 'd'",
        ),
        (PLAIN, {"label": "sort"}, TableError, "no column 'sort'"),
        (PLAIN, {"scores": "a"}, OptionError, "a column for every class"),
        (PLAIN, {"scores": ["a", "b", "b"]}, TableError, "twice"),
        (PLAIN, {"scores": ["a", "b", "kind"]}, TableError, "another role"),
        (PLAIN, {"scores": ["a", "b", "x"]}, TableError, "no column 'x'"),
        (PLAIN, {"scores": ["a", "b"]}, LabelError, "'c', which has no column"),
        (PLAIN, {"scores": {"a": "a", "b": "a", "c": "c"}}, TableError, "two classes"),
        (PLAIN.with_columns(a=pl.lit("x")), {}, ScoreError, "must be numbers"),
        (PLAIN.with_columns(a=None), {}, ScoreError, "must not be missing"),
        (PLAIN.with_columns(kind=pl.lit(None, pl.String)), {}, LabelError, "every label"),
        (PLAIN.with_columns(kind=pl.lit("a")).drop("b", "c"), {}, LabelError, "one class only"),
        (PLAIN.head(0), {}, TableError, "no rows"),
    ],
)
def test_tables_that_do_not_fit_are_refused(
    table: Any, options: Any, error: Any, words: str
) -> None:
    with pytest.raises(error, match=words):
        ClassScores.from_frame(table, **{"label": "kind", **options})


@pytest.mark.parametrize(
    ("prefixes", "words"),
    [
        ([], "needs its own prefix"),
        ({"one": "", "two": ""}, "needs its own prefix"),
        (["tree_", "tree_"], "needs its own prefix"),
        (["tree_", "tree-"], "the same classifier"),
    ],
)
def test_prefixes_are_checked(prefixes: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        PairedClassScores.from_frame(BOTH, label="kind", prefixes=prefixes)


def test_a_column_has_one_class_only() -> None:
    table = pl.DataFrame({"y": ["a", "x_a"], "a": [1, 0], "x_a": [0, 1], "x_x_a": [1, 1]})
    with pytest.raises(TableError, match="'x_a' would belong to two"):
        PairedClassScores.from_frame(table, label="y", prefixes=["", "x_"])


def test_missing_values_are_dropped_and_counted_where_asked() -> None:
    holes = TABLE.with_columns(
        a=pl.when(pl.arange(0, 6) == 1).then(None).otherwise("a"),
        kind=pl.when(pl.arange(0, 6) == 2).then(None).otherwise("kind"),
    )
    with pytest.raises(AucurateError, match="row 2 has no label"):
        ClassFoldScores.from_frame(holes, label="kind", fold="fold")
    data = ClassFoldScores.from_frame(holes, label="kind", fold="fold", missing="drop")
    assert (data.observations.source.n_dropped, data.division.n_test) == (2, (1.0, 3.0))
    plain = ClassScores.from_frame(holes.drop("fold"), label="kind", missing="drop")
    assert (plain.observations.source.n_dropped, plain.counts) == (2, (1, 1, 2))


def test_folds() -> None:
    data = ClassFoldScores.from_frame(TABLE, label="kind", fold="fold", name="forest")
    assert (data.name, data.design, data.fold_names) == ("forest", "left-out folds", ("1", "2"))
    assert data.fold(0).codes.tolist() == [2, 1, 0]
    assert data.classes == ("c", "a", "b")
    twice = pl.concat([TABLE.with_row_index("id").with_columns(run=pl.lit(k)) for k in (1, 2)])
    repeated = ClassFoldScores.from_frame(
        twice, label="kind", fold="fold", observation="id", repeat="run"
    )
    assert (repeated.n_folds, len(repeated.observations)) == (4, 6)
    both = BOTH.with_columns(TABLE["fold"])
    one, two = ClassFoldScores.paired_from_frame(
        both, label="kind", fold="fold", prefixes=["", "tree_"]
    ).values()
    assert one.observations is two.observations
    assert (one.name, two.name) == ("scores", "tree")
    for fold, words in (("kind", "two roles"), ("part", "no column 'part'")):
        with pytest.raises(TableError, match=words):
            ClassFoldScores.from_frame(TABLE, label="kind", fold=fold)


def test_pooled_folds_are_remembered() -> None:
    data = ClassScores.from_frame(TABLE, label="kind", fold="fold")
    assert data.observations.fold_names == ("1", "2")
    assert data.observations.folds is not None
    assert data.observations.folds.tolist() == [0, 0, 0, 1, 1, 1]
    both = BOTH.with_columns(TABLE["fold"])
    paired = PairedClassScores.from_frame(both, label="kind", prefixes=["", "tree_"], fold="fold")
    assert paired.observations.fold_names == ("1", "2")


def test_many_classes_of_text() -> None:
    names = [f"class {k:03d}" for k in range(100)]
    scores = dict(zip(names, np.eye(100), strict=True))
    data = ClassScores.from_frame(pl.DataFrame({"y": names, **scores}), label="y")
    assert data.codes.tolist() == list(range(100))


def test_files(tmp_path: Path) -> None:
    TABLE.write_csv(tmp_path / "t.csv")
    TABLE.write_parquet(tmp_path / "t.parquet")
    TABLE.write_csv(tmp_path / "t.txt", separator=";")
    wanted = ClassFoldScores.from_frame(TABLE, label="kind", fold="fold")
    for name, separator in (("t.csv", None), ("t.parquet", None), ("t.txt", ";")):
        found = ClassFoldScores.read(
            tmp_path / name, separator=separator, label="kind", fold="fold"
        )
        assert np.array_equal(found.values, wanted.values)
    plain = ClassScores.read(tmp_path / "t.csv", label="kind", scores=["a", "b", "c"])
    assert plain.classes == ("a", "b", "c")


# Tables of costs: their classes in any order, and what is refused.


CLASSES = ("a", "b", "2")


def written(folder: Path, text: str) -> Path:
    path = folder / "costs.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_and_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path, "true,2,a,b\nb,3,1,0\n2,0,5,6\na,9,0,7\n")
    assert read_costs(path, CLASSES).tolist() == [[0, 7, 9], [1, 0, 3], [5, 6, 0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("true,a,b\na,0,1\nb,1,0\n2,1,1\n", "no column for class '2'"),
        ("true,a,b,2\na,0,1,1\nb,1,0,1\n", "no row for class '2'"),
        ("true,a,b,2,c\na,0,1,1,1\nb,1,0,1,1\n2,1,1,0,1\n", "'c' that is no class"),
        ("true,a,b,2\na,0,1,1\nb,1,0,1\n2,1,1,0\na,1,1,1\n", "'a' twice"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_costs(written(tmp_path, text), CLASSES)


@pytest.mark.parametrize(
    ("cost", "word"), [("much", "much"), ("", "missing"), ("-2", "-2"), ("inf", "inf")]
)
def test_what_is_no_cost(tmp_path: Path, cost: str, word: str) -> None:
    path = written(tmp_path, f"true,a,b,2\na,0,{cost},1\nb,1,0,1\n2,1,1,0\n")
    with pytest.raises(InputError, match=rf"class 'b' where 'a' is true is {word}"):
        read_costs(path, CLASSES)
