"""Random values of options through the command line, on the studies that ship with the package.

The options and their types come from the application itself, so that a new one is tried too.
"""

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import typer
from tests.fuzz.command import ran
from tests.fuzz.running import Case, Finding

from aucurate.cli.app import app

SLOW = ("crossval",)  # fits models, which takes its time
HARMLESS = ("--quiet",)

NUMBERS = (
    "0", "1", "-1", "0.5", "0.95", "0.05", "2", "3", "10", "100", "1e-300", "1e308", "1e400",
    "nan",
    "inf", "-inf", "-0.0", "0.999999999999", "1e-17", "99999999999999999999", "0x10", "1_0", "",
    " ",
    "1,5", "x", "None", "true",
)  # fmt: skip
COUNTS = ("0", "1", "2", "3", "10", "50", "-1", "1.5", "", "x", "-2147483648", "9" * 20)
WORDS = (
    "", " ", "x", "youden", "corner", "threshold=0.5", "sensitivity=0.9", "specificity=2",
    "cost=5:1",
    "cost=x", "loss=2", "f1", "all", "none", "delong", "mover", "bootstrap", "permutation",
    "holm",
    "venkatraman", "logistic", "logistic,tree", "tree,logistic,tree", "forest=0.5", "a=b=c",
    ",", "=",
    ":", "minimax", "balanced", "class_0=0.1", "1,2,3", "left-out", "5x2", "nadeau-bengio",
    "\t", "é",
    "\x1b[31m", "x" * 3000, "--json", "-", "..", "/", "/dev/null", "/no/such/folder/file.svg",
    "f.svg",
    "f.html", "f.json", "f.csv", "f.xyz", "two-sided", "greater", "wald", "logit", "exact",
    "null",
)  # fmt: skip


@cache
def commands() -> dict[str, list[Any]]:
    """The options of each command that is tried."""
    group: Any = typer.main.get_command(app)
    found = {}
    for name in group.commands:
        command = group.commands[name]
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        found[name] = [option for option in options if option.opts[0] not in HARMLESS]
    return found


def case(seed: int) -> Case:
    """The command and the options that a seed stands for."""
    rng = random.Random(seed)
    fast = [name for name in commands() if name not in SLOW]
    name = rng.choice(SLOW) if rng.random() < 0.01 else rng.choice(fast)
    words = [name, "--quiet", *_few_repeats(rng, name)]
    for option in rng.sample(commands()[name], rng.choice((1, 1, 2, 3, 5))):
        words += _said(rng, option)
    return Case(what=" ".join(map(repr, words)), about=name, run=_runner(words))


def _few_repeats(rng: random.Random, name: str) -> list[str]:
    """What keeps a command short, unless another value replaces it."""
    names = {option.opts[0] for option in commands()[name]}
    short = ["--replicates", "20"] if "--replicates" in names and rng.random() < 0.8 else []
    if name == "crossval":
        short = ["--models", "nb,tree", "--folds", "2", "--no-cache"]
    return short


def _said(rng: random.Random, option: Any) -> list[str]:
    said = rng.choice([*option.opts, *option.secondary_opts])
    if option.is_flag:
        return [said]
    return [said, _value(rng, option)]


def _value(rng: random.Random, option: Any) -> str:
    described = getattr(option, "type_descriptor", None)  # of newer versions of typer
    kind = str(described.annotation if described else option.type.name).lower()
    if "float" in kind:
        return rng.choice(NUMBERS)
    if "int" in kind.replace("interval", ""):
        return rng.choice(COUNTS)
    choices = list(getattr(getattr(described, "annotation", None), "__members__", {}).values())
    if choices and rng.random() < 0.8:
        return str(rng.choice(choices))
    return rng.choice(rng.choice((WORDS, WORDS, NUMBERS)))


def _runner(words: list[str]) -> Callable[[], Finding | None]:
    def run() -> Finding | None:
        home = Path.cwd()
        folder = Path(tempfile.mkdtemp(prefix="aucurate_fuzz_"))
        try:
            os.chdir(folder)
            return ran(words).finding
        finally:
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)

    return run
