"""The sounds of the table are small, and made by a script."""

from __future__ import annotations

import re
import wave
from importlib.resources import files
from io import BytesIO

import pytest
from tools.write_sounds import SOUNDS, make_sound

STATIC = files("howdah.server") / "static"
LARGEST = 30_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_what_the_script_makes(name: str) -> None:
    stored = (STATIC / "sounds" / f"{name}.wav").read_bytes()
    assert stored == make_sound(name), "run `make sounds`"
    assert len(stored) < LARGEST


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_begins_and_ends_in_silence(name: str) -> None:
    """Else a loudspeaker would click."""
    with wave.open(BytesIO(make_sound(name))) as sound:
        samples = memoryview(sound.readframes(sound.getnframes())).cast("h")
    assert max(map(abs, (samples[0], samples[-1]))) < 100
    assert 10_000 < max(map(abs, samples)) < 32_000


def test_there_is_a_file_for_each_sound_and_no_other() -> None:
    assert {file.name for file in (STATIC / "sounds").iterdir()} == {
        f"{name}.wav" for name in SOUNDS
    }
    scripts = (file.read_text("utf-8") for file in STATIC.iterdir() if file.name.endswith(".js"))
    played = {name for script in scripts for name in re.findall(r'playSound\("(\w+)"', script)}
    assert played == {*SOUNDS}
