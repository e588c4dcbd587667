"""Commands of other distributions, found through the entry points of the group aucurate.commands.

An entry point names a ``typer.Typer`` with one command; its name is the name of the command:

    [project.entry-points."aucurate.commands"]
    reproduce = "aucurate_papers.reproduce:app"

Entry points are looked up for the list of ``--help`` and for a command that is none of our own.
Both load the modules that they name, so these must import as little as our own commands do.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from aucurate.errors import OptionError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "aucurate.commands"
DISTRIBUTIONS = {"reproduce": "aucurate-papers"}
"""Commands that a distribution of ours adds, by name."""


def plugin_commands() -> Iterator[tuple[str, Any]]:
    """The commands that installed distributions add, by name."""
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            command = typer.main.get_command(entry.load())
        except Exception as error:  # whatever it is, the other commands work
            command = typer.main.get_command(_broken(entry, error))
        command.name = entry.name
        yield entry.name, command


def refuse_missing(name: str) -> None:
    """Say how a command is installed that a distribution of ours adds."""
    if name in DISTRIBUTIONS:
        raise OptionError(
            f"'aucurate {name}' is not installed; it comes with: pip install {DISTRIBUTIONS[name]}"
        )


def _broken(entry: "EntryPoint", error: Exception) -> typer.Typer:
    """A placeholder for a command that cannot be loaded, which says so in help and when run."""
    distribution = entry.dist.name if entry.dist is not None else entry.module
    message = f"the command '{entry.name}' of {distribution} cannot be loaded: {error}"
    settings = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    app = typer.Typer(add_completion=False)

    @app.command(help=f"Cannot be loaded ({distribution}).", context_settings=settings)
    def refuse() -> None:
        raise OptionError(message, hint=f"pip install --upgrade aucurate {distribution}")

    return app
