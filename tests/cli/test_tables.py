"""What a table holds besides scores and features reaches no study, and every refusal is a line."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from aucurate.cli.app import run

RNG = np.random.default_rng(3)
NOISE = pd.DataFrame(
    {"u": RNG.normal(size=120), "v": RNG.normal(size=120), "y": [0] * 60 + [1] * 60}
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
        assert "--scores 'u','v'" in told
    told = refusal(capsys, "rank", path)
    assert "--algorithms 'u','v'" in told
    told = refusal(capsys, "crossval", path, *CROSSVAL)
    assert f"--leave-out '{name}'" in told
    assert f"--keep '{name}'" in told
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
        assert f"column 'forest', line 9 of '{path}' is nan" in told
        assert "--missing drop" in told
    rows[7] = "1,o.5,0.5\n"
    path.write_text("y,forest,tree\n" + "".join(rows))
    told = refusal(capsys, "crossval", str(path), "--label", "y", "--models", "nb,tree")
    assert f"line 9 of '{path}' is 'o.5'" in told
