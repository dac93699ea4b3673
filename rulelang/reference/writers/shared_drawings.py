"""Pages without repeats: in goes a page with many drawings, out comes it with what they share drawn once.

Cells and tiles are groups that stand on a line of their own (`rulelang.render.svg`). A group that comes up more than
once is put into the first lines of the page, and drawings use it from there.
"""

from __future__ import annotations

import re
from collections import Counter

SHORT = 60  # letters that are not worth it
_GROUP = re.compile(r"^(?:<g>.*</g>|<polygon .*/>)$", re.MULTILINE)
_BODY = "<body>\n"
_HIDDEN = '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'


def shared(page: str) -> str:
    """Return a page in which each drawing that comes up several times stands once."""
    counted = Counter(_GROUP.findall(page))
    often = [part for part, count in counted.items() if count > 1 and len(part) > SHORT]
    names = {part: f"drawn-{number}" for number, part in enumerate(often)}

    def use(match: re.Match[str]) -> str:
        name = names.get(match[0])
        return f'<use href="#{name}"/>' if name is not None else match[0]

    if not names:
        return page
    page = _GROUP.sub(use, page)
    drawn = "\n".join(f'<g id="{name}">{part}</g>' for part, name in names.items())
    return page.replace(_BODY, f"{_BODY}{_HIDDEN}\n{drawn}\n</defs></svg>\n", 1)
