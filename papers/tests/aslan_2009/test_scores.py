"""Kept scores: written, read back the same, and refused with the command that makes them."""

from pathlib import Path

import numpy as np
import pytest
from papers.tests.aslan_2009.made import N_MODELS, facts_of, keep, scores_of

from aucurate.errors import OptionError, TableError
from aucurate_papers.aslan_2009.printed import ALGORITHMS
from aucurate_papers.aslan_2009.scores import FACTS, Facts, KeptScores, folder_of


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    written = scores_of(3)
    keep(tmp_path, {"chess (kr-vs-k)": written}, facts_of(["chess (kr-vs-k)"]))
    kept = KeptScores.opened(tmp_path)
    read = kept.scores("chess (kr-vs-k)")
    assert kept.names == ("chess (kr-vs-k)",)
    assert (read.names, read.design) == (ALGORITHMS, "fixed test set")
    assert read.fold_names == written.fold_names  # more than nine: not in the order of text
    np.testing.assert_array_equal(read.values, written.values)
    np.testing.assert_array_equal(read.observations.is_positive, written.observations.is_positive)
    assert read.n_train is not None
    assert read.n_train.tolist() == [200 + at for at in range(N_MODELS)]
    assert (read.observations.positive, read.observations.negative) == ("p", "n")


def test_the_facts_survive_json_and_tell_what_did_not_finish() -> None:
    facts = facts_of(["ada", "wave"], unfinished=[("wave", "RIPPER")])
    assert Facts.from_dict(facts.to_dict()) == facts
    assert facts.unfinished == ("wave, RIPPER (interrupted)",)
    assert facts.sets[1].finished == ALGORITHMS[:4]


def test_other_scores_have_another_digest(tmp_path: Path) -> None:
    found = []
    for rng in (1, 2):
        keep(tmp_path, {"ada": scores_of(rng)}, facts_of(["ada"]))
        found.append(KeptScores.opened(tmp_path).digest("ada"))
    assert found[0] != found[1]


def test_without_scores_the_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"no kept scores(.|\n)*`make scores` in a clone"):
        KeptScores.opened(tmp_path)
    keep(tmp_path, {"ada": scores_of(0)}, facts_of(["ada", "wave"]))
    kept = KeptScores.opened(tmp_path)
    with pytest.raises(OptionError, match="no kept scores of 'gina'"):
        kept.scores("gina")
    with pytest.raises(TableError, match=r"no file '.*wave\.parquet'"):
        kept.scores("wave")
    (folder_of(tmp_path) / FACTS).write_text('{"sets": 3}')
    with pytest.raises(TableError, match=r"described\.json' is damaged"):
        KeptScores.opened(tmp_path)
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(OptionError, match="cannot write to"):
        keep(tmp_path / "taken", {}, facts_of([]))
