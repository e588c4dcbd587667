"""Run the simulations: ``python -m simulations.run [--write] [--draws N]``.

Every cell (a question in a scenario) has a generator of its own, seeded by what it is, so cells
can be run in any order, continued after an interruption (finished cells are kept in results.json)
and repeated one by one. ``--write`` also writes docs/validation.md from the results.
"""

import argparse
import json
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from simulations.questions import QUESTIONS, Question
from simulations.report import write_page
from simulations.scenarios import Scenario

RESULTS = Path(__file__).parent / "results.json"
PAGE = Path(__file__).parents[1] / "docs" / "validation.md"
DRAWS = 5000


def cell_key(question: str, scenario: Scenario) -> str:
    """What a cell is, as text: its key in the results and the source of its randomness."""
    return f"{question} {json.dumps(scenario.to_dict(), sort_keys=True)}"


def run_cell(question: Question, scenario: Scenario, draws: int) -> dict[str, Any]:
    """The counts of one cell."""
    seed = zlib.crc32(cell_key(question.name, scenario).encode())
    counts = question.ask(scenario, draws, np.random.default_rng(seed))
    return {
        "question": question.name,
        "scenario": scenario.to_dict(),
        "draws": draws,
        "rng": seed,
        "counts": counts,
    }


def _run_by_index(at: tuple[int, int], draws: int) -> tuple[str, dict[str, Any]]:
    question = QUESTIONS[at[0]]
    scenario = question.scenarios[at[1]]
    return cell_key(question.name, scenario), run_cell(question, scenario, draws)


def run_all(draws: int) -> dict[str, Any]:
    """All cells that are not in results.json with this many draws, saved as they end."""
    from rich.progress import Progress

    kept: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    wanted = {
        cell_key(q.name, s): (i, j)
        for i, q in enumerate(QUESTIONS)
        for j, s in enumerate(q.scenarios)
    }
    results = {k: v for k, v in kept.items() if k in wanted and v["draws"] == draws}
    todo = [at for key, at in wanted.items() if key not in results]
    with ProcessPoolExecutor() as pool, Progress(transient=True) as bar:
        task = bar.add_task("cells", total=len(todo))
        for job in as_completed([pool.submit(_run_by_index, at, draws) for at in todo]):
            key, cell = job.result()
            results[key] = cell
            _save(results)
            bar.advance(task)
    return results


def _save(results: dict[str, Any]) -> None:
    text = json.dumps(dict(sorted(results.items())), indent=1, sort_keys=True)
    RESULTS.write_text(text + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write docs/validation.md")
    parser.add_argument("--draws", type=int, default=DRAWS, help="test sets per cell")
    options = parser.parse_args()
    results = run_all(options.draws)
    if options.write:
        write_page(results, PAGE)
    print(f"{len(results)} cells of {options.draws} draws in {RESULTS}")


if __name__ == "__main__":
    main()
