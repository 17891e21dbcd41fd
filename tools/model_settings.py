"""From each model's settings, shipped or a person's own, to the loop that runs it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tools.formats.choose import FormatName, format_named
from tools.loop.arguments import problems
from tools.loop.errors import ToolsError
from tools.loop.events import EventSink
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture, Limits
from tools.loop.tokens import Price, fixed_price, free, listed_price
from tools.probe import ProbeResult
from tools.providers.base import AnswerMode, Provider, Quirk
from tools.providers.openai_wire import WireOptions


class ModelsFileError(ToolsError, code="models_file_invalid"):
    """{file} is not a valid models file: {problem}. Compare it with docs/models.md."""


#: Limits that hold for any model, over those of its own table.
LIMITS: Final = "TIEOUT_MODEL_LIMITS"


class ProviderName(StrEnum):
    """Who is asked."""

    OFFLINE = "offline"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    RESPONSES = "responses"


#: Whose models any server may have.
_AT_AN_ADDRESS: Final = (ProviderName.OPENAI, ProviderName.RESPONSES)


class LimitSettings(BaseModel):
    """How far a run may go, as far as it is said; `Limits` of the loop are what is not."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int | None = Field(default=None, ge=1)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    cost: Decimal | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, gt=0)
    request_seconds: float | None = Field(default=None, gt=0)

    def over(self, limits: Limits) -> Limits:
        return replace(limits, **self.model_dump(exclude_none=True))


def _limits_said(environment: Mapping[str, str]) -> LimitSettings:
    """Those of $TIEOUT_MODEL_LIMITS, such as `turns=4 cost=0.10`. Raises ModelsFileError."""
    pairs = [each.partition("=") for each in environment.get(LIMITS, "").split()]
    try:
        return LimitSettings.model_validate({name: value for name, _, value in pairs})
    except ValidationError as error:
        place, message, _ = problems(error)[0]
        raise ModelsFileError(file=LIMITS, problem=f"{place}: {message}") from None


class _KnownSettings(BaseModel):
    """What may be said of a model, by its own table or by a preset; None says nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: FormatName | Literal["auto"] = FormatName.NATIVE
    answer_mode: AnswerMode = AnswerMode.JSON_SCHEMA
    max_tokens_field: str = "max_tokens"
    answer_tokens: int = Field(default=1024, ge=16, le=200_000)
    send_stop: bool = True
    parallel: bool | None = None
    sees: bool = False
    whole_numbers: bool = False
    plans: bool = False
    quirks: tuple[Quirk, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)
    limits: LimitSettings = LimitSettings()
    input_price: Decimal | None = Field(default=None, ge=0)
    output_price: Decimal | None = Field(default=None, ge=0)


class ModelSettings(_KnownSettings):
    """One model, ready to be talked to.

    ``format`` `auto` asks the server once what it can do. ``sees`` says that it takes images,
    ``whole_numbers`` that account numbers may be sent to it unmasked, ``plans`` that it answers
    questions by a plan instead of calls, as one does of which `auto` found that it calls nothing.
    Prices are US dollars per million tokens, for models that no price list has. ``api_key_env``
    names the variable that holds the key; the key itself never is in a file."""

    provider: ProviderName
    model: str = Field(min_length=1)
    base_url: str | None = None
    api_key_env: str | None = None


class _Preset(_KnownSettings):
    match: tuple[str, ...] = Field(min_length=1)


class _Entry(_KnownSettings):
    provider: ProviderName = ProviderName.OPENAI
    model: str = ""
    base_url: str | None = None
    api_key_env: str | None = None


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    models: dict[str, _Entry] = Field(default_factory=dict)
    presets: tuple[_Preset, ...] = ()


class Models:
    """Every model that is known by name, and what is known of others by their ids."""

    def __init__(self, documents: Sequence[_File]) -> None:
        self._entries: dict[str, _Entry] = {}
        for document in documents:
            self._entries.update(document.models)
        self._presets = [preset for document in documents for preset in document.presets]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def settings(self, name: str, base_url: str | None = None) -> ModelSettings:
        """The settings of a named model, or of the model id that an OpenAI-compatible server
        (``base_url``) has; what a preset says of the id is filled in."""
        entry = self._entries.get(name, _Entry(model=name, api_key_env="OPENAI_API_KEY"))
        said = entry.model_dump(exclude_unset=True)
        known: dict[str, object] = {}
        for preset in self._presets:
            if any(fnmatch(entry.model.lower(), pattern.lower()) for pattern in preset.match):
                known.update(preset.model_dump(exclude_unset=True, exclude={"match"}))
        fields = {"provider": entry.provider, **known, **said}
        if base_url is not None and entry.provider in _AT_AN_ADDRESS:
            fields["base_url"] = base_url
        return ModelSettings(**fields)


def load_models(own: Path | None = None) -> Models:
    """The shipped models with a person's own file over them. Raises ModelsFileError."""
    shipped = Path(__file__).with_name("models.toml").read_text(encoding="utf-8")
    documents = [_parsed("models.toml", shipped)]
    if own is not None:
        documents.append(_parsed(own.name, _text(own)))
    return Models(documents)


def find_models_file(environment: Mapping[str, str], beside: Path | None) -> Path | None:
    """The file that $TIEOUT_MODELS names, or `models.toml` beside the ledger, if there is one."""
    named = environment.get("TIEOUT_MODELS")
    if named:
        return Path(named)
    candidate = beside / "models.toml" if beside is not None else None
    return candidate if candidate is not None and candidate.is_file() else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ModelsFileError(file=path.name, problem="it cannot be read") from None


def _parsed(name: str, text: str) -> _File:
    try:
        return _File.model_validate(tomllib.loads(text, parse_float=Decimal))
    except tomllib.TOMLDecodeError as error:
        raise ModelsFileError(file=name, problem=f"not TOML ({error})") from None
    except ValidationError as error:
        place, message, _ = problems(error)[0]
        raise ModelsFileError(file=name, problem=f"{place}: {message}") from None


#: What `auto` finds of a model that was asked to call and did not.
_WRITTEN: Final = (FormatName.JSON, FormatName.REACT)
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

    The key is read from the environment variable that the settings name. What is missing shows
    when the model is first asked. Raises ModelsFileError for limits that cannot be read.
    """
    provider = provider_for(settings, environment)
    name = settings.format
    if name == "auto":
        found = probe(provider) if probe is not None else None
        name = found.format if found is not None else FormatName.NATIVE
        if name in _WRITTEN:
            settings = settings.model_copy(update={"plans": True})
        more = [quirk for quirk in (found.quirks if found else ()) if quirk not in settings.quirks]
        if more:
            settings = settings.model_copy(update={"quirks": (*settings.quirks, *more)})
            provider = provider_for(settings, environment)
    return ToolLoop(
        provider,
        format=format_named(FormatName(name)),
        limits=replace(
            _limits_said(environment).over(settings.limits.over(limits or Limits())),
            answer_tokens=settings.answer_tokens,
        ),
        price=price_for(settings),
        mode=settings.answer_mode,
        sinks=sinks,
        stream=stream,
        capture=capture,
        sees=settings.sees,
        whole_numbers=settings.whole_numbers,
        plans=settings.plans,
    )


def provider_for(settings: ModelSettings, environment: Mapping[str, str]) -> Provider:
    """The provider; its package is imported when it is first asked."""
    key = environment.get(settings.api_key_env) if settings.api_key_env else None
    if settings.provider is ProviderName.OFFLINE:
        from tools.ledger.offline import OfflineProvider

        return OfflineProvider()
    if settings.provider is ProviderName.ANTHROPIC:
        from tools.providers.anthropic import AnthropicProvider

        return AnthropicProvider(
            settings.model,
            base_url=settings.base_url,
            api_key=key,
            sees=settings.sees,
            extra=settings.extra,
        )
    from tools.providers.openai import OpenAIProvider
    from tools.providers.responses import ResponsesProvider

    speaks = ResponsesProvider if settings.provider is ProviderName.RESPONSES else OpenAIProvider
    return speaks(
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
