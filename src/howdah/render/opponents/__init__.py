"""The faces of those who may sit at a table: one sheet of symbols for all pages.

A page shows a face with `<use>` from another document, where not every browser finds the page's
CSS variables. So the colours are written out; a face looks the same in both themes.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import Final

from howdah.render.art import drawings, load_symbols, read_files
from howdah.render.css import load_palettes
from howdah.render.markup import tag

ART: Final = "howdah.render.opponents"
"""The package of the drawings: this one."""
BOX: Final = "-50 -50 100 100"
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


@cache
def faces_sheet() -> str:
    """All faces as one SVG document; each is a symbol with the id of its drawing."""
    symbols = load_symbols(ART)
    inside = "".join(tag("symbol", symbols[name], id=name, viewBox=BOX) for name in face_ids())
    colours = load_palettes(ART)["light"]
    plain = _VARIABLE.sub(lambda found: colours[found[1]], inside)
    drawn = re.sub(r'<g id="[\w-]+"', "<g", plain)  # the symbol has the id
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'


@cache
def face_ids() -> tuple[str, ...]:
    """The ids of the faces."""
    found = (drawing for root in read_files(ART).values() for drawing in drawings(root))
    return tuple(drawing.attrib["id"] for drawing in found)


@cache
def sheet_version() -> str:
    """Changes whenever a face changes, so that browsers may keep the sheet."""
    return sha256(faces_sheet().encode()).hexdigest()[:8]
