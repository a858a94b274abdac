"""simcore: a Monte Carlo game-balance simulator."""
