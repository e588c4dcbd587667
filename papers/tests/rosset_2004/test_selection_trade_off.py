import numpy as np

from aucurate_papers.rosset_2004.selection_trade_off import (
    Curve,
    judging,
    state_of,
)

GAPS, ERRORS = np.linspace(0.001, 0.03, 30), np.full(30, 0.001)


def curve(name: str, error: tuple[float, ...], auc: tuple[float, ...]) -> Curve:
    """Thirty training sets around these shares of right choices, at three sizes."""
    rng = np.random.default_rng(0)
    means = np.stack([error, auc, auc], axis=1)
    right = means + 0.02 * rng.normal(size=(30, 3, 3))
    return Curve(
        name=name,
        title=name,
        sizes=(10, 100, 1000),
        right=right,
        of=30,
        gaps=GAPS,
        gap_errors=ERRORS,
    )


CONSISTENT = curve("table 3", (0.6, 0.8, 0.95), (0.7, 0.9, 0.99))
BIASED = curve("biased", (0.5, 0.6, 0.9), (0.5, 0.3, 0.1))


def test_the_trade_off_is_found() -> None:
    assert state_of([CONSISTENT, CONSISTENT, BIASED]) == "same finding, other numbers"


def test_every_part_of_it_is_needed() -> None:
    behind = curve("table 3", (0.6, 0.9, 0.95), (0.7, 0.8, 0.99))
    assert state_of([CONSISTENT, behind, BIASED]) == "not reproduced"
    for error, auc in (
        ((0.5, 0.6, 0.9), (0.5, 0.6, 0.7)),  # the AUC is right after all
        ((0.5, 0.5, 0.5), (0.5, 0.3, 0.1)),  # the error rate learns nothing
    ):
        biased = curve("biased", error, auc)
        assert state_of([CONSISTENT, CONSISTENT, biased]) == "not reproduced"


def test_caveat_tells_how_sure_the_judgement_is() -> None:
    words = str(judging(BIASED, 10000))
    assert "judged on 10,000 observations" in words
    assert "0.10 points" in words
    assert "chosen by this judgement" in words
    assert "chosen by" not in str(judging(CONSISTENT, 10000))
