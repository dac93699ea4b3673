"""What a game declares, by name."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.linking.model import Linked
from rulelang.prose.cells import key_column
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk


@frozen
class Offer:
    """How a rule is reached (may, often, must, one_of, meanwhile, called, printed), and from where.

    That is a step, a rule, a power, or the thing that it is printed on. `moment` is before or after for what is
    added there, `under` what the players must have agreed on, `args` what the rule is given, `choice` all the
    rules that the same statement offers.
    """

    how: str
    place: str
    moment: str = ""
    under: ex.Expr | None = None
    args: tuple[ex.Expr, ...] = ()
    choice: tuple[str, ...] = ()


@frozen
class PrintedPart:
    """A part of a tile: the tile, the first case printed on the part (if any), and which of those that
    the tile has with this case it is (0 for the only one)."""

    tile: str
    case: str
    rank: int


class Declarations:
    """The declarations of one game."""

    def __init__(self, linked: Linked, moved: frozenset[str] = frozenset()) -> None:
        self.linked = linked
        self.moved = moved  # rules that are told where they are used, and nowhere else
        self.offers: dict[str, list[Offer]] | None = None  # worked out when first asked for
        self.settings: dict[str, syn.Setting | syn.ChoiceSetting] = {}
        self.defines: dict[str, syn.Define | syn.Value | syn.Cases] = {}
        self.rules: dict[str, syn.Rule | syn.Cases] = {}
        self.places: dict[str, syn.Place] = {}
        self.vars: dict[str, syn.Var | syn.Track] = {}
        self.awards: dict[str, syn.Award] = {}
        self.regions: dict[str, syn.Region] = {}
        self.scores: dict[str, syn.Score] = {}
        self.boards: dict[str, syn.Board] = {}
        self.links: dict[str, syn.Link] = {}
        self.groups: dict[str, syn.Group] = {}
        self.powers: dict[str, syn.Power] = {}
        self.components: dict[str, syn.Component] = {}
        self.board_places: dict[str, syn.BoardPlaces] = {}
        self.part_of: dict[str, str] = {}
        self.printed_parts: dict[str, PrintedPart] = {}  # by `tile.part`
        self.kinds: set[str] = {"Player"}
        self.enums: dict[str, syn.Enum] = {}
        self.members: dict[str, str] = {}  # name of a case or component → its kind
        self.fields: dict[str, dict[str, syn.Type]] = {}
        self.rows: dict[str, list[dict[str, str]]] = {}  # of each kind with a table, as written
        self.steps: dict[str, st.Step] = {}
        self.board_of: dict[str, str] = {}
        self.hooked: set[str] = set()  # rules that others add to
        self.rolls: dict[str, st.Roll] = {}
        self.options: dict[str, st.CaseOption] = {}
        self.added: dict[str, list[syn.RuleLine]] = {}  # lines that powers add to rules
        for item in linked.items:
            self._declare(item)
        for member in linked.players.names if linked.players else ():
            self.members[member.ident.text] = "Player"

    def is_played_by(self, players: int) -> bool:
        """Whether the game is for so many players."""
        spread = self.linked.players.range if self.linked.players is not None else None
        match spread:
            case ex.Number(value=value):
                return players == value
            case ex.Binary(left=ex.Number(value=low), right=ex.Number(value=high)):
                return low <= players <= high
            case _:
                return True

    def _declare(self, item: syn.Item) -> None:
        match item:
            case syn.Setting() | syn.ChoiceSetting():
                self.settings[item.name.text] = item
            case syn.Define() | syn.Value():
                self.defines[item.name.text] = item
            case syn.Cases():
                has_body = any(isinstance(line, syn.Case) and line.body for line in item.lines)
                (self.rules if has_body else self.defines)[item.name.text] = item
            case syn.Rule():
                self.rules[item.name.text] = item
            case syn.Place():
                self.places[item.name.text] = item
            case syn.Var() | syn.Track():
                self.vars[item.name.text] = item
            case syn.Award():
                self.awards[item.name.text] = item
            case syn.Region():
                self.regions[item.name.text] = item
            case syn.Score():
                self.scores[item.name.text] = item
            case syn.Group():
                self.groups[item.kind.text] = item
                self.kinds.add(item.kind.text)
                for member in item.members:
                    self.members.setdefault(member.ident.text, item.kind.text)
            case syn.Power():
                self.powers[item.name.text] = item
                self.members.setdefault(item.name.text, item.kind.text)
            case syn.Enum() | syn.Component() | syn.Board():
                self._declare_kinds(item)
            case _:
                pass
        self._declare_below(item)

    def _declare_below(self, item: syn.Item) -> None:
        """Steps, rolls, options, what hooks are on, and what is added to rules."""
        for node in walk(item, without=(syn.Test,)):
            if isinstance(node, st.Step):
                self.steps.setdefault(node.name.text, node)
            elif isinstance(node, syn.Hook) and not node.is_step:
                self.hooked.add(node.name.text)
            elif isinstance(node, st.Roll):
                self.rolls.setdefault(node.name.text, node)
            elif isinstance(node, st.CaseOption):
                self.options.setdefault(node.name.text, node)
            elif isinstance(node, syn.ChangeRule):
                self.added.setdefault(node.name.text, []).extend(node.lines)

    def _declare_kinds(self, item: syn.Enum | syn.Component | syn.Board) -> None:
        if isinstance(item, syn.Board):
            self.boards[item.name.text] = item
            for line in item.lines:
                if isinstance(line, syn.BoardPlaces):
                    self.board_places[line.kind.text] = line
                    self.board_of[line.kind.text] = item.name.text
                    self._declare_kind(line.kind.text, line.table, line.lines)
                    if line.word == "cells" and item.table is not None:
                        self._rows(line.kind.text, item.table)
                elif isinstance(line, syn.Link):
                    self.links[line.name.text] = line
            return
        name = item.kind.text
        if isinstance(item, syn.Enum):
            self.enums[name] = item
            for member in item.members:
                self.members[member.ident.text] = name
        else:
            self.components[name] = item
            self.members.setdefault(name.lower(), name)
        self._declare_kind(name, item.table, item.lines)

    def _declare_kind(
        self, name: str, table: syn.Table | None, lines: tuple[syn.FieldLine, ...]
    ) -> None:
        self.kinds.add(name)
        fields = self.fields.setdefault(name, {})
        for line in lines:
            if isinstance(line, syn.Field):
                fields[line.name.text] = line.type
            elif isinstance(line, syn.Parts):
                self.part_of[line.kind.text] = name
                self._declare_kind(line.kind.text, None, line.lines)
                self._declare_parts(line)
        if table is not None:
            self._rows(name, table)

    def _declare_parts(self, item: syn.Parts) -> None:
        """Parts by the names that tests call them, each with the first case that is printed on it."""
        data = self.linked.table(item.table) if item.table is not None else None
        if data is None:
            return
        cases = [f.name.text for f in item.lines if isinstance(f, syn.Field) and _is_case(f)]
        at = data.columns.index(cases[0]) if cases and cases[0] in data.columns else None
        keys = [(row[0], row[at] if at is not None else "") for row in data.rows]
        for number, (row, key) in enumerate(zip(data.rows, keys, strict=True)):
            rank = keys[: number + 1].count(key) if keys.count(key) > 1 else 0
            self.members[f"{row[0]}.{row[1]}"] = item.kind.text
            self.printed_parts[f"{row[0]}.{row[1]}"] = PrintedPart(*key, rank)

    def _rows(self, kind: str, table: syn.Table) -> None:
        for each in (table, *table.more):
            data = self.linked.table(each)
            for row in data.rows if data is not None else ():
                assert data is not None
                self.members.setdefault(row[key_column(data)], kind)
                cells = dict(zip(data.columns, row, strict=False)) if data is not None else {}
                self.rows.setdefault(kind, []).append(cells)


def _is_case(field: syn.Field) -> bool:
    """Whether a case of an enum is printed there, always one."""
    return isinstance(field.type.domain, ex.Kind) and not field.type.collection
