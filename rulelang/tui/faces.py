"""What is printed on the parts of tiles: in goes a game in one language, out come words and few letters.

A part is called by the first case printed on it. Numbers, flags and further cases are its marks: `wells: 2` in words,
`2w` on a drawing. All letters of a drawing differ, also from those of the pieces that stand on parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rulelang.runtime.description import ValueType
from rulelang.runtime.speech import Speech

PORT = "Port"


class Faces:
    """The parts of all tiles of a game, in one language."""

    def __init__(self, speech: Speech) -> None:
        description = speech.game.description
        self.grounds: dict[int, str] = {}  # part -> what it is
        self.ports: dict[int, list[int]] = {}
        self.port_names = [name for name, _label in description.enums.get(PORT, ())]
        self._marks: dict[int, list[tuple[str, int]]] = {}
        self._tiles = {
            part: tile for tile, row in description.picture.parts.items() for part in row
        }
        for fields in description.picture.fields.values():
            for name, (type_, values, sets) in fields.items():
                if type_.member.universe == PORT:
                    self.ports |= {part: list(sets[part]) for part in sets if part in self._tiles}
                for part, value in values.items():
                    if part in self._tiles:
                        self._read(speech, part, name, type_, value)
        self._taken = {ground[:1].lower() for ground in self.grounds.values()}
        owned = [label for _, label, _, owner in description.things if owner >= 0]
        self._pieces = self._abbreviated(speech.label(label) for label in owned)
        self._signs = self._abbreviated(word for row in self._marks.values() for word, _ in row)

    def _read(self, speech: Speech, part: int, name: str, type_: ValueType, value: int) -> None:
        if type_.form in ("int", "flag"):
            if value > 0:
                self._marks.setdefault(part, []).append((speech.word(name, {}), value))
        elif type_.universe in speech.game.description.enums and value >= 0:
            text = speech.value(type_, value)
            if part in self.grounds:
                self._marks.setdefault(part, []).append((text, 1))
            else:
                self.grounds[part] = text

    def _abbreviated(self, words: Iterable[str]) -> dict[str, str]:
        """Letters for words: the first one, with a second one where that is taken."""
        found: dict[str, str] = {}
        for word in dict.fromkeys(words):
            plain = word.casefold()
            tried = [plain[:1], *(plain[:1] + letter for letter in plain[1:]), plain]
            found[word] = next((sign for sign in tried if sign not in self._taken), plain)
            self._taken.add(found[word])
        return found

    @property
    def has_marks(self) -> bool:
        """Whether anything is printed on parts besides what they are."""
        return bool(self._marks)

    def tile_of(self, part: int) -> int:
        """Return the tile that a part belongs to; -1 if it is none."""
        return self._tiles.get(part, -1)

    # --- in few letters -----------------------------------------------------------------------------------

    def letter(self, part: int) -> str:
        """Return the letter of what a part is."""
        return self.grounds.get(part, "?")[:1].lower()

    def piece(self, label: str) -> str:
        """Return the letters of a piece of a player."""
        return self._pieces[label]

    def brief(self, parts: Iterable[int]) -> str:
        """Return the marks of some parts together: `2w fl`."""
        marks = self._counted(parts)
        return " ".join(f"{n if n > 1 else ''}{self._signs[word]}" for word, n in marks.items())

    def legend(self, parts: Iterable[int], pieces: Iterable[str] = ()) -> list[str]:
        """Return what the letters on a drawing of these parts and pieces stand for."""
        grounds = [f"{text[:1].lower()} {text}" for text in dict.fromkeys(self.grounds.values())]
        standing = [f"{self._pieces[label]} {label}" for label in dict.fromkeys(pieces)]
        marks = [f"{self._signs[word]} {word}" for word in self._counted(parts)]
        return [*grounds, *standing, *marks]

    def _counted(self, parts: Iterable[int]) -> Counter[str]:
        found: Counter[str] = Counter()
        for part in parts:
            for word, count in self._marks.get(part, ()):
                found[word] += count
        return found

    # --- in words -------------------------------------------------------------------------------------------

    def text(self, part: int, *, sides: int, turn: int | None) -> str:
        """Return a part in words: what it is, where it reaches the rim with this turn, its marks."""
        reached = [] if turn is None else self._reached(self.ports.get(part, ()), sides, turn)
        words = " ".join([self.grounds.get(part, ""), *reached]).strip()
        marks = [
            word if count == 1 else f"{word}: {count}"
            for word, count in self._counted([part]).items()
        ]
        return f"{words} ({', '.join(marks)})".strip() if marks else words

    def _reached(self, ports: Sequence[int], sides: int, turn: int) -> list[str]:
        """The sides that are reached whole, else the ports."""
        count = len(self.port_names)
        each = count // sides
        there = {(port + turn * each) % count for port in ports} if each else set()
        reached = []
        for side in range(sides if each else 0):
            mine = [port for port in range(side * each, (side + 1) * each) if port in there]
            whole = self.port_names[side * each].rstrip("0123456789")
            reached += [whole] if len(mine) == each else [self.port_names[port] for port in mine]
        return reached
