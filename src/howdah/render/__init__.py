"""The pictures of every game: each takes a view, so no picture can show more than its seat sees."""
