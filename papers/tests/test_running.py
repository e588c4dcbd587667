import json
from pathlib import Path
from typing import Any

import pytest
from papers.tests import toy

from aucurate.errors import ModelError, OptionError, TableError
from aucurate.study.base import Study
from aucurate_papers.exhibit import MEANINGS, STATES, Exhibit
from aucurate_papers.running import (
    Made,
    Run,
    StoppedError,
    code_of,
    finished,
    finished_or_why_not,
    kept,
)


def test_every_state_has_a_meaning() -> None:
    assert tuple(MEANINGS) == STATES


def test_an_exhibit_survives_json_with_nan_in_its_columns(tmp_path: Path) -> None:
    exhibit = toy.exhibit_of(Run(cache=tmp_path), "table 1")
    again = Study.from_json(exhibit.to_json())
    assert isinstance(again, Exhibit)
    assert again.to_json() == exhibit.to_json()
    assert again.shown[0].columns["row"] == exhibit.shown[0].columns["row"]
    assert repr(again) == repr(exhibit)


def test_a_piece_is_computed_once_for_the_same_settings(tmp_path: Path) -> None:
    run, asked = Run(cache=tmp_path), []

    def compute() -> dict[str, Any]:
        asked.append(1)
        return {"value": len(asked)}

    first = run.kept("toy-2000/table-1/a", {"draws": 3}, compute)
    assert run.kept("toy-2000/table-1/a", {"draws": 3}, compute) == first == {"value": 1}
    assert run.kept("toy-2000/table-1/a", {"draws": 4}, compute) == {"value": 2}
    other = Run(cache=tmp_path, rng=1)
    assert other.kept("toy-2000/table-1/a", {"draws": 3}, compute) == {"value": 3}
    fresh = Run(cache=tmp_path, fresh=True)
    assert fresh.kept("toy-2000/table-1/a", {"draws": 3}, compute) == {"value": 4}


def test_a_piece_cut_off_in_writing_is_computed_again(tmp_path: Path) -> None:
    run = Run(cache=tmp_path)
    run.kept("toy-2000/piece", {}, lambda: {"value": 1})
    (path,) = (tmp_path / "pieces" / "toy-2000").glob("*.json")
    path.write_text(path.read_text()[:20])
    assert run.kept("toy-2000/piece", {}, lambda: {"value": 2}) == {"value": 2}


def test_a_folder_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "pieces").write_text("in the way")
    with pytest.raises(OptionError, match="--cache"):
        Run(cache=tmp_path).kept("toy-2000/piece", {}, dict)


def test_missing_data_name_the_folder_and_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"no folder 'adult'(.|\n)*AUCURATE_DATA"):
        Run(data=tmp_path).folder("adult")


def test_a_listener_that_returns_false_stops_the_run() -> None:
    run = Run(watch=lambda done, total, what: False)
    with pytest.raises(StoppedError):
        run.tell(1, 2, "half")


def test_other_sources_are_other_code() -> None:
    assert code_of("rosset-2004") != code_of("betinec-2008")


def test_a_finished_exhibit_is_read_back_with_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, _ = toy.install(monkeypatch)
    run = Run(cache=tmp_path)
    assert kept(entry, run) is None
    first = finished(entry, run)
    monkeypatch.setattr(toy, "figure", None)
    again = finished(entry, run)
    assert repr(again) == repr(first)
    assert first.figures["toy-line"].startswith(b"<?xml")
    assert kept(entry, run) is not None
    assert kept(entry, Run(cache=tmp_path, quick=True)) is None
    assert kept(entry, Run(cache=tmp_path, rng=5)) is None


def test_other_input_makes_an_exhibit_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, entry = toy.install(monkeypatch)
    run = Run(cache=tmp_path / "cache", data=tmp_path)
    (tmp_path / "toys").mkdir()
    (tmp_path / "toys" / "a.csv").write_text("1")
    finished(entry, run)
    assert kept(entry, run) is not None
    (tmp_path / "toys" / "a.csv").write_text("12")
    assert kept(entry, run) is None


def test_a_damaged_file_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry, _ = toy.install(monkeypatch)
    run = Run(cache=tmp_path)
    finished(entry, run)
    path = tmp_path / "exhibits" / "toy-2000" / "table-1.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"exhibit": {}}))
    assert finished(entry, run).exhibit.name == "table 1"


def test_what_this_machine_lacks_becomes_an_exhibit_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, entry = toy.install(monkeypatch)
    run = Run(cache=tmp_path, data=tmp_path)
    with pytest.raises(TableError):
        finished(entry, run)
    found = finished_or_why_not(entry, run).exhibit
    assert found.state == "not run here"
    assert "no folder 'toys'" in found.verdict[0]
    assert "for sale" in found.verdict[0]
    assert kept(entry, run) is None


def test_an_error_that_is_not_about_missing_things_is_no_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(run: Run) -> Made:
        raise ModelError("the fit did not converge.")

    entry, _ = toy.install(monkeypatch, failing)
    with pytest.raises(ModelError):
        finished_or_why_not(entry, Run(cache=tmp_path))


def test_few_draws_are_told_and_the_catalog_names_the_exhibit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misnamed(run: Run) -> Made:
        return Made(exhibit=toy.exhibit_of(run, "table one"))

    entry, _ = toy.install(monkeypatch, misnamed)
    found = finished(entry, Run(cache=tmp_path, quick=True)).exhibit
    assert found.name == "table 1"
    assert found.caveats[-1].kind == "quick"


@pytest.mark.parametrize("rng", [-1, True, 0.5, "a"])
def test_a_wrong_rng_is_an_error(rng: Any) -> None:
    with pytest.raises(OptionError, match="whole number from 0"):
        Run(rng=rng)


def test_a_cache_that_cannot_be_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, _ = toy.install(monkeypatch)
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="--cache"):
        finished(entry, Run(cache=tmp_path / "file"))


def test_without_matplotlib_the_numbers_are_there_and_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aucurate.errors import MissingExtraError

    def undrawable() -> None:
        raise MissingExtraError("drawing", extra="plots")

    def plain(run: Run) -> Made:
        return Made(exhibit=toy.exhibit_of(run, "table 1"), figures={"x": undrawable})  # type: ignore[dict-item]

    entry, _ = toy.install(monkeypatch, plain)
    done = finished(entry, Run(cache=tmp_path))
    assert done.figures == {}
    assert "plots" in done.undrawn
    assert kept(entry, Run(cache=tmp_path)) is None
