"""`rulelang show`: the merged game as one file that checks and plays like the game with its variants."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.cli import check_command, fmt_command, show_command

TOGETHER = [
    ("catan", ()),
    ("catan", ("@friendly_robber", "@calm_start")),
    ("clans_glory", ("bluff", "heads_count")),
    ("carcassonne_hg", ("peaceful_tigers",)),
    ("glenmore", ("highlander", "poor_coins")),
]


@pytest.mark.parametrize(
    ("game", "names"), TOGETHER, ids=lambda each: "+".join(each) if each else ""
)
def test_the_file_checks_and_plays_the_same(
    game: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "merged.rules"
    added = [word for name in names for word in ("--with", name)]
    done = CliRunner().invoke(show_command.command, [game, *added, "-o", str(path)])
    assert done.output == f"wrote {path}\n"
    assert CliRunner().invoke(check_command.command, [str(path)]).output == ""
    assert CliRunner().invoke(fmt_command.command, ["--check", str(path)]).output == ""
    merged, varied = rulelang.load(path), rulelang.load(game, variants=names)
    assert merged.rules_hash == varied.rules_hash


HOUSE = """# Our table plays it so.

# About the robber.
variant house "House" for catan:  # behind the header
    # Eight are enough.
    change setting victory_points to 8
    change action move_robber:
        # inside the edit
        require rich: every q in victims(me, h) where size of hand of q > 3 else "few"
    # a hook
    after build_city(v):
        # two lines
        gain 1 wool  # one
        gain 1 ore
    # about nothing
# the end
"""


def test_comments_come_along(tmp_path: Path) -> None:
    games = Path(rulelang.__file__).parent.parent / "games"
    told = CliRunner().invoke(show_command.command, ["catan"]).output.splitlines()
    for file in ("catan.rules", "catan/examples.rules"):
        lines = (games / file).read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            if line.startswith("# "):
                at = told.index(line)
                assert not lines[number + 1] or told[at + 1] == lines[number + 1]
    house = tmp_path / "house.rules"
    house.write_text(HOUSE, "utf-8")
    told = (
        CliRunner()
        .invoke(show_command.command, ["catan", "--with", str(house)])
        .output.splitlines()
    )
    assert "# --- building" in "\n".join(told)
    assert told[told.index("# Our table plays it so.") :] == [
        "# Our table plays it so.",
        "",
        "# About the robber.",
        'variant house "House" for catan:  # behind the header',
        "    # a hook",
        "    after build_city(v):",
        "        # two lines",
        "        gain 1 wool  # one",
        "        gain 1 ore",
        "# Eight are enough.",
        "# inside the edit",
        "",
        "# about nothing",
        "# the end",
    ]


def test_rows_and_cells_come_along(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    house = tmp_path / "more" / "house.rules"
    house.write_text(
        'variant house for catan:\n    change count of knight to 20\n    add "lands.csv" to Land\n'
    )
    (house.parent / "lands.csv").write_text(
        "land,count,gives,name_en,name_ru\ngold,1,,gold,золото\n"
    )
    path = tmp_path / "merged.rules"
    done = CliRunner().invoke(
        show_command.command, ["catan", "--with", str(house), "-o", str(path)]
    )
    assert done.exit_code == 0, done.output
    assert (tmp_path / "merged" / "lands_2.csv").is_file()
    merged, varied = rulelang.load(path), rulelang.load("catan", variants=[house])
    assert merged.rules_hash == varied.rules_hash
    assert merged.rules_hash != rulelang.load("catan").rules_hash
