from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Scores: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
_Progress: TypeAlias = Callable[[int, int], bool | None] | None
_CurvePart: TypeAlias = tuple[
    int, bool, NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]
]

class Cancelled(Exception): ...  # noqa: N818

def pair_counts(
    scores: _Scores, positive: NDArray[np.uint8], threads: int, progress: _Progress
) -> tuple[int, int]: ...
def run_length_pair_counts(
    positives: NDArray[np.uint64], negatives: NDArray[np.uint64]
) -> tuple[int, int]: ...
def placements(
    scores: _Scores,
    positive: NDArray[np.uint8],
    of_positives: NDArray[np.int64],
    of_negatives: NDArray[np.int64],
    threads: int,
    progress: _Progress,
) -> int: ...
def placements_and_curve(
    scores: _Scores,
    positive: NDArray[np.uint8],
    of_positives: NDArray[np.int64],
    of_negatives: NDArray[np.int64],
    positives: int,
    negatives: int,
    positives_below: int,
    negatives_below: int,
    along_lines: NDArray[np.int64],
    true_positive_lines: NDArray[np.int64],
    false_positive_lines: NDArray[np.int64],
    every_point: bool,
    threads: int,
    progress: _Progress,
) -> tuple[int, _CurvePart]: ...
def whole_curve(
    parts: list[_CurvePart],
) -> tuple[int, NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]: ...
def weighted_placements(
    scores: _Scores,
    positive: NDArray[np.uint8],
    weights: NDArray[np.int64],
    of_positives: NDArray[np.int64],
    of_negatives: NDArray[np.int64],
    threads: int,
    progress: _Progress,
) -> tuple[int, int]: ...
def integer_moments(
    counts: NDArray[np.int64], weights: NDArray[np.int64], threads: int
) -> tuple[list[int], list[list[int]]]: ...
def integer_power_sums(
    values: NDArray[np.int64], weights: NDArray[np.int64], total: int, largest: int, threads: int
) -> tuple[int, int, int, int]: ...
def group_sums(
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    shares: NDArray[np.float64],
    codes: NDArray[np.int64],
    sums: NDArray[np.float64],
    threads: int,
) -> None: ...
def share_moments(
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    shares: NDArray[np.float64],
    threads: int,
) -> list[NDArray[np.float64]]: ...
def count_cells(
    scores: NDArray[np.float64],
    positive: NDArray[np.uint8],
    weights: NDArray[np.int64],
    starts: NDArray[np.float64],
    slopes: NDArray[np.float64],
    firsts: NDArray[np.int64],
    widths: NDArray[np.int64],
    cells: NDArray[np.int64],
    threads: int,
) -> None: ...
def place_by_cells(
    scores: NDArray[np.float64],
    positive: NDArray[np.uint8],
    starts: NDArray[np.float64],
    slopes: NDArray[np.float64],
    firsts: NDArray[np.int64],
    widths: NDArray[np.int64],
    of_positive_cells: NDArray[np.int64],
    of_negative_cells: NDArray[np.int64],
    of_positives: NDArray[np.int64],
    of_negatives: NDArray[np.int64],
    threads: int,
) -> None: ...
def send_to_partitions(
    scores: NDArray[np.float64],
    positive: NDArray[np.uint8],
    weights: NDArray[np.int64],
    starts: NDArray[np.float64],
    ordinals: NDArray[np.uint32],
    sent_scores: NDArray[np.float64],
    sent_weights: NDArray[np.int64],
    begins: NDArray[np.int64],
    threads: int,
) -> None: ...
def threshold_counts(
    scores: _Scores,
    positive: NDArray[np.uint8],
    weights: NDArray[np.int64],
    values: _Scores,
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    threads: int,
    progress: _Progress,
) -> int: ...
def class_order(
    scores: _Scores,
    positive: NDArray[np.uint8],
    positive_order: NDArray[np.uint32],
    negative_order: NDArray[np.uint32],
    positives_less: NDArray[np.uint32],
    positives_not_greater: NDArray[np.uint32],
    threads: int,
) -> None: ...
def doubled_midranks(scores: _Scores, ranks: NDArray[np.int64], threads: int) -> None: ...
def bootstrap_aucs(
    positive_order: NDArray[np.uint32],
    negative_order: NDArray[np.uint32],
    positives_less: NDArray[np.uint32],
    positives_not_greater: NDArray[np.uint32],
    stratified: bool,
    key: int,
    first_replicate: int,
    aucs: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def bootstrap_counts(
    stratified: bool,
    key: int,
    replicate: int,
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
) -> None: ...
def permutation_differences(
    steps: NDArray[np.uint32],
    observations: int,
    units: int,
    key: int,
    first_replicate: int,
    differences: NDArray[np.int64],
    threads: int,
    progress: _Progress,
) -> None: ...
def weighted_permutation_differences(
    steps: NDArray[np.uint32],
    weights: NDArray[np.int64],
    units: int,
    key: int,
    first_replicate: int,
    differences: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def unit_bootstrap(
    steps: NDArray[np.uint32],
    units: NDArray[np.uint32],
    positive: NDArray[np.uint8],
    weights: NDArray[np.int64],
    strata: NDArray[np.int64],
    sizes: NDArray[np.int64],
    contrast: NDArray[np.int64],
    key: int,
    first_replicate: int,
    aucs: NDArray[np.float64],
    variances: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def unit_counts(
    strata: NDArray[np.int64],
    sizes: NDArray[np.int64],
    key: int,
    replicate: int,
    times: NDArray[np.int64],
) -> None: ...
def permutation_flips(key: int, replicate: int, flips: NDArray[np.uint8]) -> None: ...
def studentised_bootstrap(
    positive_order: NDArray[np.uint32],
    negatives_less: NDArray[np.uint32],
    negatives_not_greater: NDArray[np.uint32],
    negative_order: NDArray[np.uint32],
    positives_less: NDArray[np.uint32],
    positives_not_greater: NDArray[np.uint32],
    contrast: NDArray[np.int64],
    stratified: bool,
    key: int,
    first_replicate: int,
    aucs: NDArray[np.float64],
    variances: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def paired_curve_distances(
    entries: NDArray[np.uint32],
    begins: NDArray[np.uint32],
    groups: NDArray[np.uint32],
    key: int,
    first_replicate: int,
    distances: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def paired_curve_distance(
    entries: NDArray[np.uint32], begins: NDArray[np.uint32], groups: NDArray[np.uint32]
) -> float: ...
def paired_curve_draws(
    key: int, replicate: int, flips: NDArray[np.uint8], turned: NDArray[np.uint8]
) -> None: ...
def unpaired_curve_distances(
    positive: NDArray[np.uint8],
    begins: NDArray[np.uint32],
    groups: NDArray[np.uint32],
    sizes: NDArray[np.uint64],
    share: float,
    key: int,
    first_replicate: int,
    distances: NDArray[np.float64],
    threads: int,
    progress: _Progress,
) -> None: ...
def unpaired_curve_distance(
    positive: NDArray[np.uint8],
    begins: NDArray[np.uint32],
    groups: NDArray[np.uint32],
    sizes: NDArray[np.uint64],
    share: float,
    second: NDArray[np.uint8],
) -> float: ...
def unpaired_curve_draws(
    positive: NDArray[np.uint8],
    sizes: NDArray[np.uint64],
    key: int,
    replicate: int,
    second: NDArray[np.uint8],
    turned: NDArray[np.uint8],
) -> None: ...
def weighted_confusions(
    values: _Scores,
    codes: NDArray[np.int64],
    weights: NDArray[np.float64],
    confusions: NDArray[np.int64],
    threads: int,
    progress: _Progress,
) -> None: ...
def use_wide(wanted: bool) -> bool: ...
def random_words(key: int, replicate: int, words: NDArray[np.uint32]) -> None: ...
