"""How fast are the confusion matrices of many weight vectors among several classes?"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import OURS, RNG, Finding, Job, Setting, race

OBSERVATIONS = 1_000_000
CLASSES = 10
VECTORS = 1000
LOOP_VECTORS = 20
BLOCK = 16_384  # observations at a time, the size at which both loops are near their fastest
ARGMAX = "loop of NumPy argmax"
MAXIMUM = "loop of NumPy maximum, class by class"


def run(setting: Setting) -> list[Finding]:
    """One race against two ways to write the loop: the usual one, and a faster one by hand."""
    labels, scores, weights = _made()
    raced = race(
        {
            OURS: lambda: _ours(labels, scores, weights, setting.threads),
            ARGMAX: lambda: _argmax(labels, scores, weights[:LOOP_VECTORS]),
            MAXIMUM: lambda: _maximum(labels, scores, weights[:LOOP_VECTORS]),
        },
        min(3, setting.rounds),
    ).scaled(dict.fromkeys((ARGMAX, MAXIMUM), VECTORS / LOOP_VECTORS))
    note = f"the loop ran {LOOP_VECTORS} vectors; its seconds are scaled"
    return [
        raced.times_as_fast(
            peer,
            what=f"confusion matrices of {VECTORS:,} weight vectors, {OBSERVATIONS:,} observations "
            f"of {CLASSES} classes",
            setting=setting,
            target=target,
            tolerance=0.0,
            note=f"{note}, and it uses one thread" if setting.threads > 1 else note,
        )
        for peer, target in ((ARGMAX, setting.target(20)), (MAXIMUM, None))
    ]


def _made() -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Labels, posteriors with a row per observation, and weights with a row per vector."""
    rng = np.random.default_rng(RNG)
    labels = rng.integers(0, CLASSES, OBSERVATIONS)
    scores = rng.standard_normal((OBSERVATIONS, CLASSES))
    scores[np.arange(OBSERVATIONS), labels] += 1.5
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return labels, scores, rng.dirichlet(np.ones(CLASSES), VECTORS)


def _summary(confusions: NDArray[np.int64]) -> float:
    """A number that is different when a count stands in another cell."""
    some = confusions[:LOOP_VECTORS].ravel()
    return float(some @ np.arange(some.size))


def _ours(labels: Any, scores: Any, weights: Any, threads: int) -> Job:
    from aucurate.curve.class_decisions import confusion_matrices
    from aucurate.data.classes import ClassScores

    def job() -> float:
        data = ClassScores.from_arrays(labels, scores)
        data.weighable()
        return _summary(confusion_matrices(data.values, data.codes, weights, threads=threads))

    return job


def _argmax(labels: Any, scores: Any, weights: Any) -> Job:
    def job() -> float:
        decided = np.empty(OBSERVATIONS, np.int64)
        cells = labels * CLASSES
        found = []
        for vector in weights:
            for at in range(0, OBSERVATIONS, BLOCK):
                decided[at : at + BLOCK] = (scores[at : at + BLOCK] * vector).argmax(axis=1)
            found.append(np.bincount(cells + decided, minlength=CLASSES**2))
        return _summary(np.array(found))

    return job


def _maximum(labels: Any, scores: Any, weights: Any) -> Job:
    def job() -> float:
        columns = np.ascontiguousarray(scores.T)
        cells = labels * CLASSES
        found = []
        for vector in weights:
            decided = np.zeros(OBSERVATIONS, np.int8)
            for at in range(0, OBSERVATIONS, BLOCK):
                best, given = columns[0, at : at + BLOCK] * vector[0], decided[at : at + BLOCK]
                for place in range(1, CLASSES):
                    product = columns[place, at : at + BLOCK] * vector[place]
                    better = (product > best).view(np.int8)
                    np.maximum(best, product, out=best)
                    np.maximum(given, better * np.int8(place), out=given)
            found.append(np.bincount(cells + decided, minlength=CLASSES**2))
        return _summary(np.array(found))

    return job
