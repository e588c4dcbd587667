"""One number for several classes: averages of AUCs, the volume under the surface."""
