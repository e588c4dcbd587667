"""pROC's power.roc.test, and where we differ from it on purpose."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from scipy import special
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.planning import plan_one, plan_two

GOLD = Path(__file__).parents[1] / "gold"
PROC = json.loads((GOLD / "proc" / "power.json").read_text(encoding="utf-8"))
DATA = json.loads((GOLD / "datasets.json").read_text(encoding="utf-8"))["binary"]
ALTERNATIVE: dict[str, Any] = {"two.sided": "two-sided", "one.sided": "greater"}
TOLERANCE = 1e-4  # pROC has 1.414 for the square root of 2


@for_each("row", PROC["one"])
def test_one_curve_is_obuchowskis_plan(row: dict[str, Any]) -> None:
    asked, answer = row["asked"], row["answer"]
    settings: dict[str, Any] = {
        "variance": "obuchowski-mcclish",
        "alternative": ALTERNATIVE[asked.get("alternative", "two.sided")],
    }
    if "kappa" in asked:
        plan = plan_one(asked["auc"], power=0.9, ratio=asked["kappa"], **settings)
        # Whole numbers: the negatives are rounded up too, which may spare a positive.
        assert -1 < plan.n_positive - answer["ncases"] < 1
        assert plan.attained >= 0.9
        return
    settings |= {"n_positive": asked["ncases"], "n_negative": asked["ncontrols"]}
    if "power" not in asked:
        plan = plan_one(asked["auc"], **settings)
        assert plan.power == pytest.approx(answer["power"], rel=TOLERANCE)
    elif "sig.level" in asked:
        plan = plan_one(power=asked["power"], **settings)
        assert plan.first == pytest.approx(answer["auc"], rel=TOLERANCE)
    else:
        plan = plan_one(asked["auc"], power=asked["power"], level=None, **settings)
        assert plan.level == pytest.approx(answer["sig.level"], rel=TOLERANCE)


def _pilot(name: str) -> AucMoments:
    data = DATA[name]
    return AucMoments.from_scores(
        PairedScores.from_arrays(data["y"], {"a": data["a"], "b": data["b"]})
    )


@for_each("row", [row for row in PROC["two"] if row["wanted"] == "power"])
def test_two_curves_pROC_takes_the_variance_of_its_first_curve_for_both(  # noqa: N802
    row: dict[str, Any],
) -> None:
    moments, level = _pilot(row["data"]), 0.05
    s = moments.covariance
    first = 0 if row["order"] == "a, b" else 1
    null = math.sqrt(2 * s[first, first] - 2 * s[0, 1])
    truth = math.sqrt(s[0, 0] + s[1, 1] - 2 * s[0, 1])
    z = -special.ndtri(level / 2 if row["alternative"] == "two.sided" else level)
    distance = abs(moments.aucs[0] - moments.aucs[1])
    assert row["answer"]["power"] == pytest.approx(
        special.ndtr((distance - z * null) / truth), rel=1e-9
    )


@for_each("name", sorted({row["data"] for row in PROC["two"]}))
@for_each("alternative", ["two.sided", "one.sided"])
def test_two_curves_ours_lies_between_pROCs_two_answers(  # noqa: N802
    name: str, alternative: str
) -> None:
    moments = _pilot(name)
    if moments.aucs[0] < moments.aucs[1]:
        moments = moments.select(("b", "a"))
    theirs = [
        row["answer"]
        for row in PROC["two"]
        if (row["data"], row["alternative"]) == (name, alternative)
    ]
    powers = sorted(a["power"] for a in theirs if a["ncases"] == moments.n_positive)
    settings: dict[str, Any] = {"pilot": moments, "alternative": ALTERNATIVE[alternative]}
    ours = plan_two(n_positive=moments.n_positive, n_negative=moments.n_negative, **settings)
    assert powers[0] < ours.attained < powers[1]
    sizes = sorted(a["ncases"] for a in theirs if a["ncases"] != moments.n_positive)
    needed = plan_two(power=0.9, **settings)
    assert sizes[0] < needed.n_positive < sizes[1] + 1
    if alternative == "two.sided":
        swapped = plan_two(power=0.9, pilot=moments.select(moments.names[::-1]))
        assert swapped.n_positive == needed.n_positive
