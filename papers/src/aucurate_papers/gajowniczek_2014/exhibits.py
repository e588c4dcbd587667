"""The tables and figures of Gajowniczek et al. 2014, in the order of the paper.

The text that we have lacks the figures; they are drawn from what it says of them.
"""

from collections.abc import Callable

from aucurate_papers.gajowniczek_2014.churn import FOLDER
from aucurate_papers.gajowniczek_2014.claims import PAPER, TITLES
from aucurate_papers.gajowniczek_2014.printed_exhibits import (
    run_figure_1,
    run_figure_2,
    run_table_1,
    run_table_2,
    run_table_5,
)
from aucurate_papers.gajowniczek_2014.study import (
    run_simulation_study,
    run_table_3,
    run_table_4_with_model,
    run_table_4_without_model,
    run_table_5_on_scores,
)
from aucurate_papers.running import Entry, Made, Run


def _entry(name: str, run: Callable[[Run], Made], *, with_scores: bool = False) -> Entry:
    return Entry(
        paper=PAPER,
        name=name,
        title=TITLES[name],
        run=run,
        data=(FOLDER,) if with_scores else (),
        learners=with_scores,
    )


ENTRIES = (
    _entry("table 1", run_table_1),
    _entry("table 2", run_table_2),
    _entry("figure 1", run_figure_1),
    _entry("figure 2", run_figure_2),
    _entry("simulation study", run_simulation_study, with_scores=True),
    _entry("table 3", run_table_3, with_scores=True),
    _entry("table 4, non-parametric", run_table_4_without_model, with_scores=True),
    _entry("table 4, parametric", run_table_4_with_model, with_scores=True),
    _entry("table 5", run_table_5),
    _entry("table 5, on our scores", run_table_5_on_scores, with_scores=True),
)
