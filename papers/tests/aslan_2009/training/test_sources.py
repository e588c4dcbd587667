"""Loaders, on tiny files in the layouts of the real ones."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from aucurate.errors import OptionError, TableError
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_NAMES
from aucurate_papers.aslan_2009.training.sources import SOURCES, Table, source
from aucurate_papers.running import default_data

LAYOUTS = {
    "ada_train.data": "0 404 1 \n1 395 0 \n",
    "ada_train.labels": "-1\n1\n",
    "ticdata2000.txt": "33\t1\t3\t2\t8\t0\t1\r\n37\t1\t2\t2\t3\t1\t0",
    "ticeval2000.txt": "33\t1\t4\t2\t8\t1\r\n",
    "tictgts2000.txt": "1\r\n",
    "krkopt.data": "a,1,b,3,c,2,draw\na,2,c,1,c,2,one\n",
    "kr-vs-kp.data": "f,t,l,won\nf,f,n,nowin\n\n\n",
    "agaricus-lepiota.data": "p,x,?\ne,b,e\n",
    "page-blocks.data": "   5   7  1.400 .400 1\n   6   7  1.167 .429 2\n",
    "shuttle.trn": "50 21 77 2\n",
    "shuttle.tst": "55 0 81 4\n",
    "spambase.data": "0,0.64,61,1\r\n0.21,0.28,101,0\r\n",
}


def _load(tmp_path: Path, name: str) -> Table:
    found = source(name)
    folder = tmp_path / found.folder
    folder.mkdir()
    for file in found.files:
        (folder / f"{file}.gz").write_bytes(gzip.compress(LAYOUTS[file].encode()))
    return found.load(tmp_path)


def test_twelve_of_fifteen_names_are_thirteen_runs() -> None:
    assert len(SOURCES) == 13
    named = {"chess" if name in CHESS else name for name in SOURCES}
    assert set(PRINTED_NAMES) - named == {"aibocolor", "report", "gina"}
    assert named < set(PRINTED_NAMES)


def test_labels_in_a_file_of_their_own(tmp_path: Path) -> None:
    table = _load(tmp_path, "ada")
    np.testing.assert_array_equal(table.inputs, [[0, 404, 1], [1, 395, 0]])
    assert table.n_values == (2, 0, 2)
    assert table.classes.tolist() == ["-1", "1"]


def test_caravan_joins_its_parts_and_its_customer_types_are_nominal(tmp_path: Path) -> None:
    table = _load(tmp_path, "caravan")
    assert table.classes.tolist() == ["1", "0", "1"]
    assert table.n_values == (2, 2, 0, 0, 2, 2)
    np.testing.assert_array_equal(table.inputs[:, 0], [0, 1, 0])
    np.testing.assert_array_equal(table.inputs[:, 2], [3, 2, 4])
    np.testing.assert_array_equal(table.inputs[:, 4], [1, 0, 1])


def test_nominal_values_become_their_places(tmp_path: Path) -> None:
    table = _load(tmp_path, "chess (kr-vs-k)")
    assert table.n_values == (1, 2, 2, 2, 1, 1)
    np.testing.assert_array_equal(table.inputs[:, 3], [1, 0])
    assert table.classes.tolist() == ["draw", "one"]


def test_blank_lines_at_the_end_are_no_observations(tmp_path: Path) -> None:
    assert _load(tmp_path, "chess (kr-vs-kp)").classes.tolist() == ["won", "nowin"]


def test_mushroom_has_its_class_first_and_missing_is_a_value(tmp_path: Path) -> None:
    table = _load(tmp_path, "mushroom")
    assert table.classes.tolist() == ["p", "e"]
    assert table.n_values == (2, 2)


def test_numbers_between_spaces_and_commas(tmp_path: Path) -> None:
    blocks = _load(tmp_path, "pageblock")
    np.testing.assert_array_equal(blocks.inputs, [[5, 7, 1.4, 0.4], [6, 7, 1.167, 0.429]])
    assert blocks.n_values == (0, 0, 0, 0)
    spam = _load(tmp_path, "spambase")
    np.testing.assert_array_equal(spam.inputs, [[0, 0.64, 61], [0.21, 0.28, 101]])
    assert spam.classes.tolist() == ["1", "0"]


def test_two_parts_become_one(tmp_path: Path) -> None:
    table = _load(tmp_path, "shuttle")
    np.testing.assert_array_equal(table.inputs, [[50, 21, 77], [55, 0, 81]])
    assert table.classes.tolist() == ["2", "4"]


def test_files_may_be_plain_and_change_the_digest(tmp_path: Path) -> None:
    (tmp_path / "nursery").mkdir()
    file = tmp_path / "nursery" / "nursery.data"
    file.write_text("usual,proper,recommend\n")
    assert source("nursery").load(tmp_path).classes.tolist() == ["recommend"]
    before = source("nursery").digest(tmp_path)
    file.write_text("usual,proper,priority\n")
    assert source("nursery").digest(tmp_path) != before


def test_mistakes_are_named_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match=r"no data set 'gina'\.\nHint: the sets are ada"):
        source("gina")
    with pytest.raises(TableError, match=r"no 'nursery\.data\.gz' in the folder .*\n.*--folder"):
        source("nursery").load(tmp_path)
    (tmp_path / "nursery").mkdir()
    file = tmp_path / "nursery" / "nursery.data"
    file.write_text("a,b,c\na,b\n")
    with pytest.raises(TableError, match="ragged: row 2 has 2 cells, the first has 3"):
        source("nursery").load(tmp_path)
    file.write_text("\n")
    with pytest.raises(TableError, match="is empty"):
        source("nursery").load(tmp_path)
    (tmp_path / "spambase").mkdir()
    (tmp_path / "spambase" / "spambase.data").write_text("1,x,0\n")
    with pytest.raises(TableError, match="a cell is not a number"):
        source("spambase").load(tmp_path)
    monkeypatch.setenv("AUCURATE_DATA", str(tmp_path))
    assert default_data() == tmp_path


REAL = {  # rows, columns, classes, as the README of the data folder has them
    "ada": (4147, 48, 2),
    "caravan": (9822, 85, 2),
    "chess (kr-vs-k)": (28056, 6, 18),
    "chess (kr-vs-kp)": (3196, 36, 2),
    "mushroom": (8124, 22, 2),
    "nursery": (12960, 8, 5),
    "pageblock": (5473, 10, 5),
    "spambase": (4601, 57, 2),
    "thyroid": (7200, 21, 3),
    "wave": (5000, 21, 3),
}


@pytest.mark.parametrize("name", REAL)
def test_the_real_files(name: str) -> None:
    found = source(name)
    if not (default_data() / found.folder).is_dir():
        pytest.skip(f"no {found.folder} in {default_data()}")
    table = found.load(default_data())
    assert (*table.inputs.shape, len(np.unique(table.classes))) == REAL[name]
