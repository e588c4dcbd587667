"""Every kind of study, known once its module is loaded."""

import importlib
import pkgutil

import aucurate.study
from aucurate.study.base import Study

_FLOOR = aucurate.study.__name__


def study_kinds() -> dict[str, type[Study]]:
    """The kinds of study of this floor by name; those of the floors above are not among them."""
    for module in pkgutil.iter_modules(aucurate.study.__path__):
        importlib.import_module(f"{_FLOOR}.{module.name}")
    found = sorted(Study._kinds.items())
    return {kind: study for kind, study in found if study.__module__.startswith(f"{_FLOOR}.")}
