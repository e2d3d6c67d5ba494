"""The recipe for MaskablePPO, with a stand-in for sb3-contrib; in long runs with the real one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

from howdah import envs
from howdah.envs.gymnasium import SingleEnv
from tests.examples.scripts import ROOT, STAND_IN, figures, run, source, start
from tests.examples.stand_in.sb3_contrib import MaskablePPO, get_action_masks, is_masking_supported
from tests.fast.games import IS_LONG

NAME = "maskable_ppo"
PAGE = ROOT / "docs" / "environments" / "maskable-ppo.md"
INSTALL = "pip install 'howdah[research]' sb3-contrib"


def shares(line: str, output: str) -> tuple[float, ...]:
    """The share of the wins in a line, and its interval."""
    return figures(rf"{line}: (.*)% of the wins \(95 % interval: (.*)% to (.*)%\)", output)


def check_that_it_learns(output: str) -> None:
    before, _, highest_before = shares("before", output)
    _, lowest_after, _ = shares("after", output)
    assert 40 < before < 60, "it begins with random play"
    assert lowest_after > highest_before + 10


def model_of(env: Any) -> MaskablePPO:
    settings = {"n_steps": 64, "batch_size": 64, "learning_rate": 1e-3, "ent_coef": 0.0}
    return MaskablePPO("MultiInputPolicy", env, seed=1, device="cpu", **settings)


# With a stand-in


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maskable-ppo")


@pytest.fixture(scope="module")
def printed(folder: Path) -> str:
    return run(NAME, "--quick", "--out", str(folder), modules=STAND_IN)


def test_the_recipe_learns_from_the_environment(printed: str) -> None:
    check_that_it_learns(printed)
    assert "\ntraining: 10240 steps, " in printed


@pytest.mark.usefixtures("printed")
def test_the_recipe_saves_its_model_and_draws_its_picture(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {
        "maskable-ppo-bombay.zip",
        "maskable-ppo.svg",
    }
    for file in (folder / "maskable-ppo.svg", ROOT / "docs" / "images" / "maskable-ppo.svg"):
        assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
        assert file.stat().st_size < 60_000


def test_the_recipe_runs_with_bombay_bazar(tmp_path: Path) -> None:
    options = ["--game", "bazar", "--steps", "1000", "--quick"]
    output = run(NAME, *options, "--out", str(tmp_path), modules=STAND_IN)
    assert " of 76 actions are legal" in output
    assert "\ntraining: 1024 steps, " in output, "the steps are a whole number of rollouts"
    assert len(shares("after", output)) == 3


def test_the_stand_in_finds_masks_that_allow_illegal_actions() -> None:
    class Careless(SingleEnv):
        def action_masks(self) -> Any:
            return np.ones_like(super().action_masks())

    env = Careless(envs.single_env("bombay", players=2).config, opponents="random")
    with pytest.raises(AssertionError):
        model_of(env).learn(64, reset_num_timesteps=False)


def test_the_stand_in_finds_masks_of_another_type() -> None:
    class Numbers(SingleEnv):
        def action_masks(self) -> Any:
            return super().action_masks().astype(np.int8)

    env = Numbers(envs.single_env("bombay", players=2).config, opponents="random")
    with pytest.raises(AssertionError):
        model_of(env).learn(64, reset_num_timesteps=False)


def test_the_stand_in_refuses_an_environment_without_masks() -> None:
    class Unmasked(gymnasium.ObservationWrapper[Any, Any, Any]):
        def get_wrapper_attr(self, name: str) -> Any:
            if name == "action_masks":
                raise AttributeError(name)
            return super().get_wrapper_attr(name)

        def observation(self, observation: Any) -> Any:
            return observation

    env = envs.single_env("bombay", players=2, opponents="random")
    assert is_masking_supported(env)
    with pytest.raises(ValueError, match="does not support action masking"):
        model_of(Unmasked(env)).learn(64, reset_num_timesteps=False)


def test_a_missing_package_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    missing = 'raise ModuleNotFoundError("No module", name="sb3_contrib")\n'
    (tmp_path / "sb3_contrib.py").write_text(missing, encoding="utf-8")
    done = start(NAME, "--quick", "--out", str(tmp_path), modules=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"This example needs sb3-contrib (sb3_contrib is not installed): {INSTALL}\n"
    )


def test_the_help_has_every_option_and_an_example() -> None:
    text = run(NAME, "--help", modules=STAND_IN)
    for option in ("--game", "--opponents", "--steps", "--envs", "--seed", "--out", "--quick"):
        assert f"\n  {option}" in text
    assert "example: python examples/maskable_ppo.py" in text


# The page


def test_the_code_of_the_page_is_that_of_the_example() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        assert block in source(NAME)


def test_the_page_and_the_example_name_the_same_command() -> None:
    assert INSTALL in PAGE.read_text(encoding="utf-8")


# With sb3-contrib, which `make recipe` installs


@pytest.fixture
def sb3_contrib() -> Any:
    if not IS_LONG:
        pytest.skip("it trains for half a minute: make recipe")
    return pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: make recipe")


@pytest.mark.parametrize("number", [1, 8])
@pytest.mark.usefixtures("sb3_contrib")
def test_maskable_ppo_wins_clearly_more_after_training(tmp_path: Path, number: int) -> None:
    check_that_it_learns(run(NAME, "--quick", "--envs", str(number), "--out", str(tmp_path)))


@pytest.mark.usefixtures("sb3_contrib")
def test_the_stand_in_asks_for_masks_as_sb3_contrib_does() -> None:
    real = pytest.importorskip("sb3_contrib.common.maskable.utils")
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    single = envs.single_env("bombay", players=2, opponents="random")
    single.reset(seed=1)
    several = vec_env.DummyVecEnv([lambda: single])
    assert real.is_masking_supported(single)
    assert real.is_masking_supported(several)
    for masks in (real.get_action_masks(several), get_action_masks(single)):
        assert masks.dtype == np.bool_
        assert masks.shape == (1, 39)
        assert (masks[0] == single.action_masks()).all()


def test_maskable_ppo_takes_no_vector_environment(sb3_contrib: Any) -> None:
    with pytest.raises(ValueError, match="not a Gymnasium environment"):
        sb3_contrib.MaskablePPO("MlpPolicy", envs.vector_env("bombay", 8, players=2))
