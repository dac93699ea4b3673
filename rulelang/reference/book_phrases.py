"""The book's own words: headings and the like in each language. The rules speak through `rulelang.prose`."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ru")
NAMES: Final = {"en": "English", "ru": "Русский"}

# English, Russian.
_PHRASES: Final[dict[str, tuple[str, str]]] = {
    "rules": ("Rules of play", "Правила игры"),
    "edition_trace": ("Trace", "Трассировка"),
    "edition_full": ("Complete reference", "Полный справочник"),
    "edition_summary": ("Summary", "Краткие правила"),
    "edition_aid": ("Player aid", "Памятка игрока"),
    "more_in_full": (
        "… more on this in the complete reference",
        "… подробнее в полном справочнике",
    ),
    "edition_changes": ("What changes", "Что меняется"),
    "players": ("{range} players", "Игроков: {range}"),
    "players_one": ("{range} player", "Игроков: {range}"),
    "with": ("with {names}", "с дополнениями: {names}"),
    "contents": ("Contents", "Содержание"),
    "search": ("Search the rules", "Поиск по правилам"),
    "found": ("Found: {n}", "Найдено: {n}"),
    "nothing_found": ("Nothing found", "Ничего не найдено"),
    "skip": ("Skip to the rules", "К правилам"),
    "language": ("Language", "Язык"),
    "components": ("What you need", "Что в коробке"),
    "component": ("Component", "Компонент"),
    "count": ("How many", "Сколько"),
    "for_one_player": ("{n} player", "{n} игрок"),
    "for_players": ("{n} players", "{n} игрока"),
    "for_many_players": ("{n} players", "{n} игроков"),
    "each_player": ("{n} for each player", "по {n} каждому игроку"),
    "no_limit": ("as many as needed", "сколько потребуется"),
    "each_of": ("{n} of each", "по {n} каждого вида"),
    "picture": ("Picture", "Вид"),
    "name": ("Name", "Название"),
    "all_components": ("All components", "Все компоненты"),
    "all_of": ("All {name}", "Все {name}"),
    "one_of_each": ("one for each combination", "на каждое сочетание по одному экземпляру"),
    "lasting": ("Lasting power: see “{name}”.", "Постоянное свойство: см. «{name}»."),
    "allows": ("Allows “{name}”.", "Позволяет: «{name}»."),
    "with_players": ("Players", "Игроков"),
    "track_steps": ("{name} on each step", "{name}: по делениям"),
    "track_start": ("The start is in bold.", "Начало выделено жирным."),
    "on_all": ("On each:", "На каждом:"),
    "award_card": ("Award “{name}”", "Награда «{name}»"),
    "die": ("Die", "Кубик"),
    "dice": ("Dice", "Кубики"),
    "die_sides": ("Die with {n} sides", "Кубик с числом граней {n}"),
    "dice_sides": ("Dice with {n} sides", "Кубики с числом граней {n}"),
    "die_faces": ("{die} with the faces {faces}", "{die} с гранями {faces}"),
    "sort_kind": ("kind", "вид"),
    "sort_place": ("place", "место"),
    "sort_value": ("value", "значение"),
    "printed": ("Printed", "Указано"),
    "values": ("Values", "Значения"),
    "setup": ("Set-up", "Подготовка"),
    "setup_steps": ("Preparing the game", "Подготовка по шагам"),
    "by_players": ("What depends on the number of players", "Что зависит от числа игроков"),
    "setup_picture": ("After set-up, {players}", "После подготовки, {players}"),
    "turn": ("Order of play", "Ход игры"),
    "turn_diagram": ("The game at a glance", "Игра на одной схеме"),
    "turn_text": ("Step by step", "По шагам"),
    "phases": ("Steps of play", "Этапы"),
    "actions": ("Actions", "Действия"),
    "any_time": ("At any time", "В любой момент"),
    "before_step": ("Before “{name}”", "Перед шагом «{name}»"),
    "after_step": ("After “{name}”", "После шага «{name}»"),
    "effects": ("What happens", "События и эффекты"),
    "exchanges": ("Ways to pay", "Способы оплаты"),
    "powers": ("Powers", "Особые свойства"),
    "powers_said": (
        "Each holds for the player who has it, as long as they have it.",
        "Каждое свойство действует для того, у кого оно есть, пока оно у него есть.",
    ),
    "as_table": ("As a table", "Таблицей"),
    "scoring": ("Scoring", "Подсчёт очков"),
    "example": ("A worked example", "Пример подсчёта"),
    "example_text": (
        "The end of a game with {players}, as the rules count it:",
        "Конец одной из партий ({players}); очки подсчитаны по этим правилам:",
    ),
    "line": ("Points for", "За что"),
    "total": ("Total", "Всего"),
    "winner": ("Winner: {names}.", "Победитель: {names}."),
    "winners": ("The victory is shared: {names}.", "Победу делят: {names}."),
    "example_picture": ("The final position", "Положение в конце партии"),
    "end": ("End of the game and victory", "Конец игры и победа"),
    "end_when": ("When the game ends", "Когда игра заканчивается"),
    "winning": ("Who wins", "Кто побеждает"),
    "settings": ("Settings and readings", "Настройки и трактовки"),
    "setting": ("Setting", "Настройка"),
    "usual": ("Usually", "Обычно"),
    "possible": ("Possible", "Возможно"),
    "yes": ("yes", "да"),
    "no": ("no", "нет"),
    "to": ("{low} to {high}", "от {low} до {high}"),
    "glossary": ("Glossary", "Словарь терминов"),
    "usually": ("Usually {n}.", "Обычно {n}."),
    "changed_by": ("Changed by", "Меняется свойством"),
    "changed_by_many": ("Changed by", "Меняется свойствами"),
    "faq_else": (
        "Whatever a situation does not name is as it is after set-up.",
        "Всё, о чём в ситуации не сказано, остаётся таким, как после подготовки.",
    ),
    "faq_usual": ("Unless a question says otherwise:", "Если в вопросе не сказано иное:"),
    "faq_legend": ("What the pictures show", "Что на рисунках"),
    "faq_unknown": ("anything: the question does not say", "что угодно: в вопросе не сказано"),
    "faq_picture": ("Situation of question {n}", "Положение к вопросу {n}"),
    "faq": ("Questions and answers", "Вопросы и ответы"),
    "clauses": ("Clauses of the rulebook", "Пункты правил"),
    "clause": ("Clause", "Пункт"),
    "implemented": ("Rule", "Правило"),
    "tested": ("Example", "Пример"),
    "remark": ("Remark", "Примечание"),
    "clauses_said": (
        "Each clause with the rule that carries it out and the worked examples that prove it.",
        "Каждый пункт: где он выполняется и каким примером подтверждён.",
    ),
    "missing": ("none", "нет"),
    "index": ("Index", "Указатель"),
    "round": ("round and round", "по кругу"),
    "repeat": ("again and again", "снова и снова"),
    "times": ("{n} times", "раз: {n}"),
    "each": ("each player", "каждый игрок"),
    "turn_of": ("a player's turn", "ход игрока"),
    "one_of": ("choose one", "выберите одно"),
    "may": ("you may", "можно"),
    "may_often": ("as often as you like", "сколько угодно раз"),
    "if": ("sometimes", "при условии"),
    "or_else": ("otherwise", "иначе"),
    "start": ("Set-up", "Подготовка"),
    "finish": ("Scoring and victory", "Подсчёт и победа"),
    "action": ("Action", "Действие"),
    "mark_added": ("new", "новое"),
    "mark_changed": ("changed", "изменено"),
    "mark_removed": ("removed", "убрано"),
    "overview": ("What changes", "Что меняется"),
    "overview_said": (
        "Everything that is played otherwise than in the game alone.",
        "Всё, что в игре становится иначе.",
    ),
    "change": ("Change", "Изменение"),
    "kind": ("Kind", "Вид"),
    "about": ("What", "Что"),
    "further": ("Further changes", "Прочие изменения"),
    "players_changed": ("Number of players", "Число игроков"),
    "no_changes": ("Nothing changes.", "Ничего не меняется."),
    "rulebook": ("Rulebook", "Пункты правил"),
    "is_action": ("action", "действие"),
    "is_term": ("term", "термин"),
    "is_component": ("component", "компонент"),
    "is_effect": ("effect", "эффект"),
    "is_exchange": ("way to pay", "способ оплаты"),
    "is_step": ("step", "шаг"),
    "is_power": ("power", "особое свойство"),
    "is_value": ("value", "величина"),
    "is_define": ("definition", "определение"),
    "is_cases": ("definition", "определение"),
    "is_region": ("region", "область"),
    "is_award": ("award", "награда"),
    "is_score": ("line of the score", "строка очков"),
    "is_setting": ("setting", "настройка"),
    "is_reading": ("reading", "трактовка"),
    "is_board": ("board", "поле"),
    "is_zone": ("place", "место"),
    "is_account": ("account", "счёт"),
    "is_track": ("track", "шкала"),
}  # fmt: skip


def has_phrase(phrase: str) -> bool:
    """Whether the book has words for this."""
    return phrase in _PHRASES


def say(language: str, phrase: str, **fields: object) -> str:
    """Return words of the book, filled in; English where the language is unknown."""
    english, russian = _PHRASES[phrase]
    return (russian if language == "ru" else english).format(**fields)


def capital(text: str) -> str:
    """Return a text with its first letter large.

    >>> capital("гекс"), capital("«семь»")
    ('Гекс', '«Семь»')
    """
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.upper() + text[place + 1 :]
        if letter.isdigit():
            break
    return text
