"""What is imported when, and what is said when it is not there."""

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


def told(code: str) -> str:
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
def test_whoever_lacks_a_package_is_told_where_it_comes_from(hidden: str, code: str) -> None:
    text = told(HIDE.format(hidden=(hidden, "")) + code)
    assert f"this needs {hidden}, which is not installed: pip install 'howdah[research]'" in text


def test_the_library_and_the_commands_import_none_of_it() -> None:
    code = (
        "import sys, howdah, howdah.cli.main\n"
        "found = {'gymnasium', 'pettingzoo', 'pyspiel', 'pyarrow', 'numpy', 'matplotlib'}\n"
        "sys.exit(', '.join(found & set(sys.modules)) or 0)\n"
    )
    assert told(code) == ""
