"""Two classifiers of several classes: whether they are paired, and made into one data set."""

import numpy as np

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import OptionError
from aucurate.formatting import listing, shortened
from aucurate.inference.core.comparing import pairing


def is_paired(first: ClassScores, second: ClassScores, said: bool | None, method: str) -> bool:
    """Whether two classifiers saw the same observations: by what was said, or by construction.

    Scores of one ``PairedClassScores`` are paired, scores with different labels are not; two built
    apart from equal labels could be either, and then it must be said.
    """
    _refuse_other_classes(first, second)
    same = first.observations is second.observations
    ordered = first.classes == second.classes
    if said and not ordered:
        raise OptionError(
            "paired=True, but the two classifiers have their classes in another order.",
            hint="build both with PairedClassScores.from_arrays.",
        )
    alike = same or (ordered and np.array_equal(first.codes, second.codes))
    return pairing(said, same=same, alike=alike, built_as="PairedClassScores")


def as_paired(first: ClassScores, second: ClassScores) -> PairedClassScores:
    """Two classifiers on the same observations as one data set, their names made distinct."""
    name = second.name if second.name != first.name else f"{second.name} (second)"
    values = np.stack([first.values, second.values])
    return PairedClassScores((first.name, name), first.observations, values)


def _refuse_other_classes(first: ClassScores, second: ClassScores) -> None:
    if set(first.classes) == set(second.classes):
        return
    lone = sorted(set(first.classes) ^ set(second.classes))
    raise OptionError(
        f"the two classifiers do not have the same classes: "
        f"{listing([shortened(label) for label in lone[:5]])} "
        f"{'is' if len(lone) == 1 else 'are'} there for one of them only.",
        hint="leave those classes out, or score them with both.",
    )
