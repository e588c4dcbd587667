"""Tables 1 and 6: gold numbers, states on constructed rows, and quick runs of the small rows."""

from dataclasses import replace
from pathlib import Path

import pytest

from aucurate.formatting import number
from aucurate.study import Study
from aucurate.theory import (
    auc_difference_moments,
    error_difference_moments,
    probability_of_choosing_first,
    rosset_example,
)
from aucurate_papers.rosset_2004 import moments
from aucurate_papers.rosset_2004.agreement import errors_for, rounds_to
from aucurate_papers.rosset_2004.moments import (
    MomentsRow,
    guess_comes_out,
    row_of,
    table_1,
    table_1_sentences,
    table_1_state,
    table_6,
    table_6_sentences,
    table_6_state,
)
from aucurate_papers.rosset_2004.printed import PRINTED_MOMENTS, PrintedMoments
from aucurate_papers.rosset_2004.right_choice import THRESHOLD
from aucurate_papers.running import Made, Run, StoppedError

SMALL = tuple(row for row in PRINTED_MOMENTS if row.n == 50)

# Made with numpy by code apart from this package: mean and variance of the AUC difference and Phi,
# then of the error difference, in the order of Table 6.
GOLD = [
    (8.362, 498.36548400000004, 0.6460108806829804, 0.44, 5.44768, 0.5747636859416911),
    (127.862, 30094.012977000006, 0.7694563454763789, 1.64, 21.01572, 0.6397323494267569),
    (507.462, 238334.78469250005, 0.8507057029152995, 3.24, 41.77306, 0.6919196564993159),
    (15.992, 639.3078279999997, 0.7364638262250969, 0.88, 7.09072, 0.6294791419360425),
    (246.392, 38843.44850300001, 0.8943805584975995, 3.28, 27.36288, 0.734682401386221),
    (979.192, 307964.8138155, 0.9611745938479835, 6.48, 54.39224, 0.8101993154731182),
]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[MomentsRow]:
    run = Run(quick=True, cache=tmp_path_factory.mktemp("kept"))
    return [row_of(run, printed, 2000, at, "test") for at, printed in enumerate(SMALL)]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(moments, "PRINTED_MOMENTS", SMALL)
    return Run(quick=True, cache=tmp_path)


@pytest.mark.parametrize(("printed", "gold"), list(zip(PRINTED_MOMENTS, GOLD, strict=True)))
def test_the_exact_moments_are_gold_and_the_means_those_printed(
    printed: PrintedMoments, gold: tuple[float, ...]
) -> None:
    row = printed
    pair = rosset_example(row.n, row.first_probability, row.second_probability)
    auc = auc_difference_moments(pair)
    error = error_difference_moments(pair, threshold=THRESHOLD)
    found = [
        *(auc.mean, auc.variance, probability_of_choosing_first(auc)),
        *(error.mean, error.variance, probability_of_choosing_first(error)),
    ]
    assert found == pytest.approx(list(gold), rel=1e-9)
    assert rounds_to(auc.mean, row.auc_mean, 2)
    assert not rounds_to(auc.variance, row.auc_variance, 0)


def test_the_printed_figures_are_wrong_where_all_witnesses_say_so(rows: list[MomentsRow]) -> None:
    assert table_1_state(rows) == "printed figure is wrong"
    assert table_6_state(rows) == "printed figure is wrong"


def test_with_the_exact_variances_printed_the_state_would_be_exact(rows: list[MomentsRow]) -> None:
    mended = [
        replace(
            row,
            printed=replace(
                row.printed,
                auc_variance=round(row.auc.variance),
                error_mean=round(row.error.mean, 2),
                error_variance=round(row.error.variance, 2),
            ),
        )
        for row in rows
    ]
    assert table_1_state(mended) == "exact"
    assert table_6_state(mended) == "exact"
    assert "all 2 come out" in " ".join(table_1_sentences(mended))
    assert not any("no reading" in sentence for sentence in table_1_sentences(mended))


def test_a_witness_against_ours_is_not_hidden(rows: list[MomentsRow]) -> None:
    auc = replace(rows[0].simulated.auc, variance=900.0)
    doubted = [replace(rows[0], simulated=replace(rows[0].simulated, auc=auc)), rows[1]]
    assert table_1_state(doubted) == "not reproduced"
    other = replace(rows[0], formula=replace(rows[0].formula, from_scores=1.0))
    assert table_1_state([other]) == "not reproduced"


def test_the_finding_of_table_6_is_asked_for(rows: list[MomentsRow]) -> None:
    worse = replace(rows[0].simulated.auc, share=0.5)
    turned = [replace(rows[0], simulated=replace(rows[0].simulated, auc=worse))]
    assert table_6_state(turned) == "not reproduced"
    assert "Other than the paper finds" in table_6_sentences(turned)[0]
    assert "in 0 of 1 rows" in table_6_sentences(turned)[0]


def test_the_verdict_says_which_figures_are_misprinted(rows: list[MomentsRow]) -> None:
    told = " ".join(table_1_sentences(rows))
    assert "Of the printed means of the AUC difference, all 2 come out" in told
    assert "Of the printed variances, none of 2 comes out" in told
    assert "553 and 791" in told
    assert "no reading of the formulas" in told
    assert f"within the {number(errors_for(4), 1)} standard errors" in told
    assert "In 2 of 2 rows the simulated mean and variance are both within three" in told
    errors = " ".join(table_6_sentences(rows))
    assert "As the paper finds" in errors
    assert "guess" in errors
    assert "0.43 where 0.57 is printed" in errors


def test_the_guess_about_the_errors() -> None:
    told = [guess_comes_out(row) for row in PRINTED_MOMENTS]
    assert told == [(True, True)] * 5 + [(True, False)]


def test_quick_runs(small: Run) -> None:
    one, six = table_1(small), table_6(small)
    for made in (one, six):
        assert isinstance(made, Made)
        assert Study.from_json(made.exhibit.to_json()) == made.exhibit
        assert made.exhibit.state == "printed figure is wrong"
        assert made.exhibit.differs
        assert "theirs" in " ".join(made.exhibit.shown[0].header)
    columns = one.exhibit.table("table_1").columns
    assert columns["variance"] == pytest.approx((498.365484, 639.307828))
    assert columns["variance_formula_as_printed"] == pytest.approx((552.92494, 790.912564))
    assert columns["variance_printed"] == (476, 592)
    again = six.exhibit.table("table_6_auc")
    assert again.columns == {k: v for k, v in columns.items() if "as_printed" not in k}
    assert "by their formula as printed" in one.exhibit.shown[0].header
    assert "by their formula as printed" not in again.header


def test_a_run_can_be_stopped_and_goes_on(small: Run) -> None:
    with pytest.raises(StoppedError):
        table_1(replace(small, watch=lambda done, total, what: done < 1))
    assert len(list(small.cache.rglob("*.json"))) == 2
    assert table_1(small).exhibit.state == "printed figure is wrong"
