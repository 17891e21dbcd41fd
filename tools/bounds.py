"""How much of a reply is looked at: no model needs more, and reading more could hold the process.

What goes beyond is treated as a reply that was cut off, or as calls that were never made.
"""

from __future__ import annotations

from dataclasses import replace

from tools.providers.base import FinishReason, ModelResponse

MOST_TEXT = 400_000
MOST_CALLS = 64
#: No tool's name is longer; comparing names takes time with their length.
MOST_NAME = 200


def bounded(response: ModelResponse) -> ModelResponse:
    """The response, at most so long."""
    calls = response.tool_calls
    if len(calls) > MOST_CALLS or any(len(call.name) > MOST_NAME for call in calls):
        short = (replace(call, name=call.name[:MOST_NAME]) for call in calls[:MOST_CALLS])
        response = replace(response, tool_calls=tuple(short))
    if len(response.text) > MOST_TEXT:
        text = response.text[:MOST_TEXT]
        response = replace(response, text=text, finish_reason=FinishReason.LENGTH)
    return response
