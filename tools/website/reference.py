"""The pages of the API reference: one per namespace, per public object and per module of methods.

All text comes from the namespaces, their docstrings and the registry of methods;
:mod:`tools.website.extension` writes the pages when the site is built. They are reStructuredText,
as the docstrings are.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tools.website import gallery
from tools.website.examples import with_imports

from aucurate.inference.methods import METHODS, Method
from aucurate.namespaces import namespaces, public_names

API = "reference/api"
METHOD_PAGES = "methods"

SOURCE = Path(__file__).parents[2] / "src"
_MODULE_ROLE = re.compile(r":mod:`(?:([^`<]+) <)?(~?)([\w.]+)>?`")
_PAGE_NAME = re.compile(r"``docs/([\w/-]+)\.md``|(?<![\w/`])docs/([\w/-]+)\.md\b")


@cache
def pages() -> Mapping[str, str]:
    """The text of every page by its name."""
    written = {}
    for module in namespaces():
        written[f"{API}/{module.__name__}"] = _namespace_page(module)
    for module, name in public_names():
        written[page_of(f"{module.__name__}.{name}")] = _object_page(module, name)
    for home in method_modules():
        written[_method_page_of(home)] = _method_page(home)
    groups = _methods_by_namespace()
    for package, homes in groups.items():
        written[_group_page_of(package)] = _method_group(package, homes)
    written[f"{METHOD_PAGES}/index"] = _method_index(groups)
    return written


def page_of(target: str) -> str:
    """The page of a public object by its full name, such as ``aucurate.data.Scores``."""
    return f"{API}/{target}"


@cache
def public_objects() -> Mapping[str, str]:
    """The full name of every public object by its short name."""
    return {name: f"{module.__name__}.{name}" for module, name in public_names()}


@cache
def _names_by_identity() -> Mapping[int, str]:
    return {
        id(value): f"{module.__name__}.{name}"
        for module, name in public_names()
        if callable(value := getattr(module, name))
    }


class UnknownNameError(LookupError):
    """A name of the package that does not exist."""


def public_name(target: str) -> str | None:
    """The name under which something is documented; None where it is not public.

    >>> public_name("aucurate.PairedScores.from_arrays")
    'aucurate.data.PairedScores.from_arrays'
    >>> public_name("aucurate.data.scores.PairedScores")
    'aucurate.data.PairedScores'
    >>> public_name("Scores")
    'aucurate.data.Scores'
    >>> public_name("aucurate.checks.checked") is None
    True
    """
    if target in public_objects().values():  # before a module of the same name
        return target
    first, _, rest = target.partition(".")
    if first in public_objects():
        return f"{public_objects()[first]}.{rest}".rstrip(".")
    parts = target.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for position, part in enumerate(parts[size:], start=size + 1):
            if part in getattr(found, "__dataclass_fields__", ()):
                return None
            try:
                found = getattr(found, part)
            except AttributeError:
                raise UnknownNameError(target) from None
            if id(found) in _names_by_identity():
                return ".".join([_names_by_identity()[id(found)], *parts[position:]])
        return None
    raise UnknownNameError(target)


@cache
def method_modules() -> tuple[str, ...]:
    """The modules whose docstrings have a page: methods, and the mathematics behind them.

    These are the modules that define public names or registered methods, and those with formulas
    that other docstrings refer to, if there is more to read than a sentence.
    """
    homes = {
        f"{package.__name__}.{home}"
        for package in namespaces()
        for modules in getattr(package, "_groups", {}).values()
        for home in modules
    }
    cited = {
        match[3]
        for path in SOURCE.rglob("*.py")
        for match in _MODULE_ROLE.finditer(path.read_text(encoding="utf-8"))
        if match[3].startswith("aucurate.")
    }
    homes |= {method.module for method in METHODS}
    packages = {package.__name__ for package in namespaces()}
    candidates = sorted((homes | cited) - packages)
    texts = {name: _docstring(name) for name in candidates}
    return tuple(
        name
        for name in candidates
        if "\n\n" in texts[name]
        and (name in homes or re.search(r":math:|\.\. math::", texts[name]))
    )


def page_of_module(name: str) -> str | None:
    """The page to which a reference to a module leads: its own, or that of its namespace."""
    import_module(name)
    if name in method_modules():
        return _method_page_of(name)
    packages = {package.__name__ for package in namespaces()} - {"aucurate"}
    namespace = _namespace_of(name)
    return f"{API}/{namespace}" if namespace in packages else None


def with_links(text: str) -> str:
    """A docstring whose references to modules, and to pages of ``docs``, lead to pages of the site.

    >>> with_links("see :mod:`~aucurate.inference.auc.mover` and docs/validation.md")
    'see :py:mod:`mover <module:aucurate.inference.auc.mover>` and :doc:`validation </validation>`'
    """

    def module(match: re.Match[str]) -> str:
        title, short, name = match.groups()
        title = title or (name.rpartition(".")[2] if short else name)
        return f":py:mod:`{title} <module:{name}>`"

    def page(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return f":doc:`{name.rpartition('/')[2]} </{name}>`"

    return _PAGE_NAME.sub(page, _MODULE_ROLE.sub(module, text))


def _namespace_of(module: str) -> str:
    """The namespace that a module belongs to, or else its package below ``aucurate``."""
    below = module.split(".")
    known = {package.__name__ for package in namespaces()} - {"aucurate"}
    for size in range(len(below), 1, -1):
        if (name := ".".join(below[:size])) in known:
            return name
    return ".".join(below[:2])


def _short(module: str) -> str:
    return module.removeprefix("aucurate.")


def _method_page_of(module: str) -> str:
    return f"{METHOD_PAGES}/{_short(module)}"


def _docstring(module: str) -> str:
    return inspect.cleandoc(import_module(module).__doc__ or "")


def _title(text: str) -> str:
    """The first sentence of a docstring."""
    first = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=[a-z)])(?<!\bal)\. ", first)[0].rstrip(".:")


def _headed(title: str, *parts: str) -> str:
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *(part for part in parts if part)]) + "\n"


def _hidden_toctree(entries: list[str]) -> str:
    return "\n".join([".. toctree::", "   :hidden:", "", *(f"   {entry}" for entry in entries)])


def _namespace_page(module: ModuleType) -> str:
    name = module.__name__
    rooms = [f"{name}.{room}" for room in getattr(module, "_rooms", ())]
    groups: Mapping[str, Mapping[str, str]] = getattr(
        module, "_groups", {"": {"": " ".join(module.__all__)}}
    )
    parts = [f".. py:module:: {name}", with_links(_introduction(module))]
    if rooms:
        parts.append(".. rubric:: Namespaces")
        parts.append(
            "\n".join(
                f"- :doc:`{room} </{API}/{room}>`: {_title(_docstring(room))}" for room in rooms
            )
        )
    documented = []
    for title, modules in groups.items():
        names = [public_objects()[each] for names in modules.values() for each in names.split()]
        parts += [f".. rubric:: {title}"] if title else []
        parts.append(_table(names))
        documented += [each for each in names if each.rpartition(".")[0] == name]
    parts += list(_methods_of(name))
    entries = [f"{_short(room)} </{API}/{room}>" for room in rooms]
    entries += [f"/{page_of(each)}" for each in documented]
    parts.append(_hidden_toctree(entries))
    return _headed(name, *parts)


def _introduction(module: ModuleType) -> str:
    text = inspect.cleandoc(module.__doc__ or "")
    return text.split("\n\n**")[0].rstrip()


def _table(names: list[str]) -> str:
    rows = "\n".join(f"   ~{name}" for name in names)
    return f".. py:currentmodule:: None\n\n.. autosummary::\n   :nosignatures:\n\n{rows}"


def _methods_of(package: str) -> Iterator[str]:
    """Links to the methods of a namespace that no namespace below it has."""
    nested = [n.__name__ for n in namespaces(package) if n.__name__ != package]
    own = [
        home
        for home in method_modules()
        if home.startswith(f"{package}.")
        and not any(home.startswith(f"{room}.") for room in nested)
    ]
    if own and package != "aucurate":
        yield ".. rubric:: Methods"
        yield "\n".join(f"- :doc:`/{_method_page_of(home)}`" for home in own)


def _object_page(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    target = f"{module.__name__}.{name}"
    return _headed(
        name,
        f".. py:currentmodule:: {module.__name__}",
        _directive(value, module.__name__, name),
        _read_on(value, target),
        *_pictures(name if module.__name__ == "aucurate.plots" else ""),
    )


def _pictures(figure: str) -> Iterator[str]:
    """What a figure looks like."""
    if figure and (drawn := gallery.pictures_of(figure)):
        yield ".. rubric:: Gallery"
        yield gallery.cards(drawn)


def _directive(value: Any, module: str, name: str) -> str:
    if not inspect.isclass(value):
        kind = "function" if callable(value) else "data"
        return f".. auto{kind}:: {module}::{name}"
    kind = "exception" if issubclass(value, BaseException) else "class"
    lines = [f".. auto{kind}:: {module}::{name}"]
    if any(id(base) in _names_by_identity() for base in value.__bases__):
        lines.append("   :show-inheritance:")
    if members := list(_members(value)):
        lines += [f"   :members: {', '.join(members)}", "   :undoc-members:"]
    return "\n".join(lines)


def _members(cls: type) -> Iterator[str]:
    """Fields and methods that its page describes: all but those that a public base describes."""
    known = {
        name
        for base in cls.__mro__[1:]
        if id(base) in _names_by_identity() or not base.__module__.startswith("aucurate")
        for name in dir(base)
    }
    own = [field.name for field in fields(cls)] if is_dataclass(cls) else []
    own += [
        name
        for base in cls.__mro__
        if base.__module__.startswith("aucurate")
        for name in vars(base)
    ]
    seen: set[str] = set()
    for name in own:
        is_new = name not in seen and not name.startswith("_")
        seen.add(name)
        made_elsewhere = callable(value := getattr(cls, name, None)) and not str(
            getattr(value, "__module__", "aucurate")
        ).startswith("aucurate")
        if is_new and not made_elsewhere and (name not in known or name in vars(cls)):
            yield name


def _read_on(value: Any, target: str) -> str:
    """Where the method behind a function is explained."""
    home = getattr(value, "__module__", "")
    if home not in method_modules() or target.startswith("aucurate.errors."):
        return ""
    return f".. seealso::\n\n   :doc:`/{_method_page_of(home)}`"


def _method_page(home: str) -> str:
    """The docstring of a module, its public names, an example, and what the registry says."""
    text = _docstring(home)
    title = _title(text)
    body = text.partition("\n\n")[2]
    rest = " ".join(text.partition("\n\n")[0].split())[len(title) + 2 :]
    names = [full for full in public_objects().values() if _home(full) == home]
    package = page_of_module(home.rpartition(".")[0])
    where = f"*Module* ``{home}``" + (f", *in* :doc:`/{package}`" if package else "")
    return _headed(
        title,
        f".. py:currentmodule:: {home}",
        where,
        with_links(rest),
        with_imports(with_links(body), home),
        *([".. rubric:: Public names", _table(names)] if names else []),
        *([] if ">>>" in text else _example(home, names)),
        *_registered(home),
    )


def _example(home: str, names: list[str]) -> Iterator[str]:
    """The example of the first function that has one, the public ones first."""
    split = (full.rpartition(".") for full in names)
    functions = [getattr(import_module(module), name) for module, _, name in split]
    functions += [method.function for method in METHODS if method.module == home]
    for text in map(inspect.getdoc, functions):
        _, mark, example = (text or "").partition(">>>")
        if mark:
            yield ".. rubric:: Example"
            yield with_imports(f"{mark}{example}".strip(), home)
            return


def _registered(home: str) -> Iterator[str]:
    """What the registry says of the intervals and tests of a module."""
    found = [method for method in METHODS if method.module == home]
    if found:
        head = ("Question", "Key", "Call", "Designs", "Cites")
        rows = [f".. rubric:: By name\n\n.. list-table::\n   :header-rows: 1\n\n{_row(head)}"]
        yield "\n".join([*rows, *(_row(_cells(method)) for method in found)])
        yield (
            "The key is what ``method=``, ``interval=`` and ``test=`` take where a study offers a "
            "choice (:doc:`/methods`)."
        )


def _row(cells: tuple[str, ...]) -> str:
    first, *others = cells
    return "\n".join([f"   * - {first}", *(f"     - {cell}".rstrip() for cell in others)])


def _cells(method: Method) -> tuple[str, ...]:
    cited = ", ".join(f":cite:t:`{key}`" for key in method.references)
    designs = "" if set(method.designs) >= {"paired", "unpaired"} else ", ".join(method.designs)
    return method.question, f"``{method.key}``", f"``{method.call}``", designs, cited


def _methods_by_namespace() -> dict[str, list[str]]:
    """The modules of methods of each namespace: in their order, what rooms share after them."""
    order = [package.__name__ for package in namespaces()]
    groups: dict[str, list[str]] = {}
    for home in method_modules():
        groups.setdefault(_namespace_of(home), []).append(home)

    def place(name: str) -> tuple[int, int]:
        within = [at for at, other in enumerate(order) if f"{other}.".startswith(f"{name}.")]
        return max(within, default=len(order)), -len(name)

    return {name: groups[name] for name in sorted(groups, key=place)}


def _group_page_of(package: str) -> str:
    return f"{METHOD_PAGES}/in-{_short(package)}"


def _method_group(package: str, homes: list[str]) -> str:
    """The methods of a namespace, each with its title."""
    names = [(home.removeprefix(f"{package}."), _short(home)) for home in homes]
    return _headed(
        _title(_docstring(package)),
        "\n".join(f"- ``{name}``: :doc:`{page}`" for name, page in names),
        _hidden_toctree([f"{name} <{page}>" for name, page in names]),
    )


def _method_index(groups: Mapping[str, list[str]]) -> str:
    """All pages of methods, by the namespace that they belong to."""
    parts = [
        "A page for every method: its question, when to use it and when not, the formulas and "
        "where they come from, an example. These pages are the docstrings of the modules, so "
        "``help`` shows the same in Python. :doc:`/methods` lists all intervals and tests by "
        "name, and :doc:`/which-test` leads from a question to a method."
    ]
    for package, homes in groups.items():
        title = _title(_docstring(package))
        names = [(home.removeprefix(f"{package}."), _short(home)) for home in homes]
        links = "\n".join(f"- ``{name}``: :doc:`{page}`" for name, page in names)
        parts.append(f"{title}\n{'-' * len(title)}\n\n*In* ``{package}``\n\n{links}")
    entries = [f"{_short(p)} </{_group_page_of(p)}>" for p in groups]
    parts.append(_hidden_toctree(entries))
    return _headed("Methods", *parts)


def _home(full: str) -> str:
    module, _, name = full.rpartition(".")
    return getattr(getattr(import_module(module), name), "__module__", "")
