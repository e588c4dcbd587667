"""Every format gives the same table, and every broken file its own error."""

import gzip
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import xlsxwriter
from tests.loops import for_each

from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import LabelError, MissingExtraError, OptionError, ScoreError, TableError
from aucurate.io.files import existing, is_table_name, read_scores, read_table, unchanged

FRAME = pl.DataFrame(
    {
        "outcome": ["Good", "Poor", "Good", "Poor"],
        "forest": [0.1, 0.9, 0.30000001, None],
        "tree": [0, 1, 1, 1],
    }
)
WRITERS: dict[str, Callable[[Path], object]] = {
    ".csv": lambda path: path.write_text(FRAME.write_csv()),
    ".CSV": lambda path: path.write_text(FRAME.write_csv()),
    ".tsv": lambda path: path.write_text(FRAME.write_csv(separator="\t")),
    ".tab": lambda path: path.write_text(FRAME.write_csv(separator="\t")),
    ".txt": lambda path: path.write_text(FRAME.write_csv(separator="\t")),
    ".csv.gz": lambda path: path.write_bytes(gzip.compress(FRAME.write_csv().encode())),
    ".tsv.gz": lambda path: path.write_bytes(
        gzip.compress(FRAME.write_csv(separator="\t").encode())
    ),
    ".jsonl": lambda path: FRAME.write_ndjson(path),
    ".ndjson": lambda path: FRAME.write_ndjson(path),
    ".json": lambda path: FRAME.write_json(path),
    ".jsonl.gz": lambda path: path.write_bytes(gzip.compress(FRAME.write_ndjson().encode())),
    ".parquet": lambda path: FRAME.write_parquet(path),
    ".pq": lambda path: FRAME.write_parquet(path),
    ".arrow": lambda path: FRAME.write_ipc(path),
    ".feather": lambda path: FRAME.write_ipc(path),
    ".ipc": lambda path: FRAME.write_ipc_stream(path),
    ".xlsx": lambda path: FRAME.write_excel(path),
}


def written(folder: Path, content: str | bytes, name: str = "scores.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refused(path: Path, *, separator: str | None = None) -> TableError:
    with pytest.raises(TableError) as caught:
        read_table(path, separator=separator)
    assert caught.value.hint
    assert caught.value.__cause__ is None
    return caught.value


@pytest.mark.parametrize("suffix", WRITERS)
def test_every_format_gives_the_same_table(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"my [scores]*{suffix}"
    WRITERS[suffix](path)
    frame = read_table(path)
    assert frame.equals(FRAME)
    assert frame.schema == FRAME.schema


def test_read_scores_takes_every_other_numeric_column(tmp_path: Path) -> None:
    path = written(tmp_path, FRAME.write_csv())
    data = read_scores(str(path), label="outcome", positive="Poor", missing="drop", lower="tree")
    assert isinstance(data, PairedScores)
    assert data.names == ("forest", "tree")
    assert data.observations.source.n_dropped == 1
    assert data.values.tolist() == [[0.1, 0.9, 0.30000001], [0, -1, -1]]
    with pytest.raises(ScoreError, match=r"column 'forest', line 5 of '.*scores.csv' is missing"):
        read_scores(path, label="outcome", positive="Poor")


def test_read_scores_takes_test_sets(tmp_path: Path) -> None:
    path = written(tmp_path, "y,where,a\n0,old,0.1\n1,old,0.2\n0,new,0.3\n1,new,0.2\n")
    data = read_scores(path, label="y", test_set="where")
    assert isinstance(data, UnpairedScores)
    assert data.names == ("new", "old")


def test_reading_loads_polars_only_when_a_file_is_read() -> None:
    code = "import sys, aucurate.io.files, aucurate.datasets; sys.exit('polars' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    written(tmp_path, "y,a\n1,2\n", "scores.csv")
    error = refused(tmp_path / "score.csv")
    assert "there is no file" in error.message
    assert error.hint == f"did you mean '{tmp_path / 'scores.csv'}'?"
    assert refused(tmp_path / "nowhere" / "score.csv").hint == "check the path."
    assert "there is no file" in refused(Path("https://example.org/scores.csv")).message


def test_a_directory(tmp_path: Path) -> None:
    assert "is a directory" in refused(tmp_path).message


@pytest.mark.parametrize("name", ["scores", "scores.doc", "scores.gz", ".csv", "scores.zip"])
def test_an_unknown_format(tmp_path: Path, name: str) -> None:
    error = refused(written(tmp_path, "y,a\n1,2\n", name))
    assert "cannot be recognised from its name" in error.message
    assert ".parquet" in error.hint


@pytest.mark.parametrize(
    "content",
    [
        '[{"y": 1, "a": 0.10}, {"y": 0, "a": null}]',
        '{"y": [1, 0], "a": [0.1, null]}',
        '{"y": {"0": 1, "1": 0}, "a": {"0": 0.1, "1": NaN}}',
        '{"y": 1, "a": 0.1}\n{"y": 0, "a": null}\n',
    ],
)
def test_a_json_document_with_a_table(tmp_path: Path, content: str) -> None:
    frame = read_table(written(tmp_path, content, "scores.json"))
    assert frame.rows() == [(1, 0.1), (0, None)]


@for_each(
    ("content", "message"),
    [
        ('{"kind": "compare", "estimates": []}', "is a JSON document, but not a table"),
        ('{"y": [1, 0], "a": [1]}', "is a JSON document, but not a table"),
        ("[1, 2]", "is a JSON document, but not a table"),
        ('{"y": 1, "a": 2}', "is a JSON document, but not a table"),
        ('[{"y": 1, "y": 2}]', "has the key 'y' twice"),
        ('[{"y": 1}', "is not JSON"),
        ("[]", "is empty"),
    ],
)
def test_other_json_documents(tmp_path: Path, content: str, message: str) -> None:
    assert message in refused(written(tmp_path, content, "scores.json")).message


def test_formats_that_are_packed_already(tmp_path: Path) -> None:
    assert "gunzip" in refused(written(tmp_path, b"x", "scores.parquet.gz")).hint


@pytest.mark.parametrize("suffix", sorted({*WRITERS, ".xls"} - {".CSV"}))
def test_an_empty_file(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path, b"", f"scores{suffix}")
    message = refused(path).message
    assert "is empty" in message or "cannot be read as" in message


@pytest.mark.parametrize("content", ["\n\n", "\ufeff", "\r\n", gzip.compress(b"", mtime=0)])
def test_a_file_with_nothing_in_it(tmp_path: Path, content: str | bytes) -> None:
    assert "is empty" in refused(written(tmp_path, content)).message


def test_an_empty_packed_file(tmp_path: Path) -> None:
    assert "is empty" in refused(written(tmp_path, gzip.compress(b""), "a.csv.gz")).message


def test_a_header_and_no_rows(tmp_path: Path) -> None:
    assert "has no rows, only the columns y and a" in refused(written(tmp_path, "y,a\n")).message
    FRAME.clear().write_parquet(tmp_path / "a.parquet")
    assert "has no rows" in refused(tmp_path / "a.parquet").message
    FRAME.clear().write_excel(tmp_path / "a.xlsx")
    assert "has no rows" in refused(tmp_path / "a.xlsx").message


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path: Path, suffix: str) -> None:
    content = {".csv": "\ufeffy,a\n1,2\n", ".jsonl": '\ufeff{"y": 1, "a": 2}\n'}[suffix]
    assert read_table(written(tmp_path, content, f"a{suffix}")).columns == ["y", "a"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("patiënt,a\n1,2\n", 1),
        ("y,a\nmé,2\n", 2),
        ("y,a\n" + "1,2\n" * 5000 + "1,é\n", 5002),
        ("y,a\n" + "x,2\n" * 5000 + "é,2\n", 5002),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_text_that_is_not_utf8(tmp_path: Path, content: str, line: int, packed: bool) -> None:
    raw = content.encode("latin-1")
    name = "a.csv.gz" if packed else "a.csv"
    error = refused(written(tmp_path, gzip.compress(raw) if packed else raw, name))
    assert f"is not UTF-8 text: line {line} holds the byte 0xe" in error.message
    assert "iconv" in error.hint


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings_are_called_by_their_names(tmp_path: Path, encoding: str) -> None:
    error = refused(written(tmp_path, "y,a\n1,2\n".encode(encoding)))
    assert f"is {encoding.upper()} text" in error.message
    assert f"with {encoding.upper()}" in error.hint


def test_json_lines_that_are_not_utf8(tmp_path: Path) -> None:
    path = written(tmp_path, '{"y": "é"}\n'.encode("latin-1"), "a.jsonl")
    assert "is not UTF-8 text: line 1" in refused(path).message


@pytest.mark.parametrize("packed", [False, True])
def test_lines_with_too_many_fields(tmp_path: Path, packed: bool) -> None:
    raw = ("y,a\n" + "1,0.5\n" * 500 + "0,0.5,3\n").encode()
    name = "a.csv.gz" if packed else "a.csv"
    error = refused(written(tmp_path, gzip.compress(raw) if packed else raw, name))
    assert "line 502 of" in error.message
    assert "has 3 fields; the header has 2" in error.message


def test_lines_with_too_few_fields_have_missing_values(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a,b\n1,0.5,0.2\n0,0.5\n0,0.1,0.4\n1,0.2,0.6\n")
    assert read_table(path)["b"].to_list() == [0.2, None, 0.4, 0.6]
    with pytest.raises(ScoreError, match=r"column 'b', line 3 of .* is missing"):
        read_scores(path, label="y")


def test_a_quotation_mark_that_is_not_closed(tmp_path: Path) -> None:
    assert "quotation mark" in refused(written(tmp_path, 'y,a\n"1,0.2\n0,3\n')).message


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "header", ["y,a,a", "\ufeffa,y,a", '"a",y,"a"', "y,a, a ", "y,a\x01,a\x02"]
)
def test_two_columns_with_one_name(tmp_path: Path, header: str, packed: bool) -> None:
    raw = f"{header}\n1,2,3\n".encode()
    name = "a.csv.gz" if packed else "a.csv"
    error = refused(written(tmp_path, gzip.compress(raw) if packed else raw, name))
    assert re.search("two columns have the same name, 'a\ufffd?' \\(columns", error.message)


def test_two_columns_with_one_name_in_excel(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet()
    for row, cells in enumerate([["y", "a", "a"], [1, 2, 3], [0, 2, 3]]):
        sheet.write_row(row, 0, cells)
    book.close()
    assert "two columns have the same name, 'a'" in refused(tmp_path / "a.xlsx").message


def test_names_are_read_as_written(tmp_path: Path) -> None:
    path = written(tmp_path, 'y, a b ,"c, d","e ""f""","g\nh"\n1,2,3,4,5\n')
    assert read_table(path).columns == ["y", "a b", "c, d", 'e "f"', "g\nh"]


def test_row_numbers_without_a_name_are_no_classifier(tmp_path: Path) -> None:
    path = written(tmp_path, ",y,a\n0,1,0.5\n1,0,0.4\n")
    assert read_table(path).columns == ["(column 1)", "y", "a"]
    data = read_scores(path, label="y")
    assert isinstance(data, PairedScores)
    assert data.names == ("a",)


def test_blank_lines_and_empty_columns_are_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "\ny,a,,\n1,0.5,,\n\n0,0.25,,\n,,,\n\n")
    assert read_table(path).to_dict(as_series=False) == {"y": [1, 0], "a": [0.5, 0.25]}


def test_a_row_of_missing_words_is_an_observation(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a\n1,0.5\nNA,NA\n0,0.25\n")
    with pytest.raises(LabelError, match=r"line 3 of .* has no label"):
        read_scores(path, label="y")


@pytest.mark.parametrize(
    "late", ["1.5", "1e-3", "inf", "NA", "null", "-Infinity", "99999999999999999999", " 2.5"]
)
@pytest.mark.parametrize("first", ["1", "0.5", "NA", ""])
def test_a_column_that_changes_its_type_late(tmp_path: Path, first: str, late: str) -> None:
    path = written(tmp_path, "y,a\n" + f"1,{first}\n0,{first}\n" * 200 + f"1,{late}\n")
    values = read_table(path)["a"]
    assert values.dtype.is_numeric() or values.null_count() == len(values)
    missing = {"NA", "null", ""}
    assert values[0] == (None if first in missing else float(first))
    assert (values[-1] is None) if late in missing else (float(values[-1]) == float(late))


def test_labels_that_change_their_type_late(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a\n" + "true,1\nFalse,2\n" * 200 + "TRUE,1.5\n")
    assert read_table(path)["y"].to_list() == [True, False] * 200 + [True]


@pytest.mark.parametrize("word", ["NA", "N/A", "NaN", "nan", "null", "None", "", "#N/A", " NA "])
@pytest.mark.parametrize("early", [False, True])
def test_missing_words(tmp_path: Path, word: str, early: bool) -> None:
    gap, rest = [f"{word},0.5", f"Poor,{word}"], ["Poor,0.5", "Good,0.25"] * 100
    lines = ["y,a", *(gap + rest if early else rest + gap), "Poor,1"]
    path = written(tmp_path, "\n".join(lines) + "\n")
    data = read_scores(path, label="y", positive="Poor", missing="drop")
    assert isinstance(data, PairedScores)
    assert data.observations.source.n_dropped == 2
    assert len(data.observations) == 201
    assert data.observations.negative == "Good"


@pytest.mark.parametrize("word", ["inf", "INF", "Infinity", "+inf"])
@pytest.mark.parametrize("place", [0, 1, 200])
def test_infinite_scores(tmp_path: Path, word: str, place: int) -> None:
    rows = ["1,0.5", "0,0.25"] * 150
    rows[place] = f"{place % 2},{word}"
    values = read_table(written(tmp_path, "\n".join(["y,a", *rows]) + "\n"))["a"]
    assert values[place] == math.inf
    assert values.dtype == pl.Float64


def test_blanks_around_cells_do_not_count(tmp_path: Path) -> None:
    path = written(tmp_path, "y, a, b\nPoor, 0.5, 1\n Good , NA, 2\n")
    assert read_table(path).to_dict(as_series=False) == {
        "y": ["Poor", "Good"],
        "a": [0.5, None],
        "b": [1, 2],
    }


def test_a_wrong_value_in_a_column_of_scores_does_not_vanish(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a,b\n" + "1,0.5,1\n0,0.4,2\n" * 200 + "1,o.5,2\n")
    with pytest.raises(ScoreError, match=r"'a' is text, but most .*line 402 of .* is 'o.5'"):
        read_scores(path, label="y")
    with pytest.raises(ScoreError, match=r"be numbers; column 'a', line 402 of .* is 'o\.5'"):
        read_scores(path, label="y", scores=["a"])


@pytest.mark.parametrize(
    ("name", "between", "word"),
    [
        ("a.csv", ";", "semicolon"),
        ("a.csv", "\t", "tab"),
        ("a.tsv", ",", "comma"),
        ("a.csv", " ", "space"),
    ],
)
def test_another_separator_is_refused_until_it_is_said(
    tmp_path: Path, name: str, between: str, word: str
) -> None:
    path = written(tmp_path, f"y{between}a\n1{between}0.5\n0{between}0.25\n", name)
    error = refused(path)
    assert "has one column" in error.message
    assert f"appears to be a {word}: separator={between!r}" in error.hint
    assert read_table(path, separator=between).columns == ["y", "a"]


def test_txt_needs_a_first_line_that_tells(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, "y;a\n1;2\n", "a.txt")).columns == ["y", "a"]
    assert "separator=" in refused(written(tmp_path, "y,b\ta\n1\t2\n", "a.txt")).hint
    assert "separator=" in refused(written(tmp_path, "scores\n1\n2\n", "a.txt")).hint
    assert read_table(written(tmp_path, "y a\n1 2\n", "a.txt"), separator=" ").width == 2


def test_separators_that_mean_nothing(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="one character"):
        read_table(written(tmp_path, "y,a\n1,2\n"), separator="::")
    FRAME.write_parquet(tmp_path / "a.parquet")
    with pytest.raises(OptionError, match="separator is only for text tables"):
        read_table(tmp_path / "a.parquet", separator=";")


@pytest.mark.parametrize("separator", [";", "\t"])
def test_decimal_commas_are_read_where_no_comma_separates(tmp_path: Path, separator: str) -> None:
    rows = ["y,a,b".replace(",", separator), f"1{separator}0,5{separator}1,250"]
    rows += [f"0{separator}-1,25e-1{separator}2", f"1{separator}NA{separator}3,5"]
    frame = read_table(written(tmp_path, "\n".join(rows) + "\n"), separator=separator)
    assert frame["a"].to_list() == [0.5, -0.125, None]
    assert frame["b"].to_list() == [1.25, 2, 3.5]


@pytest.mark.parametrize(
    ("content", "separator"),
    [
        ('y,a\n1,"0,5"\n0,"0,25"\n', ","),  # a comma that separates, too
        ("y;a\n1;1,250\n0;2,125\n", ";"),  # thousands, or decimals?
        ("y;a\n1;1.250,5\n0;2,5\n", ";"),
    ],
)
def test_decimal_commas_are_refused_where_they_may_be_something_else(
    tmp_path: Path, content: str, separator: str
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(ScoreError, match="most of it reads as numbers") as caught:
        read_scores(path, label="y", separator=separator)
    assert "with a decimal point" in caught.value.hint


@pytest.mark.parametrize("named", [None, ["a"]])
def test_a_column_of_percentages_is_one_of_shares(tmp_path: Path, named: list[str] | None) -> None:
    path = written(tmp_path, "y,a,b\n1,39.3%,0.2\n0,12%,0.1\n1,5 %,0.3\n")
    found = read_scores(path, label="y", scores=named)
    assert isinstance(found, PairedScores)
    assert found["a"].values.tolist() == [0.393, 0.12, 0.05]
    mixed = written(tmp_path, "y,a,b\n1,39.3%,0.2\n0,0.12,0.1\n1,5 %,0.3\n")
    with pytest.raises(ScoreError, match=r"line 2 of .* is '39\.3%'") as caught:
        read_scores(mixed, label="y", scores=named)
    assert "without percent signs" in caught.value.hint


def test_percentages_that_name_something_stay_text(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a\n100%,0.2\n0%,0.1\n100%,0.3\n")
    assert read_scores(path, label="y", positive="100%").names == ("a",)


def test_percentages_with_decimal_commas(tmp_path: Path) -> None:
    path = written(tmp_path, "y;a\n1;39,3%\n0;7 %\n")
    assert read_table(path, separator=";")["a"].to_list() == [0.393, 0.07]
    assert read_table(path, separator=";", decimal=",")["a"].to_list() == [0.393, 0.07]


def test_quoted_decimal_commas_between_commas(tmp_path: Path) -> None:
    quoted = 'y,a,b\nm,"0,72",1\nb,"1,250",\nb,"2,500","7,5 %"\n'
    path = written(tmp_path, quoted)
    assert read_table(path)["a"].to_list() == ["0,72", "1,250", "2,500"]
    assert read_table(path, decimal=",")["a"].to_list() == [0.72, 1.25, 2.5]
    with pytest.raises(TableError, match=r"column 'b', line 2 .* is '0\.5', with a point"):
        read_table(written(tmp_path, 'y,a,b\nm,"0,7",0.5\nb,"0,2",0.1\n'), decimal=",")
    with pytest.raises(TableError, match=r"line 2 of .* has 3 fields; the header has 2"):
        read_table(written(tmp_path, "y,a\nm,0,72\n"), decimal=",")


def test_a_stated_decimal_mark(tmp_path: Path) -> None:
    thousands = written(tmp_path, "y;a;b\n1;1,250;x\n0;2,500;NA\n", "t.csv")
    assert read_table(thousands, separator=";")["a"].to_list() == ["1,250", "2,500"]
    assert read_table(thousands, separator=";", decimal=",")["a"].to_list() == [1.25, 2.5]
    assert read_table(thousands, separator=";", decimal=",")["b"].to_list() == ["x", None]
    small = written(tmp_path, "y;a\n1;0,25\n0;0,5\n", "s.csv")
    assert read_table(small, separator=";", decimal=".")["a"].to_list() == ["0,25", "0,5"]
    mixed = written(tmp_path, "y;a\n1;0,25\n0;0.5\n", "m.csv")
    with pytest.raises(TableError, match=r"column 'a', line 3 of .* is '0\.5', with a point"):
        read_table(mixed, separator=";", decimal=",")
    with pytest.raises(OptionError, match="both the decimal mark and the separator"):
        read_table(written(tmp_path, "y.a\n1.2\n"), separator=".", decimal=".")
    with pytest.raises(OptionError, match="decimal must be"):
        read_table(small, separator=";", decimal="x")
    FRAME.write_parquet(tmp_path / "a.parquet")
    with pytest.raises(OptionError, match="decimal is only for text tables"):
        read_table(tmp_path / "a.parquet", decimal=",")


def test_any_number_of_blanks_parts_columns(tmp_path: Path) -> None:
    content = 'y   a  "of two"\n\n 1  0.5  "x y"\n0 0.25   z  \n'
    frame = read_table(written(tmp_path, content, "a.txt"))
    assert frame.columns == ["y", "a", "of two"]
    assert frame.rows() == [(1, 0.5, "x y"), (0, 0.25, "z")]
    same = read_table(written(tmp_path, content), separator=" ")
    assert same.rows() == frame.rows()
    wrong = written(tmp_path, "y a\n1 0.5\n0 x\n1 0.1\n0 0.3\n", "b.txt")
    with pytest.raises(ScoreError, match=r"line 3 of .*b\.txt' is 'x'"):
        read_scores(wrong, label="y", scores="a")
    long = written(tmp_path, "y a\n1 0.5 3\n", "c.txt")
    assert "line 2" in refused(long).message


def test_a_stated_format(tmp_path: Path) -> None:
    path = written(tmp_path, "y\ta\n1\t2\n", "scores.dat")
    assert read_table(path, format="tsv").rows() == [(1, 2)]
    assert "format='csv'" in refused(path).hint
    table = written(tmp_path, "y\ta\n1\t2\n0\t1\n", "more.dat")
    assert PairedScores.read(table, label="y", format="TSV").names == ("a",)
    with pytest.raises(OptionError, match="format must be"):
        read_table(path, format="word")


def test_old_line_ends(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, "y,a\r\n1,2\r\n0,3\r\n")).rows() == [(1, 2), (0, 3)]
    for content, line in (("y,a\r1,2\r0,3\r", 1), ("y,a\n1,2\n0,3\r1,4\n", 3)):
        error = refused(written(tmp_path, content))
        assert f"line {line} of" in error.message
        assert "carriage return" in error.message
        assert "LF or CRLF" in error.hint


def test_a_quotation_mark_inside_unquoted_text_is_a_character(tmp_path: Path) -> None:
    rows = "x,1\n" * 9 + '5" nail,1\n' + "x,0\n" * 20 + '"6"" nail, long",0\n'
    frame = read_table(written(tmp_path, "what,y\n" + rows))
    assert frame.height == 31
    assert frame["what"][9] == '5" nail'
    assert frame["what"][-1] == '6" nail, long'
    assert frame["y"].sum() == 10
    error = refused(written(tmp_path, 'what,y\nx,1\n"x" y,2\n'))
    assert "line 3 of" in error.message
    assert "quotation mark" in error.message


def test_lines_are_counted_as_the_file_has_them(tmp_path: Path) -> None:
    path = written(tmp_path, '\ny,a,b\n1,0.5,x\n\n,,\n0,0.25,"two\nlines"\n1,,z\n0,1,w\n')
    with pytest.raises(ScoreError, match=r"column 'a', line 8 of .* is missing"):
        read_scores(path, label="y")
    packed = written(tmp_path, gzip.compress(path.read_bytes()), "a.csv.gz")
    with pytest.raises(ScoreError, match=r"column 'a', line 8 of .* is missing"):
        read_scores(packed, label="y")
    lines = written(tmp_path, '{"y": 1, "a": 1}\n\n{"y": 0, "a": null}\n', "a.jsonl")
    with pytest.raises(ScoreError, match=r"column 'a', line 3 of .* is missing"):
        read_scores(lines, label="y")


def test_files_without_lines_count_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"y": [1, 0, 0], "row 1": [0.5, None, 0.25]})
    frame.write_parquet(tmp_path / "a.parquet")
    what = r"column 'row 1', row 1 of '.*a\.parquet' \(counted from 0\) is missing"
    with pytest.raises(ScoreError, match=what):
        read_scores(tmp_path / "a.parquet", label="y")
    with pytest.raises(ScoreError, match="column 'row 1', row 1 is missing"):
        PairedScores.from_frame(frame, label="y")


def test_excel_counts_its_rows(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet()
    rows: list[list[object]] = [[], [], ["y", "a"], [1, 0.5], [], [0, 0.25], [1, "?"], [0, 2]]
    for row, cells in enumerate(rows):
        sheet.write_row(row, 0, cells)
    book.close()
    with pytest.raises(ScoreError, match=r"column 'a', row 7 of '.*a\.xlsx' is '\?'"):
        read_scores(tmp_path / "a.xlsx", label="y", scores=["a"])


@pytest.mark.parametrize("word", ["None", "NA", "null"])
def test_a_class_that_is_called_like_a_missing_value(tmp_path: Path, word: str) -> None:
    path = written(tmp_path, f"y,a\n{word},1\nSome,2\n{word},3\nSome,4\n")
    for missing in ("refuse", "drop"):
        with pytest.raises(
            LabelError, match=r"every label is 'Some', or missing \(2 such"
        ) as caught:
            read_scores(path, label="y", positive="Some", missing=missing)
        assert "NA, NaN, None, null" in caught.value.hint


@pytest.mark.parametrize("cut", [5, 200])
@pytest.mark.parametrize("suffix", [".csv.gz", ".jsonl.gz"])
def test_damaged_gzip(tmp_path: Path, cut: int, suffix: str) -> None:
    rows = "".join(f'{{"y": {i % 2}, "a": {i * 0.37}}}\n' for i in range(3000))
    if suffix == ".csv.gz":
        rows = "y,a\n" + "".join(f"{i % 2},{i * 0.37}\n" for i in range(3000))
    path = written(tmp_path, gzip.compress(rows.encode())[:-cut], f"a{suffix}")
    assert "damaged gzip file" in refused(path).message
    assert "is not a gzip file" in refused(written(tmp_path, rows, f"a{suffix}")).message


def test_packed_text_without_the_suffix_is_read(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, gzip.compress(b"y,a\n1,2\n"))).rows() == [(1, 2)]


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".feather", ".xlsx", ".xls"])
@pytest.mark.parametrize("whole", [False, True])
def test_files_that_are_not_what_they_seem(tmp_path: Path, suffix: str, whole: bool) -> None:
    path = tmp_path / f"a{suffix}"
    if whole or suffix == ".xls":
        path.write_text("this is no table\n" * 20)
    else:
        WRITERS[suffix](path)
        path.write_bytes(path.read_bytes()[:-30])
    assert f"cannot be read as {suffix}" in refused(path).message


def test_json_lines_as_python_writes_them(tmp_path: Path) -> None:
    content = '{"y": 1, "a": 1}\n' * 200 + '\n{"y": 0, "a": NaN, "b": -Infinity}\n'
    frame = read_table(written(tmp_path, content, "a.jsonl"))
    assert frame.columns == ["y", "a", "b"]
    assert frame["b"][-1] == -math.inf
    assert frame["a"].to_list() == [1] * 200 + [None]


def test_json_lines_with_late_keys_and_types(tmp_path: Path) -> None:
    content = '{"y": 1, "a": 1}\n' * 200 + '{"y": 0, "a": 1.5, "b": "inf"}\n'
    frame = read_table(written(tmp_path, content, "a.jsonl"))
    assert frame.row(-1) == (0, 1.5, math.inf)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ('{"y": 1}\n{"y": 1,\n', "line 2 of .* is not JSON"),
        ('{"y": 1}\n\n[1, 2]\n', "line 3 of .* is not a JSON object"),
        ('[{"y": 1}, {"y": 0}]\n', "line 1 of .* is not a JSON object"),
        ("y,a\n1,2\n", "line 1 of .* is not JSON"),
    ],
)
def test_json_lines_that_are_none(tmp_path: Path, content: str, what: str) -> None:
    with pytest.raises(TableError, match=what):
        read_table(written(tmp_path, content, "a.jsonl"))


def test_excel_cells_of_every_kind(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet("scores")
    book.add_worksheet("empty")
    rows = [
        ["", "y", "a", "b", "c"],
        [1, "Poor", 0.30000001, "NA", "abc"],
        [2, "Good", "NA", 3, 1.5],
        [],
        [3, "NA", 2, "inf", 2.5],
    ]
    for row, cells in enumerate(rows):
        sheet.write_row(row, 0, cells)
    book.close()
    frame = read_table(tmp_path / "a.xlsx")
    assert frame.columns == ["(column 1)", "y", "a", "b", "c"]
    assert frame["y"].to_list() == ["Poor", "Good", None]
    assert frame["a"].to_list() == [0.30000001, None, 2]
    assert frame["b"].to_list() == [None, 3, math.inf]
    assert frame["c"].to_list() == ["abc", "1.5", "2.5"]


def test_excel_with_several_sheets(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    for value, name in enumerate(("one", "two")):
        sheet = book.add_worksheet(name)
        sheet.write_row(0, 0, ["y", "a"])
        sheet.write_row(1, 0, [0, value + 0.5])
    book.add_worksheet("none")
    book.close()
    path = tmp_path / "a.xlsx"
    error = refused(path)
    assert "several sheets, 'one' and 'two'" in error.message
    assert error.hint == "name the one to read, e.g. sheet='one'."
    assert read_table(path, sheet="two").rows() == [(0, 1.5)]
    for wrong in ("three", "none"):
        with pytest.raises(TableError, match=f"no sheet '{wrong}' with a table; it has 'one'"):
            read_table(path, sheet=wrong)
    with pytest.raises(OptionError, match="sheet is only for Excel files"):
        read_table(written(tmp_path, "y,a\n1,2\n"), sheet="one")


def test_excel_without_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FRAME.write_excel(tmp_path / "a.xlsx")
    monkeypatch.setitem(sys.modules, "fastexcel", None)
    with pytest.raises(MissingExtraError, match="needs the extra 'excel'") as caught:
        read_table(tmp_path / "a.xlsx")
    assert caught.value.hint == "pip install 'aucurate[excel]'"


def test_a_link_to_nothing_is_not_taken_for_itself(tmp_path: Path) -> None:
    link = tmp_path / "scores.csv"
    link.symlink_to("gone.csv")
    error = refused(link)
    assert "is a link to 'gone.csv', which does not exist" in error.message
    assert "did you mean" not in error.hint


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    error = refused(tmp_path / f"{'x' * 300}.csv")
    assert "cannot be read" in error.message


def test_a_name_with_a_null_character(tmp_path: Path) -> None:
    assert "cannot be the name of a file" in refused(tmp_path / "a\0.csv").message


def test_files_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "y,a\n1,2\n")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", denied)
        error = refused(path)
    assert error.message == f"'{path}' cannot be read: permission denied."
    assert "permissions" in error.hint
    with monkeypatch.context() as patched:
        patched.setattr("aucurate.io.files.read_delimited", denied)
        assert refused(path).message == error.message


def test_a_folder_that_may_not_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "iterdir", denied)
    assert refused(tmp_path / "score.csv").hint == "check the path."


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/sc\xffres.csv"))
    try:
        path.write_text("y,a\n1,2\n0,1\n")
    except OSError:
        pytest.skip("this file system has no such names")
    error = refused(path)
    assert "is not UTF-8" in error.message
    assert error.hint == "rename the file."


@pytest.mark.parametrize("what", ["append", "truncate", "remove"])
def test_a_file_that_changes_while_it_is_read(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aucurate.io.delimited import read_delimited as read

    path = written(tmp_path, "y,a\n1,2\n0,1\n")

    def slowly(*given: Any, **options: Any) -> Any:
        found = read(*given, **options)
        if what == "remove":
            path.unlink()
        else:
            path.write_text("y,a\n1,2\n" + ("0,1\n0,3\n" if what == "append" else ""))
        return found

    monkeypatch.setattr("aucurate.io.files.read_delimited", slowly)
    error = refused(path)
    assert "changed while it was being read" in error.message
    assert "try again" in error.hint


def test_a_change_is_the_better_reason_for_a_failure(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a\n1,2\n")

    def failing(content: str) -> None:
        with unchanged(path):
            path.write_text(content)
            raise TableError("line 2 has 3 fields.")

    with pytest.raises(TableError, match="changed while it was being read"):
        failing("y,a\n1,2,3\n")
    with pytest.raises(TableError, match="3 fields"), unchanged(path):
        raise TableError("line 2 has 3 fields.")


def test_names_of_tables() -> None:
    assert [is_table_name(n) for n in ("a.csv", "a.CSV.gz", "a.parquet", "compare", "a.doc")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_file_that_exists(tmp_path: Path) -> None:
    path = written(tmp_path, "y,a\n1,2\n")
    assert existing(path) == path


def test_the_cell_that_is_wrong_is_named_and_not_one_that_is_written_in_another_way(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, "y,a\n1,5%\n0,x%\n1,7%\n0,3%\n")
    for named in (None, "a"):
        with pytest.raises(ScoreError, match=r"line 3 of .* is 'x%'"):
            read_scores(path, label="y", scores=named)
