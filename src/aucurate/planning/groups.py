r"""Groups in a study that is planned: the design effect, and how many groups hold the observations.

**Question.** How much larger must a study be because its observations belong together?

**Use it** for the lesions of a patient, the patients of a hospital and their like, with
``group_size``, ``group_size_variation`` and ``group_correlation``, or ``design_effect``, of a plan
(:mod:`aucurate.planning.sample_size`). With a group size the plan says how many groups it needs.

Observations of one group (the lesions of a patient) tell less than as many independent ones. The
variance of an AUC, or of the difference of two, is multiplied by the **design effect**

.. math::  D = 1 + (\bar m (1 + c^2) - 1)\,\rho

with groups of :math:`\bar m` observations on average, whose sizes have the coefficient of variation
c, and the intra-group correlation :math:`\rho` of what is averaged, the placements of the
observations (for two classifiers, the differences of their placements). The study needs D times the
observations, in as many groups as hold them: more groups help, more observations of each hardly do,
because D grows with them.

The formula is that of means of groups of equal correlation. For an AUC it holds as it stands where
a group has observations of one class only, :math:`\bar m` of them.

**Not valid** where a group has both classes: positives and negatives that are high together take a
part of the variance away, and D can be less than 1. Then take the design effect itself
(``design_effect=``) from an earlier study with groups of that kind (every result on grouped
observations has it), or use such a study as the pilot: its covariance, with the groups in it, is
put over the planned sizes.

Kish, L. (1965). Survey Sampling. Wiley.
Eldridge, S. M., Ashby, D., Kerry, S. (2006). Sample size for cluster randomized trials: effect of
coefficient of variation of cluster size and analysis method. International Journal of Epidemiology
35, 1292-1300.
Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC curve data. Biometrics 53,
567-578.
"""

import math
from dataclasses import dataclass

from aucurate.checks import number_in
from aucurate.errors import OptionError
from aucurate.hints import Argument, Hint
from aucurate.planning.pilots import Pilot


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """How many observations a planned group has on average, and the design effect."""

    design_effect: float = 1.0
    group_size: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupOptions:
    """The groups of a planned study as they were requested."""

    group_size: float | None = None
    group_correlation: float | None = None
    group_size_variation: float | None = None
    design_effect: float | None = None

    def given(self) -> list[str]:
        """The names of the options that were used."""
        return [name for name in self.__slots__ if getattr(self, name) is not None]


def design_effect(group_size: float, correlation: float, variation: float = 0.0) -> float:
    """The variance of a mean over groups relative to that of independent observations.

    >>> round(design_effect(5, 0.1), 12), round(design_effect(5, 0.1, variation=0.8), 12)
    (1.4, 1.72)
    """
    return 1 + (group_size * (1 + variation**2) - 1) * correlation


def planned_groups(options: GroupOptions, pilot: Pilot | None) -> Groups:
    """The groups of a plan, from its options or from its pilot."""
    given = options.given()
    if pilot is not None:
        if given:
            raise OptionError(
                "the design effect follows from the pilot.",
                hint=Hint(
                    "leave out {}; the groups of the pilot are in its data.", Argument(given[0])
                ),
            )
        return Groups(design_effect=pilot.design_effect, group_size=pilot.group_size)
    size = options.group_size
    if size is not None:
        hint = "it is the mean number of observations of a group."
        size = number_in(size, 1, math.inf, "group_size", ends="low", hint=hint)
    if options.design_effect is not None:
        if {"group_correlation", "group_size_variation"} & set(given):
            raise OptionError(
                "design_effect is set, and so is what it follows from.",
                hint=Hint("leave out {design_effect}, or {group_correlation} and the variation."),
            )
        hint = "it is 1 for independent observations."
        effect = number_in(options.design_effect, 0, math.inf, "design_effect", hint=hint)
        return Groups(design_effect=effect, group_size=size)
    if not given:
        return Groups()
    if size is None or options.group_correlation is None:
        raise OptionError(
            "a plan with groups needs their size and the correlation within them.",
            hint=Hint("set {group_size} and {group_correlation}, or {design_effect}."),
        )
    return Groups(design_effect=_checked_effect(size, options), group_size=size)


def _checked_effect(size: float, options: GroupOptions) -> float:
    correlation, variation = options.group_correlation or 0.0, options.group_size_variation or 0.0
    if not -1 <= correlation <= 1:
        raise OptionError(f"group_correlation must lie between -1 and 1; it is {correlation!r}.")
    if not 0 <= variation < math.inf:
        raise OptionError(
            f"group_size_variation must be 0 or more; it is {variation!r}.",
            hint="it is the standard deviation of the group sizes divided by their mean.",
        )
    effect = design_effect(size, correlation, variation)
    if not effect > 0:
        raise OptionError(
            f"observations of groups of {size:g} cannot have a correlation as low as "
            f"{correlation!r}.",
            hint=Hint("set the design effect itself, with {design_effect}."),
        )
    return effect
