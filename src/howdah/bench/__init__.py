"""How fast the games play, beside other engines where they are installed."""
