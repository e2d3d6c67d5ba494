"""Positions as rows of numbers, for learners: what stands where, and how it is written.

The functions here keep to the part of Python that the rules keep to, and compile as they do.
"""
