"""Write what type checkers and readers see of the namespaces: ``python tools/write_stub.py``.

For every package that is a namespace (:mod:`aucurate.namespaces`): its ``__init__.pyi``, and the
table of contents in the docstring of its ``__init__.py``, made of the first sentence of each
docstring. What stands above the table is written by hand.

A function of records that can be called with arrays (:mod:`aucurate.calling`) is declared in the
stub with both forms; all other names are imported from where they are defined.
"""

import ast
import builtins
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction, unwrap
from pathlib import Path

from aucurate.calling import READING, ArraysForm
from aucurate.namespaces import Namespace, namespaces

HEAD = "# The public names as a type checker sees them; __init__.py loads each on first use.\n"
WIDTH = 99


def main() -> None:
    """Write the stubs and the tables of contents."""
    paths = []
    for package in namespaces():
        if isinstance(package, Namespace):
            path = Path(str(package.__file__))
            path.write_text(with_contents(package), encoding="utf-8")
            path.with_suffix(".pyi").write_text(stub(package), encoding="utf-8")
            paths.append(str(path.with_suffix(".pyi")))
    formatted = ["format", "--quiet"]
    for command in (formatted, ["check", "--fix", "--quiet"], formatted):
        subprocess.run([sys.executable, "-m", "ruff", *command, *paths], check=True)


def stub(package: Namespace) -> str:
    """The text of ``__init__.pyi``, before ruff formats it."""
    homes = sorted((home, name) for name, home in package._homes.items())
    lines = [f"from {package.__name__} import {room} as {room}" for room in package._rooms]
    declared: list[str] = []
    needed: set[str] = set()
    for home, name in homes:
        module = f"{package.__name__}.{home}"
        form = _form(module, name)
        if form is None:
            lines.append(f"from {module} import {name} as {name}")
            continue
        forms = _both_forms(module, name, form)
        needed |= {line for each in forms for line in _imports(module, each)}
        declared += [f"@overload\n{ast.unparse(each)}" for each in forms]
    public = {name for _, name in homes}
    lines += [line for line in sorted(needed) if line.rpartition(" ")[2] not in public]
    version = "__version__: str\n" if hasattr(package, "__version__") else ""
    return "\n".join([HEAD, *lines, "", *declared, "", "__all__: list[str]", version])


def _form(module: str, name: str) -> ArraysForm | None:
    """How a name of a module is called with arrays, if it is a function of records."""
    value = getattr(import_module(module), name)
    return ArraysForm.of(unwrap(value)) if isfunction(value) else None


_OPTIONS = ast.parse(
    "def f(*, positive: object = None, lower: bool | str | Collection[str] = False,"
    " missing: Missing = 'refuse', frequency_weights: Any = None, sampling_weights: Any = None,"
    " groups: Any = None): ..."
).body[0]
_FROM = {
    "Any": "from typing import Any",
    "overload": "from typing import overload",
    "Collection": "from collections.abc import Collection",
    "Mapping": "from collections.abc import Mapping",
    "Missing": "from aucurate.data.observations import Missing",
}
"""The types of the options that say how arrays are read."""


def _both_forms(module: str, name: str, form: ArraysForm) -> list[ast.FunctionDef]:
    """The declarations of a function: as it is written, and with arrays.

    Where it is written in several ways, the first is that of two classes.
    """
    found = [n for n in _parsed(module).body if isinstance(n, ast.FunctionDef) and n.name == name]
    usual = [_declared(each) for each in (found[:-1] or found)]
    return [*usual, _with_arrays(_declared(found[0]), form)]


def _declared(function: ast.FunctionDef) -> ast.FunctionDef:
    """The signature of a function, without its body."""
    made = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(made, ast.FunctionDef)
    arguments = made.args
    arguments.defaults = [_short(default) for default in arguments.defaults]
    arguments.kw_defaults = [d if d is None else _short(d) for d in arguments.kw_defaults]
    made.decorator_list, made.body = [], [ast.Expr(ast.Constant(...))]
    return made


def _short(default: ast.expr) -> ast.expr:
    return default if isinstance(default, ast.Constant) else ast.Constant(...)


def _with_arrays(function: ast.FunctionDef, form: ArraysForm) -> ast.FunctionDef:
    """The declaration of a call with arrays."""
    assert isinstance(_OPTIONS, ast.FunctionDef)
    arguments = function.args
    kind = "Mapping[str, Any]" if form.readers[0].__name__ == "PairedScores" else "Any"
    columns = [ast.arg("labels", _type("Any")), *(ast.arg(n, _type(kind)) for n in form.columns)]
    arguments.args[form.at : form.at + len(form.records)] = columns
    added = zip(_OPTIONS.args.kwonlyargs, _OPTIONS.args.kw_defaults, strict=True)
    assert [option.arg for option in _OPTIONS.args.kwonlyargs] == list(READING)
    for option, default in added:
        if option.arg in form.reading:
            arguments.kwonlyargs.append(option)
            arguments.kw_defaults.append(default)
    return function


def _type(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _imports(module: str, function: ast.FunctionDef) -> Iterator[str]:
    """The imports that the annotations of a declaration need."""
    arguments = function.args
    every: Iterable[ast.arg | None] = (
        *(*arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg),
    )
    annotations = [each.annotation for each in every if each is not None]
    known = _imported(module)
    for annotation in (*annotations, function.returns):
        for node in ast.walk(annotation) if annotation is not None else ():
            if isinstance(node, ast.Name) and not hasattr(builtins, node.id):
                yield _FROM.get(node.id) or known.get(node.id, f"from {module} import {node.id}")
    yield _FROM["overload"]


def _imported(module: str) -> dict[str, str]:
    """The lines that import the names of a module, by name."""
    found = {}
    for node in _parsed(module).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            start = f"from {node.module} import" if isinstance(node, ast.ImportFrom) else "import"
            for each in node.names:
                here = each.asname or each.name
                renamed = f" as {here}" if each.asname else ""
                found[here] = f"{start} {each.name}{renamed}"
    return found


def with_contents(package: Namespace) -> str:
    """The text of ``__init__.py`` with its table of contents as it should be."""
    text = Path(str(package.__file__)).read_text(encoding="utf-8")
    docstring = re.match(r'"""(.*?)"""', text, re.DOTALL)
    assert docstring is not None, package.__name__
    introduction = docstring.group(1).split("\n\n**")[0].rstrip()
    new = "\n\n".join([introduction, *_contents(package)])
    return f'"""{new}\n"""{text[docstring.end() :]}'


def _contents(package: Namespace) -> Iterator[str]:
    if package._rooms:
        yield "**Namespaces**"
        rooms = [(room, _summary(f"{package.__name__}.{room}", "")) for room in package._rooms]
        yield _list(rooms)
    for group, modules in package._groups.items():
        yield f"**{group}**"
        yield _list(
            (name, _summary(f"{package.__name__}.{home}", name))
            for home, names in modules.items()
            for name in names.split()
        )


def _list(items: Iterator[tuple[str, str]] | list[tuple[str, str]]) -> str:
    lines = (f"- ``{name}``{': ' if summary else ''}{summary}" for name, summary in items)
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent="  ") for line in lines)


def _summary(module: str, name: str) -> str:
    """The first sentence of the docstring of a module, or of a name in it; none for a constant."""
    tree = _parsed(module)
    nodes = [node for node in tree.body if getattr(node, "name", None) == name] if name else [tree]
    documented = (ast.AsyncFunctionDef, ast.FunctionDef, ast.ClassDef, ast.Module)
    docstrings = [ast.get_docstring(node) for node in nodes if isinstance(node, documented)]
    first = next((text for text in reversed(docstrings) if text), "").split("\n\n")[0]
    sentence = re.sub(r":\w+:`~?(?:aucurate\.)?([\w.]+)`", r"``\1``", " ".join(first.split()))
    return sentence.split(". ")[0].rstrip(".:")


@cache
def _parsed(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None, module
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
