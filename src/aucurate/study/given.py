"""What is given to a study, labels and scores in any of their forms, as checked data."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError, ScoreError
from aucurate.io.frames import as_table, is_frame

Data: TypeAlias = Scores | PairedScores | UnpairedScores


def given_data(labels: Any, scores: Any, options: dict[str, Any]) -> Data:
    """Data that are already built, or built from labels and scores with these options."""
    if isinstance(labels, Scores | PairedScores | UnpairedScores):
        said = [name for name, value in options.items() if _was_said(name, value)]
        if scores is not None or said:
            raise OptionError(
                f"the data are already built; {said[0] if said else 'scores'} cannot be given now.",
                hint="say it where the data are read.",
            )
        return labels
    if scores is None:
        raise ScoreError("there are no scores.", hint='give them as {"name": scores}.')
    if not isinstance(scores, Mapping):
        if is_frame(scores):
            table = as_table(scores)
            scores = {name: table[name].to_native() for name in table.columns}
        elif getattr(scores, "ndim", 1) == 2 and scores.shape[1] > 1:
            raise ScoreError(
                f"a matrix of {scores.shape[1]} columns does not say whose scores they are.",
                hint='name them: {"forest": scores[:, 0], "logistic": scores[:, 1]}.',
            )
        else:
            scores = {"scores": scores}
    return PairedScores.from_arrays(labels, scores, **options)


def _was_said(name: str, value: Any) -> bool:
    if name == "lower":
        return len(value) > 0
    return value is not None and not (name == "missing" and value == "refuse")
