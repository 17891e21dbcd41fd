"""Answers and calls that are valid by their schema and otherwise thrown by dice, from a seed.

Words and figures are taken from what the model was sent, so that some of them stand on the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, cast

from tools.loop.json_text import Plain
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import calls

_WORD: Final = re.compile(r"[^\s\"',:;{}\[\]]+")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_WHOLE: Final = re.compile(r"\b\d{1,6}\b")
_CALLS, _MOST, _LEFT_OUT = 0.5, 4, 0.5

Schema = Mapping[str, object]


class Dice:
    """Throws values for schemas, out of the words of one request."""

    def __init__(self, request: ModelRequest, random: Random) -> None:
        sent = "\n".join(message.content for message in request.messages)
        self._request = request
        self._random = random
        self._words = _found(_WORD, sent) or ["word"]
        self._dates = _found(_DATE, sent) or ["2026-01-01"]
        self._wholes = _found(_WHOLE, sent) or ["1"]

    def calls(self) -> ModelResponse | None:
        """A call or two of the tools there are, or none."""
        tools = self._request.tools if self._request.tool_choice == "auto" else ()
        if not tools or self._random.random() > _CALLS:
            return None
        chosen = self._random.sample(tools, min(len(tools), self._random.randint(1, 2)))
        return calls(*((tool.name, self._object(tool.parameters)) for tool in chosen))

    def sentence(self) -> str:
        """Some of the words."""
        return " ".join(self._random.choices(self._words, k=8))

    def value(self, schema: Schema) -> Plain:
        """Anything that the schema allows."""
        options = cast("Sequence[Schema]", schema.get("anyOf") or schema.get("oneOf") or ())
        if options:
            return self.value(self._random.choice(options))
        if "const" in schema:
            return cast(Plain, schema["const"])
        if "enum" in schema:
            return self._random.choice(cast("list[Plain]", schema["enum"]))
        return self._typed(self._type(schema), schema)

    def _typed(self, type_: str, schema: Schema) -> Plain:
        if type_ == "object":
            return self._object(schema)
        if type_ == "array":
            return self._array(schema)
        if type_ in ("integer", "number"):
            return int(self._random.choice(self._wholes))
        if type_ == "boolean":
            return self._random.random() < 0.5
        return None if type_ == "null" else self._text(schema)

    def _object(self, schema: Schema) -> dict[str, Plain]:
        fields = cast(Mapping[str, Schema], schema.get("properties", {}))
        required = cast("Sequence[str]", schema.get("required", ()))
        return {
            name: self.value(field)
            for name, field in fields.items()
            if name in required or self._random.random() > _LEFT_OUT
        }

    def _array(self, schema: Schema) -> list[Plain]:
        places = cast("Sequence[Schema]", schema.get("prefixItems", ()))
        if places:
            return [self.value(place) for place in places]
        items = cast(Schema, schema.get("items", {}))
        return [self.value(items) for _ in range(self._random.randint(0, _MOST))]

    def _text(self, schema: Schema) -> str:
        if schema.get("format") == "date":
            return self._random.choice(self._dates)
        return self._random.choice([*self._dates[:1], *self._random.choices(self._words, k=5)])

    def _type(self, schema: Schema) -> str:
        said = cast("str | list[str]", schema.get("type", "string"))
        return self._random.choice(said) if isinstance(said, list) else said


def _found(pattern: re.Pattern[str], text: str) -> list[str]:
    return [found[0] for found in pattern.finditer(text)]
