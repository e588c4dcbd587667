#!/bin/sh
# The pipeline stops here, with status 1, unless the data show that the forest may replace the tree.
# With files of your own: aucurate compare old.csv new.csv --label y --id patient --require ...
set -e
aucurate compare --scores forest,tree --quiet --out verdict.txt \
  --require 'forest - tree > -0.01' --require 'auc(forest) > 0.9'
tail -n 6 verdict.txt
