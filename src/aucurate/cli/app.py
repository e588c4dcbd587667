"""The application: its commands, and how errors leave it."""

import errno
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from aucurate import __version__
from aucurate.cli import compare, crossval, fit, folds, multiclass, operate, plan, rank
from aucurate.cli.hints import as_options, of_foreign_option
from aucurate.cli.options import Command, without_types
from aucurate.cli.plugins import plugin_commands, refuse_missing
from aucurate.cli.progress import InterruptionError
from aucurate.cli.streams import UNWRITABLE, give_up, note, show_error, standard_streams
from aucurate.errors import AucurateError, OptionError
from aucurate.formatting import printable

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
_INTERRUPTED = 130  # what the parser returns too when Ctrl-C reaches it


class _Commands(TyperGroup):
    """The commands; a table in the place of one is answered by the command that it is for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Our own commands, then those of other distributions."""
        self._add_plugins()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, None where there is none."""
        if cmd_name not in self.commands:
            self._add_plugins()
        found = super().get_command(ctx, cmd_name)
        if found is None:
            refuse_missing(cmd_name)
            from aucurate.io.files import is_table_name

            if is_table_name(cmd_name):
                raise OptionError(
                    f"'{cmd_name}' is not a command.",
                    hint=f"to compare its classifiers: aucurate compare {shlex.quote(cmd_name)} "
                    "--label COLUMN.",
                )
        return found

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before a command, flags all of them."""
        return without_types(super().get_params(ctx))

    def _add_plugins(self) -> None:
        for name, command in plugin_commands():
            self.commands.setdefault(name, command)


app = typer.Typer(
    name="aucurate",
    cls=_Commands,
    help="Is this classifier really better than that one, by how much, and at which operating "
    "point?",
    epilog="Try: aucurate compare   (on the study that ships with the package)",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name, _module in (
    ("compare", compare),
    ("crossval", crossval),
    ("fit", fit),
    ("folds", folds),
    ("multiclass", multiclass),
    ("operate", operate),
    ("plan", plan),
    ("rank", rank),
):
    _run = getattr(_module, f"{_name}_command")
    app.command(_name, cls=Command, epilog=_module.EPILOG)(_run)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"aucurate {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and exit.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """The options that come before a command."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and say how it ended: 0, 1 (a check failed), 2 (input), 130 (interrupted).

    A reader that closes the pipe early has what it wanted: the status is 0.
    """
    with standard_streams():
        try:
            words = None if arguments is None else list(arguments)
            status = app(args=words, prog_name="aucurate", standalone_mode=False)
            sys.stdout.flush()
            return _interrupted() if status == _INTERRUPTED else int(status or 0)
        except AucurateError as error:
            return _refused(error)
        except BrokenPipeError:
            give_up(sys.stdout)
            return 0
        except SystemExit as ended:
            if not isinstance(ended.__context__, BrokenPipeError):
                raise
            give_up(sys.stdout)  # the parser has met the broken pipe first
            return 0
        except InterruptionError:
            sys.stdout.flush()
            return _INTERRUPTED
        except (KeyboardInterrupt, typer.Abort):
            return _interrupted()
        except OSError as error:
            return _refused(_as_refusal(error))
        except Exception as error:
            return _usage(error)


def _refused(error: AucurateError) -> int:
    show_error(error, as_options(error.hint))
    return 2


def _as_refusal(error: OSError) -> AucurateError:
    """An error of the operating system in the words of this program; any other is a bug."""
    if error.filename is not None:
        return OptionError(
            f"'{os.fsdecode(error.filename)}' cannot be used: {error.strerror}.",
            hint="check the path and its permissions.",
        )
    if error.errno not in (*_NO_ROOM, errno.EBADF):
        raise error
    give_up(sys.stdout)
    hint = "make room." if error.errno in _NO_ROOM else "open it, or write to a file with --out."
    return OptionError(f"the output cannot be written: {error.strerror}.", hint=hint)


def _interrupted() -> int:
    note("Interrupted before there was anything to report.")
    return _INTERRUPTED


def _usage(error: Exception) -> int:
    """Wrong usage is shown by the parser's own error; anything else is a bug and is raised."""
    show = getattr(error, "show", None)
    if show is None or not hasattr(error, "exit_code"):
        raise error
    if isinstance(message := getattr(error, "message", None), str):
        plain = printable(message).removeprefix("Value error, ")
        error.message = plain  # type: ignore[attr-defined]
    with suppress(*UNWRITABLE):
        show()
    context = getattr(error, "ctx", None)
    if (option := getattr(error, "option_name", None)) and context is not None:
        hint = of_foreign_option(option, [each.name for each in context.command.params])
        if hint:
            note(f"Hint: {hint}")
    said = getattr(context, "params", {}).get("scores")
    if type(error).__name__ == "UsageError" and said:
        note(f"Hint: several columns are one list, as in --scores {','.join(said)},OTHER")
    return 2
