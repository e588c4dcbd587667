"""Settings of this floor, checked once."""

import math
from typing import Any

from aucurate.errors import OptionError


def checked_threshold(value: Any) -> float:
    """A threshold: any number, infinite ones too."""
    found = number(value)
    if math.isnan(found):
        raise OptionError(f"the threshold must be a number; it is {value!r}.")
    return found


def number(value: Any) -> float:
    """A float, NaN where this is no number."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
