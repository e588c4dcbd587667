"""The pairs of the figures: their order, and what is seen of curves that cross."""

import numpy as np
import pytest
from numpy.typing import NDArray
from papers.tests.aslan_2009.made import scores_of

from aucurate.data.folds import FoldScores
from aucurate_papers.aslan_2009.numbers import SetNumbers, set_numbers
from aucurate_papers.aslan_2009.pairs import PairNumbers, pair_numbers
from aucurate_papers.aslan_2009.printed import PRINTED_PAIRS

FIGURES = {one.figure: one for one in PRINTED_PAIRS}
LABELS = np.repeat([1, 0], 40)


def _pair(figure: str, data: FoldScores) -> PairNumbers:
    printed = FIGURES[figure]
    return pair_numbers(printed, set_numbers(printed.dataset, data, 0.05), data)


def _crossing(first: NDArray[np.float64], second: NDArray[np.float64]) -> str:
    """What is seen of two classifiers, each with three models that hardly differ."""
    shaken = 1e-9 * np.random.default_rng(0).normal(size=(2, 3, len(LABELS)))
    data = FoldScores.from_arrays(
        np.tile(LABELS, 3),
        {"k-NN": (first + shaken[0]).ravel(), "NB": (second + shaken[1]).ravel()},
        folds=np.repeat([1, 2, 3], len(LABELS)),
        observations=np.tile(np.arange(len(LABELS)), 3),
        design="fixed test set",
        n_train=100,
    )
    claims = {claim.what: claim for claim in _pair("4", data).claims}
    return claims["curves cross"].ours


def test_curves_cross_where_one_is_better_at_first_and_the_other_later() -> None:
    negatives = np.linspace(0.2, 0.6, 40)
    steep = np.concatenate([np.repeat([0.9, 0.1], 20), negatives])  # half at once, half at last
    steady = np.concatenate([np.repeat([0.9, 0.45], [10, 30]), negatives])
    best = np.concatenate([np.full(40, 0.9), negatives])
    assert _crossing(steady, steep) == "NB better on the left, k-NN on the right"
    assert _crossing(steep, steady) == "k-NN better on the left, NB on the right"
    assert _crossing(best, steep) == "k-NN better everywhere"
    assert _crossing(best, best) == "the same curve"


def test_differences_are_those_of_the_order_of_the_figure() -> None:
    data = scores_of(4)
    numbers = set_numbers("ada", data, 0.05)
    pair = _pair("6", data)
    assert pair.names == ("RIPPER", "LP")  # in the lists of pairs it is LP - RIPPER
    listed = next(o for o in numbers.outcomes if {o.first, o.second} == {"LP", "RIPPER"})
    shown = next(iter(pair.tests.values()))
    assert shown.auc_difference == pytest.approx(-listed.auc_difference)
    assert shown.auc_difference == pytest.approx(
        np.mean(data.aucs().of("RIPPER") - data.aucs().of("LP"))
    )
    assert (shown.auc_p_value, shown.outcome) == (listed.auc_p_value, listed.outcome)


def test_the_intervals_are_of_the_first_model_and_the_claims_about_them_decide() -> None:
    pair = _pair("7", scores_of(2))
    first = scores_of(2).aucs()
    assert {one.name: one.value for one in pair.intervals} == pytest.approx(
        {name: first.of(name)[0] for name in ("k-NN", "LP")}
    )
    widths = [claim for claim in pair.claims if claim.what.startswith("width")]
    assert [claim.decides for claim in widths] == [True, True]
    assert pair.comes_out == all(claim.holds for claim in pair.claims if claim.decides)


@pytest.mark.parametrize(("shift", "seen"), [(0.0, "overlap"), (0.4, "apart")])
def test_marks_overlap_where_the_ranges_of_both_rates_do(shift: float, seen: str) -> None:
    drawn = np.random.default_rng(0).uniform(0.05, 0.95, size=(2, 3, len(LABELS)))
    drawn[1] = drawn[1] * (1 - shift) + shift  # more of both classes above 1/2
    data = FoldScores.from_arrays(
        np.tile(LABELS, 3),
        {"C4.5": drawn[0].ravel(), "LP": drawn[1].ravel()},
        folds=np.repeat([1, 2, 3], len(LABELS)),
        observations=np.tile(np.arange(len(LABELS)), 3),
        design="fixed test set",
        n_train=100,
    )
    claims = {claim.what: claim for claim in _pair("5", data).claims}
    mark = claims["marks at threshold 1/2"]
    assert (mark.theirs, mark.ours, mark.decides) == ("apart", seen, False)


def test_the_numbers_of_a_set_survive_json() -> None:
    numbers = set_numbers("ada", scores_of(1), 0.05)
    assert SetNumbers.from_dict(numbers.to_dict()) == numbers
