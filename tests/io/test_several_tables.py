"""Predictions in several files: joined, row by row, or of test sets of their own."""

import gzip
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate import compare
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import (
    InputError,
    LabelError,
    OptionError,
    ScoreError,
    TableError,
    UnsupportedError,
)

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
    with pytest.raises(
        TableError, match="not in the same order: column 'id' is 1 in line 2 of"
    ) as e:
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
    assert (
        f"2 of 6 in '{named[0]}' are not in '{fewer}' ('e' in line 6 and 'f' in line 7)" in message
    )
    assert f"1 of 5 in '{fewer}' are not in '{named[0]}' ('x' in line 6)" in message
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
    assert "('a' in line 2 and line 3; 'b' in line 4 and line 5)" in caught.value.message
    absent = table(tmp_path / "absent.csv", {"patient": [*NAMES[:5], None], **columns})
    with pytest.raises(TableError, match="no 'patient' in 1 row \\(line 7"):
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
    with pytest.raises(
        LabelError, match=r"differ in 2 identifiers of 6 \('a' in line 2; 'f'"
    ) as caught:
        PairedScores.read(named, label="y", id="patient")
    assert "the first is 0 and 1" in caught.value.message
    with pytest.raises(LabelError, match=r"differ in 2 rows of 6 \(line 2; line 7"):
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
    with pytest.raises(LabelError, match=r"line 3 of '.*gaps\.csv' has no label"):
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
    with pytest.raises(TableError, match="written in the same way"):
        PairedScores.read([whole, text], label="y", id="id")
    written = table(
        tmp_path / "d.parquet",
        {"id": [str(i) for i in ORDER], "y": shuffled(LABELS), "r": shuffled(NEW)},
    )
    for files in ([whole, written], [other, written], [written, whole]):
        assert set(columns_of(PairedScores.read(files, label="y", id="id"))) > {"r"}
    assert columns_of(PairedScores.read([whole, written], label="y", id="id"))["r"] == NEW


def test_identifiers_with_leading_zeros(tmp_path: Path) -> None:
    padded = [f"{at:03d}" for at in range(6)]
    csv = table(tmp_path / "a.csv", {"id": padded, "y": LABELS, "p": OLD})
    text = table(
        tmp_path / "b.parquet", {"id": shuffled(padded), "y": shuffled(LABELS), "q": shuffled(NEW)}
    )
    assert columns_of(PairedScores.read([csv, text], label="y", id="id")) == {"p": OLD, "q": NEW}
    bare = table(tmp_path / "c.parquet", {"id": list("012345"), "y": LABELS, "q": NEW})
    with pytest.raises(TableError, match=r"6 of 6 in .*'000' in line 2") as caught:
        PairedScores.read([csv, bare], label="y", id="id")
    assert "written in the same way" in caught.value.hint
    numbers = table(tmp_path / "d.csv", {"id": range(6), "y": LABELS, "q": NEW})
    assert columns_of(PairedScores.read([csv, numbers], label="y", id="id"))["q"] == NEW


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
    assert data.names == (f"{tmp_path.name}/scores", "other/scores")
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


# Labels in a file of their own, and whatever else belongs to the observations.


@pytest.fixture
def apart(tmp_path: Path) -> list[Path]:
    """A file of labels and a file of predictions for each model, in different orders."""
    return [
        table(tmp_path / "labels.csv", {"id": NAMES, "y": LABELS, "clinic": ["u", "v", "u"] * 2}),
        table(tmp_path / "old.csv", {"id": shuffled(NAMES), "score": shuffled(OLD)}),
        table(tmp_path / "new.csv", {"id": NAMES, "score": NEW}),
    ]


def test_labels_in_one_file(apart: list[Path]) -> None:
    for files in (apart, apart[1:] + apart[:1]):
        data = PairedScores.read(files, label="y", id="id", positive=1)
        by_name = dict(zip(NAMES if files is apart else shuffled(NAMES), range(6), strict=True))
        assert len(by_name) == len(data.observations)
        assert data.names == ("old", "new")
        order = list(range(6)) if files is apart else ORDER
        assert columns_of(data) == {
            "old": [OLD[at] for at in order],
            "new": [NEW[at] for at in order],
        }
        assert data.observations.is_positive.tolist() == [bool(LABELS[at]) for at in order]
    named = PairedScores.read(apart, label="y", id="id", scores="score", groups="clinic")
    assert named.observations.n_groups == 2
    assert named.observations.source.columns_taken == ()
    assert au.read_scores(apart, label="y", id="id").names == ("old", "new")


def test_files_without_labels_need_an_identifier(apart: list[Path], tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no column 'y' for label") as caught:
        UnpairedScores.read(apart, label="y")
    assert "labels.csv' has it" in caught.value.hint
    bare = [
        table(tmp_path / "y.csv", {"y": LABELS, "p": OLD}),
        table(tmp_path / "z.csv", {"q": NEW}),
    ]
    with pytest.raises(TableError, match="nothing shows whether its rows are in the order of"):
        PairedScores.read(bare, label="y")
    same_order = table(tmp_path / "m.csv", {"id": NAMES, "q": OLD})
    assert PairedScores.read([apart[0], same_order], label="y").names == ("q",)
    with pytest.raises(TableError, match="there is no column 'z' for label"):
        PairedScores.read(apart, label="z", id="id")
    other = table(tmp_path / "o.csv", {"id": NAMES, "group": NAMES})
    with pytest.raises(TableError, match="no column of scores in any"):
        PairedScores.read([apart[0], other], label="y", id="id", groups="group")


def test_groups_that_differ(apart: list[Path], tmp_path: Path) -> None:
    other = table(
        tmp_path / "q.csv", {"id": NAMES, "q": NEW, "clinic": ["v", "v", "u", "u", "v", "u"]}
    )
    with pytest.raises(TableError, match=r"the groups of .* differ in 1 identifier of 6 \('a' in"):
        PairedScores.read([apart[0], other], label="y", id="id", groups="clinic")


def test_subgroups_that_differ(apart: list[Path], tmp_path: Path) -> None:
    sexes = [table(tmp_path / f"{name}.csv", {"id": NAMES, name: OLD, "sex": sex})
             for name, sex in (("p", list("fmfmfm")), ("q", list("fmfmff")))]  # fmt: skip
    labels = table(tmp_path / "y.csv", {"id": NAMES, "y": LABELS})
    for id in ("id", None):
        files = [labels, *sexes]
        with pytest.raises(TableError, match=r"the subgroups by 'sex' of .* differ in 1 "):
            PairedScores.read(files, label="y", id=id, by="sex")


def test_a_cell_is_named_by_its_own_file(tmp_path: Path) -> None:
    labels = table(tmp_path / "labels.csv", {"id": NAMES, "y": LABELS})
    gap = table(tmp_path / "old.csv", {"id": shuffled(NAMES), "score": [*OLD[:4], None, 0.2]})
    new = table(tmp_path / "new.csv", {"id": NAMES, "score": NEW})
    with pytest.raises(ScoreError, match=r"column 'old', line 6 of '.*old\.csv' is missing"):
        PairedScores.read([labels, gap, new], label="y", id="id")
    text = table(tmp_path / "text.csv", {"id": NAMES, "score": ["0.1", "x", *map(str, NEW[2:])]})
    with pytest.raises(ScoreError, match=r"line 3 of '.*text\.csv' is 'x'"):
        PairedScores.read([labels, text, new], label="y", id="id", scores="score")
    unlabelled = table(tmp_path / "l.csv", {"id": NAMES, "y": [*LABELS[:5], None]})
    with pytest.raises(LabelError, match=r"line 7 of '.*l\.csv' has no label"):
        PairedScores.read([unlabelled, new], label="y", id="id")


# Frames with names.


FRAME_LIBRARIES = [pl.DataFrame, pd.DataFrame, pa.table]


@for_each("library", FRAME_LIBRARIES)
def test_frames_are_joined_as_files_are(library: Any) -> None:
    frames = {
        "labels": library({"id": NAMES, "y": LABELS}),
        "old": library({"id": shuffled(NAMES), "p": shuffled(OLD)}),
        "new": library({"id": NAMES, "other": NEW}),
    }
    for read in (PairedScores.from_frames, au.read_scores):
        data: Any = read(frames, label="y", id="id")
        assert columns_of(data) == {"old": OLD, "new": NEW}
        assert data.observations.source.name == ("data frames labels, old and new, joined on 'id'")
    lowered = PairedScores.from_frames(frames, label="y", id="id", lower="old")
    assert lowered.lower == {"old"}
    assert lowered["old"].values.tolist() == [-value for value in OLD]
    assert compare(data).comparisons[0].design == "paired"


@for_each("library", FRAME_LIBRARIES)
def test_rows_of_frames_are_named(library: Any) -> None:
    labels = library({"id": list(range(6)), "y": LABELS})
    gaps = library({"id": [str(at) for at in range(6)], "p": [*OLD[:5], None]})
    with pytest.raises(ScoreError, match="column 'old', row 5 of 'old' is missing"):
        PairedScores.from_frames({"labels": labels, "old": gaps}, label="y", id="id")
    twice = library({"id": [0, 1, 2, 3, 3, 5], "p": OLD})
    with pytest.raises(TableError, match=r"'old' has 1 identifier more .*3 in row 3 and row 4"):
        PairedScores.from_frames({"labels": labels, "old": twice}, label="y", id="id")
    nameless = library({"id": [0, 1, 2, 3, None, 5], "p": OLD})
    frames = {"labels": labels, "old": nameless}
    with pytest.raises(TableError, match=r"no 'id' in 1 row \(row 4 is the first"):
        PairedScores.from_frames(frames, label="y", id="id")
    dropped = PairedScores.from_frames(frames, label="y", id="id", missing="drop")
    assert len(dropped.observations) == 5
    assert dropped.observations.source.unmatched == 1
    assert dropped.observations.source.n_dropped == 2


def test_frames_without_an_identifier() -> None:
    old, new = pd.DataFrame({"y": LABELS, "p": OLD}), pd.DataFrame({"y": LABELS, "p": NEW})
    assert columns_of(PairedScores.from_frames({"old": old, "new": new}, label="y")) == {
        "old": OLD,
        "new": NEW,
    }
    names = pd.Index(NAMES)
    moved = new.set_axis(names).iloc[ORDER]
    data = PairedScores.from_frames({"old": old.set_axis(names), "new": moved}, label="y")
    assert columns_of(data) == {"old": OLD, "new": NEW}
    with pytest.raises(ScoreError):
        PairedScores.from_frames({"old": old, "new": new.iloc[ORDER]}, label="y")


def test_frames_that_are_refused(tmp_path: Path) -> None:
    old = pl.DataFrame({"id": NAMES, "y": LABELS, "p": OLD})
    with pytest.raises(OptionError, match="two or more frames"):
        PairedScores.from_frames({"old": old}, label="y", id="id")
    with pytest.raises(OptionError, match="are the same frame"):
        PairedScores.from_frames({"old": old, "new": old}, label="y", id="id")
    with pytest.raises(OptionError, match="does not say whose scores"):
        au.read_scores([old, old.clone()], label="y", id="id")
    with pytest.raises(OptionError, match="is a lazy frame"):
        au.read_scores({"old": old, "new": old.lazy()}, label="y", id="id")
    with pytest.raises(OptionError, match="separator cannot be used with several"):
        au.read_scores({"old": old, "new": old.clone()}, label="y", id="id", separator=";")
    with pytest.raises(OptionError, match="engine cannot be used with several"):
        au.read_scores({"old": old, "new": old.clone()}, label="y", id="id", engine="polars")
    with pytest.raises(TableError, match="not a dict") as caught:
        PairedScores.from_frame({"old": old, "new": old}, label="y", id="id")
    assert "PairedScores.from_frames" in caught.value.hint
    with pytest.raises(ScoreError, match="data frames with names were given"):
        compare({"old": old, "new": old})
    path = table(tmp_path / "new.csv", {"id": NAMES, "y": LABELS, "q": NEW})
    assert au.read_scores({"old": old, "new": path}, label="y", id="id").names == ("old", "new")


def test_the_frame_of_the_user_stays_as_it_is() -> None:
    old = pl.DataFrame({"id": NAMES, "y": LABELS, "p": OLD})
    PairedScores.from_frames({"old": old, "new": old.clone()}, label="y", id="id")
    assert not hasattr(old, "_aucurate_origin")


# A table in long form.


def long_table(**changes: Any) -> dict[str, list[Any]]:
    columns = {
        "model": ["old"] * 6 + ["new"] * 6,
        "patient": NAMES + shuffled(NAMES),
        "y": LABELS + shuffled(LABELS),
        "score": OLD + shuffled(NEW),
    }
    return columns | changes


@for_each("library", FRAME_LIBRARIES)
def test_long_form(library: Any) -> None:
    for scores in (None, "score"):
        data = PairedScores.from_frame(
            library(long_table()), label="y", classifier="model", id="patient", scores=scores
        )
        assert columns_of(data) == {"old": OLD, "new": NEW}
        assert data.observations.is_positive.tolist() == [bool(label) for label in LABELS]
        assert data.observations.source.name == "a data frame, in long form"


def test_long_form_in_a_file(tmp_path: Path) -> None:
    path = table(tmp_path / "long.csv", long_table(clinic=["u", "v", "u"] * 2 + [None] * 6))
    options: dict[str, Any] = {"label": "y", "classifier": "model", "id": "patient"}
    data = PairedScores.read(path, **options, lower="new")
    assert data.lower == {"new"}
    source = data.observations.source
    assert (source.name, source.columns_taken) == ("long.csv, in long form", ())
    assert source.columns_not_used == ("clinic",)
    assert source.reading is not None
    assert source.reading.options["classifier"] == "'model'"
    found = au.read_scores(path, **options)
    assert isinstance(found, PairedScores)
    assert columns_of(found) == {"old": OLD, "new": NEW}


@for_each(
    ("changes", "message"),
    [
        (
            {"patient": [*NAMES, *shuffled(NAMES)[:5], "z"]},
            r"1 of 6 in 'old' are not in 'new' \('c' in line 4\); .*'z' in line 13",
        ),
        (
            {"patient": [*NAMES, "d", "a", "f", "b", "b", "c"]},
            r"'new' has 1 identifier more than once .*'b' in line 11 and line 12",
        ),
        (
            {"y": [*LABELS, 0, *shuffled(LABELS)[1:]]},
            r"the labels of 'old' and 'new' differ in 1 .*'d' in line 5 and line 8; the first is 1",
        ),
        ({"score": [*OLD, None, *NEW[1:]]}, r"column 'new', line 8 of '.*long\.csv' is missing"),
        ({"model": [*["old"] * 6, None, *["new"] * 5]}, "line 8 of .* belongs to no classifier"),
        ({"more": OLD + NEW}, "has one column of scores; there are 2, score and more"),
    ],
)
def test_long_form_that_is_refused(
    tmp_path: Path, changes: dict[str, list[Any]], message: str
) -> None:
    path = table(tmp_path / "long.csv", long_table(**changes))
    with pytest.raises(InputError, match=message):
        PairedScores.read(path, label="y", classifier="model", id="patient")


def test_long_form_with_missing_combinations(tmp_path: Path) -> None:
    path = table(tmp_path / "long.csv", long_table(patient=[*NAMES, *shuffled(NAMES)[:5], "z"]))
    data = PairedScores.read(path, label="y", classifier="model", id="patient", missing="drop")
    assert len(data.observations) == 5
    assert data.observations.source.unmatched == 2
    with pytest.raises(OptionError, match="needs a column that identifies"):
        PairedScores.read(path, label="y", classifier="model")
    with pytest.raises(OptionError, match="classifier is for one table in long form"):
        PairedScores.read([path, path], label="y", classifier="model", id="patient")


def test_engines_refuse_identifiers_and_long_form(tmp_path: Path) -> None:
    path = table(tmp_path / "long.csv", long_table())
    long: dict[str, Any] = {"label": "y", "classifier": "model", "id": "patient"}
    cases: list[tuple[Any, dict[str, Any]]] = [
        (path, {"engine": "polars"}),
        (pl.scan_csv(path), {}),
    ]
    for given, options in cases:
        with pytest.raises(UnsupportedError, match="a table in long form needs the rows"):
            au.read_scores(given, **long, **options)
        with pytest.raises(UnsupportedError, match="a column of identifiers needs the rows"):
            au.read_scores(given, label="y", id="patient", **options)
    comma = tmp_path / "comma.csv"
    comma.write_text("y;p\n1;0,5\n0;0,25\n")
    with pytest.raises(TableError, match="a decimal comma cannot be opened"):
        au.read_scores(comma, label="y", separator=";", decimal=",", engine="polars")
    with pytest.raises(OptionError, match="sheet is only for Excel"):
        au.read_scores(path, label="y", sheet="a", engine="polars")
    with pytest.raises(OptionError, match="sheet is for files"):
        au.read_scores(pl.scan_csv(path), label="y", sheet="a")
    odd = tmp_path / "odd.data"
    odd.write_text("y\tp\n1\t0.5\n0\t0.25\n")
    assert au.read_scores(odd, label="y", format="tsv", engine="polars").names == ("p",)
