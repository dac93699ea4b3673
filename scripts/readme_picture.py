"""Put what `rulelang play catan` shows first into the README: run it when the drawing changes."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulelang.cli.main import cli

README = Path(__file__).parent.parent / "README.md"
HEADING = "## What it looks like\n\n```\n"


def main() -> None:
    lines = CliRunner().invoke(cli, ["play", "catan", "--seed", "4"], input="quit\n").output
    shown = [line.rstrip() for line in lines.splitlines()]
    first = next(number for number, line in enumerate(shown) if line.strip().startswith("·"))
    last = next(number for number, line in enumerate(shown) if line.startswith("Orange"))
    picture = "\n".join(shown[first:last])
    before, rest = README.read_text("utf-8").split(HEADING)
    after = rest[rest.index("```\n") :]
    README.write_text(f"{before}{HEADING}{picture}\n{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
