"""The two highest weighted scores of every observation, kept up to date as weights change."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.estimates.weight_lines import Floats

Places: TypeAlias = NDArray[np.int32]


class Leaders:
    """The class with the highest product of every observation, and the next one.

    Ties go to the class that stands first. When one weight changes only the observations that the
    class led, or leads now, are looked at again in all classes.
    """

    def __init__(self, values: NDArray[Any], weights: Floats) -> None:
        self.values = values
        self.weights = weights.copy()
        self.first, self.highest, self.second, self.next = _two_highest(values, self.weights)

    def without(self, place: int) -> tuple[Floats, Places]:
        """The highest product of the other classes, and whose it is."""
        leads = self.first == place
        highest = np.where(leads, self.next, self.highest)
        return highest, np.where(leads, self.second, self.first)

    def reweigh(self, place: int, weight: float) -> None:
        """Give one class another weight."""
        self.weights[place] = weight
        product = self.values[place] * np.float64(weight)
        touched = (self.first == place) | (self.second == place)
        (again,) = np.nonzero(touched)
        columns = _two_highest(self.values[:, again], self.weights)
        # The others have two leaders without this class; it may pass one of them or both.
        wins = product > self.highest
        wins |= (product == self.highest) & (place < self.first)
        follows = product > self.next
        follows |= (product == self.next) & (place < self.second)
        self.second = np.where(wins, self.first, np.where(follows, place, self.second))
        self.next = np.where(wins, self.highest, np.where(follows, product, self.next))
        self.first = np.where(wins, place, self.first)
        self.highest = np.where(wins, product, self.highest)
        self.first[again], self.highest[again], self.second[again], self.next[again] = columns

    def blocks(self, raised: NDArray[np.bool_]) -> tuple[Any, Any]:
        """The highest product, and whose it is, outside a block of classes and inside."""
        return _highest(self.values, self.weights, ~raised), _highest(
            self.values, self.weights, raised
        )


def _highest(
    values: NDArray[Any], weights: Floats, among: NDArray[np.bool_]
) -> tuple[Floats, Places]:
    places = np.flatnonzero(among)
    highest = values[places[0]] * np.float64(weights[places[0]])
    first = np.full(values.shape[1], places[0], np.int32)
    for place in places[1:]:
        product = values[place] * np.float64(weights[place])
        first[product > highest] = place
        np.maximum(highest, product, out=highest)
    return highest, first


def _two_highest(values: NDArray[Any], weights: Floats) -> tuple[Places, Floats, Places, Floats]:
    size = values.shape[1]
    first, second = np.zeros(size, np.int32), np.zeros(size, np.int32)
    highest, following = values[0] * np.float64(weights[0]), np.full(size, -1.0)
    for place in range(1, len(values)):
        product = values[place] * np.float64(weights[place])
        wins = product > highest
        (follows,) = np.nonzero(~wins & (product > following))
        following[follows], second[follows] = product[follows], place
        (at,) = np.nonzero(wins)
        following[at], second[at] = highest[at], first[at]
        highest[at], first[at] = product[at], place
    return first, highest, second, following
