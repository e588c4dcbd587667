"""Geometry, no uncertainty."""
