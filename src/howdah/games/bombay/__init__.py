"""Bombay, the board game by Cyril Demaegd: rules, boards, records and views."""
