"""No decision hangs on display text: code asks keys, the words of methods and caveats are for
readers.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.loops import for_each

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "papers/src", "simulations", "benchmarks", "tools")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
TEXTS = ("method", "message")
# Their ``method`` is the key that was asked for; the message of an error is not searched either,
# but may be moved into another.
KEYS = ("settings", "lineup", "study", "part", "parts", "self", "algorithm", "for_design", "error")
SEARCHES = ("startswith", "endswith", "find", "index", "count", "replace", "removesuffix")


def _holder(node: ast.expr) -> str:
    """What has the text: ``found`` of ``found[0].interval.method`` is not it, ``interval`` is."""
    if isinstance(node, ast.Subscript):
        return _holder(node.value)
    if isinstance(node, ast.Call):
        return _holder(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr in TEXTS and _holder(node.value) not in KEYS
    )


def _asked(node: ast.AST) -> list[ast.expr]:
    """The expressions that a node compares, searches or looks up."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        searched = [node.func.value] if node.func.attr in SEARCHES else []
        return [*searched, *(node.args[:1] if node.func.attr == "get" else [])]
    return []


def decisions(source: str) -> Iterator[str]:
    """Every place at which code asks what a text says."""
    for node in ast.walk(ast.parse(source)):
        yield from (ast.unparse(part) for part in _asked(node) if _is_text(part))


@for_each("path", SOURCES)
def test_nothing_is_decided_by_the_words_of_a_method_or_a_caveat(path: Path) -> None:
    found = [f"{path.relative_to(ROOT)}: {text}" for text in decisions(path.read_text())]
    assert not found


@for_each(
    "source",
    [
        'found.interval.method == "DeLong"',
        '"exact" in pair.wilcoxon.method',
        'study.joint.method.endswith("F")',
        "WORDS[test.method]",
        "WORDS.get(test.method)",
        'any(words in caveat.message for words in ("of the AUC",))',
    ],
)
def test_a_decision_by_words_is_seen(source: str) -> None:
    assert list(decisions(source))


@for_each(
    "source", ['f"{found.method} test"', "settings.method == AUTO", "found.key == METHOD.key"]
)
def test_words_may_be_shown_and_keys_asked(source: str) -> None:
    assert not list(decisions(source))
