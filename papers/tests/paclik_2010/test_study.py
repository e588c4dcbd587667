"""Paclik et al. 2010: the draws are what they say, and the conclusion holds on average."""

import math
from dataclasses import replace

import numpy as np
import pytest
from papers.tests.paclik_2010.made_up_scores import CLASSES, drawn, folds
from scipy import stats

from aucurate.curve.class_decisions import class_errors, confusion_matrices, decide
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.inference.folds.indistinguishable_points import indistinguishable_points
from aucurate.study import Study
from aucurate_papers.paclik_2010.contest import (
    EQUAL,
    RUNS,
    STARTS,
    Contest,
    Contestant,
    OuterFold,
    ascent,
    contest_of,
    greedy,
)
from aucurate_papers.paclik_2010.digits import (
    CHOSEN,
    DigitDraw,
    counted_draw,
    digit_figure,
    not_told,
    reaches_of,
    returned_points,
    spans,
    state_of_neighbourhoods,
)
from aucurate_papers.paclik_2010.figures import chosen_point, drawn_points
from aucurate_papers.paclik_2010.highleyman import NAME, density, detector_folds, highleyman
from aucurate_papers.paclik_2010.printed import PRINTED_COVARIANCES, PRINTED_MEANS, PRINTED_POINTS
from aucurate_papers.paclik_2010.shrinkage import SIZES, counted, shrinkage_of, verdict_of
from aucurate_papers.paclik_2010.study import (
    Paclik2010,
    Paclik2010Digits,
    reproduce,
    reproduce_digits,
)

DRAWS = 12


@pytest.fixture(scope="module")
def study() -> Paclik2010:
    return reproduce(draws=DRAWS)


def test_the_classes_are_highleymans() -> None:
    labels, features = highleyman(40_000, np.random.default_rng(0))
    for at, of_class in enumerate((labels, ~labels)):
        assert features[of_class].mean(axis=0) == pytest.approx(PRINTED_MEANS[at], abs=0.03)
        covariance = np.cov(features[of_class].T)
        assert covariance == pytest.approx(np.array(PRINTED_COVARIANCES[at]), abs=0.05)


def test_the_density_is_that_of_a_fitted_normal() -> None:
    rng = np.random.default_rng(1)
    trained, features = rng.normal(size=(30, 2)) @ [[1, 0.4], [0, 2]], rng.normal(size=(9, 2))
    rival = stats.multivariate_normal(trained.mean(axis=0), np.cov(trained.T))
    assert density(features, trained) == pytest.approx(rival.pdf(features))


def test_the_folds_are_stratified_and_left_out() -> None:
    data = detector_folds(50, 10, np.random.default_rng(2))
    assert (data.design, data.n_folds) == ("left-out folds", 10)
    positives = data.observations.is_positive[data.rows]
    assert np.bincount(data.folds, positives).tolist() == [5.0] * 10
    assert data.observations.positive == "class 1"
    labels, features = highleyman(50, np.random.default_rng(2))
    pooled = data.pooled()
    fold_of = pooled.observations.folds
    assert fold_of is not None
    first = fold_of == 0
    expected = density(features[first], features[labels & ~first])
    assert pooled[NAME].values[first] == pytest.approx(expected)


def test_the_figures_are_those_of_direct_calls(study: Paclik2010) -> None:
    assert [figure.per_class for figure in study.point_sets] == [100, 50, 200]
    for figure in study.point_sets:
        points = drawn_points(figure.per_class, [0, figure.per_class])
        assert len(points) == PRINTED_POINTS
        assert figure.sensitivity == points.averages("sensitivity")
        chosen = chosen_point(points)
        assert points.mean("sensitivity")[chosen] >= 0.9 > points.mean("sensitivity")[chosen - 1]
        assert figure.paired == indistinguishable_points(points, chosen, rates=["specificity"])
        assert figure.printed.degrees_of_freedom == "2n-2"
        assert set(figure.printed.points) <= set(figure.paired.points)
        assert [one.point for one in figure.neighbours] == [chosen - 1, chosen + 1]
    assert study.figure(50).per_class == 50
    with pytest.raises(OptionError, match="no figure with 51"):
        study.figure(51)


def test_the_draws_are_those_of_direct_calls() -> None:
    found = shrinkage_of(50, 3, 7)
    sizes = []
    for draw in range(3):
        points = drawn_points(50, [7, 50, draw])
        sizes.append(
            len(
                indistinguishable_points(points, chosen_point(points), rates=["specificity"]).points
            )
        )
    assert found.mean_points == pytest.approx(np.mean(sizes))
    assert found.standard_error == pytest.approx(np.std(sizes, ddof=1) / math.sqrt(3))
    printed = [counted(50, draw, 7).printed_points for draw in range(3)]
    assert found.printed_standard_error == pytest.approx(np.std(printed, ddof=1) / math.sqrt(3))


def test_the_set_shrinks_and_not_by_luck(study: Paclik2010) -> None:
    assert [row.per_class for row in study.shrinkage] == list(SIZES)
    means = [row.mean_points for row in study.shrinkage]
    assert means == sorted(means, reverse=True)
    assert means[0] > 3 > means[1] > means[2]
    assert study.verdict.shrinks_in_figures
    sizes = [len(study.figure(n).paired.points) for n in (50, 100, 200)]
    assert sizes[0] > sizes[1] > sizes[2]
    for row in study.shrinkage:
        assert row.printed_points <= row.mean_points <= row.holm_points
        assert row.neighbours_told <= row.printed_neighbours_told


def test_the_words_follow_the_numbers(study: Paclik2010) -> None:
    assert study.sentences()[0].startswith("As in Fig. 2, the set of points")
    turned = tuple(
        replace(figure, per_class=n)
        for figure, n in zip(study.point_sets, (100, 200, 50), strict=True)
    )
    flat = tuple(
        replace(row, printed_points=1.0, printed_neighbours_told=0.95) for row in study.shrinkage
    )
    other = replace(study, point_sets=turned, shrinkage=flat, verdict=verdict_of(turned, flat))
    told = " ".join(other.sentences())
    assert "Unlike in Fig. 2" in told
    assert "That the set shrinks is not clear on average" in told
    assert told.endswith("comes out in 95% of the draws by the paper's own test.")
    assert study.sentences()[-1].endswith("one figure could have shown either.")


def test_the_tables_and_json(study: Paclik2010) -> None:
    names = [table.name for table in study.tables()]
    assert names == ["shrinkage", "neighbours", "figure_1", "figure_2a", "figure_2b"]
    for table in study.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(values) for values in table.columns.values()} == {len(table.rows)}
    assert study.table("figure_1").rows[study.point_sets[0].chosen][-1] == "chosen"
    assert Study.from_json(study.to_json()) == study
    assert study.provenance.settings["rng"] == 0
    kinds = [c.kind for c in study.caveats]
    assert kinds[0] == "chosen_point"
    assert "certain_difference" in kinds


def test_the_same_rng_gives_the_same_study_and_steps_are_told() -> None:
    steps: list[int] = []
    one = reproduce(rng=3, draws=2, step=lambda: steps.append(1))
    assert len(steps) == 2 * len(SIZES)
    assert reproduce(rng=3, draws=2) == one
    assert reproduce(rng=4, draws=2) != one
    with pytest.raises(OptionError, match="draws must be a whole number from 2"):
        reproduce(draws=1)


# Section 4.3 of Paclik et al. 2010, on three made-up classes: the points, the set, the contest.


def _part(each: int, rng: int) -> ClassScores:
    codes, scores = drawn(each, np.random.default_rng(rng))
    return ClassScores.from_arrays(np.array(CLASSES)[codes], scores, classes=CLASSES, name="Bayes")


def _repeats(first: int) -> list[list[OuterFold]]:
    return [
        [
            OuterFold(_part(60, first + 10 * r + f), _part(20, first + 10 * r + f + 5))
            for f in (0, 1)
        ]
        for r in (0, 1)
    ]


@pytest.fixture(scope="module")
def digit_study() -> Paclik2010Digits:
    return reproduce_digits(
        {"raw features": folds(60, 1), "standardised features": folds(60, 2)},
        (DigitDraw("raw features", each, folds(each, 30 + d)) for each in (20, 60) for d in (0, 1)),
        {"raw features": iter(_repeats(100))},
    )


def test_the_points_decide_differently_and_the_best_is_first() -> None:
    data = folds(60, 1)
    returned = returned_points(data, 0)
    stacked = data.pooled()
    weights = returned.points.weights
    decided = np.stack([decide(stacked.values, vector) for vector in weights])
    assert len(np.unique(decided, axis=0)) == len(weights)
    errors = class_errors(confusion_matrices(stacked.values, stacked.codes, weights)).max(axis=1)
    assert (np.diff(errors) >= -1e-12).all()
    last = greedy_weights(stacked, rng=0)
    assert errors[0] == pytest.approx(last.best.value)
    kept = np.stack([decide(stacked.values, vector) for vector in last.weights])
    assert returned.last_step == len(np.unique(kept, axis=0))
    assert returned.found == 600
    # Every step's points are there: the random vectors' best, which the last step has forgotten.
    first = greedy_weights(stacked, rng=0, steps=0)
    random = np.stack([decide(stacked.values, vector) for vector in first.weights])
    assert {row.tobytes() for row in random} <= {row.tobytes() for row in decided}


def test_the_figure_is_that_of_direct_calls(digit_study: Paclik2010Digits) -> None:
    data = folds(60, 1)
    figure = digit_study.point_sets[0]
    assert figure.to_dict() == digit_figure("raw features", data, 0).to_dict()
    found = figure.paired
    assert found.chosen == CHOSEN
    assert len(found.weights) == min(100, figure.different)
    assert found.rates == ("error of digit 2", "error of digit 3", "error of digit 5")
    assert found.degrees_of_freedom == "n-1"
    points = returned_points(data, 0).points
    whole = indistinguishable_points(points, CHOSEN, degrees_of_freedom="2n-2")
    assert whole.points == tuple(np.flatnonzero(not_told(points, "2n-2")))
    assert figure.printed.degrees_of_freedom == "2n-2"
    assert set(figure.printed.points) == set(whole.points) & set(range(len(found.weights)))
    adjusted = indistinguishable_points(points, CHOSEN, correction="holm")
    assert adjusted.points == tuple(np.flatnonzero(not_told(points, adjusted=True)))
    assert len(figure.printed.points) <= len(found.points) <= figure.holm_points
    for one, rate in zip(figure.errors, found.rates, strict=True):
        assert one.mean == pytest.approx(points.mean(rate)[CHOSEN])


def test_a_span_is_that_of_the_set_with_the_chosen_point() -> None:
    points = returned_points(folds(60, 1), 0).points
    alone = np.zeros(len(points), bool)
    assert spans(points, alone) == (0.0, 0.0, 0.0)
    alone[3] = True
    expected = [abs(float(points.mean(r)[3] - points.mean(r)[CHOSEN])) for r in points.rates]
    assert spans(points, alone) == pytest.approx(expected)
    assert not alone[CHOSEN]


def test_draws_are_averaged_by_scaling_and_size() -> None:
    draws = [DigitDraw("a", 20, folds(20, 30)), DigitDraw("a", 20, folds(20, 31))]
    counted = [counted_draw(draw, 0) for draw in draws]
    (found,) = reaches_of(counted)
    assert (found.scaling, found.per_class, found.draws) == ("a", 20, 2)
    one, two = (numbers for _, _, numbers in counted)
    assert found.span == pytest.approx((one[4] + two[4]) / 2)
    assert found.standard_error == pytest.approx(abs(one[4] - two[4]) / 2)
    assert found.printed_share <= found.share <= found.holm_share <= 1
    (single,) = reaches_of(counted[:1])
    assert math.isnan(single.standard_error)


def test_the_contest_judges_on_what_no_search_saw() -> None:
    repeats = _repeats(7)
    steps: list[int] = []
    contest = contest_of("raw", repeats, 0, lambda: steps.append(1))
    assert (contest.repeats, contest.folds, len(steps)) == (2, 2, 2)
    names = [*map(greedy, RUNS), *map(ascent, STARTS), EQUAL]
    assert [one.name for one in contest.contestants] == names
    equal = contest.contestant(EQUAL)
    together = sum(
        confusion_matrices(fold.outer.values, fold.outer.codes, np.ones((1, 3)))[0]
        for fold in repeats[0]
    )
    assert equal.unseen[0] == pytest.approx(np.max(class_errors(np.asarray(together))))
    for starts in STARTS:
        assert contest.contestant(ascent(starts)).seen <= equal.seen + 1e-12
    first, last = contest.contestant(greedy(RUNS[0])), contest.contestant(greedy(RUNS[-1]))
    assert first.time == 1
    assert last.seen <= first.seen + 1e-12
    assert last.points == RUNS[-1] * first.points == RUNS[-1] * 5500
    assert contest_of("raw", repeats, 0).contestants[0].unseen == first.unseen


def _contestant(name: str, unseen: tuple[float, ...], time: float) -> Contestant:
    return Contestant(name=name, seen=0.2, unseen=unseen, time=time, points=10.0)


def test_ours_is_compared_with_the_papers_search_in_its_time_or_more() -> None:
    contest = Contest(
        scaling="raw",
        repeats=3,
        folds=10,
        contestants=(
            *(_contestant(greedy(runs), (0.3, 0.3, 0.3), float(runs)) for runs in RUNS),
            _contestant(ascent(STARTS[0]), (0.3, 0.2, 0.4), 1.5),
            _contestant(ascent(STARTS[1]), (0.3, 0.2, 0.28), 50.0),
            _contestant(EQUAL, (0.5, 0.6, 0.7), 0.0),
        ),
    )
    (ours, theirs), (more, longest) = contest.pairs
    assert (ours.name, theirs.name) == (ascent(STARTS[0]), greedy(RUNS[1]))
    assert (more.name, longest.name) == (ascent(STARTS[1]), greedy(RUNS[-1]))
    gap = more.minus(longest)
    assert gap.mean == pytest.approx(-0.04)
    assert gap.standard_deviation == pytest.approx(np.std([0, -0.1, -0.02], ddof=1))
    assert (gap.better, gap.worse) == (2, 0)
    assert [gap.lowest, gap.highest] == pytest.approx([-0.1, 0.0])
    swapped = longest.minus(more)
    assert swapped.mean == pytest.approx(0.04)
    assert (swapped.better, swapped.worse) == (0, 2)


def test_the_tables_the_words_and_json(digit_study: Paclik2010Digits) -> None:
    assert [table.name for table in digit_study.tables()] == ["figure_3", "reach", "contest"]
    for table in digit_study.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(values) for values in table.columns.values()} == {len(table.rows)}
    assert [row[1] for row in digit_study.table("reach").rows] == ["20", "60"]
    assert (
        Study.from_json(digit_study.to_json()).to_json() == digit_study.to_json()
    )  # with NaN among them
    told = digit_study.sentences()
    assert len(told) == 2 + 1 + 1 + 1
    assert told[0].startswith("As in Fig. 3, with raw features ")
    assert "spans errors of" in told[2]
    assert [c.kind for c in digit_study.caveats] == [
        "chosen_point",
        "overlapping_draws",
        "not_adjusted",
    ]
    emptied = replace(digit_study.point_sets[0].printed, contrasts=())
    other = replace(digit_study, point_sets=(replace(digit_study.point_sets[0], printed=emptied),))
    assert other.sentences()[0].startswith("Unlike in Fig. 3")
    assert state_of_neighbourhoods(digit_study.point_sets) == "same finding, other numbers"
    assert state_of_neighbourhoods(other.point_sets) == "not reproduced"
    turned = tuple(replace(one, span=0.01 * one.per_class) for one in digit_study.reaches)
    assert "does not always shrink" in replace(digit_study, reaches=turned).sentences()[2]


def test_the_verdict_follows_the_numbers(digit_study: Paclik2010Digits) -> None:
    (contest,) = digit_study.contests

    def moved(by: float) -> str:
        shifted = tuple(
            replace(one, unseen=(0.3, 0.3) if one.name in map(greedy, RUNS) else (0.3 + by,) * 2)
            for one in contest.contestants
        )
        return replace(digit_study, contests=(replace(contest, contestants=shifted),)).sentences()[
            -1
        ]

    assert moved(-0.005).startswith("On so few observations neither search is better")
    assert moved(-0.05).startswith("The searches differ by more than one observation")
