"""How fast the games play."""
