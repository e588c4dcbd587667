"""The command, from tiny files to FoldScores and the scores that the package reads; no Weka."""

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from aucurate.errors import OptionError, TableError
from aucurate_papers.aslan_2009.scores import KeptScores
from aucurate_papers.aslan_2009.training import __main__ as command
from aucurate_papers.aslan_2009.training import export, prepared, running
from aucurate_papers.aslan_2009.training.__main__ import main
from aucurate_papers.aslan_2009.training.prepared import N_FOLDS
from aucurate_papers.aslan_2009.training.running import Kept, interrupted

needs_learners = pytest.mark.skipif(
    importlib.util.find_spec("sklearn") is None,
    reason="scikit-learn is not installed (extra 'papers')",
)


@needs_learners
def test_from_files_to_fold_scores_and_what_the_package_reads(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    places = ["--folder", str(folder), "--cache", str(cache)]
    ask = [*places, "--algorithms", "LP,NB", "--jobs", "1"]
    assert main([*ask, "--sets", "wave"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["wave, LP", "wave, NB"]
    assert lines[2] == f"The scores of 1 data set are in {cache / 'aslan-2009' / 'scores'}."
    assert lines[3].startswith("2 of 2 finished; this run took ")
    assert main([*ask, "--sets", "spambase"]) == 0  # does not forget the other set

    data = running.results(cache)
    assert set(data) == {"wave", "spambase"}
    wave = data["wave"]
    facts = running.described(cache)["sets"]["wave"]
    assert (wave.names, wave.design, wave.n_folds) == (("LP", "NB"), "fixed test set", N_FOLDS)
    assert wave.observations.positive == facts["positive"]
    assert wave.observations.n_positive == facts["n_test_positive"]
    division = prepared.load(cache / "aslan-2009" / facts["folder"]).division
    assert wave.n_train is not None
    np.testing.assert_array_equal(wave.n_train, division.n_train)
    np.testing.assert_array_equal(wave.n_test, len(division.test))
    assert (wave.aucs().values > 0.5).all()

    kept = KeptScores.opened(cache)
    assert kept.names == ("wave", "spambase")  # the smaller first
    read = kept.scores("wave")
    np.testing.assert_array_equal(read.values, wave.values)
    assert read.n_train is not None
    np.testing.assert_array_equal(read.n_train, wave.n_train)
    (told,) = [one for one in kept.facts.sets if one.name == "wave"]
    assert (told.n_read, told.n_classes, told.finished) == (100, 3, ("LP", "NB"))
    assert "naive Bayes" in told.algorithms[1].words
    assert kept.facts.unfinished == ()
    (kept.folder / "wave.parquet").unlink()
    assert export.main(["--cache", str(cache)]) == 0  # writes again what was trained
    assert capsys.readouterr().out.splitlines()[-1].startswith("The scores of 2 data sets")
    np.testing.assert_array_equal(KeptScores.opened(cache).scores("wave").values, wave.values)


@needs_learners
def test_scores_are_where_their_labels_are(folder: Path, tmp_path: Path) -> None:
    ask = ["--folder", str(folder), "--cache", str(tmp_path), "--sets", "spambase"]
    assert main([*ask, "--algorithms", "NB", "--jobs", "1"]) == 0
    data = running.fold_scores("spambase", tmp_path)
    told = running.described(tmp_path)["sets"]["spambase"]
    kept = prepared.load(tmp_path / "aslan-2009" / told["folder"])
    test = kept.division.test
    np.testing.assert_array_equal(data.observations.is_positive, kept.is_positive[test])
    with np.load(next((tmp_path / "aslan-2009").glob("*/NB-*/fit-07.npz"))) as arrays:
        np.testing.assert_array_equal(data.matrix()[0, 6], arrays["scores"])
    assert running.results(tmp_path) == {}  # one algorithm is no comparison


def test_mistakes_end_with_status_2_and_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--algorithms", "SVM"]) == 2
    assert "Hint: the algorithms are" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["--limit", "0"])
    with pytest.raises(SystemExit, match="2"):
        main(["--jobs", "0"])
    assert export.main(["--cache", str(tmp_path)]) == 2
    assert "Hint: run `make scores` first" in capsys.readouterr().err
    with pytest.raises(TableError, match=r"there are no scores in .*\n.*make scores"):
        running.described(tmp_path)


@needs_learners
def test_ctrl_c_is_status_130_and_what_was_done_is_described(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", ended)
    ask = ["--folder", str(folder), "--cache", str(tmp_path), "--sets", "wave"]
    assert main([*ask, "--algorithms", "NB"]) == 130
    assert "the finished fits are kept" in capsys.readouterr().err
    assert KeptScores.opened(tmp_path).facts.unfinished == ("wave, NB (interrupted)",)
    # A fit that was kept when the process was killed, before it could be written down.
    told = running.described(tmp_path)["sets"]["wave"]
    ran = Kept(tmp_path / "aslan-2009" / told["folder"] / told["algorithms"]["NB"]["folder"])
    ran.save(0, np.zeros(told["n_test"]), 400.0)
    assert export.main(["--cache", str(tmp_path)]) == 0
    facts = KeptScores.opened(tmp_path).facts
    assert facts.unfinished == (f"wave, NB ({interrupted([400.0])})",)
    assert (facts.sets[0].algorithms[0].fits, facts.seconds) == (1, 400.0)


def test_what_is_interrupted_says_how_long_all_would_take() -> None:
    assert interrupted([]) == "interrupted"
    assert interrupted([10.0, 20.0]) == "interrupted after 2 of 30 fits: all would take 450 s"
    slow = interrupted([400.0])
    assert slow.endswith("all would take 12000 s, more than the 10800 s given to them")


@needs_learners
def test_a_bar_on_a_terminal_and_the_same_lines(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ask = ["--folder", str(folder), "--cache", str(tmp_path), "--sets", "wave"]
    assert main([*ask, "--algorithms", "NB", "--jobs", "1"]) == 0
    printed = capsys.readouterr()
    assert "wave, NB: 30 fits" in printed.err
    assert "1 of 1 finished" in printed.out


@needs_learners
def test_a_missing_folder_ends_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["--folder", str(tmp_path), "--cache", str(tmp_path), "--algorithms", "NB"]
    assert main(ask) == 2
    assert "Hint: name the folder" in capsys.readouterr().err


def test_without_a_finished_algorithm_there_are_no_scores(tmp_path: Path) -> None:
    ran = {
        "words": "a tree",
        "folder": "C4.5-0",
        "finished": False,
        "reason": "fit 1 took more than 60 s",
        "fits": 0,
        "seconds": 0.0,
    }
    facts = {
        "words": "", "n_read": 9, "n_classes": 2, "n_observations": 9, "n_numeric": 1,
        "n_nominal": 0, "positive": "1", "negative": "0", "n_positive": 3, "n_test": 3,
        "n_test_positive": 1, "n_confused": None, "n_compared": None, "folder": "ada-0",
        "algorithms": {"C4.5": ran},
    }  # fmt: skip
    told = {"programs": {"Python": "3"}, "rng": 0, "seconds": 0.0, "sets": {"ada": facts}}
    (tmp_path / "aslan-2009").mkdir()
    (tmp_path / "aslan-2009" / running.FILE).write_text(json.dumps(told))
    with pytest.raises(TableError, match="no algorithm has finished on data set 'ada'"):
        running.fold_scores("ada", tmp_path)
    with pytest.raises(OptionError, match="'gina' has not been run"):
        running.fold_scores("gina", tmp_path)
