"""C4.5 and RIPPER through Weka; skipped where Weka or Java is missing."""

import importlib.util
import pickle
import signal
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra 'papers')")

from aucurate_papers.aslan_2009.training import weka
from aucurate_papers.aslan_2009.training.weka import J48, JRip, MissingWekaError


def _has_weka() -> bool:
    try:
        weka.require()
    except MissingWekaError:
        return False
    return True


needs_weka = pytest.mark.skipif(
    not _has_weka(), reason="Weka (pip install python-weka-wrapper3) or Java is missing"
)


@needs_weka
@pytest.mark.parametrize("make", [J48, JRip])
def test_nominal_values_are_not_taken_as_numbers(make: Any) -> None:
    values = np.tile(np.arange(5.0), 40)
    labels = np.isin(values, (0, 2, 4)).astype(int)  # no single threshold parts them
    inputs = np.column_stack([values, np.arange(200.0) % 7])
    model = make((5, 0)).fit(inputs, labels)
    np.testing.assert_array_equal(model.predict(inputs), labels)
    assert "x0 = " in str(model.model_)
    assert model.classes_.tolist() == [0, 1]


@needs_weka
@pytest.mark.parametrize("make", [J48, JRip])
def test_numbers_are_parted_by_a_threshold(make: Any) -> None:
    inputs = np.linspace(0, 1, 200)[:, None]
    labels = (inputs[:, 0] > 0.3).astype(int)
    model = make((0,)).fit(inputs, labels)
    assert np.mean(model.predict(inputs) == labels) > 0.98
    assert "=" in str(model.model_)


@needs_weka
def test_the_probability_is_the_share_in_the_leaf() -> None:
    values = np.repeat([0.0, 1.0], [50, 50])
    labels = np.r_[np.arange(50) < 10, np.arange(50) < 40].astype(int)
    found = J48((2,)).fit(values[:, None], labels).predict_proba(values[:, None])
    np.testing.assert_allclose(found[:, 1], np.where(values == 0, 0.2, 0.8))
    np.testing.assert_allclose(found.sum(axis=1), 1)


@needs_weka
def test_options_reach_weka() -> None:
    inputs, labels = np.linspace(0, 1, 60)[:, None], np.arange(60) % 2
    assert list(J48((0,)).fit(inputs, labels).model_.getOptions()) == ["-C", "0.25", "-M", "2"]
    model = JRip((0,)).fit(inputs, labels).model_
    assert (model.getOptimizations(), model.getFolds()) == (2, 3)
    unpruned = J48((0,), options=("-U", "-M", "2")).fit(inputs, labels).model_
    assert "-U" in list(unpruned.getOptions())


@needs_weka
def test_they_clone_and_travel_untrained() -> None:
    from sklearn.base import clone

    model = pickle.loads(pickle.dumps(clone(JRip((0, 3)))))
    assert model.get_params()["n_values"] == (0, 3)


@needs_weka
def test_versions_can_be_asked_without_java_in_this_process() -> None:
    assert set(weka.versions_apart()) == {"Weka", "Java"}


@needs_weka
def test_java_leaves_ctrl_c_to_python() -> None:
    weka.weka_classes()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_without_weka_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingWekaError, match="pip install python-weka-wrapper3"):
        weka.require()


@needs_weka
def test_without_java_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import jpype

    def missing() -> str:
        raise jpype.JVMNotFoundException("no Java")

    monkeypatch.setattr(jpype, "getDefaultJVMPath", missing)
    with pytest.raises(MissingWekaError, match="need Java, which was not found"):
        weka.require()
