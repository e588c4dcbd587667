"""Method words on how replicates of a bootstrap were drawn."""

from collections.abc import Mapping
from typing import Any


def drawn_words(settings: Mapping[str, Any]) -> str:
    """Within classes or not, and from which random numbers, as far as the settings tell.

    >>> drawn_words({"stratified": True, "rng": 7})
    ', drawn within each class (random numbers from rng 7)'
    """
    stratified, rng = settings.get("stratified"), settings.get("rng")
    within = "" if stratified is None else ", drawn whatever the class of an observation"
    if stratified:
        within = ", drawn within each class"
    return within + (f" (random numbers from rng {rng})" if isinstance(rng, int) else "")
