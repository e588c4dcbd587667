"""Words of other packages are answered by name, with the value that was given."""

import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tools import write_vocabulary

import aucurate as au
from aucurate.errors import ArgumentError, AucurateError
from aucurate.foreign_words import WORDS, answer, parameters_for
from aucurate.namespaces import public_names

Y, S = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
DATA = au.datasets.load_breast_cancer()
TEST: Callable[..., Any] = au.inference.auc.delong_test
NONINFERIOR: Callable[..., Any] = au.inference.auc.noninferiority_test
AUC: Callable[..., Any] = au.auc
COMPARE: Callable[..., Any] = au.compare
PARTIAL: Callable[..., Any] = au.inference.curve.partial_auc_interval
BOOTSTRAP: Callable[..., Any] = au.inference.resampling.bootstrap_interval
CROSS: Callable[..., Any] = au.cross_validate
MCNEMAR: Callable[..., Any] = au.inference.operating.mcnemar_test
RESAMPLING: Callable[..., Any] = au.Resampling
PARTIAL_AUC: Callable[..., Any] = au.estimates.PartialAuc
PAIR = DATA["forest"], DATA["logistic"]


@for_each(
    ("call", "words"),
    [
        (
            lambda: COMPARE(Y, S, pos_label="benign"),
            "no pos_label; here it is positive='benign'",
        ),
        (lambda: AUC(y_true=Y, y_score=S), "has no y_true; here it is labels=[0, 0, 1, 1]"),
        (
            lambda: AUC(y_true=Y, y_score=S, pos_label=1, banana=2),
            "Hint: likewise scores=[0.1, 0.4, 0.35, 0.8] for y_score, positive=1 for pos_label.",
        ),
        (lambda: AUC(Y, y_score=np.array(S)), "has no y_score; here it is scores"),
        (lambda: AUC(Y, S, sample_weight=Y), "or frequency_weights=[0, 0, 1, 1] for counts"),
        (lambda: AUC(Y, S, max_fpr=0.1), "with specificity=(1 - max_fpr, 1) and corrected=True"),
        (lambda: AUC(Y, S, levels=("Good", "Poor")), "here it is positive='Poor'"),
        (lambda: AUC(Y, S, direction=">"), "here it is lower=True"),
        (lambda: AUC(Y, S, direction="auto"), "nothing is guessed"),
        (lambda: AUC(Y, S, n_jobs=2), "here it is threads=2"),
        (lambda: AUC(Y, S, multi_class="ovr"), "one_vs_rest_auc"),
        (lambda: COMPARE(DATA, random_state=1), "here it is resampling=Resampling(rng=1)"),
        (lambda: COMPARE(DATA, n_bootstraps=500), "resampling=Resampling(replicates=500)"),
        (lambda: COMPARE(DATA, alpha=0.1), "here it is confidence=0.9"),
        (lambda: COMPARE(DATA, conf_level=90), "here it is confidence=0.9"),
        (lambda: COMPARE(DATA, max_fpr=0.1), "of=PartialAuc(specificity=(0.9, 1), corrected=True)"),
        (lambda: COMPARE(DATA, cv=5), "aucurate.cross_validate"),
        (
            lambda: COMPARE(DATA, confidance=0.9),
            "compare() has no confidance; did you mean conf",
        ),
        (lambda: COMPARE({}, label="y"), "read_scores(table, label="),
        (lambda: COMPARE(DATA, banana=1), "its parameters are labels, scores, "),
        (lambda: CROSS({}, [], [], cv=5), "here it is design=crossval.LeftOut(folds=5)"),
        (lambda: TEST(response=Y, predictor=S), "delong_test() has no response; here it is labels"),
        (lambda: TEST(*PAIR, method="delong"), "this function is one method"),
        (lambda: TEST(Y, S, S, seed=3), "it draws no random numbers"),
        (lambda: PARTIAL(Y, S, partial_auc=(1, 0.9)), "here it is specificity=(0.9, 1)"),
        (lambda: BOOTSTRAP(Y, S, boot_n=9), "resampling=Resampling(replicates=9)"),
        (lambda: NONINFERIOR(*PAIR, margin=0.1, alpha=0.05), "here it is level=0.05"),
        (lambda: MCNEMAR(*PAIR, thresholds=(1, 1), exact=True), "mcnemar_test has kind='exact'"),
        (lambda: MCNEMAR(*PAIR, corrected=False), "without one it is kind='score'"),
        (
            lambda: MCNEMAR(y_target=Y, y_model1=Y, y_model2=[1, 1, 0, 0]),
            "here it is labels=[0, 0, 1, 1].\nHint: likewise first=[0, 0, 1, 1] for y_model1, "
            "second=[1, 1, 0, 0] for y_model2.",
        ),
        (lambda: COMPARE(clf1=None, clf2=None), 'compare({"forest": fitted}, X, y)'),
        (lambda: BOOTSTRAP(Y, S, num_rounds=9), "resampling=Resampling(replicates=9)"),
        (lambda: RESAMPLING(n_boot=100), "Resampling() has no n_boot; here it is replicates=100"),
        (lambda: RESAMPLING(replicate=100), "did you mean replicates?"),
        (lambda: PARTIAL_AUC(max_fpr=0.2), "here it is specificity=(0.8, 1), corrected=True"),
    ],
)
def test_a_word_from_elsewhere_is_answered(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        call()
    assert words in str(refused.value)
    assert isinstance(refused.value, AucurateError)
    assert isinstance(refused.value, TypeError)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_every_public_function_answers_a_keyword_that_it_does_not_have() -> None:
    for module, name in public_names():
        function = getattr(module, name)
        if not inspect.isfunction(function) or module.__name__ == "aucurate.plots":
            continue
        parameters = inspect.signature(function).parameters.values()
        if not parameters or any(each.kind is each.VAR_KEYWORD for each in parameters):
            continue
        with pytest.raises(ArgumentError, match=f"{name}\\(\\) has no pos_labell"):
            function(pos_labell=1)


def test_every_word_has_an_answer_with_any_value() -> None:
    values = [None, True, 0, 0.1, 95, "x", (1, 0.9), ["a", "b"], np.zeros(3), object(), np.int64(3)]
    for word, foreign in WORDS.items():
        for known in ([*foreign.here], ["scores"], []):
            for value in values:
                error = answer("f", {word: value}, [*known, "confidence"])
                assert str(error).startswith(f"f() has no {word}")
        assert parameters_for(word, foreign.here) == list(foreign.here)


def test_words_mean_parameters_that_exist() -> None:
    ours = {
        parameter
        for module, name in public_names()
        if callable(getattr(module, name)) and module.__name__ != "aucurate.plots"
        for parameter in _parameters(getattr(module, name))
    }
    assert {name for foreign in WORDS.values() for name in foreign.here} - ours == set()


def _parameters(thing: Any) -> list[str]:
    try:
        return list(inspect.signature(thing).parameters)
    except ValueError:
        return []


def test_the_vocabulary_page_has_the_table_of_the_code() -> None:
    page = Path(__file__).parents[1] / "docs" / "vocabulary.md"
    text = page.read_text(encoding="utf-8")
    assert text == write_vocabulary.with_table(text), "run python tools/write_vocabulary.py"
