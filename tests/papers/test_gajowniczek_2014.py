"""The loader and the page of Gajowniczek et al. 2014; with AUCURATE_PAPERS=1 the real thing."""

import gzip
import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest

from aucurate.data.paired import PairedScores
from aucurate.errors import MissingExtraError, TableError
from aucurate.reproductions.gajowniczek_2014 import reproduce
from aucurate.reproductions.gajowniczek_2014.printed import (
    N_NEGATIVE,
    N_POSITIVE,
    PRINTED_TABLE_4,
)
from papers import gajowniczek_2014 as paper

HAS_LEARNERS = importlib.util.find_spec("sklearn") is not None
TABLE = """customer,calibrat,churn,revenue,age1
1,1,1,57.5,30
2,0,0,,40
3,1,0,16.9,
4,0,1,38.0,26
"""


def _folder(path: Path, text: str = TABLE) -> Path:
    (path / paper.FILE).write_bytes(gzip.compress(text.encode()))
    return path


def test_the_halves_are_parted_by_calibrat(tmp_path: Path) -> None:
    halves = paper.load(_folder(tmp_path))
    assert halves.variables == ("revenue", "age1")
    assert halves.calibration_churn.tolist() == [1, 0]
    assert halves.validation_churn.tolist() == [0, 1]
    np.testing.assert_array_equal(halves.calibration, [[57.5, 30], [16.9, np.nan]])
    np.testing.assert_array_equal(halves.validation, [[np.nan, 40], [38.0, 26]])


def test_what_is_not_there_is_named_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TableError, match=r"no 'cell2cell\.csv\.gz' in the folder .*\n.*--data"):
        paper.load(tmp_path)
    with pytest.raises(TableError, match="is not cell2cell: it has no column 'calibrat'"):
        paper.load(_folder(tmp_path, "customer,churn\n1,0\n"))
    monkeypatch.setenv("AUCURATE_DATA", str(tmp_path))
    assert paper.default_folder() == tmp_path / "cell2cell"


def test_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = paper.main(["--data", str(tmp_path / "nowhere"), "--cache", str(tmp_path)])
    assert status == 2
    assert "Hint: " in capsys.readouterr().err


@pytest.mark.skipif(HAS_LEARNERS, reason="scikit-learn is installed")
def test_without_scikit_learn_the_extra_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"aucurate\[papers\]"):
        paper.learners()


def test_the_page_has_tables_versions_and_what_differs() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], [300, 60])
    scores = {name: rng.beta(4 + labels, 5 - labels) for name in paper.LEARNERS}
    made_from = dict.fromkeys(("Python", *paper.PROGRAMS), "1.2.3") | {"rng": 0}
    text = paper.page(
        reproduce(PairedScores.from_arrays(labels, scores), settings=made_from), n_variables=66
    )
    assert "scikit-learn 1.2.3" in text
    assert "360 observations" in text
    assert "has 66 of them" in text
    assert "not blind" in text
    assert all(f"**{name}**" in text for name in paper.LEARNERS)
    assert text.count("\n| :--") == 6


@pytest.mark.skipif(
    os.environ.get("AUCURATE_PAPERS") != "1", reason="trains models; AUCURATE_PAPERS=1 runs it"
)
@pytest.mark.skipif(not HAS_LEARNERS, reason="scikit-learn is not installed (extra 'papers')")
@pytest.mark.skipif(not (paper.default_folder() / paper.FILE).is_file(), reason="no cell2cell")
def test_cell2cell_shows_what_the_page_says(tmp_path: Path) -> None:
    data, made_from = paper.scores_of(paper.default_folder(), tmp_path)
    kept = (tmp_path / "gajowniczek-2014.parquet").stat().st_mtime_ns
    again, _ = paper.scores_of(paper.default_folder(), tmp_path)
    assert (tmp_path / "gajowniczek-2014.parquet").stat().st_mtime_ns == kept
    np.testing.assert_array_equal(again.values, data.values)
    assert (data.observations.n_positive, data.observations.n_negative) == (N_POSITIVE, N_NEGATIVE)
    study = reproduce(data, settings=made_from)
    assert study.verdict.nonparametric_agree
    assert study.verdict.class_powers_inflate
    for row in study.areas:  # other learners and nine variables fewer: within two standard errors
        assert abs(row.mann_whitney - PRINTED_TABLE_4[row.name][0]) < 2 * row.standard_error
