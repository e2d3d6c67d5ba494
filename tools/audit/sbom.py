"""The software bill of materials of a lock, as CycloneDX JSON.

The same lock gives the same bytes: the serial number is derived from the content, and the time is
`SOURCE_DATE_EPOCH`, or else when the lock was last changed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    Property,
    XsUri,
)
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from tools.audit.locks import LockedVersion, read_lock

SPECIFICATION: Final = SchemaVersion.V1_6
MARKER: Final = "howdah:marker"
"""The property that holds the environment marker of a version."""


class InvalidSbom(Exception):
    """The SBOM does not fit its schema."""


def write_sbom(lock: Path, target: Path, *, version: str, direct: Sequence[str]) -> int:
    """Write the SBOM of a lock; return the number of its components.

    `direct` are the names that Howdah itself requires. What these require in turn is not in a lock,
    and therefore not in the SBOM.
    """
    locked = read_lock(lock)
    bom = make_bom(locked, version=version, direct=direct, time=_time_of(lock))
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    check_schema(text)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n", encoding="utf-8")
    return len(locked)


def make_bom(
    locked: Sequence[LockedVersion], *, version: str, direct: Sequence[str], time: datetime
) -> Bom:
    """Return the bill of materials of Howdah with some locked versions."""
    howdah = Component(
        name="howdah",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=f"howdah@{version}",
        licenses=[DisjunctiveLicense(id="MIT")],
    )
    components = {str(one): _component(one) for one in locked}
    serial = uuid5(NAMESPACE_OID, repr((version, time, list(locked))))
    bom = Bom(
        serial_number=serial,
        metadata=BomMetaData(component=howdah, timestamp=time),
        components=components.values(),
    )
    bom.register_dependency(howdah, [c for c in components.values() if c.name in direct])
    return bom


def _component(locked: LockedVersion) -> Component:
    url = PackageURL("pypi", name=locked.name, version=locked.version)
    # The package URL stands for the address of the files: which index they come from is not locked.
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(url.to_string()),
        comment="the files that the lock accepts",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content) for content in locked.hashes],
    )
    return Component(
        name=locked.name,
        version=locked.version,
        type=ComponentType.LIBRARY,
        bom_ref=url.to_string(),
        purl=url,
        external_references=[files],
        properties=[Property(name=MARKER, value=locked.marker)] if locked.marker else [],
    )


def _time_of(lock: Path) -> datetime:
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or lock.stat().st_mtime
    return datetime.fromtimestamp(int(float(seconds)), tz=UTC)


def check_schema(text: str) -> None:
    """Raise `InvalidSbom` if a text is not CycloneDX JSON by its own schema."""
    error = JsonStrictValidator(SPECIFICATION).validate_str(text)
    if error is not None:
        raise InvalidSbom(str(error))
