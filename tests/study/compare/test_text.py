"""The sentences of a comparison say which is higher, which is lower, and what is open."""

import numpy as np

from aucurate.study.compare import compare

RNG = np.random.default_rng(0)
LABELS = np.arange(400) % 2
SCORES = {
    "middle": RNG.normal(size=400) + 1.5 * LABELS,
    "strong": RNG.normal(size=400) + 4 * LABELS,
    "weak": RNG.normal(size=400) + 0.2 * LABELS,
    "like it": RNG.normal(size=400) + 1.5 * LABELS,
}


def test_a_reference_is_told_from_those_above_and_below_it() -> None:
    said = compare(LABELS, SCORES, reference="middle").sentences()
    higher, lower = (
        next(one for one in said if one.startswith(word)) for word in ("Higher than", "Lower than")
    )
    assert "strong by" in higher
    assert "weak" not in higher
    assert "weak by" in lower
    assert "strong" not in lower
    assert any(one.startswith("No difference from like it was detected (") for one in said)


def test_a_one_sided_question_is_answered_one_sidedly() -> None:
    two = {name: SCORES[name] for name in ("strong", "weak")}
    assert (
        compare(LABELS, two, alternative="greater").sentences()[0].startswith("Shown to be higher")
    )
    assert (
        "Not shown to be lower: strong than weak."
        in compare(LABELS, two, alternative="less").sentences()
    )
