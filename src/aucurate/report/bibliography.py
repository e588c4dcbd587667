"""Every work that a method paragraph can cite, by its key; and this software."""

from collections.abc import Mapping

from aucurate.formatting import shortened
from aucurate.report.bibliography_areas import AREAS
from aucurate.report.bibliography_folds import FOLDS
from aucurate.report.bibliography_forms import paper
from aucurate.report.bibliography_models import MODELS
from aucurate.report.bibliography_points import POINTS
from aucurate.report.references import Reference

SOFTWARE = "aucurate"
"""The key of this software, which is cited in the version that made a study."""

BIBLIOGRAPHY: Mapping[str, Reference] = {**AREAS, **FOLDS, **POINTS, **MODELS}


def software(version: str) -> Reference:
    """This software as CITATION.cff cites it.

    >>> print(software("1.2"))
    The aucurate developers. aucurate: is this classifier really better than that one? Version 1.2.
    """
    title = "aucurate: is this classifier really better than that one?"
    return paper(SOFTWARE, "The aucurate developers", None, title, f"Version {shortened(version)}")
