"""Noughts and crosses as a game of Howdah: the smallest whole plugin, for the tests."""
