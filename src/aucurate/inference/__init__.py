"""Uncertainty, in rooms by question; the methods are listed in ``methods``."""
