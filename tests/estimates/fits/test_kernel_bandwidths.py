"""Bandwidth rules beside their definitions: double and triple sums over all observations."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from scipy import integrate, optimize, special
from tests.loops import for_each

from aucurate.errors import ModelError
from aucurate.estimates.fits.class_values import Tally
from aucurate.estimates.fits.kernel import Rule, bandwidth
from aucurate.estimates.fits.smoothing import Floats, epanechnikov_cdf

RNG = np.random.default_rng(0)
DATA: dict[str, Floats] = {
    "normal": RNG.normal(size=300),
    "tied": np.round(RNG.normal(size=300), 1),
    "long tails": RNG.standard_cauchy(200),
    "two modes": np.concatenate([RNG.normal(size=120), 6 + 0.1 * RNG.normal(size=150)]),
    "three": np.array([1.0, 2.0, 4.0]),
}
RULES: tuple[Rule, ...] = get_args(Rule)
ROOT = math.sqrt(2 * math.pi)


def spread(x: Floats, normal_range: float) -> float:
    iqr = float(np.subtract(*np.quantile(x, [0.75, 0.25])))
    return min(float(np.std(x, ddof=1)), iqr / normal_range)


def sheather_jones(x: Floats) -> float:
    n, scale, away = len(x), spread(x, 1.349), x[:, None] - x

    def psi(order: int, g: float) -> float:
        hermite = special.hermitenorm(order)
        u = away / g
        total = float(np.sum(hermite(u) * np.exp(-u * u / 2)))
        return total / (ROOT * g ** (order + 1) * n * (n - 1))

    ratio = psi(4, 1.24 * scale * n ** (-1 / 7)) / -psi(6, 1.23 * scale * n ** (-1 / 9))
    factor = 1.357 * ratio ** (1 / 7)

    def excess(h: float) -> float:
        fourth = psi(4, factor * h ** (5 / 7))
        return float((1 / (2 * math.sqrt(math.pi) * n * fourth)) ** 0.2 - h)

    return float(optimize.brentq(excess, 1e-3 * scale, 3 * scale, xtol=1e-14))


def altman_leger(x: Floats) -> float:
    n = len(x)
    pilot = n**-0.3 * float(np.std(x, ddof=1))
    u = (x[:, None] - x) / pilot
    heights = np.exp(-u * u / 2) / ROOT
    squared = (heights.sum() - np.trace(heights)) / (pilot * n * (n - 1))
    slopes = (-u * heights).sum(axis=1) / (n * pilot**2)
    rho = 1 / math.sqrt(math.pi)
    return float((rho * squared / (n * np.mean(slopes**2))) ** (1 / 3))


DEFINITIONS: dict[Rule, Callable[[Floats], float]] = {
    "lloyd": lambda x: 4 ** (1 / 3) * spread(x, 1.349) * len(x) ** (-1 / 3),
    "zou": lambda x: 0.9 * spread(x, 1.34) * len(x) ** -0.2,
    "silverman": lambda x: 0.9 * spread(x, 1.34) * len(x) ** -0.2,
    "sheather-jones": sheather_jones,
    "altman-leger": altman_leger,
}


@for_each("data", DATA)
@for_each("rule", RULES)
def test_each_rule_is_its_definition(rule: Rule, data: str) -> None:
    found = bandwidth(Tally.of(DATA[data]), rule)
    assert found == pytest.approx(DEFINITIONS[rule](DATA[data]), rel=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_bandwidths_go_with_the_scale_and_not_with_the_place(rule: Rule) -> None:
    plain = bandwidth(Tally.of(DATA["normal"]), rule)
    assert bandwidth(Tally.of(1e-50 * DATA["normal"]), rule) == pytest.approx(1e-50 * plain)
    assert bandwidth(Tally.of(DATA["normal"] - 1e4), rule) == pytest.approx(plain, rel=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_a_class_without_spread_has_no_bandwidth(rule: Rule) -> None:
    with pytest.raises(ModelError, match="all scores of a class are equal"):
        bandwidth(Tally.of(np.full(10, 0.5)), rule)
    with pytest.raises(ModelError, match="pass bandwidths as numbers"):
        bandwidth(Tally.of(np.array([0.5])), rule)


def test_the_normal_reference_minimises_the_error_of_a_distribution_function() -> None:
    """The constants of both kernels, from rho, mu_2 and the integral of f'^2 by quadrature."""
    steepness = integrate.quad(lambda x: (x * math.exp(-x * x / 2) / ROOT) ** 2, -12, 12)[0]
    normal_rho = integrate.quad(
        lambda u: 2 * u * math.exp(-u * u / 2) / ROOT * special.ndtr(u), -12, 12
    )[0]
    other_rho = integrate.quad(
        lambda u: 1.5 * u * (1 - u * u) * float(epanechnikov_cdf(np.array([u]))[0]), -1, 1
    )[0]
    tally = Tally.of(DATA["normal"])
    unit = tally.spread() * tally.size ** (-1 / 3)
    normal, other = (bandwidth(tally, "lloyd", k) for k in ("gaussian", "epanechnikov"))
    assert normal / unit == pytest.approx((normal_rho / steepness) ** (1 / 3), rel=1e-8)
    assert other / unit == pytest.approx((other_rho / (0.2**2 * steepness)) ** (1 / 3), rel=1e-8)


def test_the_rules_for_densities_keep_their_canonical_ratio() -> None:
    """(R(k) / mu_2^2)^(1/5): 15^(1/5) for Epanechnikov, (2 sqrt(pi))^(-1/5) for Gauss."""
    tally = Tally.of(DATA["normal"])
    ratio = (15 * 2 * math.sqrt(math.pi)) ** 0.2
    for rule in ("silverman", "sheather-jones"):
        wide, plain = bandwidth(tally, rule, "epanechnikov"), bandwidth(tally, rule)
        assert wide == pytest.approx(ratio * plain)
    assert bandwidth(tally, "zou", "epanechnikov") == bandwidth(tally, "zou")


def test_plug_in_rules_see_two_modes_where_the_reference_rules_do_not() -> None:
    tally = Tally.of(DATA["two modes"])
    assert bandwidth(tally, "sheather-jones") < 0.3 * bandwidth(tally, "silverman")
    assert bandwidth(tally, "altman-leger") < bandwidth(tally, "lloyd")


@pytest.mark.parametrize("name", ["normal", "skewed", "bimodal"])
def test_the_rules_for_densities_are_those_of_r(name: str) -> None:
    path = Path(__file__).parents[2] / "gold" / "r" / "bandwidths.json"
    known = json.loads(path.read_text(encoding="utf-8"))[name]
    scores = Tally.of(np.array(known["values"]))
    assert bandwidth(scores, "silverman") == pytest.approx(known["nrd0"], rel=1e-12)
    # bw.SJ puts differences into bins and truncates sums; more bins bring it no nearer.
    assert bandwidth(scores, "sheather-jones") == pytest.approx(known["sj"], rel=3e-4)
