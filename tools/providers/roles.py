"""Conversations for templates that insist on user and assistant in turn, or know no system role.

The history keeps its messages; only what is sent is joined. What the loop says after a tool's
result joins that result, since such templates count two users with nothing but calls between them
as two in a row. So request k+1 still begins with request k, but for the last message of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from tools.messages import Message, Role
from tools.providers.quirks import Quirk

_ABOUT_ROLES = re.compile(r"\b(?:roles?|alternat\w*|template|jinja|system)\b", re.IGNORECASE)
_MOST_READ = 20_000


class Roles:
    """Joins messages as the ``quirks`` ask; what was joined last time is the same object again,
    so that it need not be encoded again."""

    def __init__(self, quirks: Collection[Quirk] = ()) -> None:
        self._merged = Quirk.MERGED_ROLES in quirks
        self._no_system = Quirk.NO_SYSTEM_ROLE in quirks
        self._last: tuple[tuple[tuple[Message, ...], Message], ...] = ()

    def of(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages as they are sent."""
        if not self._merged and not self._no_system:
            return messages
        known = self._last
        # Swapped as one, so that two threads can only lose a saving, never mix messages.
        self._last = joined = tuple(
            (group, known[i][1] if i < len(known) and _same(known[i][0], group) else _one(group))
            for i, group in enumerate(self._groups(messages))
        )
        return tuple(message for _, message in joined)

    def _groups(self, messages: tuple[Message, ...]) -> Iterator[tuple[Message, ...]]:
        group: list[Message] = []
        for message in messages:
            spoken = self._spoken(message)
            if group and not self._joins(group[-1].role, spoken.role):
                yield tuple(group)
                group = []
            group.append(spoken)
        if group:
            yield tuple(group)

    def _spoken(self, message: Message) -> Message:
        if self._no_system and message.role is Role.SYSTEM:
            return replace(message, role=Role.USER)
        return message

    def _joins(self, before: Role, role: Role) -> bool:
        if role is Role.USER and before is Role.TOOL:
            return self._merged
        return role is before and role is not Role.TOOL


def _same(known: tuple[Message, ...], group: tuple[Message, ...]) -> bool:
    return known == group


def _one(group: tuple[Message, ...]) -> Message:
    """The group as one message in the role of its first."""
    first, *rest = group
    if not rest:
        return first
    return replace(
        first,
        content="\n\n".join(message.content for message in group if message.content),
        tool_calls=tuple(call for message in group for call in message.tool_calls),
        images=tuple(image for message in group for image in message.images),
    )


def gentler(
    complaint: str, messages: tuple[Message, ...], quirks: tuple[Quirk, ...]
) -> tuple[Quirk, ...] | None:
    """The quirks to try after a server's ``complaint``, if it can be about the roles and trying
    changes what is sent: first turns that alternate, then no system role either."""
    if not _ABOUT_ROLES.search(complaint[:_MOST_READ]):
        return None
    sent = Roles(quirks).of(messages)
    for quirk in (Quirk.MERGED_ROLES, Quirk.NO_SYSTEM_ROLE):
        quirks = quirks if quirk in quirks else (*quirks, quirk)
        if Roles(quirks).of(messages) != sent:
            return quirks
    return None
