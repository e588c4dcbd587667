"""From the runs in docs/papers/runs: the page docs/papers.md and the states the package knows.

``aucurate reproduce --all --out docs`` writes the runs; ``python tools/record_papers.py`` then
writes papers/src/aucurate_papers/recorded.json, and the page again from the runs alone: tests hold
that both are what the committed runs say.
"""

import json
from pathlib import Path

from aucurate_papers.catalog import PAPERS, RECORDED, record_of
from aucurate_papers.page import FOLDER, page_markdown
from aucurate_papers.running import Finished, from_run_file

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
RECORD = ROOT / "papers" / "src" / "aucurate_papers" / RECORDED


def runs(docs: Path = DOCS) -> list[Finished]:
    """The committed runs in the order of the catalog."""
    found = {}
    for path in (docs / FOLDER / "runs").glob("*.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        figures = {
            name: (docs / FOLDER / f"{name}.svg").read_bytes() for name in content["figures"]
        }
        one = from_run_file(content, figures)
        found[one.exhibit.paper, one.exhibit.name] = one
    order = [(entry.paper, entry.name) for paper in PAPERS for entry in paper.entries]
    unknown = found.keys() - set(order)
    if unknown:
        raise SystemExit(f"runs of exhibits that are no longer there: {sorted(unknown)}")
    done = [found[key] for key in order if key in found]
    _refuse_mixed(done)
    return done


def _refuse_mixed(done: list[Finished]) -> None:
    """One page is one run: in full, with one rng and one version."""
    about = [one.exhibit.provenance for one in done]
    made = {(a.version, a.settings["rng"], a.settings["quick"]) for a in about}
    if len(made) > 1 or any(one.exhibit.state == "not run here" for one in done):
        raise SystemExit(f"these runs do not belong together: {sorted(made)}")


def record_text(done: list[Finished]) -> str:
    """The content of recorded.json."""
    record = record_of(one.exhibit for one in done)
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both files."""
    done = runs()
    RECORD.write_text(record_text(done), encoding="utf-8")
    (DOCS / "papers.md").write_text(page_markdown(done), encoding="utf-8")


if __name__ == "__main__":
    main()
