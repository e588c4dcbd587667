"""Section 3 of Rosset (2004): models selected by AUC and by error rate."""
