"""Adjusted p-values for several questions."""

import itertools
from functools import partial
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.multiplicity import (
    CORRECTION_TITLES,
    CORRECTIONS,
    Correction,
    adjust,
    benjamini_hochberg,
    bonferroni,
    hochberg,
    holm,
    no_correction,
)

# Benjamini and Hochberg (1995), section 4.1: fifteen endpoints of a trial of thrombolysis.
TRIAL = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
    0.6528, 0.7590, 1.0000,
]  # fmt: skip
ALL = pytest.mark.parametrize("correction", get_args(Correction))
P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_a_worked_example() -> None:
    """By hand: 5 x 0.01, 4 x 0.02, 3 x 0.03; 2 x 0.04 and 1 x 0.05 are raised to the 0.09."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])


def test_a_worked_example_of_stepping_up() -> None:
    """By hand: Hochberg's 1 x 0.05 lowers all before it; 2 x 0.02 is below 3 x 0.019."""
    assert hochberg([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05] * 5)
    assert hochberg([0.001, 0.019, 0.02, 0.9]) == pytest.approx([0.004, 0.04, 0.04, 0.9])
    assert benjamini_hochberg([0.001, 0.019, 0.02, 0.9]) == pytest.approx(
        [0.004, 0.02 * 4 / 3, 0.02 * 4 / 3, 0.9]
    )


def test_the_published_rejections_of_the_thrombolysis_trial() -> None:
    """The paper: Bonferroni rejects three at 0.05, Hochberg the same three, their method four."""
    rejected = {name: sum(p <= 0.05 for p in adjust(TRIAL, name)) for name in CORRECTIONS}
    assert rejected == {
        "holm": 3,
        "hochberg": 3,
        "benjamini-hochberg": 4,
        "bonferroni": 3,
        "none": 9,
    }


@given(P_VALUES.filter(len))
def test_false_discovery_rates_are_scipys(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(
        stats.false_discovery_control(p_values, method="bh"), rel=1e-12
    )
    assert benjamini_hochberg(TRIAL) == pytest.approx(stats.false_discovery_control(TRIAL))


def test_the_order_of_the_questions_is_kept() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx((0.06, 0.03, 0.06))
    assert hochberg([0.9, 0.01, 0.02]) == pytest.approx((0.9, 0.03, 0.04))
    assert benjamini_hochberg([0.9, 0.01, 0.02]) == pytest.approx((0.9, 0.03, 0.03))


@ALL
def test_one_question_and_none_need_no_adjustment(correction: Correction) -> None:
    assert adjust([0.03], correction) == (0.03,)
    assert adjust([], correction) == ()
    assert adjust([0.0, 0.0], correction) == (0.0, 0.0)
    assert adjust([1.0, 1.0, 1.0], correction) == (1.0, 1.0, 1.0)


@ALL
@given(p_values=P_VALUES)
def test_every_correction_keeps_order_and_range(
    correction: Correction, p_values: list[float]
) -> None:
    adjusted = adjust(p_values, correction)
    assert all(p <= a <= 1 for p, a in zip(p_values, adjusted, strict=True))
    assert all(type(a) is float for a in adjusted)
    ranked = sorted(zip(p_values, adjusted, strict=True))
    assert [a for _, a in ranked] == sorted(adjusted)
    for p, a in ranked:
        assert all(b == a for q, b in ranked if q == p)


@ALL
@given(p_values=P_VALUES, order=st.randoms(use_true_random=False))
def test_the_order_of_the_questions_changes_nothing_else(
    correction: Correction, p_values: list[float], order: Any
) -> None:
    places = list(range(len(p_values)))
    order.shuffle(places)
    turned = adjust([p_values[i] for i in places], correction)
    assert turned == tuple(adjust(p_values, correction)[i] for i in places)


@given(P_VALUES.filter(len))
def test_adjusted_values_are_the_definition(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for p, a in zip(p_values, adjusted, strict=True):
        reached = [(sum(r >= q for r in p_values) * q) for q in p_values if q <= p]
        assert a == pytest.approx(min(1.0, max(reached)))


@given(P_VALUES.filter(len), st.sampled_from([0.01, 0.05, 0.2]))
def test_stepping_up_rejects_as_the_papers_say(p_values: list[float], level: float) -> None:
    """Hochberg: the largest i with p(i) <= level / (k - i + 1); BH: p(i) <= i level / k."""
    ordered, count = sorted(p_values), len(p_values)
    limits = {
        "hochberg": [level / (count - i) for i in range(count)],
        "benjamini-hochberg": [(i + 1) * level / count for i in range(count)],
    }
    for name, allowed in limits.items():
        gaps = [p - limit for p, limit in zip(ordered, allowed, strict=True)]
        if any(abs(gap) < 1e-12 for gap in gaps):
            continue
        rejected = max((i for i, gap in enumerate(gaps, 1) if gap <= 0), default=0)
        assert sum(a <= level for a in adjust(p_values, name)) == rejected  # type: ignore[arg-type]


@given(P_VALUES)
def test_the_corrections_from_the_strictest_to_none(p_values: list[float]) -> None:
    chain = [f(p_values) for f in (bonferroni, holm, hochberg, benjamini_hochberg, no_correction)]
    for strict, mild in itertools.pairwise(chain):
        assert all(a >= b * (1 - 1e-15) for a, b in zip(strict, mild, strict=True))


def test_numpy_arrays_are_welcome() -> None:
    for correction in CORRECTIONS:
        assert adjust(np.array([0.2, 0.01]), correction) == adjust([0.2, 0.01], correction)  # type: ignore[arg-type]


def test_an_unknown_correction_is_refused_with_the_known_ones() -> None:
    known = "'holm', 'hochberg', 'benjamini-hochberg', 'bonferroni' or 'none'"
    with pytest.raises(OptionError, match=f"correction must be {known}; it is 'sidak'"):
        adjust([0.1], "sidak")  # type: ignore[arg-type]


@ALL
@for_each("bad", [float("nan"), -0.1, 1.5])
def test_what_is_no_p_value_is_refused_with_its_place(correction: Correction, bad: Any) -> None:
    with pytest.raises(OptionError, match="number 2 is"):
        adjust([0.1, bad], correction)


@ALL
@for_each("bad", ["0.1", None])
def test_p_values_are_numbers(correction: Correction, bad: Any) -> None:
    for call in (partial(adjust, correction=correction), CORRECTIONS[correction]):
        with pytest.raises(OptionError, match="p_values must be a sequence of numbers; item 1 is"):
            call([0.1, bad])


def test_every_correction_has_a_title() -> None:
    assert set(CORRECTION_TITLES) == set(CORRECTIONS) == set(get_args(Correction))


def test_the_family_wise_error_rate_of_independent_questions() -> None:
    """10,000 families of five true hypotheses: at most the level, within 3 standard errors."""
    families = np.random.default_rng(1).random((10_000, 5))
    for correction in ("holm", "hochberg", "benjamini-hochberg", "bonferroni"):
        wrong = np.mean([min(adjust(list(p), correction)) <= 0.05 for p in families])
        assert wrong <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / len(families))
