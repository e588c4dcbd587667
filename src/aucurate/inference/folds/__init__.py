"""Cross-validation folds: tests and intervals over them, operating points averaged over them."""
