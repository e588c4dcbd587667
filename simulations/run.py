"""Run the simulations: ``python -m simulations.run [--write] [--again] [QUESTION ...]``.

Every cell (a question in a world) has a generator of its own, seeded by what it is, so cells can be
run in any order, continued after an interruption (finished cells are kept in results.json) and
repeated one by one. A cell is kept as long as its question has the same draws and columns; what
changes a method without changing a column needs ``--again``. ``--write`` also writes
docs/validation.md, its tables, its cells and its figures from the results; where no cell is
missing, that is all it does.
"""

import argparse
import contextlib
import json
import os
import time
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from simulations.counting import Question, World
from simulations.questions import QUESTIONS
from simulations.report import write_pages

RESULTS = Path(__file__).parent / "results.json"
DOCS = Path(__file__).parents[1] / "docs"
SECONDS_BETWEEN_SAVES = 10


def cell_key(question: str, world: World) -> str:
    """What a cell is, as text: its key in the results and the source of its randomness."""
    return f"{question} {json.dumps(world.to_dict(), sort_keys=True)}"


def run_cell(question: Question, world: World, draws: int) -> dict[str, Any]:
    """The counts of one cell."""
    seed = zlib.crc32(cell_key(question.name, world).encode())
    counts, draws = question.answer(world, draws, seed)
    return {
        "question": question.name,
        "scenario": world.to_dict(),
        "draws": draws,
        "rng": seed,
        "counts": counts,
    }


def _one_thread() -> None:
    """Each process has a cell of its own; threads within it would only be in the way."""
    os.environ["AUCURATE_THREADS"] = "1"
    with contextlib.suppress(ImportError):
        from threadpoolctl import threadpool_limits

        threadpool_limits(1)


def _run_by_index(at: tuple[int, int]) -> tuple[str, dict[str, Any]]:
    question = QUESTIONS[at[0]]
    world = question.scenarios[at[1]]
    return cell_key(question.name, world), run_cell(question, world, question.draws)


def run_all(names: list[str], *, again: bool, processes: int | None = None) -> dict[str, Any]:
    """The cells of the named questions that are not yet in results.json, saved as they end."""
    from rich.progress import Progress

    wanted = {
        cell_key(q.name, s): (i, j)
        for i, q in enumerate(QUESTIONS)
        for j, s in enumerate(q.scenarios)
    }
    results = _kept(wanted, names if again else [])
    todo = [at for k, at in wanted.items() if k not in results and QUESTIONS[at[0]].name in names]
    with (
        ProcessPoolExecutor(processes, initializer=_one_thread) as pool,
        Progress(transient=True) as bar,
    ):
        task, saved = bar.add_task("cells", total=len(todo)), time.monotonic()
        for job in as_completed([pool.submit(_run_by_index, at) for at in todo]):
            key, cell = job.result()
            results[key] = cell
            bar.advance(task)
            if time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                _save(results)
                saved = time.monotonic()
    _save(results)
    return results


def _kept(wanted: dict[str, tuple[int, int]], dropped: list[str]) -> dict[str, Any]:
    """The cells of results.json that answer a question as it is asked now."""
    kept: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return {
        key: cell
        for key, cell in kept.items()
        if key in wanted
        and cell["question"] not in dropped
        and QUESTIONS[wanted[key][0]].is_answered_by(cell)
    }


def _save(results: dict[str, Any]) -> None:
    text = json.dumps(dict(sorted(results.items())), indent=1, sort_keys=True)
    unfinished = RESULTS.with_suffix(".json.part")
    unfinished.write_text(text + "\n")
    os.replace(unfinished, RESULTS)


def main() -> None:
    names = [question.name for question in QUESTIONS]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help=f"of {names}; all if none")
    parser.add_argument("--write", action="store_true", help="write docs/validation*.md")
    parser.add_argument("--again", action="store_true", help="run finished cells too")
    parser.add_argument("--processes", type=int, help="by default as many as there are processors")
    options = parser.parse_args()
    unknown = sorted(set(options.questions) - set(names))
    if unknown:
        parser.error(f"not a question: {unknown}; they are {names}")
    asked = options.questions or names
    results = run_all(asked, again=options.again, processes=options.processes)
    if options.write:
        write_pages(results, DOCS)
    print(f"{len(results)} cells in {RESULTS}")


if __name__ == "__main__":
    main()
