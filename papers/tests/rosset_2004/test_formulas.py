"""Section 2.1.2: enumeration, formulas as printed and mended, and the states."""

import math
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from aucurate.study import Study
from aucurate.theory import (
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
    simulate_choice,
)
from aucurate_papers.rosset_2004.formulas import (
    GUESSED_CROSSING,
    FormulaCase,
    case_of,
    enumerated_moments,
    error_moments,
    formula_moments,
    pair_probabilities,
    section_2_1_2,
    sentences_of,
    state_of,
)
from aucurate_papers.rosset_2004.printed import PRINTED_MOMENTS
from aucurate_papers.running import Run


@pytest.fixture(scope="module")
def cases() -> list[FormulaCase]:
    return [case_of(4, 0.4505, 0.2), case_of(5, 0.2005, 0.3)]


def test_all_outcomes_have_the_gold_moments() -> None:
    # Made by code apart from this package.
    found = enumerated_moments(4, 0.05, 0.4, size=0.45)
    assert found.mean == pytest.approx(0.44625, rel=1e-12)
    assert found.variance == pytest.approx(0.9975265625, rel=1e-12)


def test_the_mended_formula_is_right_and_the_printed_one_is_not(cases: list[FormulaCase]) -> None:
    assert all(case.is_held for case in cases)
    assert not any(case.is_right_as_printed for case in cases)
    assert all(case.variance_as_worded > 2 * case.exact.variance for case in cases)
    assert state_of(cases) == "printed figure is wrong"


def test_the_states_follow_the_numbers(cases: list[FormulaCase]) -> None:
    mended = [
        replace(
            case,
            formula=replace(case.formula, from_labels_as_printed=case.formula.from_labels),
        )
        for case in cases
    ]
    assert state_of(mended) == "exact"
    assert "does so in 2 as it is printed" in sentences_of(mended)[0]
    off = replace(cases[0], formula=replace(cases[0].formula, mean=0.2))
    assert state_of([off, cases[1]]) == "not reproduced"
    assert "in 1 of 2 cases" in sentences_of([off, cases[1]])[0]


def test_the_second_form_of_the_auc_lacks_the_constant_that_is_told() -> None:
    scores = np.random.default_rng(1).random(5)
    for labels in product((-1, 1), repeat=5):
        y = np.array(labels)
        pairs = int(np.sum(y == 1) * np.sum(y == -1))
        if not pairs:
            continue
        first = np.sum(scores[y == 1][:, None] > scores[y == -1][None, :]) / pairs
        above = np.triu(scores[:, None] > scores[None, :], 1)
        second = np.sum(np.subtract.outer(y, y) * above) / (2 * pairs)
        larger = sum(y[i] == -1 and y[j] == 1 for i in range(5) for j in range(i + 1, 5))
        assert first == pytest.approx(second + larger / pairs)


def test_a_run(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        told.append((done, total))
        return True

    exhibit = section_2_1_2(Run(quick=True, cache=tmp_path, watch=watch)).exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.state == "printed figure is wrong"
    columns = exhibit.table("formulas").columns
    assert columns["variance"] == pytest.approx(columns["variance_enumerated"], rel=1e-9)
    assert columns["mean_by_formula"] == pytest.approx(columns["mean_enumerated"], rel=1e-9)
    assert told[0] == (0, 16)
    assert told[-1] == (16, 16)


# The paper's triple sums, against numbers made elsewhere, enumeration and the package's theory.


# Made with numpy by code apart from this package (triple sums, full enumeration and simulation
# agree on them): n, q2, mean, variance, variance with the sign as printed.
AUC_GOLD = [
    (50, 0.2, 8.362, 498.36548400000004, 552.92494),
    (200, 0.2, 127.862, 30094.012977000006, 33630.31643300001),
    (50, 0.3, 15.992, 639.3078279999997, 790.9125639999997),
    (200, 0.3, 246.392, 38843.44850300001, 48692.282039000005),
]


@pytest.mark.parametrize(("n", "q", "mean", "variance", "as_printed"), AUC_GOLD)
def test_the_triple_sums_give_the_gold_numbers(
    n: int, q: float, mean: float, variance: float, as_printed: float
) -> None:
    found = formula_moments(n, 0.1, q, size=0.2005)
    assert found.mean == pytest.approx(mean, rel=1e-9)
    assert found.variance == pytest.approx(variance, rel=1e-9)
    assert found.variance_as_printed == pytest.approx(as_printed, rel=1e-9)


def test_the_triple_sums_are_the_theory_of_the_package() -> None:
    for n, size in ((7, 0.3), (23, 0.2005), (40, 0.11)):
        found = formula_moments(n, 0.05, 0.25, size=size)
        exact = auc_difference_moments(rosset_example(n, 0.05, 0.25, size=size))
        assert found.mean == pytest.approx(exact.mean, rel=1e-12)
        assert found.from_scores == pytest.approx(exact.variance_from_scores, rel=1e-10)
        assert found.from_labels == pytest.approx(exact.variance_from_labels, rel=1e-10)


def test_all_cases_of_four_observations_have_this_mean_and_variance() -> None:
    n, size, first, second = 4, 0.45, 0.1, 0.2
    scores = list(product((0, 1, 2), repeat=n))
    moved = np.array([0.0, size, -size])
    values = np.arange(1, n + 1) / n + moved[np.array(scores)]
    above = values[:, :, None] > values[:, None, :]
    odds = [np.prod(np.array([1 - 2 * q, q, q])[np.array(scores)], axis=1) for q in (first, second)]
    total = squares = 0.0
    for labels in product((0, 1), repeat=n):
        y = np.array(labels, bool)
        chance = float(np.prod(np.where(y, np.arange(1, n + 1) / n, 1 - np.arange(1, n + 1) / n)))
        wins = above[:, y][:, :, ~y].sum(axis=(1, 2))
        difference = np.subtract.outer(wins, wins)
        weight = chance * np.multiply.outer(*odds)
        total += float(np.sum(weight * difference))
        squares += float(np.sum(weight * difference**2))
    found = formula_moments(n, first, second, size=size)
    assert found.mean == pytest.approx(total, rel=1e-12)
    assert found.variance == pytest.approx(squares - total**2, rel=1e-12)


def test_switches_are_likely_only_near_by() -> None:
    p = pair_probabilities(10, 0.2, 0.2005)
    assert p[0, 1:].tolist() == pytest.approx([0.28, 0.28, 0.04, 0.04, 0, 0, 0, 0, 0])
    assert np.all(np.tril(p) == 0)


def test_progress_is_told_for_every_observation() -> None:
    told: list[int] = []
    formula_moments(5, 0.1, 0.2, size=0.2005, step=told.append)
    assert told == [1, 2, 3, 4, 5]


# The distribution of the error difference, against the moments of the package and gold numbers.


# Made with numpy by code apart from this package: n, q2, mean, variance.
ERROR_GOLD = [
    (50, 0.2, 0.44, 5.44768),
    (200, 0.2, 1.64, 21.01572),
    (400, 0.2, 3.24, 41.773059999999994),
    (50, 0.3, 0.88, 7.090720000000001),
    (200, 0.3, 3.28, 27.362880000000004),
    (400, 0.3, 6.48, 54.39224),
]


@pytest.mark.parametrize(("n", "q", "mean", "variance"), ERROR_GOLD)
def test_the_distribution_has_the_gold_moments(
    n: int, q: float, mean: float, variance: float
) -> None:
    found = error_moments(n, 0.1, q, size=0.2005, threshold=0.5)
    assert found.mean == pytest.approx(mean, rel=1e-9)
    assert found.variance == pytest.approx(variance, rel=1e-9)
    exact = error_difference_moments(rosset_example(n, 0.1, q), threshold=math.nextafter(0.5, 1))
    assert (found.mean, found.variance) == pytest.approx((exact.mean, exact.variance), rel=1e-12)


def test_the_probability_is_that_of_simulated_choices() -> None:
    found = error_moments(50, 0.1, 0.3, size=0.2005, threshold=0.5)
    pair = rosset_example(50, 0.1, 0.3)
    simulated = simulate_choice(pair, draws=20_000, threshold=math.nextafter(0.5, 1)).error
    assert abs(found.probability - simulated.share) < 4 * simulated.share_standard_error
    assert found.ties == pytest.approx(simulated.tie_share, abs=0.01)


def test_the_guess_gives_all_printed_means() -> None:
    for row in PRINTED_MOMENTS:
        found = error_moments(
            row.n,
            0.1,
            row.second_probability,
            size=0.2005,
            threshold=0.5,
            crossing=GUESSED_CROSSING,
        )
        assert abs(found.mean - row.error_mean) <= 0.005 + 1e-9
