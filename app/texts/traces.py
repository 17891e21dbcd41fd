"""The texts about traces of a model's runs: replaying them."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

REPLAY_SUMMARY: Final = "Run an import's stored model trace again."
REPLAY_HELP: Final = (
    "Read and prove the document of IMPORT again with what its model said then, asking no server,"
    " and say whether every byte sent and all that came of it is the same, or name the first"
    " difference (exit code 3). Nothing is stored. It needs the whole of every word: set"
    " TIEOUT_TRACE=full before importing, which keeps page text and answers in the ledger's"
    " database; by default only names, sizes and hashes are kept."
)
REPLAY_EXAMPLES: Final = (
    Example("tieout replay 4", "live import 4 through again"),
    Example("TIEOUT_TRACE=full tieout import march.pdf --model openai", "keep what that needs"),
)
SAME: Final = "The same: {model} is asked {requests} times, and every byte is as before."
DIFFERS: Final = "Not the same, from request {requests} of {model} on: {difference}"
