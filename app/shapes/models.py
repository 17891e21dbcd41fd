"""The JSON of `tieout models list`, documented in docs/other-json.md."""

from __future__ import annotations

from pydantic import BaseModel

from tools.model_settings import ModelSettings


class _Named(BaseModel):
    name: str


class ModelShape(ModelSettings, _Named):
    """A model by its name, with every key that a models file may give it."""


def model_shape(name: str, settings: ModelSettings) -> ModelShape:
    """The settings under the name that they go by."""
    return ModelShape(name=name, **dict(settings))
