"""Every table and figure of the paper, and what its text counts, in the order of the paper."""

from functools import partial

from aucurate_papers.aslan_2009 import example, figures, sections
from aucurate_papers.aslan_2009.scores import FOLDER, OBTAIN
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.running import Entry

_entry = partial(Entry, paper=PAPER)
_kept = partial(Entry, paper=PAPER, kept=FOLDER, obtain=OBTAIN)

ENTRIES: tuple[Entry, ...] = (
    _entry(name="table 1", title=example.CONFUSION_TITLE, run=example.confusion),
    _entry(name="figure 1", title=example.CURVE_TITLE, run=example.example_curve),
    _entry(name="table 2", title=example.LOSSES_TITLE, run=example.losses),
    _kept(name="section 4, data sets", title=sections.SETUP_TITLE, run=sections.setup),
    _kept(name="section 4, outcomes", title=sections.COUNTING_TITLE, run=sections.counts),
    *(
        _kept(name=f"figure {number}", title=title, run=partial(figures.figure, number))
        for number, title in figures.TITLES.items()
    ),
    _kept(name="section 6", title=sections.DISCUSSION_TITLE, run=sections.normality),
)
