"""The same rules, seed and decisions give the same bytes: in any process and in any hash order."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence

from rulelang.conformance.configurations import Configuration, load
from rulelang.conformance.walks import Walk, steps
from rulelang.runtime.play import state_key


def fingerprint(configuration: Configuration, seed: int, length: int) -> str:
    """Return a digest of the generated code and of every state of a walk."""
    bundled = load(configuration)
    digest = hashlib.sha256(bundled.game.source.encode())
    digest.update(bundled.game.rules_hash.encode())
    for trace in steps(bundled.game, Walk(seed, (), warm_up=length)):
        digest.update(state_key(trace.state))
        if not trace.is_over:
            digest.update(repr(bundled.game.options(trace.state)).encode())
    return digest.hexdigest()


def fingerprints_elsewhere(
    configurations: Sequence[Configuration], seed: int, length: int, hash_seed: int
) -> list[str]:
    """Return the fingerprints that a fresh process finds, with another order of hashes."""
    rows = [(c.path, c.players, c.settings, c.modules) for c in configurations]
    code = (
        "from rulelang.conformance.configurations import Configuration as C\n"
        "from rulelang.conformance.determinism import fingerprint\n"
        f"for row in {rows!r}: print(fingerprint(C(*row), {seed}, {length}))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    return done.stdout.split()
