"""What a page may do: in go its own styles and scripts, out comes the tag that forbids a browser everything else.

A page shows texts of strangers. They are escaped; should one ever slip through, no script runs but the page's own, and
nothing is loaded from anywhere or sent there.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence


def policy_tag(styles: Sequence[str], scripts: Sequence[str] = ()) -> str:
    """Return the tag for the head of a page, before any style: the given texts are what may stand in its tags.

    >>> policy_tag(["p {}"])[:72]
    '<meta http-equiv="Content-Security-Policy" content="default-src \\'none\\'; '
    """
    rules = {
        "default-src": "'none'",
        "script-src": _hashes(scripts),
        "style-src": _hashes(styles),
        "style-src-attr": "'unsafe-inline'",  # sizes of drawings, written by us
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    said = "; ".join(f"{name} {value}" for name, value in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{said}">'


def _hashes(texts: Sequence[str]) -> str:
    found = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{each}'" for each in found) or "'none'"
