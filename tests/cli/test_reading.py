"""aucurate compare with predictions in several tables."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from aucurate import PairedScores, Study, UnpairedScores, compare, read_scores
from aucurate.cli.app import run
from aucurate.report.recipe import recipe_of

SIZE = 80
RNG = np.random.default_rng(4)
LABELS = RNG.integers(0, 2, SIZE)
SHARED = RNG.normal(size=SIZE)
OLD = (SHARED + 0.7 * LABELS + 0.4 * RNG.normal(size=SIZE)).round(4)
NEW = (SHARED + 1.2 * LABELS + 0.4 * RNG.normal(size=SIZE)).round(4)
NAMES = np.array([f"P{at:03d}" for at in range(SIZE)])
ORDER = RNG.permutation(SIZE)


def written(name: str, **columns: Any) -> str:
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(str(cell) for cell in row) for row in rows)]
    Path(name).write_text("\n".join(lines) + "\n")
    return name


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written("both.csv", y=LABELS, old=OLD, new=NEW)
    written("old.csv", y=LABELS, p=OLD)
    written("new.csv", y=LABELS, p=NEW)
    written("old_id.csv", patient=NAMES, y=LABELS, p=OLD)
    written("new_id.csv", patient=NAMES[ORDER], y=LABELS[ORDER], p=NEW[ORDER])


def found(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(["compare", *words, "--label", "y", "--json", "--quiet"]) == 0
    study: dict[str, Any] = json.loads(capsys.readouterr().out)
    return study


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    assert run(["compare", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    message, hint = shown.err.splitlines()
    return message, hint


def p_value(study: dict[str, Any]) -> float:
    return float(study["tests"][0]["result"]["p_value"])


def test_one_test_set_in_two_files_is_not_compared_unpaired(
    capsys: pytest.CaptureFixture[str],
) -> None:
    message, hint = refused(capsys, "old.csv", "new.csv", "--label", "y")
    assert "same labels in the same order" in message
    assert hint == (
        "Hint: if they are, use --paired, or join the files on an identifier with --id COLUMN; "
        "if they are not, set --unpaired."
    )
    message, hint = refused(capsys, "old_id.csv", "new_id.csv", "--label", "y")
    assert "the same identifiers in column 'patient'" in message
    assert "use --id patient" in hint
    assert "--unpaired" in hint


def test_the_paired_answers_are_those_of_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    whole = p_value(found(capsys, "both.csv"))
    by_row = found(capsys, "old.csv", "new.csv", "--paired")
    joined = found(capsys, "old_id.csv", "new_id.csv", "--id", "patient")
    assert p_value(by_row) == pytest.approx(whole, rel=1e-9)
    assert p_value(joined) == pytest.approx(whole, rel=1e-9)
    assert by_row["paired"]
    assert by_row["provenance"]["source"]["name"] == "old.csv and new.csv, row by row"
    assert (
        joined["provenance"]["source"]["name"] == "old_id.csv and new_id.csv, joined on 'patient'"
    )
    assert [file["name"] for file in joined["provenance"]["source"]["files"]] == [
        "old_id.csv",
        "new_id.csv",
    ]
    assert joined["provenance"]["command"] == (
        "aucurate compare old_id.csv new_id.csv --label y --id patient"
    )
    apart = found(capsys, "old.csv", "new.csv", "--unpaired")
    assert not apart["paired"]
    assert p_value(apart) > 2 * whole


def test_what_was_dropped_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    written("fewer.csv", patient=NAMES[5:], y=LABELS[5:], q=NEW[5:])
    message, hint = refused(capsys, "old_id.csv", "fewer.csv", "--label", "y", "--id", "patient")
    assert "5 of 80 in 'old_id.csv' are not in 'fewer.csv' ('P000' in line 2, " in message
    assert "--missing drop" in hint
    words = ["old_id.csv", "fewer.csv", "--id", "patient", "--missing", "drop"]
    study = found(capsys, *words)
    where = study["provenance"]
    assert (where["n_observations"], where["source"]["n_dropped"]) == (75, 5)
    assert where["source"]["unmatched"] == 5
    assert [caveat["message"] for caveat in study["caveats"]] == [
        "5 observations excluded: not listed for every classifier."
    ]
    text = Study.from_json(json.dumps(study)).methods()
    assert "5 observations were left out, not listed for every classifier." in text


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["old.csv", "old.csv"], "'old.csv' is given twice", "once"),
        (["old.csv", "old.csv", "--unpaired"], "'old.csv' is given twice", "once"),
        (["old.csv", "./old.csv", "--paired"], "is given twice", "once"),
        (["old_id.csv", "new_id.csv", "--paired"], "not in the same order", "--id patient"),
        (["old.csv", "new.csv", "--paired", "--unpaired"], "cannot be combined", "choose one"),
        (
            ["old_id.csv", "new_id.csv", "--id", "patient", "--unpaired"],
            "cannot be combined",
            "choose one",
        ),
        (["old.csv", "--paired"], "--paired is for predictions in several tables", "leave it out"),
        (["old_id.csv", "--id", "patient"], "--id is for predictions in several", "leave it out"),
        (["old.csv", "new.csv", "--fold", "f"], "--fold cannot be used with several", "one table"),
        (["old.csv", "new.csv", "--by", "sex"], "--by is for classifiers on the same", "--paired"),
        (
            ["old_id.csv", "new_id.csv", "--id", "patient", "--engine", "polars"],
            "--engine cannot be used with several",
            "one table",
        ),
        (
            ["old_id.csv", "new_id.csv", "--id", "patient", "--classifier", "p"],
            "--classifier cannot be used with several",
            "one table",
        ),
        (["old_id.csv", "--classifier", "p"], "a table in long form needs", "--id COLUMN"),
        (["old_id.csv", "new_id.csv", "--id", "case"], "there is no column 'case' for id", ""),
    ],
)
def test_what_is_refused(
    words: list[str], message: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = refused(capsys, *words, "--label", "y")
    assert message in shown[0]
    assert hint in shown[1]


def test_a_list_of_columns_is_for_all_tables(capsys: pytest.CaptureFixture[str]) -> None:
    written("a.csv", y=LABELS, p_old=OLD, age=range(SIZE))
    written("b.csv", y=LABELS, p_new=NEW, age=range(SIZE))
    words = ["a.csv", "b.csv", "--scores", "p_old,p_new"]
    study = found(capsys, *words, "--paired", "--lower", "p_old")
    assert [estimate["name"] for estimate in study["estimates"]] == ["p_old", "p_new"]
    assert study["provenance"]["lower"] == ["p_old"]
    apart = found(capsys, *words, "--unpaired")
    assert [estimate["name"] for estimate in apart["estimates"]] == ["a", "b"]


def test_a_column_in_the_place_of_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    message, hint = refused(capsys, "both.csv", "--label", "y", "--scores", "old", "new")
    assert message == "OptionError: there is no table 'new', but it is a column of 'both.csv'."
    assert hint == "Hint: several columns are one list: use --scores old,new instead."
    assert run(["operate", "both.csv", "--label", "y", "--scores", "old", "new"]) == 2
    assert "use --scores old,new instead" in capsys.readouterr().err
    assert run(["fit", "both.csv", "--label", "y", "--scores", "old", "new"]) == 2
    assert "several columns are one list, as in --scores old,OTHER" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["old.csv", "new.csv", "--paired"],
        ["old_id.csv", "new_id.csv", "--id", "patient", "--missing", "drop"],
        ["old.csv", "new.csv", "--unpaired", "--lower", "p"],
        ["old.csv", "both.csv", "--paired", "--scores", "p,new", "--positive", "0"],
    ],
)
def test_the_python_that_repeats_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", *words, "--label", "y", "--json"]) == 0
    study = Study.from_json(capsys.readouterr().out)
    lines = recipe_of(study).python
    assert ("UnpairedScores.read" if "--unpaired" in words else " au.PairedScores.read") in lines
    names: dict[str, Any] = {}
    exec(lines, names)
    again = names["study"]
    assert str(again) == str(study)


def test_python_has_the_same_rules() -> None:
    with_id = PairedScores.read(["old_id.csv", "new_id.csv"], label="y", id="patient")
    whole = read_scores("both.csv", label="y")
    assert compare(with_id).comparisons[0].p_value == pytest.approx(
        compare(whole).comparisons[0].p_value, rel=1e-9
    )
    apart = UnpairedScores.read(["old.csv", "new.csv"], label="y", paired=False)
    assert compare(apart).comparisons[0].design == "unpaired"


# Labels in a table of their own, and a table in long form.


def written_apart() -> None:
    written("labels.csv", patient=NAMES, y=LABELS)
    written("a.csv", patient=NAMES[ORDER], score=OLD[ORDER])
    written("b.csv", patient=NAMES, score=NEW)
    models, names = ["a"] * SIZE + ["b"] * SIZE, [*NAMES, *NAMES]
    long = {"model": models, "patient": names, "score": [*OLD, *NEW], "y": [*LABELS, *LABELS]}
    written("long.csv", **long)


@pytest.mark.parametrize(
    "words",
    [
        ["labels.csv", "a.csv", "b.csv", "--id", "patient"],
        ["long.csv", "--classifier", "model", "--id", "patient", "--scores", "score"],
    ],
)
def test_labels_apart_and_long_form(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    written_apart()
    whole = p_value(found(capsys, "both.csv"))
    study = found(capsys, *words)
    assert [estimate["name"] for estimate in study["estimates"]] == ["a", "b"]
    assert p_value(study) == pytest.approx(whole, rel=1e-9)
    lines = recipe_of(Study.from_json(json.dumps(study))).python
    names: dict[str, Any] = {}
    exec(lines, names)
    assert p_value(json.loads(names["study"].to_json())) == pytest.approx(whole, rel=1e-9)
    assert run(["operate", *words, "--label", "y", "--at", "specificity=0.8", "--quiet"]) == 0


def test_operate_takes_several_tables_of_one_test_set(capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in (
        (["old_id.csv", "new_id.csv"], "--id COLUMN, or add --paired"),
        (["old.csv", "new.csv", "--fold", "p"], "--fold is for one table"),
        (["long.csv", "--fold", "f", "--id", "p"], "--id is for one test set"),
    ):
        assert run(["operate", *words, "--label", "y"]) == 2
        assert message in capsys.readouterr().err
    assert run(["operate", "old.csv", "new.csv", "--paired", "--label", "y", "--quiet"]) == 0


def test_groups_of_joined_tables(capsys: pytest.CaptureFixture[str]) -> None:
    written_apart()
    written("more.csv", patient=NAMES, y=LABELS, clinic=["u", "v", "w", "x"] * (SIZE // 4))
    words = ["more.csv", "a.csv", "b.csv", "--id", "patient"]
    assert found(capsys, *words, "--groups", "clinic")["provenance"]["n_groups"] == 4


# Files whose names do not tell how to read them.


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("y;p\n1;0,5\n0;0,25\n1;0,75\n0;0,5\n", ["--separator", ";", "--decimal", ","]),
        ("y p\n1  0.5\n0 0.25\n1 0.75\n0 0.5\n", ["--separator", " "]),
        ('[{"y":1,"p":0.5},{"y":0,"p":0.25},{"y":1,"p":0.75},{"y":0,"p":0.5}]',
         ["--format", "json"]),
    ],
)  # fmt: skip
def test_a_table_from_standard_input(
    content: str,
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    (estimate,) = found(capsys, "-", *words)["estimates"]
    assert estimate["value"] == 0.875


@pytest.mark.parametrize("content", ['[{"y":1,"p":0.5}]', '{"y":1,"p":0.5}\n', '[\n {"y":1}]'])
def test_json_from_standard_input_is_recognised(
    content: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    message, hint = refused(capsys, "-", "--label", "y")
    assert "standard input looks like JSON" in message
    assert "--format json" in hint


def test_a_wrong_cell_of_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"y,p\n1,0.5\n0,\n1,0.75\n0,0.5\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    message, _ = refused(capsys, "-", "--label", "y")
    assert "line 3 of standard input is missing" in message


def test_without_a_label_the_columns_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    written("c.csv", a=OLD, truth=LABELS, b=NEW)
    message, hint = refused(capsys, "c.csv")
    assert "The columns of 'c.csv' are 'a', 'truth' and 'b'; 'truth' has two values." in message
    assert hint == "Hint: add --label COLUMN, e.g. --label truth."
    message, hint = refused(capsys, "a.csv", "nowhere.csv")
    assert message == "OptionError: which column holds the labels?"
    assert run(["folds", "c.csv", "--label", "truth"]) == 2
    assert "which column holds the folds? The columns of 'c.csv'" in capsys.readouterr().err
    for command in ("operate", "fit", "multiclass", "crossval"):
        assert run([command, "c.csv"]) == 2
        assert "e.g. --label truth" in capsys.readouterr().err


# What a table holds besides scores and features reaches no study, and every refusal is a line.


TABLE_RNG = np.random.default_rng(3)
NOISE = pd.DataFrame(
    {"u": TABLE_RNG.normal(size=120), "v": TABLE_RNG.normal(size=120), "y": [0] * 60 + [1] * 60}
)
SHUFFLED = NOISE.sample(frac=1, random_state=2)
CROSSVAL = [
    "--label",
    "y",
    "--models",
    "nb,tree",
    "--folds",
    "5",
    "--no-cache",
    "--quiet",
    "--json",
]


def study(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(list(words)) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def means(found: dict[str, Any]) -> dict[str, float]:
    return {one["name"]: one["mean"] for one in found["parts"][0]["summaries"]}


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_noise_stays_noise_with_row_numbers_beside_it(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"a{suffix}"
    if suffix == ".parquet":
        SHUFFLED.to_parquet(path)
    else:
        SHUFFLED.to_csv(path)
        pd.read_csv(path).to_csv(path)
        pd.read_csv(path).to_csv(path)
    plain = tmp_path / "plain.csv"
    SHUFFLED.to_csv(plain, index=False)
    found = means(study(capsys, "crossval", str(path), *CROSSVAL))
    assert found == pytest.approx(means(study(capsys, "crossval", str(plain), *CROSSVAL)))
    assert max(found.values()) < 0.75
    compared = study(capsys, "compare", str(path), "--label", "y", "--json", "--quiet")
    assert [one["name"] for one in compared["estimates"]] == ["u", "v"]


@pytest.mark.parametrize("name", ["X", "nr"])
def test_row_numbers_under_any_name_are_refused(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "a.csv")
    SHUFFLED.reset_index(names=name).to_csv(path, index=False)
    for command in ("compare", "operate", "fit"):
        told = refusal(capsys, command, path, "--label", "y")
        assert f"column '{name}' numbers the rows, from 0 to 119" in told
        assert "--scores u,v" in told
    told = refusal(capsys, "rank", path)
    assert "--algorithms u,v" in told
    told = refusal(capsys, "crossval", path, *CROSSVAL)
    assert f"--leave-out {name}" in told
    assert f"--keep {name}" in told
    left = study(capsys, "crossval", path, *CROSSVAL, "--leave-out", name)
    assert max(means(left).values()) < 0.75
    kept = study(capsys, "crossval", path, *CROSSVAL, "--keep", name)
    assert min(means(kept).values()) > 0.9


def test_long_numbers_are_groups_folds_and_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "a.csv")
    ids = [10**20 + k % 6 for k in range(120)]
    labels = [10**20 + label for label in SHUFFLED["y"]]
    SHUFFLED.assign(g=ids, z=labels).to_csv(path, index=False)
    scores = ["--scores", "u,v", "--quiet"]
    for words in (
        ["compare", path, "--label", "y", "--fold", "g", *scores],
        ["compare", path, "--label", "z", "--positive", str(10**20 + 1), *scores],
        ["folds", path, "--label", "y", "--fold", "g", *scores],
        ["operate", path, "--label", "y", "--fold", "g", *scores],
        ["crossval", path, *CROSSVAL, "--groups", "g", "--leave-out", "z"],
    ):
        assert run(words) == 0, capsys.readouterr().err
        capsys.readouterr()


def test_an_error_names_the_line_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nan.csv"
    rows = [f"{k % 2},{k / 7},{k / 3}\n" for k in range(20)]
    rows[7] = "1,,0.5\n"
    path.write_text("y,forest,tree\n" + "".join(rows))
    for command in ("compare", "operate", "fit"):
        told = refusal(capsys, command, str(path), "--label", "y")
        assert f"column 'forest', line 9 of '{path}' is missing" in told
        assert "--missing drop" in told
    rows[7] = "1,o.5,0.5\n"
    path.write_text("y,forest,tree\n" + "".join(rows))
    told = refusal(capsys, "crossval", str(path), "--label", "y", "--models", "nb,tree")
    assert f"line 9 of '{path}' is 'o.5'" in told
