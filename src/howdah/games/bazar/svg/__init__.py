"""The picture of Bombay Bazar: trunks that grow over hexagons on the same cloth and table."""
