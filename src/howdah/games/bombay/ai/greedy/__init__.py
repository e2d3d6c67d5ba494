"""The greedy agent of Bombay."""
