"""Figures of classifiers of several classes: errors, pairs of classes, decisions."""
