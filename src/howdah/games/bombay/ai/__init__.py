"""How agents play Bombay: features, playout policy, greedy evaluation."""
