"""Small things that every text needs: names that are safe to print, numbers with their nouns."""

from __future__ import annotations


def printable(name: str) -> str:
    """A name without anything that could upset a terminal.

    >>> printable(f"A{chr(27)}[2Jda")
    'A?[2Jda'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def counted(number: int, noun: str) -> str:
    """A number of things in English.

    >>> counted(1, "rupee"), counted(2, "rupee")
    ('1 rupee', '2 rupees')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def winners_told(names: tuple[str, ...], winners: list[int]) -> str:
    """Who has won, as a sentence.

    >>> winners_told(("Ada", "Bo"), [0, 1])
    'The game is over: Ada and Bo share the win.'
    """
    who = " and ".join(printable(names[seat]) for seat in winners)
    return f"The game is over: {who} {'wins' if len(winners) == 1 else 'share the win'}."
