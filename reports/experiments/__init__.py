"""Studies measured: paired differences over seed blocks, ratings, equilibria, impact of cards, and what they mean."""
