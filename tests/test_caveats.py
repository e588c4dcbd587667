"""The catalogue of caveats: every kind has its words, and all words come from it."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.loops import for_each
from tools import write_caveats

from aucurate.caveats import CATALOGUE, MOST_NAMES, Kind, caveat, named
from aucurate.results import Caveat

ROOT = Path(__file__).parents[1]
MAKERS = (ROOT / "src/aucurate/caveats.py", ROOT / "papers/src/aucurate_papers/caveats.py")
FILES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for folder in ("src", "papers/src")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path not in MAKERS
}
KINDS = {str(kind) for kind in Kind}


def _calls() -> Iterator[tuple[Path, ast.Call]]:
    """Every call of ``caveat`` that names its kind, in the package itself."""
    for path, tree in FILES.items():
        if ROOT / "src" not in path.parents:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "caveat":
                yield path, node


def _kind(node: ast.expr) -> Kind | None:
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in ("Kind", "CaveatKind"):
        return Kind[node.attr]
    return None


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _texts(node: ast.Call) -> list[str] | None:
    """The texts that a call names, or None where they are decided as it runs."""
    given = node.args[1:]
    if not all(isinstance(each, ast.Constant) for each in given):
        return None
    return [str(each.value) for each in given if isinstance(each, ast.Constant)] or [""]


WHERE = [
    pytest.param(path, node, id=f"{path.stem}:{node.lineno}")
    for path, node in _calls()
    if _kind(node.args[0]) is not None
]


def test_every_kind_has_words_and_advice() -> None:
    assert set(CATALOGUE) == set(Kind)
    for kind, entry in CATALOGUE.items():
        assert entry.texts, kind
        assert ("" in entry.texts) == (len(entry.texts) == 1), kind
        assert entry.advice.startswith("Given "), kind
        assert entry.advice.endswith("."), kind
        for text in entry.texts.values():
            assert text[0].isupper() or text[0] == "{" or text.startswith("averaged_"), text
            assert text[-1] in ".}", text
            assert not set("*<\n") & set(text), "docs/caveats.md has the text as it is"


@for_each(("path", "node"), WHERE)
def test_a_call_gives_a_text_that_there_is_and_fills_its_places(path: Path, node: ast.Call) -> None:
    kind = _kind(node.args[0])
    assert kind is not None
    known, named_texts = CATALOGUE[kind].texts, _texts(node)
    words = {keyword.arg for keyword in node.keywords}
    wanted = known.values() if named_texts is None else [known[name] for name in named_texts]
    places = set().union(*(_places(text) for text in wanted))
    if named_texts is not None and None not in words:
        assert places <= words, f"{path}: {kind} lacks {places - words}"
    every = set().union(*(_places(text) for text in known.values()))
    assert words - {"about", None} <= every, f"{path}: {kind} has no place for all words"


def test_every_kind_and_every_text_is_used() -> None:
    used = {_kind(node.args[0]) for _, node in _calls()}
    assert used - {None} == set(Kind)
    written = {
        node.value
        for path, tree in FILES.items()
        if ROOT / "src" in path.parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    texts = {name for entry in CATALOGUE.values() for name in entry.texts}
    assert texts - {""} <= written


def test_no_caveat_is_made_elsewhere() -> None:
    for path, tree in FILES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Caveat":
                pytest.fail(f"{path}:{node.lineno} makes a Caveat without the catalogue")


def test_no_decision_hangs_on_the_words_of_a_kind() -> None:
    for path, tree in FILES.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Compare) or not _asks_a_kind(node):
                continue
            words = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            assert not words & KINDS, f"{path}:{node.lineno} compares a kind with a string"


def _asks_a_kind(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    return any(isinstance(each, ast.Attribute) and each.attr == "kind" for each in sides)


def test_the_page_is_that_of_the_catalogue() -> None:
    written = write_caveats.PAGE.read_text(encoding="utf-8")
    assert written == write_caveats.page(), "write it again: python tools/write_caveats.py"


def test_a_caveat_names_whom_it_is_about_in_full_and_shows_them_short() -> None:
    names = ["x" * 500, *(f"model {place}" for place in range(MOST_NAMES))]
    found = caveat(Kind.LOWER_SCORES, about=names)
    assert found.about == tuple(names)
    assert len(found.message) < 200
    assert found.message.endswith("model 4 and 1 more.")


def test_texts_follow_each_other_in_the_order_they_are_named_in() -> None:
    found = caveat(Kind.GROUPS, "groups", "divided", groups="7 groups")
    assert found.message.startswith("The observations belong to 7 groups. ")
    assert " Here groups are split across folds: " in found.message
    assert "binomial" not in found.message


def test_a_text_that_there_is_not_and_a_place_left_open_are_errors() -> None:
    with pytest.raises(KeyError):
        caveat(Kind.GROUPS)
    with pytest.raises(KeyError):
        caveat(Kind.GROUPS, "divisions")
    with pytest.raises(KeyError):
        caveat(Kind.SMALL_PILOT)


def test_braces_in_names_are_text() -> None:
    assert caveat(Kind.LOWER_SCORES, about=["{call}"]).message.endswith("for {call}.")


def test_a_caveat_without_names_gets_those_it_is_about() -> None:
    plain = caveat(Kind.WHOLE_CURVE)
    assert plain.about == ()
    found = named(plain, ("forest", "tree"), ("forest", "net"), ("tree", "net"), most=2)
    assert found.message.startswith("forest - tree, forest - net and 1 more: this tests whether")
    assert found.about == ("forest", "tree", "net")
    assert found.kind == plain.kind
    assert named(plain, ("forest", "tree"), label="Pairs").message.startswith("Pairs: this tests")


def test_json_has_the_names_and_older_files_without_them_are_read() -> None:
    found = caveat(Kind.LOWER_SCORES, about=["albumin"])
    plain = found.to_dict()
    assert plain == {
        "kind": "lower_scores",
        "message": "Lower scores mean more positive for albumin.",
        "about": ["albumin"],
    }
    assert type(plain["kind"]) is str
    assert Caveat.from_dict(plain) == found
    del plain["about"]
    assert Caveat.from_dict(plain).about == ()
