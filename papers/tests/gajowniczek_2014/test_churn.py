"""cell2cell is read and parted as the paper does, and what is not there is named."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from aucurate.errors import TableError
from aucurate_papers.gajowniczek_2014.churn import FILE, digest, load, part_of, variables_of

TABLE = """customer,calibrat,churn,revenue,age1
1,1,1,57.5,30
2,0,0,,40
3,1,0,16.9,
4,0,1,38.0,26
"""


def _folder(path: Path, text: str = TABLE) -> Path:
    (path / FILE).write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def test_the_halves_are_parted_by_calibrat(tmp_path: Path) -> None:
    halves = load(_folder(tmp_path))
    assert halves.variables == variables_of(tmp_path) == ("revenue", "age1")
    assert halves.calibration_churn.tolist() == [1, 0]
    assert halves.validation_churn.tolist() == [0, 1]
    np.testing.assert_array_equal(halves.calibration, [[57.5, 30], [16.9, np.nan]])
    np.testing.assert_array_equal(halves.validation, [[np.nan, 40], [38.0, 26]])


def test_a_part_is_of_the_calibration_half_alone(tmp_path: Path) -> None:
    halves = load(_folder(tmp_path))
    part = part_of(halves, 1, rng=0)
    assert part.calibration.shape == (1, 2)
    assert part.calibration_churn.shape == (1,)
    assert part.validation is halves.validation
    assert part_of(halves, 2, rng=0) is halves


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    first = digest(_folder(tmp_path))
    assert digest(tmp_path) == first
    assert digest(_folder(tmp_path, TABLE + "5,0,1,1.0,20\n")) != first


def test_what_is_not_there_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"no 'cell2cell\.csv\.gz' in the folder .*\n.*--data"):
        load(tmp_path)
    with pytest.raises(TableError, match="is not cell2cell: it has no column 'calibrat'"):
        load(_folder(tmp_path, "customer,churn\n1,0\n"))
    with pytest.raises(TableError, match="it has no column 'customer'"):
        variables_of(_folder(tmp_path, ""))
