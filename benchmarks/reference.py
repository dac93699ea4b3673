"""How long the full reference of a game takes in both languages, with a warm cache.

python benchmarks/reference.py [GAME]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3


def main() -> None:
    """Print the best of a few runs, after one that fills the cache."""
    game = sys.argv[1] if len(sys.argv) > 1 else "catan"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "book.html"
        words = [sys.executable, "-m", "rulelang", "doc", game, "--lang", "en,ru", "-o", str(out)]
        taken = []
        for _ in range(RUNS + 1):
            since = time.perf_counter()
            subprocess.run(words, check=True)
            taken.append(time.perf_counter() - since)
        size = out.stat().st_size
    print(f"{game}: {min(taken[1:]):.2f} s warm, {taken[0]:.2f} s first, {size // 1024} KiB")


if __name__ == "__main__":
    main()
