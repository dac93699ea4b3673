"""Statements to text: in goes a tree, out come lines that are read as the same tree."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.syntax.trees import items as it
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.expressions import Expr, Ident
from rulelang.syntax.writing.write_expressions import (
    ACCESS,
    ON,
    SUM,
    call_text,
    calls_text,
    expr,
    quoted,
    where,
)

INDENT = "    "


def indented(lines: Iterable[str]) -> list[str]:
    """Return lines one level further to the right."""
    return [f"{INDENT}{line}" for line in lines]


def label(node: it.Label | None) -> str:
    """Return ` "label" ru "…"`, or nothing."""
    if node is None:
        return ""
    english, *others = node.words
    more = "".join(f" {language} {quoted(text)}" for language, text in others)
    return f" {quoted(english[1])}{more}"


def maybe(word: str, node: Expr | None, least: int = SUM) -> str:
    """Return ` word EXPRESSION`, or nothing."""
    return "" if node is None else f" {word} {expr(node, least)}"


def note(node: it.Cite | it.Note) -> str:
    """Return a line that cites, or one that notes."""
    if isinstance(node, it.Cite):
        return f"cite {', '.join(node.clauses)}"
    return f"note{label(node.label)}"


def params(nodes: tuple[it.Param, ...]) -> str:
    """Return parameters in brackets, or nothing."""
    return f"({', '.join(map(_param, nodes))})" if nodes else ""


def _param(node: it.Param) -> str:
    name = node.name.text
    match node:
        case it.Asked(domain=domain, condition=condition, if_any=if_any):
            text = f"{name} in {expr(domain, ON)}{where(condition)}"
        case it.AskedBundle(size=size, domain=domain, if_any=if_any):
            text = f"{name} as {expr(size, SUM)} from {expr(domain, SUM)}"
        case it.Given(type=type_, default=default):
            return f"{name}: {type_text(type_)}{maybe('=', default)}"
    return f"{text} if any" if if_any else text


def type_text(node: it.Type) -> str:
    """Return a type."""
    text = "effect" if node.domain is None else expr(node.domain, SUM)
    text = f"{node.collection} of {text}" if node.collection else text
    return f"{text} or none" if node.optional else text


def body(head: str, stmts: st.Body) -> list[str]:
    """Return a line that ends in a colon with its statements: one simple one behind it, others below."""
    if len(stmts) == 1 and _is_simple(stmts[0]):
        return [f"{head}: {simple(stmts[0])}"]
    return [f"{head}:", *indented(line for stmt in stmts for line in statement(stmt))]


_SIMPLE = (
    *(st.Let, st.Do, st.Stop, st.Finish, st.Claim, st.ScoreNow, st.Draw, st.Shuffle, st.Reveal),
    *(st.Roll, st.Choose, st.May, st.Move, st.Swap, st.Transfer, st.SetTo, st.Shift, st.AddTo),
)


def _is_simple(node: st.Stmt) -> bool:
    """Whether a statement takes one line; one that may be left out does if its only statement does."""
    if isinstance(node, st.ResolveList) and _is_may(node):
        inner = node.entries[0].body
        return len(inner) == 1 and _is_simple(inner[0])
    return isinstance(node, _SIMPLE)


def _is_may(node: st.ResolveList) -> bool:
    return node.optional and len(node.entries) == 1 and node.entries[0].times is None


def statement(node: st.Stmt) -> list[str]:
    """Return the lines of a statement."""
    if _is_simple(node):
        return [simple(node)]
    match node:
        case it.Cite() | it.Note():
            return [note(node)]
        case st.DoBody(body=inner):
            return body("do", inner)
        case st.If():
            return _if("if", node)
        case st.Each(variable=name, source=source, condition=condition, by=by, body=inner):
            head = f"each {name.text} in {expr(source, ON)}{where(condition)}{maybe('by', by)}"
            return body(head, inner)
        case st.Step(name=name, body=inner):
            return body(f"step {name.text}{label(node.label)}", inner)
        case st.Turn(player=player, body=inner):
            return body(f"turn {player.text}", inner)
        case st.Repeat(variable=variable, source=source, until=until, body=inner):
            head = "repeat"
            if variable is not None and source is not None:
                head += f" each {variable.text} in {expr(source, ON)}{where(node.condition)}"
            return body(f"{head}{where(until, 'until')}", inner)
        case st.Times(count=count, body=inner):
            return body(f"repeat {expr(count, SUM)} times", inner)
        case st.Meanwhile(calls=calls):
            return [f"meanwhile {calls_text(calls)}"]
        case st.Otherwise(body=inner):
            return body("otherwise", inner)
        case st.Collect(source=source, body=inner, short=short):
            return [
                *body(f"collect from {expr(source, SUM)}", inner),
                f"short: {expr(short, SUM)}",
            ]
        case _:
            return _choosing(node)


def _choosing(node: st.Stmt) -> list[str]:
    match node:
        case st.Together(variable=name, source=source, body=inner, then=then):
            head = f"together each {name.text} in {expr(source, ON)}{where(node.condition)}"
            lines = body(f"{head}{', secretly' * node.secretly}", inner)
            return lines + (body("then", then) if then else [])
        case st.Resolve(variable=name, source=source, body=inner):
            head = f"resolve {name.text} in {expr(source, ON)}{where(node.condition)}"
            return body(f"{head}, any order{', optional' * node.optional}", inner)
        case st.ResolveList(entries=(entry,)) if _is_may(node):
            return _entry(entry, "may ")
        case st.ResolveList(entries=entries):
            lines = [line for entry in entries for line in _entry(entry)]
            return [f"resolve any order{', optional' * node.optional}:", *indented(lines)]
        case st.ChooseCase(chooser=chooser, name=name, options=options):
            lines = [line for option in options for line in _option(option)]
            return [f"{_chooser(chooser)} {name.text}{label(node.label)}:", *indented(lines)]
        case _:
            raise TypeError(f"{type(node).__name__} has no text")


def _if(word: str, node: st.If) -> list[str]:
    lines = body(f"{word} {expr(node.condition)}", node.then)
    if not node.otherwise:
        return lines
    if len(node.otherwise) == 1 and isinstance(node.otherwise[0], st.If):
        return lines + _if("else if", node.otherwise[0])
    return lines + body("else", node.otherwise)


def _entry(node: st.ResolveEntry, word: str = "") -> list[str]:
    times = "" if node.times is None else f", {expr(node.times, SUM)} times"
    head = f"{word}{node.name.text}{label(node.label)}{times}{where(node.condition, 'if')}"
    return body(head, node.body)


def _option(node: st.CaseOption) -> list[str]:
    head = f"{node.name.text}{params(node.params)}{label(node.label)}{where(node.condition, 'if')}"
    return body(head, node.body) if node.body else [head]


def _chooser(chooser: Ident | None) -> str:
    return "choose" if chooser is None else f"{chooser.text} chooses"


def simple(node: st.Stmt) -> str:
    """Return the line of a simple statement."""
    match node:
        case st.ResolveList(entries=(entry,)):
            return _entry(entry, "may ")[0]
        case st.Let(name=name, expr=value):
            return f"let {name.text} = {expr(value)}"
        case st.Do(call=call):
            return f"do {call_text(call)}"
        case st.Stop(name=stopped):
            return "stop" if stopped is None else f"stop {stopped.text}"
        case st.Finish():
            return "finish"
        case st.Claim(amount=amount, player=player):
            return f"claim {expr(amount, SUM)} for {expr(player, SUM)}"
        case st.ScoreNow(amount=amount, line=line, player=whose):
            return f"score {expr(amount, SUM)} as {line.text}{maybe('for', whose)}"
        case st.Draw(count=count, source=source, target=target):
            how = " at random" * node.at_random
            return f"draw {expr(count, SUM)}{how} from {expr(source, SUM)} to {expr(target, SUM)}"
        case st.Shuffle(pile=pile):
            return f"shuffle {expr(pile, SUM)}"
        case st.Reveal(what=what, to=to):
            return f"reveal {expr(what, SUM)}{maybe('to', to)}"
        case st.Roll(name=name, dice=dice, among=among):
            said = f"{dice[0]}d{dice[1]}" if dice is not None else ""
            return f"roll {name.text} = {said if among is None else expr(among, SUM)}"
        case st.Choose(chooser=chooser, pick=pick):
            return f"{_chooser(chooser)} {_pick(pick)}"
        case st.May(chooser=chooser, calls=calls, repeatedly=repeatedly):
            who = "" if chooser is None else f"{chooser.text} "
            return f"{who}may {calls_text(calls, repeatedly=repeatedly)}"
        case _:
            return _change(node)


def _pick(node: st.PickValues | st.PickCalls | st.PickOrder) -> str:
    match node:
        case st.PickValues(bindings=bindings, condition=condition):
            return f"{', '.join(map(_binding, bindings))}{where(condition)}"
        case st.PickCalls(calls=calls, repeatedly=repeatedly):
            return calls_text(calls, repeatedly=repeatedly)
        case st.PickOrder(what=what):
            return f"order of {expr(what, SUM)}"


def _binding(node: st.Binding) -> str:
    if isinstance(node, st.BindOne):
        text = f"{node.name.text} in {expr(node.domain, ON)}"
    else:
        text = f"{node.name.text} as {expr(node.size, SUM)} from {expr(node.domain, SUM)}"
    return f"{text} if any" if node.if_any else text


def _change(node: st.Stmt) -> str:
    match node:
        case st.Move(what=what, everything=everything, source=source, target=target, how=hows):
            moved = f"all of {expr(what, ON)}" if everything else expr(what, SUM)
            to = f"{maybe('from', source)} to {expr(target, SUM)}"
            return f"move {moved}{to}{''.join(map(how, hows))}"
        case st.Swap():
            first = f"{expr(node.first, SUM)} from {expr(node.first_from, SUM)}"
            return f"swap {first} with {expr(node.second, SUM)} from {expr(node.second_from, SUM)}"
        case st.Transfer(verb=verb, amount=amount, source=source, target=goal):
            return f"{verb} {expr(amount, SUM)}{maybe('from', source)}{maybe('to', goal)}"
        case st.SetTo(target=target, value=value):
            return f"set {expr(target, ACCESS)} to {expr(value)}"
        case st.Shift(verb=verb, target=target, amount=amount):
            return f"{verb} {expr(target, ACCESS)} by {expr(amount, SUM)}"
        case st.AddTo(verb=verb, item=item, target=target):
            word = "to" if verb == "add" else "from"
            return f"{verb} {expr(item, SUM)} {word} {expr(target, ACCESS)}"
        case _:
            raise TypeError(f"{type(node).__name__} has no text")


def how(node: st.How) -> str:
    """Return ` face up` and the like."""
    words = {"face_up": "face up", "face_down": "face down", "on_top": "on top"}
    if node.turn is not None:
        return f" turned {expr(node.turn, SUM)}"
    return f" {words.get(node.word, 'at bottom')}"
