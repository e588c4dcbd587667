"""Training for aslan-2009, which needs Weka (GPL) and Java: what the package may not depend on."""
