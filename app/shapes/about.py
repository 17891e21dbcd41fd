"""The JSON of what is said of a document that holds no statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.writing import shaped
from db.words import OtherDocument

if TYPE_CHECKING:
    from pipeline.claims import About


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutShape:
    """Its type, and one sentence if a model was asked; ``by`` names the model, null is what its
    heading says. Nothing proves it."""

    type: OtherDocument
    summary: str
    by: str | None


def about_shape(about: About | None) -> AboutShape | None:
    """What is said of the document, if anything is."""
    return None if about is None else shaped(AboutShape, about)
