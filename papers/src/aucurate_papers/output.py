"""What `aucurate reproduce` writes: the list, exhibits in several formats, the page."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aucurate import formatting
from aucurate.io.writing import replace_file
from aucurate_papers.catalog import PAPERS, Paper, listed
from aucurate_papers.exhibit import STATES, Exhibit
from aucurate_papers.page import FOLDER, page_html, page_markdown
from aucurate_papers.running import Finished, Run, run_file, write_json, writing

_WHERE = {
    "here": "this machine",
    "recorded": "the run behind docs/papers.md",
    "quick": "this machine, in few draws",
}


def listing_text(run: Run, *, as_json: bool) -> str:
    """Every paper with its exhibits and their states."""
    columns = {name: list(values) for name, values in listed(run).columns.items()}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if as_json:
        return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
    width = max(len(row["name"]) for row in rows) + 1
    parts = [
        _paper_text(paper, [row for row in rows if row["paper"] == paper.key], width)
        for paper in PAPERS
    ]
    told = [f"{name}: {words}" for name, words in _WHERE.items() if name in columns["found"]]
    source = f"Where states were found: {'; '.join(told)}.\n" if told else ""
    return "\n".join([*parts, f"{source}Run one: aucurate reproduce rosset-2004 --table 1\n"])


def _paper_text(paper: Paper, rows: list[dict[str, Any]], width: int) -> str:
    head = f"{paper.key}   {paper.authors}: {paper.title}"
    states, where = (max(map(len, words)) for words in (STATES, _WHERE))
    lines = [
        f"  {row['name'] + ('*' if row['needs'] else ''):<{width}}  {row['state']:<{states}}  "
        f"{row['found']:<{where}}  {row['title']}"
        for row in rows
    ]
    needs = dict.fromkeys(row["needs"] for row in rows if row["needs"])
    return "\n".join([head, *lines, *(f"  * needs {text}" for text in needs)]) + "\n"


def exhibits_text(done: Sequence[Finished], kind: str, *, several: bool) -> str:
    """Exhibits as 'text', 'markdown', 'latex', or 'json': an array where ``several`` were asked."""
    if kind == "json":
        found = [json.loads(one.exhibit.to_json()) for one in done]
        content = found if several else found[0]
        return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write = {"text": _as_text, "markdown": _as_markdown, "latex": _as_latex}[kind]
    return "\n".join(write(one) for one in done)


def show_exhibits(done: Sequence[Finished]) -> None:
    """Exhibits as text that fits the terminal."""
    from aucurate.cli.terminal import Screen, show

    screen = Screen.of_stdout()
    for at, one in enumerate(done):
        above = "\n" if at else ""
        for line in f"{above}{_head(one.exhibit)}\n".split("\n"):
            screen.words(line or " ", style="bold")
        show(one.exhibit, screen)
        for line in _figures(one).strip().split("\n"):
            screen.words(line)


def _as_text(done: Finished) -> str:
    return f"{_head(done.exhibit)}\n\n{done.exhibit}\n{_figures(done)}"


def _head(exhibit: Exhibit) -> str:
    return f"{_named(exhibit)}\nState{_quick(exhibit)}: {exhibit.state}"


def _figures(done: Finished) -> str:
    if done.undrawn:
        return f"\nNot drawn: {done.undrawn}\n"
    drawn = len(done.figures)
    return f"\nWith {formatting.count(drawn, 'figure')}: add --out DIR.\n" if drawn else ""


def _as_markdown(done: Finished) -> str:
    from aucurate.tables.markdown import escaped, to_markdown

    exhibit = done.exhibit
    state = f"**{exhibit.state}**{_quick(exhibit)}"
    return f"### {escaped(_named(exhibit))}\n\n{state}\n\n{to_markdown(exhibit)}"


def _as_latex(done: Finished) -> str:
    from aucurate.tables.latex import to_latex

    exhibit = done.exhibit
    return f"% {_named(exhibit)}\n% {exhibit.state}{_quick(exhibit)}\n{to_latex(exhibit)}"


def _named(exhibit: Exhibit) -> str:
    return f"{exhibit.paper}, {exhibit.name}: {exhibit.title}"


def _quick(exhibit: Exhibit) -> str:
    return " (in few draws)" if exhibit.provenance.settings.get("quick") else ""


def summary_text(done: Sequence[Finished], out: Path) -> str:
    """How many are in which state, and where the page is."""
    counted = Counter(one.exhibit.state for one in done)
    rows = [(state, str(counted[state])) for state in STATES if counted[state]]
    table = formatting.text_table((f"state{_quick(done[0].exhibit)}", "exhibits"), rows)
    undrawn = next((f"Figures are not drawn: {one.undrawn}\n" for one in done if one.undrawn), "")
    return f"{table}\n\n{undrawn}Written: {out / 'papers.html'} and {out / 'papers.md'}\n"


def write_page(done: Sequence[Finished], out: Path) -> None:
    """The page twice, the figures, and each exhibit as JSON."""
    folder = out / FOLDER
    with writing(out, folder="--out"):
        (folder / "runs").mkdir(parents=True, exist_ok=True)
        replace_file(out / "papers.md", page_markdown(done).encode("utf-8"))
        replace_file(out / "papers.html", page_html(done).encode("utf-8"))
        for one in done:
            for name, content in one.figures.items():
                replace_file(folder / f"{name}.svg", content)
    for one in done:
        path = folder / "runs" / f"{one.exhibit.key}.json"
        write_json(path, run_file(one), folder="--out")
