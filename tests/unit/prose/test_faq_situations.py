"""Questions in full: order of piles, what chance brings, who may not do what, and why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics.reporter import Reporter
from rulelang.linking.model import Linked
from rulelang.pipeline import link
from rulelang.prose.describe import Prose, describe
from rulelang.prose.model import as_text
from rulelang.source import Sources
from rulelang.syntax.trees import items as syn

RULES = """
game quarry "Quarry" ru "Карьер":
    players 2..3 named red "Red" ru "Красный", blue "Blue" ru "Синий", green "Green" ru "Зелёный"
setting deep "deep pits" ru "глубокие ямы" = false
enum Stone "stone" ru "камень": slate "slate" ru "сланец", chalk "chalk" ru "мел"
enum Colour "colour" ru "цвет": grey "grey" ru "серый", brown "brown" ru "бурый"
card Rock "rock" ru "глыба", one of each:
    colour: Colour
    weight: 1..3
piece Flag_post "flag" ru "флаг", alike 4 per Player
piece Lamp "lamp" ru "лампа", alike 2 per Player
board pit "pit" ru "яма": squares 3 by 3:
    cells Ledge "ledge" ru "уступ" holds pile of Flag_post
board track "track" ru "путь": graph from "track.csv":
    cells Stop "stop" ru "стоянка" holds Lamp, Rock
zone heap "heap" ru "куча": pile of Rock
zone shelf "shelf" ru "полка" of Stone: Lamp
zone lit "lit lamps" ru "горящие лампы" of Stone: Lamp
zone pile "rocks" ru "глыбы" of Player: Rock
zone hand "hand" ru "рука" of Player: Rock
zone post "planted flags" ru "водружённые флаги" of Player: Flag_post
account cart "cart" ru "тележка" of Player: Stone, start 0
account bank "bank" ru "склад": Stone, start 20
var rested "rest" ru "отдых" of Player: Flag
define load(p: Player, s: Stone) "load" ru "груз" = s of cart of p
define weight_for(s: Stone, p: Player) "weight" ru "вес" = s of cart of p
define shelves(s: Stone, p: Player) "shelves" ru "полки" = all(c in Stop where some Lamp of p on c)
define top_of(p: Player) "ledges with your flags" ru "уступы с вашими флагами" = all(c in Ledge where some Flag_post of p on c)

setup:
    move all of Rock to heap

action climb(c in Ledge where no Flag_post on c) "Climb" ru "Подняться":
    require posts: some Flag_post on my supply else "you have no flag left" ru "у вас не осталось флагов"
    do: move 1 Flag_post from my supply to c
action throw_dice(s in Stone) "Throw" ru "Бросить":
    do:
        roll thrown = 2d6
        if thrown > 6: gain 1 * s
action carry(r in my hand, n in 1..3, fast: Flag = false) "Carry" ru "Нести":
    limit 1 per turn
    require dry: no s in Stone where s in cart of me else "{it} is wet" ru "{it} — сырость"
    do:
        move r to heap
        me chooses pace "Pace" ru "Темп":
            hurry(h in 1..2) "hurry" ru "спешить": score h as flags
            wait "wait" ru "ждать": score 1 as flags

flow:
    each p in everyone:
        turn p:
            step work "Work" ru "Работа": may climb or throw_dice or carry, repeatedly
    step tally "Tally" ru "Итог": score 1 as flags for first(p in everyone)
score flags "Flags" ru "Флаги"
win by points, else shared
words en:
    rested: "rest", is_so "{x} {x~is/are} rested", is_not "{x} {x~is/are} tired"
    slate: "slate", many "slate"
    chalk: "chalk", many "chalk"
words ru:
    post: "водружённые флаги", gender "pl", gen "водружённых флагов"
    rested: "отдых", is_so "{x} {x~отдохнул/отдохнула/отдохнуло/отдохнули}", is_not "{x} {x~устал/устала/устало/устали}"
    slate: "сланец", many "сланца", few "сланца"
    chalk: "мел", many "мела", few "мела"
    deep: "глубокие ямы"
    lit: "горящие лампы", gender "pl", gen "горящих ламп"
    top_of: "уступы с вашими флагами", gender "pl", gen "уступов с вашими флагами"

test "piles":
    with players = 3
    given red: 1 Flag_post at "0,0"; blue: 1 Flag_post at "0,0"; red: 2 Flag_post at "0,0", "1,0"
    given Stop: none; "stop_1": 1 Lamp of red; "stop_2": grey_3; "stop_3": 1 Lamp of blue; "stop_4": none; "stop_5": none
    given shelf of slate: 1 red_lamp; shelf of chalk: 1 blue_lamp
    given heap: grey_1 + brown_2 on top; cart of red: 2 slate + 0 chalk; cart of blue: 0 chalk + 0 slate
    given rested of red = true; rested of blue = true; hand of red: none; hand of blue: none
    at tally
    then that points(red) = 1; hand of green: none; that size of pile of red = 2; that size of hand of red = 2; lit of slate: none
test "tries":
    given hand of red: grey_1
    at work of red
    when thrown = 8; red throw_dice(chalk); thrown = 4; red throw_dice(slate); red carry(grey_1, 2, false)
    then red hurry(3) refused by in_h; red wait allowed
    when red wait
    then red carry(grey_1, 1, true) refused by limit_turn; red carry(grey_2, 1, false) refused by in_r
    then red climb("0,0") refused by in_c; red climb("0,1") refused by posts; red carry(grey_1, 4, false) refused by in_n
    then that load(red, chalk) = 1; that weight_for(chalk, red) = 1; that no shelves(chalk, red); that top_of(red) = {"0,0", "1,0"}
    then that (supposing move 1 Flag_post of red from "0,0" to supply of red: points(red) = 2)
    then that (supposing move 1 Flag_post of red from "1,0" to supply of red: points(red) = 2)
    then post of red: 2 Flag_post; red carry(grey_1) refused by in_n; red carry(grey_1, 1) refused by dry; blue throw_dice(chalk) refused by now
    then that all(r in Rock where possible carry(r, 1, false)) = {grey_1}
"""
SAID = {
    "en": """Situation:
- 3 players take part.
- Red: 1 flag at “1,0”.
- Flags on “0,0”, from the bottom up: Red, Blue and Red.
- Stops: 1 – 1 lamp of Red; 2 – rock (grey, 3); 3 – 1 lamp of Blue.
- There is nothing on the stops 4 and 5.
- The other stops are empty.
- The shelf of slate: 1 lamp of Red.
- The shelf of chalk: 1 lamp of Blue.
- On top of the heap, from the top down: rock (brown, 2), rock (grey, 1).
- Red’s cart: 2 slate, no chalk.
- Blue’s cart: no chalk or slate.
- Red and Blue are rested.
- The hands of Red and Blue are empty.
- The step “Tally” begins.
Answer:
- Red has 1 point.
- Green’s hand is empty.
- Red has 2 rocks.
- Red has 2 rocks in their hand.
- There are no lit lamps of slate.
Situation:
- Red’s hand: rock (grey, 1).
- It is Red’s turn, in the step “Work”.
What happens:
- Red takes the action “Throw” (chalk); the dice show 8.
- Red takes the action “Throw” (slate); the dice show 4.
- Red takes the action “Carry” (rock (grey, 1), 2).
Answer:
- Red may not choose “hurry” (3): it must be a number from 1 to 2.
- Red may choose “wait”.
What happens:
- Red chooses “wait”.
Answer:
- Red may not take the action “Carry” (rock (grey, 1), 1, fast): it cannot be done again this turn.
- Red may not take the action “Carry” (rock (grey, 2), 1): rock (grey, 2) is not in Red’s hand.
- Red may not take the action “Climb” (ledge “0,0”): there is a flag on ledge “0,0”.
- Red may not take the action “Climb” (ledge “0,1”): Red has no flag left.
- Red may not take the action “Carry” (rock (grey, 1), 4): it must be a number from 1 to 3.
- Red’s load (chalk) is 1.
- The weight (chalk) for Red is 1.
- The shelves (chalk) for Red: none.
- The ledges with Red’s flags are “0,0” and “1,0”.
- Without the flag of Red on “0,0” or “1,0”, Red has 2 points.
- Red’s planted flags: 2.
- Red may not take the action “Carry” (rock (grey, 1)): what has to be chosen for it is not there.
- Red may not take the action “Carry” (rock (grey, 1), 1): a stone is wet.
- Blue may not take the action “Throw” (chalk): it cannot be done now.
- “Carry” (1) is possible only for rock (grey, 1).""",
    "ru": """Ситуация:
- Играют 3 игрока.
- Красный: 1 флаг на «1,0».
- Флаги на «0,0», снизу вверх: Красный, Синий и Красный.
- Стоянки: 1 — 1 лампа Красного; 2 — глыба (серый, 3); 3 — 1 лампа Синего.
- На стоянках 4 и 5 ничего нет.
- Остальные стоянки пусты.
- Полка сланца: 1 лампа Красного.
- Полка мела: 1 лампа Синего.
- В куче, начиная с верха: глыба (бурый, 2), глыба (серый, 1).
- Тележка Красного: 2 сланца, нет мела.
- Тележка Синего: нет мела и сланца.
- Красный и Синий отдохнули.
- Рука Красного и рука Синего пусты.
- Начинается шаг «Итог».
Ответ:
- У Красного 1 очко.
- Рука Зелёного пуста.
- У Красного 2 глыбы.
- У Красного в руке 2 глыбы.
- Горящих ламп сланца нет.
Ситуация:
- Рука Красного: глыба (серый, 1).
- Ходит Красный, шаг «Работа».
Что происходит:
- Красный выполняет действие «Бросить» (мел); на кубиках выпадает 8.
- Красный выполняет действие «Бросить» (сланец); на кубиках выпадает 4.
- Красный выполняет действие «Нести» (глыба (серый, 1), 2).
Ответ:
- Красный не может выбрать «спешить» (3): это должно быть число от 1 до 2.
- Красный может выбрать «ждать».
Что происходит:
- Красный выбирает «ждать».
Ответ:
- Красный не может выполнить действие «Нести» (глыба (серый, 1), 1, fast): в этот ход больше нельзя.
- Красный не может выполнить действие «Нести» (глыба (серый, 2), 1): глыба (серый, 2) не находится в руке Красного.
- Красный не может выполнить действие «Подняться» (уступ «0,0»): на уступе «0,0» есть флаг.
- Красный не может выполнить действие «Подняться» (уступ «0,1»): у Красного не осталось флагов.
- Красный не может выполнить действие «Нести» (глыба (серый, 1), 4): это должно быть число от 1 до 3.
- Груз Красного (мел) равен 1.
- Вес (мел) для Красного равен 1.
- Полки (мел) для Красного: нет.
- Уступы с флагами Красного — «0,0» и «1,0».
- Без флага Красного на «0,0» или «1,0» у Красного 2 очка.
- Водружённые флаги Красного: 2.
- Красный не может выполнить действие «Нести» (глыба (серый, 1)): нет того, что для этого нужно выбрать.
- Красный не может выполнить действие «Нести» (глыба (серый, 1), 1): камень — сырость.
- Синий не может выполнить действие «Бросить» (мел): сейчас это невозможно.
- «Нести» (1) возможно только для глыбы (серый, 1).""",
}


@cache
def quarry(path: Path) -> Linked:
    path.write_text(RULES, encoding="utf-8")
    rows = "".join(f"stop_{n},{n},{n}\n" for n in range(1, 6))
    (path.parent / "track.csv").write_text(f"stop,name_en,name_ru\n{rows}", encoding="utf-8")
    found = link(path, [], Sources(), Reporter())
    assert found is not None
    return found


@pytest.mark.parametrize("language", ["en", "ru"])
def test_questions_tell_all_that_the_answer_rests_on(tmp_path: Path, language: str) -> None:
    linked = quarry(tmp_path / "quarry.rules")
    tests = [item for item in linked.items if isinstance(item, syn.Test)]
    text = "\n".join(as_text(describe(linked, item, language)) for item in tests)
    assert text == SAID[language]


NAMED = [
    (
        "grown squares, turned:\n    cells Spot",
        "“0,1” “x”, turned twice",
        (
            "Spots are named by column and row; from the first one, which is 0,0, columns are counted to the"
            " right and rows downwards. Each turn is a quarter turn clockwise."
        ),
        (
            "Места называются по столбцу и ряду; от начала, 0,0, столбцы считают вправо, ряды — вниз."
            " Каждый поворот — на четверть оборота по часовой стрелке."
        ),
    ),
    (
        "squares 3 by 3:\n    edges Wall\n    corners Peg\n    cells Spot",
        "“0,1” and “0:1:N”",
        (
            "Walls are named after a spot: N is at its top, W on its left. Pegs are named after a spot: it is"
            " the one at the upper left. Spots are named by column and row; columns are counted to the right,"
            " rows downwards."
        ),
        (
            "Стены называются по месту: N — сверху, W — слева от него. Колья называются по месту: это его"
            " левый верхний угол. Места называются по столбцу и ряду; столбцы считают вправо, ряды — вниз."
        ),
    ),
    ("squares 3 by 3:\n    cells Spot", "“Oban”", "", ""),
]


@pytest.mark.parametrize(("board", "used", "english", "russian"), NAMED)
def test_names_of_cells_are_explained_where_they_are_used(
    tmp_path: Path, board: str, used: str, english: str, russian: str
) -> None:
    labels = {"Spot": ("spot", "место"), "Wall": ("wall", "стена"), "Peg": ("peg", "кол")}
    for kind, (en, ru) in labels.items():
        board = board.replace(kind, f'{kind} "{en}" ru "{ru}"')
    path = tmp_path / "yard.rules"
    path.write_text(
        f'game yard "Yard":\n    players 2\ntile Flag_stone, 3\nboard yard: {board} holds one Flag_stone\n'
        'words ru:\n    Peg: "кол", plural "колья", many "кольев"\n'
    )
    linked = link(path, [], Sources(), Reporter())
    assert linked is not None
    for language, said in (("en", english), ("ru", russian)):
        assert as_text(Prose(linked, language).describe_cell_names(used)) == said
