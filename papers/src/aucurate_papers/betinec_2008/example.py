"""What the example of section 3 found on the other survey, before it is put into words."""

from collections.abc import Mapping
from dataclasses import dataclass

from aucurate.study.table import Table
from aucurate_papers.betinec_2008.fitted_level import FittedLevel
from aucurate_papers.betinec_2008.halvings import Halvings
from aucurate_papers.betinec_2008.redraws import Overall, Redraw
from aucurate_papers.betinec_2008.survey_tests import Answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """``halvings`` are by transformation, ``itself`` by classifier, ``tables`` by name as shown."""

    answers: Answers
    halvings: Mapping[str, Halvings]
    itself: Mapping[str, Halvings]
    levels: tuple[FittedLevel, ...]
    persons: tuple[Redraw, ...]
    overall: Overall
    tables: Mapping[str, Table]
