"""Search: trees of moves for one to five players, with chance, compiled or interpreted.

Everything that is called for every move keeps to the part of Python that the rules keep to.
"""
