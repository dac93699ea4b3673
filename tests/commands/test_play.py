"""`rulelang play`, `replay`: whole games with piped input, commands, saving and wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli.play_command import command as play_command
from rulelang.cli.replay_command import command as replay_command

DATA = Path(__file__).parents[1] / "data"
ORCHARD = str(DATA / "orchard.rules")
AUCTION = str(DATA / "auction.rules")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(*args: str, lines: list[str] | None = None) -> Result:
    if "--seed" not in args and "--load" not in args:
        args = (*args, "--seed", "0")
    text = "".join(f"{line}\n" for line in lines or ())
    return CliRunner().invoke(play_command, args, input=text)


def replay(*args: str) -> Result:
    return CliRunner().invoke(replay_command, args)


def test_a_small_game_is_played_to_its_end() -> None:
    lines = ["1", "sell", "2", "Pick apples", "2 2", "done"]
    done = play(ORCHARD, "--players", "2", "--bots", "random", lines=lines)
    assert done.exit_code == 0
    assert "Ann, you choose: Trade\n    1  Pick apples\n" in done.output.replace("  1", "    1")
    assert "Ann: Sell apples: 2\n    Ann: −2 apple, +4 coin\n" in done.output
    assert "The game is over." in done.output
    score = done.output[done.output.index("The game is over.") :].split("\n")
    assert score[2].split() == ["Ann", "Bob"]
    assert score[3].split()[:2] == ["Coins", "8"]
    assert score[4].split()[:2] == ["total", "8"]
    assert score[6] == "Ann wins"


def test_what_is_added_by_itself_is_told() -> None:
    Path("nap.rules").write_text(
        'game nap "Nap":\n    players 1\naction rest "Rest":\n    do: finish\n'
        "flow:\n    each p in everyone:\n        turn p: choose rest\n"
    )
    Path("dream.rules").write_text('module dream "Dream" for nap:\n    needs bed\n')
    Path("bed.rules").write_text('module bed "Bed" for nap:\n    note "soft"\n')
    for _ in range(2):  # the second time from the cache
        done = play("nap.rules", "--with", "dream", lines=["1"])
        assert done.exit_code == 0, done.output
        assert "`bed` is added: `dream` needs it" in done.stderr


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_bundled_game_is_played_to_its_end_against_bots(bots: str) -> None:
    done = play("clans_glory", "--players", "2", "--bots", bots, lines=["1"] * 60)
    assert done.exit_code == 0, done.output
    assert "The game is over." in done.output
    assert "Villagers won" in done.output


def test_what_is_rolled_from_a_set_is_told() -> None:
    Path("market.rules").write_text(
        """game market:
    players 2 named ann, bob
enum Good: wool, milk
action ask:
    do:
        roll crop = {milk}
        if crop = milk: score 1 as luck
flow:
    each p in everyone:
        turn p: may ask
score luck
win by points, else shared
""",
        "utf-8",
    )
    done = play("market.rules", "--hotseat", lines=["1", "1"])
    assert "ask\n    crop came up milk\n" in done.output


def test_a_game_is_spoken_in_russian() -> None:
    done = play(ORCHARD, "--lang", "ru", "--players", "2", lines=["1", "why продать", "help"])
    assert "Аня, ваш выбор: Торговля" in done.output
    assert "Аня: Собрать яблоки\n    Аня: +2 яблоко" in done.output
    assert "взять назад последний выбор" in done.output
    assert "До свидания" in done.output


def test_what_is_not_offered_is_explained() -> None:
    lines = ["why sell", "why Pick", "why", "why nothing"]
    done = play(ORCHARD, "--players", "2", lines=lines)
    assert "not possible now: Sell apples" in done.output
    assert "Sell apples:\n  you cannot pay this" in done.output
    assert "orchard.rules:16)" in done.output
    assert "“Pick apples” is possible now" in done.output
    assert "say which action, as in `why sell`" in done.output
    assert "“nothing” is neither an option nor a command" in done.output


def test_choices_are_taken_back_until_somebody_else_has_played() -> None:
    lines = ["undo", "1", "sell", "undo", "1", "undo"]
    done = play(ORCHARD, "--players", "2", "--bots", "random", lines=lines)
    said = [line for line in done.output.split("\n") if "taken back" in line or "take back" in line]
    assert said[0] == "there is nothing to take back"
    assert said[1] == "taken back"
    assert said[2].startswith("this cannot be taken back")


def test_a_pick_amid_a_decision_is_taken_back() -> None:
    lines = ["lay", "undo", "hide", "1"]
    done = play(AUCTION, "--players", "2", "--bots", "random", lines=lines)
    assert "taken back" in done.output
    assert "Ann: Lay a card face down: bid " in done.output


def test_dice_are_told() -> None:
    done = play(AUCTION, "--players", "2", "--bots", "random", lines=["1", "1", "earn"])
    assert "Ann: Earn\n    luck came up " in done.output


def test_secrets_of_others_are_not_shown() -> None:
    """Of the cards on the other side of the table nothing is named before it lies face up."""
    done = play(AUCTION, "--players", "2", "--bots", "random", "--seed", "3", lines=["1"] * 12)
    assert "Bob: Lay a card face down: hidden" in done.output
    from rulelang.loading import load_game

    start = load_game(Path(AUCTION), players=2).start(seed=3)
    own = [card.replace("_", " ") for card in start.view(0)["places"]["hand of ann"]]
    theirs = [card.replace("_", " ") for card in start.view(1)["places"]["hand of bob"]]
    before = done.output[: done.output.index("Bob: Lay")]
    assert all(f"bid {card}" in before for card in own)
    laid = [line for line in done.output.split("\n") if line.startswith("Bob: Lay a card: ")]
    shown = done.output[: done.output.rindex("\n> ")]
    for card in theirs:
        if not any(line.endswith(card) for line in laid):
            assert card not in shown


def test_points_that_rest_on_secrets_are_not_given_away() -> None:
    done = play(AUCTION, "--players", "3", "--bots", "random", lines=["score"])
    gold = next(line for line in done.output.split("\n") if line.startswith("Gold"))
    assert gold.split() == ["Gold", "2", "?", "?"]


def test_several_people_share_a_keyboard() -> None:
    lines = ["pick", "beg"] * 5
    done = play(ORCHARD, "--players", "2", "--hotseat", lines=lines)
    assert done.exit_code == 0
    assert "Bob wins" in done.output


def test_bots_can_be_watched() -> None:
    done = play(ORCHARD, "--players", "3", "--watch", "--bots", "greedy,random,random")
    assert done.exit_code == 0
    assert "you choose" not in done.output
    assert "The game is over." in done.output


def test_every_game_is_another_one_unless_a_seed_is_given() -> None:
    heads = [CliRunner().invoke(play_command, [ORCHARD]).output.split("\n")[0] for _ in range(3)]
    assert len(set(heads)) > 1
    assert play(ORCHARD, "--seed", "7").output.startswith(
        "Orchard, 4 players, seed 7\nYou are Ann.\n"
    )


def test_any_seat_can_be_taken() -> None:
    done = play(ORCHARD, "--players", "2", "--seat", "2", "--bots", "random", lines=["1"])
    assert "Bob, you choose: Trade" in done.output
    assert "Ann, you choose" not in done.output


def test_a_game_is_saved_and_gone_on_with() -> None:
    first = play(
        ORCHARD, "--players", "2", "--bots", "random", "--seed", "5",
        lines=["1", "sell 2", "save game.json", "quit"],
    )  # fmt: skip
    assert "saved to game.json" in first.output
    second = play("--load", "game.json", lines=["board", "quit"])
    assert second.exit_code == 0
    for output in (first.output, second.output):
        assert "Ann (you, active)\n    basket: " in output
    data = json.loads(Path("game.json").read_text("utf-8"))
    assert data["bots"] == ["", "random"]
    again = play("--load", "game.json", lines=["1", "save later.json"])
    assert again.exit_code == 0
    longer = json.loads(Path("later.json").read_text("utf-8"))
    assert len(longer["record"]["answers"]) > len(data["record"]["answers"])
    assert replay("later.json", "--verify").output == ""


def test_a_bundled_game_is_saved_by_its_name() -> None:
    play("clans_glory", "--players", "2", "--bots", "random", lines=["1 1", "save g.json"])
    assert json.loads(Path("g.json").read_text("utf-8"))["rules"] == "clans_glory"
    done = replay("g.json")
    assert done.exit_code == 0
    assert "Red: Play a villager face up: villager " in done.output


def test_a_saved_game_is_loaded_while_another_is_played() -> None:
    lines = ["save a.json", "1", "load a.json", "save b.json", "load", "save", "load none.json"]
    done = play(ORCHARD, "--players", "2", "--bots", "random", lines=lines)
    assert "loaded a.json" in done.output
    first, second = (json.loads(Path(f"{n}.json").read_text("utf-8")) for n in "ab")
    assert first == second
    assert "say which file, as in `load game.json`" in done.output
    assert "none.json cannot be loaded: No such file" in done.output


def test_a_replay_prints_the_transcript_and_the_points() -> None:
    play(ORCHARD, "--players", "2", "--hotseat", lines=["1", "beg", "sell 2", "save g.json"])
    done = replay("g.json")
    assert done.exit_code == 0
    assert done.output.startswith(
        "Ann: Pick apples\n    Ann: +2 apple\nBob: Beg for a coin\n    Bob: +1 coin\n"
        "Ann: Sell apples: 2\n    Ann: −2 apple, +4 coin\n"
    )
    assert done.output.endswith("Coins    4    1\ntotal    4    1\n")


def test_a_replay_by_changed_rules_names_the_first_answer_that_does_not_fit() -> None:
    text = Path(ORCHARD).read_text("utf-8")
    Path("my.rules").write_text(text, "utf-8")
    play("my.rules", "--players", "2", "--hotseat", lines=["1", "beg", "sell 2", "save g.json"])
    Path("my.rules").write_text(text.replace("gain 2 apple", "gain 3 apple"), "utf-8")
    changed = replay("g.json", "--verify")
    assert (changed.exit_code, changed.stdout) == (0, "")
    assert changed.stderr == (
        "the rules have changed since this game was saved\nthe same result, but not the same game\n"
        "  at answer 4 of 4 (ann: 2): other options\n"
        "what the rules say otherwise:\n  action `pick` is not what it was in my.rules:11\n"
    )
    Path("my.rules").write_text(text.replace(" or beg", ""), "utf-8")
    broken = replay("g.json", "--verify")
    assert broken.exit_code == 1
    assert "answer 2 of 4 (bob: beg): 'beg' is not offered; the options are: pick, done" in (
        broken.stderr
    )


def test_a_replay_by_rules_that_mean_the_same_is_identical() -> None:
    text = Path(ORCHARD).read_text("utf-8")
    Path("my.rules").write_text(text, "utf-8")
    play("my.rules", "--players", "2", "--hotseat", lines=["1", "beg", "sell 2", "save g.json"])
    Path("my.rules").write_text(
        f"# a comment\n{text.replace('Pick apples', 'Take apples')}", "utf-8"
    )
    assert replay("g.json", "--verify").output == ""


def test_a_game_saved_before_the_hash_was_one_of_the_rules_is_replayed() -> None:
    Path("orchard.rules").write_text(Path(ORCHARD).read_text("utf-8"), "utf-8")
    old = DATA / "orchard_version_2.json"
    done = replay(str(old), "--verify")
    assert (done.exit_code, done.output) == (0, "")
    assert "Bob: Beg for a coin\n    Bob: +1 coin\n" in replay(str(old)).output
    again = play("--load", str(old), lines=["save new.json"])
    assert again.exit_code == 0, again.output
    new, kept = (json.loads(file.read_text("utf-8"))["record"] for file in (Path("new.json"), old))
    assert (kept["version"], new["version"]) == (2, 3)
    assert (kept["answers"], kept["state"]) == (new["answers"], new["state"])
    assert replay("new.json", "--verify").output == ""


def test_a_game_of_before_whose_rules_have_changed_is_compared() -> None:
    text = Path(ORCHARD).read_text("utf-8")
    Path("orchard.rules").write_text(text.replace("gain 1 coin", "gain 2 coin"), "utf-8")
    done = replay(str(DATA / "orchard_version_2.json"), "--verify")
    assert done.exit_code == 1
    assert done.stderr.startswith("the rules have changed since this game was saved\ndifferent\n")


def test_a_replay_with_a_variant_says_which_rule_did_it() -> None:
    Path("my.rules").write_text(Path(ORCHARD).read_text("utf-8"), "utf-8")
    play("my.rules", "--players", "2", "--hotseat", lines=["1", "beg", "sell 2", "save g.json"])
    Path("shy.rules").write_text(
        'variant shy for orchard:\n    change action beg: require brave: false else "too shy"\n',
        "utf-8",
    )
    done = replay("g.json", "--verify", "--with", "shy.rules")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[1:] == [
        "different",
        "  at answer 1 of 4 (ann: pick): other options",
        "  no longer: beg",
        "  by `brave` in shy.rules:2: too shy",
        "  answer 2 of 4 (bob: beg): 'beg' is not offered; the options are: pick, done",
        "  by `brave` in shy.rules:2: too shy",
        "what the rules say otherwise:",
        "  action `beg`: also requires `brave`: false",
    ]


def test_a_replay_in_which_only_points_differ_names_the_line_that_did_it() -> None:
    text = Path(ORCHARD).read_text("utf-8")
    Path("my.rules").write_text(text, "utf-8")
    play("my.rules", "--players", "2", "--hotseat", lines=["1", "beg", "sell 2", "save g.json"])
    Path("rich.rules").write_text(
        "variant rich for orchard:\n    replace score coins for p: 2 * coin of basket of p\n",
        "utf-8",
    )
    done = replay("g.json", "--verify", "--with", "rich.rules")
    told = [
        "different",
        "  at answer 3 of 4 (ann: sell): the points are 0:2, where they were 0:1",
        "  after bob chose beg",
        "  by the line `coins` in rich.rules:2: 0:2, where it was 0:1",
        "what the rules say otherwise:",
    ]
    assert done.exit_code == 1
    assert done.stderr.splitlines()[1:6] == told
    assert "score `coins`" in done.stderr.splitlines()[6]
    changed = text.replace("for p: coin of basket of p", "for p: 2 * coin of basket of p")
    Path("my.rules").write_text(changed, "utf-8")
    done = replay("g.json", "--verify")
    line = 1 + changed[: changed.index("score coins")].count("\n")
    told[3] = f"  by the line `coins` in my.rules:{line}: 0:2, where it was 0:1"
    assert done.stderr.splitlines()[1:] == [
        *told,
        f"  score `coins` is not what it was in my.rules:{line}",
    ]


def test_a_replay_notices_a_record_that_was_tampered_with() -> None:
    play(ORCHARD, "--players", "2", "--hotseat", lines=["1", "save g.json"])
    data = json.loads(Path("g.json").read_text("utf-8"))
    data["record"]["state"][-1] += 1
    Path("g.json").write_text(json.dumps(data), "utf-8")
    assert replay("g.json", "--verify").exit_code == 1
    loaded = play("--load", "g.json")
    assert loaded.exit_code == 1
    assert "do not lead to the position" in loaded.output


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 9}', '{"version": 1, "rules": 3}'])
def test_a_file_that_is_no_saved_game_is_told(text: str) -> None:
    Path("bad.json").write_text(text, "utf-8")
    assert replay("bad.json").exit_code == 1
    assert play("--load", "bad.json").exit_code == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "say which game to play"),
        (("no_such_game",), "no game called `no_such_game`"),
        ((ORCHARD, "--seat", "1", "--watch"), "exclude each other"),
        ((ORCHARD, "--seat", "5"), "there is no seat 5 with 4 players"),
        ((ORCHARD, "--bots", "clever"), "there is no bot called `clever`"),
        ((ORCHARD, "--bots", "random,random,random,random"), "4 bots are named for 3 players"),
        ((ORCHARD, "--load", "x.json"), "brings its own game"),
        (("--load", "missing.json"), "there is no file `missing.json`"),
    ],
)
def test_wrong_usage_is_said(args: tuple[str, ...], said: str) -> None:
    done = play(*args)
    assert done.exit_code == 2
    assert said in done.output


def test_rules_with_errors_are_reported_instead_of_played() -> None:
    Path("bad.rules").write_text("game bad:\n    players 2\nflow:\n    do nothing\n", "utf-8")
    done = play("bad.rules")
    assert done.exit_code == 1
    assert "error[E203]" in done.output


def test_settings_change_the_game() -> None:
    lines = ["1", "1"]
    done = play(ORCHARD, "--players", "2", "--hotseat", "--set", "rounds=1", lines=lines)
    assert "The game is over." in done.output


def test_the_end_of_the_input_ends_politely() -> None:
    done = play(ORCHARD)
    assert done.exit_code == 0
    assert done.output.endswith("Good-bye. The game was not finished.\n")
    assert "Traceback" not in done.output


def test_strange_input_is_met_with_patience() -> None:
    lines = ["", "0", "-1", "99", "xyz", "1 2 3 4 5 6 7", "log", "board", "\x00", "🙂"]
    done = play(ORCHARD, "--players", "2", "--bots", "random", lines=lines)
    assert done.exit_code == 0
    assert done.exception is None


def test_people_at_one_keyboard_answer_together_in_any_order() -> None:
    Path("bids.rules").write_text(
        """game bids "Bids":
    players 3 named ann "Ann", bob "Bob", cid "Cid"
var bid_of of Player: 0..9, seen by owner
flow:
    together each p in everyone, secretly:
        p chooses bid in 1..9
        p chooses spare in 1..9
    then: set bid_of of p to bid
score bids "Bids" for p: bid_of of p
win by points, else shared
""",
        "utf-8",
    )
    done = play("bids.rules", "--hotseat", lines=["3", "Cid", "5", "1", "bob", "7", "1", "4", "1"])
    assert done.exit_code == 0, done.output
    assert "Bob, Cid can answer first: type a name" in done.output
    assert "Cid, you choose: bid" in done.output
    order = [done.output.index(f"{name} has chosen in secret") for name in ("Cid", "Bob")]
    assert order == sorted(order)
    assert "Bob wins" in done.output
