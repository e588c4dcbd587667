"""Curves fitted to the scores of one classifier: normal, exponential, kernel."""
