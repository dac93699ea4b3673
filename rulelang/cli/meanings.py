"""What the lines of a rules file mean, for `rulelang explain FILE:LINE`: in goes a kind of line, out comes a sentence."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rulelang.syntax.trees import items as syn
from rulelang.syntax.trees import statements as st

_MEANINGS: Final = MappingProxyType(
    {
        syn.Setting: "A setting is a number or yes/no that a variant or `--set` may change within its range.",
        syn.ChoiceSetting: "A setting with named cases; a reading is a clause that can be understood in several ways, and tests are played under each.",
        syn.Enum: "An enum is a finite kind; its cases come in this order wherever they are listed.",
        syn.Group: "A group is a named set of cases, kinds or places.",
        syn.Component: "Components are the cards, tiles and pieces of the game; each always lies in one place.",
        syn.Board: "A board has cells, and may have edges, corners and links between them.",
        syn.Place: "A zone holds components and an account counts of a kind; `seen by` says who may know the contents.",
        syn.Var: "A variable holds one value that play may change.",
        syn.Track: "A track is a position on printed steps.",
        syn.Define: "A definition is a named expression, computed anew whenever it is read.",
        syn.Value: "A value is a definition that powers, modules and variants may change.",
        syn.Region: "A region is what hangs together on the board now.",
        syn.Award: "An award goes to whoever has the most; it changes hands only after actions, steps and turns.",
        syn.Rule: "A rule: an action is offered to players, an effect is called by others, an exchange helps to pay.",
        syn.Asked: "A pick: the player chooses it, from what leaves some way to complete the action.",
        syn.AskedBundle: "A pick of amounts or of a subset, asked kind by kind.",
        syn.Require: "A requirement: without it the action is not offered. The sentence after `else` is what players read.",
        syn.Allow: "Another way to meet a requirement.",
        syn.Cost: "A cost is paid when the action is taken; lines below it are judged as if it were paid.",
        syn.Limit: "A limit counts how often this happens in a turn, step or game.",
        syn.Power: "A power changes rules and values for whoever owns it.",
        syn.Hook: "A hook runs before, after or instead of a named rule or step.",
        syn.ChangeRule: "An edit adds lines to a rule or takes some away.",
        syn.Flow: "Set-up is played once, then the flow from top to bottom.",
        syn.Score: "A line of the score; points are the sum of all lines.",
        syn.Win: "Who has won: the keys are compared one after the other.",
        syn.End: "The game ends where this holds, judged when the period closes.",
        syn.Invariant: "An invariant must hold after every answer; if not, that is the fault R906.",
        syn.Test: "A test is a worked example, played with two seeds.",
        syn.GivenLine: "`given` lays out the position; everything comes from somewhere.",
        syn.WhenLine: "`when` plays by name, and fixes chance by its name.",
        syn.ThenLine: "`then` says what must hold.",
        st.Let: "`let` names a value until the end of the body.",
        st.Do: "`do` runs a rule, or the effect that a field holds.",
        st.Stop: "`stop` leaves the loop, or the named rule or step.",
        st.Finish: "`finish` ends the game at once.",
        st.Claim: "`claim` says what a player should get; all claims are settled together.",
        st.ScoreNow: "Points for a line of the score.",
        st.Draw: "Draw from the top of a pile; `at random` each thing is equally likely, and that is chance.",
        st.Shuffle: "Shuffling is chance: the order is a function of the seed and the name.",
        st.Reveal: "`reveal` shows something to all, or to one player.",
        st.Roll: "A roll is chance with a name, which tests can fix.",
        st.Choose: "A decision that must be made; `otherwise` says what happens if nothing can be chosen.",
        st.May: "A decision with “done” among its answers.",
        st.ChooseCase: "A decision between named options; afterwards the name can be compared with them.",
        st.Move: "Things go from where they lie to a place; nothing is made or lost.",
        st.Transfer: "Amounts go from one account to another: `pay` from mine to their home, `gain` the other way, unless `from` and `to` say otherwise.",
        st.Swap: "Both change places at once.",
        st.SetTo: "A variable gets a new value.",
        st.Shift: "A number or track goes up or down; leaving its range is the fault R902.",
        st.If: "A branch; it may read only what everybody can see.",
        st.Each: "For each element; the set is fixed at the start.",
        st.Step: "A named part of the flow, for hooks, limits, tests and prompts.",
        st.Turn: "It is this player's turn: `active` and `me`.",
        st.Repeat: "A loop; `until` is judged before each pass.",
        st.Times: "A loop of so many passes.",
        st.Meanwhile: "Offered at each decision of this turn between actions.",
        st.Otherwise: "What happens if the choice before it had no option.",
        st.Collect: "All claims are gathered first, then paid; `short` says what happens if there is too little.",
        st.Together: "Everybody answers, in any order, without seeing the others; `then` runs for each in turn order.",
        st.Resolve: "Each at most once, in any order; what is not possible now is not offered.",
        st.ResolveList: "Named entries, done in any order.",
    }
)


def meaning_of(node: object) -> str:
    """Return what a node of the syntax means; nothing for what needs no sentence."""
    return _MEANINGS.get(type(node), "")
