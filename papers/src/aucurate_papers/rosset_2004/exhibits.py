"""All that Rosset (2004) shows, in the order of the paper."""

from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.dependence import NAME as DEPENDENCE_NAME
from aucurate_papers.rosset_2004.dependence import TITLE as DEPENDENCE_TITLE
from aucurate_papers.rosset_2004.dependence import section_2_1_1
from aucurate_papers.rosset_2004.estimators import NAME as ESTIMATOR_NAME
from aucurate_papers.rosset_2004.estimators import TITLE as ESTIMATOR_TITLE
from aucurate_papers.rosset_2004.estimators import table_2
from aucurate_papers.rosset_2004.formulas import NAME as FORMULA_NAME
from aucurate_papers.rosset_2004.formulas import TITLE as FORMULA_TITLE
from aucurate_papers.rosset_2004.formulas import section_2_1_2
from aucurate_papers.rosset_2004.moments import TABLE_1_TITLE, TABLE_6_TITLE, table_1, table_6
from aucurate_papers.rosset_2004.selection.exhibits import SELECTION_ENTRIES
from aucurate_papers.rosset_2004.sizes import NAME as SIZE_NAME
from aucurate_papers.rosset_2004.sizes import TITLE as SIZE_TITLE
from aucurate_papers.rosset_2004.sizes import table_6_by_size
from aucurate_papers.running import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(paper=PAPER, name=DEPENDENCE_NAME, title=DEPENDENCE_TITLE, run=section_2_1_1),
    Entry(paper=PAPER, name=FORMULA_NAME, title=FORMULA_TITLE, run=section_2_1_2),
    Entry(paper=PAPER, name="table 1", title=TABLE_1_TITLE, run=table_1),
    Entry(paper=PAPER, name=ESTIMATOR_NAME, title=ESTIMATOR_TITLE, run=table_2),
    *SELECTION_ENTRIES,
    Entry(paper=PAPER, name="table 6", title=TABLE_6_TITLE, run=table_6),
    Entry(paper=PAPER, name=SIZE_NAME, title=SIZE_TITLE, run=table_6_by_size),
)
"""Tables, figures and claims that can be run."""
