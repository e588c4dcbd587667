"""The application: its commands, and how errors leave it."""

import errno
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from aucurate import __version__
from aucurate.cli.compare import EPILOG, compare_command
from aucurate.cli.crossval import EPILOG as CROSSVAL_EPILOG
from aucurate.cli.crossval import crossval_command
from aucurate.cli.fit import EPILOG as FIT_EPILOG
from aucurate.cli.fit import fit_command
from aucurate.cli.folds import EPILOG as FOLDS_EPILOG
from aucurate.cli.folds import folds_command
from aucurate.cli.interrupting import InterruptionError
from aucurate.cli.multiclass import EPILOG as MULTICLASS_EPILOG
from aucurate.cli.multiclass import multiclass_command
from aucurate.cli.operate import EPILOG as OPERATE_EPILOG
from aucurate.cli.operate import operate_command
from aucurate.cli.plan import EPILOG as PLAN_EPILOG
from aucurate.cli.plan import plan_command
from aucurate.cli.rank import EPILOG as RANK_EPILOG
from aucurate.cli.rank import rank_command
from aucurate.cli.reproduce import EPILOG as REPRODUCE_EPILOG
from aucurate.cli.reproduce import reproduce_command
from aucurate.errors import AucurateError, OptionError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
_INTERRUPTED = 130  # what the parser returns too when Ctrl-C reaches it

app = typer.Typer(
    name="aucurate",
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
app.command("reproduce", epilog=REPRODUCE_EPILOG)(reproduce_command)


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
    """Run a command and say how it ended: 0, 2 (input), 130 (interrupted)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        words = None if arguments is None else list(arguments)
        status = app(args=words, prog_name="aucurate", standalone_mode=False)
        sys.stdout.flush()
        return _interrupted() if status == _INTERRUPTED else int(status or 0)
    except AucurateError as error:
        _show(error)
        return 2
    except BrokenPipeError:
        _close_output()  # the reader of the pipe has gone
        return 0
    except InterruptionError:
        sys.stdout.flush()
        return _INTERRUPTED
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _close_output()
        _show(OptionError(f"the output cannot be written: {error.strerror}.", hint="make room."))
        return 2
    except Exception as error:
        return _usage(error)


def _close_output() -> None:
    """Nothing more is written: a second error while closing stdout helps nobody."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupted() -> int:
    Console(stderr=True).print("Interrupted before there was anything to report.")
    return _INTERRUPTED


def _show(error: AucurateError) -> None:
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble((type(error).__name__, "bold red"), f": {error.message}"))
    if error.hint:
        console.print(Text.assemble(("Hint", "bold"), f": {as_options(error.hint)}"))


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
    "ThresholdRule.least_cost(IntendedUse(...))": "--at cost=5:1,prevalence=0.02",
    "IntendedUse(prevalence=0.02, false_negative_cost=5)": "--at cost=5:1,prevalence=0.02",
    "IntendedUse(false_negative_cost=5)": "--at cost=5:1",
    "thresholds=[0.5]": "--at threshold=0.5",
    'pairs=[("forest", "tree")]': "--compare forest,tree",
    "cost with a matrix of costs": "cost=FILE",
    "say with a prefix how": "say with --first or --second how",
}
_FLAGS = {"paired": "--unpaired", "without_class": "--drop-folds", "failures": "--drop-failed"}
_OPTIONS = {
    "score": "scores",
    "test_set": "test-set",
    "margin_test": "margin-test",
    "margin_method": "margin-method",
    "n_train": "n-train",
}
_WORDS = (
    "missing", "method", "interval", "alternative", "margin_test", "margin_method", "correction",
)  # fmt: skip
_ARGUMENT = re.compile(
    r"(?<![,\w])(?P<name>positive|missing|separator|scores?|confidence|fold|reference|lower|test_set|"
    r"method|interval|alternative|margin|margin_test|margin_method|null|paired|better|dataset|"
    r"without_class|failures|n_train|design|prevalence|correction|ignore|level)="
    r"(?P<value>\['[^\]]*'\]|'[^']*'|[\d.]*\d|False)"
)


def _usage(error: Exception) -> int:
    """Wrong usage is shown by the parser's own error; anything else is a bug and is raised."""
    show = getattr(error, "show", None)
    if show is None or not hasattr(error, "exit_code"):
        raise error
    show()
    return 2
