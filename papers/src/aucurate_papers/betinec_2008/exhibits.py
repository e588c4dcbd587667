"""What of Betinec (2008) can be run, in the order of the paper."""

from aucurate_papers.betinec_2008.curves import figure_1, figure_2_left
from aucurate_papers.betinec_2008.ratio_test import figure_2_right
from aucurate_papers.betinec_2008.section_3 import section_3
from aucurate_papers.betinec_2008.theorems import equation_18, theorem_1, theorem_2
from aucurate_papers.running import Entry

_PAPER = "betinec-2008"

ENTRIES: tuple[Entry, ...] = (
    Entry(
        paper=_PAPER,
        name="figure 1",
        title="Exponential scores and the curves that belong to them",
        run=figure_1,
    ),
    Entry(
        paper=_PAPER,
        name="theorem 1",
        title="The estimate of one curve has an F distribution",
        run=theorem_1,
    ),
    Entry(
        paper=_PAPER,
        name="theorem 2",
        title="The distribution of the ratio of two estimates",
        run=theorem_2,
    ),
    Entry(
        paper=_PAPER,
        name="equation 18",
        title="The factor of the integral in the proof of Theorem 2",
        run=equation_18,
    ),
    Entry(
        paper=_PAPER,
        name="figure 2, left",
        title="The curves of the two classifiers on the survey AKTER",
        run=figure_2_left,
    ),
    Entry(
        paper=_PAPER,
        name="figure 2, right",
        title="The distribution of the test statistic and its observed value",
        run=figure_2_right,
    ),
    Entry(
        paper=_PAPER,
        name="section 3",
        title="LDA against SVM on a survey of the same sizes",
        run=section_3,
        data=("adult",),
        learners=True,
    ),
)
