"""Cells that the tables of section 2 share."""

from aucurate.formatting import number

Cells = dict[str, tuple[object, ...]]


def setting_cell(n: int, second_probability: float) -> str:
    """A setting under the heading "n, q2".

    >>> setting_cell(50, 0.2)
    '50, 0.2'
    """
    return f"{n}, {number(second_probability, 1)}"


def simulated_cell(value: float, standard_error: float, decimals: int = 3) -> str:
    """A simulated number with its standard error.

    >>> simulated_cell(0.6523, 0.0048)
    '0.652 (0.005)'
    """
    return f"{number(value, decimals)} ({number(standard_error, decimals)})"
