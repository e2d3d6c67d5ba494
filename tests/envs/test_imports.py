"""Optional packages: imported only when they are used, and named when they are missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDE = (
    "import sys\n"
    "class Hidden:\n"
    "    def find_spec(self, name, path=None, target=None):\n"
    "        if name.partition('.')[0] in {hidden}:\n"
    "            raise ModuleNotFoundError(f'No module named {{name!r}}', name=name)\n"
    "sys.meta_path.insert(0, Hidden())\n"
)


def stderr_of(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize(
    ("hidden", "code"),
    [
        ("pettingzoo", "from howdah import envs; envs.aec_env('bombay')"),
        ("gymnasium", "from howdah import envs; envs.vector_env('bombay', 2)"),
        ("numpy", "from howdah import envs; envs.single_env('bombay')"),
        ("pyspiel", "import howdah.envs.openspiel"),
    ],
)
def test_a_missing_package_is_named_with_the_extra_that_brings_it(hidden: str, code: str) -> None:
    text = stderr_of(HIDE.format(hidden=(hidden, "")) + code)
    assert f"this needs {hidden}, which is not installed: pip install 'howdah[research]'" in text


@pytest.mark.parametrize(
    "code",
    [
        "envs.single_env('bazar', players=1).reset(seed=1)",
        "envs.vector_env('bazar', 2).reset(seed=1)",
        "gymnasium.make('howdah/Bombay-v0', opponents='random').reset(seed=1)",
        "import howdah.envs.dataset",
    ],
)
def test_gymnasium_environments_and_datasets_work_without_pettingzoo(code: str) -> None:
    hide = HIDE.format(hidden=("pettingzoo", ""))
    assert stderr_of(f"{hide}import gymnasium\nfrom howdah import envs\n{code}\n") == ""


def test_the_library_and_the_commands_import_none_of_it() -> None:
    code = (
        "import sys, howdah, howdah.cli.main\n"
        "found = {'gymnasium', 'pettingzoo', 'pyspiel', 'pyarrow', 'numpy', 'matplotlib'}\n"
        "sys.exit(', '.join(found & set(sys.modules)) or 0)\n"
    )
    assert stderr_of(code) == ""
