"""Learners and data loaders that the reproductions need and the package may not depend on."""
