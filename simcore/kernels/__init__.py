"""Compiled building blocks shared by all games: compiler options, random streams, decks, the playout loop."""
