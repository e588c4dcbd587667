"""Figures with a panel for each classifier: what can be drawn so, and how many fit."""

from typing import TypeAlias

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError

Data: TypeAlias = Scores | PairedScores | UnpairedScores
MOST = 24


def panelled(data: object, *, hint: str) -> list[Scores]:
    """The classifiers, one for each panel; ``hint`` says what to give where there are no scores."""
    if not isinstance(data, Scores | PairedScores | UnpairedScores):
        raise OptionError(f"scores are needed; this is a {type(data).__name__}.", hint=hint)
    each = [data] if isinstance(data, Scores) else list(data)
    if len(each) > MOST:
        raise OptionError(
            f"{len(each)} panels do not fit one figure; {MOST} do.",
            hint="draw a selection of the classifiers.",
        )
    return each
