import numpy as np
import pytest

from aucurate_papers.rosset_2004.adult import VARIABLES, Adult
from aucurate_papers.rosset_2004.printed_selection import PRINTED_ADULT
from aucurate_papers.rosset_2004.selection_adult_models import (
    accuracy_table,
    larger_class,
    larger_class_words,
)
from aucurate_papers.rosset_2004.selection_adult_tables import SIZES, USED, Divisions

ADULT = Adult(
    names=VARIABLES[:10], columns=(), labels=np.arange(1000) < 240, missing=0, digest="abc"
)


def divisions(accuracy: float) -> Divisions:
    """Forty divisions in which every model has about this accuracy."""
    near = 0.002 * np.random.default_rng(0).normal(size=(40, len(USED)))
    picks = np.zeros((40, len(SIZES), len(PRINTED_ADULT), 3))
    return Divisions(accuracies=accuracy + near, aucs=near + 0.8, picks=picks, tied=picks)


@pytest.mark.parametrize(
    ("accuracy", "said"),
    [(0.77, "on more than that"), (0.75, "on less than that")],
)
def test_smallest_model_beside_the_larger_class(accuracy: float, said: str) -> None:
    assert larger_class(ADULT) == 0.76
    words = larger_class_words(divisions(accuracy), ADULT)
    assert "right on 76% of Adult" in words
    assert said in words
    assert ("theirs gains where ours does not" in words) == (accuracy < 0.76)


def test_the_model_that_looks_at_nothing_comes_first() -> None:
    table = accuracy_table(divisions(0.77), ADULT)
    assert table.rows[0][:4] == ("0", "none: always the larger class", "", "0.760")
    assert table.columns["theirs"][:2] == (None, 0.771)
