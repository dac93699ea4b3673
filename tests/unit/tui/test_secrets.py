"""Nothing that is printed for a player depends on what that player may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.loading import load_game
from rulelang.runtime.blindfold import Blindfold
from rulelang.runtime.game import Game
from rulelang.runtime.play import Play
from rulelang.tui.asking import choices, heading, question, refused
from rulelang.tui.board import draw_boards
from rulelang.tui.narrator import Narrator
from rulelang.tui.short_names import TerminalWords
from rulelang.tui.table_lines import score_table, table_lines

DATA = Path(__file__).parents[2] / "data"


def _printed(words: TerminalWords, play: Play, viewer: int) -> list[object]:
    found: list[object] = [
        draw_boards(words, play.view(viewer), {}),
        table_lines(words, play, viewer),
        score_table(words, play, viewer),
    ]
    if play.player == viewer:
        state = play.state
        found += [choices(words, state), heading(words, state), question(words, state)]
        found.append(refused(words, state))
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(DATA / "auction.rules", players=3)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_printed_is_the_same_for_all_a_player_cannot_tell_apart(
    game: Game, seed: int
) -> None:
    words = TerminalWords(game, "en", colour=False)
    rng = Random(seed)
    play = game.start(seed=seed)
    while not play.is_over:
        for viewer in range(3):
            other = play.copy()
            other.state[:] = Blindfold(game, viewer).determinise(play.state, rng)
            assert _printed(words, other, viewer) == _printed(words, play, viewer)
        play.choose(rng.choice(game.options(play.state)))


@pytest.mark.parametrize("seed", range(4))
def test_the_log_names_no_card_that_is_still_hidden(game: Game, seed: int) -> None:
    words = TerminalWords(game, "en", colour=False)
    rng = Random(seed)
    play = game.start(seed=seed)
    narrators = [Narrator(words, viewer) for viewer in range(3)]
    cards = set(game.names.all("things"))
    while not play.is_over:
        before, option = play.state[:], rng.choice(game.options(play.state))
        asked = play.player
        play.choose(option)
        if play.state[0] == 0:
            break
        for viewer, narrator in enumerate(narrators):
            lines = narrator.tell(before, option, play.state, [])
            told = {word.strip(",()") for line in lines for word in line.split()} & cards
            seen = {
                thing
                for things in play.view(viewer)["places"].values()
                if isinstance(things, list)
                for thing in things
            }
            assert told <= seen or viewer == asked
