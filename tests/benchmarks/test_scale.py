"""The page about tables larger than memory shows what was measured, and judges it as agreed."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from benchmarks.scale import (
    BEGIN,
    BOUNDED,
    BY_DUCKDB,
    CONTESTANTS,
    END,
    EXACT,
    IN_MEMORY,
    PAGE,
    RESULTS,
    ROWS,
    SORTED,
    Answer,
    Run,
    disagreements_of,
    findings_of,
    made_files,
    main,
    measured,
    with_measured,
)
from tests.loops import for_each

AUCS = (0.8, 0.82)
MACHINE: dict[str, Any] = {
    "date": "2026-11-19",
    "processor": "a processor",
    "cores": 2,
    "load_at_start": 0.1,
    "system": "Linux",
    "python": "3.11.7",
    "versions": {"aucurate": "0.1.0"},
    "rng": 1,
}


def made_runs(
    *, seconds: float = 1.5, bounded_seconds: float = 0.5, memory: int = 10**9
) -> list[Run]:
    """Runs that take ``seconds`` for every million rows, where a sort takes one."""
    exact = Answer(aucs=AUCS, difference_variance=1e-6)
    bounded = Answer(aucs=(0.8 + 2e-7, 0.82), difference_variance=1e-6, auc_bounds=(3e-7, 2e-7))
    runs = []
    for rows in ROWS:
        millions = rows / 1e6
        each = {
            EXACT: (seconds, exact),
            BY_DUCKDB: (seconds, exact),
            BOUNDED: (bounded_seconds, bounded),
            IN_MEMORY: (1.0, exact),
            SORTED: (2.0, Answer(sorts=(millions, millions))),
        }
        runs += [
            Run(
                rows=rows,
                contestant=key,
                seconds=took * millions,
                cpu_seconds=took * millions,
                highest_memory=memory,
                highest_anonymous=memory,
                answer=answer,
            )
            for key, (took, answer) in each.items()
            if rows <= CONTESTANTS[key].most_rows
        ]
    return runs


def _page(runs: list[Run]) -> str:
    return measured({"machine": MACHINE, "runs": [asdict(run) for run in runs]})


def test_the_page_is_what_the_results_make_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = ""
    if RESULTS.exists():
        table = measured(json.loads(RESULTS.read_text(encoding="utf-8")))
    assert text == with_measured(text, table), "run make bench-scale"


def test_runs_survive_json() -> None:
    runs = made_runs()
    again = json.loads(json.dumps([asdict(run) for run in runs]))
    assert [Run.from_json(record) for record in again] == runs


@for_each(
    "runs, met",
    [
        (made_runs(), [True, True, True]),
        (made_runs(seconds=5.0), [False, True, True]),
        (made_runs(bounded_seconds=1.1), [True, False, True]),
        (made_runs(memory=5 * 10**9), [True, True, False]),
        (made_runs()[: len(CONTESTANTS)], [None, None, None]),
    ],
)
def test_targets_hold_for_the_most_rows(runs: list[Run], met: list[bool | None]) -> None:
    assert [finding.met for finding in findings_of(runs)] == met


def test_the_page_shows_ratios_and_verdicts() -> None:
    text = _page(made_runs(seconds=5.0))
    row = "| 100,000,000 | aucurate, polars | 500 | 2.5 times | 5 times | 1.00 GB |"
    assert row in text.splitlines()
    assert (
        "2.5 times as long as the two `ORDER BY` of DuckDB (target: at most 2 times, missed)"
        in text
    )
    assert "1 times that at 1,000,000 and 1 times that at 10,000,000" in text
    assert "within 3.0e-07" in text


def test_a_failure_is_shown_and_misses_its_target() -> None:
    runs = [
        replace(run, failure="MemoryError") if run.contestant == EXACT else run
        for run in made_runs()
    ]
    assert findings_of(runs)[0].met is False
    assert "100,000,000 rows, aucurate, polars: MemoryError" in _page(runs)


@for_each(
    "key, answer",
    [
        (BY_DUCKDB, Answer(aucs=(0.8, 0.81), difference_variance=1e-6)),
        (IN_MEMORY, Answer(aucs=AUCS, difference_variance=1.001e-6)),
        (BOUNDED, Answer(aucs=(0.8, 0.8201), auc_bounds=(1e-6, 1e-6))),
    ],
)
def test_answers_must_agree(key: str, answer: Answer) -> None:
    assert not disagreements_of(made_runs())
    runs = [
        replace(run, answer=answer) if run.contestant == key and run.rows == ROWS[0] else run
        for run in made_runs()
    ]
    assert len(disagreements_of(runs)) == 1
    assert "disagree" in _page(runs)


def test_of_two_rounds_the_faster_counts_and_the_higher_memory() -> None:
    first = Run(rows=1, contestant=EXACT, seconds=2.0, highest_memory=5)
    second = Run(rows=1, contestant=EXACT, seconds=1.0, highest_memory=3)
    both = second.better(first.better(None))
    assert (both.seconds, both.highest_memory) == (1.0, 5)
    assert replace(second, failure="stopped").better(first).failure == "stopped"


def test_only_the_text_between_the_markers_changes() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert with_measured(page, "new\n") == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
    with pytest.raises(ValueError, match="needs the lines"):
        with_measured("no markers", "new\n")


def test_files_are_made_once(tmp_path: Path) -> None:
    files = made_files(1000, tmp_path)
    before = [path.stat().st_mtime_ns for path in files.iterdir()]
    assert made_files(1000, tmp_path) == files
    assert [path.stat().st_mtime_ns for path in files.iterdir()] == before
    table = pl.read_parquet(files)
    assert table.shape == (1000, 3)
    assert table["y"].unique().sort().to_list() == [0, 1]


def test_writing_needs_all_numbers_of_rows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--rows", "1e6", "--write"])
    assert "--write needs all numbers of rows" in capsys.readouterr().err
