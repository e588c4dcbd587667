"""Tables of costs: their classes in any order, and what is refused."""

from pathlib import Path

import pytest

from aucurate.errors import InputError
from aucurate.io.costs import read_costs

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
