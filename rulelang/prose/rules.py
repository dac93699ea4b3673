"""Rules as text: when one may, what one chooses, what it needs and costs, what it does, how often."""

from __future__ import annotations

import attrs

from rulelang.prose import (
    amounts,
    called,
    choices,
    clauses,
    effects,
    elements,
    folding,
    mentions,
    modifiers,
    nouns,
    numbers,
    offers,
    places,
    values,
    verbs,
)
from rulelang.prose.lines import LONG, Line, Nest, led, picked_together, words_of
from rulelang.prose.phrases import Phrase
from rulelang.prose.scope import Scope
from rulelang.prose.world import BUNDLE, Shape
from rulelang.syntax.trees import expressions as ex
from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st
from rulelang.syntax.trees.tree_walk import walk

FEW = 3
MANY_WORDS = 6  # of an amount that comes last


def rule(item: syn.Rule, scope: Scope) -> list[Line]:
    """All that a rule says, in the order in which a player needs it."""
    if item.word == "effect" and scope.teller.lexicon.label(item.name.text) is None:
        return []  # it is told wherever it is called
    return [*offers.when(item, scope), *without_when(item, scope)]


def without_when(item: syn.Rule, scope: Scope) -> list[Line]:
    """What is chosen, needed, paid and done, but not when."""
    lines, scope, told = folding.parameters(item, scope.telling(item.name.text))
    lines = picked_together(lines)
    rest = tuple(line for line in item.lines if line not in told)
    does = with_hooks(item, rule_lines(rest, scope, _price(item, scope)), scope)
    return lines + (does or [scope.voice.tell("only_named")])


def _price(item: syn.Rule, scope: Scope) -> str | None:
    """`price` of a `words` line: what is paid of all that is printed on something, with the parameters."""
    template = scope.teller.lexicon.form(item.name.text, "price")
    if template is None:
        return None
    names = [param.name.text for param in item.params]
    return scope.voice.fill(template, {name: scope.bound[name].phrase for name in names})


def _is_printed(line: syn.Cost) -> bool:
    """Whether something costs what is printed, or so many of something."""
    match line.amount:
        case ex.Printed() | ex.Binary(op="*", left=ex.Printed()):
            return True
        case _:
            return False


def rule_lines(
    lines: tuple[syn.RuleLine, ...], scope: Scope, price: str | None = None
) -> list[Line]:
    """Requirements, costs, effects and limits; the `price` in place of what is printed."""
    needs = [line for line in lines if isinstance(line, syn.Require)]
    said = requirements([need for need in needs if not _is_chosen(need, lines, scope)], scope)
    said += [
        scope.voice.tell("or_enough", x=_words(line.name), c=clauses.clause(line.condition, scope))
        for line in lines
        if isinstance(line, syn.Allow)
    ]
    paid = [line for line in lines if isinstance(line, syn.Cost)]
    if price is not None and any(map(_is_printed, paid)):
        said.append(price)
        paid = [line for line in paid if not _is_printed(line)]
    said += costs(paid, scope)
    stmts = tuple(line for line in lines if not isinstance(line, NOT_STATEMENTS))
    said += effects.body(stmts, scope)
    said += [limit(line, scope) for line in lines if isinstance(line, syn.Limit)]
    return said


def _is_chosen(need: syn.Require, lines: tuple[syn.RuleLine, ...], scope: Scope) -> bool:
    """`require some x in S where P` before `choose x in S where P`: who chooses one sees that there is one."""
    if not (isinstance(need.expr, ex.Quantified) and need.expr.word == "some"):
        return False
    asked = need.expr

    def said(variable: ex.Ident, source: ex.Expr, condition: ex.Expr | None) -> str:
        picked = elements.Picked(variable.text, source, condition)
        return elements.element(picked, scope)[0].say()

    wanted = said(asked.variable, asked.source, asked.condition)
    return any(
        isinstance(only := pick.bindings[0], st.BindOne)
        and said(only.name, only.domain, pick.condition) == wanted
        for pick in walk(lines)
        if isinstance(pick, st.PickValues) and len(pick.bindings) == 1
    )


NOT_STATEMENTS = (
    syn.Require,
    syn.Allow,
    syn.Cost,
    syn.Limit,
    syn.RemoveLine,
    syn.Cite,
    syn.Note,
)


def _words(ident: ex.Ident) -> str:
    return ident.text.replace("_", " ")


def requirements(lines: list[syn.Require], scope: Scope) -> list[Line]:
    """What must hold: one condition in a sentence, several as a list."""
    voice = scope.voice
    parts = [part for line in lines for part in modifiers.conjuncts(line.expr)]
    closed = [label for part in parts if (label := _impossible(part, scope)) is not None]
    told = [part for part in parts if len(closed) < 2 or _impossible(part, scope) is None]
    said = list(dict.fromkeys(clauses.clause(part, scope) for part in told))
    if len(closed) > 1:
        said.append(voice.tell("none_possible", x=voice.listed(closed)))
    if not said:
        return []
    if len(said) == 1 and said[0].startswith(("if ", "если ")):
        return [voice.tell("needs_rule", c=said[0])]
    if len(said) == 1:
        return [voice.tell("needs_one", c=said[0])]
    return [Nest(voice.tell("needs_all"), tuple(said))]


def _impossible(expr: ex.Expr, scope: Scope) -> str | None:
    """The rule of `not possible RULE`, for several of them are told together."""
    match expr:
        case ex.Unary(op="not", operand=ex.Possible(call=ex.Call(callee=callee, flags=()))) if (
            callee.name is not None and not callee.args
        ):
            return nouns.linked_label(callee.name.text, scope)
        case _:
            return None


def _parts(expr: ex.Expr, scope: Scope) -> list[str]:
    return [clauses.clause(part, scope) for part in modifiers.conjuncts(expr)]


def costs(lines: list[syn.Cost], scope: Scope) -> list[Line]:
    """What is paid; costs from and to the same places in one sentence, if it is not too long."""
    said: list[Line] = []
    last: syn.Cost | None = None
    for line in lines:
        if last is not None and _is_alike(last, line, scope):
            whole = ex.Binary(line.span, "+", last.amount, line.amount)
            both = attrs.evolve(last, amount=whole)
            if words_of(cost(both, scope)) <= LONG:
                said[-1], last = cost(both, scope), both
                continue
        said.append(cost(line, scope))
        last = line
    return said


def _is_alike(one: syn.Cost, other: syn.Cost, scope: Scope) -> bool:
    """Whether two costs can be told together."""

    def at(line: syn.Cost) -> tuple[str, ...]:
        ends = (line.source, line.target)
        return tuple("" if end is None else places.where(end, places.IN, scope) for end in ends)

    is_piece = [
        scope.world.shape(line.amount, scope.shapes).kind in scope.world.components
        for line in (one, other)
    ]
    are_simple = all(amounts.is_simple(line.amount, scope) for line in (one, other))
    return are_simple and at(one) == at(other) and is_piece[0] == is_piece[1]


def cost(line: syn.Cost, scope: Scope) -> str:
    """What is paid, and from where to where if that is not clear."""
    voice = scope.voice
    amount = line.amount
    shape = scope.world.shape(amount, scope.shapes)
    what = nouns.noun(amount, scope)
    start = places.where(line.source, places.FROM, scope) if line.source is not None else ""
    goal = places.where(line.target, places.TO, scope) if line.target is not None else ""
    key = "cost" if amounts.is_money(amount, scope) else "cost_given"
    key = "cost_pieces" if shape.kind in scope.world.components else key
    is_long = words_of(what.say()) > MANY_WORDS and bool(start or goal)
    return voice.tell(f"{key}_long" if is_long else key, x=what, a=start, b=goal)


def limit(line: syn.Limit, scope: Scope) -> str:
    voice = scope.voice
    period = line.period.text
    if period in {"turn", "game"}:
        said = voice.tell(f"per_{period}")
    else:
        said = voice.tell("per_step", x=nouns.linked_label(period, scope))
    each = ""
    if line.each is not None:
        bound = scope.bound.get(line.each.text)
        kind = bound.shape.kind if bound is not None else "Player"
        each = voice.tell("limit_each", x=voice.noun(scope.lemma(kind), "each"))
    known = numbers.value_of(line.count, scope)
    if known == 1:
        return voice.tell("limit_once", period=said, each=each)
    usual = numbers.usual(line.count, scope)
    if usual is not None:
        key = "limit_once_or_more" if usual == 1 else "limit_or_more"
        n = nouns.noun(line.count, scope)
        return voice.tell(key, m=usual, n=n, period=said, each=each)
    return voice.tell(
        "limit" if known is not None else "limit_value",
        n=nouns.noun(line.count, scope),
        period=said,
        each=each,
    )


# --- hooks -------------------------------------------------------------------------------------------------


def with_hooks(item: syn.Rule, does: list[Line], scope: Scope) -> list[Line]:
    """What a rule does, with what modules and the game itself add before, after or instead of it."""
    first: list[Line] = []
    last: list[Line] = []
    for hook in scope.world.linked.items:
        if not (isinstance(hook, syn.Hook) and not hook.is_step):
            continue
        if hook.name.text != item.name.text:
            continue
        if hook.word == "before":
            first += hook_lines(hook, scope, "")
        else:
            is_alone = hook.word == "after" and not (first or does)
            intro = "" if is_alone else scope.voice.tell(f"hook_{_key(hook)}", who="")
            last += hook_lines(hook, scope, intro)
    return [*first, *does, *last]


def _key(hook: syn.Hook) -> str:
    return {"before": "before", "after": "after"}.get(hook.word, "instead_of")


def hook_lines(hook: syn.Hook, scope: Scope, intro: str) -> list[Line]:
    """What a hook does, with the parameters of what it hooks on."""
    voice = scope.voice
    target = scope.world.rules.get(hook.name.text)
    if target is not None:
        shapes = scope.world.of_params(target.params)
        for name, param in zip(hook.names, target.params, strict=False):
            if name.text not in scope.bound:
                scope = bind_param(name.text, shapes[param.name.text], scope)
    condition = called.needless(hook.condition, hook.body, scope)
    lines = effects.body(hook.body, scope)
    if condition is None:
        return led(intro, lines, voice.pause) if intro else lines
    said = clauses.clause(condition, scope)
    intro = voice.tell("when_c", a=intro, c=said) if intro else voice.tell("if", c=said)
    return led(intro, lines, ",")


def bind_param(name: str, shape: Shape, scope: Scope) -> Scope:
    """A parameter of another rule: `this K`."""
    if shape.form == BUNDLE or shape.kind == "number":
        word = name if scope.teller.lexicon.has_words(name) else "number"
        return scope.bind(name, scope.voice.noun(scope.lemma(word), "the"), shape)
    return scope.introduce(name, shape)[1]


def _bind_known(params: tuple[syn.Param, ...], names: tuple[ex.Ident, ...], scope: Scope) -> Scope:
    """Parameters of a rule that a power speaks of: `the K`, for nobody has brought them up there."""
    shapes = scope.world.of_params(params)
    for name, param in zip(names, params, strict=False):
        if name.text in scope.bound:
            continue
        scope = bind_param(name.text, shapes[param.name.text], scope)
        for each in mentions.of([name.text], scope):
            scope = scope.bind(name.text, each.known, scope.bound[name.text].shape)
    return scope


def _holder(item: syn.Power, scope: Scope) -> list[Line]:
    """Who has a power, where a rule says so."""
    group = scope.world.groups.get(item.kind.text)
    if group is None or group.owned_by is None:
        return []
    span, name = item.span, item.name.text
    thing = nouns.noun(ex.Name(span, ex.Ident(span, name)), scope)
    return [_held("power_held", group, thing, scope)]


def holders(kind: str, scope: Scope) -> list[Line]:
    """Who has the powers of a group, of all of them at once; nothing where no rule says so."""
    group = scope.world.groups.get(kind)
    if group is None or group.owned_by is None:
        return []
    it = scope.voice.pronoun(scope.voice.noun(scope.lemma(kind)))
    return [_held("powers_held", group, it, scope)]


def _held(key: str, group: syn.Group, thing: Phrase, scope: Scope) -> str:
    shape = Shape("ref", scope.world.shape(ex.Kind(group.span, group.kind), {}).kind)
    known = scope.bind(group.kind.text.lower(), thing, shape)
    assert group.owned_by is not None
    return scope.voice.tell(key, x=nouns.noun(group.owned_by, known))


def power(item: syn.Power, scope: Scope, *, is_held_said: bool = False) -> list[Line]:
    """What a power changes for whom; `is_held_said` where the group of powers says that."""
    voice = scope.voice
    label = nouns.linked_label(item.name.text, scope)
    key = {None: "power_yours", "others": "power_others", "everyone": "power_everyone"}[item.reach]
    intro = voice.tell(key, x=label)
    lines: list[Line] = []
    hooked: list[syn.Hook] = []
    owner = nouns.head("owner", "", scope)
    scope = scope.bind("owner", owner, Shape("ref", "Player"))
    for line in item.lines:
        match line:
            case syn.ChangeValue():
                lines += values.changed(line, scope)
            case syn.ChangeRule():
                lines += _changed_rule(line, item, scope)
            case syn.Hook():
                if not any(other.body is line.body for other in hooked):
                    target = scope.world.rules.get(line.name.text)
                    known = _bind_known(target.params, line.names, scope) if target else scope
                    lines += hook_lines(line, known, _hooked_at(item, line, scope))
                hooked.append(line)
            case syn.Forbid(name=name, condition=condition):
                lines.append(_forbidden(name, condition, scope))
            case _:
                pass
    held = [] if is_held_said else _holder(item, scope)
    if len(lines) > FEW:
        return [*held, Nest(intro, tuple(lines))]
    return [*held, *lines] if item.reach is None else [*held, intro, *lines]


def _forbidden(name: ex.Ident, condition: ex.Expr | None, scope: Scope) -> str:
    """What a power does not allow."""
    key = "forbid" if condition is None else "forbid_if"
    said = "" if condition is None else clauses.clause(condition, scope)
    call = ex.Call(name.span, ex.Callee(name.span, name, None, None), ())
    verb = verbs.of_call(call, verbs.TO_DO, scope)
    if verb is not None:
        return scope.voice.tell(f"{key}_verb", x=verb, c=said)
    return scope.voice.tell(key, x=nouns.linked_label(name.text, scope), c=said)


def _hooked_at(item: syn.Power, hook: syn.Hook, scope: Scope) -> str:
    """Where the lines of a hook are carried out: `before or after x` and `after x or y` are several."""
    voice = scope.voice
    alike = [line for line in item.lines if isinstance(line, syn.Hook) and line.body is hook.body]
    if len(alike) == 1 and hook.word == "after" and _is_gained_by(hook, item, scope):
        return voice.tell("on_taking", k=voice.noun(scope.lemma(item.kind.text), "this"))
    if {one.name.text for one in alike} == {hook.name.text} and len(alike) == 2:
        word = "or" if _is_once(hook.body, scope) else "and"
        around = voice.listed([voice.tell("just_before"), voice.tell("just_after")], word)
        sort = _hook_key(hook, scope).removesuffix("_named").rpartition("_")[2]
        label = nouns.linked_label(hook.name.text, scope)
        return voice.tell(f"around_{sort}", a=around, x=label)
    places = [
        voice.tell(_hook_key(one, scope), x=nouns.linked_label(one.name.text, scope))
        for one in alike
    ]
    return voice.listed(places)


def _is_gained_by(hook: syn.Hook, item: syn.Power, scope: Scope) -> bool:
    """Whether a power comes with what it is hooked on: the action that gives a player this clan."""
    group = scope.world.groups.get(item.kind.text)
    target = scope.world.rules.get(hook.name.text)
    if group is None or group.one_per is None or target is None:
        return False
    return any(
        isinstance(node, st.SetTo)
        and isinstance(node.target, ex.Of)
        and node.target.name.text == item.kind.text.lower()
        for node in walk(target)
    )


def _is_once(body: st.Body, scope: Scope) -> bool:
    """Whether all that one may do is an action that a limit allows only so often."""
    match body:
        case (st.May(calls=(call,)),):
            name = call.callee.name.text if call.callee.name is not None else ""
            return choices.is_limited(name, scope)
        case _:
            return False


def _hook_key(hook: syn.Hook, scope: Scope) -> str:
    word = {"before": "before", "after": "after"}.get(hook.word, "instead")
    if hook.is_step:
        return "after_step_named" if word == "after" else f"{word}_step"
    target = scope.world.rules.get(hook.name.text)
    if isinstance(target, syn.Rule) and target.word == "action":
        return "after_action_named" if word == "after" else f"{word}_action"
    return f"{word}_rule"


def _changed_rule(line: syn.ChangeRule, item: syn.Power, scope: Scope) -> list[Line]:
    """What a power adds to a rule; rules that need just the same are told together."""
    voice = scope.voice
    need = _need(line, scope)
    if need is None:
        intro = voice.tell("in_rule", x=nouns.linked_label(line.name.text, scope))
        return led(intro, rule_lines(line.lines, _about_rule(line, scope)), ":")
    alike = [
        each
        for each in item.lines
        if isinstance(each, syn.ChangeRule) and _need(each, scope) == need
    ]
    if line is not alike[0]:
        return []
    labels = [nouns.linked_label(each.name.text, scope) for each in alike]
    key = "rule_needs" if len(labels) == 1 else "rules_need"
    return [voice.tell(key, x=voice.listed(labels), c=need)]


def _about_rule(line: syn.ChangeRule, scope: Scope) -> Scope:
    """The scope in which the parameters of a changed rule have names."""
    target = scope.world.rules.get(line.name.text)
    if target is None:
        return scope
    return _bind_known(target.params, tuple(param.name for param in target.params), scope)


def _need(line: syn.ChangeRule, scope: Scope) -> str | None:
    """The one condition that a changed rule gets; None where more is changed."""
    needs = [each for each in line.lines if isinstance(each, syn.Require)]
    said = (
        _parts(needs[0].expr, _about_rule(line, scope))
        if len(needs) == len(line.lines) == 1
        else []
    )
    return said[0] if len(said) == 1 and not said[0].startswith(("if ", "если ")) else None


def cases(item: syn.Cases, scope: Scope) -> list[Line]:
    """What is done in each case."""
    for param in item.params:
        _said, scope = choices.parameter(param, scope)
    lines = case_lines(item, scope)
    first = scope.bound[item.params[0].name.text].phrase if item.params else None
    if first is None or len(lines) < 2:
        return lines
    return [Nest(scope.voice.tell("depending", x=first), tuple(lines))]


def case_lines(item: syn.Cases, scope: Scope) -> list[Line]:
    voice = scope.voice
    lines: list[Line] = []
    for line in item.lines:
        if not isinstance(line, syn.Case):
            continue
        name = nouns.quoted(line.name, scope)
        if line.body is not None:
            if not all(isinstance(stmt, st.Stop) for stmt in line.body):
                lines += led(name, effects.body(line.body, scope), ":")
        elif line.expr is not None:
            lines.append(voice.tell("case_is", k=name, x=nouns.noun(line.expr, scope)))
    return lines
