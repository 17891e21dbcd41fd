"""What a model call costs, from public price lists or from a model's own settings."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import TypeAlias

from tools.messages import Usage

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


def listed_price(model: str, provider: str | None = None) -> Price:
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
            found = genai_prices.calc_price(spent, model, provider_id=provider)
        except LookupError:
            return None
        return found.total_price

    return price
