"""The application: its commands, and how errors leave it."""

import errno
import os
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from aucurate import __version__
from aucurate.cli.compare import EPILOG, compare_command
from aucurate.cli.crossval import EPILOG as CROSSVAL_EPILOG
from aucurate.cli.crossval import crossval_command
from aucurate.cli.fit import EPILOG as FIT_EPILOG
from aucurate.cli.fit import fit_command
from aucurate.cli.folds import EPILOG as FOLDS_EPILOG
from aucurate.cli.folds import folds_command
from aucurate.cli.multiclass import EPILOG as MULTICLASS_EPILOG
from aucurate.cli.multiclass import multiclass_command
from aucurate.cli.operate import EPILOG as OPERATE_EPILOG
from aucurate.cli.operate import operate_command
from aucurate.cli.plan import EPILOG as PLAN_EPILOG
from aucurate.cli.plan import plan_command
from aucurate.cli.plugins import plugin_commands, refuse_missing
from aucurate.cli.progress import InterruptionError
from aucurate.cli.rank import EPILOG as RANK_EPILOG
from aucurate.cli.rank import rank_command
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

    def _add_plugins(self) -> None:
        for name, command in plugin_commands():
            self.commands.setdefault(name, command)


app = typer.Typer(
    name="aucurate",
    cls=_Commands,
    help="Is this classifier really better than that one, by how much, and at which operating "
    "point?",
    epilog="Try: aucurate compare   (on the study that ships with the package)",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("compare", epilog=EPILOG)(compare_command)
app.command("crossval", epilog=CROSSVAL_EPILOG)(crossval_command)
app.command("fit", epilog=FIT_EPILOG)(fit_command)
app.command("folds", epilog=FOLDS_EPILOG)(folds_command)
app.command("multiclass", epilog=MULTICLASS_EPILOG)(multiclass_command)
app.command("operate", epilog=OPERATE_EPILOG)(operate_command)
app.command("plan", epilog=PLAN_EPILOG)(plan_command)
app.command("rank", epilog=RANK_EPILOG)(rank_command)


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
    """Run a command and say how it ended: 0, 2 (input), 130 (interrupted).

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


def as_options(hint: str) -> str:
    """A hint that names arguments of a function, in the options of the command line.

    >>> as_options("drop them with missing='drop', or say positive='Poor'.")
    "drop them with --missing drop, or say --positive 'Poor'."
    >>> as_options("use method='bootstrap', or leave out paired=False.")
    'use --method bootstrap, or leave out --unpaired.'
    >>> as_options("name it, e.g. score='a'; or add fold='fold', scores=['a'].")
    "name it, e.g. --scores 'a'; or add --fold 'fold', --scores 'a'."
    >>> as_options("say so: better='lower', or name them with dataset='data'.")
    "say so: --lower-is-better, or name them with --dataset 'data'."
    >>> as_options("leave such folds out with without_class='drop', or say n_train=90.")
    'leave such folds out with --drop-folds, or say --n-train 90.'
    >>> as_options("leave these out with failures='drop'.")
    'leave these out with --drop-failed.'
    >>> as_options("say design='random splits' if so.")
    'say --design random-splits if so.'
    >>> as_options("say what an error costs, e.g. IntendedUse(false_negative_cost=5).")
    'say what an error costs, e.g. --at cost=5:1.'
    >>> as_options("e.g. repeat='run', or test_share=0.1.")
    "e.g. --repeat 'run', or --test-share 0.1."
    >>> as_options("2 percent is prevalence=0.02; e.g. cost=5:1,prevalence=0.02.")
    '2 percent is --prevalence 0.02; e.g. cost=5:1,prevalence=0.02.'
    >>> as_options("leave it out with ignore='age', or say scores=['a', 'b']; 5 is level=0.05.")
    "leave it out with --ignore 'age', or say --scores 'a','b'; 5 is --level 0.05."
    """

    def option(found: re.Match[str]) -> str:
        name, value = found["name"], found["value"].strip("[]").replace("', '", "','")
        if name in _FLAGS:
            return _FLAGS[name]
        if name == "design":
            return f"--design {value.strip(chr(39)).replace(' ', '-')}"
        if name == "better":
            return f"--{value.strip(chr(39))}-is-better"
        plain = value.strip("'") if name in _WORDS else value
        return f"--{_OPTIONS.get(name, name)} {plain}"

    for call, words in _CALLS.items():
        hint = hint.replace(call, words)
    return _ARGUMENT.sub(option, hint)


_CALLS = {
    "use PairedScores.read with id=": "add id=",
    "use PairedScores.read": "add --paired",
    "ThresholdRule.least_cost(IntendedUse(...))": "--at cost=5:1,prevalence=0.02",
    "IntendedUse(prevalence=0.02, false_negative_cost=5)": "--at cost=5:1,prevalence=0.02",
    "IntendedUse(false_negative_cost=5)": "--at cost=5:1",
    "thresholds=[0.5]": "--at threshold=0.5",
    'pairs=[("forest", "tree")]': "--compare forest,tree",
    "cost with a matrix of costs": "cost=FILE",
    "leave cache out": "take --no-cache",
    "say with a prefix how": "say with --first or --second how",
}
_FLAGS = {"paired": "--unpaired", "without_class": "--drop-folds", "failures": "--drop-failed"}
_OPTIONS = {
    "score": "scores",
    "test_set": "test-set",
    "margin_test": "margin-test",
    "margin_method": "margin-method",
    "n_train": "n-train",
    "leave_out": "leave-out",
    "test_share": "test-share",
}
_WORDS = (
    "missing", "method", "interval", "alternative", "margin_test", "margin_method", "correction",
)  # fmt: skip
_ARGUMENT = re.compile(
    r"(?<![,\w])(?P<name>positive|missing|separator|scores?|confidence|fold|reference|lower|test_set|"
    r"id|method|interval|alternative|margin|margin_test|margin_method|null|paired|better|dataset|"
    r"without_class|failures|n_train|design|prevalence|correction|ignore|level|"
    r"algorithms|leave_out|keep|rope|repeat|test_share)="
    r"(?P<value>\['[^\]]*'\]|'[^']*'|[\d.]*\d|False)"
)


def _usage(error: Exception) -> int:
    """Wrong usage is shown by the parser's own error; anything else is a bug and is raised."""
    show = getattr(error, "show", None)
    if show is None or not hasattr(error, "exit_code"):
        raise error
    if isinstance(message := getattr(error, "message", None), str):
        error.message = printable(message)  # type: ignore[attr-defined]
    with suppress(*UNWRITABLE):
        show()
    said = getattr(getattr(error, "ctx", None), "params", {}).get("scores")
    if type(error).__name__ == "UsageError" and said:
        note(f"Hint: several columns are one list, as in --scores {','.join(said)},OTHER")
    return 2
