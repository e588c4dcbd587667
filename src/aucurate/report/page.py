"""The page of a study: fills the templates and writes the file completely or not at all."""

import json
import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from aucurate.formatting import count
from aucurate.io.writing import Target
from aucurate.report.curves import panel_of
from aucurate.report.facts import FITTED_HERE, Headline, facts_of, headline_of, settings_rows
from aucurate.report.figures import arranged, pictures_of
from aucurate.report.html import json_in_page, scripts, style, template, without_halves
from aucurate.report.kinds import headings_of, kind_of, question_of
from aucurate.report.methods import methods_of
from aucurate.report.recipe import recipe_of
from aucurate.report.tables import FullTexts, sheets_of
from aucurate.study.base import Study


def report_html(study: Study, *, title: str | None = None, written: date | None = None) -> str:
    """The whole page as text; the same study gives the same text on the same day.

    ``title`` is the heading, by default made from the names. ``written`` is the date that the page
    shows, by default today, or the day of the environment variable SOURCE_DATE_EPOCH (seconds since
    1970), with which builds are reproducible.

    >>> import aucurate
    >>> page = report_html(aucurate.compare([0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8]}))
    >>> page.startswith("<!doctype html>"), "forest has AUC 0.750" in page
    (True, True)
    """
    page = template("page.html")
    context = _context(study, headline_of(study, title), written or _today())
    return without_halves(page.render(context))


def _today() -> date:
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date() if epoch.isdecimal() else date.today()


def _context(study: Study, headline: Headline, written: date) -> dict[str, Any]:
    texts, kind = FullTexts(), kind_of(study)
    facts = facts_of(study, texts)
    panel = panel_of(study)
    tables = study.tables()
    sheets = sheets_of((*tables, *kind.tables(study)), texts, headings_of(study))
    pictures = pictures_of(study, has_panel=panel is not None)
    settings = settings_rows(study, texts)
    text = study.to_json()
    return {
        "study": study,
        "headline": headline,
        "written": written.isoformat(),
        "question": question_of(study),
        "data_heading": kind.data_heading,
        "facts": facts,
        "warning": FITTED_HERE if kind.is_one_test_set(study) else "",
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


def write_report(
    study: Study,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    written: date | None = None,
) -> Path:
    """Write the report of a study, as :func:`report_html` renders it, and return its path.

    It is written under a temporary name and then renamed: an interruption leaves an existing file
    unchanged.
    """
    target = _target(path)
    check_report_path(path)
    page = report_html(study, title=title, written=written)
    target.write(page.encode("utf-8"))
    return target.path


def check_report_path(path: str | os.PathLike[str]) -> None:
    """Refuse what :func:`write_report` would refuse, before the numbers are computed."""
    template("page.html")
    _target(path).check()


def _target(path: str | os.PathLike[str]) -> Target:
    return Target(Path(path), what="the report")
