"""Every table and figure of the paper, and what its text counts, in the order of the paper."""

from functools import partial

from aucurate_papers.aslan_2009 import (
    confusion,
    counting,
    discussion,
    example,
    figures,
    losses,
    setup,
)
from aucurate_papers.aslan_2009.scores import FOLDER, OBTAIN
from aucurate_papers.aslan_2009.words import PAPER
from aucurate_papers.running import Entry

_entry = partial(Entry, paper=PAPER)
_kept = partial(Entry, paper=PAPER, kept=FOLDER, obtain=OBTAIN)

ENTRIES: tuple[Entry, ...] = (
    _entry(name="table 1", title=confusion.TITLE, run=confusion.confusion),
    _entry(name="figure 1", title=example.TITLE, run=example.example_curve),
    _entry(name="table 2", title=losses.TITLE, run=losses.losses),
    _kept(name="section 4, data sets", title=setup.TITLE, run=setup.setup),
    _kept(name="section 4, outcomes", title=counting.TITLE, run=counting.counts),
    *(
        _kept(name=f"figure {number}", title=title, run=partial(figures.figure, number))
        for number, title in figures.TITLES.items()
    ),
    _kept(name="section 6", title=discussion.TITLE, run=discussion.normality),
)
