"""Nemenyi's test, the test against a control, and the groups of the diagram."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.inference.core.distributions import normal_range_quantile, normal_range_tail, p_value
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.many_datasets.post_hoc import (
    CriticalDifference,
    NemenyiTest,
    critical_difference,
    nemenyi_test,
    rank_control_test,
)

GOLD = Path(__file__).parents[2] / "gold"
SCIPY: dict[str, Any] = json.loads((GOLD / "scipy" / "many_data_sets.json").read_text())["tables"]
R: dict[str, Any] = json.loads((GOLD / "r" / "many_data_sets.json").read_text())["tables"]
NAMES = ("a", "b", "c", "d")


def _table(values: Any) -> ResultsTable:
    matrix = np.asarray(values)
    names = [chr(ord("a") + at) for at in range(matrix.shape[1])]
    return ResultsTable.from_arrays({name: matrix[:, at] for at, name in enumerate(names)})


@pytest.mark.parametrize("name", SCIPY)
def test_pairs_and_critical_differences_are_those_of_other_programs(name: str) -> None:
    gold, table = SCIPY[name], _table(SCIPY[name]["X"])
    found = nemenyi_test(table)
    assert found.average_ranks == pytest.approx(gold["avg_ranks_1_is_best"], rel=1e-14)
    for one in found.comparisons:
        at = NAMES.index(one.first), NAMES.index(one.second)
        scipys, rs = gold["nemenyi_p"][at[0]][at[1]], R[name]["nemenyi_ptukey"][at[0]][at[1]]
        assert one.adjusted_p_value == pytest.approx(scipys, rel=1e-9)
        assert one.adjusted_p_value == pytest.approx(rs, rel=1e-9)
    for level, critical in gold["nemenyi_critical"].items():
        ours = nemenyi_test(table, level=float(level)).critical_difference
        assert ours == pytest.approx(critical["CD"], rel=1e-9)


def test_demsars_table_of_critical_values() -> None:
    """His Table 5(a), level 0.05, 2 to 10 classifiers."""
    printed = (1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164)
    ours = [normal_range_quantile(0.05, k) / 2**0.5 for k in range(2, 11)]
    assert ours == pytest.approx(printed, abs=0.0008)


def test_the_exact_chance_of_any_false_rejection_is_as_documented() -> None:
    orders = list(itertools.permutations(range(1, 5)))
    for datasets, wanted in ((5, 0.0365), (8, 0.0366)):
        chances: dict[tuple[int, ...], float] = {(0,) * 4: 1.0}
        for _ in range(datasets):
            grown: dict[tuple[int, ...], float] = {}
            for sums, chance in chances.items():
                for order in orders:
                    key = tuple(sorted(a + b for a, b in zip(sums, order, strict=True)))
                    grown[key] = grown.get(key, 0.0) + chance / 24
            chances = grown
        width = nemenyi_test(_table(np.eye(4)[[0] * datasets])).critical_difference
        found = sum(c for s, c in chances.items() if (s[-1] - s[0]) / datasets >= width)
        assert found == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("width", [0.3, 2.0, 6.0, 12.0])
def test_the_range_of_two_values_is_a_normal_difference(width: float) -> None:
    wanted = p_value(width / 2**0.5, "two-sided")
    assert normal_range_tail(width, 2) == pytest.approx(wanted, rel=1e-11)


def test_the_range_by_simulation() -> None:
    drawn = np.random.default_rng(0).normal(size=(200_000, 5))
    share = float(np.mean(np.ptp(drawn, axis=1) > 3.0))
    assert normal_range_tail(3.0, 5) == pytest.approx(share, abs=0.004)
    assert normal_range_tail(0.0, 5) == 1.0


def test_groups_are_those_of_the_definition() -> None:
    """Every longest set of neighbours that are all less than the critical difference apart."""
    rng = np.random.default_rng(7)
    for _ in range(30):
        ranks = tuple(np.sort(rng.random(6) * 5).tolist())
        diagram = critical_difference(_given(ranks, 1.5))
        runs = [(i, j) for i in range(6) for j in range(i, 6) if ranks[j] - ranks[i] < 1.5]
        longest = [
            r for r in runs if not any(o != r and o[0] <= r[0] and o[1] >= r[1] for o in runs)
        ]
        assert diagram.groups == tuple(diagram.names[i : j + 1] for i, j in longest)
        for i in range(6):
            for j in range(i + 1, 6):
                share = bool(set(diagram.letters[i]) & set(diagram.letters[j]))
                assert share == (ranks[j] - ranks[i] < 1.5)


def _given(ranks: tuple[float, ...], width: float) -> NemenyiTest:
    return NemenyiTest(
        names=tuple(f"x{at}" for at in range(len(ranks))),
        average_ranks=ranks,
        n_datasets=10,
        level=0.05,
        critical_difference=width,
        comparisons=(),
    )


def test_ranks_exactly_the_critical_difference_apart_differ() -> None:
    diagram = critical_difference(_given((1.0, 2.5), 1.5))
    assert diagram.letters == ("a", "b")
    assert str(diagram) == "all algorithms differ at level 0.05"


def test_more_groups_than_letters() -> None:
    diagram = critical_difference(_given(tuple(float(at) for at in range(30)), 0.5))
    assert diagram.letters[24:28] == ("y", "z", "a2", "b2")


def test_the_diagram_survives_json() -> None:
    diagram = critical_difference(nemenyi_test(_table(SCIPY["n12_k4_noties"]["X"])))
    assert CriticalDifference.from_dict(diagram.to_dict()) == diagram
    assert diagram.names == ("d", "a", "c", "b")
    assert diagram.groups == (("d", "a", "c"), ("a", "c", "b"))


def test_two_equal_algorithms_do_not_differ() -> None:
    (one,) = nemenyi_test(_table([[0.5, 0.5]] * 3)).comparisons
    assert (one.difference, one.p_value, one.adjusted_p_value) == (0.0, 1.0, 1.0)


def test_demsars_example_against_a_control() -> None:
    """C4.5+m against C4.5: average ranks 2.000 and 3.143, standard error 0.488."""
    table = _table(SCIPY["demsar2006_table6_as_printed"]["X"])
    found = rank_control_test(table, "a")
    assert [one.first for one in found] == ["b", "c", "d"]
    assert found[0].statistic == pytest.approx(-2.343, abs=0.001)
    plain = [one.p_value for one in found]
    assert plain == pytest.approx([p_value(one.statistic, "two-sided") for one in found], rel=1e-12)
    for correction in ("holm", "hochberg", "bonferroni", "none"):
        ours = [o.adjusted_p_value for o in rank_control_test(table, "a", correction=correction)]
        assert ours == list(adjust(plain, correction))


def test_unknown_names_and_levels_are_refused() -> None:
    table = _table([[0.1, 0.2]] * 3)
    with pytest.raises(OptionError, match="no algorithm named 'z'"):
        rank_control_test(table, "z")
    with pytest.raises(OptionError, match="level must lie between"):
        nemenyi_test(table, level=5)
    with pytest.raises(OptionError, match="needs two or more"):
        nemenyi_test(_table([[0.1, 0.2]]))


def test_the_chance_of_any_false_rejection_is_as_documented(rank_sums: Any) -> None:
    chances = []
    for k, sizes in ((3, (5, 10, 20, 50)), (4, (5, 10, 20)), (5, (5, 8, 10))):
        for n in sizes:
            sums, chance = rank_sums(k, n)
            apart = (sums[:, -1] - sums[:, 0]) / n
            reach = _reach(k, n)
            chances.append(float(chance[apart >= reach - 1e-12].sum()))
    assert min(chances) > 0.0355
    assert max(chances) < 0.0555


def _reach(algorithms: int, datasets: int) -> float:
    """The critical difference at level 0.05, from a table of as many rows."""
    values = np.random.default_rng(0).random((datasets, algorithms))
    return nemenyi_test(_table(values.tolist()), level=0.05).critical_difference
