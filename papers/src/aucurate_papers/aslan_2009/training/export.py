"""``python -m aucurate_papers.aslan_2009.training.export``: the scores in the cache, to be read.

``aucurate reproduce aslan-2009`` reads them; nothing is trained here.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aucurate.errors import AucurateError
from aucurate.formatting import count
from aucurate_papers.aslan_2009.scores import (
    AlgorithmFacts,
    Facts,
    SetFacts,
    write_scores,
)
from aucurate_papers.aslan_2009.training import prepared, running
from aucurate_papers.aslan_2009.training.running import Kept, interrupted
from aucurate_papers.running import default_cache


def main(arguments: Sequence[str] | None = None) -> int:
    """Write them; 2 where there are none."""
    parser = argparse.ArgumentParser(prog="python -m aucurate_papers.aslan_2009.training.export")
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="DIR")
    asked = parser.parse_args(arguments)
    try:
        print(export(asked.cache))
    except AucurateError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    return 0


def export(cache: Path) -> str:
    """Write the scores and the facts of all that was run so far; says where they are."""
    told = running.described(cache)
    data = running.results(cache)
    folder = write_scores(cache, facts_of(told, cache), data)
    return f"The scores of {count(len(data), 'data set')} are in {folder}."


def facts_of(told: dict[str, Any], cache: Path) -> Facts:
    """What was kept of the run, as the package knows it, the smallest data set first."""
    sets = [_set_facts(name, facts, cache) for name, facts in told["sets"].items()]
    return Facts(
        programs=told["programs"],
        rng=told["rng"],
        seconds=sum(ran.seconds for one in sets for ran in one.algorithms),
        sets=tuple(sorted(sets, key=lambda one: (one.n_observations, one.name))),
    )


def _set_facts(name: str, facts: dict[str, Any], cache: Path) -> SetFacts:
    dataset = cache / "aslan-2009" / facts["folder"]
    division = prepared.load(dataset).division
    sizes = {key: value for key, value in facts.items() if key in SetFacts.__slots__}
    sizes["algorithms"] = tuple(
        AlgorithmFacts(name=algorithm, **_counted(ran, dataset))
        for algorithm, ran in facts["algorithms"].items()
    )
    return SetFacts(name=name, n_train=tuple(division.n_train.tolist()), **sizes)


def _counted(ran: dict[str, Any], dataset: Path) -> dict[str, Any]:
    """How it went; fits that were kept after it was written down, before a kill, count too."""
    known = {key: value for key, value in ran.items() if key != "folder"}
    done = Kept(dataset / ran["folder"]).seconds()
    if not str(ran["reason"]).startswith("interrupted") or len(done) == ran["fits"]:
        return known
    return known | {"fits": len(done), "seconds": sum(done), "reason": interrupted(done)}


if __name__ == "__main__":
    sys.exit(main())
