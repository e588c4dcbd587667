"""Several classes: averages of AUCs, volumes, confusion matrices."""
