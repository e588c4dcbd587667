"""What of Paclik, Lai, Novovicova and Duin (2010) can be run, in the order of the paper."""

from aucurate_papers.paclik_2010 import three_digits, two_classes
from aucurate_papers.paclik_2010.mfeat import FOLDER
from aucurate_papers.running import Entry

ENTRIES: tuple[Entry, ...] = (
    *(
        Entry(paper=two_classes.PAPER, name=name, title=two_classes.TITLES[name], run=run)
        for name, run in (
            ("figure 1", two_classes.figure_1),
            ("figure 2", two_classes.figure_2),
            ("section 4.2", two_classes.section_4_2),
        )
    ),
    *(
        Entry(
            paper=three_digits.PAPER,
            name=name,
            title=three_digits.TITLES[name],
            run=run,
            data=(FOLDER,),
            learners=True,
        )
        for name, run in (
            ("figure 3", three_digits.figure_3),
            ("section 4.3", three_digits.section_4_3),
        )
    ),
)
