"""Numbers to words."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate import formatting


@given(st.floats(-2, 2), st.integers(1, 6))
def test_only_1_reads_as_1_and_a_number_below_0_keeps_its_sign_unless_it_is_rounding_error(
    value: float, digits: int
) -> None:
    text = formatting.number(value, digits)
    assert (abs(float(text)) == 1) == (abs(value) == 1)
    assert float(text) == pytest.approx(value, abs=10.0**-digits)
    assert text.startswith("-") == (value <= -1e-12)
    assert "e" in text or len(text.split(".")[1]) >= digits
    assert not text.startswith("-") or float(text) < 0


@for_each(
    ("values", "digits"),
    [
        ([0.5, 0.25], 3),
        ([0.963, 0.9997], 4),
        ([-0.0003, 0.032], 4),
        ([0.488, 0.999998], 3),
        ([-3e-8, 0.5], 3),
        ([1.0, 0.0, -1.0], 3),
        ([-math.inf, math.inf, math.nan], 3),
    ],
)
def test_one_more_decimal_serves_a_whole_column(values: list[float], digits: int) -> None:
    assert formatting.shared_digits(values) == digits


@for_each(
    ("value", "text"),
    [
        (0.5, "0.500"),
        (-0.25, "-0.250"),
        (0.0004, "0.000"),
        (0.9996, "0.9996"),
        (1.0004, "1.0004"),
        (-0.99997, "-0.99997"),
        (-1e-15, "0.000"),
        (-0.0004, "-0.0004"),
        (-0.00003, "-0.00003"),
        (-2e-8, "-2e-08"),
        (5e-324, "0.000"),
        (1 - 2e-6, "0.999998"),
        (1 - 1e-7, "0.999999"),
        (math.nextafter(1, 0), "0.999999"),
        (math.nextafter(1, 2), "1.000001"),
        (-math.nextafter(1, 0), "-0.999999"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (-1.0, "-1.000"),
        (12.3456, "12.346"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert formatting.number(value) == text


@for_each(
    ("p", "text"),
    [
        (0.0, "p < 0.001"),
        (0.00099, "p < 0.001"),
        (0.001, "p = 0.001"),
        (0.0274, "p = 0.027"),
        (0.0449, "p = 0.045"),
        (0.0496, "p = 0.0496"),
        (0.0504, "p = 0.0504"),
        (0.0551, "p = 0.055"),
        (0.5, "p = 0.500"),
        (0.999, "p = 0.999"),
        (0.9994, "p > 0.999"),
        (1.0, "p = 1.000"),
    ],
)
def test_p_values(p: float, text: str) -> None:
    assert formatting.p_value(p) == text
    assert formatting.bare_p_value(p) == text.removeprefix("p ").removeprefix("= ")


@for_each(
    ("share", "text"),
    [
        (0.95, "95%"), (0.9, "90%"), (0.975, "97.5%"), (0.999, "99.9%"), (0.9999, "99.99%"),
        (0.0001, "0.01%"), (0.0, "0%"), (1.0, "100%"), (1, "100%"), (2 / 9, "22.2%"), (0.29, "29%"),
    ],
)  # fmt: skip
def test_percentages(share: float, text: str) -> None:
    assert formatting.percent(share) == text


@given(st.floats(0, 1))
def test_only_0_and_1_read_as_0_and_100_percent(share: float) -> None:
    text = formatting.percent(share)
    if 1e-12 < share < 1 - 1e-12:
        assert text not in ("0%", "100%")
    assert float(text.rstrip("%")) == pytest.approx(100 * share, abs=0.051)


@given(st.floats(1e-11, 1))
def test_digits_show_two_of_a_width(width: float) -> None:
    digits = formatting.digits_for(width)
    assert 3 <= digits <= 12
    assert width >= 10.0**-digits
    assert digits == 3 or width < 10.0 ** (2 - digits)


@pytest.mark.parametrize("width", [0.0, -1.0, math.inf, math.nan])
def test_digits_of_no_width_are_the_usual(width: float) -> None:
    assert formatting.digits_for(width) == 3
    assert formatting.digits_for(width, least=5) == 5


def test_intervals() -> None:
    assert formatting.interval(0.0104, 0.1737, 0.95) == "95% CI 0.010 to 0.174"
    assert formatting.interval(-1, 1, 0.9999, 2) == "99.99% CI -1.00 to 1.00"


def test_counts() -> None:
    assert formatting.count(0, "row") == "0 rows"
    assert formatting.count(1, "row") == "1 row"
    assert formatting.count(12345, "row") == "12,345 rows"


def test_lists_of_words() -> None:
    assert formatting.join_words([]) == ""
    assert formatting.join_words(["a"]) == "a"
    assert formatting.join_words(["a", "b"]) == "a and b"
    assert formatting.join_words(["a", "b", "c"], "or") == "a, b or c"


@given(st.text())
def test_names_become_one_short_printable_line(text: str) -> None:
    short = formatting.shortened(text, 20)
    assert len(short) <= 20
    assert "\n" not in short
    if text.isprintable() and len(text) <= 20:
        assert short == text


def test_tables_are_aligned() -> None:
    table = formatting.text_table(["name", "AUC"], [["a", "0.5"], ["longer name", "0.1234"]])
    assert table.splitlines() == [
        "name            AUC",
        "a               0.5",
        "longer name  0.1234",
    ]
    assert formatting.text_table(["only"], []) == "only"


@given(
    st.floats(-1e9, 1e9, allow_subnormal=False),
    st.floats(-1e9, 1e9, allow_subnormal=False) | st.just(math.inf) | st.just(-math.inf),
)
def test_a_threshold_in_words_makes_the_same_calls(threshold: float, until: float) -> None:
    text = formatting.threshold_words(threshold, until)
    typed = float(text)
    if until < threshold:
        assert until < typed <= threshold
    else:
        assert threshold <= typed < until or typed == threshold
    assert len(text) <= len(repr(threshold + 0.0))
    assert float(formatting.threshold_words(threshold)) == threshold


@for_each(
    ("threshold", "until", "text"),
    [
        (0.3978123, 0.3, "0.397"),
        (0.3978123, 0.3977, "0.3978"),
        (0.3978123, 0.39781229, "0.3978123"),
        (-0.3978123, -0.5, "-0.398"),
        (-0.3978123, -0.3, "-0.397"),
        (1234567.0, 1000.0, "1234567"),
        (2 / 3, -math.inf, "0.666"),
        (1.0, 0.5, "1"),
        (-0.0, math.nan, "0"),
        (3e-12, math.nan, "3e-12"),
        (math.inf, 0.9, "above all"),
        (-math.inf, 0.1, "below all"),
    ],
)
def test_thresholds_in_words(threshold: float, until: float, text: str) -> None:
    assert formatting.threshold_words(threshold, until) == text
