"""All diagnostic codes and their sentences: the one place where messages are worded.

Fields called `found`, `expected`, `what`, `who`, `missing`, `place`, `places`, `secret`, `meanings`, `reason`
and `chain` are phrases and go in as they are ("the end of the line", "a number from 1 to 6"); names go in bare
and get their quotes here. A constant is called like its slug. What `rulelang explain` says about a code is
in `explanations.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rulelang.diagnostics.model import Code, Severity


def _error(id: str, slug: str, template: str) -> Code:
    return Code(id=id, slug=slug, severity=Severity.ERROR, template=template)


def _warning(id: str, slug: str, template: str) -> Code:
    return Code(id=id, slug=slug, severity=Severity.WARNING, template=template)


def _note(id: str, slug: str, template: str) -> Code:
    return Code(id=id, slug=slug, severity=Severity.NOTE, template=template)


# E1: reading the text.
UNEXPECTED_WORD = _error("E101", "unexpected-word", "found {found} where {expected} should stand")
TAB_IN_INDENTATION = _error(
    "E102", "tab-in-indentation", "this line is indented with a tab instead of spaces"
)
UNEVEN_INDENTATION = _error(
    "E103", "uneven-indentation", "this line is not indented like any line it could belong to"
)
UNCLOSED_BRACKET = _error("E104", "unclosed-bracket", "this `{bracket}` has no partner")
NOT_UTF8 = _error("E105", "not-utf8", "`{path}` is not UTF-8 text; byte {offset} cannot be read")
FILE_TOO_LARGE = _error(
    "E106", "file-too-large", "`{path}` has {found} characters; a rules file may have {limit}"
)
NESTED_TOO_DEEP = _error("E107", "nested-too-deep", "this is nested more than {limit} levels deep")
STRAY_CHARACTER = _error("E108", "stray-character", "`{character}` has no meaning here")
UNCLOSED_STRING = _error("E109", "unclosed-string", "this text has no closing quotation mark")
EMPTY_FILE = _error("E110", "empty-file", "`{path}` has no rules in it")
MISSING_BLOCK = _error("E111", "missing-block", "{what} needs indented lines below it")
UNREADABLE_FILE = _error("E112", "unreadable-file", "`{path}` cannot be read: {reason}")

# E2: names.
NAME_TWICE = _error("E201", "name-twice", "`{name}` is declared twice")
UNKNOWN_NAME = _error("E203", "unknown-name", "there is no {what} called `{name}`")
WRONG_READING = _error("E204", "wrong-reading", "write `{meant}` here, not `{found}`")
AMBIGUOUS_NAME = _error("E205", "ambiguous-name", "`{name}` can mean {meanings}")
RESERVED_WORD = _error(
    "E206", "reserved-word", "`{name}` is a word of the language and cannot be a name"
)
UNUSED_NAME = _warning("W207", "unused-name", "the {what} `{name}` is never used")
NO_GAME = _error("E208", "no-game", "`{path}` does not say which game it is")
MISSING_FORM = _warning(
    "W210", "missing-form", "this sentence needs words that are not given: {missing}"
)
UNKNOWN_KIND = _error("E209", "unknown-kind", "there is no kind of thing called `{name}`")

# E3: types.
WRONG_TYPE = _error("E301", "wrong-type", "this is {found}, but {expected} is needed")
WRONG_COUNT_OF_ARGUMENTS = _error(
    "E302", "wrong-count-of-arguments", "`{name}` needs {expected} in its brackets, not {found}"
)
OUT_OF_RANGE = _error("E303", "out-of-range", "{found} lies outside {expected}")
NOT_A_NUMBER = _error("E304", "not-a-number", "{found} is not a number")
NO_ROUNDING = _error("E305", "no-rounding", "this division does not say how to round")
CIRCULAR_DEFINITION = _error(
    "E306", "circular-definition", "`{name}` is defined through itself: {chain}"
)
UNBOUNDED = _error("E307", "unbounded", "nothing says how large {what} can become")
NOT_A_PLACE = _error("E308", "not-a-place", "{found} is not a place that can hold things")
CANNOT_COMPARE = _error("E309", "cannot-compare", "{left} and {right} cannot be compared")
ALIKE_HAS_NO_IDENTITY = _error(
    "E310", "alike-has-no-identity", "one `{kind}` cannot be told from another"
)
OPTIONAL_NOT_CHECKED = _error("E311", "optional-not-checked", "{what} can be none here")
NO_SUCH_CASE = _error("E312", "no-such-case", "`{owner}` has no case called `{name}`")
MISSING_CASE = _error("E313", "missing-case", "`{owner}` does not say what holds for {missing}")
NUMBER_LOST = _error(
    "E314", "number-lost", "as a set this would lose how many of each `{kind}` there are"
)

# E4: flow and decisions.
DECISION_WITHOUT_OPTION = _error(
    "E401", "decision-without-option", "this choice can come up with nothing to choose"
)
LOOP_ASKS_NOBODY = _error(
    "E402", "loop-asks-nobody", "this loop can go on for ever without asking anybody"
)
NOT_IN_A_TURN = _error("E403", "not-in-a-turn", "{what} needs a player whose turn it is")
BARRIER_MAY_ONLY_CHOOSE = _error(
    "E404",
    "barrier-may-only-choose",
    "players may only choose inside `together`, and {what} does more",
)
EXCHANGE_DOES_MORE = _error(
    "E405",
    "exchange-does-more",
    "an exchange may only pay and gain amounts, and {what} does more",
)
NOTHING_TO_STOP = _error("E406", "nothing-to-stop", "there is no {what} to stop")
RULE_LEADS_BACK = _error("E412", "rule-leads-back", "this rule leads back to itself: {chain}")
NO_FLOW = _error("E413", "no-flow", "`{name}` has no `flow`, so nobody ever gets to play")
TIE_NOT_SETTLED = _error(
    "E414", "tie-not-settled", "players can tie for the win, and nothing settles it"
)
UNREACHABLE_STEP = _error("E415", "unreachable-step", "play never gets to {what}")
NOT_COMPILED = _error("E416", "not-compiled", "there is no way yet to compile this ({what})")
EXCHANGE_WITHOUT_END = _error(
    "E417",
    "exchange-without-end",
    "`{name}` could be used for ever: exchanges give everything that it takes",
)

NEVER_POSSIBLE = _warning(
    "W418", "never-possible", "`{name}` can never be taken: nothing can meet `{requirement}`"
)
NEVER_PAYABLE = _warning(
    "W419",
    "never-payable",
    "nobody can ever pay for `{name}`: it costs {what}, and the whole game has {limit}",
)
NEVER_REACHED = _warning("W420", "never-reached", "play never gets to {what}")
NEVER_SCORES = _warning("W421", "never-scores", "nobody ever gets a point for `{name}`")
NEVER_OBTAINED = _warning(
    "W422", "never-obtained", "rules ask for `{name}`, and nobody can ever get any"
)

# E5: resources and components.
TRANSFER_FROM_NOWHERE = _error(
    "E501", "transfer-from-nowhere", "there is no account or zone for {what} here"
)
AMBIGUOUS_ACCOUNT = _error("E502", "ambiguous-account", "{what} can lie in {places}; say which")
NOT_HELD_HERE = _error("E504", "not-held-here", "{place} cannot hold {what}")

# E6: what players may know.
SECRET_IN_PUBLIC = _error(
    "E601", "secret-in-public", "everyone could tell from this what is in {secret}"
)
ASKED_BECAUSE_OF_SECRET = _error(
    "E602", "asked-because-of-secret", "whether {who} is asked gives away what is in {secret}"
)
LEAK_BY_THE_RULES = _note(
    "L601", "leak-by-the-rules", "{what} tells the other players something about {secret}"
)

# E7: modules, variants and settings.
MISSING_IMPORT = _error("E701", "missing-import", "no rules file was found for `{name}`")
CIRCULAR_IMPORT = _error("E702", "circular-import", "these files need each other: {chain}")
OUTSIDE_FOLDER = _error("E703", "outside-folder", "`{path}` lies outside the folder of the game")
UNKNOWN_TARGET = _error("E704", "unknown-target", "there is no {what} called `{name}` to {verb}")
CHANGED_TWICE = _error(
    "E705", "changed-twice", "`{first}` and `{second}` both change `{name}` in no stated order"
)
CHANGED_AND_REMOVED = _error(
    "E706", "changed-and-removed", "`{first}` changes `{name}`, but `{second}` removes it"
)
SETTING_OUT_OF_RANGE = _error(
    "E707", "setting-out-of-range", "the setting `{name}` can be {expected}, but not {found}"
)
UNKNOWN_SETTING = _error("E708", "unknown-setting", "there is no setting called `{name}`")
PLAYERS_OUT_OF_RANGE = _error(
    "E709", "players-out-of-range", "`{name}` is played by {expected}, not by {found}"
)
EXCLUDED_TOGETHER = _error(
    "E710", "excluded-together", "`{first}` and `{second}` cannot be played together"
)

ORDER_MATTERS = _error(
    "E711",
    "order-matters",
    "`{first}` and `{second}` both add to `{name}`, and nothing says in which order",
)

# E8: tables.
MISSING_TABLE = _error("E801", "missing-table", "no table was found at `{path}`")
MALFORMED_TABLE = _error("E802", "malformed-table", "the table `{path}` cannot be read: {reason}")
TABLE_TOO_LARGE = _error(
    "E803", "table-too-large", "the table `{path}` has {found}; it may have {limit}"
)
MISSING_COLUMN = _error("E804", "missing-column", "the table `{path}` has no column `{name}`")
BAD_CELL = _error(
    "E805", "bad-cell", "row {row} has {found} under `{column}` where {expected} should stand"
)
DUPLICATE_ROW = _error("E806", "duplicate-row", "the table `{path}` has two rows called `{name}`")

# R9: faults during play.
STEP_BUDGET = _error("R901", "step-budget", "play went on for {limit} steps without asking anybody")
RANGE_OR_CAPACITY = _error(
    "R902", "range-or-capacity", "{what} would become {found}, outside {expected}"
)
NESTING = _error("R903", "nesting", "`{name}` would nest more than {limit} deep: {chain}")
NO_OPTION = _error("R904", "no-option", "{who} has to choose here and has no option")
OVERDRAW = _error("R905", "overdraw", "{place} holds {held} {what}, too few to take {wanted}")
INVARIANT_BROKEN = _error("R906", "invariant-broken", "the invariant `{name}` does not hold here")
NO_WAY_TO_THE_END = _error("R907", "no-way-to-the-end", "from here on no game comes to its end")
THINGS_LOST = _error("R908", "things-lost", "something is made up or lost: {what}")
NEVER_OVER = _error("R909", "never-over", "the game was not over after {limit} answers")
TEST_FAILED = _error("R910", "test-failed", 'the test "{name}" failed: {reason}')

CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {code.id: code for code in tuple(globals().values()) if isinstance(code, Code)}
)


def find_code(id_or_slug: str) -> Code | None:
    """Return the code with this number or slug, in any case; None if there is none."""
    wanted = id_or_slug.casefold()
    return next((c for c in CODES.values() if wanted in (c.id.casefold(), c.slug)), None)
