"""All intervals side by side: complete, in agreement with the functions, with a reason."""

import numpy as np
import pytest

import aucurate
from aucurate.inference import INTERVALS, RECOMMENDED_INTERVAL
from aucurate.study import IntervalsStudy, Study
from aucurate.study.intervals import intervals


def _data(size: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = np.arange(size) % 2
    return labels, labels + rng.normal(size=size)


def test_every_method_is_there_once_for_each_classifier() -> None:
    labels, scores = _data(60)
    study = aucurate.intervals(labels, {"a": scores, "b": -scores})
    assert len(study.estimates) == 2 * len(INTERVALS)
    methods = [e.interval.method for e in study.estimates if e.name == "a"]
    assert len(set(methods)) == len(INTERVALS)
    assert [e.name for e in study.recommended] == ["a", "b"]
    assert study.to_frame().shape[0] == 2 * len(INTERVALS)


def test_the_recommended_interval_is_that_of_the_registry() -> None:
    labels, scores = _data(60)
    data = aucurate.Scores.from_arrays(labels, scores, name="model")
    study = intervals(data, confidence=0.9)
    expected = INTERVALS[RECOMMENDED_INTERVAL](data, confidence=0.9)
    assert study.recommended == (expected,)
    assert study.estimates[0] == expected


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (20_000, "DeLong's Wald interval says the same"),
        (30, "with 15 observations in the smaller class"),
        (120, "which other programs report, differs by up to 0."),
    ],
)
def test_the_reason_fits_the_data(size: int, words: str) -> None:
    (sentence,) = intervals(*_data(size)).sentences()
    assert sentence.startswith("Recommended for scores: DeLong beta, the narrowest")
    assert words in sentence


def test_perfect_separation_has_the_same_interval_as_others() -> None:
    labels = np.arange(20) % 2
    study = intervals(labels, {"perfect": labels, "noise": _data(20)[1]})
    (sentence,) = study.sentences()
    assert sentence.startswith("Recommended for perfect and noise: DeLong beta, the narrowest")
    assert "perfect_separation" in [c.kind for c in study.caveats]


def test_compare_with_all_intervals_says_the_same() -> None:
    labels, scores = _data(120)
    alone = intervals(labels, scores)
    beside = aucurate.compare(labels, scores, all_intervals=True, interval="newcombe")
    assert [e.to_dict() for e in beside.all_estimates] == [e.to_dict() for e in alone.estimates]
    assert alone.sentences()[0] in beside.sentences()


def test_the_study_survives_json() -> None:
    study = intervals(*_data(40))
    again = Study.from_json(study.to_json())
    assert isinstance(again, IntervalsStudy)
    assert again.to_json() == study.to_json()
    assert str(again) == str(study)
