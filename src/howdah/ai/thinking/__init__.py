"""How agents think: a search over a game, made of compiled or interpreted parts, in good time."""
