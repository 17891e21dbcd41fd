"""Estimates how many tokens a text costs, and what they cost in money."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from ..providers.base import ToolSpec
from .messages import Message, Usage

# With o200k, rows of bank data run at 1.8 to 2.4 bytes a token, prose at 4.5, and the whole of a
# reconciliation's requests at 3.9: this errs on the dear side.
BYTES_PER_TOKEN = 2.4
#: What a page as an image costs with the models that see: 765 to 1,600, whatever its bytes.
IMAGE_TOKENS = 1_600


def estimate(size: int, images: int = 0) -> int:
    """Tokens in so many bytes of text and so many images, for servers that report no usage."""
    return round(size / BYTES_PER_TOKEN) + images * IMAGE_TOKENS


def message_bytes(message: Message) -> int:
    """The UTF-8 length of all text that a message sends the model; images are counted apart."""
    calls = sum(len(call.name) + len(call.arguments.encode()) for call in message.tool_calls)
    return len(message.content.encode()) + calls


def tool_bytes(tools: Iterable[ToolSpec]) -> int:
    """The UTF-8 length of everything the tools' definitions send the model."""
    return sum(
        len(spec.name) + len(spec.description) + len(json.dumps(spec.parameters)) for spec in tools
    )


@dataclass(slots=True)
class ContextWatch:
    """Notices a server that silently drops the front of a long conversation.

    Some servers cut the prompt to their window and answer as if nothing had happened. A cut shows
    in the number of input tokens: it no longer grows with the history, or by far too little. The
    bounds are what no text comes near, since prose, tables and templates differ fivefold.
    """

    last_bytes: int = 0
    last_tokens: int = 0

    def lost(self, size: int, input_tokens: int) -> bool:
        """Whether a request of ``size`` bytes was counted as impossibly few ``input_tokens``; a
        server that counts none reports nothing."""
        if input_tokens <= 0:
            return False
        lost = self._too_few(size, input_tokens)
        self.last_bytes, self.last_tokens = size, input_tokens
        return lost

    def _too_few(self, size: int, input_tokens: int) -> bool:
        if not self.last_tokens:
            return size > 4_000 and input_tokens * 8 < size
        more_bytes, more_tokens = size - self.last_bytes, input_tokens - self.last_tokens
        if more_bytes >= 2_000:
            return more_tokens * 12 < more_bytes
        return more_bytes >= 400 and more_tokens <= 0


def top_k_for_budget(token_budget: int) -> int:
    """How many snippets a budget buys, at about 200 tokens each: never under 5 nor over 20."""
    return max(5, min(20, token_budget // 200))


def within_budget(texts: list[str], token_budget: int) -> int:
    """How many of the texts, in order, fit into the budget together; at least one."""
    left = token_budget * BYTES_PER_TOKEN
    for count, text in enumerate(texts):
        left -= len(text.encode())
        if left < 0 and count > 0:
            return count
    return len(texts)


Price: TypeAlias = Callable[[Usage], Decimal | None]

_MILLION = Decimal(1_000_000)


def free(usage: Usage) -> Decimal | None:
    """The price of a model that runs here."""
    del usage
    return Decimal(0)


def fixed_price(per_million_in: Decimal, per_million_out: Decimal) -> Price:
    """US dollars at these prices per million tokens."""

    def price(usage: Usage) -> Decimal | None:
        spent = usage.input_tokens * per_million_in + usage.output_tokens * per_million_out
        return spent / _MILLION

    return price


def listed_price(model: str) -> Price:
    """US dollars by the price list of `genai-prices`, imported at first use; None for a model
    that it does not have. Prices are those of the day the package was made."""

    def price(usage: Usage) -> Decimal | None:
        import genai_prices

        spent = genai_prices.Usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cached_tokens,
        )
        try:
            found = genai_prices.calc_price(spent, model)
        except LookupError:
            return None
        return found.total_price

    return price
