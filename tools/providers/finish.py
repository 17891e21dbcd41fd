"""Why servers say that a reply ended, in the loop's few words; the same words for every protocol.

What stands in no list is UNKNOWN: such a reply is believed only where it shows itself that it is
whole, by a call that can be read or an answer of the shape asked for.
"""

from __future__ import annotations

from tools.providers.base import FinishReason

_WORDS = {
    FinishReason.STOP: "stop end_turn stop_sequence eos eos_token end complete completed finished",
    FinishReason.TOOL_CALLS: "tool_calls tool_call tool_use function_call",
    FinishReason.LENGTH: "length max_tokens max_length max_output_tokens model_length incomplete"
    " model_context_window_exceeded context_length_exceeded",
    FinishReason.CONTENT_FILTER: "content_filter content_filtered refusal safety sensitive"
    " recitation blocklist prohibited_content spii guardrail_intervened",
}
_KNOWN = {word: reason for reason, words in _WORDS.items() for word in words.split()}


def finish_reason(value: object) -> FinishReason:
    """A server's word in ours; one that says nothing has come to its end."""
    if value is None or value == "":
        return FinishReason.STOP
    return _KNOWN.get(str(value).lower(), FinishReason.UNKNOWN)
