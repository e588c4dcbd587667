"""References: their line, their short form, their BibTeX; the bibliography agrees with the docs."""

import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from tests.loops import for_each

import aucurate
from aucurate.report.references import (
    BIBLIOGRAPHY,
    REQUIRED,
    Reference,
    latex,
    read_bibtex,
    software,
)

SOURCE = Path(aucurate.__file__).parent
ALL = [*BIBLIOGRAPHY.values(), software("0.1.0")]
EACH = for_each("work", ALL, ids=[work.key for work in ALL])

# The docstrings shorten the titles of these.
SHORTENED = {"harrell1996", "royston1995", "shapiro1965"}


def parsed(entry: str) -> tuple[str, str, dict[str, str]]:
    """Kind, key and fields of one entry; whatever BibTeX could not read fails."""
    head = re.match(r"@(\w+)\{([a-z0-9]+),\n", entry)
    assert head is not None
    assert entry.endswith("\n}")
    body, fields, at = entry[head.end() : -1], dict[str, str](), 0
    while at < len(body):
        name = re.compile(r"  (\w+) = \{").match(body, at)
        assert name is not None, body[at:]
        depth, end = 1, name.end()
        while depth:
            escaped = body[end - 1] == "\\"
            depth += 0 if escaped else {"{": 1, "}": -1}.get(body[end], 0)
            end += 1
        assert body[end : end + 2] == ",\n"
        assert name[1] not in fields
        fields[name[1]] = body[name.end() : end - 1]
        at = end + 2
    return head[1], head[2], fields


@EACH
def test_bibtex_can_be_read_and_has_what_its_kind_requires(work: Reference) -> None:
    kind, key, fields = parsed(work.bibtex())
    assert (kind, key) == (work.kind, work.key)
    assert set(REQUIRED[work.kind]) <= set(fields)
    assert all(fields.values())
    assert work.bibtex().isascii()
    assert "?" not in fields["author"]
    assert len(fields["author"].split(" and ")) == len(work.authors)


@EACH
def test_it_holds_no_address_and_survives_json(work: Reference) -> None:
    for text in (str(work), work.bibtex(), work.short):
        assert not any(part in text for part in ("http", "www", "doi.org"))
    assert Reference.from_dict(work.to_dict()) == work


def test_keys_and_short_forms_tell_works_apart() -> None:
    assert all(key == work.key for key, work in BIBLIOGRAPHY.items())
    assert len({work.short for work in ALL}) == len(ALL)
    assert len({str(work) for work in ALL}) == len(ALL)


def test_short_form_by_the_number_of_authors() -> None:
    found = [BIBLIOGRAPHY[k].short for k in ("holm1979", "hanley1982", "delong1988", "liu2006")]
    assert found == [
        "Holm 1979",
        "Hanley and McNeil 1982",
        "DeLong, DeLong and Clarke-Pearson 1988",
        "Liu et al. 2006",
    ]


def test_the_line_of_a_list() -> None:
    assert str(BIBLIOGRAPHY["delong1988"]) == (
        "DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two "
        "or more correlated receiver operating characteristic curves: a nonparametric approach. "
        "Biometrics 44, 837-845. doi:10.2307/2531595"
    )


def test_latex_of_special_letters_and_protected_capitals() -> None:
    assert latex(r"50% of {a}_b & c\d") == r"50\% of \{a\}\_b \& c{\textbackslash}d"
    assert latex("Şidák, Ząbkowski, Łoś") == (r"{\c{S}}id{\'a}k, Z{\k{a}}bkowski, {\L}o{\'s}")
    title = parsed(BIBLIOGRAPHY["metz1999"].bibtex())[2]["title"]
    assert title.startswith("``Proper'' binormal {ROC} curves")


@for_each("key", sorted(BIBLIOGRAPHY))
def test_the_bibliography_says_what_the_docstrings_say(key: str) -> None:
    work = BIBLIOGRAPHY[key]
    line = _plain(str(work).partition(" doi:")[0]).rstrip(".")
    if key in SHORTENED:
        line = _plain(f"{', '.join(work.authors)} ({work.year}). {work.title[:13]}")
    if key == "aslan2009":  # where it was issued is told by the catalog of the papers
        line = line.partition(" Bogazici")[0].rstrip(".")
    assert line in _docstrings(), line


def entry(*fields: str, kind: str = "misc", key: str = "a2000") -> str:
    return "\n".join([f"@{kind}{{{key},", *(f"  {field}," for field in fields), "}"]) + "\n"


TITLED = ("author = {A, B. and C, D.}", "title = {T}")


def test_the_file_of_works_is_read_to_the_letter() -> None:
    works = read_bibtex(f"% a comment\n% of two lines\n\n{entry(*TITLED, 'doi = {10.1/x}')}")
    assert works == {
        "a2000": Reference(
            key="a2000",
            kind="misc",
            authors=("A, B.", "C, D."),
            year=None,
            title="T",
            doi="10.1/x",
        )
    }
    assert list(BIBLIOGRAPHY) == sorted(BIBLIOGRAPHY)


def test_what_is_not_written_like_our_file_is_refused() -> None:
    refused = {
        "no title": entry(TITLED[0]),
        "a kind that there is not": entry(*TITLED, kind="online"),
        "a field that there is not": entry(*TITLED, "journall = {J}"),
        "a field twice": entry(*TITLED, "title = {T}"),
        "braces": entry(TITLED[0], "title = {The {ROC} curve}"),
        "a command": entry(TITLED[0], r"title = {Dem\v sar}"),
        "no text": entry(*TITLED, "doi = {}"),
        "a year in words": entry(*TITLED, "year = {forthcoming}"),
        "a key twice": f"{entry(*TITLED)}\n{entry(*TITLED)}",
        "no blank line": entry(*TITLED) + entry(*TITLED, key="b2000"),
        "something else": "Efron, B. (1993)",
        "a comment in an entry": "% " + entry(*TITLED),
    }
    for what, text in refused.items():
        with pytest.raises(ValueError, match=r".+"):
            print(what, read_bibtex(text))


def test_the_software_is_cited_as_its_citation_file_says() -> None:
    file = SOURCE.parents[1] / "CITATION.cff"
    if not file.exists():
        pytest.skip("the package is installed without its repository")
    text = file.read_text()
    work = software("0.1.0")
    assert f'title: "{work.title}"' in text
    assert f"name: {work.authors[0]}" in text


@cache
def _docstrings() -> str:
    """The text of all modules below this floor, in which the docstrings are."""
    floors = ("curve", "data", "estimates", "inference", "planning")
    paths = [path for floor in floors for path in sorted((SOURCE / floor).rglob("*.py"))]
    return _plain(" ".join(path.read_text(encoding="utf-8") for path in paths))


def _plain(text: str) -> str:
    """One line without accents."""
    letters = unicodedata.normalize("NFKD", text.replace("ı", "i"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
