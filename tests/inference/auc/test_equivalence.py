"""Non-inferiority, superiority by a margin, equivalence."""

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.errors import OptionError
from aucurate.inference.auc.delong import delong_test, paired_comparison
from aucurate.inference.auc.equivalence import (
    MarginKind,
    MarginTest,
    equivalence_test,
    noninferiority_test,
    superiority_test,
)
from aucurate.inference.auc.mover import mover_test
from aucurate.inference.core.contrasts import Contest, Question, wald_comparison
from aucurate.inference.methods import COMPARISONS, MARGIN_TESTS
from aucurate.results import Comparison, MethodTitle

KINDS = pytest.mark.parametrize("kind", MARGIN_TESTS)


def _data(seed: int, size: int = 200, shifts: tuple[float, float] = (1.0, 1.0)) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            name: labels * shift + common + 0.5 * rng.normal(size=size)
            for name, shift in zip(("forest", "tree"), shifts, strict=True)
        },
    )


def _normal(difference: float, error: float) -> Any:
    """A method whose answer is known: normal, with this difference and standard error."""

    def method(first: str, second: str, **options: Any) -> Comparison:
        question = Question.checked(**options)
        contest = Contest(first, second, 0.5 + difference, 0.5, error**2, "paired", ())
        return wald_comparison(contest, question, method=MethodTitle("normal", "normal"))

    return method


def _shown(kind: MarginKind, difference: float, error: float, **options: Any) -> MarginTest:
    found: MarginTest = MARGIN_TESTS[kind](
        "forest", "tree", method=_normal(difference, error), **({"margin": 0.05} | options)
    )
    return found


def test_the_p_values_are_the_formulas() -> None:
    """z = (D + M) / s, (D - M) / s, and of the two one-sided tests the larger p."""
    difference, error = 0.01, 0.02
    assert _shown("non-inferiority", difference, error).p_value == pytest.approx(
        special.ndtr(-0.06 / 0.02), rel=1e-9
    )
    assert _shown("superiority", difference, error).p_value == pytest.approx(
        special.ndtr(0.04 / 0.02), rel=1e-9
    )
    for sign in (1, -1):
        assert _shown("equivalence", sign * difference, error).p_value == pytest.approx(
            special.ndtr(-0.04 / 0.02), rel=1e-9
        )


def test_schuirmanns_rule_on_the_90_percent_interval() -> None:
    """By hand: 0.01 +- 1.645 x 0.02 = -0.023 to 0.043 is within 0.05; 0.02 +- ... is not."""
    found = _shown("equivalence", 0.01, 0.02)
    assert found.shown
    assert found.comparison.interval.confidence == pytest.approx(0.9)
    assert found.comparison.interval.low == pytest.approx(0.01 - 1.644854 * 0.02, abs=1e-6)
    assert not _shown("equivalence", 0.02, 0.02).shown
    assert _shown("non-inferiority", -0.01, 0.02).comparison.interval.confidence == 0.95
    assert _shown("non-inferiority", -0.01, 0.02).shown  # -0.049 is above -0.05
    assert not _shown("non-inferiority", -0.011, 0.02).shown
    assert _shown("superiority", 0.09, 0.02).shown
    assert not _shown("superiority", 0.089, 0.02).shown


@KINDS
@pytest.mark.parametrize("method", COMPARISONS)
@for_each("level", [0.025, 0.05, 0.2])
def test_the_test_and_the_interval_agree(kind: MarginKind, method: str, level: float) -> None:
    """For every method; those that know no other null than 0 refuse."""
    for seed in range(3):
        first, second = _data(seed)
        for margin in (0.005, 0.02, 0.05, 0.3):
            try:
                found = MARGIN_TESTS[kind](
                    first, second, margin=margin, level=level, method=COMPARISONS[method]
                )
            except OptionError:
                assert "permutation" in method
                continue
            interval = found.comparison.interval
            above = interval.low > (margin if kind == "superiority" else -margin)
            inside = above and (kind != "equivalence" or interval.high < margin)
            assert found.shown == inside == (found.p_value <= level)
            assert interval.confidence == pytest.approx(1 - 2 * level)
            assert "test_and_interval_disagree" not in {c.kind for c in found.caveats}


@KINDS
def test_unpaired_classifiers_and_moments_will_do(kind: MarginKind) -> None:
    first, second = _data(1)
    found = MARGIN_TESTS[kind](first, second, margin=0.2, paired=False)
    assert found.comparison.design == "unpaired"
    moments = AucMoments.from_scores(_data(1))
    by_name = MARGIN_TESTS[kind](
        "forest", "tree", margin=0.1, method=partial(paired_comparison, moments)
    )
    assert by_name == MARGIN_TESTS[kind](first, second, margin=0.1, method=delong_test)


def test_swapping_changes_no_verdict_of_equivalence() -> None:
    for seed in range(5):
        first, second = _data(seed)
        one = equivalence_test(first, second, margin=0.03)
        two = equivalence_test(second, first, margin=0.03)
        assert one.shown == two.shown
        assert one.p_value == pytest.approx(two.p_value, rel=1e-9)


def test_equivalence_is_noninferiority_both_ways() -> None:
    for seed in range(5):
        first, second = _data(seed)
        for margin in (0.01, 0.02, 0.04):
            both = [
                noninferiority_test(a, b, margin=margin, level=0.05)
                for a, b in ((first, second), (second, first))
            ]
            found = equivalence_test(first, second, margin=margin)
            assert found.shown == all(test.shown for test in both)
            assert found.p_value == pytest.approx(max(test.p_value for test in both))


def test_a_wider_margin_makes_it_easier_and_superiority_harder() -> None:
    first, second = _data(2, shifts=(1.2, 1.0))
    margins = (0.001, 0.01, 0.05, 0.2, 0.9)
    easier = [noninferiority_test(first, second, margin=m).p_value for m in margins]
    harder = [superiority_test(first, second, margin=m).p_value for m in margins]
    assert easier == sorted(easier, reverse=True)
    assert harder == sorted(harder)


def test_identical_rankings_use_an_interval_that_its_two_ends_do_not_share() -> None:
    """No pair ordered otherwise among k = 100: p = 0.97 ** 100 = 0.048."""
    first, _ = _data(3)
    twin = PairedScores.from_arrays(
        first.is_positive, {"a": first.values, "b": keeping_ties(np.exp)(first.values)}
    )
    found = equivalence_test(*twin, margin=0.03)
    assert found.p_value == pytest.approx(0.97**100)
    assert found.shown
    assert found.comparison.interval.confidence == pytest.approx(0.95)
    assert found.comparison.interval.high == pytest.approx(1 - 0.05**0.01)
    close = equivalence_test(*twin, margin=0.029)  # 0.971 ** 100 = 0.053
    assert not close.shown
    assert close.comparison.interval.high > 0.029
    assert [c.kind for c in close.caveats] == ["identical_ranking"]


@KINDS
def test_perfect_and_constant_classifiers_get_an_answer(kind: MarginKind) -> None:
    steps = np.arange(200)
    data = PairedScores.from_arrays(steps >= 100, {"perfect": steps, "constant": steps * 0})
    found = MARGIN_TESTS[kind](*data, margin=0.1)
    assert found.shown == (kind != "equivalence")
    assert [c.kind for c in found.caveats] == ["perfect_separation", "constant_scores"]


@KINDS
def test_one_positive_shows_nothing(kind: MarginKind) -> None:
    data = PairedScores.from_arrays([1, 0, 0, 0], {"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]})
    assert not MARGIN_TESTS[kind](*data, margin=0.05).shown


def test_a_method_whose_test_and_interval_disagree_claims_nothing() -> None:
    def stubborn(first: str, second: str, **options: Any) -> Comparison:
        found: Comparison = _normal(0.0, 0.04)(first, second, **options)
        return Comparison(**{f: getattr(found, f) for f in found.__slots__} | {"p_value": 0.001})

    found = noninferiority_test("forest", "tree", margin=0.05, method=stubborn)
    assert not found.shown
    assert found.caveats[-1].kind == "test_and_interval_disagree"


@KINDS
@for_each("margin", [0, -0.02, 1, 2, float("nan"), float("inf")])
def test_a_margin_that_means_nothing_is_refused_with_a_remedy(
    kind: MarginKind, margin: Any
) -> None:
    if margin == 0 and kind == "superiority":
        return
    with pytest.raises(OptionError, match="a margin must lie above 0 and below 1") as caught:
        MARGIN_TESTS[kind](*_data(1), margin=margin)
    assert "margin=0.02" in caught.value.hint


def test_superiority_without_a_margin_is_the_one_sided_test() -> None:
    first, second = _data(1)
    test = superiority_test(first, second, margin=0)
    one_sided = mover_test(first, second, alternative="greater")
    assert test.comparison == one_sided
    assert test.shown == (one_sided.p_value <= 0.025)
    assert "by more than" not in str(test)


@KINDS
@for_each("level", [0, 0.5, 1, -0.1, float("nan")])
def test_a_level_that_means_nothing_is_refused(kind: MarginKind, level: Any) -> None:
    with pytest.raises(OptionError, match=r"between 0 and 0\.5"):
        MARGIN_TESTS[kind](*_data(1), margin=0.02, level=level)


@KINDS
@for_each("wrong", ["0.02", None])
def test_margins_and_levels_are_numbers(kind: MarginKind, wrong: Any) -> None:
    with pytest.raises(OptionError, match="margin must be a number"):
        MARGIN_TESTS[kind](*_data(1), margin=wrong)
    with pytest.raises(OptionError, match="level must be a number"):
        MARGIN_TESTS[kind](*_data(1), margin=0.02, level=wrong)


@pytest.mark.parametrize("option", ["alternative", "null_difference", "confidence"])
def test_what_margin_and_level_decide_cannot_be_given(option: str) -> None:
    given: dict[str, Any] = {option: 0.9}
    with pytest.raises(OptionError, match=f"{option} cannot be set"):
        noninferiority_test(*_data(1), margin=0.02, **given)


@KINDS
def test_the_result_survives_json_and_is_plain(kind: MarginKind) -> None:
    found = MARGIN_TESTS[kind](*_data(1), margin=np.float64(0.02), level=np.float64(0.04))
    assert MarginTest.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False))) == found
    assert (type(found.margin), type(found.level), type(found.shown)) == (float, float, bool)


def test_the_level_holds_at_the_margin() -> None:
    """A true loss of exactly the margin is declared non-inferior as often as the level says."""
    draws, wrong = 600, 0
    rng = np.random.default_rng(5)
    labels = np.arange(160) % 2
    shifts = (0.8, 1.2)
    true = float(special.ndtr(shifts[1] / np.sqrt(2)) - special.ndtr(shifts[0] / np.sqrt(2)))
    for _ in range(draws):
        common = rng.normal(size=160) * np.sqrt(0.5)
        columns = {
            name: labels * shift + common + rng.normal(size=160) * np.sqrt(0.5)
            for name, shift in zip(("a", "b"), shifts, strict=True)
        }
        data = PairedScores.from_arrays(labels, columns)
        wrong += noninferiority_test(*data, margin=true, level=0.05).shown
    assert wrong / draws == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / draws))


# What a margin test says: what was shown, and what was not.


@for_each(
    ("kind", "difference", "error", "words"),
    [
        ("non-inferiority", 0.0, 0.01, "This does not show that forest is better."),
        ("non-inferiority", 0.05, 0.01, "The interval lies above 0, in favour of forest."),
        (
            "non-inferiority",
            -0.025,
            0.01,
            "The interval lies below 0, in favour of tree.",
        ),
        ("non-inferiority", -0.01, 0.1, "This does not show that forest is inferior."),
        ("non-inferiority", -0.05, 0.01, "The interval lies below 0, in favour of tree."),
        (
            "non-inferiority",
            -0.2,
            0.01,
            "The interval lies below -0.05, in favour of tree by more than the margin.",
        ),
        ("superiority", 0.2, 0.01, "one-sided level 0.025."),
        (
            "superiority",
            0.05,
            0.01,
            "This does not show that forest is not better by more than 0.05.",
        ),
        (
            "superiority",
            0.0,
            0.01,
            "The interval lies below 0.05: forest is not better by that much.",
        ),
        ("equivalence", 0.0, 0.01, "This does not show that the two have the same AUC."),
        (
            "equivalence",
            0.03,
            0.01,
            "The interval lies above 0, in favour of forest.",
        ),
        ("equivalence", 0.0, 0.1, "This does not show that forest and tree differ."),
        ("equivalence", 0.05, 0.01, "The interval lies above 0, in favour of forest."),
        (
            "equivalence",
            0.2,
            0.01,
            "The interval lies above 0.05, in favour of forest by more than the margin.",
        ),
    ],
)
def test_the_sentence_says_what_was_shown_and_what_was_not(
    kind: MarginKind, difference: float, error: float, words: str
) -> None:
    found = _shown(kind, difference, error)
    claim = {
        "non-inferiority": "Non-inferiority of forest to tree with margin 0.05",
        "superiority": "Superiority of forest to tree by more than 0.05",
        "equivalence": "Equivalence of forest and tree within 0.05",
    }[kind]
    text = str(found)
    assert text.startswith(f"{claim} was {'' if found.shown else 'not '}shown: AUC difference ")
    assert text.endswith(words)
    assert "CI " in text
