"""The picture of Bombay: a block-printed cloth on a wooden table, and the pieces on it."""
