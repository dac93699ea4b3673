"""A pronoun stands for what belongs to something only where nothing else could be meant."""

from __future__ import annotations

import pytest

from rulelang.prose.phrases import link, plain
from rulelang.prose.possessives import NONE, behind, marked, settled, topics_of, whose

DOCK, SHIP, PLAYER = link("Dock", "dock"), link("Ship", "ship"), link("Player", "player")
PATH = f"the {marked(link('path', 'path'), f'of this {DOCK}')}"
RU_DOCK = link("Dock", "причал")
RU_PATH = marked(link("path", "путь"), f"этого {link('Dock', 'причала')}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"for each {DOCK}, mark {PATH}", "for each dock, mark its path"),
        (f"if this {DOCK} is free, mark {PATH}", "if this dock is free, mark its path"),
        (f"mark {PATH}", "mark the path of this dock"),
        (f"this {DOCK} is yours. Mark {PATH}", "this dock is yours. Mark the path of this dock"),
        (
            f"for each {DOCK}, move this {SHIP} onto {PATH}",
            "for each dock, move this ship onto the path of this dock",
        ),
        (
            f"for each {DOCK}, draw 1 {SHIP} and put it onto {PATH}",
            "for each dock, draw 1 ship and put it onto the path of this dock",
        ),
        (f"move another {DOCK} onto {PATH}", "move another dock onto the path of this dock"),
        (
            f"отметьте для каждого {link('Dock', 'причала')} {RU_PATH}",
            "отметьте для каждого причала его путь",
        ),
        (f"этот {RU_DOCK} получает {RU_PATH}", "этот причал получает путь этого причала"),
        (f"поставьте этот {RU_DOCK} на {RU_PATH}", "поставьте этот причал на его путь"),
        (
            f"если этот {RU_DOCK} свободен, отметьте {RU_PATH}",
            "если этот причал свободен, отметьте его путь",
        ),
    ],
)
def test_what_belongs_to_a_thing(text: str, said: str) -> None:
    assert plain(settled(text)) == said


def test_what_a_list_goes_through_is_known_in_it() -> None:
    topic = topics_of(f"for each {DOCK} without a {SHIP}", NONE)
    assert plain(settled(f"mark {PATH}", topic)) == "mark its path"
    assert (
        plain(settled(f"put this {SHIP} onto {PATH}", topic))
        == "put this ship onto the path of this dock"
    )


def test_of_two_kinds_neither_is_what_a_list_is_about() -> None:
    assert topics_of(f"for each {DOCK} of this {SHIP}", NONE) == NONE


def test_what_belongs_to_a_player() -> None:
    hand = f"{whose(f'this {PLAYER}’s')} hand"
    assert plain(settled(f"this {PLAYER} shows {hand}")) == "this player shows their hand"
    assert (
        plain(settled(f"another {PLAYER} sees {hand}")) == "another player sees this player’s hand"
    )


def test_parts_of_a_whole_only_in_the_plural() -> None:
    of = behind(f"of this {link('Forest', 'forest')}")
    forest = f"for each {link('Forest', 'forest')}"
    many, one = link("Tree", "trees"), link("Tree", "tree")
    assert plain(settled(f"{forest}, count {many} {of}")) == "for each forest, count its trees"
    assert (
        plain(settled(f"{forest}, fell a {one} {of}"))
        == "for each forest, fell a tree of this forest"
    )
