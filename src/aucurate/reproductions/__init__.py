"""The papers' tables and figures, ours beside theirs: one module per paper.

A module holds what its paper prints (named ``PRINTED_...``) and computes everything else. What
needs learners or data that the package may not depend on stands in ``papers/`` of the repository,
and gives these modules scores.
"""
