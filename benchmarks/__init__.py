"""Speed, measured as ratios within one run; `make bench` prints the tables. Never a timed test."""
