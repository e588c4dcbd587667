"""The loader of the digits, on made-up tables."""

from pathlib import Path

import numpy as np
import pytest
from papers.tests.paclik_2010.made_up_digits import HEADER, table, written

from aucurate.errors import TableError
from aucurate_papers.paclik_2010 import mfeat


def test_the_digits_are_read_and_taken_in_their_order(tmp_path: Path) -> None:
    digits = mfeat.load(written(tmp_path, table()))
    assert digits.kinds == ("digit 2", "digit 3", "digit 5", "digit 7")
    three = digits.only(("2", "3", "5"))
    assert three.features.shape == (300, 6)
    assert three.first(2).tolist() == [0, 1, 100, 101, 200, 201]
    drawn = three.drawn(50, np.random.default_rng(1))
    assert len(set(drawn.tolist())) == 150
    assert np.unique(three.labels[drawn], return_counts=True)[1].tolist() == [50] * 3
    assert len(three.drawn(1000, np.random.default_rng(1))) == 300
    assert three.digest == digits.digest
    assert mfeat.load(written(tmp_path, table())).digest == digits.digest
    assert mfeat.load(written(tmp_path, table(101))).digest != digits.digest


def test_the_file_of_uci_is_read_as_well(tmp_path: Path) -> None:
    features = np.random.default_rng(0).normal(size=(2000, 6))
    np.savetxt(tmp_path / mfeat.PLAIN_FILE, features)
    found = mfeat.load(tmp_path)
    assert len(found.kinds) == 10
    np.testing.assert_allclose(found.features, features)
    assert found.labels[[0, 199, 200, 1999]].tolist() == ["digit 0"] * 2 + ["digit 1", "digit 9"]
    np.savetxt(tmp_path / mfeat.PLAIN_FILE, features[:1999])
    with pytest.raises(TableError, match="it has 1999 lines of 6 numbers"):
        mfeat.load(tmp_path)
    (tmp_path / mfeat.PLAIN_FILE).write_text("1 2\n3 four\n", encoding="utf-8")
    with pytest.raises(TableError, match="cannot be read as numbers"):
        mfeat.load(tmp_path)


def test_what_is_not_there_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"neither 'mfeat-mor\.csv\.gz' nor .*\n.*--data"):
        mfeat.load(tmp_path)
    with pytest.raises(TableError, match="has no column 'digit'"):
        mfeat.load(written(tmp_path, "a,b\n1,2\n"))
    with pytest.raises(TableError, match="99, 99 and 99 observations of the digits 2, 3 and 5"):
        mfeat.load(written(tmp_path, table(99)))
    with pytest.raises(TableError, match="it has missing values"):
        mfeat.load(written(tmp_path, f"{HEADER}\n1,2,3,4,5,,2\n"))
    with pytest.raises(TableError, match="it has words in it"):
        mfeat.load(written(tmp_path, f"{HEADER}\n1,2,3,4,5,six,2\n"))
