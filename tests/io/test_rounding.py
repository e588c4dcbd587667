"""Numbers that a 64-bit float cannot tell apart are refused, whatever they were written in."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
import xlsxwriter

import aucurate
from aucurate.data.scores import PairedScores
from aucurate.errors import LabelError, ScoreError, TableError
from aucurate.io.columns import loses
from aucurate.io.files import read_scores, read_table

LABELS = [0] * 10 + [1] * 10
TEXTS: dict[str, tuple[list[str], int]] = {
    "integers and one decimal": (
        [str(2**60 + k) for k in range(19)] + ["1152921504606846999.5"],
        1,
    ),
    "one decimal and integers": (
        ["1152921504606846999.5"] + [str(2**60 + k) for k in range(19)],
        1,
    ),
    "forty digits": ([str(10**40 + k) for k in range(20)], 1),
    "decimals of 25 digits": ([f"0.{10**24 + k}" for k in range(20)], 1),
    "eighteen digits": ([f"0.{10**17 + k}" for k in range(20)], 1),
    "without a zero": ([f".{10**17 + k}" for k in range(20)], 1),
    "beyond every float": ([f"{k + 1}e400" for k in range(20)], 0),
    "one beyond every float": (["0.5"] * 19 + ["1e400"], 19),
    "below every float": ([f"{k + 1}e-400" for k in range(20)], 0),
    "one below every float": (["0.5"] * 19 + ["1e-400"], 19),
    "written out below every float": (["0.5"] * 19 + ["0." + "0" * 400 + "1"], 19),
}
FINE: dict[str, list[str]] = {
    "trailing zeros": ["0.1", "0.1000"] * 10,
    "seventeen digits": [repr(k % 10 / 7) for k in range(20)],
    "as NumPy writes them": [f"{k % 10 / 7:.18e}" for k in range(20)],
    "many zeros": ["0.25", "0.2500000000000000000000"] * 10,
    "zeros": ["0", "0.0", "-0.0", "0e-500", "0.000000000000000000000"] * 4,
    "infinity": ["inf", "0.5"] * 10,
    "different floats of forty digits": [str(10**40 * (k + 1)) for k in range(20)],
}


def values(data: object) -> list[float]:
    assert isinstance(data, PairedScores)
    found: list[float] = data.values[0].tolist()
    return found


def csv(folder: Path, texts: list[str]) -> Path:
    path = folder / "a.csv"
    rows = (f"{label},{text}\n" for label, text in zip(LABELS, texts, strict=True))
    path.write_text("y,a\n" + "".join(rows))
    return path


def json_lines(folder: Path, texts: list[str]) -> Path:
    path = folder / "a.jsonl"
    rows = (f'{{"y": {label}, "a": {t}}}\n' for label, t in zip(LABELS, texts, strict=True))
    path.write_text("".join(rows))
    return path


@pytest.mark.parametrize("named", [None, ["a"]])
@pytest.mark.parametrize("case", TEXTS)
def test_text_tables(tmp_path: Path, case: str, named: list[str] | None) -> None:
    texts, row = TEXTS[case]
    with pytest.raises(ScoreError, match="which a 64-bit float cannot represent") as caught:
        read_scores(csv(tmp_path, texts), label="y", scores=named)
    assert f"line {row + 2} of" in caught.value.message
    assert "ranks" in caught.value.hint


@pytest.mark.parametrize("case", [name for name in TEXTS if name != "without a zero"])
def test_json_lines(tmp_path: Path, case: str) -> None:
    texts, row = TEXTS[case]
    with pytest.raises(ScoreError, match="which a 64-bit float cannot represent") as caught:
        read_scores(json_lines(tmp_path, texts), label="y")
    assert f"line {row + 1} of" in caught.value.message


@pytest.mark.parametrize("case", TEXTS)
def test_the_same_numbers_are_no_problem_as_names(tmp_path: Path, case: str) -> None:
    texts, _ = TEXTS[case]
    path = tmp_path / "a.csv"
    rows = zip(LABELS, texts, range(20), strict=True)
    path.write_text("y,g,a\n" + "".join(f"{y},{g},{k * 0.3}\n" for y, g, k in rows))
    data = read_scores(path, label="y", scores=["a"], groups="g")
    assert isinstance(data, PairedScores)
    groups = data.observations.groups
    assert groups is not None
    assert len(set(groups.tolist())) == len(set(texts))


@pytest.mark.parametrize("case", FINE)
def test_ordinary_numbers_are_read(tmp_path: Path, case: str) -> None:
    texts = FINE[case]
    expected = [float(text) for text in texts]
    assert values(read_scores(csv(tmp_path, texts), label="y")) == expected
    if case != "infinity":
        assert values(read_scores(json_lines(tmp_path, texts), label="y")) == expected


def test_a_long_file_is_looked_through(tmp_path: Path) -> None:
    rows = [f"{k % 2},{k % 10 / 7!r}\n" for k in range(40_000)]
    path = tmp_path / "a.csv"
    path.write_text("y,a\n" + "".join(rows))
    assert read_table(path)["a"].dtype == pl.Float64
    rows[20_001] = f"1,{1 / 7!r}0000000000000001\n"
    path.write_text("y,a\n" + "".join(rows))
    with pytest.raises(ScoreError, match=r"line 20003 of .* which a 64-bit float"):
        read_scores(path, label="y")


def test_texts_and_floats_of_one_value() -> None:
    words = pl.Series(["0.1", "0.10", "0.100000000000000000000"])
    assert not loses(words, words.cast(pl.Float64))
    words = pl.Series(["0.1", "0.10", "0.100000000000000000001"])
    assert loses(words, words.cast(pl.Float64))


@pytest.mark.parametrize(
    ("precision", "scale", "first"), [(30, 25, Decimal("0.1")), (38, 0, Decimal(10**27))]
)
def test_decimals_of_frames(tmp_path: Path, precision: int, scale: int, first: Decimal) -> None:
    decimals = [first + Decimal(k).scaleb(-scale) for k in range(20)]
    table = pa.table({"y": LABELS, "a": pa.array(decimals, pa.decimal128(precision, scale))})
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(ScoreError, match=r"row 1 of .* which a 64-bit float cannot represent"):
        read_scores(tmp_path / "a.parquet", label="y")
    frame = pl.read_parquet(tmp_path / "a.parquet")
    for given in (frame, table):
        with pytest.raises(ScoreError, match=r"row 1 is .* which a 64-bit float cannot represent"):
            PairedScores.from_frame(given, label="y")
    with pytest.raises(ScoreError, match=r"row 1 is .* which a 64-bit float cannot represent"):
        aucurate.auc(LABELS, frame["a"])


def test_ordinary_decimals_are_scores() -> None:
    decimals = [Decimal(k) / 100 for k in range(20)]
    frame = pl.DataFrame({"y": LABELS, "a": decimals})
    assert values(PairedScores.from_frame(frame, label="y")) == [k / 100 for k in range(20)]
    assert aucurate.auc(LABELS, frame["a"]) == 1
    assert aucurate.auc(frame["y"].cast(pl.Decimal(5, 2)), frame["a"]) == 1


@pytest.mark.parametrize("word", ["true", "TRUE", "False"])
def test_a_truth_value_among_numbers_is_no_number(tmp_path: Path, word: str) -> None:
    texts = [str(k / 7) for k in range(20)]
    texts[5] = word
    what = "column 'a' is text, but most of it reads as numbers"
    with pytest.raises(ScoreError, match=what):
        read_scores(csv(tmp_path, texts), label="y")
    texts[5] = word.lower()
    with pytest.raises(ScoreError, match=what) as caught:
        read_scores(json_lines(tmp_path, texts), label="y")
    assert "line 6 of" in caught.value.message
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["y", "a"])
    for row, label in enumerate(LABELS):
        sheet.write_row(row + 1, 0, [label, word != "False" if row == 5 else row / 7])
    book.close()
    with pytest.raises(ScoreError, match=what) as caught:
        read_scores(tmp_path / "a.xlsx", label="y")
    assert "row 7 of" in caught.value.message


def test_truth_values_alone_are_scores_and_labels(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"y": true, "a": 0.5, "b": false}\n{"y": false, "a": NaN, "b": true}\n' * 3)
    assert read_table(path).dtypes == [pl.Boolean, pl.Float64, pl.Boolean]


@pytest.mark.parametrize("pad", ["", " "])
def test_a_json_key_may_not_stand_twice_in_a_row(tmp_path: Path, pad: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"y": 1, "a": 0.5}\n' + f'{{"y": 0, "a"{pad}: 0.25, "a"{pad}: 2}}\n')
    with pytest.raises(TableError, match=r"line 2 of .* has the key 'a' twice"):
        read_table(path)


@pytest.mark.parametrize("spellings", [("1", "01"), ("1", "1.0"), ("1", "+1"), ("01", "1.00")])
@pytest.mark.parametrize("role", ["label", "groups", "fold", "test_set"])
def test_names_that_are_one_number_but_not_one_text(
    tmp_path: Path, spellings: tuple[str, str], role: str
) -> None:
    path = tmp_path / "a.csv"
    cells = [*spellings, "0", "0"] * 5
    scores = [k * 0.3 for k in range(20)]
    roles: dict[str, Any] = {"label": "n"} if role == "label" else {"label": "y", role: "n"}
    rows = zip(LABELS, cells, scores, strict=True)
    path.write_text("y,n,a\n" + "".join(f"{y},{n},{a}\n" for y, n, a in rows))
    kind = LabelError if role == "label" else TableError
    with pytest.raises(kind, match="which are the same number") as caught:
        read_scores(path, scores=["a"], **roles)
    assert repr(spellings[0]) in caught.value.message
    assert repr(spellings[1]) in caught.value.message
    assert values(read_scores(path, label="y", scores=["n"])) == [float(cell) for cell in cells]
