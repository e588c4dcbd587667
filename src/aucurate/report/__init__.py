"""A study as one HTML file: verdict, interactive curve, tables, methods, and the JSON inside.

The file is self-contained, makes no network request, and is byte-identical when written from the
same study with the same date. Pages are rendered by Jinja2 (extra ``report``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aucurate.report.page import check_report_path, report_html, write_report

__all__ = ["check_report_path", "report_html", "write_report"]


def __getattr__(name: str) -> Any:
    """What the page offers, loaded when it is asked for: figures and methods do without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("aucurate.report.page"), name)
