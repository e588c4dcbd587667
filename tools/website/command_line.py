"""The pages of the commands, made from what ``aucurate COMMAND --help`` is made from."""

import inspect
import re
import shlex
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args

import typer

from aucurate.cli.app import app

FOLDER = "reference/command-line"
_MARKUP = re.compile(r"\[/?(?:bold|dim)\]")
_OPTION = re.compile(r"(?<![\w`-])(--[a-z][a-z-]*)")
_EXAMPLE_NOTE = re.compile(r"\s*\((?P<note>[^()]*)\)$")


def pages() -> dict[str, str]:
    """The text of every page by its name: the overview and one page per command."""
    found = dict(commands())
    return {
        f"{FOLDER}/index": _overview(found),
        **{f"{FOLDER}/{name}": _page(name, command) for name, command in found.items()},
    }


def commands() -> Iterator[tuple[str, Any]]:
    """The commands by name, those of other installed distributions included."""
    group: Any = typer.main.get_command(app)
    context = typer.Context(group, info_name="aucurate")
    for name in group.list_commands(context):
        yield name, group.get_command(context, name)


def _headed(title: str, *parts: str) -> str:
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *parts]) + "\n"


def _overview(found: dict[str, Any]) -> str:
    rows = "\n".join(
        f"   * - :doc:`aucurate {name} <{name}>`\n     - {_question(command)}"
        for name, command in found.items()
    )
    entries = "\n".join(f"   aucurate {name} <{name}>" for name in found)
    return _headed(
        "Command line",
        "``aucurate COMMAND --help`` shows these pages in the terminal. Without a table, the "
        "commands run on a study that ships with the package. The exit status is 0 if there is a "
        "result, 1 if a requested check failed (``--require``, ``--fail-unless-shown``), 2 if the "
        "input cannot be used, and 130 after Ctrl-C.",
        f".. list-table::\n   :widths: 30 70\n\n{rows}",
        f".. toctree::\n   :hidden:\n\n{entries}",
    )


def _question(command: Any) -> str:
    return " ".join(inspect.cleandoc(command.help).partition("\n\n")[0].split())


def _page(name: str, command: Any) -> str:
    parameters = [each for each in command.params if not each.hidden]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    usage = " ".join(["aucurate", name, "[OPTIONS]", *map(_place, arguments)])
    parts = [
        _linked(inspect.cleandoc(command.help)),
        f".. code-block:: text\n\n   {usage}",
        f".. program:: aucurate {name}",
    ]
    examples = list(_examples(command.epilog or ""))
    if examples:
        parts += ["Examples\n--------", *examples]
    if arguments:
        parts += ["Arguments\n---------", *(_option(each, command) for each in arguments)]
    panels: dict[str, list[Any]] = {}
    for each in options:
        panels.setdefault(each.rich_help_panel or "Options", []).append(each)
    for title, members in panels.items():
        parts += [f"{title}\n{'-' * len(title)}", *(_option(each, command) for each in members)]
    return _headed(f"aucurate {name}", *parts)


def _place(argument: Any) -> str:
    return f"[{argument.metavar}]{'...' if argument.nargs == -1 else ''}"


def _linked(text: str) -> str:
    """Text in which options are literals."""
    return _OPTION.sub(r"``\1``", text.replace("*", r"\*"))


def _examples(epilog: str) -> Iterator[str]:
    """The examples of a command, each with its note."""
    for paragraph in _MARKUP.sub("", epilog).split("\n\n"):
        line = " ".join(paragraph.split())
        if not line.startswith("aucurate "):
            continue
        note = _EXAMPLE_NOTE.search(line)
        code = _EXAMPLE_NOTE.sub("", line)
        shlex.split(code)  # a page shows what a shell can read
        if note:
            words = note["note"]
            yield f"{words[:1].upper()}{words[1:]}:"
        yield f".. code-block:: console\n\n   $ {code}"


def _option(parameter: Any, command: Any) -> str:
    """One argument or option with its value, meaning and default."""
    if parameter.param_type_name == "argument":
        names = [parameter.metavar]
    else:
        value = _value(parameter, command)
        names = [
            f"{name} {value}".rstrip() for name in (*parameter.opts, *parameter.secondary_opts)
        ]
    meaning = _linked(" ".join((parameter.help or "").split()))
    default = _default(parameter)
    text = f"{meaning} Default: ``{default}``." if default else meaning
    return f".. option:: {', '.join(names)}\n\n   {text}"


def _value(parameter: Any, command: Any) -> str:
    if getattr(parameter, "is_flag", False):
        return ""
    if parameter.metavar:
        return str(parameter.metavar)
    annotation = inspect.signature(command.callback).parameters[parameter.name].annotation
    choices = [str(each.value) for kind in _enums(annotation) for each in kind]
    return "|".join(choices)


def _enums(annotation: Any) -> Iterator[type[Enum]]:
    """The enumerations that an annotation names."""
    if inspect.isclass(annotation) and issubclass(annotation, Enum):
        yield annotation
    for part in get_args(annotation):
        yield from _enums(part)


def _default(parameter: Any) -> str:
    default = parameter.default
    if not parameter.show_default or getattr(parameter, "is_flag", False):
        return ""
    if default is None or default == "" or callable(default):
        return ""
    return str(getattr(default, "value", default))
