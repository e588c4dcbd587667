"""The committed simulation can be repeated: a cell of each question agrees within four errors."""

import json
import math
from functools import partial

import numpy as np
import pytest
from scipy import special
from simulations.counting import SUFFIXES, Question, may_be_beyond
from simulations.intervals import coverage
from simulations.questions import QUESTIONS
from simulations.run import RESULTS, cell_key, run_cell
from simulations.scenarios import Scenario

from aucurate.inference.methods import COMPARISONS
from simulations import paired, unpaired

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))
FOUR_ERRORS = float(special.ndtr(-4))
ASKED = {question.name: question for question in QUESTIONS}

# Which cell of each question is run again, and with how many draws: a few tenths of a second each.
# Held-out worlds are asked by the same functions as the others.
RERUN = {
    "coverage": (5, 120),
    "bootstrap coverage": (10, 30),
    "trough coverage": (45, 120),
    "few errors coverage": (32, 120),
    "unseen errors": (7, 90),
    "chance level": (17, 90),
    "chance power": (2, 90),
    "paired level": (16, 120),
    "paired level, all tests": (29, 120),
    "different curves level": (2, 120),
    "resampled paired level": (7, 30),
    "resampled different curves level": (1, 30),
    "unpaired level": (6, 180),
    "resampled unpaired level": (3, 30),
    "few errors paired level": (100, 120),
    "few errors caveat": (50, 120),
    "paired power": (5, 120),
    "paired power curves": (12, 120),
    "few errors unpaired level": (31, 120),
    "unpaired power": (8, 120),
    "few errors margin level": (7, 120),
    "margin power": (12, 120),
    "family-wise error": (1, 30),
    "highest, equal AUCs": (26, 45),
    "highest, other AUCs": (1, 45),
    "highest of different test sets": (2, 45),
    "margin level": (4, 180),
    "planned power": (2, 120),
    "planned from pilots": (0, 60),
    "model coverage": (14, 18),
    "biexponential level": (0, 12),
    "left-out folds level": (0, 18),
    "5x2 level": (0, 18),
    "fixed test set level": (1, 12),
    "left-out folds level, trees": (0, 12),
    "5x2 level, trees": (0, 12),
    "fixed test set level, trees": (0, 12),
    "learners level, slow": (4, 6),
    "learners level, large": (1, 8),
    "learners level": (1, 12),
    "learners 5x2 level, large": (2, 10),
    "learners 5x2 level": (7, 18),
    "learners fixed test set level": (5, 12),
    "learners random splits level": (1, 12),
    "learners power, slow": (4, 6),
    "learners power": (1, 12),
    "learners 5x2 power": (7, 18),
    "learners fixed test set power": (5, 12),
    "cross-validated AUC coverage": (0, 18),
    "fixed test set coverage": (1, 12),
    "5x2 coverage": (0, 18),
    "hierarchical coverage": (0, 8),
    "rate coverage": (1, 18),
    "rate coverage, stated prevalence": (1, 18),
    "joint region coverage": (0, 60),
    "McNemar level": (3, 300),
    "paired difference coverage": (3, 120),
    "predictive value level": (1, 60),
    "chosen threshold coverage": (0, 12),
    "threshold interval coverage": (0, 18),
    "percentile threshold interval coverage": (1, 18),
    "partial coverage": (1, 18),
    "partial bootstrap coverage": (0, 10),
    "partial paired level": (1, 18),
    "partial resampled paired level": (0, 8),
    "partial permuted paired level": (2, 12),
    "partial unpaired level": (1, 18),
    "other parts coverage": (1, 18),
    "other parts bootstrap coverage": (0, 10),
    "other parts level": (1, 18),
    "resampled unpaired parts level": (0, 10),
    "estimands level": (4, 15),
    "estimands highest coverage": (4, 15),
    "estimands margin level": (2, 40),
    "function coverage": (3, 12),
    "function level": (3, 12),
    "band coverage": (1, 12),
    "pointwise band coverage": (2, 18),
    "curve difference coverage": (3, 12),
    "net benefit coverage": (1, 12),
    "operating point coverage": (0, 12),
    "operating point level": (0, 12),
    "rate region coverage": (0, 12),
    "expected cost coverage": (0, 18),
    "expected cost level": (0, 18),
    "class operating point coverage": (0, 12),
    "class operating point level": (0, 12),
    "multi-class coverage": (1, 12),
    "multi-class coverage, drawn classes": (3, 12),
    "multi-class bootstrap coverage": (0, 10),
    "multi-class paired level": (0, 12),
    "multi-class different mistakes level": (0, 12),
    "multi-class resampled level": (0, 10),
    "multi-class unpaired level": (0, 18),
    "volume coverage": (1, 18),
    "volume bootstrap coverage": (0, 10),
    "volume chance level": (1, 30),
    "volume paired level": (1, 18),
    "volume different surfaces level": (1, 18),
    "volume resampled paired level": (0, 8),
    "volume unpaired level": (1, 18),
    "few errors partial coverage": (5, 18),
    "few errors multi-class coverage": (1, 18),
    "few errors volume coverage": (10, 60),
    "few errors folds coverage": (2, 18),
    "few errors fixed test set coverage": (4, 12),
    "groups coverage": (2, 60),
    "groups level": (0, 40),
    "few groups coverage": (20, 60),
    "few groups level": (3, 40),
    "missed groups coverage": (1, 60),
    "groups parts coverage": (0, 18),
    "groups parts level": (0, 18),
    "sampling weights coverage": (6, 80),
    "sampling weights level": (6, 40),
    "sampling weights parts coverage": (0, 18),
    "groups rate coverage": (8, 60),
    "groups calls level": (0, 16),
    "groups chosen threshold coverage": (0, 12),
    "groups bootstrap coverage": (1, 24),
    "groups resampled level": (1, 24),
    "groups band coverage": (0, 8),
    "groups classes coverage": (0, 40),
    "groups classes level": (0, 40),
    "groups folds level": (0, 40),
    "subgroups": (4, 60),
    "subgroups, classifiers that differ": (9, 40),
    "subgroups that share patients": (1, 60),
    "subgroups power": (0, 40),
}


@pytest.mark.parametrize("question", RERUN)
def test_a_rerun_agrees_with_the_committed_counts(question: str) -> None:
    at, draws = RERUN[question]
    asked = ASKED[question]
    world = asked.scenarios[at]
    committed = COMMITTED[cell_key(question, world)]
    fresh = asked.ask(world, draws, np.random.default_rng(20261115))
    for name in asked.columns:
        before = committed["counts"].get(f"{name} draws", committed["draws"])
        now = fresh.get(f"{name} draws", draws)
        rate = committed["counts"][name] / before
        error = math.sqrt(max(rate * (1 - rate), 0.002) * (1 / now + 1 / before))
        found = fresh[name] / now
        assert abs(found - rate) < 4 * error or _is_possible(found, rate, now), name


def _is_possible(found: float, rate: float, draws: float) -> bool:
    """Whether the binomial distribution, skewed with few draws, has so much in its tail."""
    count, size = round(found * draws), round(draws)
    below, above = special.bdtr(count, size, rate), special.bdtrc(count - 1, size, rate)
    return bool(min(below, above) > FOUR_ERRORS)


def test_every_question_is_asked_again_but_those_of_held_out_worlds() -> None:
    assert {name for name in ASKED if "held-out" not in name} == set(RERUN)


def test_every_cell_is_there_and_answers_its_question_as_it_is_asked_now() -> None:
    wanted = {cell_key(q.name, s): q for q in QUESTIONS for s in q.scenarios}
    assert set(wanted) == set(COMMITTED)
    for key, question in wanted.items():
        assert question.is_answered_by(COMMITTED[key]), key


def test_a_cell_repeats_from_its_rng() -> None:
    for question in (ASKED["coverage"], ASKED["resampled unpaired level"]):
        once, again = (run_cell(question, question.scenarios[0], 5) for _ in range(2))
        assert once == again


def test_a_cell_whose_verdict_is_open_is_asked_again_with_more_draws() -> None:
    world = Scenario(auc=0.9, n_positive=20, n_negative=20)
    question = Question(
        name="q",
        ask=lambda world, draws, rng: {"a": draws * 0.06 + rng.integers(2)},
        columns=("a",),
        scenarios=(world,),
        draws=100,
        decides=lambda counts, draws: may_be_beyond(counts["a"], draws, near=0.055, limit=0.06),
        deciding_draws=1000,
    )
    kept = run_cell(question, world, question.draws)
    assert kept["draws"] == 1000
    assert question.is_answered_by(kept)
    assert not question.is_answered_by({**kept, "draws": 999})


def test_a_rate_may_be_beyond_its_limit() -> None:
    high = partial(may_be_beyond, draws=2000, near=0.055, limit=0.06)
    assert [high(2000 * rate) for rate in (0.05, 0.058, 0.07, 0.09)] == [False, True, True, False]
    low = partial(may_be_beyond, draws=2000, near=0.935, limit=0.93)
    assert [low(2000 * rate) for rate in (0.94, 0.932, 0.92, 0.9)] == [False, True, True, False]


def test_a_cell_with_other_columns_or_draws_is_run_again() -> None:
    question = ASKED["margin level"]
    kept = run_cell(question, question.scenarios[0], 3)
    assert not question.is_answered_by(kept)
    kept = {**kept, "draws": question.draws}
    assert question.is_answered_by(kept)
    assert not question.is_answered_by({**kept, "counts": {**kept["counts"], "new": 0.0}})
    assert question.is_answered_by({**kept, "counts": {**kept["counts"], "new refused": 0.0}})


def test_every_comparison_of_the_package_is_simulated() -> None:
    simulated = {name for question in paired.QUESTIONS for name in question.columns}
    assert simulated >= set(COMPARISONS)
    alone = {name for question in unpaired.QUESTIONS for name in question.columns}
    same_numbers_unpaired = {"hanley-mcneil-binormal", "hanley-mcneil-kendall"}
    able = {name for name, method in COMPARISONS.items() if not method.paired_only}
    assert alone >= able - same_numbers_unpaired


def test_widths_and_hits_are_counted_per_method() -> None:
    counts = coverage(Scenario(auc=0.7, n_positive=10, n_negative=10), 5, np.random.default_rng(0))
    assert set(counts) >= {"delong-logit", "delong-logit width", "delong-wald"}
    assert counts["cortes-mohri-fewest-errors draws"] == 1
    for name in ("delong-beta", "newcombe"):
        missed = counts[f"{name} above the truth"] + counts[f"{name} below the truth"]
        assert counts[name] + missed == 5
    assert {name for name in counts if not name.endswith(SUFFIXES)} == set(
        ASKED["coverage"].columns
    )
