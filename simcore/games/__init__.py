"""One folder per game. A game is found by its folder; nothing is registered here."""
