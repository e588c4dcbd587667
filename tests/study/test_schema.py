"""The JSON Schema of studies: it is the committed one, and every study keeps to it."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from tools.write_schema import contents

from aucurate import results
from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import Constraint
from aucurate.curve.weight_rules import ErrorLimit
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.scores import PairedScores
from aucurate.errors import OptionError
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.results import Record
from aucurate.study import Study, compare, fit, plan_study, rank
from aucurate.study.base import FORMAT_VERSION
from aucurate.study.compare import intervals
from aucurate.study.folds import folds
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import multiclass
from aucurate.study.operate import operate
from aucurate.study.schema import study_kinds, study_schema

Faults: TypeAlias = Callable[[Any, str | None], list[str]]

FEW = Resampling(replicates=50, rng=1)
LABELS = np.arange(60) % 2
DRAWN = np.random.default_rng(1).normal(size=(3, 60))
SCORES = {"a": LABELS + DRAWN[0], "<b>": 2 * LABELS + DRAWN[1], "c": LABELS + DRAWN[2]}
PAIR = {name: SCORES[name] for name in ("a", "c")}
FOLDS = FoldScores.from_arrays(LABELS, PAIR, folds=np.arange(60) // 10)
HALVES = FoldScores.from_arrays(
    np.tile(LABELS, 5),
    {name: np.tile(scores, 5) for name, scores in PAIR.items()},
    folds=np.concatenate([np.random.default_rng(rng).permutation(60) % 2 for rng in range(5)]),
    repeats=np.repeat(np.arange(5), 60),
    observations=np.tile(np.arange(60), 5),
)
CODES = np.repeat(np.arange(3), 12)
CLASS_SCORES = {
    name: np.random.default_rng(rng).uniform(0.1, 1, size=(36, 3)) + np.eye(3)[CODES]
    for rng, name in enumerate(("a", "b"))
}
CLASSES = PairedClassScores.from_arrays(CODES, CLASS_SCORES)
CLASS_FOLDS = ClassFoldScores.from_arrays(CODES, CLASS_SCORES["a"], folds=np.arange(36) % 3)
COSTS = [[0, 1, 2], [1, 0, 1], [4, 1, 0]]
RESULTS = {name: np.random.default_rng(rng).uniform(size=6) for rng, name in enumerate("abc")}

MADE: dict[str, Callable[[], Study]] = {
    "compare": lambda: compare(LABELS, SCORES),
    "compare, all questions": lambda: compare(
        LABELS, SCORES, simultaneous=True, margin=0.1, null=0.5, require="a > 0.5", resampling=FEW
    ),
    "compare, curves": lambda: compare(LABELS, SCORES, method="venkatraman", resampling=FEW),
    "compare, one positive": lambda: compare([0, 0, 0, 1], [0.1, 0.2, 0.3, 0.4]),
    "compare, subgroups": lambda: compare(LABELS, PAIR, by={"half": np.arange(60) // 30}),
    "compare, perfect": lambda: compare(LABELS, {"a": LABELS, "b": LABELS}),
    "fit": lambda: fit(LABELS, SCORES, model=["binormal", "biexponential"], resampling=FEW),
    "folds": lambda: folds(FOLDS, threshold=0.5, all_tests=True, rope=0.01),
    "folds, 5x2": lambda: folds(HALVES, all_tests=True),
    "intervals": lambda: intervals(LABELS, SCORES["a"], resampling=FEW),
    "multiclass": lambda: multiclass(CLASSES, order=("0", "1", "2")),
    "multiclass, costs": lambda: multiclass(CLASSES, costs=COSTS),
    "multiclass, limits": lambda: multiclass(CLASSES, search="errors", limits={"0": 0.2}),
    "multiclass, folds": lambda: multiclass(CLASS_FOLDS),
    "operate": lambda: operate(LABELS, PAIR, at=0.5),
    "compare, groups": lambda: compare(LABELS, SCORES, groups=np.arange(len(LABELS)) // 3),
    "operate, groups": lambda: operate(
        LABELS, PAIR, at=0.5, groups=np.arange(len(LABELS)) // 3, pairs=[("a", "c")]
    ),
    "operate, costs": lambda: operate(LABELS, PAIR, at="cost=5:1,prevalence=0.1", resampling=FEW),
    "operate, at a rate": lambda: operate(LABELS, PAIR, at="sensitivity=0.9", resampling=FEW),
    "operate, every call positive": lambda: operate(LABELS, PAIR, at=-99.0),
    "operate-folds": lambda: operate(FOLDS, at=0.5, points=3, pairs=[("a", "c")]),
    "operate-folds, chosen": lambda: operate(FOLDS, at="youden", points=3),
    "outcomes": lambda: error_and_auc({"one": FOLDS}, threshold=0.5),
    "plan": lambda: plan_study(plan_two(0.8, 0.75, paired=False, power=0.8)),
    "plan, one": lambda: plan_study(plan_one(0.8, power=0.8)),
    "plan, pilot": lambda: plan_study(
        plan_two(pilot=PairedScores.from_arrays(LABELS, PAIR), power=0.8)
    ),
    "plan, equivalence": lambda: plan_study(
        plan_two(0.8, 0.8, paired=False, question="equivalence", margin=0.1, power=0.8)
    ),
    "plan, interval": lambda: plan_study(plan_interval(0.9, width=0.1)),
    "rank": lambda: rank(RESULTS),
    "rank, control": lambda: rank(
        RESULTS, control="a", rope=0.01, resampling=Resampling(replicates=100)
    ),
    "rank, folds": lambda: rank(
        RESULTS | {"data": ["x", "y"] * 3, "fold": [1, 1, 2, 2, 3, 3]},
        dataset="data",
        fold="fold",
        rope=0.01,
        hierarchical=True,
        resampling=Resampling(replicates=100),
    ),
}


@cache
def _made(name: str) -> Study:
    return MADE[name]()


@pytest.fixture(scope="module")
def faults() -> Faults:
    """What a validator has against a study, by the schema of all kinds or of one."""
    jsonschema = pytest.importorskip("jsonschema")
    validators: dict[str | None, Any] = {}
    for kind in (None, *study_kinds()):
        schema = study_schema(kind)
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft202012Validator(schema)

    def told(data: Any, kind: str | None) -> list[str]:
        return [fault.message for fault in validators[kind].iter_errors(data)]

    return told


def test_the_committed_schema_is_that_of_the_records() -> None:
    for path, text in contents().items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name} is not what the records say: raise FORMAT_VERSION if older files are no "
            "longer valid, and run python tools/write_schema.py"
        )


def test_the_kinds_are_those_of_the_study_floor() -> None:
    assert {study.kind for study in map(_made, MADE)} == set(study_kinds())
    places = [form["$ref"] for form in study_schema()["oneOf"]]
    assert places == [f"#/$defs/{study.__name__}" for study in study_kinds().values()]


def test_every_definition_is_reached_and_described() -> None:
    for kind in (None, *study_kinds()):
        schema = study_schema(kind)
        text = json.dumps(schema)
        for name, form in schema["$defs"].items():
            assert f'"#/$defs/{name}"' in text
            assert form["description"].endswith(".")
        assert text.count('"const"') == 2 * (len(study_kinds()) if kind is None else 1)
    assert "MulticlassStudy" not in study_schema("plan")["$defs"]
    with pytest.raises(OptionError, match="no kind of study named 'exhibit'") as refused:
        study_schema("exhibit")
    assert "operate-folds" in str(refused.value)


def _records(value: Any) -> Iterator[str]:
    if isinstance(value, Record):
        result = getattr(value, "result", None) if isinstance(value, results.Tested) else None
        yield type(value).__name__ + ("" if result is None else type(result).__name__)
        value = tuple(getattr(value, f.name) for f in fields(value))  # type: ignore[arg-type]
    for item in value if isinstance(value, tuple) else ():
        yield from _records(item)


def test_the_studies_made_here_have_every_record_of_the_schema() -> None:
    met = {record for name in MADE for record in _records(_made(name))}
    elsewhere = {"number", "SourceFile", "Reading", "Approximation"}
    assert met | elsewhere == set(study_schema()["$defs"])


def test_the_schema_needs_no_floor_above() -> None:
    program = (
        "import sys; from aucurate.study.schema import study_schema; study_schema(); "
        "above = {'plots', 'tables', 'report', 'web', 'cli'}; "
        "print(*above & {m.split('.')[1] for m in sys.modules if m.startswith('aucurate.')})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", MADE)
def test_every_study_comes_back(name: str) -> None:
    study = _made(name)
    again = Study.from_json(study.to_json())
    assert type(again) is type(study)
    assert again.to_json() == study.to_json()
    assert str(again) == str(study)


@pytest.mark.parametrize("name", MADE)
def test_every_study_is_valid(name: str, faults: Faults) -> None:
    study = _made(name)
    data = json.loads(study.to_json())
    assert faults(data, study.kind) == []
    assert faults(data, None) == []
    assert faults(data, "plan" if study.kind != "plan" else "rank") != []


def test_infinities_and_nan_are_valid_numbers_and_other_words_are_not(
    faults: Faults,
) -> None:
    data = json.loads(_made("compare, one positive").to_json())
    found = json.dumps(data)
    assert '"Infinity"' in found
    assert '"NaN"' in found
    data["estimates"][0]["standard_error"] = "nan"
    assert faults(data, "compare") == ["'nan' is not valid under any of the given schemas"]


@pytest.mark.parametrize("name", sorted(study_kinds()))
def test_a_study_without_one_of_its_fields_is_not_valid(name: str, faults: Faults) -> None:
    data = json.loads(_made(name).to_json())
    for field in data:
        rest = {key: value for key, value in data.items() if key != field}
        assert faults(rest, name) == [f"'{field}' is a required property"]
    assert faults(rest, None) != []
    assert len(faults(data | {"more": 1}, name)) == 1


def _damaged(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = _damaged(data[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format_version",), FORMAT_VERSION + 1),
        (("kind",), "comparison"),
        (("tests",), None),
        (("tests", 0, "result", "p_value"), "0.03"),
        (("tests", 0, "result", "p_value"), None),
        (("tests", 0, "result", "alternative"), "bigger"),
        (("tests", 0, "result", "interval"), None),
        (("tests", 0, "result", "interval"), [0.1, 0.2]),
        (("estimates", 0, "n_positive"), 30.5),
        (("estimates", 0, "n_positive"), True),
        (("estimates", 0, "name"), 3),
        (("joint",), {}),
        (("settings",), []),
    ],
)
def test_a_study_with_a_value_of_another_type_is_not_valid(
    path: tuple[str | int, ...], value: Any, faults: Faults
) -> None:
    data = json.loads(_made("compare").to_json())
    assert faults(data, "compare") == []
    assert len(faults(_damaged(data, path, value), "compare")) == 1


def test_a_fresh_process_reads_every_kind(tmp_path: Path) -> None:
    for at, name in enumerate(MADE):
        (tmp_path / f"{at}.json").write_text(_made(name).to_json(), encoding="utf-8")
    code = (
        "import sys, aucurate\n"
        "from pathlib import Path\n"
        "for path in sorted(Path(sys.argv[1]).glob('*.json')):\n"
        "    text = path.read_text(encoding='utf-8')\n"
        "    assert aucurate.Study.from_json(text).to_json() == text, path\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)


def test_numbers_of_numpy_among_the_settings_are_plain_numbers() -> None:
    few = Resampling(replicates=np.int64(50), rng=np.int64(1))  # type: ignore[arg-type]
    study = compare(LABELS, PAIR, margin=float(np.float32(0.25)), null=0.5, resampling=few)
    again = Study.from_json(study.to_json())
    assert again.to_json() == study.to_json()
    single = compare(LABELS, PAIR, confidence=np.float32(0.5))  # type: ignore[arg-type]
    assert json.loads(single.to_json())["settings"]["confidence"] == 0.5


@pytest.mark.parametrize(
    "record",
    [
        IntendedUse(prevalence=np.float32(0.5), false_negative_cost=5),  # type: ignore[arg-type]
        Constraint(rate="sensitivity", value=1),
        ErrorLimit(name="a", value=0),
    ],
)
def test_whole_numbers_given_for_floats_come_back_as_they_went(record: Record) -> None:
    assert json.dumps(type(record).from_dict(record.to_dict()).to_dict()) == json.dumps(
        record.to_dict()
    )
