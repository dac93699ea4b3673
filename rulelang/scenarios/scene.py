"""One test of a rules file, played: in go the test and a compiled game, out comes what went wrong.

Set-up is played, the position of `given` is laid out, play is entered at the step of `at`, then the
events and outcomes follow one after the other. A decision with just one option plays itself when
somebody else is to act. What chance brings is fixed by name; a value said before the first event
holds for set-up too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rulelang.backends.python.metadata import describe_type
from rulelang.backends.python.unit import identifier
from rulelang.frozen import frozen
from rulelang.program.model import Placement, Program, Test, TestEvent, TestOutcome
from rulelang.runtime.decisions import DONE, WHICH, given_values, goes_on, pick_data
from rulelang.runtime.description import Alternative
from rulelang.runtime.edit import EditError, Editor
from rulelang.runtime.faults import EntryError, Fault, NotOfferedError
from rulelang.runtime.game import Game, State, call_with_place
from rulelang.runtime.layout import NONE
from rulelang.runtime.play import Play
from rulelang.runtime.reasons import Refusal
from rulelang.runtime.subset_answers import MOST_SHOWN
from rulelang.scenarios.answers import MOST_FORCED, answer_pick, forced_answers, is_called, settled
from rulelang.source import Span

NOT_NOW = "now"
# By the place of a `done`: the step or rule that asks, and the rules that it offers.
Stops: TypeAlias = dict[Span, tuple[str, tuple[str, ...]]]


@frozen
class Failure:
    """What went wrong and where; `place` is the rule that raised a fault."""

    span: Span
    reason: str
    label: str = ""
    notes: tuple[str, ...] = ()
    place: tuple[str, int, int] | None = None


class _FailedError(Exception):
    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def play_test(
    test: Test, program: Program, game: Game, seed: int, stops: Stops | None = None
) -> Failure | None:
    """Play a test with one seed; None if everything is as it says. `stops` collects what each `done` ends."""
    scene = _Scene(test, program, game, seed)
    scene.stops = {} if stops is None else stops
    game.chance.fixed = scene.fixed
    try:
        scene.run()
    except _FailedError as failed:
        return failed.failure
    except Fault as fault:
        return Failure(scene.span, str(fault), "here", place=fault.span)
    except ValueError as error:  # chance that was fixed to something that cannot come up
        return Failure(scene.span, str(error))
    finally:
        game.chance.fixed = {}
    return None


def played_test(test: Test, program: Program, game: Game, seed: int) -> Play | None:
    """Play what happens in a test; None if it cannot. What it expects is not judged: any game will do."""
    scene = _Scene(test, program, game, seed)
    return scene.play if _is_carried_out(scene, lambda: scene.run(is_judged=False)) else None


def lay_out(test: Test, program: Program, game: Game, seed: int) -> State | None:
    """Return the position that a test begins with, before play is entered; None if it cannot be."""
    scene = _Scene(test, program, game, seed)

    def laid() -> None:
        scene.fix_first()
        scene.lay_out()

    return scene.state if _is_carried_out(scene, laid) else None


def _is_carried_out(scene: _Scene, act: Callable[[], None]) -> bool:
    """Whether something can be done with the chance that a test fixes."""
    game = scene.game
    game.chance.fixed = scene.fixed
    try:
        act()
    except (_FailedError, Fault, ValueError):
        return False
    finally:
        game.chance.fixed = {}
    return True


class _Scene:
    def __init__(self, test: Test, program: Program, game: Game, seed: int) -> None:
        self.test = test
        self.program = program
        self.game = game
        self.seed = seed
        self.state: State = game.new_state(seed)
        self.fixed: dict[str, list[object]] = {}
        self.span = test.span
        self._play: Play | None = None
        self.stops: Stops = {}

    # --- the start ---------------------------------------------------------------------------------

    def run(self, *, is_judged: bool = True) -> None:
        lines = [each for each in self.fix_first() if is_judged or isinstance(each, TestEvent)]
        self._enter(self.lay_out())
        self._play = Play(self.game, self.state, self.seed)
        for line in lines:
            self.span = line.span
            if isinstance(line, TestOutcome):
                self._judge(line)
            elif line.word == "chance":
                self._fix(line)
            else:
                self._happen(line)
        for name, values in self.fixed.items():
            if values:
                self._fail(f"`{name}` never came up again after what was said here")

    def _fail(self, reason: str, label: str = "", notes: Sequence[str] = ()) -> None:
        raise _FailedError(Failure(self.span, reason, label, tuple(notes)))

    def fix_first(self) -> list[TestEvent | TestOutcome]:
        """Fix the chance that holds for set-up too; return the lines that follow."""
        lines = list(self.test.lines)
        while lines and isinstance(lines[0], TestEvent) and lines[0].word == "chance":
            self._fix(lines.pop(0))  # type: ignore[arg-type]  # just looked at
        return lines

    def lay_out(self) -> dict[str, int]:
        """Play set-up and lay out what is given; return loop variables for the step to enter."""
        self.span = self.test.span
        call_with_place(self.game, self.game.function("set_up"), self.state)
        editor = Editor(self.game, self.state)
        given: dict[str, int] = {}
        for placement in self.test.given:
            self.span = placement.span
            try:
                self._place(editor, placement, given)
            except EditError as error:
                self._fail(str(error))
        self._check_left(editor)
        editor.refresh()
        self.span = self.test.span
        return given

    def _place(self, editor: Editor, placement: Placement, given: dict[str, int]) -> None:
        match placement.word:
            case "amounts":
                editor.set_account(placement.account, placement.holder, placement.counts)
            case "empty":
                editor.empty(placement.place, placement.things)
            case "thing":
                for _ in range(placement.count):
                    editor.put(
                        placement.thing,
                        placement.place,
                        face=placement.face,
                        end=placement.end,
                    )
            case "tile":
                editor.lay(placement.thing, placement.place, placement.value, placement.turn)
            case "value":
                editor.set_var(placement.var, placement.holder, placement.value)
            case _:
                given[placement.var] = placement.value

    def _check_left(self, editor: Editor) -> None:
        """Things cannot leave the place they start in for it: other lines must have taken them away."""
        for placement in self.test.given:
            if placement.word == "empty":
                self.span = placement.span
                try:
                    editor.check_left(placement.place, placement.things, placement.counts)
                except EditError as error:
                    self._fail(str(error))

    def _enter(self, given: dict[str, int]) -> None:
        step, player = self.test.at, self.test.player
        if step is None:
            call_with_place(self.game, self.game.function("go_on"), self.state)
            return
        known = self.game.description.questions.steps
        if step not in known:
            self._fail(
                f"there is no step `{step}` to start at", notes=[f"steps: {', '.join(known)}"]
            )
        try:
            call_with_place(self.game, self.game.function("enter"), self.state, step, player, given)
        except EntryError as error:
            self._fail(str(error))

    @property
    def play(self) -> Play:
        assert self._play is not None
        return self._play

    # --- chance --------------------------------------------------------------------------------------

    def _fix(self, event: TestEvent) -> None:
        self.span = event.span
        names = [stream.name for stream in self.game.layout.streams]
        if event.action not in names:
            self._fail(
                f"no chance is called `{event.action}`", notes=[f"chance: {', '.join(names)}"]
            )
        value: object = event.values[0]
        if isinstance(value, str):
            value = self._number_of(value)
        elif isinstance(value, tuple):  # an order is written from the top, as it is drawn
            value = [self._number_of(str(name)) for name in reversed(value)]
        self.fixed.setdefault(event.action, []).append(value)

    def _number_of(self, name: str) -> int | None:
        for universe in (*self.game.description.enums, "things", "places"):
            known = self.game.names.all(universe)
            if name in known:
                return known.index(name)
        self._fail(f"nothing is called `{name}`")
        return None

    # --- events ----------------------------------------------------------------------------------------

    def _happen(self, event: TestEvent) -> None:
        try:
            if event.word == "answer":
                self._reach(event.player, None)
                for value in event.values:
                    self._answer(self.play, event.player, value)
                return
            self._reach(event.player, event.action)
            refusals = self._refusals(event)
            if not refusals:
                self._take(self.play, event)
        except NotOfferedError as error:
            self._fail(f"this cannot be done: {error}", notes=self._situation())
        if refusals:
            self._fail(f"refused by {_listed(refusals)}", "refused", self._situation())

    def _reach(self, player: int, action: str | None) -> None:
        """Go on to the decision that is meant; those with one option play themselves."""
        for _ in range(MOST_FORCED):
            if self.play.is_over:
                self._fail("the game is over before this")
            if player in self.play.deciders:
                self.play.turn_to(player)  # those of a `together` answer in any order
            if self.play.player == player and (action is None or self._offers(action)):
                return
            forced = forced_answers(self.play)
            if forced is None:
                who = self.game.player_names[player]
                what = "asked" if action is None else f"asked for `{action}`"
                self._fail(f"{who} is not {what} here", notes=self._situation())
                return
            for value in forced:
                self.play.choose(value)

    def _offers(self, action: str) -> bool:
        data = pick_data(self.game, self.state)
        if data.pick > 0:
            return False
        if action == DONE:
            return data.form == WHICH and bool(data.optional)
        if data.form != WHICH:
            return is_called(data.alternatives[data.alternative], action)
        return any(is_called(alternative, action) for alternative in data.alternatives)

    def _take(self, play: Play, event: TestEvent | TestOutcome) -> None:
        """Play what a test says; picks it is silent about stay open unless they are forced."""
        data = pick_data(self.game, play.state)
        if event.action == DONE:
            rules = (known.rule for known in data.alternatives)
            self.stops[event.span] = (data.decision, tuple(rule for rule in rules if rule))
            play.choose(DONE)
            return
        number = next(
            i for i, known in enumerate(data.alternatives) if is_called(known, event.action)
        )
        alternative = data.alternatives[number]
        values = self._named(alternative, event)
        wrong = self._wrong_given(alternative, number, values, play.state)
        if wrong is not None:
            raise NotOfferedError(f"{wrong} is something else here")
        if data.form == WHICH:
            play.choose(number)
        self._answer_picks(play, data.node, number, values)
        asked = [pick.local for pick in alternative.picks]
        for name, value in values.items():
            if name in asked and value != NONE:
                raise NotOfferedError(f"{name} is not asked for here")

    def _answer_picks(self, play: Play, node: int, number: int, values: dict[str, Any]) -> None:
        """Answer the picks of an alternative; what is answered is taken out of `values`."""
        while not play.is_over:
            now = pick_data(self.game, play.state)
            if now.node != node or now.pick < 0 or now.alternative != number:
                return
            pick = now.alternatives[number].picks[now.pick]
            before = play.state[:]
            if pick.local in values:
                answer_pick(play, pick, values.pop(pick.local))
            elif len(options := play.options()) == 1:
                play.choose(options[0])
            else:
                return
            if not goes_on(self.game, before, play.state):
                return

    def _named(self, alternative: Alternative, event: TestEvent | TestOutcome) -> dict[str, Any]:
        """The values of an event by the names of the parameters or picks."""
        if alternative.rule is not None:
            params = self.game.description.rules[alternative.rule].params
            names = [param.name for param in params]
        else:
            names = [pick.local for pick in alternative.picks]
        pairs = zip(names, event.values, strict=False)
        return {name: value for name, value in pairs if value is not None}

    def _wrong_given(
        self, alternative: Alternative, number: int, values: dict[str, Any], state: State
    ) -> str | None:
        """The parameter that the caller gives and that the test says otherwise, if any."""
        for entry, value in given_values(self.game, state, number):
            if alternative.rule is not None and values.get(entry.name, value) != value:
                return str(entry.name)
        return None

    def _answer(self, play: Play, player: int, value: object) -> None:
        """Answer what is asked: an alternative by its name, else the next pick."""
        if play.is_over or play.player != player:
            raise NotOfferedError(f"{self.game.player_names[player]} is not asked for so much")
        data = pick_data(self.game, play.state)
        if data.form == WHICH:
            names = [option.name for option in play.options()]
            if value in names:
                play.choose(str(value))
                return
            others = [name for name in names if name != DONE]
            if len(others) != 1:
                raise NotOfferedError(f"the options are: {', '.join(names)}")
            play.choose(others[0])
            data = pick_data(self.game, play.state)
        pick = data.asked
        answer_pick(play, pick, value)

    def _situation(self) -> list[str]:
        """What is asked now, for a message."""
        decision = self.play.decision
        if decision is None:
            return ["the game is over"]
        who = self.game.player_names[decision.player]
        asked = (
            f"{decision.alternative}: {decision.pick}" if decision.alternative else decision.name
        )
        options = [option.name for option in self.play.options()]
        rest = len(options) - MOST_SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        return [f"{who} is asked for {asked}; options: {', '.join(options[:MOST_SHOWN])}{more}"]

    # --- outcomes ------------------------------------------------------------------------------------

    def _judge(self, outcome: TestOutcome) -> None:
        match outcome.word:
            case "that":
                self._when_settled(lambda: self._judge_that(outcome))
            case "wins":
                self._when_settled(lambda: self._judge_wins(outcome))
            case "offered" | "not offered":
                self._judge_answer(outcome)
            case _:
                self._judge_offer(outcome)

    def _when_settled(self, judge: Callable[[], None]) -> None:
        """Judge the position after all that plays itself; what comes next begins before it again."""
        play, state = self.play, self.state
        fixed = {name: values[:] for name, values in self.fixed.items()}
        self._play = settled(play)
        self.state = self._play.state
        try:
            judge()
        finally:
            self._play, self.state = play, state
            self.fixed.clear()
            self.fixed.update(fixed)

    def _judge_that(self, outcome: TestOutcome) -> None:
        if self._value(outcome.define):
            return
        if not outcome.is_compared:
            self._fail("this does not hold", "false")
        found = self._shown(f"{outcome.define}.found")
        wanted = self._shown(f"{outcome.define}.wanted")
        what = f" {outcome.shown}" if outcome.shown else ""
        if found == wanted:
            self._fail("this does not hold", f"both are {found}")
        self._fail(f"found {found}{what}, expected {wanted}", f"found {found}{what}")

    def _value(self, define: str) -> Any:
        return self.game.function(f"d_{identifier(define)}")(self.state)

    def _shown(self, define: str) -> str:
        type_ = describe_type(next(d.type for d in self.program.defines if d.name == define))
        words = self.game.names.to_words(type_, self._value(define))
        if isinstance(words, list):
            return f"{{{', '.join(words)}}}"
        return str(words)

    def _judge_wins(self, outcome: TestOutcome) -> None:
        winners = self.play.winners() if self.play.is_over else []
        if sorted(winners) == sorted(outcome.values):  # type: ignore[type-var]  # all are ids
            return
        names = " and ".join(self.game.player_names[player] for player in winners)
        if not winners:
            self._fail("the game is not over", notes=self._situation())
        verb = "win" if len(winners) > 1 else "wins"
        self._fail(f"the game is over: {names} {verb}", f"{names} {verb}")

    def _judge_answer(self, outcome: TestOutcome) -> None:
        """Whether an answer is possible; the position stays as it is."""

        def answer(play: Play) -> None:
            for value in outcome.values:
                self._answer(play, outcome.player, value)

        refusal = self._on_copy(answer)
        if refusal is not None and outcome.word == "offered":
            self._fail(f"this cannot be done: {refusal}", "refused", self._situation())
        elif refusal is None and outcome.word != "offered":
            self._fail(f"{self.game.player_names[outcome.player]} may choose this", "allowed")

    def _judge_offer(self, outcome: TestOutcome) -> None:
        names = self._refusals(outcome)
        is_possible = self._works(outcome)
        who = self.game.player_names[outcome.player]
        if is_possible == bool(names):
            self._fail(f"the engine is of two minds: offered {is_possible}, refused by {names}")
        if outcome.word == "allowed":
            if names:
                self._fail(f"refused by {_listed(names)}", "refused", self._situation())
        elif not names:
            self._fail(f"{who} may do this", "allowed")
        elif outcome.by is not None and outcome.by not in names:
            self._fail(
                f"refused by {_listed(names)}, not by `{outcome.by}`", notes=self._situation()
            )

    def _refusals(self, outcome: TestEvent | TestOutcome) -> list[str]:
        """The names of what refuses an action; `now` where it is not offered at all."""
        is_asked = not self.play.is_over and self.play.player == outcome.player
        if outcome.action == DONE:
            return [] if is_asked and self._offers(DONE) else [NOT_NOW]
        alternative = Alternative("", {}, outcome.action, again=False, picks=())
        if is_asked and self._offers(outcome.action):
            data = pick_data(self.game, self.state)
            for number, known in enumerate(data.alternatives):
                if is_called(known, outcome.action):
                    alternative = known
                    values = self._named(alternative, outcome)
                    wrong = self._wrong_given(alternative, number, values, self.state)
                    if wrong is not None:
                        return [f"in_{wrong}"]
                    break
        elif outcome.action not in self.game.description.rules:
            return [NOT_NOW]
        values = self._named(alternative, outcome)
        found: list[Refusal] = self.play.why_not(outcome.action, player=outcome.player, **values)
        return [refusal.name for refusal in found]

    def _works(self, outcome: TestOutcome) -> bool:
        """Whether the action can be played in fact; the position stays as it is."""
        if self.play.is_over or self.play.player != outcome.player:
            return False
        if not self._offers(outcome.action):
            return False
        return self._on_copy(lambda play: self._take(play, outcome)) is None

    def _on_copy(self, doing: Callable[[Play], object]) -> str | None:
        """Try something on a copy of the position; return why it cannot be done, None if it can."""
        fixed = {name: values[:] for name, values in self.fixed.items()}
        try:
            doing(self.play.copy())
        except NotOfferedError as error:
            return str(error)
        finally:
            self.fixed.clear()
            self.fixed.update(fixed)
        return None


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))
