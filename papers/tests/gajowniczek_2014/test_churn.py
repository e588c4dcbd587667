"""cell2cell is read and parted as the paper does, and what is not there is named."""

import gzip
import importlib.util
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from aucurate.errors import MissingExtraError, OptionError, TableError
from aucurate.estimates.auc import auc_of
from aucurate_papers.gajowniczek_2014 import churn
from aucurate_papers.gajowniczek_2014.churn import (
    FILE,
    FOLDER,
    SIZE_QUICK,
    digest,
    learner_words,
    learners,
    load,
    part_of,
    scored,
    trained,
    variables_of,
)
from aucurate_papers.gajowniczek_2014.printed import PRINTED_MODELS, PRINTED_SIZES, PRINTED_TABLE_4
from aucurate_papers.gajowniczek_2014.recomputing import best_reading
from aucurate_papers.gajowniczek_2014.study import reproduce
from aucurate_papers.running import Run, StoppedError, default_data

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


# Scores are made once, kept with what they were made from, and made again when that changes.


HAS_LEARNERS = importlib.util.find_spec("sklearn") is not None
needs_learners = pytest.mark.skipif(not HAS_LEARNERS, reason="scikit-learn is not installed")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A folder with a small table of the columns of cell2cell, and an empty cache."""
    rng = np.random.default_rng(0)
    churn, half = np.arange(500) % 2, np.repeat([1, 0], [300, 200])
    columns = {"customer": np.arange(500), "calibrat": half, "churn": churn}
    columns |= {f"x{at}": rng.normal(churn * at / 2, 1).round(3) for at in range(3)}
    folder = tmp_path / "data" / FOLDER
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(gzip.compress(pl.DataFrame(columns).write_csv().encode()))
    return Run(quick=True, data=tmp_path / "data", cache=tmp_path / "cache")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Learners that are their own names, and give scores at once; who was trained, in order."""
    told: list[str] = []

    def train(model: str, halves: Any) -> np.ndarray[Any, Any]:
        told.append(model)
        return np.linspace(0.1, 0.9, len(halves.validation_churn))

    names = tuple(PRINTED_MODELS)
    monkeypatch.setattr(churn, "learners", lambda rng, quick: {name: name for name in names})
    monkeypatch.setattr(churn, "trained", train)
    monkeypatch.setattr(churn, "versions", lambda: {"scikit-learn": "1.2.3"})
    monkeypatch.setattr(churn, "_made_here", set())
    return told


@needs_learners
def test_the_five_learners_score_the_validation_half(run: Run) -> None:
    found = scored(run)
    assert found.data.names == tuple(PRINTED_MODELS)
    assert (found.data.observations.n_positive, found.data.observations.n_negative) == (100, 100)
    assert found.made_from["calibration_observations"] == SIZE_QUICK
    assert "n_estimators=40" in found.made_from["learners"]["Boosting"]
    assert found.n_variables == 3
    areas = {one.name: auc_of(one) for one in found.data if one.name != "SANN"}  # stops at once
    assert all(0.6 < area < 1 for area in areas.values())


@needs_learners
def test_the_words_of_a_learner_are_its_settings() -> None:
    for quick in (False, True):
        boosting = learners(0, quick=quick)["Boosting"].steps[-1][1]
        assert f"{boosting.n_estimators} of them" in learner_words(quick=quick)["Boosting"]
    assert tuple(learner_words()) == tuple(learners(0)) == tuple(PRINTED_MODELS)


@pytest.mark.skipif(HAS_LEARNERS, reason="scikit-learn is installed")
def test_without_scikit_learn_the_extra_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"aucurate\[papers\]"):
        learners(0)


def test_scores_are_trained_once_and_kept_by_what_they_were_made_from(
    run: Run, fake: list[str]
) -> None:
    first = scored(run)
    assert fake == list(PRINTED_MODELS)
    told = run.cache / "gajowniczek-2014-quick.json"
    assert json.loads(told.read_text()) == first.made_from
    np.testing.assert_array_equal(scored(run).data.values, first.data.values)
    assert len(fake) == 5
    scored(replace(run, quick=False))
    assert len(fake) == 10
    assert (run.cache / "gajowniczek-2014.parquet").is_file()
    assert "calibration_observations" not in scored(replace(run, quick=False)).made_from
    scored(replace(run, rng=1))
    assert len(fake) == 15


def test_fresh_trains_again_and_only_once(run: Run, fake: list[str]) -> None:
    fresh = replace(run, fresh=True)
    scored(fresh)
    scored(fresh)
    assert len(fake) == 5
    churn._made_here.clear()  # as in another process
    scored(run)
    assert len(fake) == 5
    scored(fresh)
    assert len(fake) == 10


def test_a_stopped_run_goes_on_where_it_was(run: Run, fake: list[str]) -> None:
    with pytest.raises(StoppedError):
        scored(replace(run, watch=lambda done, total, what: done < 3))
    assert fake == ["SANN", "Boosting", "Logit"]
    assert not (run.cache / "gajowniczek-2014-quick.json").exists()
    scored(run)
    assert fake == list(PRINTED_MODELS)


def test_what_was_cut_off_is_made_again(run: Run, fake: list[str]) -> None:
    scored(run)
    (run.cache / "gajowniczek-2014-quick.json").write_text("{")
    assert scored(run).data.names == tuple(PRINTED_MODELS)


def test_what_is_missing_has_a_remedy(run: Run, fake: list[str], tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"no folder 'cell2cell'.*\n.*--data"):
        scored(replace(run, data=tmp_path / "nowhere"))
    occupied = tmp_path / "occupied"
    occupied.write_text("")
    with pytest.raises(OptionError, match=r"cannot write to .*\n.*--cache"):
        scored(replace(run, cache=occupied))


@needs_learners
@pytest.mark.skipif(
    os.environ.get("AUCURATE_PAPERS") != "1", reason="trains models; AUCURATE_PAPERS=1 runs it"
)
@pytest.mark.skipif(not (default_data() / FOLDER / FILE).is_file(), reason="no cell2cell")
def test_cell2cell_shows_what_the_exhibits_say(tmp_path: Path) -> None:
    data = scored(Run(cache=tmp_path)).data
    assert data.observations.n_positive == best_reading().left
    assert len(data.observations) == PRINTED_SIZES["validation half"]
    study = reproduce(data)
    assert study.verdict.nonparametric_agree
    assert study.verdict.class_powers_inflate
    for row in study.areas:  # other learners and nine variables fewer: within two standard errors
        assert abs(row.mann_whitney - PRINTED_TABLE_4[row.name][0]) < 2 * row.standard_error


@needs_learners
def test_training_is_that_of_the_estimator(run: Run) -> None:
    halves = load(run.folder(FOLDER))
    model = learners(0)["GDA"]
    expected = model.fit(halves.calibration, halves.calibration_churn)
    found = trained(learners(0)["GDA"], halves)
    np.testing.assert_allclose(found, expected.predict_proba(halves.validation)[:, 1])
