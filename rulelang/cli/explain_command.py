"""`rulelang explain CODE`: in goes a code or its slug, out comes its page; without one, the list of all.

`rulelang explain FILE:LINE` says what a line of a rules file means, `rulelang explain GAME VALUE` how a price or
another value came about.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any

import click

from rulelang.cli.explain_line import explain_line, place_said
from rulelang.cli.explain_value import explain_value, position_options
from rulelang.cli.shared import find_rules, find_variants, format_option
from rulelang.cli.verb import verb
from rulelang.diagnostics.codes import CODES, find_code
from rulelang.diagnostics.explanations import explanation_of
from rulelang.diagnostics.model import Code
from rulelang.diagnostics.suggest import did_you_mean

WIDTH = 80


@verb()
@click.argument("code", metavar="[CODE | FILE:LINE | GAME VALUE]", required=False)
@click.argument("value", metavar="", required=False)
@position_options()
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context, /, code: str | None, value: str | None, format: str, **asked: Any
) -> None:
    """Say what a diagnostic code means, how to avoid it, and why it exists.

    CODE is a number such as E203 or its name, unknown-name. Without CODE all are listed. A line of
    a rules file, as in `my_game.rules:12`, is explained too: what it is, what it means, and where
    the names on it are declared. For a line of a variant, --with adds the game if it is not a
    bundled one.

    GAME VALUE says how a price or another value came about, part by part, as in `rulelang explain
    saved.json "cost_of(red, mill)"`. GAME is a game that was saved with `save` in `rulelang play`,
    or the rules of a game.
    """
    if value is not None and code is not None:
        ctx.exit(explain_value(code, value, asked, is_json=format == "json"))
    if code is None:
        records = [_record(known) for known in CODES.values()]
        click.echo(_json(records) if format == "json" else _list())
        return
    place = place_said(code)
    if place is not None:
        ctx.exit(_explain_line(*place, asked["variants"], is_json=format == "json"))
    found = find_code(code)
    if found is None:
        near = did_you_mean(code.upper(), CODES) or did_you_mean(
            code, [known.slug for known in CODES.values()]
        )
        hint = near or "`rulelang explain` lists them all"
        click.echo(f"there is no code called `{code}`; {hint}", err=True)
        ctx.exit(1)
    click.echo(_json(_record(found)) if format == "json" else _page(found))


def _explain_line(said: str, line: int, variants: tuple[str, ...], *, is_json: bool) -> int:
    path = find_rules(said)
    page = explain_line(path, line, find_variants(path, variants))
    if page is None:
        click.echo(f"`{path}` has no line {line}", err=True)
        return 1
    record = {"path": str(path), "line": line, "text": page}
    click.echo(_json(record) if is_json else page)
    return 0


def _list() -> str:
    return "\n".join(f"{code.id}  {code.slug}" for code in CODES.values())


def _page(code: Code) -> str:
    page = explanation_of(code)
    parts = [f"{code.id} {code.slug} ({code.severity.value})", textwrap.fill(page.summary, WIDTH)]
    for title, snippet in (("Avoid", page.avoid), ("Prefer", page.prefer)):
        if snippet:
            parts.append(f"{title}:\n\n{textwrap.indent(snippet.strip(), '    ')}")
            parts += [
                f"with {name}:\n\n{textwrap.indent(text.strip(), '    ')}"
                for name, text in page.files.items()
                if name in snippet
            ]
    parts.append(textwrap.fill(f"Why: {page.why}", WIDTH))
    return "\n\n".join(parts)


def _record(code: Code) -> dict[str, object]:
    page = explanation_of(code)
    return {
        "code": code.id,
        "slug": code.slug,
        "severity": code.severity.value,
        "template": code.template,
        "summary": page.summary,
        "avoid": page.avoid,
        "prefer": page.prefer,
        "files": dict(page.files),
        "why": page.why,
    }


def _json(content: object) -> str:
    return json.dumps({"version": 1, "explained": content}, ensure_ascii=False, indent=2)
