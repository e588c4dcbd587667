"""Figures of cross-validation folds: values, distributions, curves, operating points."""
