"""How an exhibit is presented in a report."""

from collections.abc import Mapping

from aucurate.formatting import shortened
from aucurate.report.kinds import StudyKind
from aucurate.report.phrases import Paragraph, cite
from aucurate_papers.exhibit import Exhibit

PAPER_KEYS: Mapping[str, str] = {
    "aslan-2009": "aslan2009",
    "betinec-2008": "betinec2008",
    "gajowniczek-2014": "gajowniczek2014",
    "paclik-2010": "paclik2010",
    "rosset-2004": "rosset2004",
}
"""The keys of the papers that are reproduced, and those of the bibliography."""


def _paragraphs(study: Exhibit) -> list[Paragraph]:
    """Which exhibit of which paper it is."""
    paper, name = study.paper, shortened(study.name, 80)
    work = cite(PAPER_KEYS[paper]) if paper in PAPER_KEYS else f"({shortened(paper)})"
    title = shortened(study.title, 200)
    return [
        [
            f"The numbers of {name} {work}, {title}, were computed again and set beside those "
            "that the paper prints."
        ]
    ]


KIND: StudyKind[Exhibit] = StudyKind(
    title="Exhibit", names=lambda study: (), paragraphs=_paragraphs
)
