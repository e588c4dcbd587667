"""The page of a study: one file with everything in it, whatever the study is called."""

import itertools
import json
import re
from dataclasses import replace

import pytest
from tests.loops import for_each
from tests.report.studies import HOSTILE, MADE, made, page, written

import aucurate as au
from aucurate.report import report_html
from aucurate.report.escaping import json_in_page
from aucurate.report.facts import FITTED_HERE
from aucurate.report.full_texts import FullTexts
from aucurate.report.kinds import names_of, title_of
from aucurate.report.settings import settings_rows
from aucurate.study.base import Study
from aucurate.study.kinds import study_kinds

pytest.importorskip("jinja2")


def _undone(text: str) -> str:
    """What aucurate.studyText() of the page does."""
    return re.sub(r"\\(\\|u003c)", lambda found: found[0] if found[1] == "\\" else "<", text)


def _words(text: str) -> str:
    return " ".join(text.split())


def test_every_kind_is_looked_at() -> None:
    assert {made(name).kind for name in MADE} == set(study_kinds())


@for_each("name", MADE)
def test_the_json_inside_is_that_of_the_study(name: str) -> None:
    inside = page(name).texts["study-json"]
    assert "<" not in inside
    assert _undone(inside) == made(name).to_json()
    assert Study.from_json(inside).to_json() == made(name).to_json()


@for_each("name", MADE)
def test_verdict_caveats_and_methods_are_there_in_this_order(name: str) -> None:
    found, study = page(name), made(name)
    for sentence in study.sentences():
        assert sentence in found.texts["verdict"]
    for caveat in study.caveats:
        assert caveat.message in found.texts["caveats"]
    sections = ("verdict", "compared", "caveats", "operating", "results", "methods", "repeat")
    there = [place for place in found.ids if place in sections]
    assert there == [place for place in sections if place in there]
    assert {"verdict", "compared", "results", "methods", "repeat"} <= set(there)
    assert ("caveats" in there) == bool(study.caveats)
    assert ("operating" in there) == (study.kind in ("compare", "operate", "fit"))


@for_each("name", MADE)
def test_nothing_comes_from_elsewhere(name: str) -> None:
    found = page(name)
    assert all(address.startswith(("#", "data:")) for address in found.addresses)
    inner = {address[1:] for address in found.addresses if address.startswith("#")}
    assert inner <= set(found.ids)
    assert "base" not in found.tags
    assert "default-src 'none'" in written(name)
    assert not re.search(r"@import|url\((?!#)", written(name).partition("</style>")[0])


@for_each("name", MADE)
def test_ids_are_unique_and_headings_in_order(name: str) -> None:
    found = page(name)
    assert len(set(found.ids)) == len(found.ids)
    levels = [level for level, _ in found.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_no_name_becomes_markup() -> None:
    found, plain = page("compare, hostile"), page("compare")
    assert found.attributes <= plain.attributes | {"data-full"}
    assert set(found.tags) <= set(plain.tags) | {"ol"}
    assert found.tags.count("script") == plain.tags.count("script")
    assert "49" not in found.texts["verdict"]
    assert found.texts["study-json"] == json_in_page(made("compare, hostile").to_json())


def test_long_names_are_cut_and_can_be_read_in_full() -> None:
    found = page("compare, hostile")
    full = json.loads(found.texts["full-texts-json"])
    assert [name for name in HOSTILE if name in full] == [HOSTILE[3], HOSTILE[6]]
    assert HOSTILE[6] in found.texts["full-texts"]
    assert "x" * 200 not in found.texts["verdict"] + found.texts["results"]
    assert len(title_of(made("compare, hostile"))) < 250


def test_half_a_pair_of_surrogates_can_be_written() -> None:
    study = au.compare([0, 1, 0, 1], {"\ud800 <b>": [0.1, 0.4, 0.3, 0.8]})
    text = report_html(study)
    assert text.encode("utf-8").decode("utf-8") == text
    assert r"\ud800 \u003cb>" in text


def test_what_was_compared() -> None:
    facts = _words(page("compare").texts["compared"])
    assert facts == (
        "What was compared Classifiers a<b>c Observations 60: 30 positive ('1') and 30 negative "
        f"('0') Source arrays in memory Rows dropped none {FITTED_HERE}"
    )
    for kind in ("folds", "plan", "outcomes"):  # folds are left out, plans have no scores
        assert "Ask first" not in page(kind).texts["compared"]
    assert "Algorithms ac Observations 60, positive is '1' Folds 6 (left-out folds)" in _words(
        page("folds").texts["compared"]
    )
    assert "Data set one" in _words(page("outcomes").texts["compared"])
    assert _words(page("plan").texts["compared"]) == "What was planned Source a plan without data"


def test_titles() -> None:
    many = au.compare([0, 1] * 10, {f"model {at}": range(20) for at in range(9)})
    assert title_of(many) == ("model 0, model 1, model 2, model 3, model 4, model 5 and 3 more")
    assert title_of(made("plan")) == "Plan of a study"
    assert names_of(made("outcomes")) == ("a", "c")
    assert "<title>Comparison of AUCs: a, &lt;b&gt; and c</title>" in written("compare")


def test_settings_are_told_part_by_part() -> None:
    rows = settings_rows(made("compare, all questions"), FullTexts())
    told = {row.name.text: row.value.text for row in rows}
    assert told["margin"] == "0.1"
    assert told["resampling: repeats"] == "50"
    assert (told["reference"], told["lower"], told["simultaneous"]) == ("not set", "none", "true")


def test_the_script_undoes_what_was_escaped() -> None:
    for text in ("<", r"\u003c", r"\\u003c", "\\", "a\\", r"\<", '"<!--'):
        dumped = json.dumps(text)
        assert _undone(json_in_page(dumped)) == dumped


def test_a_study_that_could_have_curves_says_that_it_has_none() -> None:
    """As one of format version 1, which is read without them."""
    old = replace(au.compare([0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8]}), curves=())
    assert "There are no curves to touch" in report_html(old)
    assert "There are no curves to touch" not in written("plan")
    assert "There are no curves to touch" not in written("compare")


@for_each("name", MADE)
def test_how_to_repeat_it_is_told_or_why_not(name: str) -> None:
    words = ("In Python</h3>", "On the command line</h3>", "is not printed")
    assert any(one in written(name).partition('id="repeat"')[2] for one in words)
