"""Validated input. Past this door nobody checks again."""
