"""What the terminal says by itself: texts per language. Everything about a game comes from its labels."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ru")

_EN: Final = {
    "intro": "{title}, {players} players, seed {seed}",
    "intro_alone": "{title}, 1 player, seed {seed}",
    "you_are": "You are {who}.",
    "help_hint": "Type a number or a name to choose, `what NAME` to know more of something, `help` for everything else.",
    "you": "you",
    "active": "active",
    "total": "total",
    "your_turn": "{who}, you choose: {what}",
    "your_choice": "{who}, you choose:",
    "not_now": "not possible now: {names} (`why NAME` says why)",
    "others_too": "{names} can answer first: type a name",
    "prompt": "> ",
    "nothing_to_do": "{who}: nothing to choose for “{what}”",
    "nothing_left": "{who}: nothing to choose",
    "does": "{who}: {what}",
    "chooses_secretly": "{who} has chosen in secret",
    "done": "done",
    "came_up": "{name} came up {value}",
    "amount": "how many {kind}?",
    "number": "number",
    "bundle_hint": "say all at once as in `{example}`, or one number at a time",
    "turned": "turned {turn}",
    "hidden": "hidden",
    "known": "known: {what}",
    "face_down": "face down",
    "empty": "nothing",
    "undone": "taken back",
    "cannot_undo": "this cannot be taken back: chance, something revealed or another player came after it",
    "nothing_to_undo": "there is nothing to take back",
    "saved": "saved to {file}; go on with `rulelang play --load {file}`",
    "cannot_save": "{file} cannot be written: {reason}",
    "cannot_load": "{file} cannot be loaded: {reason}",
    "loaded": "loaded {file}",
    "needs_file": "say which file, as in `{word} game.json`",
    "needs_action": "say which action, as in `why {name}`",
    "possible": "“{name}” is possible now",
    "needs_value": "say which value and of what, as in `how NAME(…)`; there are {names} and more",
    "no_value": "there is no value called `{name}`.",
    "needs_name": "say what, as in `what NAME`: a tile, a card, a place, a kind, an action …",
    "no_topic": "nothing is called “{said}”.",
    "wanted": "`{name}` is asked for with: {wanted}",
    "no_member": "“{said}” is no {kind}",
    "no_flag": "“{said}” is neither yes nor no",
    "unseen": "this rests on something you do not see",
    "at_least": "but at least",
    "at_most": "but at most",
    "by_rules": "by the rules",
    "instead": "{value} instead",
    "yes": "yes",
    "no": "no",
    "unknown": "“{said}” is neither an option nor a command; type a number, a name or `help`",
    "ambiguous": "“{said}” can mean {names}",
    "not_offered": "{amount} {kind} is not possible here; possible is {options}",
    "bye": "\nGood-bye. The game was not finished.",
    "winner": "{names} wins",
    "winners": "{names} share the win",
    "game_over": "The game is over.",
    "pass_to": "Hand over to {who}, who presses Enter.",
    "fault": "the rules break here: {text}",
    "fault_help": "this is a mistake in the rules file, not in the game you played",
    "help": (
        "number or name   choose it; several numbers answer several questions\n"
        "what NAME        what is printed on something, and what the rules say of it; also the number of an option\n"
        "why ACTION       why something is not offered\n"
        "how VALUE(…)     how a price or another value came about\n"
        "undo             take back the last choice\n"
        "board            show the table again\n"
        "score            show the points line by line\n"
        "log              show everything that has happened\n"
        "save FILE        keep the game for later\n"
        "load FILE        go on with a game that was kept\n"
        "quit             leave"
    ),
}

_RU: Final = {
    "intro": "{title}, игроков: {players}, начальное число: {seed}",
    "intro_alone": "{title}, 1 игрок, начальное число: {seed}",
    "you_are": "Вы — {who}.",
    "help_hint": "Наберите число или имя, чтобы выбрать; `what ИМЯ` — что это такое; `help` — всё остальное.",
    "you": "вы",
    "active": "ходит",
    "total": "всего",
    "your_turn": "{who}, ваш выбор: {what}",
    "your_choice": "{who}, ваш выбор:",
    "not_now": "сейчас нельзя: {names} (`why ИМЯ` объяснит)",
    "others_too": "Раньше могут ответить: {names} — наберите имя",
    "prompt": "> ",
    "nothing_to_do": "{who}: «{what}» — выбирать не из чего",
    "nothing_left": "{who}: выбирать не из чего",
    "does": "{who}: {what}",
    "chooses_secretly": "{who}: выбор сделан втайне",
    "done": "готово",
    "came_up": "{name}: выпало {value}",
    "amount": "сколько: {kind}?",
    "number": "число",
    "bundle_hint": "назовите всё сразу, например `{example}`, или числа по одному",
    "turned": "поворот {turn}",
    "hidden": "скрыто",
    "known": "известно: {what}",
    "face_down": "рубашкой вверх",
    "empty": "ничего",
    "undone": "ход взят назад",
    "cannot_undo": "взять назад нельзя: после этого был случай, что-то открылось или ходил другой игрок",
    "nothing_to_undo": "брать назад нечего",
    "saved": "сохранено в {file}; продолжить: `rulelang play --load {file}`",
    "cannot_save": "{file}: записать нельзя: {reason}",
    "cannot_load": "{file}: загрузить нельзя: {reason}",
    "loaded": "загружено из {file}",
    "needs_file": "назовите файл, например `{word} game.json`",
    "needs_action": "назовите действие, например `why {name}`",
    "possible": "«{name}» сейчас можно",
    "needs_value": "назовите величину и для чего она, например `how ИМЯ(…)`; есть {names} и другие",
    "no_value": "величины `{name}` нет.",
    "needs_name": "назовите, что: `what ИМЯ` — жетон, карту, место, вид, действие …",
    "no_topic": "ничего с названием «{said}» нет.",
    "wanted": "`{name}` спрашивают так: {wanted}",
    "no_member": "«{said}» — не {kind}",
    "no_flag": "«{said}» — ни «да», ни «нет»",
    "unseen": "это зависит от того, чего вы не видите",
    "at_least": "но не меньше",
    "at_most": "но не больше",
    "by_rules": "по правилам",
    "instead": "вместо этого {value}",
    "yes": "да",
    "no": "нет",
    "unknown": "«{said}» — не вариант и не команда; наберите число, имя или `help`",
    "ambiguous": "«{said}» может значить: {names}",
    "not_offered": "{amount} {kind} здесь нельзя; можно {options}",
    "bye": "\nДо свидания. Партия не закончена.",
    "winner": "Победа: {names}",
    "winners": "Победу делят: {names}",
    "game_over": "Игра окончена.",
    "pass_to": "Передайте ход: {who}, нажмите Enter.",
    "fault": "здесь ломаются правила: {text}",
    "fault_help": "это ошибка в файле правил, а не в вашей партии",
    "help": (
        "число или имя    выбрать; несколько чисел отвечают на несколько вопросов\n"
        "what ИМЯ         что на этом написано и что о нём говорят правила; можно и номер варианта\n"
        "why ДЕЙСТВИЕ     почему этого нет среди вариантов\n"
        "how ВЕЛИЧИНА(…)  как получилась цена или другая величина\n"
        "undo             взять назад последний выбор\n"
        "board            показать стол ещё раз\n"
        "score            показать очки по строкам\n"
        "log              показать всё, что произошло\n"
        "save ФАЙЛ        сохранить партию\n"
        "load ФАЙЛ        продолжить сохранённую\n"
        "quit             выйти"
    ),
}

PHRASES: Final = {"en": _EN, "ru": _RU}
