"""`--language`: a game in the terminal and a picture have no English left in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.write_catalogues import read

import howdah
from howdah.cli.main import main
from howdah.games.bazar.svg.picture import tile_chart
from howdah.games.registry import GAMES
from howdah.i18n import Language, environment_language, use_language
from howdah.i18n.translation import CODES, SOURCE
from howdah.render.svg import svg
from howdah.render.text import text
from tests.terminal import Output, read_output, type_lines

FOREIGN = [language for language in CODES if language != SOURCE]
EVERY_LANGUAGE = pytest.mark.parametrize("language", FOREIGN)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
IMAGES = Path(__file__).parent.parent / "docs" / "images"
TYPED = r"howdah play --terminal --load FILE|move [A-H]\d?|(?:sell|build|take) \w+|place \S+ \d"
"""Commands and the words of actions: they are the same in every language."""


def english_left(shown: str, language: Language) -> list[str]:
    """The English messages, of two words or more, that a text has as they are in the code."""
    plain = re.sub(TYPED, "", shown)
    return [english.pattern for english in _patterns(language) if english.search(plain)]


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(english) for english in _english(language))


def _english(language: Language) -> Iterator[str]:
    """Messages that are translated into something else, as patterns."""
    for message in read(language):
        forms = [message.id] if isinstance(message.id, str) else [*message.id]
        translations = (
            [message.string] if isinstance(message.string, str) else [*(message.string or ())]
        )
        for english in forms:
            if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", english))) < 2:
                continue
            if english not in translations:
                yield r"(?<!\w)" + re.sub(r"\\\{\w+\\\}", r"[\\w ,()+-]+", re.escape(english))


def test_english_that_is_left_is_found() -> None:
    assert english_left("  Type help to see what you can type.\n", "pl")
    assert english_left("Ada: 3 stars left", "fr")
    assert not english_left("Wpisz help, aby zobaczyć polecenia.\n", "pl")


def lines_of_a_person(game: str) -> list[str]:
    """What a person tries in a game: everything that can be typed, right and wrong."""
    wrong = ["fly", "999", "sell blue", "buy", "place 01 0", "why wait", "why end-piece", "why end"]
    first = ["9 x", "2 even", "1 odd", "3 even", "2 odd"] if game == "bazar" else []
    return [*first, "help", "board", "save .", "undo", "1", "undo", *wrong, *["1"] * 400]


@EVERY_LANGUAGE
@EVERY_GAME
def test_no_english_is_left_in_a_whole_game_in_the_terminal(
    game: str,
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
) -> None:
    prompts: list[str] = []
    path = tmp_path / "partie.json"
    type_lines(monkeypatch, lines_of_a_person(game), prompts)
    call = ["play", game, "--terminal", "--players", "3", "--seed", "2", "--opponents", "random"]
    assert main([*call, "--language", language, "--save", str(path)]) == 0
    shown = "\n".join([read_output(capsys), *prompts])
    assert english_left(shown, language) == []
    with use_language(language):
        assert text(howdah.load(path).view()) in shown
    assert howdah.load(path).is_over


@EVERY_LANGUAGE
def test_no_english_is_left_in_a_solo_game(
    language: Language, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    type_lines(monkeypatch, ["1"] * 60)
    options = ["--players", "1", "--board", "hexagon-19", "--language", language]
    assert main(["play", "bazar", "--terminal", *options]) == 0
    assert english_left(read_output(capsys), language) == []


@EVERY_LANGUAGE
@EVERY_GAME
def test_no_english_is_left_in_a_position_or_a_picture(
    game: str, language: Language, tmp_path: Path, capsys: Output
) -> None:
    record, drawing = str(IMAGES / f"{game}.json"), tmp_path / "board.svg"
    for at in ("0", "1", "30"):
        assert main(["show", record, "--at", at, "--language", language]) == 0
        call = ["show", record, "--at", at, "--language", language, "--svg", str(drawing)]
        assert main(call) == 0
        words = "\n".join(ElementTree.parse(drawing).getroot().itertext())
        assert english_left(words, language) == []
    assert english_left(read_output(capsys).replace(str(drawing), ""), language) == []


@EVERY_LANGUAGE
@EVERY_GAME
def test_no_english_is_left_when_a_game_is_over(game: str, language: Language) -> None:
    record = howdah.load_all(Path(__file__).parent / "golden" / f"{game}-records.jsonl")
    view = next(iter(record)).view(screens="open")
    words = "\n".join(ElementTree.fromstring(svg(view, language=language)).itertext())
    assert english_left(words + text(view, language=language), language) == []


@EVERY_LANGUAGE
def test_the_chart_of_tiles_is_translated(language: Language) -> None:
    with use_language(language):
        chart = ElementTree.fromstring(tile_chart())
    assert english_left("\n".join(chart.itertext()), language) == []


def test_a_picture_is_in_the_language_of_the_moment() -> None:
    view = howdah.new("bombay", seed=1).view()
    with use_language("pt"):
        assert "Bombaim" in (view._repr_svg_() or "")
        assert "Bombaim" not in svg(view, language="en")
    assert "Bombaim" not in (view._repr_svg_() or "")
    assert svg(view, language="pt") != svg(view) == svg(view, language="en")


ERRORS = [
    (["play", "--terminal", "--players", "9"], 2),
    (["play", "--terminal", "--opponents", "deep-thought"], 2),
    (["play", "--terminal", "--opponents", "random,random"], 2),
    (["play", "--terminal", "--board", "nowhere"], 2),
    (["play", "--terminal", "--load", "nowhere.json"], 2),
    (["play", "bazar", "--terminal", "--edition", "pl"], 2),
    (["show", "nowhere.json"], 2),
    (["show", "."], 2),
    (["show", str(IMAGES / "bombay.json"), "--at", "999"], 1),
    (["show", str(IMAGES / "bombay.json"), "--line", "9"], 1),
]


@EVERY_LANGUAGE
@pytest.mark.parametrize(("call", "code"), ERRORS)
def test_errors_are_in_the_language(
    call: list[str], code: int, language: Language, capsys: Output
) -> None:
    assert main([*call, "--language", language]) == code
    shown = capsys.readouterr().err
    assert shown.startswith(f"howdah {call[0]}: ")
    assert english_left(shown, language) == []


@EVERY_LANGUAGE
def test_an_illegal_action_in_a_file_is_explained_in_the_language(
    language: Language, tmp_path: Path, capsys: Output
) -> None:
    record, path = howdah.load(IMAGES / "bombay.json").record().to_json(), tmp_path / "wrong.json"
    actions = record["actions"]
    assert isinstance(actions, list)
    actions[1] = "buy"
    path.write_text(str(record).replace("'", '"').replace("None", "null"))
    assert main(["show", str(path), "--language", language]) == 1
    shown = capsys.readouterr().err
    assert "actions[1]" in shown
    assert english_left(shown, language) == []


def test_a_file_that_is_no_game_has_technical_details_in_english(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text("{}")
    assert main(["show", str(path), "--language", "pl"]) == 1
    shown = capsys.readouterr().err
    assert "To nie jest prawidłowy plik z\u00a0grą." in shown
    assert "Szczegóły (po angielsku): record: " in shown


# The language of the environment


def test_the_environment_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert main(["show", str(IMAGES / "bombay.json")]) == 0
    assert "D3<Bombaj " in capsys.readouterr().out
    assert main(["show", str(IMAGES / "bombay.json"), "--language", "en"]) == 0
    assert "D3<Bombay " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "fr", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "fr", "LC_MESSAGES": "pl_PL", "LC_ALL": "pt_PT@euro"}, "pt"),
        ({"LANG": "fr", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr", "LANGUAGE": "de:pl:en"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fry_NL"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def test_medals_can_be_called_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    type_lines(monkeypatch, ["2 IMPAIR", "quit"])
    assert main(["play", "bazar", "--terminal", "--language", "fr", "--seed", "1"]) == 0
    assert "Vous\u202f: 2 médailles, impair | " in capsys.readouterr().out
