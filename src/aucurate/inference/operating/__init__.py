"""Operating points: rates, regions, costs, net benefit, thresholds that were chosen."""
