"""The options of the output, the same for every command that gives a study."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from aucurate.cli.output import Output, renderer
from aucurate.cli.recording import command_of, files_of, noting_files


def _output(text: str, *names: str, metavar: str | None = None) -> Any:
    return typer.Option(
        *names,
        help=text,
        metavar=metavar,
        rich_help_panel="Output",
        show_default=False,
        readable=False,  # what is written need not be readable
    )


AsJson: TypeAlias = Annotated[bool, _output("Every digit, as JSON.", "--json")]
AsMarkdown: TypeAlias = Annotated[bool, _output("Tables in Markdown.", "--markdown")]
AsLatex: TypeAlias = Annotated[bool, _output("Tables in LaTeX (booktabs).", "--latex")]
AsCsv: TypeAlias = Annotated[bool, _output("The first table, every digit, as CSV.", "--csv")]
TableName: TypeAlias = Annotated[
    str | None, _output("With --csv: another table, by its name.", "--table", metavar="NAME")
]
Out: TypeAlias = Annotated[
    Path | None, _output("Write here instead of the terminal.", metavar="FILE")
]
Html: TypeAlias = Annotated[
    Path | None,
    _output("Write the report here too: one page that opens offline.", metavar="FILE"),
]
Quiet: TypeAlias = Annotated[bool, _output("No progress, no notes, no drawing.", "--quiet", "-q")]

_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)


def asked_output(
    paths: Mapping[str, Path],
    *,
    as_json: AsJson = False,
    as_markdown: AsMarkdown = False,
    as_latex: AsLatex = False,
    as_csv: AsCsv = False,
    table_name: TableName = None,
    out: Out = None,
    html: Html = None,
    quiet: Quiet = False,
) -> Output:
    """What these options ask for; ``paths`` are the files to be written, by their options."""
    formats = {"json": as_json, "markdown": as_markdown, "latex": as_latex, "csv": as_csv}
    render = renderer(formats, table=table_name)
    return Output(render=render, out=out, html=html, quiet=quiet, paths=paths)


def with_output(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of :func:`asked_output` in the place of ``output``.

    The parser reads the options of a command from its signature: this one is made of both, and of
    the context, which knows what was said.
    """
    shared = dict(inspect.signature(asked_output).parameters)
    del shared["paths"]

    @wraps(command)
    def run(**given: Any) -> None:
        context = given.pop(_CONTEXT.name)
        made_by, files = command_of(context), files_of(context, given)
        output = asked_output(files.written, **{name: given.pop(name) for name in shared})
        output.protect(*files.read)
        output.check()
        with noting_files() as noted:
            command(output=replace(output, command=made_by, files=noted), **given)

    parameters = [_CONTEXT]
    for one in inspect.signature(command, eval_str=True).parameters.values():
        parameters += shared.values() if one.name == "output" else [one]
    by_name = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    run.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in by_name}
    return run
