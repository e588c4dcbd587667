"""The page of a study: one file with everything in it, whatever the study is called."""

import itertools
import json
import os
import re
import stat
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.loops import for_each
from tests.plots.test_of_study import STUDIES, studied
from tests.report.studies import HOSTILE, MADE, made, page, written

import aucurate as au
import aucurate.io.writing as writing
from aucurate.errors import MissingExtraError, OptionError
from aucurate.report import check_report_path, html, report_html, write_report
from aucurate.report.facts import FITTED_HERE, headline_of, settings_rows
from aucurate.report.html import json_in_page
from aucurate.report.kinds import headline_for, names_of
from aucurate.report.tables import FullTexts
from aucurate.study.base import Study
from aucurate.study.schema import study_kinds

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
    sections = ("verdict", "compared", "caveats", "operating", "tables", "methods", "repeat")
    there = [place for place in found.ids if place in sections]
    assert there == [place for place in sections if place in there]
    assert {"verdict", "compared", "tables", "methods", "repeat"} <= set(there)
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
    assert "x" * 200 not in found.texts["verdict"] + found.texts["tables"]
    assert headline_of(made("compare, hostile")).whole == "Comparison of 7 classifiers"


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
        assert "Check first" not in page(kind).texts["compared"]
    assert "Algorithms ac Observations 60; positive class '1' Folds 6 (left-out folds)" in _words(
        page("folds").texts["compared"]
    )
    assert "Data set one" in _words(page("outcomes").texts["compared"])
    assert _words(page("plan").texts["compared"]) == (
        "What was planned Question difference Design unpaired AUCs 0.80 and 0.75 "
        "Source a plan without data"
    )


def test_titles() -> None:
    many = au.compare([0, 1] * 10, {f"model {at}": range(20) for at in range(9)})
    assert headline_of(many).whole == "Comparison of 9 classifiers"
    assert headline_of(made("plan")).whole == "Plan of a study"
    assert names_of(made("outcomes")) == ("a", "c")
    assert "<title>Comparison of AUCs: a, &lt;b&gt; and c</title>" in written("compare")
    given = made("plan").to_html(title="My <study>")
    assert "<title>Plan of a study: My &lt;study&gt;</title>" in given
    assert "<h1>My &lt;study&gt;</h1>" in given


@pytest.mark.parametrize("kind", STUDIES)
def test_many_names_are_counted_in_the_title(kind: str) -> None:
    """What kind of study it is stands above the heading, or in it."""
    headline = headline_of(studied(kind))
    assert "{" not in headline.whole
    assert headline.text != headline.kind
    if names_of(studied(kind)):
        assert "20 of them" in headline_for(studied(kind), "20 of them")


def test_a_long_list_of_names_is_folded() -> None:
    many = au.compare([0, 1] * 10, {f"model {at}": range(20) for at in range(13)})
    assert "<details><summary>13</summary><ul><li>model 0</li>" in report_html(many)
    assert "<summary>3</summary>" not in written("compare")


def test_the_date_is_that_of_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    study = made("plan")
    day = '<time datetime="2024-02-29">2024-02-29</time>'
    assert day in study.to_html(written=date(2024, 2, 29))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1709164801")
    assert day in study.to_html()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = date.today()
    page = study.to_html()
    assert any(f">{today}</time>" in page for today in (before, date.today()))


def test_settings_are_told_part_by_part() -> None:
    rows = settings_rows(made("compare, all questions"), FullTexts())
    told = {row.name.text: row.value.text for row in rows}
    assert told["margin"] == "0.1"
    assert told["resampling: replicates"] == "50"
    assert (told["reference"], told["simultaneous"]) == ("not set", "true")


def test_the_script_undoes_what_was_escaped() -> None:
    for text in ("<", r"\u003c", r"\\u003c", "\\", "a\\", r"\<", '"<!--'):
        dumped = json.dumps(text)
        assert _undone(json_in_page(dumped)) == dumped


def test_a_study_that_could_have_curves_says_that_it_has_none() -> None:
    """As one of format version 1, which is read without them."""
    old = replace(au.compare([0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8]}), curves=())
    assert "There is no interactive curve" in report_html(old)
    assert "There is no interactive curve" not in written("plan")
    assert "There is no interactive curve" not in written("compare")


@for_each("name", MADE)
def test_how_to_repeat_it_is_told_or_why_not(name: str) -> None:
    words = ("In Python</h3>", "On the command line</h3>", "cannot be reconstructed")
    assert any(one in written(name).partition('id="repeat"')[2] for one in words)


# Reports as files: whole or not at all, refused early.


pytest.importorskip("jinja2")

STUDY = "plan"


def test_the_file_is_the_text(tmp_path: Path) -> None:
    path = write_report(made(STUDY), tmp_path / "report.html")
    assert path.read_bytes() == written(STUDY).encode("utf-8")
    assert made(STUDY).to_html() == written(STUDY)
    assert made(STUDY).to_html(str(path)) == path
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]


def test_an_old_report_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link.html"
    link.symlink_to(path)
    write_report(made(STUDY), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text(encoding="utf-8") == written(STUDY)


def test_who_interrupts_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_report(made(STUDY), path)
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]
    assert path.read_text() == "old"


def test_what_cannot_be_written_is_refused_early(tmp_path: Path) -> None:
    check_report_path(tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []
    for path, words, hint in (
        (tmp_path, "it is a folder", "choose another file"),
        (tmp_path / "none" / "report.html", "there is no folder", "create the folder first (mkdir"),
    ):
        with pytest.raises(OptionError, match=words) as refused:
            check_report_path(path)
        assert hint in refused.value.hint
        with pytest.raises(OptionError, match=words):
            write_report(made(STUDY), path)


def test_permissions_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OptionError, match="its folder is not writable"):
        check_report_path(tmp_path / "report.html")
    (tmp_path / "old.html").touch()
    with pytest.raises(OptionError, match="permission denied"):
        check_report_path(tmp_path / "old.html")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "replace_file", full)
    with pytest.raises(OptionError, match="No space left on device"):
        write_report(made(STUDY), tmp_path / "report.html")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_devices_are_written_to_directly() -> None:
    assert write_report(made(STUDY), "/dev/null") == Path("/dev/null")
    assert not Path("/dev/null").is_file()


def test_without_jinja2_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    html._environment.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match="a report needs the extra 'report'"):
            check_report_path(tmp_path / "report.html")
        with pytest.raises(MissingExtraError, match="report"):
            made(STUDY).to_html()
    finally:
        html._environment.cache_clear()
