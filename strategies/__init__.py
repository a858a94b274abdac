"""One folder per game, one strategy per file."""
