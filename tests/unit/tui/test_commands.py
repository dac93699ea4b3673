"""What a typed line means."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.loading import load_game
from rulelang.tui.asking import Choice
from rulelang.tui.commands import Command, Unclear, read_amounts, read_line
from rulelang.tui.short_names import TerminalWords

DATA = Path(__file__).parents[2] / "data"
OFFERED = [
    Choice(0, "build_road", "Build a road", None),
    Choice(1, "build_city", "Build a city", None),
    Choice(5, "done", "done", None),
]
NUMBERS = [Choice(value, str(value), str(value), None) for value in (2, 3, 4)]


@pytest.mark.parametrize(
    ("line", "value"),
    [("1", 0), ("3", 5), ("build_city", 1), ("Build a City", 1), ("done", 5), ("d", 5)],
)
def test_options_go_by_number_name_label_or_beginning(line: str, value: int) -> None:
    found = read_line(line, OFFERED)
    assert isinstance(found, Choice)
    assert found.value == value


def test_amounts_go_by_themselves_and_not_by_their_place_in_the_list() -> None:
    assert read_line("3", NUMBERS) == NUMBERS[1]
    assert read_line("1", NUMBERS) == Unclear("1", ())


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("why build city", Command("why", "build city")),
        ("SAVE my game.json", Command("save", "my game.json")),
        ("q", Command("quit", "")),
        ("?", Command("help", "")),
    ],
)
def test_commands_are_words_with_a_rest(line: str, command: Command) -> None:
    assert read_line(line, OFFERED) == command


def test_an_option_that_is_called_like_a_command_comes_first() -> None:
    option = Choice(3, "score", "Score a field", None)
    assert read_line("score", [option]) == option


def test_an_action_can_be_followed_by_its_picks() -> None:
    assert read_line("build_road 0:1:E", OFFERED) == ["build_road", "0:1:E"]
    assert read_line("Build a city 3 4", OFFERED) == ["build_city", "3", "4"]


def test_several_numbers_answer_several_questions() -> None:
    assert read_line("1 4, 2", OFFERED) == ["1", "4", "2"]


@pytest.mark.parametrize("line", ["7", "0", "-1", "xyz"])
def test_what_means_nothing_is_unclear(line: str) -> None:
    assert read_line(line, OFFERED) == Unclear(line, ())


def test_what_means_too_much_is_unclear() -> None:
    assert read_line("build", OFFERED) == Unclear("build", ("Build a road", "Build a city"))


@pytest.mark.parametrize(
    ("line", "amounts"),
    [
        ("2 apple", [2, 0]),
        ("2 apple, 1 coin", [2, 1]),
        ("1 coin + 3 * apple", [3, 1]),
        ("1 яблоко", [1, 0]),
        ("1 co", [0, 1]),
        ("1 apple 1 apple", [2, 0]),
        ("3", None),
        ("2 pear", None),
        ("apple", None),
        ("2 apple and a half", None),
    ],
)
def test_bundles_are_written_out(line: str, amounts: list[int] | None) -> None:
    words = TerminalWords(load_game(DATA / "orchard.rules", players=2), "ru", colour=False)
    assert read_amounts(words, "Good", line) == amounts
