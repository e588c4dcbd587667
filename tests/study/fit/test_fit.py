"""The fit study: every model beside the empirical AUC, told where it does not fit."""

from typing import Any

import numpy as np
import pytest

import aucurate
from aucurate.errors import OptionError
from aucurate.inference.models.registry import MODELS, PER_CLASS
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled
from aucurate.study import FitStudy, Study
from aucurate.study.fit import fit

FEW = Resampling(replicates=100, rng=1)


def _data(kind: str, size: int = 400, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = np.arange(size) % 2
    if kind == "exponential":
        return labels, rng.exponential(1 + 2 * labels)
    return labels, rng.normal(labels, 1)


def test_all_models_stand_beside_the_empirical_auc() -> None:
    labels, scores = _data("exponential", size=80)
    study = fit(labels, {"a": scores, "b": scores**2}, resampling=FEW)
    frame = study.to_frame("areas")
    assert frame["model"].to_list()[:8] == [
        "empirical",
        "binormal",
        "box-cox",
        "box-cox, separate powers",
        "ml-binormal",
        "proper-binormal",
        "biexponential",
        "kernel",
    ]
    assert frame["classifier"].to_list() == ["a"] * 8 + ["b"] * 8
    assert len(study.fits) == 2 * len(MODELS)
    assert study.empirical[0].value == aucurate.auc(labels, scores)


def test_a_model_that_fits_is_said_to_fit_and_one_that_does_not_is_rejected() -> None:
    study = fit(*_data("exponential"), model=["binormal", "biexponential"])
    assert study.fit("scores", "biexponential").rejected_by(0.05) == ()
    assert "Shapiro-Wilk of the positives" in study.fit("scores", "binormal").rejected_by(0.05)
    rejected = [c.message for c in study.caveats if c.kind == "model_rejected"]
    assert len(rejected) == 1
    assert rejected[0].startswith("scores, binormal: the model is rejected at the 0.05 level")
    good, bad = study.sentences()[1:3]
    assert good.startswith("The data do not reject biexponential (")
    assert bad.startswith("They reject binormal (")


def test_normal_scores_are_normal() -> None:
    study = fit(*_data("normal", seed=4), model=["binormal", "ml-binormal"])
    assert [found.rejected_by(0.01) for found in study.fits] == [(), ()]
    assert [t.method for t in study.fits[0].class_tests] == ["Shapiro-Wilk", "Anderson-Darling"] * 2


def test_a_model_that_cannot_be_fitted_says_why_and_the_others_go_on() -> None:
    study = fit(*_data("normal"), model=["biexponential", "binormal"])
    refused = study.fit("scores", "biexponential")
    assert refused.estimate is None
    assert "needs positive scores" in refused.refusal
    assert [c.kind for c in study.caveats][:1] == ["model_not_fitted"]
    assert "cannot be fitted" in str(study)
    assert study.fit("scores", "binormal").estimate is not None


def test_separated_classes_have_as_many_decimals_as_their_empirical_interval_needs() -> None:
    labels = np.repeat([0, 1], (40, 25))
    scores = 10 * labels + np.random.default_rng(0).normal(size=65) / 10
    study = fit(labels, {"perfect": scores})
    shown = str(study)
    assert "1.000 to 1.000" in shown
    assert "1.0000000" not in shown
    assert study.sentences()[1].startswith("The data reject binormal (1.000)")


def test_the_power_of_each_class_is_told_apart() -> None:
    study = fit(*_data("exponential"), model="box-cox")
    found = study.fits[0].parameters
    assert found["power, 95% low"] < found["power"] < found["power, 95% high"]
    assert f"would give {found[PER_CLASS]:.3f}" in study.sentences()[-1]


def test_the_study_survives_json() -> None:
    study = fit(*_data("exponential", size=80), resampling=FEW)
    again = Study.from_json(study.to_json())
    assert isinstance(again, FitStudy)
    assert again.to_json() == study.to_json()
    assert str(again) == str(study)


def test_unknown_models_are_refused() -> None:
    with pytest.raises(OptionError, match="no model named 'probit'") as caught:
        fit(*_data("normal"), model="probit")
    assert "ml-binormal" in caught.value.hint
    study = fit(*_data("normal"), model="binormal")
    with pytest.raises(OptionError, match="'kernel' was not fitted"):
        study.fit("scores", "kernel")


def test_a_study_of_a_ready_table_of_scores() -> None:
    data = aucurate.datasets.load_breast_cancer()
    study = aucurate.fit(data["forest"], model="ml-binormal")
    assert study.provenance.n_observations == len(data["forest"].values)
    assert study.fits[0].name == "forest"


def test_all_models_are_one_account_and_a_stop_reports_those_that_are_done() -> None:
    labels, scores = _data("exponential", size=80)
    told: list[tuple[int, int, str]] = []
    options: dict[str, Any] = {"model": ["binormal", "kernel"], "resampling": FEW}
    whole = fit(labels, {"a": scores, "b": -scores}, progress=lambda *n: told.append(n), **options)
    assert {total for _, total, _ in told} == {400}
    assert [done for done, *_ in told] == sorted(done for done, *_ in told)
    assert (told[0][0], told[-1][0]) == (0, 400)
    study = fit(labels, {"a": scores, "b": -scores}, progress=lambda n, _, what: n < 250, **options)
    assert study.fits == whole.fits[:2]
    assert study.caveats[0].message == ("Interrupted after 2 of 4 models; the others are left out.")
    assert len(study.empirical) == 2
    assert Study.from_json(study.to_json()).to_json() == study.to_json()
    assert "b has the empirical AUC" in str(study)


def test_a_stopped_bootstrap_uses_its_repeats_if_there_are_enough() -> None:
    labels, scores = _data("exponential", size=80)
    many = Resampling(replicates=400, rng=1)
    options: dict[str, Any] = {"model": ["binormal", "kernel"], "resampling": many}
    study = fit(labels, scores, progress=lambda done, _, what: done < 150, **options)
    assert [found.model for found in study.fits] == ["binormal", "kernel"]
    assert "Stopped after 200 of 400 replicates" in str(study)
    study = fit(labels, scores, progress=lambda done, _, what: done < 110, **options)
    assert [found.model for found in study.fits] == ["binormal"]
    with pytest.raises(Cancelled):
        fit(labels, scores, progress=lambda done, _, what: done < 40, **options)
