"""How agents think about Bombay Bazar: from a view to a position, and what positions are worth."""
