"""How numbers were drawn, as the settings of a study have it."""

from typing import Any

import numpy as np

from aucurate.inference.resampling.options import Resampling


def drawing_settings(resampling: Resampling | None) -> dict[str, Any]:
    """Repeats, stratified or not, and rng; all None where nothing was drawn.

    A generator as rng cannot be written down.

    >>> drawing_settings(Resampling(repeats=500))
    {'repeats': 500, 'stratified': True, 'rng': 0}
    """
    if resampling is None:
        return {"repeats": None, "stratified": None, "rng": None}
    rng = resampling.rng
    if isinstance(rng, np.random.Generator):
        written: int | str | None = "a generator"
    else:
        written = None if rng is None else int(rng)
    return {
        "repeats": int(resampling.repeats),
        "stratified": bool(resampling.stratified),
        "rng": written,
    }
