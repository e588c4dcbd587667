"""Every public parameter is described, in numpydoc form, in the order of the signature."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Literal

import numpy as np
from tests.fuzz.examples import CONSTRUCTED

import aucurate
from aucurate.namespaces import public_names
from aucurate.parameters import MEANINGS, described, documented

RECORDS = {*CONSTRUCTED, "DegreesPrior", "ThresholdRule", "WeightRule"} - {"UnpairedScores"}
"""Classes whose fields are options that a user sets."""
NOT_FOR_USERS = {"Division.of", "Provenance.of"}
MADE_ELSEWHERE = ("from_dict", "from_json")


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, and every constructor of a public class beside the class itself."""
    for module, name in public_names():
        thing = getattr(module, name)
        if module.__name__ == "aucurate.plots":
            continue
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing) and not issubclass(thing, BaseException):
            for method in dir(thing):
                member = inspect.getattr_static(thing, method)
                is_public = not method.startswith("_") and method not in MADE_ELSEWHERE
                if is_public and isinstance(member, classmethod):
                    yield f"{name}.{method}", member.__func__


def _described(docstring: str) -> dict[str, str]:
    """The parameters that a docstring describes, with their meanings."""
    _, heading, rest = docstring.partition("Parameters\n----------\n")
    section = rest.split("\n\n")[0] if heading else ""
    entries = re.findall(r"^([\w*, ]+?)(?: : .*)?\n((?:    .*(?:\n|$))+)", section, re.MULTILINE)
    return {n: " ".join(text.split()) for names, text in entries for n in names.split(", ")}


def test_every_parameter_of_a_public_function_is_described() -> None:
    undescribed = []
    for name, function in _functions():
        if name in NOT_FOR_USERS:
            continue
        known = {n.lstrip("*") for n in _described(inspect.getdoc(function) or "")}
        expected = set(inspect.signature(function).parameters) - {"self", "cls"}
        undescribed += [f"{name}({parameter})" for parameter in expected - known]
    assert sorted(undescribed) == []


def test_every_field_of_an_option_record_is_described() -> None:
    found = {name: getattr(module, name) for module, name in public_names() if name in RECORDS}
    assert set(found) == RECORDS
    for name, record in found.items():
        assert is_dataclass(record)
        expected = {field.name for field in fields(record) if field.init}
        assert set(_described(inspect.getdoc(record) or "")) == expected, name


def test_descriptions_are_in_the_order_of_the_signature() -> None:
    for _, function in _functions():
        names = [n.lstrip("*") for n in _described(inspect.getdoc(function) or "")]
        order = list(inspect.signature(function).parameters)
        assert names == sorted(names, key=order.index)


def test_every_shared_meaning_is_used_and_is_a_sentence() -> None:
    used = set()
    for _, function in _functions():
        used |= set(_described(inspect.getdoc(function) or "").values())
    assert [name for name, text in MEANINGS.items() if text not in used] == []
    assert [name for name, text in MEANINGS.items() if not re.match(r"[A-Zp].*\.$", text)] == []


def test_the_help_of_compare_reads_as_that_of_scipy() -> None:
    text = inspect.getdoc(aucurate.compare) or ""
    summary, *_ = text.split("\n\n")
    assert "\n" not in summary
    headings = re.findall(r"^(\w+)\n-+$", text, re.MULTILINE)
    assert headings == ["Parameters", "Notes", "Examples"]
    assert (
        "confidence : float, default: 0.95\n"
        "    Confidence level of the intervals, between 0 and 1.\n" in text
    )
    assert max(map(len, text.splitlines())) < 120


def test_types_are_written_for_readers() -> None:
    expected: list[tuple[Any, str]] = [
        (float, "float"),
        (float | None, "float or None"),
        (Literal["a", "b"], "{'a', 'b'}"),
        (Literal["a"] | float, "{'a'} or float"),
        (Sequence[str], "sequence of str"),
        (str | Sequence[str] | None, "str or sequence of str or None"),
        (Mapping[str, float], "mapping from str to float"),
        (tuple[float, float], "(float, float)"),
        (tuple[str, ...], "tuple of str"),
        (np.random.Generator, "Generator"),
        (np.ndarray, "array"),
        (Callable[[int], int], "callable"),
        (Any, "object"),
    ]
    for annotation, words in expected:
        assert described("unknown", annotation, {})[0] == words
    assert described("unknown", float, {"unknown": 1.0})[0] == "float, default: 1.0"
    assert described("unknown", float | None, {"unknown": None})[0] == "float, optional"
    assert described("labels", Any, {})[0] == "array-like"


def test_paragraphs_go_under_the_headings_of_numpydoc() -> None:
    def example(level: float, *rest: int, **options: int) -> None:
        """One line.

        What it does.

        Parameters
        ----------
        rest
            Whole numbers.

        >>> 1 + 1
        2

        And more:

        >>> 1 + 2
        3

        Holm, S. (1979). A simple procedure. Scandinavian Journal of Statistics 6, 65-70.
        """

    assert inspect.cleandoc(documented(example) or "") == inspect.cleandoc(f"""One line.

        Parameters
        ----------
        level : float
            {MEANINGS["level"]}
        *rest
        **options
            {MEANINGS["options"]}

        Notes
        -----
        What it does.

        References
        ----------
        Holm, S. (1979). A simple procedure. Scandinavian Journal of Statistics 6, 65-70.

        Examples
        --------
        >>> 1 + 1
        2

        And more:

        >>> 1 + 2
        3
        """)


def test_nothing_is_added_where_there_are_no_docstrings() -> None:
    code = "import aucurate\nassert aucurate.inference.auc.delong_test.__doc__ is None"
    subprocess.run([sys.executable, "-OO", "-c", code], check=True)
