"""Scenario files (TOML) and rule texts, one folder per game."""
