"""How many tokens a text costs, guessed without any tokenizer and corrected by what servers say."""

from __future__ import annotations

from dataclasses import dataclass

# Bank data runs at 1.8 to 2.4 bytes a token, English prose at 4.5 (o200k); requests are a mixture.
BYTES_PER_TOKEN = 2.4


def estimate(size: int) -> int:
    """Tokens in so many bytes of request or reply, for servers that report no usage."""
    return round(size / BYTES_PER_TOKEN)


@dataclass(slots=True)
class ContextWatch:
    """Notices a server that silently drops the front of a long conversation.

    Some servers cut the prompt to their window and answer as if nothing had happened. A cut shows
    in the number of input tokens: it no longer grows with the history, or falls far below what
    the first request's ratio of tokens to bytes predicts.
    """

    first_ratio: float | None = None
    last_bytes: int = 0
    last_tokens: int = 0

    def lost(self, size: int, input_tokens: int) -> bool:
        """Whether a request of ``size`` bytes was counted as impossibly few ``input_tokens``."""
        if input_tokens <= 0 or size <= 0:
            return False
        lost = self._too_few(size, input_tokens)
        self.first_ratio = self.first_ratio or input_tokens / size
        self.last_bytes, self.last_tokens = size, input_tokens
        return lost

    def _too_few(self, size: int, input_tokens: int) -> bool:
        if self.first_ratio is None:
            # No text a model reads is longer than eight bytes a token.
            return size > 4_000 and input_tokens * 8 < size
        grown = size - self.last_bytes >= 400
        if grown and input_tokens <= self.last_tokens:
            return True
        return size > 4_000 and input_tokens < 0.6 * self.first_ratio * size
