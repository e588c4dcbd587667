"""Where the code of an estimator comes from: packages with their version, own code with its text.

Code that an estimator of one's own calls elsewhere, and packages edited without a new version, are
not seen.
"""

import inspect
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any


def origins(estimator: Any) -> list[tuple[str, str]]:
    """The classes and functions that an estimator is made of, each with its version or its text.

    >>> from sklearn.dummy import DummyClassifier
    >>> "sklearn.dummy.DummyClassifier" in dict(origins(DummyClassifier()))
    True
    """
    parts = (estimator, *estimator.get_params(deep=True).values())
    return sorted({_origin(code) for part in parts for code in _codes(part)})


def _codes(part: Any) -> Iterator[Any]:
    if inspect.isroutine(part):
        yield part
    elif hasattr(part, "get_params") or hasattr(part, "split"):
        yield from (base for base in type(part).__mro__ if base is not object)


def _origin(code: Any) -> tuple[str, str]:
    module = str(getattr(code, "__module__", None) or "")
    name = f"{module}.{getattr(code, '__qualname__', code)}"
    package = sys.modules.get(module.partition(".")[0])
    version = getattr(package, "__version__", None)
    return name, _text(code) if version is None else str(version)


def _text(code: Any) -> str:
    """The source, or what it was compiled to where nobody kept it, as in interactive sessions."""
    try:
        return inspect.getsource(code)
    except (OSError, TypeError):
        inside = vars(code).values() if inspect.isclass(code) else [code]
        return repr([_compiled(part.__code__) for part in inside if inspect.isfunction(part)])


def _compiled(code: CodeType) -> list[Any]:
    constants = [_compiled(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return [code.co_code, code.co_names, code.co_varnames, constants]
