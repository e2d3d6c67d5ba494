"""Observations of positions as vectors of numbers, and steps of many games.

The functions here keep to the part of Python that the rules keep to, and compile as they do.
"""
