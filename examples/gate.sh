#!/bin/sh
# A pipeline goes on only if the data show that the forest may replace the tree.
set -e
python -c "import aucurate; print(aucurate.datasets.PATHS)"
