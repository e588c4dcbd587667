"""Hints in the words of the command line: options in the place of arguments."""

import shlex
from collections.abc import Collection, Mapping

from aucurate.foreign_words import parameters_for
from aucurate.hints import Argument, Function, Hint, Named

OPTIONS: Mapping[str, str] = {
    "costs": "a table (cost=FILE)",
    "observations": "--observation",
    "repeats": "--repeat",
    "score": "--scores",
}
"""The option of an argument, where it is not named after it."""

FLAGS: Mapping[tuple[str, object], str] = {
    ("cache", None): "--no-cache",
    ("design", "random splits"): "--design random-splits",
    ("false_negative_cost", 5): "--at cost=5:1",
    ("level", None): "--level left out",
    ("paired", False): "--unpaired",
    ("paired", True): "--paired",
    ("score_correlation", "kendall"): "--method hanley-mcneil-kendall",
    ("sensitivity", (0.9, 1)): "--of partial-auc:sensitivity=0.9:1",
    ("specificity", (0.9, 1)): "--of partial-auc:specificity=0.9:1",
    ("thresholds", (0.5,)): "--at threshold=0.5",
}
"""What says on the command line that an argument has a value, where it is more than both."""

FUNCTIONS: Mapping[str, str] = {
    "ThresholdRule.least_cost(IntendedUse(...))": "--at cost=5:1,prevalence=0.02",
    "averaged_delong_test": "--method averaged-delong",
    "bootstrap_test": "--method bootstrap",
    "choose_thresholds(scores)": "the table of scores",
    "corrected_delong_test": "--method corrected-delong",
    "data.select": "--scores",
    "data.select(['forest', 'tree'])": "--scores forest,tree",
    "delong_test": "--method delong",
    "fold_delong_interval": "in Python, fold_delong_interval",
    "nadeau_bengio_test": "--method nadeau-bengio",
    "plan_one": "planned without --second",
    "PairedScores.read": "--paired",
    "scipy.special.softmax(scores, axis=1)": "a softmax",
    "venkatraman_test": "--method venkatraman",
}
"""What stands on the command line for a function; a call with arguments is their options."""


def as_options(hint: str) -> str:
    """A hint with options in the place of the arguments that it names.

    >>> drop = Hint("drop them with {missing}, or say {positive}.", missing="drop", positive="a b")
    >>> as_options(drop)
    "drop them with --missing drop, or say --positive 'a b'."
    >>> as_options(Hint("name them with {scores}, not {paired}.", scores=["a", "b"], paired=False))
    'name them with --scores a,b, not --unpaired.'
    """
    return hint.written(_option) if isinstance(hint, Hint) else hint


def _option(named: Named) -> str:
    if isinstance(named, Function):
        options = [_option(Argument(name, value)) for name, value in named.arguments.items()]
        return " ".join(options) or FUNCTIONS[named.name]
    value = tuple(named.value) if isinstance(named.value, list) else named.value
    flag = FLAGS.get((named.name, value))
    if flag is not None:
        return flag
    option = option_name(named)
    return option if value is ... else f"{option} {_text(value)}"


def option_name(argument: Argument) -> str:
    """The option of an argument.

    >>> option_name(Argument("margin_test"))
    '--margin-test'
    """
    return OPTIONS.get(argument.name, f"--{argument.name.replace('_', '-')}")


def of_foreign_option(option: str, known: Collection[str]) -> str:
    """The option that stands for one of another program; nothing where there is none.

    ``known`` are the names of the options of the command.

    >>> of_foreign_option("--pos-label", ["label", "positive"])
    'here it is --positive.'
    """
    word = option.lstrip("-").replace("-", "_").replace(".", "_")
    names = parameters_for(word, known)
    return f"here it is {option_name(Argument(names[0]))}." if names else ""


def _text(value: object) -> str:
    r"""A value as it is typed in a shell.

    >>> _text("\t"), _text(0.5), _text(("a", "b c"))
    ("'\\t'", '0.5', "'a,b c'")
    """
    values = value if isinstance(value, tuple) else (value,)
    return shlex.quote(",".join(str(one) for one in values).replace("\t", "\\t"))
