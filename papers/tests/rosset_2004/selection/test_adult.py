import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aucurate.errors import TableError
from aucurate.study.base import Study
from aucurate_papers.rosset_2004.printed import PRINTED_ADULT
from aucurate_papers.rosset_2004.selection import adult
from aucurate_papers.rosset_2004.selection.adult import (
    FILES,
    OFTEN,
    SIZES,
    USED,
    VARIABLES,
    Adult,
    Divisions,
    accuracy_table,
    adult_exhibit,
    choices_of,
    differs_of,
    larger_class,
    larger_class_words,
    read_adult,
    state_of,
    verdict_of,
)
from aucurate_papers.running import Run


def like_table_5(by_auc: tuple[float, ...], spread: float = 0.0) -> Divisions:
    """Divisions in which all is as printed, but for the picks by AUC."""
    rng = np.random.default_rng(0)
    accuracy = {one.first: one.first_accuracy for one in PRINTED_ADULT}
    accuracy |= {one.second: one.second_accuracy for one in PRINTED_ADULT}
    picks = [(one.by_error, auc, auc) for one, auc in zip(PRINTED_ADULT, by_auc, strict=True)]
    noise = spread * rng.normal(size=(30, len(SIZES), len(PRINTED_ADULT), 3))
    near = 0.002 * rng.normal(size=(30, len(USED)))
    return Divisions(
        accuracies=np.array([accuracy[k] for k in USED]) + near,
        aucs=np.full((30, len(USED)), 0.8),
        picks=np.array(picks) + noise,
        tied=np.zeros((30, len(SIZES), len(PRINTED_ADULT), 3)),
    )


def test_states() -> None:
    printed = tuple(one.by_auc for one in PRINTED_ADULT)
    same = choices_of(like_table_5(printed, spread=1))
    assert all(choice.in_the_mean and choice.share > 0.9 for choice in same)
    assert state_of(same) == "within simulation error"
    assert differs_of(same) == ""
    other = choices_of(like_table_5((90, 95, 95, 60, 42), spread=1))
    assert state_of(other) == "same finding, other numbers"
    assert "picks of m2 by the AUC in case 1" in differs_of(other)
    against = choices_of(like_table_5((60, 95, 95, 40, 60), spread=1))
    assert [choice.in_the_mean for choice in against] == [False, True, True, False, False]
    assert state_of(against) == "not reproduced"


def test_a_row_may_hold_in_some_divisions_only() -> None:
    """Case 5 misses its 10 points in the mean, but not in every division."""
    choices = choices_of(like_table_5((90, 95, 95, 60, 45), spread=5))
    last = choices[-1]
    assert not last.in_the_mean
    assert OFTEN <= last.share < 0.5
    assert state_of(choices) == "same finding, other numbers"
    assert state_of([*choices[:-1], replace(last, share=0.04)]) == "not reproduced"
    words = verdict_of(choices, like_table_5((90, 95, 95, 60, 45), spread=5))
    assert "cases 1, 2, 3 and 4 do" in words[0]
    assert words[1].startswith("In case 5 our mean division")


def write_adult(folder: Path, rows: int, rng_number: int = 0) -> None:
    """Random rows in the form of the files."""
    rng = np.random.default_rng(rng_number)
    folder.mkdir(parents=True)
    for name in FILES:
        lines = []
        for _ in range(rows):
            age, years = rng.integers(17, 90), rng.integers(1, 16)
            kinds = [f"{one}{rng.integers(4)}" for one in VARIABLES]
            cells = [
                str(age),
                kinds[1],
                str(rng.integers(10**6)),
                kinds[3],
                str(years),
                *kinds[5:10],
            ]
            income = ">50K" if rng.random() < years / 30 + age / 300 else "<=50K"
            lines.append(", ".join([*cells, "0", "0", "40", "?", income]))
        with gzip.open(folder / name, "wt", encoding="ascii") as file:
            file.write("\n".join(lines))


def test_exhibit_on_a_small_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_adult(tmp_path / "adult", 500)
    monkeypatch.setattr(adult, "QUICK", 3)
    made = adult_exhibit(Run(quick=True, data=tmp_path, cache=tmp_path / "cache"))
    exhibit = made.exhibit
    assert exhibit.provenance.n_observations == 1000
    assert len(exhibit.table("choices").rows) == 5
    assert len(exhibit.table("sizes").rows) == 5 * len(SIZES)
    assert Study.from_json(exhibit.to_json()) == exhibit
    for table in exhibit.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(column) for column in table.columns.values()} == {len(table.rows)}
    assert exhibit.table("models").rows[0][1] == "none: always the larger class"
    words = " ".join(exhibit.verdict)
    assert "5 variables the accuracies 0.785 and 0.784" in words
    assert "8 variables the accuracies 0.804 and 0.803" in words
    assert "Always saying the larger class is right on" in words
    assert any("equally frequent" in str(caveat) for caveat in exhibit.caveats)


def test_other_data_are_other_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two folders share a cache: each has its own numbers, as with a cache of its own."""
    monkeypatch.setattr(adult, "QUICK", 2)

    def models(data: str, cache: str) -> object:
        run = Run(quick=True, data=tmp_path / data, cache=tmp_path / cache)
        return adult_exhibit(run).exhibit.table("models").columns["accuracy"]

    for at, data in enumerate(("first", "second")):
        write_adult(tmp_path / data / "adult", 250, at)
    first, second = models("first", "shared"), models("second", "shared")
    assert first != second
    assert first == models("first", "shared")
    assert second == models("second", "alone")


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


ADULT = Adult(
    names=VARIABLES[:10], columns=(), labels=np.arange(1000) < 240, missing=0, digest="abc"
)


def divisions(accuracy: float) -> Divisions:
    """Forty divisions in which every model has about this accuracy."""
    near = 0.002 * np.random.default_rng(0).normal(size=(40, len(USED)))
    picks = np.zeros((40, len(SIZES), len(PRINTED_ADULT), 3))
    return Divisions(accuracies=accuracy + near, aucs=near + 0.8, picks=picks, tied=picks)


@pytest.mark.parametrize(
    ("accuracy", "said"),
    [(0.77, "on more than that"), (0.75, "on less than that")],
)
def test_smallest_model_beside_the_larger_class(accuracy: float, said: str) -> None:
    assert larger_class(ADULT) == 0.76
    words = larger_class_words(divisions(accuracy), ADULT)
    assert "right on 76% of Adult" in words
    assert said in words
    assert ("theirs gains where ours does not" in words) == (accuracy < 0.76)


def test_the_model_that_looks_at_nothing_comes_first() -> None:
    table = accuracy_table(divisions(0.77), ADULT)
    assert table.rows[0][:4] == ("0", "none: always the larger class", "", "0.760")
    assert table.columns["theirs"][:2] == (None, 0.771)
