"""Parser tables: in goes grammar.lark, out come plain lists that the parser walks.

Building them with lark takes a second or two, so they are shipped beside this file. If the grammar has
changed since, tables are taken from the user's cache or built there. Stored tables are JSON and checked by
hash; lark is imported only to build. `python -m rulelang.syntax.parsing.parser_tables` rewrites the shipped file.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from rulelang.cache import keep_text, recall_text
from rulelang.files import read_text, write_file
from rulelang.frozen import frozen

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

FORMAT = 1
HERE = Path(__file__).parent
SHIPPED = HERE / "tables.json"


class Stored(TypedDict):
    """The JSON of the tables; a state is its shifts, its reductions by set, and its goto row."""

    terminals: list[str]
    nonterminals: list[str]
    literals: dict[str, int]
    rules: list[tuple[str, int, int, list[int], int]]
    sets: list[list[int]]
    gotos: list[list[int]]
    states: list[tuple[list[int], list[int], int]]
    start: int
    end: int


@frozen(kw_only=True)
class RuleShape:
    """One production: what its builder is called and which of its symbols go into it.

    `takes` has one number per argument: -1 for an optional part that is absent, else twice the place of the
    symbol, plus one if that symbol is a list whose members become arguments.
    """

    name: str
    origin: int
    length: int
    takes: tuple[int, ...]
    passes_single: bool
    is_list: bool


@frozen(kw_only=True)
class Tables:
    """The LALR automaton. Actions: a state to shift to, or `~rule` to reduce by."""

    terminals: tuple[str, ...]
    nonterminals: tuple[str, ...]
    number_of: dict[str, int]
    literals: dict[str, int]
    rules: tuple[RuleShape, ...]
    actions: tuple[dict[int, int], ...]
    gotos: tuple[dict[int, int], ...]
    start: int
    end: int


@cache
def load_tables() -> Tables:
    """Return the tables of the grammar: shipped, cached, or built and put into the cache."""
    key = grammar_key()
    stored = _payload(read_text(SHIPPED), key) if SHIPPED.is_file() else None
    if stored is None:
        name = f"tables-{key}.json"
        stored = _payload(recall_text(name), key)
        if stored is None:
            stored = build_payload()
            keep_text(name, _document(stored, key))
    return _unpack(cast("Stored", json.loads(stored)))


def grammar_key() -> str:
    """Return the hash that stored tables must carry to fit the grammar."""
    return hashlib.sha256(f"{FORMAT}\n{_grammar()}".encode()).hexdigest()


def build_payload() -> str:
    """Build the tables with lark and return them as JSON on one line."""
    return json.dumps(_pack(build_parser()), separators=(",", ":"))


def build_parser() -> Lark:
    """Let lark analyse the grammar; strict, so that any conflict raises."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """The tokens come from `tokens.py`."""

        def __init__(self, _conf: object) -> None:
            pass

        def lex(self, *_: object) -> None:  # type: ignore[override]  # never called
            raise AssertionError

    return Lark(
        _grammar(),
        parser="lalr",
        strict=True,
        start=["start"],
        maybe_placeholders=True,
        lexer=NoLexer,
    )


def _grammar() -> str:
    return read_text(HERE.parents[1] / "grammar.lark")


# --- Storing ---------------------------------------------------------------------------------


def _document(payload: str, key: str) -> str:
    """Wrap a payload so that it can be checked without parsing it: it is the second line."""
    content = hashlib.sha256(payload.encode()).hexdigest()
    head = json.dumps({"format": FORMAT, "grammar": key, "content": content})
    return f'{head[:-1]}, "tables":\n{payload}\n}}\n'


def _payload(text: str, key: str) -> str | None:
    """Return the second line of a stored document if it is whole and fits `key`."""
    lines = text.split("\n")
    if len(lines) < 2:
        return None
    try:
        head = json.loads(lines[0] + "null}")
    except ValueError:
        return None
    content = hashlib.sha256(lines[1].encode()).hexdigest()
    wanted = {"format": FORMAT, "grammar": key, "content": content, "tables": None}
    return lines[1] if head == wanted else None


# --- From lark to JSON and back ----------------------------------------------------------------


def _pack(parser: Lark) -> Stored:
    """Turn lark's tables into lists; equal sets of terminals and equal goto rows are kept once."""
    from lark.parsers.lalr_analysis import Shift

    table = parser.parser.parser._parse_table  # there is no public way to it
    symbols = {symbol for rule in parser.rules for symbol in rule.expansion}
    terminals = sorted({symbol.name for symbol in symbols if symbol.is_term} | {"$END"})
    number = {name: i for i, name in enumerate(terminals)}
    origins = sorted({rule.origin.name for rule in parser.rules})
    origin_number = {name: i for i, name in enumerate(origins)}
    rule_number = {rule: i for i, rule in enumerate(parser.rules)}
    sets: dict[tuple[int, ...], int] = {}
    goto_rows: dict[tuple[int, ...], int] = {}
    # lark numbers the states in the order of its sets, which differs from run to run.
    order = _state_order(table.states, table.start_states["start"])
    rows: list[tuple[list[int], list[int], int]] = []
    for state in sorted(order, key=order.__getitem__):
        shifts: list[int] = []
        goto: list[int] = []
        reduces: dict[int, list[int]] = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action is not Shift:
                reduces.setdefault(rule_number[target], []).append(number[symbol])
            elif symbol in number:
                shifts += number[symbol], order[target]
            else:
                goto += origin_number[symbol], order[target]
        flat = [
            x
            for rule, names in sorted(reduces.items())
            for x in (rule, sets.setdefault(tuple(names), len(sets)))
        ]
        rows.append((shifts, flat, goto_rows.setdefault(tuple(goto), len(goto_rows))))
    return {
        "terminals": list(terminals),
        "nonterminals": list(origins),
        "literals": {t.pattern.value: number[t.name] for t in parser.terminals},
        "rules": [_pack_rule(rule, origin_number) for rule in parser.rules],
        "sets": [list(names) for names in sets],
        "gotos": [list(row) for row in goto_rows],
        "states": rows,
        "start": order[table.start_states["start"]],
        "end": order[table.end_states["start"]],
    }


def _state_order(states: dict[int, dict[str, tuple[object, object]]], start: int) -> dict[int, int]:
    """Number the states in the order in which they are reached from the start."""
    order = {start: 0}
    queue = [start]
    for state in queue:
        for _, (_, target) in sorted(states[state].items()):
            if isinstance(target, int) and target not in order:
                order[target] = len(order)
                queue.append(target)
    return order


def _pack_rule(rule: Rule, origin_number: dict[str, int]) -> tuple[str, int, int, list[int], int]:
    """Follow lark's own shaping of trees: what is kept, spread out, or missing."""
    from lark.grammar import Terminal

    options = rule.options
    gaps = [len(ones) for ones in "".join("01"[x] for x in options.empty_indices).split("0")]
    gaps += [0] * (len(rule.expansion) + 1 - len(gaps))
    takes: list[int] = []
    for place, symbol in enumerate(rule.expansion):
        takes += [-1] * gaps[place]
        if not isinstance(symbol, Terminal):
            takes.append(2 * place + symbol.name.startswith("_"))
        elif options.keep_all_tokens or not symbol.filter_out:
            takes.append(2 * place)
    takes += [-1] * gaps[len(rule.expansion)]
    origin = rule.origin.name
    passes = options.expand1 and not rule.alias
    return rule.alias or origin, origin_number[origin], len(rule.expansion), takes, int(passes)


def _unpack(stored: Stored) -> Tables:
    sets = stored["sets"]
    gotos = [dict(zip(row[::2], row[1::2], strict=True)) for row in stored["gotos"]]
    actions = []
    for shifts, reduces, _ in stored["states"]:
        row = dict(zip(shifts[::2], shifts[1::2], strict=True))
        for rule, names in zip(reduces[::2], reduces[1::2], strict=True):
            row.update(dict.fromkeys(sets[names], ~rule))
        actions.append(row)
    return Tables(
        terminals=tuple(stored["terminals"]),
        nonterminals=tuple(stored["nonterminals"]),
        number_of={name: number for number, name in enumerate(stored["terminals"])},
        literals=stored["literals"],
        rules=tuple(
            RuleShape(
                name=name,
                origin=origin,
                length=length,
                takes=tuple(takes),
                passes_single=bool(passes),
                is_list=name.startswith("_"),
            )
            for name, origin, length, takes, passes in stored["rules"]
        ),
        actions=tuple(actions),
        gotos=tuple(gotos[row] for _, _, row in stored["states"]),
        start=stored["start"],
        end=stored["end"],
    )


def main() -> None:
    """Rewrite the shipped tables."""
    document = _document(build_payload(), grammar_key())
    write_file(SHIPPED, document)


if __name__ == "__main__":
    main()
