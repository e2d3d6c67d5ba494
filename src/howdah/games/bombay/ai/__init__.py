"""How agents think about Bombay: from a view to a position, and what positions are worth."""
