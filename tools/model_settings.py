"""How each model is talked to: the shipped `models.toml`, a person's own, validated and merged."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tools.formats.choose import FormatName
from tools.loop.arguments import problems
from tools.loop.errors import ToolsError
from tools.providers.base import AnswerMode, Quirk


class ModelsFileError(ToolsError):
    """{file} is not a valid models file: {problem}. Compare it with docs/models.md."""

    code: ClassVar[str] = "models_file_invalid"


class ProviderName(StrEnum):
    """Who is asked."""

    OFFLINE = "offline"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


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
    quirks: tuple[Quirk, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)
    input_price: Decimal | None = Field(default=None, ge=0)
    output_price: Decimal | None = Field(default=None, ge=0)


class ModelSettings(_KnownSettings):
    """One model, ready to be talked to.

    ``format`` `auto` asks the server once what it can do. ``sees`` says that it takes images,
    ``whole_numbers`` that account numbers may be sent to it unmasked. Prices are US dollars per
    million tokens, for models that no price list has. ``api_key_env`` names the variable that holds
    the key; the key itself never is in a file."""

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
        """The names that can be chosen, the shipped ones first."""
        return tuple(self._entries)

    def settings(self, name: str, base_url: str | None = None) -> ModelSettings:
        """The settings of a named model, or of the model id that an OpenAI-compatible server
        (``base_url``) has; what a preset says of the id is filled in."""
        entry = self._entries.get(name, _Entry(model=name, api_key_env="OPENAI_API_KEY"))
        said = entry.model_dump(exclude_unset=True)
        known = self._preset(entry.model)
        fields = {"provider": entry.provider, **known, **said}
        if base_url is not None and entry.provider is ProviderName.OPENAI:
            fields["base_url"] = base_url
        return ModelSettings(**fields)

    def _preset(self, model: str) -> dict[str, object]:
        known: dict[str, object] = {}
        for preset in self._presets:
            if any(fnmatch(model.lower(), pattern.lower()) for pattern in preset.match):
                known.update(preset.model_dump(exclude_unset=True, exclude={"match"}))
        return known


def load_models(own: Path | None = None) -> Models:
    """The shipped models with a person's own file over them. Raises ModelsFileError."""
    shipped = files("tools").joinpath("models.toml").read_text(encoding="utf-8")
    documents = [_parsed("models.toml", shipped)]
    if own is not None:
        documents.append(_parsed(own.name, _text(own)))
    return Models(documents)


def find_models_file(environment: Mapping[str, str], beside: Path | None) -> Path | None:
    """A person's own file: the one $TIEOUT_MODELS names, or `models.toml` in the folder of the
    ledger if there is one."""
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
