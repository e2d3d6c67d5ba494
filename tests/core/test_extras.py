"""What is said where an optional package is not installed."""

from __future__ import annotations

import pytest

from howdah.core.errors import HowdahError
from howdah.core.extras import MissingExtra, needs_extra


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("ray", "this needs ray, which is not installed: pip install 'howdah[table]', or wait"),
        (
            "ray.tune",
            "this needs ray, which is not installed: pip install 'howdah[table]', or wait",
        ),
        ("asyncpg", "this needs asyncpg, which is not installed: pip install 'howdah[postgres]'"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    module: str, message: str
) -> None:
    with pytest.raises(MissingExtra) as caught, needs_extra("table", hint=", or wait"):
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    assert str(caught.value) == message
    assert caught.value.name == module.partition(".")[0]
    assert isinstance(caught.value, HowdahError)


def test_the_inner_of_two_blocks_names_the_extra() -> None:
    with (
        pytest.raises(MissingExtra, match="research"),
        needs_extra("table"),
        needs_extra("research"),
    ):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")


@pytest.mark.parametrize("name", ["howdah.nowhere", None])
def test_a_module_of_ours_is_no_missing_extra(name: str | None) -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needs_extra("table"):
        raise ModuleNotFoundError("No module", name=name)
    assert not isinstance(caught.value, MissingExtra)
