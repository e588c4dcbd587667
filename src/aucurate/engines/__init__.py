"""Tables larger than memory: the same sufficient statistics, computed where the data are."""
