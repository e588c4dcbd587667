"""One number, or one fitted curve, from one classifier."""
