"""Speed and memory against peers, as ratios in one run: ``python benchmarks/run.py``."""
