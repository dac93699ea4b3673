"""From productions to syntax nodes: all builders by the alias or name of their production in grammar.lark."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rulelang.syntax.parsing.build_expressions import EXPRESSIONS, Builder
from rulelang.syntax.parsing.build_items import ITEMS
from rulelang.syntax.parsing.build_rules import RULES
from rulelang.syntax.parsing.build_statements import STATEMENTS

BUILDERS: Final[Mapping[str, Builder]] = MappingProxyType(
    {**EXPRESSIONS, **STATEMENTS, **ITEMS, **RULES}
)
