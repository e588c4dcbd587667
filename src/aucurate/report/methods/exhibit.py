"""Method paragraph of a table or figure of a paper that was computed again."""

from collections.abc import Mapping
from typing import Any

from aucurate.formatting import shortened
from aucurate.report.methods.phrases import Paragraph, cite

PAPER_KEYS: Mapping[str, str] = {
    "aslan-2009": "aslan2009",
    "betinec-2008": "betinec2008",
    "gajowniczek-2014": "gajowniczek2014",
    "paclik-2010": "paclik2010",
    "rosset-2004": "rosset2004",
}
"""The keys of the papers that are reproduced, and those of the bibliography."""


def exhibit_paragraphs(study: Any) -> list[Paragraph]:
    """Which exhibit of which paper it is; a layer above makes it, so its type is not known here."""
    paper, name = str(study.paper), shortened(str(study.name), 80)
    work = cite(PAPER_KEYS[paper]) if paper in PAPER_KEYS else f"({shortened(paper)})"
    title = shortened(str(study.title), 200)
    return [
        [
            f"The numbers of {name} {work}, {title}, were computed again and set beside those "
            "that the paper prints."
        ]
    ]
