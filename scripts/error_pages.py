"""Write `docs/errors`: a page for each code, from what `rulelang explain` says.

python scripts/error_pages.py
"""

from __future__ import annotations

from pathlib import Path

from rulelang.diagnostics.codes import CODES
from rulelang.diagnostics.explanations import markdown_of

PAGES = Path(__file__).parent.parent / "docs" / "errors"


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for path in PAGES.glob("*.md"):
        path.unlink()
    for code in CODES.values():
        (PAGES / f"{code.id}.md").write_text(markdown_of(code), encoding="utf-8")


if __name__ == "__main__":
    main()
