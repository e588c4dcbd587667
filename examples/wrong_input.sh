#!/bin/sh
# What is wrong is said with file, line and remedy, and the exit status is 2: nothing is guessed.
set -u
printf 'outcome,old,new\nGood,0.2,0.1\nPoor,0.7,n/a\nPoor,0.6,0.9\nGood,0.3,0.2\n' > scores.csv
wrong() { aucurate compare "$@" > messages.txt 2>&1 && exit 1; cat messages.txt; }
wrong scores.csv                                              # which column holds the labels?
wrong scores.csv --label outcome                              # which label is positive?
wrong scores.csv --label outcome --positive poor --scores old,new  # line 3 has no number
aucurate compare scores.csv --label outcome --positive Poor --scores old,new --missing drop
