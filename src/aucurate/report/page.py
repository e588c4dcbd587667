"""The page of a study: what it says, put into the templates."""

import json
from typing import Any

from aucurate.formatting import count
from aucurate.report.curves import panel_of
from aucurate.report.environment import scripts, style, template
from aucurate.report.escaping import json_in_page, without_halves
from aucurate.report.facts import facts_of, question_of
from aucurate.report.fold_values import fold_tables
from aucurate.report.full_texts import FullTexts
from aucurate.report.kinds import title_of, words_of
from aucurate.report.methods import methods_of
from aucurate.report.pictures import arranged, pictures_of
from aucurate.report.repeating import recipe_of
from aucurate.report.settings import settings_rows
from aucurate.report.sheets import sheets_of
from aucurate.study.base import Study


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
    sheets = sheets_of(study.kind, (*tables, *fold_tables(study)), texts)
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
        "source": texts.cell(study.provenance.source),
        "recipe": recipe_of(study),
        "full_texts": texts.found,
        "full_texts_json": json_in_page(json.dumps(texts.found, ensure_ascii=False)),
        "study_json": json_in_page(text),
        "json_size": count(len(text.encode("utf-8", "replace")) + 1, "byte"),
        "style": style(with_curve=panel is not None),
        "scripts": scripts(with_curve=panel is not None),
    }
