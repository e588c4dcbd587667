"""aucurate crossval: fitting, comparing, the cache, saved scores, the refusals."""

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from sklearn.naive_bayes import GaussianNB

from aucurate.cli import crossval
from aucurate.cli.app import run
from aucurate.data.folds import FoldScores
from aucurate.io.writing import folds_to_frame, write_table

pytest.importorskip("sklearn")


ROLES: dict[str, Any] = {"label": "label", "fold": "fold", "repeat": "repeat"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    labels = np.arange(120) % 2
    frame = pl.DataFrame(
        {
            "outcome": np.where(labels, "Poor", "Good"),
            "age": rng.normal(size=120) + labels,
            "dose": np.where(rng.random(120) < 0.1, np.nan, rng.normal(size=120) + 0.5 * labels),
            "sex": rng.choice(["f", "m"], 120),
            "centre": np.arange(120) // 6,
        }
    )
    path = tmp_path / "table.csv"
    frame.write_csv(path)
    return path


WORDS = ["--label", "outcome", "--positive", "Poor", "--models", "logistic,nb", "--quiet"]


def test_algorithms_are_fitted_and_compared(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "scores.parquet"
    words = [*WORDS, "--leave-out", "centre", "--folds", "5", "--json"]
    assert run(["crossval", str(table), *words, "--save", str(saved)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["design"], found["n_folds"]) == ("left-out folds", 5)
    assert [part["quantity"] for part in found["parts"]] == ["AUC", "error rate"]
    assert found["settings"]["threshold"] == {"logistic": 0.0, "nb": 0.5}
    columns = ["--label", "label", "--positive", "Poor", "--fold", "fold", "--repeat", "repeat"]
    columns += ["--observation", "observation", "--json", "--threshold", "logistic=0,nb=0.5"]
    assert run(["folds", str(saved), *columns]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == found["parts"]
    kept = list(crossval.default_cache().rglob("*"))
    assert any(path.is_file() for path in kept)
    assert run(["crossval", str(table), *words]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == found["parts"]


def test_designs_groups_and_repeats(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = ["crossval", str(table), *WORDS, "--no-cache"]
    assert run([*start, "--leave-out", "centre", "--design", "5x2"]) == 0
    assert "2-fold cross-validation, repeated 5 times" in capsys.readouterr().out
    assert run([*start, "--leave-out", "centre", "--design", "fixed-test-set", "--folds", "4"]) == 0
    assert "one fixed test set, 4 training sets" in capsys.readouterr().out
    assert run([*start, "--groups", "centre", "--folds", "4"]) == 0
    assert "corrected DeLong" in capsys.readouterr().out
    assert run([*start, "--leave-out", "centre", "--folds", "3", "--repeats", "2"]) == 0
    assert "3-fold cross-validation, repeated 2 times" in capsys.readouterr().out
    assert not crossval.default_cache().exists()


def test_interrupted_the_finished_fits_are_kept(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from aucurate.cli import progress

    def stopping(_: object, done: int, total: int, what: str) -> bool:
        return done < 3

    monkeypatch.setattr(progress._Silent, "__call__", stopping)
    assert run(["crossval", str(table), *WORDS, "--leave-out", "centre"]) == 130
    assert "finished fits are kept in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--models", "logistic,boat"], "no algorithm 'boat'"),
        (["--models", ","], "no algorithm was named"),
        (["--models", "forest"], "only one algorithm"),
        (["--design", "5x2", "--folds", "10"], "5x2 has two folds"),
        (["--design", "5x2", "--repeats", "3"], "--repeats is for left-out folds"),
        (["--leave-out", "boat"], "no column 'boat'"),
        (["--folds", "1"], "folds"),
    ],
)
def test_what_is_refused(
    table: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["crossval", str(table), *WORDS, *words]) == 2
    assert message in capsys.readouterr().err


def test_a_label_must_be_named(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crossval", str(table)]) == 2
    assert "--label" in capsys.readouterr().err
    assert run(["crossval", "--label", "y"]) == 2
    assert "needs a table, and none was given" in capsys.readouterr().err


def test_saved_scores_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame(
        {
            "label": ["b", "a"] * 20,
            "fold": np.arange(40) // 10,
            "up": rng.normal(size=40),
            "down": rng.normal(size=40),
        }
    )
    data = FoldScores.from_frame(frame, label="label", fold="fold", positive="b", lower=["down"])
    for suffix in ("csv", "tsv", "parquet"):
        path = tmp_path / f"scores.{suffix}"
        write_table(folds_to_frame(data), path)
        from aucurate.io.files import read_table

        again = FoldScores.from_frame(
            read_table(path), **ROLES, observation="observation", positive="b", lower=["down"]
        )
        assert np.array_equal(again.aucs().values, data.aucs().values)
        assert (again.design, again.lower) == (data.design, data.lower)


def test_a_home_that_cannot_be_written_to(
    table: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "home"
    file.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    words = ["crossval", str(table), *WORDS, "--leave-out", "centre", "--folds", "3"]
    assert run(words) == 0
    quiet = capsys.readouterr()
    assert quiet.err == ""
    assert run([word for word in words if word != "--quiet"]) == 0
    loud = capsys.readouterr()
    assert "Finished fits are not kept" in loud.err
    assert "--no-cache" in loud.err
    assert run([*words, "--cache", str(file)]) == 2
    assert "use --no-cache" in capsys.readouterr().err


def test_without_any_home(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    words = ["--label", "outcome", "--positive", "Poor", "--models", "nb,tree", "--folds", "3"]
    assert run(["crossval", str(table), *words]) == 0
    assert "there is no home folder" in capsys.readouterr().err


def test_warnings_of_fits_are_caveats_and_no_noise(
    table: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GaussianNB, "fit", _warning_fit(GaussianNB.fit))
    words = ["crossval", str(table), *WORDS, "--leave-out", "centre", "--folds", "3", "--json"]
    texts = []
    for _ in range(2):  # the second from the cache
        assert run(words) == 0
        found = capfd.readouterr()
        assert found.err == ""
        texts.append(found.out)
    caveats = json.loads(texts[0])["caveats"]
    told = [caveat["message"] for caveat in caveats if caveat["kind"] == "fit_warnings"]
    assert told == ["RuntimeWarning while fitting 'nb' in 3 of 3 folds: overflow."]
    assert json.loads(texts[1])["caveats"] == caveats


def _warning_fit(fit: Any) -> Any:
    def warns(self: Any, X: Any, y: Any, **options: Any) -> Any:  # noqa: N803
        warnings.warn("overflow", RuntimeWarning, stacklevel=2)
        return fit(self, X, y, **options)

    return warns


def test_a_damaged_cache_is_a_note(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["crossval", str(table), *WORDS, "--leave-out", "centre", "--folds", "3"]
    assert run([*words, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    for file in crossval.default_cache().glob("*.npz"):
        file.write_bytes(file.read_bytes()[:200])
    loud = [word for word in words if word != "--quiet"]
    assert run([*loud, "--json"]) == 0
    found = capsys.readouterr()
    assert "6 files of the cache" in found.err
    assert len(found.err.splitlines()) == 1
    assert json.loads(found.out)["parts"] == first["parts"]


def test_several_classes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "three.csv"
    rows = "".join(f"{'abc'[at % 3]},{at * 7 % 11},{at * 5 % 13}\n" for at in range(30))
    path.write_text("y,u,v\n" + rows)
    words = ["--label", "y", "--models", "nb,tree", "--folds", "2", "--no-cache", "--quiet"]
    assert run(["crossval", str(path), *words]) == 2
    assert "column 'y' has 3 classes; two are needed" in capsys.readouterr().err
