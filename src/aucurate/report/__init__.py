"""A study as one HTML file: the verdict, the curve to touch, tables, methods, and the JSON inside.

The file needs no other, asks no host for anything, and is the same to the byte whenever it is
written from the same study. Pages are made by Jinja2, the extra ``report``.
"""

from aucurate.report.page import check_report_path, report_html, write_report

__all__ = ["check_report_path", "report_html", "write_report"]
