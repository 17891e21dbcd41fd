"""The language model that the settings name, ready to be asked; none for `offline`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.environment.settings import with_secret_files

if TYPE_CHECKING:
    from app.environment.settings import Settings
    from tools.loop.events import EventSink
    from tools.loop.loop import ToolLoop
    from tools.model_settings import Models, ModelSettings
    from tools.providers.base import Provider

OFFLINE = "offline"
_OPENAI_KEY = "OPENAI_API_KEY"


def language_model(settings: Settings) -> ToolLoop | None:
    """A loop around the model; nothing is sent before it is asked, except the first time to a
    model whose format is `auto`. Raises ModelsFileError."""
    return None if settings.model == OFFLINE else model_loop(settings)


def model_loop(
    settings: Settings, *, sinks: Sequence[EventSink] = (), stream: bool = False
) -> ToolLoop:
    """The loop of the model that the settings name, by `models.toml`. Raises ModelsFileError, and
    what `span_sinks` raises."""
    from app.telemetry.spans import span_sinks
    from tools.loop.trace import Capture
    from tools.model_loop import loop_for
    from tools.probe import ProbeCache, cached_probe

    chosen = model_settings(settings)
    sees = chosen.sees and settings.send_pages != "never"
    chosen = chosen.model_copy(update={"sees": sees})
    probe = cached_probe(ProbeCache(cache_file(os.environ)), chosen.base_url)
    return loop_for(
        chosen,
        _keys(settings),
        sinks=[*sinks, *span_sinks(settings.spans), *_counting(settings, chosen)],
        stream=stream,
        capture=Capture(settings.trace),
        probe=probe,
    )


def _counting(settings: Settings, chosen: ModelSettings) -> list[EventSink]:
    """Who counts what the model is asked, in a service that tells it."""
    if settings.metrics is None:
        return []
    from app.telemetry.counted import ModelCounts
    from tools.model_loop import price_for

    return [ModelCounts(settings.model, price_for(chosen))]


def provider_of(settings: Settings) -> Provider:
    """The model's provider alone, to be asked whether it answers. Raises ModelsFileError."""
    from tools.model_loop import provider_for

    return provider_for(model_settings(settings), _keys(settings))


def model_settings(settings: Settings) -> ModelSettings:
    """How the model is talked to. Raises ModelsFileError."""
    return known_models(settings).settings(settings.model, settings.base_url)


def known_models(settings: Settings) -> Models:
    """The shipped models and a person's own. Raises ModelsFileError."""
    from tools.model_settings import find_models_file, load_models

    return load_models(find_models_file(os.environ, _beside(settings.database_url)))


def cache_file(environment: Mapping[str, str]) -> Path:
    """Where it is kept what servers can do."""
    home = environment.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "tieout" / "probes.json"


def _beside(database_url: str) -> Path | None:
    """The folder of a ledger that is a file."""
    path = database_url.removeprefix("sqlite:///")
    return None if "://" in path else Path(path).expanduser().parent


def _keys(settings: Settings) -> dict[str, str]:
    """The environment's keys, the settings' own in its place among them."""
    keys = dict(with_secret_files(os.environ))
    if settings.api_key is not None:
        keys[_OPENAI_KEY] = settings.api_key
    return keys
