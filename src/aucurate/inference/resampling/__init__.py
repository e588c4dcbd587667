"""Bootstrap and permutation: options, draws, replicates, intervals, tests."""
