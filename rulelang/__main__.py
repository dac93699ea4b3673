"""`python -m rulelang`: the same as the `rulelang` command."""

from __future__ import annotations

from rulelang.cli.main import main

if __name__ == "__main__":
    main()
