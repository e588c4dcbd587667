#!/bin/sh
# A file of predictions per model, in any order, and a file of labels: joined on the patient and compared
# paired. The status is 1 unless the forest is shown to be less than 0.01 worse than the tree.
set -e
python - <<'END'
import aucurate as au
import polars as pl
table = pl.read_csv(au.datasets.path_of("breast_cancer")).with_row_index("patient", offset=1)
table.select("patient", "diagnosis").write_csv("labels.csv")
table.select("patient", score="tree").write_csv("tree.csv")
table.select("patient", score="forest").sort("score").write_csv("forest.csv")
END
aucurate compare labels.csv tree.csv forest.csv --label diagnosis --positive malignant --id patient \
  --require 'forest - tree > -0.01' --html report.html
