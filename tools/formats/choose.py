"""The formats by the names they have in `models.toml`."""

from __future__ import annotations

from enum import StrEnum

from tools.formats.base import Format
from tools.formats.json_actions import JsonFormat
from tools.formats.native import NativeFormat
from tools.formats.react import ReactFormat
from tools.formats.xml import XmlFormat


class FormatName(StrEnum):
    """How a model writes its calls; `rescue` is native with calls written as text accepted."""

    NATIVE = "native"
    RESCUE = "rescue"
    JSON = "json"
    REACT = "react"
    XML = "xml"


def format_named(name: FormatName) -> Format:
    """A format, fresh and without any state of its own."""
    match name:
        case FormatName.NATIVE:
            return NativeFormat()
        case FormatName.RESCUE:
            return NativeFormat(rescue=True)
        case FormatName.JSON:
            return JsonFormat()
        case FormatName.REACT:
            return ReactFormat()
        case FormatName.XML:
            return XmlFormat()
