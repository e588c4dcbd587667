"""Hints on the command line: options in the place of arguments, and no word of Python."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import typer

from aucurate.cli.app import app
from aucurate.cli.hints import FLAGS, FUNCTIONS, OPTIONS, as_options
from aucurate.hints import Argument, Function, Hint
from aucurate.inference.methods import COMPARISONS, CURVE_TESTS, FOLD_COMPARISONS, SHORTHANDS

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "aucurate"
NOT_REACHED = (
    "crossval/designs.py", "crossval/scikit_learn.py", "crossval/splits.py",
    "crossval/weighted_decision.py", "curve/fold_curves.py", "data/labels.py",
    "data/results_table.py", "estimates", "inference", "plots", "study/base.py",
    "study/compare/__init__.py", "study/folds/__init__.py", "study/inputs.py",
    "study/multiclass/__init__.py", "study/operate/settings.py", "theory",
)  # fmt: skip
"""What refuses, with the name of an argument in plain text, only what no command does."""


def _hints() -> Iterator[tuple[str, ast.expr]]:
    """Every hint that is written down, with its place."""
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "hint":
                yield f"{place}:{node.value.lineno}", node.value
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Hint":
                yield f"{place}:{node.lineno}", node


def _texts(node: ast.expr) -> Iterator[str]:
    """The text of a hint, without what is filled into it."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)  # type: ignore[misc]
        case ast.Call(func=ast.Name(id="Hint"), args=[template, *_]):
            for text in _texts(template):
                yield "".join(literal for literal, *_ in Formatter().parse(text))
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _texts(value)


def _named() -> Iterator[tuple[str, Argument | Function]]:
    """Every argument and function that a hint names, with a value where it is written down."""
    for place, node in _hints():
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Hint":
            continue
        values = {word.arg: word.value for word in node.keywords}
        for text in _fields(node.args[0]):
            value = values.get(text)
            yield place, Argument(text, ... if value is None else _value(value))
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "Function":
                (name,) = (one.value for one in part.args if isinstance(one, ast.Constant))
                words = {str(word.arg): _value(word.value) for word in part.keywords}
                yield place, Function(str(name), **words)


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return "value"


def _fields(template: ast.expr) -> list[str]:
    if isinstance(template, ast.JoinedStr):  # which fields it has depends on the data
        return []
    assert isinstance(template, ast.Constant)
    return [field for _, field, *_ in Formatter().parse(str(template.value)) if field]


def _options() -> set[str]:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return {
        name
        for command in commands.values()
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


def test_arguments_and_functions_that_the_command_line_has_are_named_as_data() -> None:
    arguments = {option.lstrip("-").replace("-", "_") for option in _options()}
    arguments |= {*OPTIONS, *(name for name, _ in FLAGS)}
    for place, node in _hints():
        if place.startswith(NOT_REACHED):
            continue
        for text in _texts(node):
            said = set(re.findall(r"(?<![\w-])([a-z_]+)=(?!FILE)", text))
            assert not said & arguments, (place, text)
            assert not set(re.findall(r"[\w.]+", text)) & {*FUNCTIONS}, (place, text)


def test_what_a_hint_names_is_an_option_of_some_command() -> None:
    known = _options()
    for place, named in _named():
        if place.startswith(NOT_REACHED):
            continue
        written = as_options(Hint("{}", named))
        options = re.findall(r"--[a-z-]+", written)
        assert set(options) <= known, (place, written)
        assert options or written in FUNCTIONS.values() or "cost=FILE" in written, place


def test_the_methods_that_stand_for_functions_exist() -> None:
    methods = {"--method": {*COMPARISONS, *CURVE_TESTS, *SHORTHANDS, *FOLD_COMPARISONS}}
    for words in [*FLAGS.values(), *FUNCTIONS.values()]:
        option, _, value = words.partition(" ")
        assert value in methods.get(option, {value}), words


def test_each_surface_writes_its_own_form() -> None:
    hint = Hint(
        "drop {} with {missing}, name {scores}, not {paired}; or {}: {}.",
        "them",
        Argument("positive", "it's"),
        Hint("see {reference}"),
        missing="drop",
        scores=["a", "b c"],
        paired=False,
    )
    assert hint == (
        "drop them with missing='drop', name scores=['a', 'b c'], not paired=False; "
        'or positive="it\'s": see reference=.'
    )
    assert as_options(hint) == (
        "drop them with --missing drop, name --scores 'a,b c', not --unpaired; "
        "or --positive 'it'\"'\"'s': see --reference."
    )
    again = pickle.loads(pickle.dumps(hint))
    assert (again, as_options(again)) == (hint, as_options(hint))
    assert as_options("correct the table.") == "correct the table."


def test_braces_of_data_are_text() -> None:
    assert Hint("leave out {}; {{a}}.", "{x} {") == "leave out {x} {; {a}."
    assert as_options(Hint("{}.", Function("PairedScores.read", id="{x}"))) == "--id '{x}'."
