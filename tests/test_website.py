"""The site lists what the package offers, and its check finds what does not belong there."""

import operator
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from tests.loops import for_each
from tools.website import check, command_line, gallery, reference
from tools.website.examples import with_imports

import aucurate
from aucurate.namespaces import namespaces, public_names

DOCS = Path(__file__).parents[1] / "docs"
BY_HAND = [path for path in DOCS.rglob("*.md") if "validation-cells" not in path.name]
FOR_USERS = [path for path in BY_HAND if path.parent.name not in ("decisions", "papers")]


@cache
def _made() -> dict[str, str]:
    """The pages that are made when the site is built."""
    gallery_page = {f"{gallery.FOLDER}/index": gallery.page_text("")}
    return {**reference.pages(), **command_line.pages(), **gallery_page}


@for_each("module", list(namespaces()))
def test_the_page_of_a_namespace_lists_its_public_names(module: ModuleType) -> None:
    page = _made()[f"{reference.API}/{module.__name__}"]
    rooms = getattr(module, "_rooms", ())
    for name in module.__all__:
        full = reference.public_objects().get(name, f"{module.__name__}.{name}")
        listed = f"</{reference.API}/{module.__name__}.{name}>" if name in rooms else f"~{full}\n"
        assert listed in page + "\n", name


def test_every_public_name_has_a_page() -> None:
    names = {f"{module.__name__}.{name}" for module, name in public_names()}
    assert {reference.page_of(name) for name in names} <= _made().keys()


@for_each(
    ("target", "name"),
    [
        ("aucurate.PairedScores.from_arrays", "aucurate.data.PairedScores.from_arrays"),
        ("aucurate.data.scores.PairedScores", "aucurate.data.PairedScores"),
        ("aucurate.estimates.auc.auc", "aucurate.estimates.auc"),
        ("aucurate.estimates.partial_auc", "aucurate.estimates.partial_auc"),
        ("Scores", "aucurate.data.Scores"),
        ("aucurate.checks.checked", None),
    ],
)
def test_a_reference_leads_to_the_public_name(target: str, name: str | None) -> None:
    assert reference.public_name(target) == name


def test_a_reference_to_nothing_is_an_error() -> None:
    with pytest.raises(reference.UnknownNameError):
        reference.public_name("aucurate.inference.auc.no_such_test")


def test_references_in_docstrings_lead_to_pages_of_the_site() -> None:
    text = "see :mod:`~aucurate.inference.auc.mover` and docs/validation.md"
    assert reference.with_links(text) == (
        "see :py:mod:`mover <module:aucurate.inference.auc.mover>` and "
        ":doc:`validation </validation>`"
    )


def test_an_example_has_the_imports_that_it_needs() -> None:
    code = "    >>> scores = Scores.from_arrays([0, 1], [1, 2])\n    >>> delong_interval(scores)"
    assert with_imports(f"Words.\n\n{code}", "aucurate.inference.auc.delong").splitlines()[2:] == [
        "    >>> from aucurate.data import Scores",
        "    >>> from aucurate.inference.auc import delong_interval",
        "    >>> scores = Scores.from_arrays([0, 1], [1, 2])",
        "    >>> delong_interval(scores)",
    ]
    assert with_imports("No example.", "aucurate.inference.auc.delong") == "No example."


def test_a_module_leads_to_its_page_or_that_of_its_namespace() -> None:
    for module, page in {
        "aucurate.inference.auc.delong": "methods/inference.auc.delong",
        "aucurate.study.compare": f"{reference.API}/aucurate.study",
        "aucurate.checks": None,
    }.items():
        assert reference.page_of_module(module) == page


def test_the_page_of_a_command_has_all_its_options() -> None:
    for name, command in command_line.commands():
        page = _made()[f"{command_line.FOLDER}/{name}"]
        for parameter in command.params:
            if not parameter.hidden and parameter.param_type_name == "option":
                for option in parameter.opts:
                    assert re.search(rf"\.\. option:: .*{option}\b", page), (name, option)


@for_each("page", FOR_USERS, ids=lambda page: str(page.relative_to(DOCS)))
def test_names_on_a_page_exist(page: Path) -> None:
    for name in set(re.findall(r"\bau((?:\.\w+)+)", page.read_text(encoding="utf-8"))):
        assert operator.attrgetter(name[1:])(aucurate), name


@for_each("page", FOR_USERS, ids=lambda page: str(page.relative_to(DOCS)))
def test_commands_on_a_page_have_their_options(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    known = {
        name: {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        for name, command in command_line.commands()
    }
    for line in re.findall(r"(?:\$ |`|- run: )(aucurate [a-z]+[^`\n]*)", text):
        _, name, *rest = line.split()
        assert name in known, line
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", " ".join(rest)):
            assert option in known[name] | {"--help"}, line


@for_each("page", BY_HAND, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_of_a_page_lead_to_files(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if re.match(r"\w+:", target):
            continue
        place = (page.parent / target).resolve()
        name = place.relative_to(DOCS).as_posix() if DOCS in place.parents else ""
        assert place.exists() or name in _made(), target


def test_the_check_finds_what_is_missing_and_what_comes_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@import 'https://example.org/font.css';")
    (tmp_path / "there.html").write_text('<h2 id="section">There</h2>')
    (tmp_path / "index.html").write_text(
        '<link rel="stylesheet" href="style.css"><script src="https://example.org/code.js"></script>'
        '<a href="there.html#section">good</a> <a href="https://example.org">elsewhere</a>'
        '<a href="there.html#nowhere">anchor</a> <img src="picture.png">'
    )
    assert sorted(check.problems(tmp_path)) == [
        "index.html: loads https://example.org/code.js",
        "index.html: there is no picture.png",
        "index.html: there is no there.html#nowhere",
        "style.css: loads https://example.org/font.css",
    ]


def test_the_check_is_content_with_a_site_that_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a id="top" href="#top">up</a><img src="data:,">')
    assert list(check.problems(tmp_path)) == []
