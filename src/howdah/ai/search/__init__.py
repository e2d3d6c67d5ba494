"""Tree search for one to five players, with chance, compiled or interpreted.

Functions that are called for every move keep to the subset of Python that numba compiles.
"""
