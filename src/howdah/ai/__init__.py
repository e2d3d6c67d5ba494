"""Opponents: agents see a view, never the state."""
