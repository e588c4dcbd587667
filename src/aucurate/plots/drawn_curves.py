"""Curves to draw, by name; what is found by going through all their points is found once."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from aucurate.curve.protocol import Curve
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError
from aucurate.formatting import shortened
from aucurate.plots.thin_lines import POINTS, Floats, area_of, roc_line
from aucurate.study.curve_counts import CurveCounts

OneCurve: TypeAlias = Curve | CurveCounts
Curves: TypeAlias = (
    Scores | PairedScores | UnpairedScores | Sequence[CurveCounts] | Mapping[str, OneCurve]
)


class DrawnCurves(dict[str, OneCurve]):
    """Curves by name, with their areas and the lines to draw."""

    @cached_property
    def whole(self) -> dict[str, Curve]:
        """The curves, those of a study made from their counts."""
        return {n: c.curve() if isinstance(c, CurveCounts) else c for n, c in self.items()}

    @cached_property
    def areas(self) -> dict[str, float]:
        """The areas under the curves."""
        return {name: area_of(curve) for name, curve in self.whole.items()}

    @cached_property
    def lines(self) -> dict[str, tuple[Floats, Floats]]:
        """1 - specificity and sensitivity along the lines to draw."""
        return {name: roc_line(curve.points(POINTS)) for name, curve in self.whole.items()}


def curves_by_name(curves: Curves) -> DrawnCurves:
    """Curves by name; those of scores without the points that lie on a straight piece."""
    if isinstance(curves, DrawnCurves):
        return curves
    if isinstance(curves, Scores | PairedScores | UnpairedScores):
        each = [curves] if isinstance(curves, Scores) else list(curves)
        return DrawnCurves(
            (one.name, RocCurve.from_counts(ThresholdCounts.from_scores(one), drop_collinear=True))
            for one in each
        )
    if isinstance(curves, Sequence) and all(isinstance(one, CurveCounts) for one in curves):
        curves = {one.name: one for one in curves}
    if not isinstance(curves, Mapping) or not curves:
        raise OptionError(
            "there are no curves to draw.",
            hint='give scores, or curves by name: {"forest": curve}.',
        )
    for name, curve in curves.items():
        if not isinstance(curve, Curve | CurveCounts):
            raise OptionError(
                f"'{shortened(str(name))}' is no curve, but a {type(curve).__name__}.",
                hint="make one with roc_curve(labels, scores).",
            )
    return DrawnCurves((str(name), curve) for name, curve in curves.items())
