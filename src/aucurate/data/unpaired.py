"""Classifiers that were scored on different observations."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from aucurate.checks import check_fields, checked
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.errors import InputError, LabelError, ScoreError
from aucurate.formatting import count, listing, shortened

_OBVIOUS_LABELS = {("1", "0"), ("1", "-1"), ("True", "False")}


@dataclass(frozen=True, slots=True, eq=False)
class UnpairedScores:
    """Independent test sets, one classifier each."""

    members: tuple[Scores, ...]

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.members) < 2:
            raise ScoreError(
                "an unpaired comparison needs two test sets or more.",
                hint="give a second table, or a column that names the test set of each row.",
            )
        doubled = sorted(name for name, times in Counter(self.names).items() if times > 1)
        if doubled:
            raise ScoreError(
                f"two test sets have the same name, '{shortened(doubled[0])}'.",
                hint="give each of them a name of its own.",
            )
        _refuse_different_classes(self.members)

    @classmethod
    @checked
    def from_arrays(
        cls,
        test_sets: Mapping[str, tuple[Any, Any] | Sequence[Any]],
        *,
        positive: object = None,
        lower: bool = False,
        missing: Missing = "refuse",
    ) -> Self:
        """From ``{name: (labels, scores)}``.

        >>> UnpairedScores.from_arrays(
        ...     {"old": ([0, 1, 1], [0.2, 0.1, 0.7]), "new": ([0, 0, 1], [0.1, 0.5, 0.9])}
        ... ).names
        ('old', 'new')
        """
        members = []
        for name, test_set in test_sets.items():
            if len(test_set) != 2:
                raise InputError(
                    f"the test set '{shortened(name)}' has {count(len(test_set), 'item')}; it must "
                    "be a pair of labels and scores.",
                    hint="{name: (labels, scores), ...}.",
                )
            labels, scores = test_set
            members.append(
                Scores.from_arrays(
                    labels,
                    scores,
                    positive=positive,
                    name=str(name),
                    lower=lower,
                    missing=missing,
                )
            )
        return cls(tuple(members))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the test sets."""
        return tuple(member.name for member in self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Scores]:
        return iter(self.members)


def _refuse_different_classes(members: tuple[Scores, ...]) -> None:
    """0/1, -1/1 and booleans may mix: which class is positive is the same in all of them."""
    pairs = {(s.observations.positive, s.observations.negative) for s in members}
    if len(pairs) == 1 or pairs <= _OBVIOUS_LABELS:
        return
    seen = [f"{p!r} and {n!r}" for p, n in sorted(pairs)]
    raise LabelError(
        f"the test sets have different labels: {listing(seen, 'against')}.",
        hint="an unpaired comparison needs the same two classes in all of them.",
    )
