"""Every kind of study is declared once, and needs no template to be drawn or described."""

import sys
from dataclasses import dataclass
from typing import cast

import pytest
from tests.plots.test_of_study import STUDIES, studied

from aucurate.report.kinds import StudyKind, kind_of, question_of, title_of
from aucurate.study.base import Provenance, Study
from aucurate.study.schema import study_kinds
from aucurate.study.table import Table


@pytest.mark.parametrize("kind", STUDIES)
def test_every_kind_is_declared(kind: str) -> None:
    study = studied(kind)
    declared = kind_of(study)
    assert title_of(study)
    assert question_of(study).endswith("?")
    assert declared.paragraphs(study)
    assert study.figures()


@pytest.mark.parametrize("kind", STUDIES)
def test_figures_name_tables_of_the_study(kind: str) -> None:
    study = studied(kind)
    names = {table.name for table in study.tables()}
    for figure in study.figures():
        assert figure.name == "roc" or names & set(figure.tables), figure.name


def test_every_kind_is_looked_at() -> None:
    assert set(STUDIES) == set(study_kinds())


def test_figures_and_methods_do_without_jinja2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    study = studied("compare")
    assert study.plot("forest").figure_
    assert "References" in study.methods()


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(Study):
    """A study of another distribution."""

    kind = "other"

    def tables(self) -> tuple[Table, ...]:
        """None."""
        return ()

    def sentences(self) -> tuple[str, ...]:
        """One."""
        return ("It is so.",)


KIND: StudyKind[Other] = StudyKind(title="Something else", names=lambda study: ())


def _other(cls: type[Study]) -> Study:
    provenance: Provenance = studied("plan").provenance
    return cast(type[Other], cls)(caveats=(), provenance=provenance)


def test_an_undeclared_kind_is_called_by_its_name() -> None:
    study = _other(Other)
    assert title_of(study) == "Other"
    assert study.figures() == ()
    assert "aucurate" in study.methods()
    assert "<h1>Other</h1>" in study.to_html()


def test_a_study_of_another_distribution_names_its_declaration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Other, "presentation", __name__)
    assert title_of(_other(Other)) == "Something else"
