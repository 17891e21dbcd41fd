"""One short name for a set of tools as described to a model: what it saw can be proved later."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from tools.jsontext import Plain, canonical
from tools.providers.base import ToolSpec


@lru_cache(maxsize=64)
def tools_fingerprint(specs: tuple[ToolSpec, ...]) -> str:
    """SHA-256 in hex over names, descriptions and parameters, in order."""
    import hashlib  # a tenth of this package's import, and only runs need it

    described = [[spec.name, spec.description, dict(spec.parameters)] for spec in specs]
    return hashlib.sha256(canonical(cast(Plain, described)).encode()).hexdigest()


@dataclass(slots=True)
class ToolDigest:
    """The fingerprint of the tools of one request after another, which are mostly the same."""

    specs: tuple[ToolSpec, ...] = ()
    digest: str = ""

    def of(self, specs: tuple[ToolSpec, ...]) -> str:
        """The fingerprint, worked out again only for other tools."""
        if specs is not self.specs or not self.digest:
            self.specs, self.digest = specs, tools_fingerprint(specs)
        return self.digest
