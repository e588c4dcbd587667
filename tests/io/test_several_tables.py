"""Predictions in several files: joined, row by row, or of test sets of their own."""

import gzip
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import LabelError, OptionError, ScoreError, TableError

LABELS = [0, 1, 0, 1, 1, 0]
OLD = [0.2, 0.4, 0.3, 0.6, 0.9, 0.5]
NEW = [0.1, 0.6, 0.2, 0.5, 0.8, 0.3]
NAMES = ["a", "b", "c", "d", "e", "f"]
ORDER = [3, 0, 5, 1, 4, 2]


def table(path: Path, columns: Mapping[str, Any]) -> Path:
    frame = pl.DataFrame({name: list(values) for name, values in columns.items()})
    (frame.write_parquet if path.suffix == ".parquet" else frame.write_csv)(path)
    return path


def shuffled(values: Sequence[Any]) -> list[Any]:
    return [values[at] for at in ORDER]


@pytest.fixture
def same(tmp_path: Path) -> list[Path]:
    """The predictions of two models for one test set, without identifiers."""
    return [
        table(tmp_path / "old.csv", {"y": LABELS, "p": OLD}),
        table(tmp_path / "new.csv", {"y": LABELS, "p": NEW}),
    ]


@pytest.fixture
def named(tmp_path: Path) -> list[Path]:
    """The same with identifiers, in different orders."""
    return [
        table(tmp_path / "old.csv", {"patient": NAMES, "y": LABELS, "p": OLD}),
        table(
            tmp_path / "new.csv",
            {"patient": shuffled(NAMES), "y": shuffled(LABELS), "p": shuffled(NEW)},
        ),
    ]


def columns_of(data: PairedScores) -> dict[str, list[float]]:
    return {name: data[name].values.tolist() for name in data.names}


def test_files_of_one_test_set_are_not_compared_as_two(same: list[Path]) -> None:
    with pytest.raises(OptionError, match="same labels in the same order") as caught:
        UnpairedScores.read(same, label="y")
    assert "PairedScores.read" in caught.value.hint
    assert "paired=False" in caught.value.hint
    assert UnpairedScores.read(same, label="y", paired=False).names == ("old", "new")


def test_row_by_row(same: list[Path]) -> None:
    data = PairedScores.read(same, label="y")
    assert columns_of(data) == {"old": OLD, "new": NEW}
    assert data.observations.source.columns_taken == ("p",)
    assert PairedScores.read(same, label="y", scores="p").observations.source.columns_taken == ()


def test_shared_identifiers_are_seen_in_any_order(named: list[Path]) -> None:
    with pytest.raises(OptionError, match="same identifiers in column 'patient'") as caught:
        UnpairedScores.read(named, label="y")
    assert "id='patient'" in caught.value.hint
    assert len(UnpairedScores.read(named, label="y", paired=False)) == 2


def test_joined_on_an_identifier(named: list[Path]) -> None:
    data = PairedScores.read(named, label="y", id="patient")
    assert columns_of(data) == {"old": OLD, "new": NEW}
    assert data.observations.is_positive.tolist() == [bool(label) for label in LABELS]
    assert data.observations.source.n_dropped == 0
    other = PairedScores.read(named[::-1], label="y", id="patient")
    assert columns_of(other) == {"new": shuffled(NEW), "old": shuffled(OLD)}


def test_rows_in_another_order_are_not_paired_by_their_places(tmp_path: Path) -> None:
    first = table(tmp_path / "old.csv", {"id": [1, 2, 3, 4], "y": [0, 0, 1, 1], "p": OLD[:4]})
    second = table(tmp_path / "new.csv", {"id": [2, 1, 4, 3], "y": [0, 0, 1, 1], "p": NEW[:4]})
    with pytest.raises(TableError, match="not in the same order: in row 0 column 'id' is 1") as e:
        PairedScores.read([first, second], label="y")
    assert e.value.hint == "join them on it: id='id'."


def test_an_identifier_that_all_files_share_is_not_a_classifier(tmp_path: Path) -> None:
    columns = {"case": [11, 7, 3, 8], "y": [0, 1, 1, 0]}
    files = [
        table(tmp_path / f"{name}.csv", columns | {name: values[:4]})
        for name, values in (("old", OLD), ("new", NEW))
    ]
    assert PairedScores.read(files, label="y").names == ("old", "new")


def test_more_files_with_more_columns(named: list[Path], tmp_path: Path) -> None:
    third = table(
        tmp_path / "third.parquet", {"patient": NAMES, "y": LABELS, "p": NEW[::-1], "q": OLD[::-1]}
    )
    data = PairedScores.read([*named, third], label="y", id="patient", lower="q")
    assert columns_of(data) == {
        "old": OLD,
        "new": NEW,
        "p (third)": NEW[::-1],
        "q": [-value for value in OLD[::-1]],
    }
    assert data.lower == {"q"}
    chosen = PairedScores.read([*named, third], label="y", id="patient", scores=["q", "p"])
    assert chosen.names == ("old", "new", "q", "p (third)")


def test_columns_that_one_file_has(tmp_path: Path) -> None:
    files = [
        table(tmp_path / "a.csv", {"y": LABELS, "p_old": OLD, "age": range(30, 36)}),
        table(tmp_path / "b.csv", {"y": LABELS, "p_new": NEW, "sex": [1, 0, 1, 0, 0, 0]}),
    ]
    assert PairedScores.read(files, label="y", scores=["p_old", "p_new"]).names == (
        "p_old",
        "p_new",
    )
    data = UnpairedScores.read(
        files, label="y", score=["p_old", "p_new"], lower=["p_new"], paired=False
    )
    assert data.names == ("a", "b")
    assert [member.lower for member in data] == [False, True]
    with pytest.raises(TableError, match=r"b\.csv' has none of the columns 'p_old'"):
        PairedScores.read(files, label="y", scores="p_old")
    with pytest.raises(TableError, match="no file has a column 'q' for scores"):
        PairedScores.read(files, label="y", scores=["p_old", "q"])
    with pytest.raises(OptionError, match="lower names 'age'"):
        PairedScores.read(files, label="y", scores=["p_old", "p_new"], lower="age")


def test_identifiers_that_a_file_lacks(named: list[Path], tmp_path: Path) -> None:
    fewer = table(
        tmp_path / "fewer.csv",
        {"patient": [*NAMES[:4], "x"], "y": [*LABELS[:4], 1], "q": [1, 2, 3, 4, 5]},
    )
    with pytest.raises(TableError, match="do not have the same identifiers") as caught:
        PairedScores.read([named[0], fewer], label="y", id="patient")
    message = caught.value.message
    assert f"2 of 6 in '{named[0]}' are not in '{fewer}' ('e' and 'f')" in message
    assert f"1 of 5 in '{fewer}' are not in '{named[0]}' ('x')" in message
    assert "missing='drop'" in caught.value.hint
    data = PairedScores.read([named[0], fewer], label="y", id="patient", missing="drop")
    assert columns_of(data) == {"p": OLD[:4], "q": [1, 2, 3, 4]}
    assert (data.observations.source.n_dropped, data.observations.source.unmatched) == (3, 3)


def test_files_without_a_shared_identifier(named: list[Path], tmp_path: Path) -> None:
    other = table(tmp_path / "x.csv", {"patient": ["x", "y"], "y": [0, 1], "p": [1, 2]})
    for missing in ("refuse", "drop"):
        with pytest.raises(TableError, match="6 of 6 in") as caught:
            PairedScores.read([named[0], other], label="y", id="patient", missing=missing)
        assert "the same test set" in caught.value.hint


def test_identifiers_that_stand_twice_or_nowhere(named: list[Path], tmp_path: Path) -> None:
    columns: dict[str, Any] = {"y": LABELS, "q": NEW}
    twice = table(tmp_path / "twice.csv", {"patient": ["a", "a", "b", "b", "c", "d"], **columns})
    with pytest.raises(TableError, match="2 identifiers more than once") as caught:
        PairedScores.read([named[0], twice], label="y", id="patient")
    assert "('a' and 'b')" in caught.value.message
    absent = table(tmp_path / "absent.csv", {"patient": [*NAMES[:5], None], **columns})
    with pytest.raises(TableError, match="no 'patient' in 1 row"):
        PairedScores.read([named[0], absent], label="y", id="patient")
    data = PairedScores.read([named[0], absent], label="y", id="patient", missing="drop")
    assert len(data.observations) == 5
    assert (
        data.observations.source.n_dropped == 2
    )  # the row without a name, and 'f', which has no partner
    assert data.observations.source.unmatched == 1
    with pytest.raises(TableError, match=r"new\.csv': there is no column 'case' for id"):
        PairedScores.read([table(tmp_path / "c.csv", {"case": NAMES, **columns}), named[1]],
                    label="y", id="case")  # fmt: skip


def test_a_column_has_one_role(named: list[Path]) -> None:
    with pytest.raises(TableError, match="'y' cannot be both label and id"):
        PairedScores.read(named, label="y", id="y")


def test_labels_that_differ(named: list[Path], same: list[Path], tmp_path: Path) -> None:
    named = [
        table(tmp_path / "a.csv", {"patient": NAMES, "y": LABELS, "p": OLD}),
        table(tmp_path / "b.csv", {"patient": NAMES, "y": [1, *LABELS[1:5], 1], "p": NEW}),
    ]
    with pytest.raises(LabelError, match=r"differ in 2 identifiers of 6 \('a' and 'f'") as caught:
        PairedScores.read(named, label="y", id="patient")
    assert "the first is 0 and 1" in caught.value.message
    with pytest.raises(LabelError, match=r"differ in 2 rows of 6 \(row 0 and row 5"):
        PairedScores.read(named, label="y")
    words = table(tmp_path / "w.csv", {"y": ["no", "yes"] * 3, "p": NEW})
    with pytest.raises(TableError, match="holds numbers in"):
        PairedScores.read([same[0], words], label="y")


def test_labels_of_different_types_are_the_same(same: list[Path], tmp_path: Path) -> None:
    words = table(tmp_path / "b.parquet", {"y": [bool(label) for label in LABELS], "q": NEW})
    assert PairedScores.read([same[0], words], label="y").names == ("p", "q")
    with pytest.raises(OptionError, match="same labels"):
        UnpairedScores.read([same[0], words], label="y")


def test_missing_labels(same: list[Path], tmp_path: Path) -> None:
    gaps = table(tmp_path / "gaps.csv", {"y": [0, None, *LABELS[2:]], "q": NEW})
    with pytest.raises(LabelError, match="row 1"):
        PairedScores.read([same[0], gaps], label="y")
    data = PairedScores.read([same[0], gaps], label="y", missing="drop")
    assert columns_of(data) == {"p": [OLD[0], *OLD[2:]], "q": [NEW[0], *NEW[2:]]}
    assert data.observations.source.n_dropped == 1


def test_identifiers_of_different_types(tmp_path: Path) -> None:
    whole = table(tmp_path / "a.parquet", {"id": range(6), "y": LABELS, "p": OLD})
    other = table(tmp_path / "b.parquet", {"id": [float(i) for i in ORDER], "y": shuffled(LABELS),
                                           "q": shuffled(NEW)})  # fmt: skip
    data = PairedScores.read([whole, other], label="y", id="id")
    assert columns_of(data) == {"p": OLD, "q": NEW}
    text = table(tmp_path / "c.csv", {"id": [f"n{i}" for i in ORDER], "y": LABELS, "q": NEW})
    with pytest.raises(TableError, match="'id' holds numbers in"):
        PairedScores.read([whole, text], label="y", id="id")


def test_numbers_of_rows_do_not_make_one_test_set_of_two(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    files = [
        table(
            tmp_path / f"{name}.csv",
            {"n": range(1, size + 1), "y": rng.integers(0, 2, size), "p": rng.normal(size=size)},
        )
        for name, size in (("a", 60), ("b", 60), ("c", 45))
    ]
    assert len(UnpairedScores.read(files, label="y", score="p")) == 3


def test_different_numbers_of_rows(same: list[Path], tmp_path: Path) -> None:
    short = table(tmp_path / "short.csv", {"y": LABELS[:4], "p": NEW[:4]})
    with pytest.raises(TableError, match=r"has 6 rows and '.*short\.csv' has 4") as caught:
        PairedScores.read([same[0], short], label="y")
    assert "id='COLUMN'" in caught.value.hint
    assert len(UnpairedScores.read([same[0], short], label="y")) == 2


def test_one_file_given_twice(same: list[Path], tmp_path: Path) -> None:
    copy, link = tmp_path / "copy.csv", tmp_path / "link.csv"
    copy.write_bytes(same[0].read_bytes())
    os.link(same[0], link)
    for read in (PairedScores.read, UnpairedScores.read):
        with pytest.raises(OptionError, match="is given twice"):
            read([same[0], same[0]], label="y")
        for other in (copy, link):
            with pytest.raises(OptionError, match="are the same file"):
                read([same[0], other], label="y")
    with pytest.raises(OptionError, match="are the same file"):
        UnpairedScores.read([same[0], copy], label="y", paired=False)


@pytest.mark.parametrize("read", [PairedScores.read, UnpairedScores.read])
def test_files_are_a_list(read: Any, same: list[Path]) -> None:
    for paths in (same[:1], []):
        with pytest.raises(OptionError, match="two or more files"):
            read(paths, label="y")


def test_test_sets_of_their_own(tmp_path: Path) -> None:
    first = tmp_path / "old.csv"
    first.write_text("y,a\n1,0.5\n0,0.4\n0,\n")
    second = tmp_path / "new.csv.gz"
    second.write_bytes(gzip.compress(b"y,b\n1,0.7\n0,0.4\n1,0.6\n"))
    data = UnpairedScores.read([first, second], label="y", missing="drop")
    assert data.names == ("old", "new")
    assert [len(member) for member in data] == [2, 3]
    assert data.members[0].observations.source.n_dropped == 1
    turned = UnpairedScores.read(
        [first, second], label="y", missing="drop", lower=True, names=["p", "q"]
    )
    assert turned.names == ("p", "q")
    assert turned.members[1].values.tolist() == [-0.7, -0.4, -0.6]


def test_test_sets_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, second = tmp_path / "scores.csv", tmp_path / "other" / "scores.csv"
    first.write_text("y;a\n1;0.5\n0;0.4\n")
    second.write_text("y;a\n0;0.5\n1;0.4\n")
    data = UnpairedScores.read([first, second], label="y", separator=";")
    assert data.names == ("scores (1)", "scores (2)")
    with pytest.raises(ScoreError, match="same name, 'p'"):
        UnpairedScores.read([first, second], label="y", names=["p", "p"], separator=";")
    with pytest.raises(OptionError, match="2 names"):
        UnpairedScores.read([first, second], label="y", names=["p"], separator=";")


def test_test_sets_need_one_score_each(tmp_path: Path) -> None:
    first = table(tmp_path / "old.csv", {"y": [1, 0], "a": [0.5, 0.4]})
    second = table(tmp_path / "new.csv", {"y": [0, 1], "a": [0.7, 0.4], "b": [1, 1]})
    with pytest.raises(TableError, match=r"new\.csv' has 2 columns of scores, a and b") as caught:
        UnpairedScores.read([first, second], label="y")
    assert caught.value.hint == "name it, e.g. score='a'."
    assert UnpairedScores.read([first, second], label="y", score="a").names == ("old", "new")
    with pytest.raises(TableError, match=r"old\.csv' has none of the columns 'b'"):
        UnpairedScores.read([first, second], label="y", score="b")


def test_test_sets_need_the_same_classes(tmp_path: Path) -> None:
    first = table(tmp_path / "old.csv", {"y": ["Poor", "Good"], "a": [0.5, 0.4]})
    second = table(tmp_path / "new.csv", {"y": ["Poor", "Fair"], "a": [0.5, 0.4]})
    with pytest.raises(LabelError, match="different labels"):
        UnpairedScores.read([first, second], label="y", positive="Poor")


@pytest.mark.parametrize("role", ["label", "id"])
def test_columns_of_lists_are_refused_with_their_file(tmp_path: Path, role: str) -> None:
    frame = pl.DataFrame({"y": [0, 1], "who": ["a", "b"], "p": [0.1, 0.2]})
    odd = {"label": "y", "id": "who"}[role]
    frame.write_parquet(tmp_path / "old.parquet")
    lists = frame.with_columns(pl.concat_list(odd))
    lists.with_columns(p=pl.Series([0.3, 0.1])).write_parquet(tmp_path / "new.parquet")
    paths = [tmp_path / "old.parquet", tmp_path / "new.parquet"]
    with pytest.raises(TableError, match=rf"new\.parquet': column '{odd}' holds List"):
        PairedScores.read(paths, label="y", id="who" if role == "id" else None)


def test_labels_of_twenty_digits_are_compared_by_all_of_them(tmp_path: Path) -> None:
    for name, last in (("old.csv", 1), ("new.csv", 2)):
        rows = "".join(f"{10**20 + k % 2 * last},{k * 0.3 + last}\n" for k in range(6))
        (tmp_path / name).write_text("y,p\n" + rows)
    with pytest.raises(LabelError):
        PairedScores.read([tmp_path / "old.csv", tmp_path / "new.csv"], label="y")
