"""From clauses of a rulebook to rules and tests: what is carried out, proven, played, refused, missing."""
