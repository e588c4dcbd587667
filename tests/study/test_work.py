"""Progress and interruption of a study: in replicates, stopped in order, counted in caveats."""

from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.data.scores import PairedScores
from aucurate.errors import AucurateError, OptionError
from aucurate.inference.core.multiplicity import CORRECTIONS, adjust
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress
from aucurate.study import CompareStudy, Study, compare
from aucurate.study.compare import numbers
from aucurate.study.work import Task, Work, interrupted

T = TypeVar("T")
Columns = dict[str, NDArray[np.float64]]
EVERYTHING = {
    "interval": "bootstrap",
    "all_intervals": True,
    "simultaneous": True,
    "margin": 0.05,
    "margin_test": "equivalence",
}


class Listener:
    """A callback that keeps what it is told, and stops when so many replicates are done."""

    def __init__(self, stop: float = float("inf")) -> None:
        self.stop = stop
        self.told: list[tuple[int, int, str]] = []

    def __call__(self, done: int, total: int, what: str) -> bool:
        if what == "ranking":
            return True
        self.told.append((done, total, what))
        return done < self.stop


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aucurate.kernels.chunks.CHUNK_WORK", 100_000)


def resampled(
    labels: NDArray[np.int64], scores: Columns, listener: Listener, **options: Any
) -> CompareStudy:
    data = PairedScores.from_arrays(labels, scores)
    options = {"method": "bootstrap", "resampling": Resampling(replicates=1000, rng=1), **options}
    return compare(data, progress=listener, **options)


def test_all_the_work_of_a_study_is_one_account(labels: NDArray[np.int64], scores: Columns) -> None:
    listener = Listener()
    study = resampled(labels, scores, listener, **EVERYTHING)
    pairs, classifiers, kinds = 6, 4, 4
    drawn = 1000 * (3 * pairs + classifiers * (1 + kinds))
    assert {total for _, total, _ in listener.told} == {drawn}
    done = [done for done, _, _ in listener.told]
    assert (done[0], done[-1]) == (0, drawn)
    assert done == sorted(done)
    names = [what for _, _, what in listener.told]
    assert names[0] == "bootstrap-percentile: forest - logistic and 5 more"
    assert "equivalence: forest - logistic and 5 more" in names
    assert "bootstrap-bca: tree" in names
    assert "interrupted" not in {caveat.kind for caveat in study.caveats}


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_a_stopped_study_has_what_was_done_and_holds_for_what_was_asked(
    labels: NDArray[np.int64],
    scores: Columns,
    correction: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numbers, "drawn_together", lambda *_, **__: 2)
    whole = resampled(labels, scores, Listener(), correction=correction)
    study = resampled(labels, scores, Listener(stop=2500), correction=correction)
    assert study.comparisons[:2] == whole.comparisons[:2]
    assert len(study.comparisons) == 4
    for comparison in study.comparisons[2:]:
        assert any(c.kind == "stopped_early" for c in comparison.caveats)
    as_if = [c.p_value for c in study.comparisons] + [1.0] * 2
    adjusted = tuple(test.adjusted_p_value for test in study.tests)
    assert adjusted == adjust(as_if, correction)[:4]  # type: ignore[arg-type]
    told = [str(caveat) for caveat in study.caveats]
    assert told[0].startswith("Interrupted after 4 of 6 comparisons.")
    named = "forest - tree and logistic - bayes: stopped after"
    assert any(message.startswith(named) for message in told)
    assert study.sentences()
    assert Study.from_json(study.to_json()) == study


def test_pairs_that_are_drawn_together_are_stopped_together(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = resampled(labels, scores, Listener(stop=2500))
    assert len(study.comparisons) == 6
    assert len({str(c) for one in study.comparisons for c in one.caveats}) == 1
    assert {c.kind for one in study.comparisons for c in one.caveats} == {"stopped_early"}
    assert "interrupted" not in {caveat.kind for caveat in study.caveats}


def test_wherever_it_is_stopped_there_is_a_study_or_cancelled(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    three = {name: scores[name] for name in ("forest", "logistic", "tree")}
    for stop in (1, *range(500, 23_000, 1500)):
        study = resampled(labels, three, Listener(stop=stop), **EVERYTHING)
        assert str(study)
        assert len(study.estimates) == 3
        for table in study.tables():
            study.to_frame(table.name)
        assert "interrupted" in {caveat.kind for caveat in study.caveats}
    with pytest.raises(Cancelled):
        resampled(labels, three, Listener(stop=0), **EVERYTHING)


def test_intervals_that_were_not_done_are_the_recommended_ones(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = resampled(labels, scores, Listener(stop=1500), method="delong", interval="bootstrap")
    methods = [estimate.interval.method for estimate in study.estimates]
    assert methods == ["bootstrap percentile"] * 2 + ["DeLong beta"] * 2
    assert len(study.comparisons) == 6
    told = [str(caveat) for caveat in study.caveats]
    assert told[0].startswith("Interrupted after 2 of 4 intervals of AUCs")
    assert any(message.startswith("logistic: stopped after") for message in told)


def test_a_test_of_whole_curves_that_was_stopped_leaves_the_comparisons(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = resampled(labels, scores, Listener(stop=1500), method="venkatraman")
    assert len(study.comparisons) == 6
    assert 0 < len(study.curve_tests) < 6
    none = resampled(labels, scores, Listener(stop=0), method="venkatraman")
    assert none.curve_tests == ()
    assert "Interrupted after 0 of 6 tests of whole curves." in str(none)


def test_ranking_is_stopped_with_cancelled() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 2_000_000)
    with pytest.raises(Cancelled):
        compare(labels, rng.normal(size=2_000_000), progress=lambda done, total, what: False)


def test_fresh_randomness_is_the_same_within_a_study_and_written_down(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    two = {name: scores[name] for name in ("forest", "tree")}
    for rng in (None, np.random.default_rng(5)):
        fresh = Resampling(replicates=200, rng=rng)
        study = compare(labels, two, method="bootstrap", simultaneous=True, resampling=fresh)
        together, alone = study.simultaneous[0].interval, study.comparisons[0].interval
        assert together.low == pytest.approx(alone.low, abs=1e-12)
        written = study.settings.resampling.rng
        again = Resampling(replicates=200, rng=written)
        repeated = compare(labels, two, method="bootstrap", simultaneous=True, resampling=again)
        assert repeated == study


def _reporting(progress: Progress | None) -> str:
    assert progress is not None
    return "stopped" if progress(1, 4, "inside") is False else "done"


def _run(progress: Progress | None, tasks: list[Task[T]]) -> tuple[Work, list[T | None]]:
    work = Work(progress)
    work.expect(tasks)
    return work, work.run("tasks", tasks)


def test_tasks_are_one_account() -> None:
    calls: list[tuple[int, int, str]] = []
    tasks = [Task("a", _reporting), Task("b", _reporting, weight=300)]
    work, answers = _run(lambda *call: calls.append(call), tasks)
    assert answers == ["done", "done"]
    assert calls == [
        (0, 400, "a"),
        (25, 400, "a"),
        (100, 400, "b"),
        (175, 400, "b"),
        (400, 400, "b"),
    ]
    assert not work.stopped


def test_a_task_that_starts_over_counts_on() -> None:
    def ask(progress: Progress | None) -> None:
        assert progress is not None
        for done in (5, 10, 5, 10):
            progress(done, 10, "")

    calls: list[int] = []
    _run(lambda done, total, what: calls.append(done), [Task("fitting", ask, passes=2)])
    assert calls == [0, 25, 50, 75, 100, 100]


def test_the_task_under_way_may_use_what_it_has_and_the_others_are_left_out() -> None:
    tasks = [Task("", _reporting) for _ in range(4)]
    _, answers = _run(lambda done, total, what: done < 125, tasks)
    assert answers == ["done", "stopped", None, None]


@pytest.mark.parametrize("error", [Cancelled, AucurateError("too few replicates")])
def test_a_task_without_a_result_was_not_done(error: Exception) -> None:
    def refuse(progress: Progress | None) -> int:
        assert progress is not None
        progress(1, 2, "")
        raise error

    quick: Task[int] = Task("quick", lambda _: 7, weight=0)
    work, answers = _run(lambda done, total, what: done < 50, [Task("", refuse), quick])
    assert answers == [None, 7]
    assert work.unfinished == {"tasks": (0, 1)}
    with pytest.raises((Cancelled, AucurateError)):
        _run(lambda done, total, what: True, [Task("", refuse)])


def test_errors_are_errors_where_nobody_listens() -> None:
    def refuse(progress: Progress | None) -> int:
        assert progress is None
        raise OptionError("no.")

    with pytest.raises(OptionError):
        _run(None, [Task("", refuse)])


def test_tasks_that_must_be_done() -> None:
    tasks: list[Task[int]] = [Task("a", lambda _: 7), Task("b", lambda _: 8)]
    work = Work()
    work.expect(tasks)
    assert work.require(tasks) == [7, 8]
    stopped = Work(lambda done, total, what: done < 100)
    stopped.expect(tasks)
    with pytest.raises(Cancelled, match="stopped in 'b', 1 of 2 done"):
        stopped.require(tasks)


def test_several_questions_that_are_asked_at_once_count_one_by_one() -> None:
    calls: list[tuple[int, int]] = []

    def ask(progress: Progress | None) -> tuple[str, ...]:
        assert progress is not None
        progress(50, 100, "")
        if len(calls) > 3:
            raise AucurateError("too few")
        return ("a", "b", "c")

    def watch(done: int, total: int, what: str) -> bool:
        calls.append((done, total))
        return done < 400

    work = Work(watch)
    tasks = [
        Task("first", ask, 300, questions=3),
        Task("second", ask, 300, questions=3),
        Task("third", ask, 200, questions=2),
    ]
    work.expect(tasks)
    assert work.run_blocks("letters", tasks) == ["a", "b", "c"] + [None] * 5
    assert calls == [(0, 800), (150, 800), (300, 800), (450, 800)]
    assert work.unfinished == {"letters": (3, 8)}


def test_what_is_missing_is_counted() -> None:
    assert interrupted(3, 3, "models") == []
    (caveat,) = interrupted(1, 3, "models")
    assert caveat.kind == "interrupted"
    assert caveat.message == "Interrupted after 1 of 3 models; the others are left out."
