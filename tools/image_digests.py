"""`make image-digests`: look up the digests of the base images, and write `deploy/images.env`.

A tag is moved with every release of an image; a digest names one content for ever. The files in
`deploy/` name images by tag and digest, and take the digest from `deploy/images.env`: without it
nothing is built or run. The digest is that of the index, which holds the image of every platform.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
DIGEST: Final = re.compile("sha256:[0-9a-f]{64}")
OWN_IMAGE: Final = "howdah"
"""The image that is built here."""
REFERENCE: Final = re.compile(
    r"(?P<name>[a-z0-9./-]+:[\w.-]+)@\$\{(?P<variable>[A-Z]+_DIGEST)(?::\?[^}]*)?\}"
)
TOOLS: Final = {
    "docker": ("docker", "buildx", "imagetools", "inspect", "--raw", "{name}"),
    "skopeo": ("skopeo", "inspect", "--raw", "docker://{name}"),
}
"""Programs that print the index of an image as the registry has it, byte by byte."""
HEAD: Final = """\
# The digests of the base images, for `docker compose --env-file`. `make image-digests` looks them
# up and writes this file; do so for every update of the images, and keep what it writes.
"""


class CannotLookUp(Exception):
    """A digest could not be looked up."""


@dataclass(frozen=True)
class Image:
    """A base image: its name with a tag, and the variable that holds its digest."""

    name: str
    variable: str


def named_images(deploy: Path = DEPLOY) -> list[str]:
    """Return the images that the Dockerfile and compose.yaml name, as they are written there."""
    dockerfile = (deploy / "Dockerfile").read_text(encoding="utf-8")
    compose = (deploy / "compose.yaml").read_text(encoding="utf-8")
    stages = re.findall(r"^FROM (?:--\S+ )*(\S+)", dockerfile, re.MULTILINE)
    services = re.findall(r"^ *image: *['\"]?(.*?)['\"]? *$", compose, re.MULTILINE)
    return [*stages, *(name for name in services if name != OWN_IMAGE)]


def base_images(deploy: Path = DEPLOY) -> list[Image]:
    """Return the images that have a digest, each once."""
    found = (REFERENCE.fullmatch(name) for name in named_images(deploy))
    return list(dict.fromkeys(Image(one["name"], one["variable"]) for one in found if one))


def find_problems(deploy: Path = DEPLOY) -> list[str]:
    """Return a sentence for each image without a digest, and for each digest that is none."""
    problems = [
        f"deploy/: {name} is not named by a digest from deploy/images.env."
        for name in named_images(deploy)
        if not REFERENCE.fullmatch(name)
    ]
    return problems + [
        f"deploy/images.env: {variable} is not a digest: {value[:80]}"
        for variable, value in read_digests(deploy).items()
        if value and not DIGEST.fullmatch(value)
    ]


def read_digests(deploy: Path = DEPLOY) -> dict[str, str]:
    """Return the digests of `images.env` by their variables; empty ones are not known yet."""
    text = (deploy / "images.env").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def describe(deploy: Path = DEPLOY) -> str:
    """Say in one sentence whether the base images have their digests."""
    digests = read_digests(deploy)
    waiting = [image.name for image in base_images(deploy) if not digests.get(image.variable)]
    if not waiting:
        return f"{len(base_images(deploy))} base images: all have their digests."
    return (
        f"No digest yet for {', '.join(waiting)}: `make image-digests` looks them up; "
        "nothing is built or run without them."
    )


def main(deploy: Path = DEPLOY) -> int:
    """Look up all digests and write them; nothing is written if one of them fails."""
    try:
        digests = {image: look_up(image.name) for image in base_images(deploy)}
    except CannotLookUp as error:
        print(error, file=sys.stderr)
        return 1
    lines = [f"# {image.name}\n{image.variable}={digest}\n" for image, digest in digests.items()]
    (deploy / "images.env").write_text("\n".join([HEAD, *lines]), encoding="utf-8")
    for image, digest in digests.items():
        print(f"{image.name}@{digest}")
    return 0


def look_up(name: str) -> str:
    """Return the digest of an image's index, as its registry has it now."""
    reasons = []
    for program in filter(shutil.which, TOOLS):
        command = [word.format(name=name) for word in TOOLS[program]]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode == 0:
            return digest_of_index(name, done.stdout)
        reasons.append(f"{program}: {_first_line(done.stderr)}")
    if not reasons:
        raise CannotLookUp("Digests are looked up by docker (with buildx) or skopeo: install one.")
    raise CannotLookUp(f"The digest of {name} could not be looked up ({'; '.join(reasons)}).")


def _first_line(output: bytes) -> str:
    return (output.decode(errors="replace").strip().splitlines() or ["no reason given"])[0][:200]


def digest_of_index(name: str, raw: bytes) -> str:
    """Return the digest of an index; raise `CannotLookUp` for the image of one platform alone."""
    try:
        is_index = "manifests" in json.loads(raw)
    except ValueError:
        is_index = False
    if not is_index:
        raise CannotLookUp(f"What the registry has for {name} is not an index of platforms.")
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


if __name__ == "__main__":
    sys.exit(main())
