"""How long commands take to answer: `check` after a change and unchanged, and `--version`.

    python benchmarks/startup.py [--rounds 7]

Prints the least wall time and the least processor time of each over all rounds, and the target.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time

GAME = "catan"
COMMANDS: tuple[tuple[str, list[str], dict[str, str], float], ...] = (
    # Without the cache everything is compiled, as after a change of the rules.
    ("check after a change", ["check", GAME], {"RULELANG_CACHE": "off"}, 0.7),
    ("check unchanged", ["check", GAME], {}, 0.25),
    ("--version", ["--version"], {}, 0.2),
)


def measure(arguments: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Run a command once; return its wall time and its processor time in seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulelang", *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    if sys.dont_write_bytecode:
        sys.exit("compiled modules are not kept (PYTHONDONTWRITEBYTECODE): nothing to measure")
    for name, arguments, environment, target in COMMANDS:
        measure(arguments, environment)  # compiled modules and the cache are warm afterwards
        found = [measure(arguments, environment) for _ in range(rounds)]
        wall, spent = (min(times) for times in zip(*found, strict=True))
        print(f"{name}: {wall:.3f} s, processor {spent:.3f} s, target {target} s")


if __name__ == "__main__":
    main()
