"""What methods of every family share: distributions, contrasts, bounds, corrections, caveats."""
