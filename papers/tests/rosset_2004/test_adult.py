import gzip
from pathlib import Path

import numpy as np
import pytest

from aucurate.errors import TableError
from aucurate_papers.rosset_2004.adult import FILES, read_adult

ROWS = (
    "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, Male,"
    " 2174, 0, 40, United-States, <=50K",
    "50, ?, 83311, HS-grad, 9, Married-civ-spouse, ?, Husband, White, Female, 0, 0, 13, Cuba, >50K",
)


def write(folder: Path, first: str, second: str) -> Path:
    for name, text in zip(FILES, (first, second), strict=True):
        with gzip.open(folder / name, "wt", encoding="ascii") as file:
            file.write(text)
    return folder


def test_both_files(tmp_path: Path) -> None:
    remark = f"|1x3 Cross validator\n{ROWS[1]}.\n{ROWS[0]}.\n\n"
    adult = read_adult(write(tmp_path, "\n".join(ROWS) + "\n\n", remark))
    assert len(adult) == 4
    assert adult.labels.tolist() == [False, True, True, False]
    assert adult.missing == 4
    assert len(adult.names) == len(adult.columns) == 10
    assert adult.columns[0].tolist() == [39.0, 50.0, 50.0, 39.0]
    assert adult.columns[0].dtype == np.float64
    assert adult.columns[1].tolist() == [1, 0, 0, 1]  # "?" is a value, the first of the alphabet
    assert adult.columns[9].dtype == np.int64


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("1, 2, 3\n", "3 cells"),
        (ROWS[0].replace("<=50K", "rich"), "'rich'"),
        (ROWS[0].replace("39,", "old,"), "'age'"),
        ("", "no observations"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, first: str, words: str) -> None:
    with pytest.raises(TableError, match=words) as caught:
        read_adult(write(tmp_path, first, "|remark\n"))
    assert caught.value.hint


def test_no_files(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="cannot read"):
        read_adult(tmp_path)


def test_no_gzip(tmp_path: Path) -> None:
    (tmp_path / FILES[0]).write_bytes(b"not packed")
    with pytest.raises(TableError, match="cannot read"):
        read_adult(tmp_path)
