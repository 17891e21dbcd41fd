"""What probes found, by endpoint and model, in a small file, so that each is asked only once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from db.private import private_folder, write_private
from tools.errors import ProviderError
from tools.formats.choose import FormatName
from tools.jsontext import loads
from tools.probe import Evidence, Found, probe
from tools.providers.base import Provider
from tools.providers.quirks import Quirk

#: What was found in another way than today is not believed, but found again.
VERSION = 2


@dataclass(frozen=True, slots=True)
class ProbeCache:
    """The file; what is lost or written by another version is asked again."""

    path: Path

    def get(self, key: str) -> Found | None:
        """What was found earlier, if anything."""
        said = self._read().get(key)
        if not isinstance(said, dict):
            return None
        try:
            quirks = tuple(Quirk(quirk) for quirk in said["quirks"])
            return Found(FormatName(said["format"]), Evidence(said["why"]), quirks)
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, key: str, found: Found) -> None:
        """Remember; the file is replaced whole, so it is never half written."""
        private_folder(self.path.parent)
        fresh = self.path.with_suffix(f".{os.getpid()}.new")
        said = {"format": found.format, "why": found.why, "quirks": found.quirks}
        known = {"version": VERSION, "found": {**self._read(), key: said}}
        write_private(fresh, json.dumps(known, indent=2))
        fresh.replace(self.path)

    def _read(self) -> dict[str, object]:
        try:
            known = loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(known, dict) or known.get("version") != VERSION:
            return {}
        found = known.get("found")
        return dict(found) if isinstance(found, dict) else {}


def cached_probe(cache: ProbeCache, endpoint: str | None) -> Callable[[Provider], Found]:
    """A probe that asks each model at an endpoint only once; a server that fails is asked again
    next time."""

    def ask(provider: Provider) -> Found:
        key = f"{endpoint or provider.name} {provider.model}"
        known = cache.get(key)
        if known is not None:
            return known
        try:
            found = probe(provider)
        except ProviderError:
            return Found(FormatName.NATIVE, Evidence.NOT_ASKED)
        cache.put(key, found)
        return found

    return ask
