"""Settings of this floor, checked once."""

import math
from numbers import Integral
from typing import Any

from aucurate.errors import OptionError


def whole_number(value: Any, name: str, least: int, hint: str = "") -> int:
    """A whole number from ``least``."""
    if not isinstance(value, Integral) or value is True or int(value) < least:
        raise OptionError(
            f"{name} must be a whole number from {least}; it is {value!r}.", hint=hint
        )
    return int(value)


def share(value: Any, name: str, highest: float = 1.0) -> float:
    """A number from 0 to ``highest``."""
    found = number(value)
    if not 0 <= found <= highest:
        raise OptionError(f"{name} must lie between 0 and {highest:g}; it is {value!r}.")
    return found


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
