"""The greedy agent of Bombay: the turn with the best evaluation, one turn ahead."""
