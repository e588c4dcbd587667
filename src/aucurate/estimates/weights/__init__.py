"""Weights of several classes, which decide as a threshold does between two."""
