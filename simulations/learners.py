"""Algorithms that learn a score, fitted to many training sets of one size at a time.

Each takes training observations (sets x observations x features), their labels, the observations to
score (sets x observations x features) and a generator, and gives scores that are positive where the
algorithm would decide for the positive class.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, special

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Learner: TypeAlias = Callable[[Floats, Floats, Floats, np.random.Generator], Floats]

BINS = 32


def logistic(train: Floats, labels: Floats, scored: Floats, _: np.random.Generator) -> Floats:
    """Logistic regression with a ridge of 1, by Newton's method."""
    design, new = _with_constant(train), _with_constant(scored)
    size = design.shape[2]
    ridge = np.diag([1.0] * (size - 1) + [1e-6])
    weights = np.zeros((len(train), size))
    for _step in range(7):
        chance = special.expit((design @ weights[..., None])[..., 0])
        slope = ((labels - chance)[:, None, :] @ design)[:, 0] - weights @ ridge
        curved = design.transpose(0, 2, 1) @ (design * (chance * (1 - chance))[..., None]) + ridge
        weights += np.linalg.solve(curved, slope[..., None])[..., 0]
    return np.asarray((new @ weights[..., None])[..., 0])


def neighbours(
    train: Floats, labels: Floats, scored: Floats, _: np.random.Generator, *, k: int
) -> Floats:
    """The share of positives among the k nearest neighbours."""
    near = np.argpartition(_squared_distances(scored, train), k - 1, axis=2)[..., :k]
    return np.asarray(np.take_along_axis(labels[:, None, :], near, axis=2).mean(axis=2) - 0.5)


def naive_bayes(train: Floats, labels: Floats, scored: Floats, _: np.random.Generator) -> Floats:
    """Naive Bayes with normal features."""
    found = np.zeros(scored.shape[:2])
    for sign, member in ((1, labels == 1), (-1, labels == 0)):
        share = member.mean(axis=1)
        inside = np.where(member[..., None], train, np.nan)
        centre, spread = np.nanmean(inside, axis=1), np.nanvar(inside, axis=1)
        gap = (scored - centre[:, None]) ** 2 / spread[:, None] + np.log(spread)[:, None]
        found += sign * (np.log(share)[:, None] - gap.sum(axis=2) / 2)
    return found


def least_squares_svm(
    train: Floats, labels: Floats, scored: Floats, _: np.random.Generator
) -> Floats:
    """Kernel ridge regression of the labels, penalty 1, Gaussian kernel of scikit-learn's width."""
    width = train.shape[2] * train.var(axis=(1, 2))[:, None, None]
    centre = 2 * labels.mean(axis=1, keepdims=True) - 1
    inner = np.exp(-_squared_distances(train, train) / width) + np.eye(train.shape[1])
    wanted = 2 * labels - 1 - centre
    duals = np.array(
        [linalg.solve(k, w, assume_a="pos") for k, w in zip(inner, wanted, strict=True)]
    )
    between = np.exp(-_squared_distances(scored, train) / width)
    return np.asarray((between @ duals[..., None])[..., 0] + centre)


def support_vectors(
    train: Floats, labels: Floats, scored: Floats, _: np.random.Generator
) -> Floats:
    """scikit-learn's SVC as it comes."""
    from sklearn.svm import SVC

    return np.array(
        [
            SVC().fit(one, label).decision_function(new)
            for one, label, new in zip(train, labels, scored, strict=True)
        ]
    )


def tree(train: Floats, labels: Floats, scored: Floats, rng: np.random.Generator) -> Floats:
    """scikit-learn's decision tree, five observations or more in a leaf."""
    from sklearn.tree import DecisionTreeClassifier

    found = []
    for one, label, new in zip(train, labels, scored, strict=True):
        grown = DecisionTreeClassifier(min_samples_leaf=5, random_state=int(rng.integers(2**31)))
        found.append(grown.fit(one, label).predict_proba(new)[:, 1] - 0.5)
    return np.array(found)


def boosting(train: Floats, labels: Floats, scored: Floats, rng: np.random.Generator) -> Floats:
    """25 boosted trees of depth 3 on subsamples of 70%, learning rate 0.1, logistic loss."""
    old, new = _binned(train, scored)
    share = labels.mean(axis=1, keepdims=True)
    fitted = np.repeat(special.logit(share), train.shape[1], axis=1)
    found = np.repeat(special.logit(share), scored.shape[1], axis=1)
    for _step in range(25):
        chance = special.expit(fitted)
        residual, used = labels - chance, (rng.random(labels.shape) < 0.7).astype(float)
        leaf, new_leaf = _grown(old, new, residual, used, depth=3, smallest=1)
        values = _in_leaves(leaf, used * residual, used * chance * (1 - chance), 8)
        fitted += 0.1 * np.take_along_axis(values, leaf, axis=1)
        found += 0.1 * np.take_along_axis(values, new_leaf, axis=1)
    return found


def bagging(train: Floats, labels: Floats, scored: Floats, rng: np.random.Generator) -> Floats:
    """20 trees of depth 5 on bootstrap samples, averaged."""
    old, new = _binned(train, scored)
    found = np.zeros(scored.shape[:2])
    size = train.shape[1]
    for _step in range(20):
        drawn = rng.integers(size, size=labels.shape) + size * np.arange(len(train))[:, None]
        used = np.bincount(drawn.ravel(), minlength=labels.size).reshape(labels.shape).astype(float)
        leaf, new_leaf = _grown(old, new, labels, used, depth=5, smallest=2)
        values = _in_leaves(leaf, used * labels, used, 32)
        found += np.take_along_axis(values, new_leaf, axis=1) / 20
    return found - 0.5


def net(
    train: Floats,
    labels: Floats,
    scored: Floats,
    rng: np.random.Generator,
    *,
    units: int = 6,
    steps: int = 200,
) -> Floats:
    """A net with one layer of tanh units, logistic loss, steps of Adam of size 0.03."""
    design, new = _with_constant(train), _with_constant(scored)
    sets, size, inputs = design.shape
    weights = [
        rng.normal(size=(sets, inputs, units)) / math.sqrt(inputs - 1),
        rng.normal(size=(sets, units, 1)) / math.sqrt(units),
        np.zeros((sets, 1, 1)),
    ]
    means, squares = ([np.zeros_like(w) for w in weights] for _ in range(2))
    for step in range(1, steps + 1):
        hidden = np.tanh(design @ weights[0])
        gap = (special.expit(hidden @ weights[1] + weights[2]) - labels[..., None]) / size
        back = (gap @ weights[1].transpose(0, 2, 1)) * (1 - hidden**2)
        slopes = (
            design.transpose(0, 2, 1) @ back,
            hidden.transpose(0, 2, 1) @ gap,
            gap.sum(axis=1, keepdims=True),
        )
        for weight, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            weight -= 0.03 * mean / (1 - 0.9**step) / scale
    return np.asarray((np.tanh(new @ weights[0]) @ weights[1] + weights[2])[..., 0])


LEARNERS: dict[str, Learner] = {
    "logistic regression": logistic,
    "naive Bayes": naive_bayes,
    "1 neighbour": partial(neighbours, k=1),
    "5 neighbours": partial(neighbours, k=5),
    "9 neighbours": partial(neighbours, k=9),
    "15 neighbours": partial(neighbours, k=15),
    "SVM": support_vectors,
    "least-squares SVM": least_squares_svm,
    "tree": tree,
    "boosting": boosting,
    "bagging": bagging,
    "net": net,
    "large net": partial(net, units=12, steps=300),
}


def _with_constant(values: Floats) -> Floats:
    return np.concatenate([values, np.ones((*values.shape[:2], 1))], axis=2)


def _squared_distances(one: Floats, two: Floats) -> Floats:
    squares = (one**2).sum(axis=2)[..., None] + (two**2).sum(axis=2)[:, None, :]
    return np.asarray(np.maximum(0.0, squares - 2 * one @ two.transpose(0, 2, 1)))


def _binned(train: Floats, scored: Floats) -> tuple[Ints, Ints]:
    """Every feature in bins of equally many training observations."""
    size = train.shape[1]
    ordered, at = np.sort(train, axis=1), np.arange(1, BINS) * size // BINS
    edges = (ordered[:, at - 1] + ordered[:, at]) / 2
    found = []
    for values in (train, scored):
        bins = np.empty(values.shape, np.int64)
        for which in np.ndindex(len(values), values.shape[2]):
            row, column = which
            bins[row, :, column] = np.searchsorted(edges[row, :, column], values[row, :, column])
        found.append(bins)
    return found[0], found[1]


def _grown(
    train: Ints, scored: Ints, target: Floats, used: Floats, *, depth: int, smallest: int
) -> tuple[Ints, Ints]:
    """The leaves of training and scored observations in least-squares trees, level by level."""
    sets, _, features = train.shape
    node, new_node = np.zeros(train.shape[:2], np.int64), np.zeros(scored.shape[:2], np.int64)
    weights = np.repeat(used[..., None], features, axis=2).ravel()
    targets = np.repeat((used * target)[..., None], features, axis=2).ravel()
    for level in range(depth):
        nodes = 2**level
        places = np.arange(sets)[:, None] * nodes + node
        at = ((places[..., None] * features + np.arange(features)) * BINS + train).ravel()
        shape = (sets, nodes, features, BINS)
        counts, sums = (
            np.bincount(at, one, minlength=math.prod(shape)).reshape(shape).cumsum(axis=3)
            for one in (weights, targets)
        )
        counts_above, sums_above = counts[..., -1:] - counts, sums[..., -1:] - sums
        gain = sums**2 / np.maximum(counts, 0.5) + sums_above**2 / np.maximum(counts_above, 0.5)
        gain[(counts < smallest) | (counts_above < smallest)] = -1.0
        best = gain.reshape(sets, nodes, -1).argmax(axis=2)
        feature, cut = best // BINS, best % BINS
        top = np.take_along_axis(gain.reshape(sets, nodes, -1), best[..., None], axis=2)[..., 0]
        cut = np.where(top >= 0, cut, BINS)
        node = _sorted_down(node, train, feature, cut)
        new_node = _sorted_down(new_node, scored, feature, cut)
    return node, new_node


def _sorted_down(node: Ints, bins: Ints, feature: Ints, cut: Ints) -> Ints:
    which = np.take_along_axis(feature, node, axis=1)
    value = np.take_along_axis(bins, which[..., None], axis=2)[..., 0]
    return np.asarray(2 * node + (value > np.take_along_axis(cut, node, axis=1)))


def _in_leaves(leaf: Ints, above: Floats, below: Floats, leaves: int) -> Floats:
    """The ratio of two sums in every leaf; 0 in one without training observations."""
    at = (np.arange(len(leaf))[:, None] * leaves + leaf).ravel()
    tops, bottoms = (
        np.bincount(at, one.ravel(), minlength=len(leaf) * leaves).reshape(-1, leaves)
        for one in (above, below)
    )
    return np.asarray(np.where(bottoms > 1e-6, tops / np.maximum(bottoms, 1e-6), 0.0))
