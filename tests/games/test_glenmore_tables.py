"""The tables of Glen More II hold together: counts, links, tolls and what the rulebook says of single rows.

The same invariants as those by which the facts were collected; and every clause is carried out and tried.
"""

from __future__ import annotations

import csv
import heapq
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from rulelang.scenarios.coverage import expand

FOLDER = Path(__file__).parents[2] / "games" / "glenmore"
# The clauses of the rulebook, by its sections: the base game, then the chronicles in the box.
CLAUSES = expand(
    [
        "GM-001..015", "GM-020..030", "GM-035..042", "GM-045..046", "GM-050..058", "GM-060..065", "GM-070..078",
        "GM-080..087", "GM-090..092", "GM-095..106", "GM-110..118", "GM-125..130", "GM-140..147", "GM-150..165",
        "GM-180..199", "GM-205..210", "GM-C1-01..15", "GM-C2-01..09", "GM-C3-01..14", "GM-C4-01..09", "GM-C5-01..09", "GM-C6-01..24", "GM-C7-01..16",
    ]
)  # fmt: skip
# Clauses without an example of their own, with the reason.
MODULES = ("boat_race", "great_glen", "haggis", "hammer", "highlander", "single_cask")
# What a tile may do, once or whenever it is activated.
ONCE = {"settle", "claim", "honour", "casks", "earn", "fame", "pick_good", "serve"}
GOODS = {"produce", "pick_good"}
EXCHANGES = {
    "distil",
    "trade",
    "fair",
    "butcher",
    "grocer",
    "moot",
    "cook",
    "distil_or_age",
    "toast",
    "levy",
}
EXTRA = {"movement", "fame", "age_one", "recall"}
RESOURCES = {"wood", "stone", "barley", "sheep", "cow"}
Row = dict[str, str]


def rows(name: str) -> list[Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TILES = rows("tiles")
CHRONICLES = (
    rows("race_tiles")
    + rows("haggis_tiles")
    + rows("cask_tiles")
    + rows("hammer_tiles")
    + rows("chapters_tiles")
)
NAMED = {row["tile"]: row for row in TILES + CHRONICLES}


@pytest.mark.parametrize(
    ("stack", "size"),
    [("stack_s", 5), ("stack_a", 14), ("stack_b", 17), ("stack_c", 17), ("stack_d", 17)],
)
def test_each_stack_has_its_tiles(stack: str, size: int) -> None:
    assert sum(row["stack"] == stack for row in TILES) == size


def test_the_end_tile_and_david_hume_lie_in_no_stack() -> None:
    apart = {row["tile"] for row in TILES if not row["stack"]}
    assert apart == {"worlds_end", "david_hume"}


def test_chronicles_bring_their_tiles() -> None:
    assert [
        len(rows(f"{name}_tiles")) for name in ("race", "haggis", "cask", "hammer", "chapters")
    ] == [3, 6, 10, 4, 8]
    assert all(row["symbol"] == "1" for row in CHRONICLES)
    assert all(row["symbol"] == "0" for row in TILES)
    assert [row["tile"] for row in CHRONICLES if row["landable"] == "0"] == [
        "race_start",
        "sale_b",
        "sale_c",
        "sale_d",
    ]


def test_tile_names_are_unique_and_labelled_in_both_languages() -> None:
    assert len(NAMED) == len(TILES + CHRONICLES)
    assert all(row["name_en"] and row["name_ru"] and row["source"] for row in NAMED.values())


def test_costs_name_resources() -> None:
    for row in NAMED.values():
        words = row["price"].split()
        assert set(words[1::2]) <= RESOURCES
        assert all(int(number) > 0 for number in words[::2])


def test_persons_lie_in_every_stack_without_river_or_activation() -> None:
    persons = [row for row in TILES if row["sort"] == "person"]
    assert {row["stack"] for row in persons} >= {"stack_a", "stack_b", "stack_c", "stack_d"}
    assert all(row["river"] == "0" and not row["activation"] for row in persons)
    assert all(int(row["heads"]) == (2 if row["tile"] == "david_hume" else 1) for row in persons)
    assert sum(bool(row["stack"]) for row in persons) > 5  # votes of chronicle 7


def test_rebuild_tiles_have_something_to_cover() -> None:
    rebuilt = [row for row in TILES if row["rebuild"] == "1"]
    assert len(rebuilt) >= 3
    kinds = [(row["sort"], row["river"]) for row in TILES]
    for row in rebuilt:
        assert kinds.count((row["sort"], row["river"])) > 1


def test_tiles_the_rulebook_names_are_as_it_says() -> None:
    named = "halkirk lochridge inshriach inverness aberfoyle pulteney glen_mhor glenlochy edradour"
    assert {*named.split(), "millburn", "robert_the_bruce", "william_wallace"} <= set(NAMED)
    assert NAMED["halkirk"]["river"] == NAMED["inverness"]["river"] == "1"
    assert NAMED["inverness"]["rebuild"] == "1"
    assert NAMED["lochridge"]["river"] == "0"
    ness = NAMED["loch_ness"]
    assert (ness["clansmen"], ness["price"], ness["coins"]) == ("1", "", "0")
    assert sum(row["sort"] == "village" for row in TILES) >= 4


def test_every_landmark_has_its_card() -> None:
    cards = {row["card"] for row in rows("landmarks")}
    assert len(cards) == 11
    claims = {f"{row['tile']}_card": row["once"] for row in TILES}
    assert {card for card, once in claims.items() if f"claim({card}, this)" in once} == cards


def tolls(sources: set[str]) -> dict[str, int]:
    roads: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for row in rows("roads"):
        roads[row["a"]].append((row["b"], int(row["toll"])))
        roads[row["b"]].append((row["a"], int(row["toll"])))
    found = dict.fromkeys(sources, 0)
    heap = [(0, source) for source in sources]
    while heap:
        cost, here = heapq.heappop(heap)
        for there, toll in roads[here]:
            if cost + toll < found.get(there, cost + toll + 1):
                found[there] = cost + toll
                heapq.heappush(heap, (cost + toll, there))
    return found


def test_the_clan_board_joins_all_clans() -> None:
    spaces = {row["space"] for row in rows("clans")}
    assert len(spaces) == 24  # 23 clans and the start
    from_start = tolls({"start_space"})
    assert set(from_start) == spaces
    assert {row["toll"] for row in rows("roads")} == {"0", "1"}
    assert (from_start["macleod"], from_start["mackay"]) == (0, 2)
    assert tolls({"start_space", "macmillan"})["maclachlan"] == 1
    assert [row["space"] for row in rows("clans") if row["repeatable"] == "1"] == ["douglas"]


def test_the_die_and_the_ring_are_as_printed() -> None:
    assert sorted(int(row["pips"]) for row in rows("faces")) == [1, 1, 1, 2, 2, 3]
    assert [int(row["number"]) for row in rows("rondel")] == list(range(1, 15))
    after = {row["a"]: row["b"] for row in rows("rondel_links")}
    assert len(after) == len(set(after.values())) == 14


def test_tokens_of_chronicles_are_complete() -> None:
    rewards = sum(int(row["count"]) for row in rows("race_rewards"))
    assert rewards == 16
    ring = Counter(row["players"] for row in rows("race_ring"))
    assert ring == {"2": 4, "3": 4, "4": 4}
    assert all(rewards >= 4 * players for players in (2, 3, 4))
    assert sum(int(row["count"]) for row in rows("haggis")) == 13
    assert len(rows("great_glen")) == 10
    assert [int(row["payoff"]) for row in rows("shelves")] == list(range(10))


def test_distilleries_of_chronicle_3_take_the_place_of_five_others() -> None:
    for name in ("pulteney", "glen_mhor", "glenlochy", "edradour", "millburn"):
        old, new = NAMED[name], NAMED[f"{name}_cask"]
        changed = {"tile", "symbol", "activation", "source"}
        assert {key for key in old if old[key] != new[key]} == changed


def effects(cell: str) -> set[str]:
    """Return the names of the effects in a cell."""
    return {part.split("(")[0].strip() for part in cell.split(";") if part}


def test_tiles_do_only_what_the_rulebook_knows() -> None:
    for row in NAMED.values():
        assert effects(row["once"]) <= ONCE
        assert effects(row["activation"]) <= GOODS | EXCHANGES | EXTRA
        assert set(re.findall(r"produce\((\w+), [12], this\)", row["activation"])) <= RESOURCES


def test_each_card_lies_with_its_tile_and_each_clan_knows_its_effect() -> None:
    stacks = {"a": 3, "b": 3, "c": 2, "d": 3}  # landmarks come in every stack
    claiming = Counter(row["stack"] for row in TILES if "claim(" in row["once"])
    assert claiming == {f"stack_{name}": count for name, count in stacks.items()}
    lasting = {row["space"] for row in rows("clans") if not row["bonus"]}
    assert lasting == {"start_space", "macgregor", "mackintosh", "maclachlan", "sinclair"}


def test_roads_are_the_edges_of_a_simple_graph() -> None:
    pairs = [frozenset((row["a"], row["b"])) for row in rows("roads")]
    assert len(pairs) == len(set(pairs)) == 29
    assert all(len(pair) == 2 for pair in pairs)


def test_votes_are_those_of_the_box() -> None:
    text = (FOLDER / "great_glen.rules").read_text("utf-8")
    for name, most in (("ayes", 16), ("nays", 12)):
        [line] = [line for line in text.splitlines() if line.startswith(f"setting {name} ")]
        each = {int(n): int(votes) for n, votes in re.findall(r"([234]): (\d+)", line)}
        assert max(players * votes for players, votes in each.items()) == most
        assert set(each) == {2, 3, 4}


def clauses_in(*, examples: bool) -> set[str]:
    """Return the clauses that rules cite, or those that examples cite."""
    files = [FOLDER.with_suffix(".rules"), *FOLDER.glob("*.rules")]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    said = [line for line in lines if line.startswith("test ") == examples]
    return set(expand(re.findall(r"GM-(?:C\d-)?\d+(?:\.\.\d+)?", "\n".join(said))))


def test_every_clause_is_carried_out_by_a_rule_that_cites_it() -> None:
    assert len(CLAUSES) == 244
    cited = clauses_in(examples=False)
    assert cited == set(CLAUSES), sorted(cited ^ set(CLAUSES))


def test_every_clause_has_an_example() -> None:
    assert set(CLAUSES) - clauses_in(examples=True) == set()


def lines_of(*names: str) -> int:
    return sum(len((FOLDER / name).read_text("utf-8").splitlines()) for name in names)


def test_the_rules_stay_short() -> None:
    """Without tables and worked examples; the words of a chronicle are a dictionary."""
    assert lines_of("../glenmore.rules", "clans.rules", "landmarks.rules", "words.rules") <= 1_200
    assert [name for name in MODULES if lines_of(f"{name}.rules") > 80] == []
    assert lines_of("chapters.rules") <= 120
