"""What `aucurate reproduce` writes: the list, one exhibit as text, the page and its files."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from aucurate import formatting
from aucurate.errors import OptionError
from aucurate.reproductions.catalog import PAPERS, Paper
from aucurate.reproductions.exhibit import STATES, Exhibit
from aucurate.reproductions.glance import listed
from aucurate.reproductions.keeping import Finished, run_file
from aucurate.reproductions.page import FOLDER, page_html, page_markdown
from aucurate.reproductions.running import Run, write_json


def listing_text(run: Run, *, as_json: bool) -> str:
    """Every paper with its exhibits and their states."""
    table = listed(run)
    columns = {name: list(values) for name, values in table.columns.items()}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if as_json:
        return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
    width = max(len(row["name"]) for row in rows) + 1
    parts = [
        _paper_text(paper, [row for row in rows if row["paper"] == paper.key], width)
        for paper in PAPERS
    ]
    where = {"here": "found on this machine", "recorded": "of the run behind docs/papers.md"}
    told = [words for found, words in where.items() if any(row["found"] == found for row in rows)]
    source = f"States are those {formatting.listing(told, 'or')}.\n" if told else ""
    return "\n".join([*parts, f"{source}Run one: aucurate reproduce rosset-2004 --table 1\n"])


def _paper_text(paper: Paper, rows: list[dict[str, Any]], width: int) -> str:
    head = f"{paper.key}   {paper.authors}: {paper.title}"
    states = max(len(state) for state in STATES)
    lines = [
        f"  {row['name'] + ('*' if row['needs'] else ''):<{width}}  {row['state']:<{states}}  "
        f"{row['title']}"
        for row in rows
    ]
    needs = dict.fromkeys(row["needs"] for row in rows if row["needs"])
    return "\n".join([head, *lines, *(f"  * needs {text}" for text in needs)]) + "\n"


def exhibit_text(done: Finished, render: Callable[[Any], str]) -> str:
    """One exhibit as it is printed; in other formats than text only what they hold."""
    exhibit = done.exhibit
    text = render(exhibit)
    if text != f"{exhibit}\n":
        return text
    head = f"{exhibit.paper}, {exhibit.name}: {exhibit.title}\nState: {exhibit.state}\n"
    drawn = len(done.figures)
    figures = f"\nWith {formatting.count(drawn, 'figure')}: add --out DIR.\n" if drawn else ""
    if done.undrawn:
        figures = f"\nNot drawn: {done.undrawn}\n"
    return f"{head}\n{text}{figures}"


def summary_text(exhibits: Sequence[Exhibit], out: Path) -> str:
    """How many are in which state, and where the page is."""
    counted = Counter(one.state for one in exhibits)
    rows = [(state, str(counted[state])) for state in STATES if counted[state]]
    table = formatting.text_table(("state", "exhibits"), rows)
    return f"{table}\n\nWritten: {out / 'papers.html'} and {out / 'papers.md'}\n"


def write_page(done: Sequence[Finished], out: Path) -> None:
    """The page twice, the figures, and each exhibit as JSON."""
    folder = out / FOLDER
    try:
        (folder / "runs").mkdir(parents=True, exist_ok=True)
        (out / "papers.md").write_text(page_markdown(done), encoding="utf-8")
        (out / "papers.html").write_text(page_html(done), encoding="utf-8")
        for one in done:
            for name, content in one.figures.items():
                (folder / f"{name}.svg").write_bytes(content)
            write_json(folder / "runs" / f"{one.exhibit.key}.json", run_file(one))
    except OSError as error:
        raise OptionError(
            f"cannot write to '{out}': {error.strerror}.", hint="name another folder with --out."
        ) from None
