"""Sentences about what a game is made of, and those of questions and answers, in English and Russian."""

from __future__ import annotations

from typing import Final

DECLARED: Final[dict[str, tuple[str, str]]] = {
    # --- declarations ------------------------------------------------------------------------------------------
    "setting_number": (
        "usually {v}; you may agree on anything from {a} to {b}",
        "обычно {v}; можно договориться о любом значении от {a} до {b}",
    ),
    "setting_fixed": ("usually {v}", "обычно {v}"),
    "setting_flag_on": ("usually on; you may leave it out", "обычно да; можно отключить"),
    "setting_flag_off": (
        "usually off; you may agree on it",
        "обычно нет; можно договориться иначе",
    ),
    "setting_cases": (
        "usually {v}; possible are {cases}",
        "обычно {v}; возможные варианты: {cases}",
    ),
    "per_players": ("{n} with {players} players", "{n} при {players} игроках"),
    "per_players_one": ("{n} with {players} player", "{n} при {players} игроке"),
    "there_are_things": ("there {n~is/are} {n} in the game", "в игре {n}"),
    "things_each_player": ("each player has {n}", "у каждого игрока {n}"),
    "things_each_player_of_kinds": (
        "each player has {n} of each kind",
        "у каждого игрока {n} каждого вида",
    ),
    "there_are_of_kinds": ("there {n~is/are} {n} of each kind", "в игре {n} каждого вида"),
    "things_of_rows": ("there are {n} different {x}", "разных {x:gen}: {n}"),
    "things_each": (
        "there is one for each combination of {x}",
        "по одному на каждое сочетание: {x}",
    ),
    "has_each": ("each has:", "у каждого:"),
    "shows": ("printed on each:", "указано:"),
    "made_of": ("{t} consists of {x}", "{t} состоит из {x:gen}"),
    "part_shows": ("printed on {k}:", "на {k:prep} указано:"),
    "group_also": ("{o} count as {x} too", "{o} тоже считаются {x:ins}"),
    "field_in": ("{f} (from {a} to {b})", "{f} (от {a} до {b})"),
    "kind_cases": ("one of these: {x}", "одно из следующего: {x}"),
    "kind_cases_many": ("one of these", "одно из следующего"),
    "group_one_per": ("each player has one {x}", "у каждого игрока есть {x}"),
    "group_owned": ("the owner of {x}: {y}", "владелец {x:gen}: {y}"),
    "board_squares": ("{b} is a grid of squares", "{b} — сетка из квадратов"),
    "board_hexes": ("{b} is a grid of hexagons", "{b} — сетка из шестиугольников"),
    "board_graph": ("{b} consists of linked spaces", "{b} состоит из связанных мест"),
    "board_grown": (
        "{b} {b~grows/grow} as {t} are laid",
        "{b} {b~растёт/растёт/растёт/растут} по мере того, как выкладывают {t:acc}",
    ),
    "board_each": ("each player has one", "у каждого игрока сво{b~й/я/ё/и} {b}"),
    "board_turned": ("{t} may be turned", "{t:acc} можно поворачивать"),
    "board_stacked": (
        "{t} may be laid on others; then only the top one counts",
        "{t:acc} можно класть поверх других; тогда учитывается только верхн{one~ий/яя/ее/ие}",
    ),
    "place_holds": ("on {k} there is room for {x}", "на {k:prep} может находиться {x}"),
    "hold_one": ("one {x}", "{x} (только {x~один/одна/одно/одни})"),
    "hold_pile": ("a pile of {x}", "стопка {x:gen}"),
    "hold_many": ("any number of {x}", "любое количество {x:gen}"),
    "zone_of_player": (
        "each player has a place of their own for {x}",
        "у каждого игрока есть своё место, где лежат {x}",
    ),
    "zone_of": (
        "for {k} there is a place of its own for {x}",
        "для {k:gen} есть своё место, где лежат {x}",
    ),
    "zone_one": ("this is the place for {x}", "здесь лежат {x}"),
    "zone_pile": ("this is a pile of {x}", "здесь стопкой лежат {x}"),
    "seen_owner": ("only the owner may look at them", "смотреть их может только владелец"),
    "seen_nobody": ("nobody may look at them", "смотреть их нельзя никому"),
    "capped": ("there are never more than {n}", "их никогда не больше {n:gen}"),
    "start_with": ("in the beginning there are {n} of each", "в начале — по {n} каждого вида"),
    "start_counted": ("in the beginning: {n}", "в начале: {n}"),
    "unlimited": ("the supply never runs out", "запас никогда не заканчивается"),
    "var_each": ("{k} has its own {x}", "у {k:gen} {x~свой/своя/своё/свои} {x}"),
    "var_of_player": ("{k} has their own {x}", "у {k:gen} {x~свой/своя/своё/свои} {x}"),
    "var_noted": ("noted for {k}", "отмечается для {k:gen}"),
    "var_start": ("at first: {v}", "в начале: {v}"),
    "each_turn": ("at the start of each turn", "в начале каждого хода"),
    "each_step": ("at the start of each step {x}", "в начале каждого шага {x}"),
    "cleared_flag": ("{when} {c}", "{when} {c}"),
    "cleared_to": ("{when}: {n}", "{when}: {n}"),
    "cleared_none": ("{when} there is none", "{when} ничего нет"),
    "cleared": ("starts anew {when}", "обновляется {when}"),
    "track_range": ("a track from {a} to {b}", "шкала от {a} до {b}"),
    "track_printed": ("a track with printed steps", "шкала с напечатанными делениями"),
    "track_stops": ("steps beyond its ends are lost", "шаги за край шкалы пропадают"),
    "players": ("for {a} to {b} players", "для {a}–{b} игроков"),
    # --- questions ---------------------------------------------------------------------------------------------
    "faq_players": (
        "{n} {n~takes/take} part",
        "{n~играет/играет/играет/играют} {n}",
    ),
    "faq_setting": ("{x}: {v}", "{x}: {v}"),
    "faq_has": ("{where}: {x}", "{where}: {x}"),
    "faq_stands": ("{x} {x~is/are} on {s}", "{x} — на {s}"),
    "faq_kept": ("{x} {v}", "{x} — {v}"),
    "faq_kept_set": ("{x} – {v}", "{x} — {v}"),
    "faq_value": ("{x}: {v}", "{x}: {v}"),
    "faq_points_for": ("points for {x}", "очки по строке {x}"),
    "faq_points_of": ("{p}’s points", "очки {p:gen}"),
    "faq_at": ("it is {p}’s turn, in the step {x}", "ходит {p}, шаг {x}"),
    "faq_step": ("the step {x} begins", "начинается шаг {x}"),
    "faq_plays": ("{p} takes the action {x}", "{p} выполняет действие {x}"),
    "faq_uses": ("{p} uses {x}", "{p} применяет {x}"),
    "faq_answers": ("{p} chooses {x}", "{p} выбирает {x:acc}"),
    "faq_effect": ("{p} chooses the effect {x}", "{p} выбирает эффект {x}"),
    "faq_answers_none": ("{p} chooses nothing", "{p} ничего не выбирает"),
    "faq_spends": ("{p} pays from {x}", "{p} платит с {x:gen}"),
    "so_many_times": ("{x} {n}", "{x} {n}"),
    "faq_once": ("once", "один раз"),
    "faq_twice": ("twice", "дважды"),
    "faq_and_chance": ("{x}; {y}", "{x}; {y}"),
    "faq_each_time": ("{x}; {y} each time", "{x}; каждый раз {y}"),
    "faq_dice": ("the dice show {x}", "на кубиках выпадает {x}"),
    "faq_dice_many": (
        "the dice show {x}, in this order",
        "на кубиках по очереди выпадает {x}",
    ),
    "faq_die": ("the die shows {x}", "на кубике выпадает {x}"),
    "faq_die_many": ("the die shows {x}, in this order", "на кубике по очереди выпадает {x}"),
    "faq_rolled": ("the roll gives {x}", "выпадает {x}"),
    "faq_rolled_many": ("the roll gives, one after the other, {x}", "по очереди выпадает {x}"),
    "faq_drawn": ("by chance: {x}", "случай решает: {x}"),
    "faq_drawn_many": ("by chance, in this order: {x}", "случай решает, по порядку: {x}"),
    "faq_refused": (
        "{p} may not take the action {x}",
        "{p} не может выполнить действие {x}",
    ),
    "verb_allowed": ("{p} may {x}", "{p} может {x}"),
    "verb_refused": ("{p} may not {x}", "{p} не может {x}"),
    "verb_refused_now": ("{p} may not {x} now", "{p} сейчас не может {x}"),
    "verb_refused_turn": ("{p} may no longer {x} this turn", "{p} в этот ход больше не может {x}"),
    "verb_refused_game": (
        "{p} may no longer {x} in this game",
        "{p} в этой игре больше не может {x}",
    ),
    "faq_unusable": ("{p} may not use {x}", "{p} не может применить {x}"),
    "faq_because": ("{x}: {why}", "{x}: {why}"),
    "faq_allowed": ("{p} may take the action {x}", "{p} может выполнить действие {x}"),
    "faq_unchosen": ("{p} may not choose {x}", "{p} не может выбрать {x:acc}"),
    "faq_chosen": ("{p} may choose {x}", "{p} может выбрать {x:acc}"),
    "faq_usable": ("{p} may use {x}", "{p} может применить {x}"),
    "faq_only_for": ("{x} is possible only for {y}", "{x} возможно только для {y:gen}"),
    "why_cost": ("they lack what it costs", "{p:dat} не хватает того, что нужно отдать"),
    "why_turn": ("it cannot be done again this turn", "в этот ход больше нельзя"),
    "why_game": ("it cannot be done again in this game", "в этой игре больше нельзя"),
    "why_now": ("it cannot be done now", "сейчас это невозможно"),
    "why_other": ("{k} is concerned now", "сейчас речь о {k:prep}"),
    "why_no_choice": (
        "what has to be chosen for it is not there",
        "нет того, что для этого нужно выбрать",
    ),
    "why_bundle": ("these cannot be chosen", "этого выбрать нельзя"),
    "why_too_few": ("at least {n} must be chosen", "нужно выбрать не меньше {n:gen}"),
    "why_too_many": ("at most {n} may be chosen", "можно выбрать не больше {n:gen}"),
    "why_range": ("it must be a number {x}", "это должно быть число {x}"),
    "faq_on_top": ("on top of {x}", "сверху {where}"),
    "faq_on_top_many": ("on top of {x}, from the top down", "{where}, начиная с верха"),
    "faq_at_bottom": ("at the bottom of {x}", "снизу {where}"),
    "faq_at_bottom_many": (
        "at the bottom of {x}, the lowest last",
        "снизу {where}, считая сверху вниз",
    ),
    "faq_others_empty": ("the other {x} are empty", "остальные {x} пусты"),
    "faq_only_in": ("only this is {where}", "{where} есть только это"),
    "faq_only_in_many": (
        "only this is {where}, from the top down",
        "{where} есть только это, сверху вниз",
    ),
    "faq_heap": ("{x} on {s}, from the bottom up: {who}", "{x} на {s}, снизу вверх: {who}"),
    "faq_turned": (
        "{x}, turned {n}",
        "{x}, {t~повёрнут/повёрнута/повёрнуто/повёрнуты} {n}",
    ),
    "faq_turned_by": ("turned {n}", "с поворотом {n}"),
    "faq_without_it": ("without {x} on {s}, {c}", "без {x:gen} на {s} {c}"),
    "faq_without": ("{x}, no {y}", "{x}, нет {y}"),
    "faq_none_of": ("no {x}", "нет {x}"),
    "faq_none_at_all": ("none", "нет"),
    "faq_none": ("none", "пусто"),
    "for_whom": ("for {x}", "для {x:gen}"),
    "faq_has_no": ("{p} has no {k}", "у {p:gen} нет {k:gen}"),
    "faq_no_such": ("there are no {k}", "{k:gen} нет"),
    "faq_each_has": ("{where}: {x} each", "{where}: по {x}"),
    "each_points": ("{who} have {x} each", "у {who:gen} по {x}"),
    "nothing_there": ("there is nothing {where}", "{where} ничего нет"),
    "faq_wins": ("{p} {p~wins/win}", "{p~побеждает/побеждает/побеждает/побеждают} {p}"),
    "faq_goes_on": ("nobody has won yet", "пока никто не победил"),
    "faq_situation": ("situation", "ситуация"),
    "faq_happens": ("what happens", "что происходит"),
    "faq_answer": ("answer", "ответ"),
    "faq_with": ("{x} ({args})", "{x} ({args})"),
    "at_spots": ("at {x}", "на {x}"),
    "done_plays": ("{p} stops here", "{p} на этом заканчивает"),
    "done_step": ("{p} ends the step {x}", "{p} завершает шаг {x}"),
    "done_step_allowed": ("{p} may end the step {x}", "{p} может завершить шаг {x}"),
    "does_not": ("{p} does not {x}", "{p} не {x}"),
    "done_refused": ("{p} may not stop here", "{p} не может на этом закончить"),
    "done_allowed": ("{p} may stop here", "{p} может на этом закончить"),
    "turn_of": ("it is {x}’s turn", "ходит {x}"),
    "not_turn_of": ("it is not {x}’s turn", "ходит не {x}"),
    "has_no_points": ("{who} {who~has/have} no points {line}", "у {who:gen} нет очков {line}"),
    "has_points": ("{who} {who~has/have} {x}", "у {who:gen} {x}"),
    "cells_squares": (
        "{x} are named by column and row; columns are counted to the right, rows downwards",
        "{x} называются по столбцу и ряду; столбцы считают вправо, ряды — вниз",
    ),
    "cells_grown": (
        (
            "{x} are named by column and row; from the first one, which is 0,0, columns are counted to"
            " the right and rows downwards"
        ),
        "{x} называются по столбцу и ряду; от начала, 0,0, столбцы считают вправо, ряды — вниз",
    ),
    "turns_meant": (
        "each turn is a quarter turn clockwise",
        "каждый поворот — на четверть оборота по часовой стрелке",
    ),
    "cells_hexes": (
        (
            "{x} are named by two numbers: the second is the row, counted downwards, the first the place"
            " in the row, counted to the right; from row to row the count begins half {one} further right"
        ),
        (
            "{x} называются двумя числами: второе — ряд (ряды считают вниз), первое — место в ряду"
            " (вправо); в каждом следующем ряду счёт начинается на половину {one:gen} правее"
        ),
    ),
    "cells_flat": (
        (
            "{x} are named by two numbers: the first is the column, counted to the right, the second the"
            " place in the column, counted downwards; from column to column the count begins half {one}"
            " further down"
        ),
        (
            "{x} называются двумя числами: первое — столбец (столбцы считают вправо), второе — место в"
            " столбце (вниз); в каждом следующем столбце счёт начинается на половину {one:gen} ниже"
        ),
    ),
    "edges_hexes": (
        (
            "{x} are named after {one}: NE, E and SE are those on its upper right, its right and its"
            " lower right"
        ),
        (
            "{x} называются по {one:dat}: NE, E и SE — справа сверху, справа и справа снизу от"
            " н{one~его/её/его/их}"
        ),
    ),
    "edges_flat": (
        (
            "{x} are named after {one}: NE, SE and S are those on its upper right, its lower right and"
            " at its bottom"
        ),
        (
            "{x} называются по {one:dat}: NE, SE и S — справа сверху, справа снизу и снизу от"
            " н{one~его/её/его/их}"
        ),
    ),
    "edges_squares": (
        "{x} are named after {one}: N is at its top, W on its left",
        "{x} называются по {one:dat}: N — сверху, W — слева от н{one~его/её/его/их}",
    ),
    "corners_hexes": (
        "{x} are named after {one}: N is the one at its top, S the one at its bottom",
        "{x} называются по {one:dat}: N — верхняя вершина, S — нижняя",
    ),
    "corners_flat": (
        "{x} are named after {one}: E is the one on its right, W the one on its left",
        "{x} называются по {one:dat}: E — правая вершина, W — левая",
    ),
    "corners_squares": (
        "{x} are named after {one}: it is the one at the upper left",
        "{x} называются по {one:dat}: это {one~его/её/его/их} левый верхний угол",
    ),
    "only_named": (
        "by itself this does nothing; other rules add to it",
        "само по себе ничего не делает; на это ссылаются другие правила",
    ),
}
