"""From a model's settings to the loop that runs it: provider, format, price and probe together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tools.formats.choose import FormatName, format_named
from tools.loop.events import EventSink
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits
from tools.loop.tokens import Price, fixed_price, free, listed_price
from tools.loop.trace import Capture
from tools.model_settings import ModelSettings, ProviderName
from tools.probe import ProbeResult
from tools.providers.base import Provider
from tools.providers.openai_wire import WireOptions

_LOCAL = ("http://127.", "http://localhost", "http://[::1]")


def loop_for(
    settings: ModelSettings,
    environment: Mapping[str, str],
    *,
    limits: Limits | None = None,
    sinks: Sequence[EventSink] = (),
    stream: bool = False,
    capture: Capture = Capture.REDACTED,
    probe: Callable[[Provider], ProbeResult] | None = None,
) -> ToolLoop:
    """The loop for a model; ``probe`` decides a format that is `auto`, else it is native, and adds
    the quirks that it found.

    The key is read from the environment variable that the settings name. Raises nothing: what is
    missing shows when the model is first asked.
    """
    provider = provider_for(settings, environment)
    name = settings.format
    if name == "auto":
        found = probe(provider) if probe is not None else None
        name = found.format if found is not None else FormatName.NATIVE
        more = [quirk for quirk in (found.quirks if found else ()) if quirk not in settings.quirks]
        if more:
            settings = settings.model_copy(update={"quirks": (*settings.quirks, *more)})
            provider = provider_for(settings, environment)
    return ToolLoop(
        provider,
        format=format_named(FormatName(name)),
        limits=replace(limits or Limits(), answer_tokens=settings.answer_tokens),
        price=price_for(settings),
        mode=settings.answer_mode,
        sinks=sinks,
        stream=stream,
        capture=capture,
        sees=settings.sees,
        whole_numbers=settings.whole_numbers,
    )


def provider_for(settings: ModelSettings, environment: Mapping[str, str]) -> Provider:
    """The provider; its package is imported when it is first asked."""
    key = environment.get(settings.api_key_env) if settings.api_key_env else None
    if settings.provider is ProviderName.OFFLINE:
        from tools.providers.offline import OfflineProvider

        return OfflineProvider()
    if settings.provider is ProviderName.ANTHROPIC:
        from tools.providers.anthropic import AnthropicProvider

        return AnthropicProvider(
            settings.model, base_url=settings.base_url, api_key=key, sees=settings.sees
        )
    from tools.providers.openai import OpenAIProvider

    return OpenAIProvider(
        settings.model,
        base_url=settings.base_url,
        api_key=key,
        options=WireOptions(
            max_tokens_field=settings.max_tokens_field,
            parallel=settings.parallel,
            send_stop=settings.send_stop,
            sees=settings.sees,
            quirks=settings.quirks,
            extra=tuple(settings.extra.items()),
        ),
    )


def price_for(settings: ModelSettings) -> Price:
    """What the model costs: nothing here, its own prices, or the public list's."""
    if settings.provider is ProviderName.OFFLINE:
        return free
    if settings.input_price is not None and settings.output_price is not None:
        return fixed_price(settings.input_price, settings.output_price)
    if (settings.base_url or "").startswith(_LOCAL):
        return free
    return listed_price(settings.model.rpartition("/")[2])
