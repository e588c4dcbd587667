"""An exhibit is a study like any other: its JSON, its kind, its method paragraph."""

import pytest
from papers.tests import toy

import aucurate
from aucurate.report.methods import methods_of
from aucurate.report.references import software
from aucurate.study.base import Study
from aucurate.study.schema import study_kinds
from aucurate_papers.catalog import PAPERS
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.presentation import PAPER_KEYS
from aucurate_papers.running import Run


def _exhibit(paper: str) -> Exhibit:
    made = toy.exhibit_of(Run(), "table 1")
    return Exhibit(
        paper=paper,
        name=made.name,
        title="Moments",
        state=made.state,
        shown=made.shown,
        verdict=made.verdict,
        differs=made.differs,
        caveats=made.caveats,
        provenance=made.provenance,
    )


def test_it_is_a_kind_of_study_that_the_schema_leaves_out() -> None:
    assert Study._kinds["exhibit"] is Exhibit
    assert "exhibit" not in study_kinds()


def test_every_paper_is_in_the_bibliography() -> None:
    assert [paper.key for paper in PAPERS] == list(PAPER_KEYS)


@pytest.mark.parametrize("paper", PAPER_KEYS)
def test_it_cites_its_paper(paper: str) -> None:
    exhibit = _exhibit(paper)
    found = methods_of(exhibit)
    work, program = found.references
    assert f"The numbers of table 1 ({work.short}), Moments, were computed again" in found.text()
    assert program == software(aucurate.__version__)
    assert methods_of(Study.from_json(exhibit.to_json())) == found


def test_an_unknown_paper_is_named() -> None:
    assert "(elsewhere-1999)" in methods_of(_exhibit("elsewhere-1999")).text()
