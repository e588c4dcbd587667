"""Small scores of the paper's design: five algorithms, eight models each, one test set."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from aucurate.data.folds import FoldScores
from aucurate_papers.aslan_2009.printed import ALGORITHMS, CHESS
from aucurate_papers.aslan_2009.scores import (
    AlgorithmFacts,
    Facts,
    SetFacts,
    write_scores,
)

SETS = (*CHESS, "shuttle", "nursery", "ada", "wave")
N_MODELS, N_TEST = 12, 90


def scores_of(
    rng: int,
    *,
    worth: Sequence[float] = (0.5, 0.9, 1.3, 0.5, 0.9),
    algorithms: Sequence[str] = ALGORITHMS,
    constant: str = "",
    alike: bool = False,
) -> FoldScores:
    """Probabilities of algorithms of this worth, shaken from model to model.

    ``constant`` gives all observations one score; ``alike`` makes all algorithms one.
    """
    drawn = np.random.default_rng(rng)
    labels = np.arange(N_TEST) % 3 == 0
    scores = {}
    for name, gain in zip(algorithms, worth, strict=False):
        alone = gain * labels + drawn.normal(size=N_TEST)
        shaken = alone + 0.3 * drawn.normal(size=(N_MODELS, N_TEST))
        scores[name] = (1 / (1 + np.exp(-shaken))).ravel()
        if name == constant:
            scores[name] = np.full(N_MODELS * N_TEST, 0.75)
        if alike:
            scores[name] = next(iter(scores.values()))
    return FoldScores.from_arrays(
        np.tile(np.where(labels, "p", "n"), N_MODELS),
        scores,
        folds=np.repeat(np.arange(1, N_MODELS + 1), N_TEST),
        observations=np.tile(np.arange(N_TEST), N_MODELS),
        design="fixed test set",
        n_train=200 + np.arange(N_MODELS),
        positive="p",
    )


def facts_of(names: Sequence[str], *, unfinished: Sequence[tuple[str, str]] = ()) -> Facts:
    """What would be known of sets with these scores, larger from name to name."""
    return Facts(
        programs={"Python": "3", "Weka": "3.9"},
        rng=0,
        seconds=7200.0,
        sets=tuple(_set(name, at, unfinished) for at, name in enumerate(names)),
    )


def keep(cache: Path, data: dict[str, FoldScores], facts: Facts) -> Path:
    """Write them as ``aucurate_papers.aslan_2009.training.export`` does."""
    write_scores(cache, facts, data)
    return cache


def _set(name: str, at: int, unfinished: Sequence[tuple[str, str]]) -> SetFacts:
    return SetFacts(
        name=name,
        words="a note" if name == "ada" else "",
        n_read=4000 + at,
        n_classes=3,
        n_observations=3000 + at,
        n_numeric=2,
        n_nominal=1,
        positive="p",
        negative="n",
        n_positive=1000,
        n_test=N_TEST,
        n_test_positive=30,
        n_confused=7,
        n_compared=4000,
        n_train=tuple(200 + at for at in range(N_MODELS)),
        algorithms=tuple(
            AlgorithmFacts(
                name=algorithm,
                words=f"how {algorithm} was trained",
                finished=(name, algorithm) not in unfinished,
                reason="interrupted" if (name, algorithm) in unfinished else None,
                fits=N_MODELS,
                seconds=60.0,
            )
            for algorithm in ALGORITHMS
        ),
    )
