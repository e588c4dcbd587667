"""From files and frames to validated scores."""
