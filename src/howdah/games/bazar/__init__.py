"""The game Bombay Bazar: trunks that grow on hexagons."""
