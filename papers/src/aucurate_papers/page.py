"""All exhibits on one page, in Markdown or HTML: ours, theirs, how far they agree, and why not."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from aucurate.formatting import count, html_table, number
from aucurate.study.table import Table
from aucurate.tables.markdown import escaped, table_lines
from aucurate_papers.catalog import PAPERS, paper
from aucurate_papers.exhibit import MEANINGS, STATES, Exhibit, State
from aucurate_papers.running import Finished

TITLE = "The papers, reproduced"
FOLDER = "papers"
"""The folder of the figures and runs, beside the page."""
_LONG = 25  # rows; longer tables are folded
_DIGITS = 8
_NOT_TOLD = ("rng", "quick")

WORDS = (
    "What five papers show in tables and figures, and claim in between: theirs beside ours. "
    "Theirs are typed from the papers; ours are computed by the run that this page was written "
    "from, and no figure of ours is typed by hand. States are computed too, by the rules in the "
    "docstrings of the modules in `aucurate_papers`; only where the paper claims nothing, "
    "or has data that nobody could find, no number of ours could change them."
)
AGAIN = (
    "To run it all again, in a clone of the repository, with the data in the folder that "
    "`AUCURATE_DATA` names (default `../shared/data`):"
)
COMMANDS = (
    "make scores   # trains the algorithms of aslan-2009 (Java 17; hours; goes on if interrupted)",
    "make papers   # everything else, then this page",
)


def page_markdown(done: Sequence[Finished]) -> str:
    """The page for a repository: figures and runs are files in a folder beside it."""
    exhibits = [one.exhibit for one in done]
    parts = [
        f"# {TITLE}",
        f"*{escaped(_made_with(done))}*",
        f"{_how_much(done)}{WORDS}",
        AGAIN,
        "```sh\n" + "\n".join(COMMANDS) + "\n```",
        "One of them alone: `aucurate reproduce rosset-2004 --table 1`; all that needs no data, in "
        "few draws: `aucurate reproduce --all --quick --out DIR`. Each exhibit with every digit "
        f"is a JSON file in `{FOLDER}/runs/`.",
        "## At a glance",
        _linked_glance(exhibits),
        "\n".join(f"- *{state}*: {MEANINGS[state]}." for state in _states(exhibits)),
    ]
    for key, group in groupby(done, key=lambda one: one.exhibit.paper):
        about = paper(key)
        parts += [f"## {about.authors}", f"*{about.title}.* {about.appeared}."]
        for one in group:
            parts += _exhibit_markdown(one, done[0])
    return "\n\n".join(parts) + "\n"


def page_html(done: Sequence[Finished]) -> str:
    """The page as one file that needs no other: figures are inside, no address of another host."""
    exhibits = [one.exhibit for one in done]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{TITLE}</title>",
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>{TITLE}</h1>",
        f"<p class=small>{escape(_made_with(done))}</p>",
        f"<p>{escape(_how_much(done) + WORDS.replace('`', ''))}</p>",
        f"<p>{escape(AGAIN.replace('`', ''))}</p>",
        f"<pre>{escape(chr(10).join(COMMANDS))}</pre>",
        "<h2>At a glance</h2>",
        f"<div class=wide>{_with_links(_table_html(_glance(exhibits)), exhibits)}</div>",
        "<dl>",
        *(
            f"<dt>{escape(state)}</dt><dd>{escape(MEANINGS[state])}</dd>"
            for state in _states(exhibits)
        ),
        "</dl>",
    ]
    for key, group in groupby(done, key=lambda one: one.exhibit.paper):
        about = paper(key)
        parts += [
            f"<h2>{escape(about.authors)}</h2>",
            f"<p><i>{escape(about.title)}.</i> {escape(about.appeared)}.</p>",
        ]
        for one in group:
            parts += _exhibit_html(one, done[0])
    return "\n".join([*parts, "</main></body></html>", ""])


def _exhibit_markdown(one: Finished, first: Finished) -> Iterator[str]:
    exhibit = one.exhibit
    yield f'<a id="{exhibit.key}"></a>\n\n### {escaped(_heading(exhibit))}'
    yield f"**{exhibit.state}**. " + " ".join(escaped(text) for text in exhibit.verdict)
    if exhibit.differs:
        yield f"Why it differs: {escaped(exhibit.differs)}"
    for table in exhibit.shown:
        title = escaped(table.title)
        if len(table.rows) <= _LONG:
            yield f"**{title}**\n\n{table_lines(table)}"
        else:
            summary = f"{escape(table.title)} ({count(len(table.rows), 'row')})"
            yield f"<details><summary>{summary}</summary>\n\n{table_lines(table)}\n\n</details>"
    for name in one.figures:
        yield f"![{escaped(_heading(exhibit))}]({FOLDER}/{name}.svg)"
    if one.undrawn:
        yield f"Its figures are not drawn: {escaped(one.undrawn)}"
    if exhibit.caveats:
        yield "\n".join(f"- {escaped(str(caveat))}" for caveat in exhibit.caveats)
    yield f"<sub>{escape(_made(one, first))}</sub>"


def _exhibit_html(one: Finished, first: Finished) -> Iterator[str]:
    exhibit = one.exhibit
    yield f'<section id="{exhibit.key}"><h3>{escape(_heading(exhibit))}</h3>'
    yield f'<p><span class="state s{STATES.index(exhibit.state)}">{escape(exhibit.state)}</span> '
    yield f"{escape(' '.join(exhibit.verdict))}</p>"
    if exhibit.differs:
        yield f"<p>Why it differs: {escape(exhibit.differs)}</p>"
    for table in exhibit.shown:
        shown = f"<div class=wide>{_table_html(table)}</div>"
        if len(table.rows) > _LONG:
            summary = f"{escape(table.title)} ({count(len(table.rows), 'row')})"
            shown = f"<details><summary>{summary}</summary>{shown}</details>"
        yield shown
    for content in one.figures.values():
        picture = b64encode(content).decode("ascii")
        words = escape(_heading(exhibit), quote=True)
        yield f'<img alt="{words}" src="data:image/svg+xml;base64,{picture}">'
    if one.undrawn:
        yield f"<p>Its figures are not drawn: {escape(one.undrawn)}</p>"
    if exhibit.caveats:
        items = "".join(f"<li>{escape(str(caveat))}</li>" for caveat in exhibit.caveats)
        yield f"<ul>{items}</ul>"
    yield f"<p class=small>{escape(_made(one, first))}</p></section>"


def _heading(exhibit: Exhibit) -> str:
    return f"{exhibit.name[:1].upper()}{exhibit.name[1:]}: {exhibit.title}"


def _table_html(table: Table) -> str:
    return html_table(table.header, table.rows, table.title)


def _glance(exhibits: Sequence[Exhibit]) -> Table:
    rows = tuple((one.paper, one.name, one.title, one.state) for one in exhibits)
    header = ("paper", "name", "what it shows", "state")
    return Table(
        name="glance",
        title=f"{count(len(rows), 'exhibit')} of {count(len({row[0] for row in rows}), 'paper')}",
        header=header,
        rows=rows,
        columns=dict(zip(header, zip(*rows, strict=True), strict=True)),
    )


def _linked_glance(exhibits: Sequence[Exhibit]) -> str:
    """The glance in Markdown, each name a link to its part of the page."""
    head, rule, *lines = table_lines(_glance(exhibits)).split("\n")
    linked = [
        line.replace(f"| {escaped(one.name)} |", f"| [{escaped(one.name)}](#{one.key}) |", 1)
        for line, one in zip(lines, exhibits, strict=True)
    ]
    return "\n".join([head, rule, *linked])


def _with_links(table: str, exhibits: Sequence[Exhibit]) -> str:
    for one in exhibits:
        name = f'<td class="words">{escape(one.name)}</td>'
        link = f'<td class="words"><a href="#{one.key}">{escape(one.name)}</a></td>'
        at = table.find(name)
        table = table[:at] + link + table[at + len(name) :]
    return table


def _how_much(done: Sequence[Finished]) -> str:
    """A word where this is not all there is."""
    total = sum(len(one.entries) for one in PAPERS)
    return (
        f"{len(done)} of {count(total, 'exhibit')} are on this page. " if len(done) < total else ""
    )


def _states(exhibits: Sequence[Exhibit]) -> list[State]:
    found = {one.state for one in exhibits}
    return [state for state in STATES if state in found]


def _made_with(done: Sequence[Finished]) -> str:
    first = done[0]
    programs = ", ".join(f"{name} {found}" for name, found in first.programs.items())
    quick = " in few draws (--quick)" if first.exhibit.provenance.settings.get("quick") else ""
    return (
        f"Written by aucurate reproduce{quick} with aucurate {first.exhibit.provenance.version}, "
        f"{programs}, rng {first.exhibit.provenance.settings.get('rng')}; where an exhibit was "
        "made with others, it says so."
    )


def _made(one: Finished, first: Finished) -> str:
    """Source, method and settings in a line, and what differs from the head of the page."""
    about, head = one.exhibit.provenance, first.exhibit.provenance
    settings = {
        name: value
        for name, value in about.settings.items()
        if name not in _NOT_TOLD or value != head.settings.get(name)
    }
    if about.version != head.version:
        settings["aucurate"] = about.version
    settings |= {n: found for n, found in one.programs.items() if first.programs.get(n) != found}
    told = [
        f"{name.replace('_', ' ')} {_short(value)}"
        for name, value in settings.items()
        if isinstance(value, str | int | float)
    ]
    return "; ".join([f"Source: {about.source.name.rstrip('.')}", about.method, *told]) + "."


def _short(value: str | float) -> str:
    """A setting as it was given; a measured number without digits that nobody reads."""
    long = isinstance(value, float) and len(str(value)) > _DIGITS
    return number(float(value), 1) if long else str(value)


# How the page of the papers looks in a browser: no font, script or address of another host.


STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --faint: #666; --line: #ddd; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a5a5a5; --line: #3a3a3a; --paper: #161616; }
}
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
section { margin: 2rem 0; }
.small { color: var(--faint); font-size: .8rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; min-width: 26rem; font-size: .85rem;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
th, td { padding: .2rem .7rem .2rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th:first-child, .words { text-align: left; }
tbody th { font-weight: 400; }
thead th { border-bottom: 1px solid var(--ink); }
img { display: block; max-width: 100%; margin: 1rem 0; background: #fff; }
.state { display: inline-block; border-radius: .3rem; padding: 0 .5rem; font-weight: 600;
  color: #fff; background: #666; }
.s0, .s1 { background: #1a7f37; } .s2 { background: #8250df; } .s3 { background: #0969da; }
.s4 { background: #cf222e; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; }
summary { cursor: pointer; }
"""
