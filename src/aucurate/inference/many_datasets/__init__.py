"""Algorithms over many data sets: ranks, post-hoc tests, Bayesian comparisons."""
