import json
from importlib import import_module
from pathlib import Path

import pytest
from papers.tests import toy
from tools import record_papers

from aucurate.errors import OptionError
from aucurate_papers.catalog import PAPERS, Paper, chosen, listed, paper, recorded
from aucurate_papers.page import page_markdown
from aucurate_papers.running import Run


@pytest.mark.parametrize("one", PAPERS, ids=lambda one: one.key)
def test_the_entries_of_a_paper_are_named_once_and_are_its_own(one: Paper) -> None:
    names = [entry.name for entry in one.entries]
    assert len(set(names)) == len(names) > 0
    assert {entry.paper for entry in one.entries} == {one.key}
    assert import_module(f"aucurate_papers.{one.key.replace('-', '_')}").__doc__


def test_a_table_is_found_by_its_number_with_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = toy.install(monkeypatch)
    assert chosen("toy-2000") == entries
    assert chosen("toy-2000", ("Table 2",)) == entries[1:]
    assert chosen("toy-2000", ("table-1", "table 1")) == entries[:1]
    with pytest.raises(
        OptionError, match=r"no 'table 3'(.|\n)*'table 1' and 'table 2, second part'"
    ):
        chosen("toy-2000", ("table 3",))
    with pytest.raises(OptionError, match="toy-2000"):
        paper("unknown")


def test_the_list_tells_the_state_of_each_and_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.install(monkeypatch)
    table = listed(Run(cache=tmp_path, data=tmp_path))
    assert table.columns["state"] == ("not run yet", "not run yet")
    assert table.columns["needs"] == ("", "data: toys (--data, AUCURATE_DATA); It is for sale.")


def test_every_entry_has_a_recorded_state() -> None:
    names = {f"{entry.paper}/{entry.name}" for one in PAPERS for entry in one.entries}
    assert recorded().keys() == names


def test_the_record_and_the_page_are_what_the_committed_runs_say() -> None:
    done = record_papers.runs()
    assert record_papers.RECORD.read_text(encoding="utf-8") == record_papers.record_text(done)
    page = (record_papers.DOCS / "papers.md").read_text(encoding="utf-8")
    assert page == page_markdown(done)


def test_no_committed_run_was_a_quick_one_or_could_not_be_run() -> None:
    for path in (record_papers.DOCS / "papers" / "runs").glob("*.json"):
        exhibit = json.loads(path.read_text(encoding="utf-8"))["exhibit"]
        assert not exhibit["provenance"]["settings"]["quick"], path.name
        assert exhibit["state"] != "not run here", path.name
