"""The chapters on points and victory: lines of the score, awards, a worked example, end and ties."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.prose.model import Sentence
from rulelang.reference.book_phrases import capital
from rulelang.reference.chapters.component_counts import players_text
from rulelang.reference.model import Block, BookTable, Cell, Clauses, Figure, Hint, Section, runs
from rulelang.reference.subject import Desk
from rulelang.render import draw_boards
from rulelang.syntax.trees import items as syn


def scoring_chapter(desk: Desk, *, is_worked: bool = True) -> Section:
    """Each line of the score, awards, and how a whole game was counted; `is_worked`: with examples."""
    lines = [_section(desk, item, is_worked=is_worked) for item in desk.items(syn.Score)]
    awards = [_section(desk, item, is_worked=False) for item in desk.items(syn.Award)]
    sections = [*_joined(lines, awards), *(_example(desk) if is_worked else ())]
    return Section("scoring", desk.say("scoring"), (), tuple(sections))


def _joined(lines: list[Section], awards: list[Section]) -> list[Section]:
    """An award stands below the line of the same name that counts it."""
    by_title = {award.title: award for award in awards}
    found = []
    for line in lines:
        award = by_title.pop(line.title, None)
        if award is not None:
            texts = [b for each in (award, line) for b in each.blocks if not isinstance(b, Clauses)]
            cited = [
                clause
                for each in (award, line)
                for block in each.blocks
                if isinstance(block, Clauses)
                for clause in block.clauses
            ]
            blocks = (*texts, Clauses(tuple(dict.fromkeys(cited)))) if cited else tuple(texts)
            line = attrs.evolve(line, blocks=blocks, also=(award.name or "",))
        found.append(line)
    return [*found, *by_title.values()]


def end_chapter(desk: Desk) -> Section:
    """When the game ends, and who has won."""
    ends = [block for item in desk.items(syn.End) for block in _blocks(desk, item)]
    ends = ends or [*desk.prose.ending()]
    is_alone = max(desk.subject.programs) == 1  # nobody to win against
    wins = [block for item in desk.items(syn.Win) if not is_alone for block in _blocks(desk, item)]
    found = [
        Section("end-when", desk.say("end_when"), tuple(ends), name="end"),
        Section("winning", desk.say("winning"), tuple(wins), name="win"),
    ]
    return Section("end", desk.say("end"), (), tuple(each for each in found if each.blocks))


def _section(desk: Desk, item: syn.Score | syn.Award, *, is_worked: bool) -> Section:
    name, word = item.name.text, "score" if isinstance(item, syn.Score) else "award"
    worked = _worked(desk, item) if is_worked and isinstance(item, syn.Score) else []
    blocks = tuple(_blocks(desk, item, worked))
    return Section(f"{word}-{name}", desk.title(name), blocks, name=name)


def _blocks(
    desk: Desk, item: syn.Score | syn.Award | syn.End | syn.Win, worked: Sequence[Block] = ()
) -> list[Block]:
    blocks: list[Block] = [*desk.describe(item), *worked]
    if clauses := desk.clauses_of(item):
        blocks.append(Clauses(clauses))
    return blocks


def _worked(desk: Desk, item: syn.Score) -> list[Block]:
    """An example of a line with its numbers."""
    workings = desk.subject.workings()
    found = workings.example(item, desk.prose) if workings is not None else ()
    return [Hint(each.runs, is_example=True) for each in found if isinstance(each, Sentence)]


# --- a worked example -----------------------------------------------------------------------------------


def _example(desk: Desk) -> list[Section]:
    workings = desk.subject.workings()
    if workings is None or not workings.games:
        return []
    play = workings.games[0].play
    seats = range(play.game.players)
    names = [desk.speech.plain_player(seat) for seat in seats]
    scores = play.scores()
    rows: list[tuple[Cell, ...]] = []
    for rank, line in enumerate(scores[0]):
        points = [scores[seat][rank].points for seat in seats]
        title = capital(desk.label(tuple(line.label.items()), line.line))
        rows.append((runs(title, line.line), *(runs(_number(number)) for number in points)))
    totals = play.totals()
    rows.append((runs(desk.say("total")), *(runs(_number(totals[seat])) for seat in seats)))
    numbers = tuple(range(1, 1 + len(names)))
    table = BookTable(desk.say("example"), (desk.say("line"), *names), tuple(rows), numbers)
    intro = Sentence(runs(desk.say("example_text", players=players_text(desk, play.game.players))))
    blocks: list[Block] = [intro, table]
    if play.game.players > 1:
        blocks.append(Hint(runs(_winners(desk, names, play.winners()))))
    title = desk.say("example_picture")
    svg = draw_boards(desk.speech, desk.look, play.view(None), title)
    if svg:
        blocks.append(Figure(svg, title, title))
    return [Section("example", desk.say("example"), tuple(blocks))]


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _winners(desk: Desk, names: Sequence[str], winners: Sequence[int]) -> str:
    said = ", ".join(names[seat] for seat in winners)
    return desk.say("winner" if len(winners) == 1 else "winners", names=said)
