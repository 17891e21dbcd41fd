"""How much of something a model is shown for the tokens that it may cost."""

from __future__ import annotations

from tools.tokens import BYTES_PER_TOKEN


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
