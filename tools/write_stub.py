"""Write what type checkers and readers see of the namespaces: ``python tools/write_stub.py``.

For every package that is a namespace (:mod:`aucurate.namespaces`): its ``__init__.pyi``, and the
table of contents in the docstring of its ``__init__.py``, made of the first sentence of each
docstring. What stands above the table is written by hand.
"""

import ast
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

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
    for command in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *paths], check=True)


def stub(package: Namespace) -> str:
    """The text of ``__init__.pyi``, before ruff formats it."""
    homes = sorted((home, name) for name, home in package._homes.items())
    lines = [f"from {package.__name__} import {room} as {room}" for room in package._rooms]
    lines += [f"from {package.__name__}.{home} import {name} as {name}" for home, name in homes]
    version = "__version__: str\n" if hasattr(package, "__version__") else ""
    return "\n".join([HEAD, *lines, "", "__all__: list[str]", version])


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
