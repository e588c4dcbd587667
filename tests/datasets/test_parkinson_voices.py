"""The study in groups that ships with the package: recordings of voices, several of each person.

The sums agree with means and standard deviations at full precision that others published of the
file at UCI, doi:10.24432/C59C74.
"""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from aucurate import datasets
from aucurate.caveats import Kind
from aucurate.data import PairedScores
from aucurate.data.source import IN_MEMORY
from aucurate.datasets import PARKINSON_VOICES, load_parkinson_voices, path_of
from aucurate.inference.auc import delong_test
from aucurate.io.files import read_table
from aucurate.study import compare

MEASURES = ("jitter", "HNR", "RPDE", "DFA", "PPE")
SUMS = {"jitter": 1.21299, "HNR": 4267.765, "RPDE": 97.21443, "DFA": 140.029314, "PPE": 40.27757}
SQUARES = {
    "jitter": 0.0121052113,
    "HNR": 97204.148897,
    "RPDE": 50.56080091395,
    "DFA": 101.148955316286,
    "PPE": 9.89496768325,
}
HEALTHY = ["S07", "S10", "S13", "S17", "S42", "S43", "S49", "S50"]


def test_the_counts_of_the_file() -> None:
    data = load_parkinson_voices()
    rows = data.observations
    assert data.names == MEASURES
    assert (rows.positive, rows.negative) == ("parkinson", "healthy")
    assert (rows.n_positive, rows.n_negative, rows.source.n_dropped) == (147, 48, 0)
    assert (rows.n_groups, rows.is_grouped) == (32, True)
    assert rows.source.name == PARKINSON_VOICES != IN_MEMORY


def test_the_groups_are_persons_with_six_or_seven_recordings() -> None:
    table = read_table(path_of("parkinson_voices"))
    persons = Counter(table["person"].to_list())
    assert Counter(persons.values()) == {6: 29, 7: 3}
    assert [person for person, n in persons.items() if n == 7] == ["S21", "S27", "S35"]
    assert table["recording"].to_list() == [
        f"{person}_{number}" for person, n in persons.items() for number in range(1, n + 1)
    ]
    diagnoses = set(zip(table["person"].to_list(), table["diagnosis"].to_list(), strict=True))
    assert len(diagnoses) == 32
    assert sorted(person for person, diagnosis in diagnoses if diagnosis == "healthy") == HEALTHY


def test_the_values_are_those_of_the_source() -> None:
    table = read_table(path_of("parkinson_voices"))
    for name in MEASURES:
        values = table[name].to_numpy()
        assert values.sum() == pytest.approx(SUMS[name], rel=1e-10)
        assert (values**2).sum() == pytest.approx(SQUARES[name], rel=1e-10)
    first = table.row(0, named=True)
    assert [first[name] for name in MEASURES] == [0.00784, 21.033, 0.414783, 0.815285, 0.284654]
    last = table.row(-1, named=True)
    assert [last[name] for name in MEASURES] == [0.00567, 21.209, 0.462803, 0.664357, 0.148569]


def test_a_higher_score_means_more_positive() -> None:
    data = load_parkinson_voices()
    means = {
        scores.name: (
            scores.values[~scores.is_positive].mean(),
            scores.values[scores.is_positive].mean(),
        )
        for scores in data
    }
    assert all(healthy < parkinson for healthy, parkinson in means.values())
    table = read_table(path_of("parkinson_voices"))
    assert np.array_equal(data["HNR"].values, -table["HNR"].to_numpy())


def test_the_study_shows_what_groups_change() -> None:
    data = load_parkinson_voices()
    assert delong_test(data["jitter"], data["PPE"]).p_value > 0.05
    rows = PairedScores.read(
        path_of("parkinson_voices"),
        label="diagnosis",
        positive="parkinson",
        lower=["HNR"],
    )
    assert rows.names == MEASURES
    assert delong_test(rows["jitter"], rows["PPE"]).p_value < 0.01
    kinds = {caveat.kind for caveat in compare(rows).caveats}
    assert Kind.REPEATED_IDENTIFIERS in kinds
    kinds = {caveat.kind for caveat in compare(data).caveats}
    assert Kind.FEW_GROUPS in kinds
    assert Kind.REPEATED_IDENTIFIERS not in kinds


def test_source_and_licence_are_named() -> None:
    text = " ".join((datasets.__doc__ or "").split())
    for fact in ("M. A. Little", "2007", "doi:10.24432/C59C74", "1015-1022"):
        assert fact in text
    assert text.count("licence CC BY 4.0") == 3
    assert "CC BY 4.0" in (load_parkinson_voices.__doc__ or "")


def test_loading_needs_no_scikit_learn() -> None:
    code = (
        "import sys; sys.modules['sklearn'] = None; sys.modules['pandas'] = None\n"
        "from aucurate.datasets import load_parkinson_voices\n"
        "load_parkinson_voices()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
