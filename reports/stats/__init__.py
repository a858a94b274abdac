"""Statistics of a run. The unit is always the seed block: games of one block share their deal and are not independent."""
