"""Packages as namespaces: their public names are listed on import and loaded on first use.

``import aucurate as au`` reads only the lists; ``au.inference.auc.delong_test`` imports what the
test needs on first use. The ``__init__`` of a namespace lists its names in groups, by the module
that defines them; ``python tools/write_stub.py`` generates the stubs for type checkers
(``__init__.pyi``) and the table of contents in the docstring of the package from these lists.
"""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

Groups = Mapping[str, Mapping[str, str]]
"""For each group: the module in the package, and its public names, separated by spaces."""


class Namespace(ModuleType):
    """A package whose public names are loaded on first use.

    A function and the module that defines it may have the same name (``estimates.auc.auc``): as an
    attribute of the package it is the function, whichever was imported first. ``from
    aucurate.estimates.auc import auc_of`` reaches the module as usual.
    """

    _homes: dict[str, str]
    _groups: Groups
    _rooms: tuple[str, ...]

    def __getattr__(self, name: str) -> Any:
        if name in self._rooms:
            return import_module(f"{self.__name__}.{name}")
        if name not in self._homes:
            elsewhere = "" if name.startswith("_") or self._is_below(name) else _elsewhere(name)
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}{elsewhere}")
        value = getattr(import_module(f"{self.__name__}.{self._homes[name]}"), name)
        self.__dict__[name] = value
        return value

    def _is_below(self, name: str) -> bool:
        """Whether it names a module that ``from package import name`` will import next."""
        return find_spec(f"{self.__name__}.{name}") is not None

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in self._homes and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self._homes, *self._rooms, *(n for n in vars(self) if n[:2] == "__")})


def namespace(package: str, groups: Groups, *, rooms: tuple[str, ...] = ()) -> list[str]:
    """Make the package a namespace of these names, and return its ``__all__``.

    ``rooms`` are the modules and packages below it that are namespaces themselves.
    """
    module = sys.modules[package]
    homes = {
        name: home
        for modules in groups.values()
        for home, names in modules.items()
        for name in names.split()
    }
    vars(module).update(_homes=homes, _groups=groups, _rooms=rooms)
    module.__class__ = Namespace
    return sorted({*homes, *rooms})


def namespaces(package: str = "aucurate") -> Iterator[ModuleType]:
    """The package itself and all namespaces below it."""
    module = import_module(package)
    yield module
    for room in getattr(module, "_rooms", ()):
        yield from namespaces(f"{package}.{room}")


def public_names() -> Iterator[tuple[ModuleType, str]]:
    """Every public name with its namespace; the package itself only has shortcuts."""
    for module in namespaces():
        if module.__name__ != "aucurate":
            rooms = getattr(module, "_rooms", ())
            yield from ((module, name) for name in module.__all__ if name not in rooms)


def spelled(name: str) -> str:
    """How a user writes a public name after ``import aucurate as au``.

    >>> spelled("compare"), spelled("RocDisplay")
    ('au.compare', 'au.plots.RocDisplay')
    """
    if name in import_module("aucurate").__all__:
        return f"au.{name}"
    module = next(module for module, known in public_names() if known == name)
    return f"au.{module.__name__.removeprefix('aucurate.')}.{name}"


_SCIKIT_LEARN = {
    "RocCurveDisplay": "plots.RocDisplay",
    "auc_score": "auc",
    "average_precision_score": "estimates.average_precision",
    "confusion_matrix": "inference.multiclass.confusion_intervals",
    "det_curve": "curve.det_curve",
    "precision_recall_curve": "curve.precision_curve",
    "roc_auc_score": "auc",
}


def _elsewhere(name: str) -> str:
    """The correct location of a name that was looked up in the wrong place."""
    if name in _SCIKIT_LEARN:
        return f"; here it is aucurate.{_SCIKIT_LEARN[name]}"
    homes = [module.__name__ for module, known in public_names() if known == name]
    return f"; it is {homes[0]}.{name}" if homes else ""
