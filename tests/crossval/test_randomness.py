"""Randomness: one key, numbers of their own, at any depth, and nothing of the caller's changed."""

from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import QuantileTransformer

from aucurate.crossval.randomness import integer, settled, settled_splitter


def test_integers() -> None:
    drawn = [integer(7, "forest", fold) for fold in range(1000)]
    assert len(set(drawn)) == 1000
    assert 0 <= min(drawn) < max(drawn) < 2**31
    assert integer(7, "a", "b") != integer(7, "ab") != integer(7, "a, b")


def test_every_random_state_that_is_none_gets_a_number_of_its_own() -> None:
    vote = VotingClassifier([("a", RandomForestClassifier()), ("b", LogisticRegression())])
    pipeline = make_pipeline(QuantileTransformer(), vote)
    params = settled(pipeline, 1, "x").get_params()
    numbers = {k: v for k, v in params.items() if k.endswith("random_state")}
    assert len(numbers) == 3
    assert all(isinstance(v, int) for v in numbers.values())
    assert len(set(numbers.values())) == 3
    assert vote.get_params()["a__random_state"] is None
    assert (
        settled(pipeline, 1, "x").get_params()["quantiletransformer__random_state"]
        == (params["quantiletransformer__random_state"])
    )


def test_a_random_state_that_was_chosen_stays() -> None:
    assert settled(RandomForestClassifier(random_state=5), 1).random_state == 5


def test_inner_splitters_that_shuffle_are_settled_too() -> None:
    search = GridSearchCV(LogisticRegression(), {"C": [1]}, cv=StratifiedKFold(3, shuffle=True))
    found = settled(search, 1, "x")
    assert isinstance(found.cv.random_state, int)
    assert search.cv.random_state is None
    assert settled_splitter(KFold(3), 5).random_state is None
    assert settled_splitter(KFold(3, shuffle=True, random_state=2), 5).random_state == 2
