"""The curve itself: parts of it, bands around it, differences and averages of curves."""
