#!/bin/sh
# A report that opens offline, and the same numbers for a paper: nothing but a browser is needed.
set -eu
aucurate compare --quiet --html report.html --title "Five models for breast cancer" --out study.txt
aucurate compare --quiet --latex --table comparisons --out differences.tex
aucurate compare --quiet --methods --out methods.txt
