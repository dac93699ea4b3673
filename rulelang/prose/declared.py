"""What a game is made of, as text: settings, kinds, components, boards, zones, accounts, variables."""

from __future__ import annotations

from rulelang.prose import amounts, clauses, elements, nouns, numbers, used
from rulelang.prose.lexicon import Lemma
from rulelang.prose.lines import Line, Nest
from rulelang.prose.phrases import Phrase, plain
from rulelang.prose.scope import Scope
from rulelang.prose.world import A_NUMBER, EFFECT, FLAG, NUMBER, REF, SET
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn

MANY = 4  # fields that are better listed
ENDLESS = 99  # steps of a track of which nobody sees the end
LISTED = 8  # cases of a kind that still fit in a sentence


def setting(item: syn.Setting | syn.ChoiceSetting, scope: Scope) -> list[Line]:
    voice = scope.voice
    if isinstance(item, syn.ChoiceSetting):
        cases = [voice.quoted(_case(item, case, scope)) for case in item.cases]
        usual = item.value
        value = voice.quoted(_case(item, usual.ident, scope)) if isinstance(usual, ex.Name) else ""
        return [voice.tell("setting_cases", v=value, cases=voice.listed(cases))]
    if isinstance(item.value, ex.Constant):
        return [voice.tell("setting_flag_on" if item.value.word == "true" else "setting_flag_off")]
    value = _by_players(item.value, scope)
    if isinstance(item.range, ex.Binary):
        low, high = nouns.noun(item.range.left, scope), nouns.noun(item.range.right, scope)
        return [voice.tell("setting_number", v=value, a=low, b=high)]
    return [voice.tell("setting_fixed", v=value)]


def _case(item: syn.ChoiceSetting, ident: ex.Ident, scope: Scope) -> str:
    return scope.teller.lexicon.case(item.name.text, ident.text)


def _by_players(value: ex.Expr | syn.ByPlayers, scope: Scope) -> str:
    if not isinstance(value, syn.ByPlayers):
        return nouns.noun(value, scope).say()
    said = []
    for players, each in value.entries:
        if not scope.world.is_played_by(players):
            continue
        key = "per_players_one" if players == 1 else "per_players"
        said.append(scope.voice.tell(key, n=nouns.noun(each, scope), players=players))
    return scope.voice.listed(said)


# --- kinds -----------------------------------------------------------------------------------------------


def component(item: syn.Component, scope: Scope) -> list[Line]:
    """How many of a kind there are, and what is printed on them."""
    if item.how == "each":
        voice, fields = scope.voice, _fields_of(item)
        said = voice.listed([_field(field, scope, with_range=True) for field in fields])
        return [voice.tell("things_each", x=said)]
    return [*_how_many(item, scope), *printed_on(item, scope)]


def _fields_of(item: syn.Component) -> list[syn.Field]:
    return [line for line in item.lines if isinstance(line, syn.Field)]


def _how_many(item: syn.Component, scope: Scope) -> list[Line]:
    voice, lemma = scope.voice, scope.lemma(item.kind.text)
    lines: list[Line] = []
    if item.per is not None:
        count = item.count if item.count is not None else ex.Number(item.span, 1)
        key = "things_each_player_of_kinds" if item.table is not None else "things_each_player"
        lines.append(voice.tell(key, n=counted(count, lemma, scope)))
    elif item.count is not None and item.table is not None:
        lines.append(voice.tell("there_are_of_kinds", n=counted(item.count, lemma, scope)))
    elif item.count is not None:
        lines.append(voice.tell("there_are_things", n=counted(item.count, lemma, scope)))
    elif item.table is not None:
        rows = _rows(item.table, scope)
        lines.append(voice.tell("there_are_things", n=voice.counted(rows, lemma)))
    else:
        lines.append(voice.tell("there_are_things", n=voice.counted(1, lemma)))
    return lines


def printed_on(item: syn.Component, scope: Scope) -> list[Line]:
    """What is printed on a kind of components, and on their parts."""
    fields, intro = _fields_of(item), ""
    if item.word == "piece":  # nothing is printed on a pawn
        intro = scope.voice.tell("has_each")
        fields = [field for field in fields if isinstance(field.default, ex.Number)]
    parts = _of_parts(item, scope.lemma(item.kind.text), scope)
    return [*_shown(fields, scope, intro), *parts]


def _of_parts(item: syn.Component, lemma: Lemma, scope: Scope) -> list[Line]:
    """The parts of a tile, and what is printed on them."""
    voice = scope.voice
    lines: list[Line] = []
    for line in item.lines:
        if isinstance(line, syn.Parts):
            part = scope.lemma(line.kind.text)
            whole, many = voice.noun(lemma, "each"), voice.noun(part, plural=True)
            lines.append(voice.tell("made_of", t=whole, x=many))
            printed = [f for f in line.lines if isinstance(f, syn.Field) and not _is_port(f)]
            each = voice.noun(part, "each")
            lines += _shown(printed, scope, voice.tell("part_shows", k=each, x=""))
    return lines


def _is_port(field: syn.Field) -> bool:
    """Whether a field says where a part reaches the rim: that is drawn, not read."""
    domain = field.type.domain
    return isinstance(domain, ex.Kind) and domain.ident.text == "Port"


def counted(count: ex.Expr | syn.ByPlayers, lemma: Lemma, scope: Scope) -> Phrase:
    return amounts.counted_lemma(count, lemma, scope)


def _rows(table: syn.Table, scope: Scope) -> int:
    """How many things the rows of a table make."""
    total = 0
    for each in (table, *table.more):
        data = scope.world.linked.table(each)
        if data is None:
            continue
        at = data.columns.index("count") if "count" in data.columns else None
        total += sum(
            int(row[at]) if at is not None and row[at].isdigit() else 1 for row in data.rows
        )
    return total


def _field(field: syn.Field, scope: Scope, *, with_range: bool = False) -> str:
    """What is printed; of which numbers only where there is one of each."""
    voice = scope.voice
    name = voice.noun(scope.field(field.name.text)).say()
    if not any(letter.isalpha() for letter in plain(name)):  # a sign such as £: what it is one of
        name = voice.noun(scope.lemma(scope.world.members.get(field.name.text, "number"))).say()
    shape = scope.world.of_type(field.type)
    domain = field.type.domain
    if isinstance(field.default, ex.Number):
        return f"{name} {field.default.value}"
    if with_range and isinstance(domain, ex.Binary) and shape.form not in {FLAG, EFFECT}:
        low, high = nouns.noun(domain.left, scope), nouns.noun(domain.right, scope)
        return voice.tell("field_in", f=name, a=low, b=high)
    return name


def fields(lines: tuple[syn.FieldLine, ...], scope: Scope) -> list[Line]:
    return _shown([line for line in lines if isinstance(line, syn.Field)], scope)


def _shown(fields: list[syn.Field], scope: Scope, intro: str = "") -> list[Line]:
    """What is printed: a few fields in a sentence, many as a list."""
    intro = intro or scope.voice.tell("shows")
    said = [_field(field, scope) for field in fields]
    if len(said) > MANY:
        return [Nest(intro, tuple(said))]
    return [f"{intro} {scope.voice.listed(said)}"] if said else []


def enum(item: syn.Enum, scope: Scope) -> list[Line]:
    voice = scope.voice
    names = [voice.noun(scope.member(member.ident.text)).say() for member in item.members]
    return [*_one_of(names, scope), *fields(item.lines, scope)]


def _one_of(names: list[str], scope: Scope) -> list[Line]:
    """The cases of a kind; one alone says nothing."""
    voice = scope.voice
    if len(names) < 2:
        return []
    if len(names) > LISTED:
        return [Nest(voice.tell("kind_cases_many"), tuple(names))]
    return [voice.tell("kind_cases", x=voice.listed(names, "or"))]


def group(item: syn.Group, scope: Scope) -> list[Line]:
    voice = scope.voice
    kind = voice.made(_word(item.kind.text, scope))
    if item.one_per is not None:
        return [voice.tell("group_one_per", x=kind)]
    others = [m.ident.text for m in item.members if _word(m.ident.text, scope) != kind.say()]
    if len(others) < len(item.members) and others:  # it is called as one of its members is
        many = voice.joined([voice.noun(scope.lemma(name), plural=True) for name in others])
        whole = voice.noun(scope.lemma(item.kind.text), plural=True)
        return [voice.tell("group_also", o=many, x=whole)]
    names = [voice.noun(scope.member(member.ident.text)).say() for member in item.members]
    return _one_of(names, scope)


def _word(name: str, scope: Scope) -> str:
    return plain(scope.voice.noun(scope.lemma(name)).say())


# --- places ----------------------------------------------------------------------------------------------


def board(item: syn.Board, scope: Scope) -> list[Line]:
    voice = scope.voice
    label = voice.noun(scope.lemma(item.name.text), "the")
    key = "board_grown" if item.grown else f"board_{item.grid}"
    held = _first_held(item, scope) if item.grown else scope.lemma("thing")
    tiles, one = voice.noun(held, plural=True), voice.noun(held)
    lines: list[Line] = [voice.tell(key, b=label, t=tiles)]
    if item.owner is not None:
        lines.append(voice.tell("board_each", b=voice.noun(scope.lemma(item.name.text))))
    if item.turned:
        lines.append(voice.tell("board_turned", t=tiles))
    if item.stacked:
        lines.append(voice.tell("board_stacked", t=tiles, one=one))
    for line in item.lines:
        if isinstance(line, syn.BoardPlaces) and line.holds:
            lines += holding(line, scope)
    return lines


def _first_held(item: syn.Board, scope: Scope) -> Lemma:
    """The word for what a board is made of, or holds first."""
    for line in item.lines:
        if isinstance(line, syn.BoardPlaces) and line.holds:
            return scope.lemma(line.holds[0].kinds[0].text)
    return scope.lemma("thing")


def holding(line: syn.BoardPlaces | syn.Parts, scope: Scope) -> list[Line]:
    """What a kind of places can hold."""
    voice = scope.voice
    said = []
    kind = voice.noun(scope.lemma(line.kind.text), "each")
    for hold in line.holds:
        names = [k.text for k in hold.kinds if _is_played_with(k.text, scope)]
        if not names:
            continue
        if all(_is_single(name, scope) for name in names):
            said.append(
                voice.joined([voice.noun(scope.lemma(name), "the") for name in names]).say()
            )
            continue
        plural = hold.order != "one"
        kinds = voice.joined([voice.noun(scope.lemma(name), plural=plural) for name in names], "or")
        said.append(voice.tell(f"hold_{hold.order}", x=kinds))
    if not said:
        return []
    return [voice.tell("place_holds", k=kind, x=voice.listed(said))]


def _is_played_with(kind: str, scope: Scope) -> bool:
    return kind not in scope.world.components or used.is_used(kind, scope.world)


def _is_single(kind: str, scope: Scope) -> bool:
    """Whether there is only one of a kind in the game."""
    item = scope.world.components.get(kind)
    if item is None or item.table is not None or item.per is not None or item.how == "each":
        return False
    return item.count is None or numbers.value_of(item.count, scope) == 1


def place(item: syn.Place, scope: Scope) -> list[Line]:
    """A zone or an account."""
    voice = scope.voice
    things = voice.joined([voice.noun(_held(kind.text, scope), plural=True) for kind in item.kinds])
    lines: list[Line] = []
    if item.owner is not None and item.owner.text == "Player":
        lines.append(voice.tell("zone_of_player", x=things))
    elif item.owner is not None:
        owner = voice.noun(scope.lemma(item.owner.text), "each")
        lines.append(voice.tell("zone_of", k=owner, x=things))
    else:
        lines.append(voice.tell("zone_pile" if item.is_pile else "zone_one", x=things))
    for prop in item.props:
        said = _prop(prop, scope)
        if said:
            lines.append(said)
    return lines


def _held(kind: str, scope: Scope) -> Lemma:
    """What lies there: of a kind with one case that case."""
    enum = scope.world.enums.get(kind)
    if enum is not None and len(enum.members) == 1:
        return scope.member(enum.members[0].ident.text)
    return scope.teller.lexicon.unit(kind)


def _prop(prop: syn.Prop, scope: Scope) -> str:
    voice = scope.voice
    match prop.word:
        case "seen":
            return voice.tell(f"seen_{prop.name}") if prop.name in {"owner", "nobody"} else ""
        case "capped" | "start_with" if prop.value is not None:
            value = prop.value
            if isinstance(value, syn.ByPlayers):
                number = voice.made(_by_players(value, scope))
            else:
                number = nouns.noun(value, scope)
            is_counted = prop.word == "start_with" and not isinstance(value, ex.Number | ex.Name)
            return voice.tell("start_counted" if is_counted else prop.word, n=number)
        case "unlimited":
            return voice.tell("unlimited")
        case "stops":
            return voice.tell("track_stops")
        case _:
            return ""


def says_much(item: object, scope: Scope) -> bool:
    """Whether the text of a place or variable tells more than that there is one, and for what."""
    match item:
        case syn.Place(props=props):
            # What lies in common stocks is listed with the components; nobody looks into a pile.
            plain_words = {"unlimited", "start_with"} if item.owner is None else set()
            told = [p for p in props if not (item.is_pile and p.name == "nobody")]
            return any(_prop(prop, scope) for prop in told if prop.word not in plain_words)
        case syn.Var():
            return False
        case syn.Enum(table=table):
            return table is None
        case syn.Track(values=values):
            return not isinstance(values, ex.Binary) or _has_end(values, scope)
        case _:
            return True


def _has_end(span: ex.Binary, scope: Scope) -> bool:
    """Whether a track comes to an end that somebody can reach."""
    high = numbers.value_of(span.right, scope)
    return high is None or high < ENDLESS


def variable(item: syn.Var | syn.Track, scope: Scope) -> list[Line]:
    voice = scope.voice
    lines: list[Line] = []
    if item.owner is not None:
        is_flag = isinstance(item, syn.Var) and scope.world.of_type(item.type).form == FLAG
        is_player = item.owner.text == "Player"
        key = "var_noted" if is_flag else "var_of_player" if is_player else "var_each"
        what = voice.noun(scope.lemma(item.name.text))
        each = voice.noun(scope.lemma(item.owner.text), "each")
        lines.append(voice.tell(key, k=each, x=what))
    if isinstance(item, syn.Track):
        if isinstance(item.values, ex.Binary):
            low, high = nouns.noun(item.values.left, scope), nouns.noun(item.values.right, scope)
            if _has_end(item.values, scope):
                lines.append(voice.tell("track_range", a=low, b=high))
        else:
            lines.append(voice.tell("track_printed"))
    if item.start is not None:
        lines.append(voice.tell("var_start", v=nouns.noun(item.start, scope)))
    for prop in item.props:
        said = _cleared(prop, item, scope) if prop.word == "cleared" else _prop(prop, scope)
        lines += [said] if said else []
    return lines


def _cleared(prop: syn.Prop, item: syn.Var | syn.Track, scope: Scope) -> str:
    """What a variable is whenever its period begins."""
    voice, name = scope.voice, item.name.text
    when = voice.tell("each_turn")
    if prop.name != "turn":
        when = voice.tell("each_step", x=nouns.linked_label(prop.name or "", scope))
    shape = scope.world.of_type(item.type) if isinstance(item, syn.Var) else A_NUMBER
    if shape.form == FLAG and item.owner is None and item.start is None:
        return voice.tell(
            "cleared_flag", when=when, c=clauses.flag(name, None, scope, wanted=False)
        )
    if item.start is not None:
        return voice.tell("cleared_to", when=when, n=nouns.noun(item.start, scope))
    if shape.form == NUMBER:
        return voice.tell("cleared_to", when=when, n="0")
    return voice.tell("cleared_none" if shape.form in {SET, REF} else "cleared", when=when)


def region(item: syn.Region, scope: Scope) -> list[Line]:
    voice = scope.voice
    picked = elements.Picked(item.variable.text, item.source, item.condition)
    all_of, _inner = elements.element(picked, scope, plural=True)
    label = voice.noun(scope.lemma(item.name.text), "a")
    return [voice.tell("region", r=label, x=all_of)]
