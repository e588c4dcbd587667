"""aucurate reproduce: the papers' tables and figures, ours beside theirs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aucurate.cli import options as option
from aucurate.cli.output import deliver, renderer
from aucurate.cli.progress import Interruption, InterruptionError, Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import AucurateError, OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aucurate_papers.running import Entry, Finished, Run

EPILOG = """[bold]Examples[/bold]

aucurate reproduce   [dim](what there is, and how far it agrees with what is printed)[/dim]

aucurate reproduce rosset-2004 --table 1

aucurate reproduce betinec-2008 --figure 2 --out betinec

aucurate reproduce --all --quick --out papers
"""
app = typer.Typer(add_completion=False, rich_markup_mode="rich")
_KINDS = ("table", "figure", "section", "theorem", "equation")


def _what(text: str) -> Any:
    return typer.Option(help=text, metavar="NUMBER", rich_help_panel="What")


def _how(text: str, metavar: str | None = None, *names: str) -> Any:
    return typer.Option(*names, help=text, metavar=metavar, rich_help_panel="How")


@app.command("reproduce", cls=option.Command, epilog=EPILOG)
def reproduce_command(
    paper: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER",
            help="Key of a paper; without it, the papers are listed.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="An exhibit by its name in the list, e.g. 'table 1'; by default all of the paper.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[list[str] | None, _what("Number of a table of the paper.")] = None,
    figure: Annotated[list[str] | None, _what("Number of a figure of the paper.")] = None,
    section: Annotated[
        list[str] | None, _what("Number of a section: reproduces its claims.")
    ] = None,
    theorem: Annotated[
        list[str] | None, _what("Number of a theorem: reproduces its claim.")
    ] = None,
    equation: Annotated[list[str] | None, _what("Number of an equation: checks it.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Run all papers.", rich_help_panel="What")
    ] = False,
    quick: Annotated[bool, _how("Use few draws, for a first look.", None, "--quick")] = False,
    rng: Annotated[int, _how("Seed of the random number generator.", "NUMBER")] = 0,
    data: Annotated[
        Path | None,
        _how("Folder of the data sets; by default the environment variable AUCURATE_DATA.", "DIR"),
    ] = None,
    cache: Annotated[
        Path | None,
        _how("Cache folder for finished exhibits; by default in the user's cache.", "DIR"),
    ] = None,
    fresh: Annotated[
        bool, _how("Ignore cached exhibits and compute them again.", None, "--fresh")
    ] = False,
    as_json: option.AsJson = False,
    as_markdown: option.AsMarkdown = False,
    as_latex: option.AsLatex = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for a page (papers.html, papers.md) with all tables and figures.",
            metavar="DIR",
            rich_help_panel="Output",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Show no progress bar.", rich_help_panel="Output")
    ] = False,
) -> None:
    """The tables and figures of five papers: theirs, ours, and how far they agree."""
    kind = _format(as_json=as_json, as_markdown=as_markdown, as_latex=as_latex, out=out)
    given = dict(zip(_KINDS, (table, figure, section, theorem, equation), strict=True))
    numbered = [f"{kind} {number}" for kind, numbers in given.items() for number in numbers or ()]
    asked = (*(names or ()), *numbered)
    run = _run(quick=quick, rng=rng, data=data, cache=cache, fresh=fresh)
    entries = _entries(paper, asked, everything)
    if entries is None:
        _list(run, kind, out)
    else:
        _make(entries, run, kind, out, tolerant=not asked, quiet=quiet)


def _format(*, as_json: bool, as_markdown: bool, as_latex: bool, out: Path | None) -> str:
    """The one format that was asked for; the page has its own."""
    given = {"json": as_json, "markdown": as_markdown, "latex": as_latex}
    renderer(given)
    kind = next((name for name, asked in given.items() if asked), "text")
    if out is not None and kind != "text":
        raise OptionError(
            f"--out writes a page, with every exhibit as JSON beside it; --{kind} prints.",
            hint="leave out one of them.",
        )
    return kind


def _list(run: Run, kind: str, out: Path | None) -> None:
    from aucurate_papers.output import listing_text

    if out is not None or kind in ("markdown", "latex"):
        raise OptionError(
            "nothing was asked to be run.", hint="name a paper, or add --all for all of them."
        )
    deliver(listing_text(run, as_json=kind == "json"), None)


def _run(**settings: Any) -> Run:
    from aucurate_papers.running import Run

    return Run(**{name: value for name, value in settings.items() if value is not None})


def _entries(paper: str | None, names: tuple[str, ...], everything: bool) -> Sequence[Entry] | None:
    from aucurate_papers.catalog import PAPERS, chosen

    if everything and (paper is not None or names):
        raise OptionError("--all is all papers.", hint="leave out the paper and its tables.")
    if everything:
        return [entry for one in PAPERS for entry in one.entries]
    if paper is None and names:
        raise OptionError(
            f"of which paper is {names[0]}?", hint=f"e.g. aucurate reproduce {PAPERS[-1].key}."
        )
    return None if paper is None else chosen(paper, names)


def _make(
    entries: Sequence[Entry],
    run: Run,
    kind: str,
    out: Path | None,
    *,
    tolerant: bool,
    quiet: bool,
) -> None:
    """Run the entries; what is finished when Ctrl-C comes is shown, and kept for the next time.

    A page is written only when all that was asked for is on it.
    """
    from aucurate.cli.terminal import on_terminal
    from aucurate_papers.output import exhibits_text, show_exhibits, summary_text, write_page

    done: list[Finished] = []
    with interruptible() as interruption, watching(interruption, quiet=quiet) as watch:
        stopped = _made_into(done, entries, run, interruption, watch, tolerant=tolerant)
    if out is not None and not stopped:
        write_page(done, out)
        deliver(summary_text(done, out), None)
    elif out is None and kind == "text" and on_terminal():
        show_exhibits(done)
    elif out is None and done:
        deliver(exhibits_text(done, kind, several=len(entries) > 1), None)
    if stopped:
        note(
            f"Interrupted: {len(done)} of {len(entries)} are finished"
            f"{' and no page was written' if out else ''}. The same command goes on from what "
            "was kept."
        )
        raise InterruptionError


def _made_into(
    done: list[Finished],
    entries: Sequence[Entry],
    run: Run,
    interruption: Interruption,
    watch: Watcher,
    *,
    tolerant: bool,
) -> bool:
    """Adds what is finished to ``done``; whether it was stopped before the end."""
    from dataclasses import replace

    from aucurate_papers.running import StoppedError, finished, finished_or_why_not

    make = finished_or_why_not if tolerant else finished
    for at, entry in enumerate(entries, 1):
        if interruption.asked:
            return True
        told = f"{at}/{len(entries)} {entry.paper}, {entry.name}"
        watch.begins(told)

        def tell(n: int, total: int, what: str, told: str = told) -> bool | None:
            return watch(n, total, told if told.endswith(what) else f"{told}: {what}")

        try:
            done.append(make(entry, replace(run, watch=tell)))
        except StoppedError:
            return True
        except AucurateError as error:
            error.message = f"{entry.paper}, {entry.name}: {error.message}"
            raise
    return False
