"""Fitted curves: intervals, tests of the fit, tests of two fitted curves."""
