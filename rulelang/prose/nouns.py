"""Values as noun phrases: in goes an expression, out comes what people would call it."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulelang.prose import amounts, calls, clauses, elements, numbers, places, possessives
from rulelang.prose.lexicon import Lemma
from rulelang.prose.phrases import OWN, PRONOUN, Phrase, link, plain, unmarked
from rulelang.prose.scope import ME, OWNER, Scope
from rulelang.prose.world import A_NUMBER, BUNDLE, FLAG, NUMBER, REF, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

LONG = 30  # letters of an owner that may stand before what it owns


def noun(expr: ex.Expr, scope: Scope) -> Phrase:  # one arm for each form
    """What the value of an expression is called."""
    voice, expr = scope.voice, scope.world.meant(expr)
    match expr:
        case ex.Number(value=value):
            return voice.made(str(value))
        case ex.Text(value=value):
            return _named(value, scope)
        case ex.Name(ident=ident):
            return _name(ident.text, scope)
        case ex.Kind(ident=ident):
            return voice.noun(scope.lemma(ident.text), plural=True)
        case ex.Constant(word=word):
            return _constant(word, scope)
        case ex.Amount(count=count, kind=kind):
            return amounts.counted(count, kind, scope)
        case ex.Binary():
            return _binary(expr, scope)
        case ex.IfElse():
            return either(expr, lambda branch: noun(branch, scope), scope)
        case ex.Of():
            return _state(expr, scope)
        case ex.KindOf(kind=kind, owner=owner):
            return possessed(scope.lemma(kind.text), owner, scope, plural=True)
        case ex.Printed(operand=operand, field=field):
            return possessed(_field(operand, field.text, scope), operand, scope)
        case ex.CallExpr():
            return calls.call(expr, scope)
        case _:
            return _compound(expr, scope)


def _field(operand: ex.Expr, field: str, scope: Scope) -> Lemma:
    """The word for what is printed; a part is printed on its tile."""
    tile = scope.world.part_of.get(scope.world.shape(operand, scope.shapes).kind)
    return scope.lemma(tile) if tile is not None and field == "tile" else scope.field(field)


def either(expr: ex.IfElse, say: Callable[[ex.Expr], Phrase], scope: Scope) -> Phrase:
    """What is usual, and in brackets what else it is if: `4 £ (0 £ if it is a bonus)`."""
    voice = scope.voice
    branches: list[tuple[Phrase, str]] = []
    rest: ex.Expr = expr
    while isinstance(rest, ex.IfElse):
        branches.append((say(rest.then), clauses.clause(rest.condition, scope)))
        rest = rest.otherwise
    usual = say(rest)
    is_nothing = len(branches) > 1 and numbers.value_of(rest, scope) == 0

    def told(case: str) -> str:
        others = [voice.tell("or_if", a=a.say(case), c=c) for a, c in branches]
        if is_nothing:
            return voice.tell("else_nothing", a=", ".join(others), x=usual.say(case))
        return f"{usual.say(case)} ({', '.join(others)})"

    return voice.each_case(told, branches[0][0] if is_nothing else usual)


def _compound(expr: ex.Expr, scope: Scope) -> Phrase:
    voice = scope.voice
    match expr:
        case ex.SetLit(items=items):
            if not items:
                return head("nothing", "", scope)
            found = [noun(item, scope) for item in items]
            return _of_one_kind(items, found, scope) or voice.joined(found)
        case ex.ListLit(items=items):
            return voice.joined([noun(item, scope) for item in items])
        case ex.Clockwise(direction=direction, start=start):
            return voice.phrase(f"all_{direction}", of=_players(scope), x=noun(start, scope))
        case ex.Comprehension():
            return elements.selected(expr, scope)
        case (
            ex.Unary(op="-") | ex.Divide() | ex.SizeOf() | ex.Fold() | ex.Longest() | ex.Cheapest()
        ):
            return numbers.number(expr, scope)
        case ex.Groups(source=source):
            tail = voice.tell("of", x=noun(source, scope))
            return voice.with_tail(voice.noun(scope.lemma("connected_group"), plural=True), tail)
        case _:
            return voice.made(clauses.clause(expr, scope))


def _of_one_kind(items: tuple[ex.Expr, ...], found: list[Phrase], scope: Scope) -> Phrase | None:
    """Places that are called by their kind and a name, the kind once: `the cells “b2” and “c3”`."""
    voice = scope.voice
    kinds = {scope.world.shape(item, scope.shapes).kind for item in items}
    if (
        len(items) < 2
        or len(kinds) > 1
        or not kinds <= {*scope.world.board_places, *scope.world.part_of}
    ):
        return None
    lemma = scope.lemma(kinds.pop())
    one = voice.noun(lemma, "the").say() + " "
    names = [each.say().removeprefix(one) for each in found]
    if any(not each.say().startswith(one) for each in found):
        return None
    return voice.with_tail(voice.noun(lemma, "the", plural=True), voice.listed(names))


def _players(scope: Scope) -> Phrase:
    return scope.voice.noun(scope.lemma("Player"), plural=True)


def _constant(word: str, scope: Scope) -> Phrase:
    voice = scope.voice
    if word == "me":
        return scope.bound[ME].phrase
    if word == "owner" and OWNER in scope.bound:
        return scope.bound[OWNER].phrase
    if word == "everyone":
        return voice.noun(scope.lemma("Player"), "all", plural=True)
    if word in {"others", "active", "owner"}:
        like = voice.noun(scope.lemma("Player"), plural=word == "others")
        return voice.phrase(word, of=like, x=like)
    return head({"none": "nothing", "true": "yes", "false": "no"}[word], "", scope)


def _named(name: str, scope: Scope) -> Phrase:
    """Something that the game declares by name: a case, a card, a place."""
    world, voice = scope.world, scope.voice
    if name in world.printed_parts:
        part = voice.noun(scope.lemma(world.members[name]), "the")
        return voice.with_tail(part, voice.quoted(part_name(name, scope)))
    kind = world.members.get(name, "")
    if kind and name == kind.lower() and not scope.teller.lexicon.has_own(name):
        return voice.noun(scope.lemma(kind), "the")
    if scope.teller.lexicon.has_own(name):
        label = scope.member(name).forms["nom"]
        if kind and label.isdigit():
            return voice.with_tail(voice.noun(scope.lemma(kind), "the"), link(name, label))
        if kind in world.components and world.components[kind].word in {"card", "tile"}:
            return _entitled(name, kind, scope)
        return voice.noun(scope.member(name))
    owned = _owned_thing(name, scope) or _combination(name, scope)
    if owned is not None:
        return owned
    if any(c.isdigit() for c in name) and not kind:
        return voice.made(voice.quoted(name.replace("_", " ")))
    if kind and not name.replace("_", "").isalpha():
        return voice.with_tail(
            voice.noun(scope.lemma(kind), "the"), voice.quoted(name.replace("_", " "))
        )
    return voice.noun(scope.member(name))


def case_that_says_its_kind(expr: ex.Expr, scope: Scope) -> Phrase | None:
    """A case whose name is an adjective and what it is a case of: `the right space`, of the spaces."""
    if not isinstance(expr, ex.Name) or expr.ident.text in scope.bound:
        return None
    name = expr.ident.text
    kind = scope.world.members.get(name, "")
    words = scope.member(name).forms["nom"].split(" ")
    if len(words) != 2 or kind not in scope.world.enums:
        return None
    is_said = words[1] in scope.lemma(kind).forms["nom"].split(" ")
    return scope.voice.noun(scope.member(name), "the") if is_said else None


def _entitled(name: str, kind: str, scope: Scope) -> Phrase:
    """A card or tile by its name in quotes, which has no cases: what it is has them."""
    voice = scope.voice
    label = scope.member(name).forms["nom"]
    if label.endswith(f" {scope.lemma(kind).forms['nom']}"):  # `start tile` says what it is
        return voice.noun(scope.member(name), "the")
    said = voice.quoted(link(name, label))
    if not voice.is_russian:
        return voice.made(said)
    word = voice.noun(scope.lemma(kind))
    says_it = label.startswith(f"{scope.lemma(kind).forms['nom']} ")  # `контракт 9`
    bare = {"nom", "acc"} if says_it and word.say("acc") == word.say() else {"nom"}
    return voice.each_case(lambda c: said if c in bare else f"{word.say(c)} {said}", word)


def part_name(name: str, scope: Scope) -> str:
    """A part of a tile: `L48, river`; of several such rivers the second is `L48, river 2`."""
    part = scope.world.printed_parts[name]
    tile = scope.member(part.tile).forms["nom"]
    if not part.case or part.case not in scope.world.members:
        return f"{tile}, {name.partition('.')[2]}"
    case = scope.member(part.case).forms["nom"]
    return f"{tile}, {case} {part.rank}" if part.rank else f"{tile}, {case}"


def owned_kind(name: str, scope: Scope) -> Lemma | None:
    """What `red_boat` is apart from whose: a boat."""
    owner, _, kind = name.partition("_")
    kinds = {each.lower(): each for each in scope.world.components}
    if name in scope.bound or scope.world.members.get(owner) != "Player":
        return None
    if kind not in kinds and kind not in scope.world.members:
        return None
    return scope.lemma(kinds[kind]) if kind in kinds else scope.member(kind)


def _owned_thing(name: str, scope: Scope) -> Phrase | None:
    """`red_boat`: the boat of red."""
    owner = name.partition("_")[0]
    lemma = owned_kind(name, scope)
    if lemma is None:
        return None
    span = scope.world.linked.header.span
    return possessed(lemma, ex.Name(span, ex.Ident(span, owner)), scope)


def is_named(expr: ex.Expr, scope: Scope) -> bool:
    """Whether an expression names one thing, be it only by its combination of fields."""
    name = expr.ident.text if isinstance(expr, ex.Name) else ""
    is_combined = bool(name) and name not in scope.bound and _combination(name, scope) is not None
    return elements.is_constant(expr, scope) or is_combined


def _combination(name: str, scope: Scope) -> Phrase | None:
    """`red_5` of a card that is there once for each combination of its fields."""
    values = name.split("_")
    for kind, item in scope.world.components.items():
        fields = [line for line in item.lines if isinstance(line, syn.Field)]
        if item.how != "each" or len(fields) != len(values):
            continue
        if all(value.isdigit() or value in scope.world.members for value in values):
            said = [v if v.isdigit() else scope.member(v).forms["nom"] for v in values]
            return scope.voice.with_tail(
                scope.voice.noun(scope.lemma(kind)), f"({', '.join(said)})"
            )
    return None


def _name(name: str, scope: Scope) -> Phrase:  # one for each sort of name
    world, voice = scope.world, scope.voice
    if name in scope.bound:
        return scope.bound[name].phrase
    if name in world.settings:
        return numbers.setting(name, scope)
    if name in world.places:
        return contents(ex.Name(world.places[name].span, world.places[name].name), scope)
    if name in world.vars or name in world.awards or name in world.boards:
        return voice.noun(scope.lemma(name), "the")
    if name in world.defines:
        return calls.defined(name, (), scope)
    if name in world.regions:
        return voice.noun(scope.lemma(name), plural=True)
    if name == "players":
        return head("player_count", "", scope)
    return _named(name, scope)


def contents(place: ex.Expr, scope: Scope, mode: str = "in") -> Phrase:
    """All that lies in a place."""
    shape = scope.world.shape(place, scope.shapes)
    at = places.where(place, mode, scope)
    if shape.form == BUNDLE:
        return scope.voice.phrase("everything", where=at)
    if shape.kind == "thing" or places.is_called_by(place, shape.kind, scope):
        return places.spot(place, scope).phrase
    return scope.voice.with_tail(scope.voice.noun(scope.lemma(shape.kind), plural=True), at)


def _state(expr: ex.Of, scope: Scope) -> Phrase:
    name, world = expr.name.text, scope.world
    if expr.part is not None:  # `my f of x`: how many of f are mine there
        return numbers.in_account(name, expr.part, scope)
    if name in scope.bound:
        if world.shape(expr, scope.shapes) == A_NUMBER:
            return numbers.in_account(name, expr.owner, scope)
        return possessed_phrase(scope.bound[name].phrase, expr.owner, scope)
    if name in world.places or name == "supply":
        return contents(expr, scope)
    if name in world.vars or name in world.boards:
        return possessed(scope.lemma(name), expr.owner, scope)
    group = next((g for g in world.groups if g.lower() == name and world.groups[g].one_per), None)
    if group is not None:
        return possessed(scope.lemma(group), expr.owner, scope)
    return numbers.in_account(name, expr.owner, scope)


def possessed(lemma: Lemma, owner: ex.Expr, scope: Scope, *, plural: bool = False) -> Phrase:
    """Something of somebody: `your hand`, `рука этого игрока`."""
    voice = scope.voice
    holder = noun(owner, scope)
    if plain(holder.say()) == plain(voice.you().say()):
        return voice.noun(lemma, "your", plural=plural)
    bare = voice.noun(lemma, plural=plural)
    if holder.say() == OWN:
        own = Phrase((f"their {bare.say()}",), bare.gender, lemma=lemma)
        return voice.noun(lemma, "own", plural=plural) if voice.is_russian else own
    if voice.is_russian:
        if holder.say("gen").startswith(PRONOUN):
            whose = holder.say("gen").removeprefix(PRONOUN)
            return voice.each_case(lambda case: f"{whose} {bare.say(case)}", bare)
        if is_this(holder, scope):
            gen = holder.say("gen")
            return voice.each_case(lambda case: possessives.marked(bare.say(case), gen), bare)
        return voice.with_tail(bare, holder.say("gen"))
    if plain(holder.say()) in {"it", "which"}:
        return Phrase((f"its {bare.say()}",), bare.gender, lemma=lemma)
    if plain(holder.say()) in {"they", "who"}:
        return Phrase((f"their {bare.say()}",), bare.gender, lemma=lemma)
    is_player = scope.world.shape(owner, scope.shapes).kind == "Player"
    is_short = len(plain(holder.say())) < LONG and " of " not in holder.say()
    if is_player and is_short:
        mark = "’" if holder.is_plural else "’s"
        whose = f"{holder.say()}{mark}"
        whose = possessives.whose(whose) if is_this(holder, scope) else whose
        return Phrase((f"{whose} {bare.say()}",), bare.gender, lemma=lemma)
    said = f"{bare.say()} of {holder.say()}"
    if is_this(holder, scope):
        said = possessives.marked(bare.say(), f"of {holder.say()}")
    return Phrase((f"the {said}",), bare.gender, lemma=lemma)


def is_this(holder: Phrase, scope: Scope) -> bool:
    """Whether something is called `this K`, so that a pronoun may do where it came up just before."""
    lemma = holder.lemma
    return lemma is not None and holder == scope.voice.noun(lemma, "this", plural=holder.is_plural)


def possessed_phrase(what: Phrase, owner: ex.Expr, scope: Scope) -> Phrase:
    """What somebody chose: `this answer of the player`."""
    holder = noun(owner, scope)
    whose = holder.say("gen" if scope.voice.is_russian else "nom")
    if whose.startswith(PRONOUN):
        word = whose.removeprefix(PRONOUN) if scope.voice.is_russian else "their"
        said = scope.voice.each_case(lambda case: f"{word} {what.say(case)}", what)
        if not scope.voice.is_russian:
            return Phrase((said.say().replace("their the ", "their ", 1),), what.gender)
        return said
    return scope.voice.with_tail(what, scope.voice.tell("of", x=holder))


def head(key: str, tail: str, scope: Scope) -> Phrase:
    """A phrase that begins with a word of ours: `the number of …`, `сумма …`."""
    en, ru = numbers.HEADS[key]
    if key in numbers.BARE:
        return scope.voice.made(ru if scope.voice.is_russian else en)
    voice = scope.voice
    text = ru if voice.is_russian else en
    word = scope.teller.lexicon.of_text(text, animate=key in numbers.ALIVE)
    return voice.with_tail(voice.noun(word, "the"), tail)


QUANTITY = re.compile(
    r"(the|their) (number|amount|remainder|sum|total)\b|((его|её|их) )?(количество |остаток |сумма |общ)"
)

WHOSE = re.compile(r"^(the|their|его|её|их) ")
OF_THEIRS = re.compile(r"^(number of|количеств\w+) (their|его|её|их) ")


def as_quantity(phrase: Phrase, scope: Scope) -> Phrase | None:
    """A number that can be the greatest: `number of cards in their hand`; None of what is called otherwise."""
    if QUANTITY.match(plain(phrase.say())) is None:
        return None
    bare = [OF_THEIRS.sub(r"\1 ", WHOSE.sub("", form)) for form in phrase.forms]
    return Phrase(tuple(bare), phrase.gender)


def head_of(key: str, owner: ex.Expr, scope: Scope) -> Phrase:
    """A word of ours for what somebody has: `your points`, `Red’s points`."""
    en, ru = numbers.HEADS[key]
    lemma = scope.teller.lexicon.of_text(ru if scope.voice.is_russian else en)
    return possessed(lemma, owner, scope)


def _binary(expr: ex.Binary, scope: Scope) -> Phrase:
    voice = scope.voice
    shape = scope.world.shape(expr, scope.shapes)
    match expr.op:
        case "+" if (same := regions_of_one(expr, scope)) is not None:
            return _regions(*same, scope)
        case "+" if shape.form in {BUNDLE, SET, REF}:
            return _sum(flat(expr, "+"), scope)
        case "-" | "except" if shape.form != NUMBER:
            left = noun(expr.left, scope)
            return voice.phrase("except", of=left, a=left, b=noun(expr.right, scope))
        case "*" if shape.form == BUNDLE:
            return amounts.counted(expr.left, expr.right, scope)
        case "on":
            return elements.lying(expr, scope)
        case "..":
            return voice.made(
                voice.tell("range", a=noun(expr.left, scope), b=noun(expr.right, scope))
            )
        case "+" | "-" | "*":
            return numbers.number(expr, scope)
        case _:
            assert shape.form == FLAG
            return voice.made(clauses.clause(expr, scope))


def _sum(parts: list[ex.Expr], scope: Scope) -> Phrase:
    """`a, b and c`; what belongs to the same thing says so once: `the coins and goods of this tile`."""
    voice = scope.voice
    said = [noun(part, scope) for part in parts]
    owners = {noun(owner, scope).say() for owner in map(_printed_on, parts) if owner is not None}
    last = _printed_on(parts[-1])
    if len(owners) != 1 or last is None or any(_printed_on(part) is None for part in parts):
        return voice.joined(said)
    of = unmarked(" " + voice.tell("of", x=noun(last, scope)))
    said = [_unmarked(each, scope) for each in said]
    if not all(each.say().endswith(of) for each in said):
        return voice.joined(said)
    bare = [
        voice.each_case(lambda case, each=each: each.say(case).removesuffix(of), each)  # type: ignore[misc]  # bound now
        for each in said[:-1]
    ]
    whole = voice.joined([*bare, said[-1]])
    if voice.is_russian:
        return whole
    if any(len(plain(each.say()).split()) > 2 for each in bare):
        return whole  # `the price in coins and the price in barrels`
    return Phrase((whole.say().replace(" and the ", " and ").replace(", the ", ", "),), "pl")


def _unmarked(phrase: Phrase, scope: Scope) -> Phrase:
    return scope.voice.each_case(lambda case: unmarked(phrase.say(case)), phrase)


def _printed_on(part: ex.Expr) -> ex.Expr | None:
    match part:
        case ex.Printed(operand=operand) | ex.Binary(op="*", left=ex.Printed(operand=operand)):
            return operand
        case _:
            return None


def regions_of_one(expr: ex.Expr, scope: Scope) -> tuple[list[str], Phrase] | None:
    """Regions that all have the same element, by their names, and that element."""
    parts = flat(expr, "+")
    found = [p for p in parts if isinstance(p, ex.CallExpr) and p.name.text in scope.world.regions]
    if len(parts) < 2 or len(found) < len(parts):
        return None
    if len({noun(call.args[0], scope).say() for call in found}) > 1:
        return None
    return [call.name.text for call in found], noun(found[0].args[0], scope)


def either_region(words: list[Phrase], scope: Scope) -> Phrase:
    """`the forest, meadow or river`: an element is in one of them."""
    likes = scope.voice.joined(words, "or")
    if scope.voice.is_russian:
        return likes
    return Phrase((likes.say().replace(", the ", ", ").replace(" or the ", " or "),))


def _regions(names: list[str], of: Phrase, scope: Scope) -> Phrase:
    """`the forest, meadow or river of this segment`."""
    voice = scope.voice
    likes = either_region([voice.noun(scope.lemma(name), "the") for name in names], scope)
    return voice.phrase("region_of", of=likes, r=likes, x=of)


def quoted(name: ex.Ident, scope: Scope) -> str:
    """A case by its name, in quotes."""
    text = scope.member(name.text).forms["nom"]
    return scope.voice.quoted(link(name.text, text))


def flat(expr: ex.Expr, op: str) -> list[ex.Expr]:
    """The operands of a chain of one operator."""
    if isinstance(expr, ex.Binary) and expr.op == op:
        return [*flat(expr.left, op), *flat(expr.right, op)]
    return [expr]


def linked_label(name: str, scope: Scope) -> str:
    """The label of a rule or step in quotes, as a link."""
    label = scope.teller.lexicon.heading(name) or name.replace("_", " ")
    if scope.teller.lexicon.heading(name) is None:
        scope.lemma(name)  # so that the lint knows
    return scope.voice.quoted(link(name, label))
