"""Examples of docstrings as a reader can run them: with the imports that their module has."""

import ast
import builtins
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

_PROMPT = re.compile(r"^( *)(?:>>>|\.\.\.)(?: |$)")
_FLAG = re.compile(r"^ *\.\.\. # doctest: .*$")


def with_imports(text: str, module: str) -> str:
    """A docstring whose first example imports the names that it takes from its module.

    >>> print(with_imports(">>> whole(3, 'size')", "aucurate.checks"))
    >>> from aucurate.checks import whole
    >>> whole(3, 'size')
    """
    lines = [line for line in text.split("\n") if not _FLAG.match(line)]
    prompted = [line for line in lines if _PROMPT.match(line)]
    if not prompted:
        return text
    code = "\n".join(_PROMPT.sub("", line) for line in prompted)
    added = [f">>> {line}" for line in _imports(code, import_module(module))]
    first = lines.index(prompted[0])
    indent = " " * (len(prompted[0]) - len(prompted[0].lstrip()))
    return "\n".join([*lines[:first], *(indent + line for line in added), *lines[first:]])


def _imports(code: str, module: ModuleType) -> Iterator[str]:
    """The statements that import what code uses and does not define."""
    from tools.website.reference import public_objects

    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    sources: dict[str, list[str]] = {}
    for name in _free_names(tree):
        value: Any = vars(module).get(name)
        if isinstance(value, ModuleType):
            short = "" if value.__name__ == name else f" as {name}"
            yield f"import {value.__name__}{short}"
        elif value is not None:
            public = public_objects().get(name, "").rpartition(".")[0]
            is_public = bool(public) and getattr(import_module(public), name) is value
            home = public if is_public else getattr(value, "__module__", module.__name__)
            known = hasattr(import_module(home), name)
            sources.setdefault(home if known else module.__name__, []).append(name)
    for home in sorted(sources):
        yield f"from {home} import {', '.join(sorted(sources[home]))}"


def _free_names(tree: ast.AST) -> list[str]:
    used, bound = set(), set(dir(builtins))
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name):
                bound.add(name)
            case ast.alias(name=name, asname=short):
                bound.add(short or name.partition(".")[0])
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.arg(arg=name):
                bound.add(name)
    return sorted(used - bound)
