"""Time limit, resuming, and what is told; with fake algorithms in real worker processes."""

import importlib.util
import os
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from papers.tests.aslan_2009.training.conftest import MakeWorks
from papers.tests.aslan_2009.training.fakes import (
    Dying,
    Failing,
    NotFinite,
    Quick,
    Slow,
    run_telling_pid,
)

from aucurate_papers.aslan_2009.training import prepared
from aucurate_papers.aslan_2009.training.prepared import N_FOLDS
from aucurate_papers.aslan_2009.training.running import Limits, Stop, Work, run
from aucurate_papers.aslan_2009.training.workers import Failed, Fitted, Job, fitted

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("threadpoolctl") is None,
    reason="threadpoolctl is not installed (it comes with the extra 'papers')",
)
AMPLE = Limits(fit=500.0, budget=1e6)
SHORT = Limits(fit=1.5, budget=1e6)


def _nothing(work: Work, is_over: bool) -> None:
    pass


def test_all_training_sets_score_the_same_test_set_and_are_kept(works: MakeWorks) -> None:
    (work,) = works(Quick)
    over: list[bool] = []
    run([work], AMPLE, n_workers=2, tell=lambda _, is_over: over.append(is_over))
    assert work.is_finished
    assert work.stop is None
    assert over == [False] * (N_FOLDS - 1) + [True]
    data = prepared.load(work.dataset)
    test = data.inputs[data.division.test, 0]
    expected = [test + data.inputs[data.division.training(k)].sum() for k in range(N_FOLDS)]
    np.testing.assert_allclose(work.kept.scores(), expected)
    assert work.kept.scores().dtype == np.float64
    assert "30 fits" in work.words()


def test_a_fit_out_of_time_stops_its_algorithm_and_no_other(works: MakeWorks) -> None:
    slow, quick = works(Slow, Quick)
    told: list[str] = []
    run(
        [slow, quick],
        SHORT,
        n_workers=1,
        tell=lambda work, is_over: told.append(work.words()) if is_over else None,
    )
    assert quick.is_finished
    assert slow.stop is not None
    assert (slow.stop.kind, slow.done) == ("limit", [])
    assert "not finished (fit 1 took more than 2 s)" in told[0]
    assert len(told) == 2


def test_what_ran_out_of_time_is_tried_again_only_with_more_time(works: MakeWorks) -> None:
    limit = Stop(kind="limit", reason="", limit=10.0, budget=100.0)
    assert limit.stands(limit=10.0, budget=1e9)
    assert not limit.stands(limit=11.0, budget=1.0)
    budget = Stop(kind="budget", reason="", limit=10.0, budget=100.0)
    assert budget.stands(limit=1e9, budget=100.0)
    assert not budget.stands(limit=1.0, budget=101.0)
    assert not Stop(kind="error", reason="", limit=1.0, budget=1.0).stands(limit=1.0, budget=1.0)
    (work,) = works(Quick)
    work.kept.stop(Stop(kind="limit", reason="slow", limit=AMPLE.fit, budget=1.0))
    (again,) = works(Quick)
    run([again], AMPLE, n_workers=1, tell=_nothing)
    assert again.done == []
    run([again], Limits(fit=AMPLE.fit + 1, budget=1e6), n_workers=1, tell=_nothing)
    assert again.is_finished
    assert again.kept.stopped() is None


def test_a_second_start_fits_only_what_is_missing(works: MakeWorks) -> None:
    (work,) = works(Quick)
    run([work], AMPLE, n_workers=1, tell=_nothing)
    files = sorted(work.kept.folder.glob("fit-*.npz"))
    times = {file: file.stat().st_mtime_ns for file in files}
    files[4].unlink()
    (again,) = works(Quick)
    assert again.kept.missing() == [4]
    run([again], AMPLE, n_workers=2, tell=_nothing)
    assert again.is_finished
    changed = [file for file in files if file.stat().st_mtime_ns != times[file]]
    assert changed == [files[4]]


def test_an_interruption_loses_no_finished_fit(works: MakeWorks) -> None:
    (work,) = works(Quick)

    def interrupt(told: Work, is_over: bool) -> None:
        if len(told.done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([work], AMPLE, n_workers=1, tell=interrupt)
    (again,) = works(Quick)
    assert len(again.done) == 3
    assert "not finished (interrupted), 3 of 30 fits kept" in again.words()


def test_the_first_fit_tells_whether_the_rest_fits_the_budget(works: MakeWorks) -> None:
    (work,) = works(Quick)
    run([work], Limits(fit=500.0, budget=1e-9), n_workers=1, tell=_nothing)
    assert work.stop is not None
    assert (work.stop.kind, len(work.done)) == ("budget", 1)
    assert "30 fits would take" in work.words()


def test_errors_and_deaths_are_told_and_the_next_goes_on(works: MakeWorks) -> None:
    failing, dying, quick = works(Failing, Dying, Quick)
    run([failing, dying, quick], AMPLE, n_workers=1, tell=_nothing)
    assert failing.stop is not None
    assert failing.stop.reason == "fit 1 failed: ValueError: no"
    assert dying.stop is not None
    assert dying.stop.reason == "fit 1 failed: the worker process died"
    assert quick.is_finished


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")
def test_workers_end_with_a_parent_that_was_killed(works: MakeWorks, tmp_path: Path) -> None:
    (work,) = works(Slow)
    told = tmp_path / "pid"
    context = get_context("spawn")
    parent = context.Process(target=run_telling_pid, args=(work.dataset, told))
    parent.start()
    worker = _read_when_there(told)
    parent.kill()
    parent.join()
    for _ in range(300):
        if not _is_alive(worker):
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its parent")


def _read_when_there(path: Path) -> int:
    for _ in range(600):
        if path.is_file():
            return int(path.read_text())
        time.sleep(0.1)
    pytest.fail("the worker did not begin")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # one that nobody waits for stays as a zombie
    return not (state.is_file() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")


def test_one_fit_without_a_process(works: MakeWorks) -> None:
    (work,) = works(Quick)
    assert isinstance(fitted(Job(work.dataset, 0, Quick())), Fitted)
    assert fitted(Job(work.dataset, 0, NotFinite())) == Failed("a score is not finite")


def test_the_smallest_set_comes_first(works: MakeWorks) -> None:
    plan = works(Quick, Failing, sets=("spambase", "wave"))
    assert [work.set_name for work in plan] == ["wave", "wave", "spambase", "spambase"]
    assert [work.algorithm.name for work in plan] == ["Quick", "Failing"] * 2


def test_a_prepared_set_is_made_once_and_anew_when_its_file_changes(
    folder: Path, tmp_path: Path
) -> None:
    here = prepared.prepare("wave", folder, tmp_path)
    before = (here / "data.npz").stat().st_mtime_ns
    assert prepared.prepare("wave", folder, tmp_path) == here
    assert (here / "data.npz").stat().st_mtime_ns == before
    facts = prepared.told(here)
    assert (facts["n_read"], facts["n_classes"], facts["n_numeric"]) == (100, 3, 2)
    file = folder / "waveform" / "waveform.data"
    file.write_text(file.read_text() + "1.5,1.5,0\n")
    assert prepared.prepare("wave", folder, tmp_path) != here
