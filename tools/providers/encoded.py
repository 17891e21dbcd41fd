"""Messages as bytes, each encoded once however many turns repeat it."""

from __future__ import annotations

from collections.abc import Callable

from tools.messages import Message


class EncodedMessages:
    """Keeps the bytes that ``encode`` made of the messages it was given last."""

    def __init__(self, encode: Callable[[Message], bytes]) -> None:
        self._encode = encode
        self._last: tuple[tuple[Message, ...], tuple[bytes, ...]] = ((), ())

    def of(self, messages: tuple[Message, ...]) -> tuple[bytes, ...]:
        """The bytes of each message; those that begin as last time are not encoded again."""
        # Swapped as one pair, so that two threads can only lose a saving, never mix messages.
        known, encoded = self._last
        same = 0
        while same < min(len(known), len(messages)) and known[same] is messages[same]:
            same += 1
        encoded = encoded[:same] + tuple(self._encode(message) for message in messages[same:])
        self._last = (messages, encoded)
        return encoded
