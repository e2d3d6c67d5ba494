"""The drawing of Bombay Bazar."""
