"""How agents play Bombay Bazar: features, playout policy, greedy evaluation."""
