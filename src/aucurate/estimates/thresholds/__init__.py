"""One threshold in use, how it is chosen, and all of them."""
