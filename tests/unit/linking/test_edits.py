"""What a house rule can say: each edit is tried on one small game, by the tests that come with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.diagnostics.reporter import Reporter
from rulelang.scenarios.runner import run_suite, suites_of
from rulelang.source import Sources
from rulelang.syntax.trees.dump import dump
from rulelang.syntax.trees.items import Setting

GAME = """game shop "Shop":
    players 2 named red, blue
setting goal "goal" = 5 in 1..9
enum Good "good": wool "wool", milk
card Card "card" from "cards.csv":
    price: 0..9
    gives: Good or none
    taste: Bundle of Good
piece Pawn, alike 3 per Player
tile Hut
account bank: Good, start 9
account hand of Player: Good, start 2, at most 20
var mood: 0..9 = 1
zone deck: Card
zone box_: Hut
award richest for p in Player:
    most size of hand of p, at least 4
    tied: holder keeps, else nobody
setup:
    move all of Card to deck
action buy(c in deck) "Buy":
    require cheap: c.price < 4 else "too dear"
    require wished: c.price > 0 else "a gift"
    limit 1 per turn
    cost 1 wool
    do: move c to box
action rest "Rest":
    do: score 1 as calm
action shout "Shout":
    do: score 2 as noise
bots shout: 0 shouts
flow:
    repeat each p in clockwise from first(p in everyone):
        turn p:
            step earning: gain 1 milk
            step main: may buy or rest or shout, repeatedly
            step late:
                gain 1 wool
score calm "Calm"
score noise "Noise"
score wealth "Wealth" for p: milk of hand of p
end when points(active) >= goal, checked after each action
win by points, else shared
"""
CARDS = "card,price,gives,taste,name_en\nace,3,wool,1 wool,Ace\nking,5,milk,,King\nfool,0,,,Fool\n"
MORE = "card,price,gives,taste\npage,1,wool,1 wool\nqueen,9,,\n"
# What the variant says, and a test of it.
EDITS = {
    "a setting": ("change setting goal to 7", "then that goal = 7"),
    "a setting and its range": ("change setting goal to 30 in 1..40", "then that goal = 30"),
    "a requirement goes": ("remove require cheap from buy", "then red buy(king) allowed"),
    "a requirement comes": (
        "change action buy: require never: false",
        "then red buy(ace) refused by never; red buy(king) refused by cheap",
    ),
    "a requirement is another": (
        "change action buy: require cheap: c.price < 6",
        "then red buy(king) allowed",
    ),
    "a cost": ("change cost of buy to 2 milk", "when red buy(ace)\n    then hand of red: 2 wool + 1 milk"),
    "a cost from elsewhere": (
        "change cost of buy to 2 milk from bank to my hand",
        "when red buy(ace)\n    then hand of red: 2 wool + 5 milk",
    ),
    "no cost": ("remove cost from buy", "when red buy(ace)\n    then hand of red: 2 wool + 3 milk"),
    "a further cost": (
        "change action buy: cost 1 milk",
        "when red buy(ace)\n    then hand of red: 1 wool + 2 milk",
    ),
    "a limit": ("change action buy: limit 2 per turn", "when red buy(ace)\n    then red buy(fool) refused by wished"),
    "no limit": ("remove limit from buy", "when red buy(ace)\n    then red buy(fool) refused by wished"),
    "a cell": ("change price of king to 3", "then that king.price = 3; red buy(king) allowed"),
    "a cell of a kind": ("change gives of fool in Card to milk", "then that fool.gives = milk"),
    "an empty cell": ("change gives of ace to none", "then that ace.gives = none"),
    "a cell of amounts": (
        "change taste of ace to 2 wool + 1 milk",
        "then that ace.taste = 2 wool + 1 milk",
    ),
    "a row comes": (
        'add queen "Queen" (price = 2, gives = wool, taste = 1 milk) to Card',
        "then that count(c in Card) = 4; that queen.price = 2; red buy(queen) allowed",
    ),
    "a row goes": ("remove king, fool from Card", "then that count(c in Card) = 1"),
    "another table": ('change table of Card to "more.csv"', "then that count(c in Card) = 2; red buy(page) allowed"),
    "a case comes": ("add tea to Good", "then that tea of bank = 9"),
    "how many": ("change count of Pawn to 5", "then that count(x in Pawn on supply of red) = 5"),
    "how many of one": ("change count of Hut to 2", "then that count(x in Hut) = 2"),
    "a start": ("change start of bank to 20", "then that wool of bank = 20"),
    "a limit of a place": ("change limit of hand to 30", "then that wool of bank = 9"),
    "a start of a variable": ("change start of mood to 4", "then that mood = 4"),
    "a minimum": ("change minimum of richest to 6", "when red rest\n    then that richest = none"),
    "a label": ('change label of buy to "Purchase"', "then red buy(ace) allowed"),
    "a label of a case": ('change label of milk to "fresh milk"', "then that milk of bank = 8"),
    "a label of a row": ('change label of ace to "One" ru "Туз"', "then that ace.price = 3"),
    "an action goes": ("remove shout", "when red rest; red rest\n    then that points(red) = 5; red wins"),
    "several things go": ("remove shout, wealth", "when red rest\n    then that points(red) = 1"),
    "an option goes": ("remove option shout from main", "then red shout refused"),
    "a step goes": ("remove step earning", "then that points(red) = 2"),
    "a step is another": ("replace step earning: gain 3 wool", "then hand of red: 5 wool + 2 milk"),
    "a step comes": (
        "after step earning:\n        step bonus: score 1 as luck",
        "then that points(red) = 4",
    ),
    "a line of the score": ("replace score wealth for p: 3", "then that wealth(red) = 3"),
    "no line of the score": ("remove wealth", "then that points(red) = 0"),
    "the end": (
        "replace end when noise(active) > 0, checked after each action",
        "when red shout\n    then red wins",
    ),
    "one more end": (
        "end when noise(active) > 0, checked after each action",
        "when red shout\n    then red wins",
    ),
    "the win": (
        "replace win by -points(p), else shared",
        "when red rest; red rest\n    then blue wins",
    ),
    "a definition with its label": ("replace setting goal = 4 in 1..9", "then that goal = 4"),
    "an effect": ("after rest: gain 1 wool", "when red rest\n    then hand of red: 3 wool + 3 milk"),
    "bots": ("replace bots shout: 1 shouts", "then red shout allowed"),
}  # fmt: skip


def outcome(folder: Path, edit: str, test: str) -> list[str]:
    """Return what is reported and what fails of a variant."""
    (folder / "cards.csv").write_text(CARDS)
    (folder / "more.csv").write_text(MORE)
    (folder / "shop.rules").write_text(GAME)
    lines = f'variant house "House" for shop:\n    {edit}\ntest "house":\n    {test}\n'
    (folder / "house.rules").write_text(lines)
    sources, report = Sources(), Reporter()
    linked = pipeline.link(folder / "shop.rules", [folder / "house.rules"], sources, report)
    assert linked is not None
    results = [result for suite in suites_of(linked, report) for result in run_suite(suite)]
    assert len(results) == 1 or report.has_errors
    failed = [result.failure.message for result in results if result.failure is not None]
    return [found.message for found in report.sorted()] + failed


@pytest.mark.parametrize("what", EDITS)
def test_house_rule(what: str, tmp_path: Path) -> None:
    assert outcome(tmp_path, *EDITS[what]) == []


def test_a_replaced_item_keeps_its_label(tmp_path: Path) -> None:
    assert outcome(tmp_path, "replace setting goal = 4 in 1..9", "then that goal = 4") == []
    sources, report = Sources(), Reporter()
    linked = pipeline.link(tmp_path / "shop.rules", [tmp_path / "house.rules"], sources, report)
    assert linked is not None
    (label,) = (
        item.label
        for item in linked.items
        if isinstance(item, Setting) and item.name.text == "goal"
    )
    assert label is not None
    assert dict(label.words) == {"en": "goal"}


ORDERED = """game g "G":
    players 1
effect a:
    score 1 as line for p1
value price(p: Player) = 1, combine one
variant early "Early" for g:
    change price(p) to 2 over late
    instead of a over late: score price(p1) as line for p1
variant late "Late" for g:
    change price(p) to 3
    instead of a: score 100 as line for p1
action nap:
    do: finish
flow:
    do a
    each p in everyone:
        turn p: may nap
win by points, else shared
"""


def test_over_acts_last_whatever_the_names(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    for text, points in (
        (ORDERED, 2),
        (ORDERED.replace("late", "before_").replace("Late", "B"), 2),
    ):
        path.write_text(f'{text}test "t":\n    then that points(p1) = {points}\n')
        report = Reporter()
        linked = pipeline.link(path, (), Sources(), report)
        assert linked is not None
        (suite,) = suites_of(linked, report)
        assert report.sorted() == ()
        (result,) = run_suite(suite)
        assert result.failure is None, result.failure.message


def test_the_order_of_files_never_matters(tmp_path: Path) -> None:
    assert outcome(tmp_path, "after rest: gain 1 wool", "then that goal = 5") == []
    other = tmp_path / "a_house.rules"
    other.write_text("variant a_house for shop:\nafter rest: score 1 as calm\nend when false\n")
    house = tmp_path / "house.rules"
    found = []
    for variants in ((house, other), (other, house)):
        linked = pipeline.link(tmp_path / "shop.rules", variants, Sources(), Reporter())
        assert linked is not None
        found.append(dump(linked.items))
    assert found[0] == found[1]
