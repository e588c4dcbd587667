"""Where the models of section 3.1 come from: a distribution of observations, and what is fitted.

All features are independent and uniform on [0, 1]. In two dimensions P(positive | x) is the
distribution function of x1 + x2 at its own value, in ten dimensions it is x1: in both it is itself
uniform, so the two classes are equally frequent and no model errs on fewer than a quarter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate_papers.rosset_2004.chi_merge import LEVEL, MOST
from aucurate_papers.rosset_2004.naive_bayes import fit_naive_bayes
from aucurate_papers.rosset_2004.neighbours import neighbour_shares

Floats: TypeAlias = NDArray[np.float64]
Fitted: TypeAlias = Callable[[Floats], Floats]
"""From features (a row per observation) to scores (a row per model)."""
Fit: TypeAlias = Callable[[Floats, NDArray[np.bool_]], Fitted]

MIXED_NEIGHBOURS = {2: (5, 10, 20, 50), 10: (20, 50, 100)}
"""By dimension the numbers of neighbours that are tried against naive Bayes."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class World:
    """A distribution, and models that are fitted to one training set after another.

    ``key`` tells its draws from those of other worlds with the same rng.
    """

    name: str
    key: int
    dimension: int
    models: tuple[str, ...]
    probability: Callable[[Floats], Floats]
    fit: Fit

    def draw(self, size: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.bool_]]:
        """Features and labels of so many observations."""
        features = rng.random((size, self.dimension))
        return features, rng.random(size) < self.probability(features)


def sum_probability(features: Floats) -> Floats:
    """The printed probability in two dimensions.

    >>> sum_probability(np.array([[0.2, 0.2], [0.5, 0.5], [0.8, 0.8]])).round(2)
    array([0.08, 0.5 , 0.92])
    """
    total = features[:, 0] + features[:, 1]
    return np.where(total <= 1, total**2 / 2, 1 - (2 - total) ** 2 / 2)


def first_probability(features: Floats) -> Floats:
    """The printed probability in ten dimensions: the first feature."""
    return features[:, 0]


def naive_bayes_world(level: float = LEVEL, most: int | None = MOST) -> World:
    """That of Table 3: naive Bayes on x1 alone (m1), and on x1 and x2 (m2)."""

    def fit(features: Floats, labels: NDArray[np.bool_]) -> Fitted:
        model = fit_naive_bayes(list(features.T), labels, level=level, most=most)
        return lambda new: np.stack(
            [model.of_first(count).scores(list(new.T[:count])) for count in (1, 2)]
        )

    return World(
        name="naive Bayes on x1, and on x1 and x2",
        key=3,
        dimension=2,
        models=("naive Bayes on x1", "naive Bayes on x1, x2"),
        probability=sum_probability,
        fit=fit,
    )


def neighbour_world(first: int = 10, second: int = 50) -> World:
    """That of Table 4: 10 nearest neighbours (m1), and 50 (m2), in ten dimensions."""
    return World(
        name=f"{first} and {second} nearest neighbours",
        key=4,
        dimension=10,
        models=(f"{first}-NN", f"{second}-NN"),
        probability=first_probability,
        fit=lambda features, labels: (
            lambda new: neighbour_shares(features, labels, new, (first, second))
        ),
    )


def mixed_world(dimension: int, neighbours: tuple[int, ...] = ()) -> World:
    """Naive Bayes on the first variables, and nearest neighbours on all, in 2 or 10 dimensions.

    In ten dimensions naive Bayes uses x1 alone, the variable that matters, or all ten; in two it
    uses both. ``neighbours`` are those of the dimension in ``MIXED_NEIGHBOURS`` unless given.
    """
    neighbours = neighbours or MIXED_NEIGHBOURS[dimension]
    used = (2,) if dimension == 2 else (1, 10)

    def fit(features: Floats, labels: NDArray[np.bool_]) -> Fitted:
        model = fit_naive_bayes(list(features.T), labels)

        def scores(new: Floats) -> Floats:
            bayes = [model.of_first(count).scores(list(new.T[:count])) for count in used]
            return np.concatenate([bayes, neighbour_shares(features, labels, new, neighbours)])

        return scores

    return World(
        name=f"{dimension} dimensions",
        key=100 + dimension,
        dimension=dimension,
        models=(
            *(f"naive Bayes on {_variables(count)}" for count in used),
            *(f"{count}-NN" for count in neighbours),
        ),
        probability=sum_probability if dimension == 2 else first_probability,
        fit=fit,
    )


def _variables(count: int) -> str:
    return {1: "x1", 2: "x1, x2"}.get(count, f"x1 to x{count}")
