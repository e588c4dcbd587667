"""Subgroups: are their AUCs equal, is the lead of one classifier the same, do intervals cover?"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.errors import AucurateError
from aucurate.inference.auc import mover, subgroups
from aucurate.inference.auc.delong import AucComponents, unpaired_joint_test
from aucurate.inference.core import homogeneity
from aucurate.inference.core.caveats import has_few_errors
from aucurate.inference.core.multiplicity import adjust
from simulations.counting import LEVEL, Counts, Question, Tally
from simulations.paired import PLAIN
from simulations.scenarios import Scenario

AUCS, DIFFERENCES = "equal AUCs", "equal differences"
CHI_SQUARE, F, NO_MOVER = "equal AUCs, Wald", "equal AUCs, Wald F", "equal differences, DeLong"
HOLM, HOLM_DELONG = "Holm over subgroups", "Holm over subgroups, DeLong"
COVERS, COVERS_SMALLEST = "intervals cover", "interval of the smallest covers"
DIFFERENCE_COVERS = "interval of the smallest difference covers"
DELONG_COVERS = f"{DIFFERENCE_COVERS}, DeLong"
IGNORED = ", groups ignored"
LEVELS = (AUCS, CHI_SQUARE, F, DIFFERENCES, NO_MOVER)
COVERAGES = (COVERS, COVERS_SMALLEST, DIFFERENCE_COVERS, DELONG_COVERS)
COLUMNS = (*LEVELS, HOLM, HOLM_DELONG, *COVERAGES)
WITH_GROUPS = (AUCS, f"{AUCS}{IGNORED}", DIFFERENCES, f"{DIFFERENCES}{IGNORED}")

Sizes = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupWorld:
    """Two classifiers in several subgroups, each a scenario of its own.

    ``shared`` is the correlation of the scores of one patient, who has an observation in every
    subgroup; then the subgroups have equal sizes and normal scores of equal spread.
    """

    subgroups: tuple[Scenario, ...]
    shared: float = 0.0

    def draw(self, rng: np.random.Generator) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Labels and scores of each subgroup."""
        drawn = [each.draw(rng, classifiers=2) for each in self.subgroups]
        if not self.shared:
            return drawn
        patients = rng.normal(size=drawn[0][1].shape)
        found = []
        for (labels, values), each in zip(drawn, self.subgroups, strict=True):
            shifts = np.array([[each.shift], [each.second.shift]]) * labels
            noise = np.sqrt(1 - self.shared) * (values - shifts)
            found.append((labels, shifts + noise + np.sqrt(self.shared) * patients))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        kept = {"subgroups": [each.to_dict() for each in self.subgroups]}
        return kept | ({"shared": self.shared} if self.shared else {})

    @property
    def smallest(self) -> int:
        """The place of the subgroup with the smallest class."""
        sizes = [min(each.n_positive, each.n_negative) for each in self.subgroups]
        return int(np.argmin(sizes))


def level(world: SubgroupWorld, draws: int, rng: np.random.Generator) -> Counts:
    """How often the tests over subgroups reject, and how often intervals cover."""
    tally, smallest = Tally(), world.smallest
    truths = [(each.true_auc, each.second.true_auc) for each in world.subgroups]
    for _ in range(draws):
        data = [_scores(*drawn) for drawn in world.draw(rng)]
        every = [AucComponents.of(AucMoments.from_scores(each, threads=1)) for each in data]
        _count_tests(tally, data, every)
        delong = [whole.test(whole.paired(0, 1), PLAIN) for whole in every]
        compared = [
            mover.compared_places(whole, 0, 1, PLAIN) if _has_few_errors(whole) else own
            for whole, own in zip(every, delong, strict=True)
        ]
        different = [first != second for first, second in truths]
        for name, tests in ((HOLM, compared), (HOLM_DELONG, delong)):
            adjusted = adjust([each.p_value for each in tests], "holm")
            wrong = [p <= LEVEL and not d for p, d in zip(adjusted, different, strict=True)]
            tally.add(name, any(wrong))
        covered = [
            true[0] in whole.interval(0, "beta", 1 - LEVEL)
            for whole, true in zip(every, truths, strict=True)
        ]
        tally.add(COVERS, float(np.mean(covered)))
        tally.add(COVERS_SMALLEST, covered[smallest])
        first, second = truths[smallest]
        tally.add(DIFFERENCE_COVERS, first - second in compared[smallest].interval)
        tally.add(DELONG_COVERS, first - second in delong[smallest].interval)
    return tally.result()


def _has_few_errors(whole: AucComponents) -> bool:
    first, second = map(float, whole.values[:2])
    return has_few_errors(first, second, whole.moments.smaller_class(0, 1))


def _count_tests(
    tally: Tally, data: Sequence[PairedScores], every: Sequence[AucComponents]
) -> None:
    own = [homogeneity.of_estimate(whole, 0, "beta") for whole in every]
    tally.add(AUCS, homogeneity.least_chi_square(own)[1] <= LEVEL)
    parts = [
        subgroups.Part(subgroups.Member(str(at), each), whole, (0, 1))
        for at, (each, whole) in enumerate(zip(data, every, strict=True))
    ]
    differences = [part.own_difference for part in parts]
    tally.add(DIFFERENCES, homogeneity.least_chi_square(differences)[1] <= LEVEL)
    plain = [homogeneity.of_difference(whole, 0, 1) for whole in every]
    tally.add(NO_MOVER, homogeneity.least_chi_square(plain)[1] <= LEVEL)
    alone = [whole.moments.select(whole.names[:1]) for whole in every]
    for name, distribution in ((CHI_SQUARE, "chi-square"), (F, "F")):
        try:
            found = unpaired_joint_test(alone, distribution=distribution)  # type: ignore[arg-type]
            tally.add(name, found.p_value <= LEVEL)
        except AucurateError:
            tally.add(name, 0)
            tally.add(f"{name} refused", 1)


def straddling(world: SubgroupWorld, draws: int, rng: np.random.Generator) -> Counts:
    """The level where every patient is in all subgroups, with and without saying so."""
    tally = Tally()
    for _ in range(draws):
        drawn = world.draw(rng)
        labels = np.concatenate([each for each, _ in drawn])
        values = np.concatenate([each for _, each in drawn], axis=1)
        patients = np.tile(np.arange(len(drawn[0][0])), len(drawn))
        by = {"site": np.repeat(np.arange(len(drawn)), len(drawn[0][0]))}
        for ending, groups in (("", patients), (IGNORED, None)):
            scores = dict(zip("ab", values, strict=True))
            first, second = PairedScores.from_arrays(labels, scores, groups=groups, by=by)
            found = subgroups.equal_auc_test(first, by="site")
            tally.add(f"{AUCS}{ending}", found.p_value <= LEVEL)
            found = subgroups.equal_difference_test(first, second, by="site")
            tally.add(f"{DIFFERENCES}{ending}", found.p_value <= LEVEL)
    return tally.result()


def _scores(labels: NDArray[Any], values: NDArray[Any]) -> PairedScores:
    return PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))


MIXED = "another shape in each"
_SHAPES = ("normal", "normal, positives 3", "exponential", "normal, positives 1/3", "normal")
SIZES: dict[str, Sizes] = {
    "2 of 20/20": ((20, 20),) * 2,
    "2 of 50/50": ((50, 50),) * 2,
    "20/20 and 500/500": ((20, 20), (500, 500)),
    "10/40 and 100/100": ((10, 40), (100, 100)),
    "20/200, 50/50 and 200/20": ((20, 200), (50, 50), (200, 20)),
    "5 of 20/20": ((20, 20),) * 5,
    "5 of 50/50": ((50, 50),) * 5,
    "10/20, 20/20, 50/100, 100/50 and 300/300": (
        (10, 20), (20, 20), (50, 100), (100, 50), (300, 300),
    ),
}  # fmt: skip
HELD_OUT_SIZES: dict[str, Sizes] = {
    "15/60 and 60/15": ((15, 60), (60, 15)),
    "30/30 and 400/400": ((30, 30), (400, 400)),
    "8/80, 8/80 and 80/800": ((8, 80), (8, 80), (80, 800)),
    "4 of 25/40": ((25, 40),) * 4,
}


def _world(sizes: Sizes, scores: str = "normal", **said: Any) -> SubgroupWorld:
    return SubgroupWorld(
        subgroups=tuple(
            Scenario(
                n_positive=m,
                n_negative=n,
                scores=_SHAPES[at % len(_SHAPES)] if scores == MIXED else scores,
                **{"correlation": 0.5, **said},
            )
            for at, (m, n) in enumerate(sizes)
        )
    )


GRID = tuple(
    _world(sizes, scores, auc=auc)
    for sizes in SIZES.values()
    for scores in ("normal", "ordinal", MIXED)
    for auc in (0.6, 0.8, 0.95)
)
# The second classifier differs: in its AUC, in the shape of its curve, or it misses no positives.
PAIRS: tuple[dict[str, Any], ...] = (
    {"auc": 0.95, "second_auc": 0.8},
    {"auc": 0.9, "scores": "normal, positives 1/3", "second_scores": "normal, positives 3"},
    {"auc": 0.99, "second_auc": 0.97, "scores": "missed positives 5%", "second_scores": "normal"},
)
_OF_PAIRS = (
    "2 of 50/50",
    "20/20 and 500/500",
    "20/200, 50/50 and 200/20",
    "10/20, 20/20, 50/100, 100/50 and 300/300",
)
OTHER_PAIRS = tuple(
    _world(SIZES[sizes], correlation=correlation, **pair)
    for sizes, pair, correlation in product(_OF_PAIRS, PAIRS, (0.5, 0.9))
)
HELD_OUT_KINDS: tuple[dict[str, Any], ...] = (
    {"auc": 0.75, "scores": "t, 2 degrees"},
    {"auc": 0.9, "scores": "logistic"},
    {"auc": 0.95, "scores": "missed positives 3%"},
    {"auc": 0.85, "scores": "zero inflation 10%/80%"},
    {"auc": 0.97, "scores": "reversed exponential", "second_auc": 0.9},
)
HELD_OUT = tuple(
    _world(sizes, correlation=0.7, **kind)
    for sizes, kind in product(HELD_OUT_SIZES.values(), HELD_OUT_KINDS)
)
STRADDLING = tuple(
    SubgroupWorld(subgroups=_world(((size, size),) * count, auc=auc).subgroups, shared=shared)
    for size, count in ((50, 2), (200, 2), (100, 4))
    for auc in (0.75, 0.9)
    for shared in (0.3, 0.7)
)
# One subgroup in which the first classifier is better, or worse, than in the others.
POWERED: tuple[tuple[str, float, float], ...] = (
    ("2 of 50/50", 0.7, 0.85),
    ("20/20 and 500/500", 0.7, 0.9),
    ("20/20 and 500/500", 0.9, 0.75),
    ("20/200, 50/50 and 200/20", 0.75, 0.9),
    ("5 of 50/50", 0.75, 0.9),
)


def _powered(sizes: Sizes, own: float, others: float) -> SubgroupWorld:
    first, *rest = _world(sizes, auc=others, second_auc=0.75).subgroups
    changed = {**asdict(first), "auc": own}
    return SubgroupWorld(subgroups=(Scenario(**changed), *rest))


POWER = tuple(_powered(SIZES[sizes], own, others) for sizes, own, others in POWERED)

QUESTIONS = (
    Question(name="subgroups", ask=level, columns=COLUMNS, scenarios=GRID, draws=1000),
    Question(
        name="subgroups, classifiers that differ",
        ask=level,
        columns=COLUMNS,
        scenarios=OTHER_PAIRS,
        draws=1000,
    ),
    Question(name="held-out subgroups", ask=level, columns=COLUMNS, scenarios=HELD_OUT, draws=1000),
    Question(
        name="subgroups that share patients",
        ask=straddling,
        columns=WITH_GROUPS,
        scenarios=STRADDLING,
        draws=1000,
    ),
    Question(name="subgroups power", ask=level, columns=COLUMNS, scenarios=POWER, draws=1000),
)
