"""Sentences about awards, points, the end and victory, in English and Russian."""

from __future__ import annotations

from typing import Final

POINTS: Final[dict[str, tuple[str, str]]] = {
    # --- awards ------------------------------------------------------------------------------------------------
    "award": (
        "{x} goes to the player who leads in this: {k}{least}",
        "{x} получает игрок с наибольшим значением: {k}{least}",
    ),
    "award_most": (
        "{x} goes to the player with the greatest {k}{least}",
        "{x} получает игрок с наибольш{k~им/ей/им/ими} {k:ins}{least}",
    ),
    "award_with": ("{x} goes to the player with {k}{least}", "{x} получает игрок с {k}{least}"),
    "award_least": (", at least {n}", ", не меньше {n:gen}"),
    "award_keeps": (
        "in a tie the holder keeps it; if the holder is not among those tied, nobody has it",
        "при равенстве награда остаётся у владельца; если его нет среди равных, она не достаётся никому",
    ),
    "award_nobody": ("in a tie nobody has it", "при равенстве она не достаётся никому"),
    # --- lines of the score -----------------------------------------------------------------------------------
    "points_each": ("score {n}", "получите {n:acc}"),
    "points_if": ("score {n} if {c}", "получите {n:acc}, если {c}"),
    "points_else": ("otherwise score {n}", "иначе получите {n:acc}"),
    "points_each_is": ("for {x}, score {n}", "за {x:acc} получите {n:acc}"),
    "points_table": (
        "score points depending on {x}: {a}",
        "получите очки в зависимости от {x:gen}: {a}",
    ),
    "points_at": ("{n} for {i}", "{i} — {n}"),
    "points_less": ("lose {n}", "потеряйте {n:acc}"),
    "points_sum": ("score the sum of these", "получите сумму"),
    "points_of_line": ("for {line}", "за {line}"),
    "points_in": ("these points come from {x}", "эти очки получают по правилу {x}"),
    "points_in_many": ("these points come from {x}", "эти очки получают по правилам {x}"),
    "rank": ("players are ranked by {x}", "игроков сравнивают по {x:dat}"),
    "rank_prizes": (
        "the places score {x} {points}, from the first on",
        "за места, начиная с первого, дают {x} {points}",
    ),
    "rank_only": ("the first place scores {x} {points}", "за первое место дают {x} {points}"),
    "ties_share_down": (
        "those who tie share the points of their places, rounded down",
        "при равенстве очки за эти места делят поровну с округлением вниз",
    ),
    "ties_share_up": (
        "those who tie share the points of their places, rounded up",
        "при равенстве очки за эти места делят поровну с округлением вверх",
    ),
    "ties_all": (
        "those who tie all score their place in full",
        "при равенстве все получают очки за место полностью",
    ),
    # --- worked examples -----------------------------------------------------------------------------------------
    "worked": ("example: {a}", "пример: {a}"),
    "worked_has": ("{p} has {x}", "у {p:gen} {x}"),
    "worked_has_too": ("{p} {x}", "у {p:gen} {x}"),
    "worked_is": ("{x} {x~is/are} {n}", "{x} — {n}"),
    "worked_is_too": ("{p}’s {n}", "{p:gen} — {n}"),
    "worked_of": ("the {f} of {x}", "{f} {x:gen}"),
    "worked_with": ("{r} with {x}", "{r} с {x:ins}"),
    "worked_scores": ("{p} scores {n}", "{p} получает {n}"),
    "worked_score_each": ("{p} each score {n}", "{p} получают по {n}"),
    "worked_place": ("{p} takes the {i} place: {n}", "{p} занимает {i} место: {n}"),
    "worked_places": (
        "{p} share the {i} place: {n} each",
        "{p} делят {i} место: каждый получает {n}",
    ),
    "worked_1": ("first", "первое"),
    "worked_2": ("second", "второе"),
    "worked_3": ("third", "третье"),
    "worked_4": ("fourth", "четвёртое"),
    "worked_5": ("fifth", "пятое"),
    "worked_6": ("sixth", "шестое"),
    # --- end and victory ---------------------------------------------------------------------------------------
    "end_loop": ("the game ends as soon as {c}", "игра заканчивается, как только {c}"),
    "end_turns": (
        "the game ends if {c} at the end of a turn",
        "игра заканчивается, если в конце хода {c}",
    ),
    "end_after": ("the game ends after {n}", "игра заканчивается после {n:gen}"),
    "end_then": ("then comes the step {x}", "затем наступает шаг {x}"),
    "end_then_many": ("then come the steps {x}", "затем наступают шаги {x}"),
    "end": (
        "the game ends as soon as {c}; this is checked {when}",
        "игра заканчивается, как только {c}; это проверяют {when}",
    ),
    "after_action": ("after each action", "после каждого действия"),
    "after_turn": ("after each turn", "после каждого хода"),
    "after_step": ("after {x}", "после каждого шага {x}"),
    "win": (
        "the player with the most points wins",
        "побеждает игрок с наибольшим количеством очков",
    ),
    "win_key": (
        "the player with the greatest value wins: {k}",
        "побеждает игрок с наибольшим значением: {k}",
    ),
    "win_active": ("the player whose turn it is wins", "побеждает игрок, чей сейчас ход"),
    "win_if": ("a player wins if {c}", "побеждает игрок, для которого {c}"),
    "in_tie": ("in a tie,", "при равенстве"),
    "still_tie": ("if there is still a tie,", "если равенство сохраняется,"),
    "tie_break": (
        "in a tie, whoever has more wins: {k}",
        "при равенстве побеждает тот, у кого больше: {k}",
    ),
    "tie_most": (
        "in a tie, the player with the greatest {k} wins",
        "при равенстве побеждает игрок с наибольш{k~им/ей/им/ими} {k:ins}",
    ),
    "win_most": (
        "the player with the greatest {k} wins",
        "побеждает игрок с наибольш{k~им/ей/им/ими} {k:ins}",
    ),
    "tie_points": ("in a tie, the most points decide", "при равенстве решает количество очков"),
    "tie_if": (
        "in a tie, a player comes first if {c}",
        "при равенстве впереди игрок, для которого {c}",
    ),
    "win_shared": (
        "if there is still a tie, the victory is shared",
        "если равенство сохраняется, победа общая",
    ),
    "tie_shared": ("in a tie, the victory is shared", "при равенстве победа общая"),
    "tie_not_shared": ("in a tie, nobody wins", "при равенстве не побеждает никто"),
    "win_not_shared": (
        "if there is still a tie, nobody wins",
        "если равенство сохраняется, не побеждает никто",
    ),
}
