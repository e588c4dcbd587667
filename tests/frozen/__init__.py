"""Numbers that do not move while the house is rebuilt."""
