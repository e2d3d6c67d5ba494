"""Make the sounds of the table from plain waves, as small WAV files. `make sounds` runs this.

A sound is a few notes. A note begins at its loudest and fades away; its overtones fade sooner.
"""

from __future__ import annotations

import math
import wave
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent.parent / "src" / "howdah" / "server" / "static" / "sounds"
RATE: Final = 16_000
"""Samples a second."""
LOUDEST: Final = 20_000
"""Of 32,767: the sounds are soft, and no sum of notes is cut off."""
ATTACK: Final = 0.004
"""The seconds in which a note begins; without them it would click."""


class Note(NamedTuple):
    """A note: when it begins and how long it takes to fade to a third, in seconds."""

    start: float
    pitch: float
    """In hertz."""
    fade: float
    strength: float = 1.0
    overtones: tuple[tuple[float, float], ...] = ((2.0, 0.25), (3.0, 0.08))
    """Waves besides the lowest: their pitch as a multiple of it, and their strength."""


BELL: Final = ((2.0, 0.3), (3.01, 0.12), (4.2, 0.05))
COIN: Final = ((1.52, 0.5), (2.36, 0.2))
WOOD: Final = ((1.79, 0.6), (2.94, 0.35), (5.1, 0.12))
"""Overtones that are no whole multiples sound like metal or wood."""

SOUNDS: Final[dict[str, tuple[float, tuple[Note, ...]]]] = {
    "turn": (0.7, (Note(0.0, 587.33, 0.16, 0.8, BELL), Note(0.13, 880.0, 0.2, 0.7, BELL))),
    "coins": (
        0.4,
        (
            Note(0.0, 2093.0, 0.05, 0.45, COIN),
            Note(0.07, 2637.0, 0.05, 0.4, COIN),
            Note(0.12, 2349.3, 0.07, 0.35, COIN),
        ),
    ),
    "piece": (0.25, (Note(0.0, 196.0, 0.035, 1.0, WOOD), Note(0.045, 147.0, 0.05, 0.5, WOOD))),
    "end": (
        0.9,
        (
            Note(0.0, 523.25, 0.16, 0.55),
            Note(0.12, 659.26, 0.16, 0.55),
            Note(0.24, 783.99, 0.18, 0.55),
            Note(0.36, 1046.5, 0.2, 0.7, BELL),
            Note(0.36, 523.25, 0.2, 0.35),
        ),
    ),
}
"""The seconds and the notes of each sound."""


def make_sound(name: str) -> bytes:
    """Return a sound as a WAV file; it is the same every time.

    >>> make_sound("coins")[:4]
    b'RIFF'
    """
    seconds, notes = SOUNDS[name]
    samples = [_sample(notes, index / RATE, seconds) for index in range(round(seconds * RATE))]
    file = BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def _sample(notes: tuple[Note, ...], moment: float, seconds: float) -> int:
    """The sum of the notes at a moment; the last fiftieth of a sound fades out."""
    end = min(1.0, 50 * (seconds - moment) / seconds)
    loudness = sum(_wave(note, moment - note.start) for note in notes if moment >= note.start)
    return round(LOUDEST * end * max(-1.6, min(1.6, loudness)))


def _wave(note: Note, since: float) -> float:
    """A note at a moment after its beginning."""
    attack = min(1.0, since / ATTACK)
    waves = ((1.0, 1.0), *note.overtones)
    return note.strength * sum(
        attack
        * strength
        * math.exp(-since * multiple / note.fade)
        * math.sin(2 * math.pi * note.pitch * multiple * since)
        for multiple, strength in waves
    )


def main() -> None:
    """Write every sound."""
    FOLDER.mkdir(exist_ok=True)
    for name in SOUNDS:
        path = FOLDER / f"{name}.wav"
        path.write_bytes(make_sound(name))
        print(f"wrote {path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
