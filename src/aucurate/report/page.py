"""The page of a study: what it says, put into the templates, written whole or not at all."""

import json
import os
from pathlib import Path
from typing import Any

from aucurate.formatting import capital, count
from aucurate.io.writing import Target
from aucurate.report.curves import panel_of
from aucurate.report.facts import facts_of, question_of, settings_rows, title_of, words_of
from aucurate.report.figures import arranged, pictures_of
from aucurate.report.html import json_in_page, scripts, style, template, without_halves
from aucurate.report.methods import methods_of
from aucurate.report.recipe import recipe_of
from aucurate.report.tables import FullTexts, fold_tables, sheets_of
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy


def report_html(study: Study) -> str:
    """The whole page as text; the same study gives the same text.

    >>> import aucurate
    >>> page = report_html(aucurate.compare([0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8]}))
    >>> page.startswith("<!doctype html>"), "forest has AUC 0.750" in page
    (True, True)
    """
    page = template("page.html")
    return without_halves(page.render(_context(study)))


def _context(study: Study) -> dict[str, Any]:
    texts, words = FullTexts(), words_of(study)
    facts = facts_of(study, texts)
    panel = panel_of(study)
    tables = study.tables()
    headings = {}
    if isinstance(study, CompareStudy):
        headings["estimates"] = capital(study.estimand.plural)
    sheets = sheets_of(study.kind, (*tables, *fold_tables(study)), texts, headings)
    pictures = pictures_of(study, has_panel=panel is not None)
    settings = settings_rows(study, texts)
    text = study.to_json()
    return {
        "study": study,
        "title": title_of(study),
        "words": words,
        "facts": facts,
        "question": question_of(study),
        "panel": panel,
        "results": arranged(sheets, pictures or ()),
        "frames": {table.name for table in tables},
        "are_drawn": pictures is not None,
        "methods": methods_of(study),
        "settings": settings,
        "source": texts.cell(study.provenance.source.name),
        "recipe": recipe_of(study),
        "full_texts": texts.found,
        "full_texts_json": json_in_page(json.dumps(texts.found, ensure_ascii=False)),
        "study_json": json_in_page(text),
        "json_size": count(len(text.encode("utf-8", "replace")) + 1, "byte"),
        "style": style(with_curve=panel is not None),
        "scripts": scripts(with_curve=panel is not None),
    }


def write_report(study: Study, path: str | os.PathLike[str]) -> Path:
    """Write the report of a study and give its path.

    It is written beside under another name and then renamed: who interrupts leaves what was there.
    """
    target = _target(path)
    check_report_path(path)
    target.write(report_html(study).encode("utf-8"))
    return target.path


def check_report_path(path: str | os.PathLike[str]) -> None:
    """Refuse what :func:`write_report` would refuse, before the numbers are computed."""
    template("page.html")
    _target(path).check()


def _target(path: str | os.PathLike[str]) -> Target:
    return Target(Path(path), what="the report")
