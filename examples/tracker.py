"""Every number of a study in a tracker of experiments; here a file with a line of JSON per run."""

import json
from pathlib import Path

import aucurate as au

study = au.compare(au.datasets.load_breast_cancer().select(["forest", "tree"]))
numbers = study.numbers()  # mlflow.log_metrics(numbers), or wandb.log(numbers)
with Path("runs.jsonl").open("a") as runs:
    runs.write(json.dumps(numbers) + "\n")
print(numbers["auc/forest"], numbers["difference/forest-tree/p_value"])
