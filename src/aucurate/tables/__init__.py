"""Results as rows: the tables of any study in other clothes."""
