"""Removes thoughts and tool markup from a reply, and bounds how much of it is examined."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..providers.base import FinishReason, ModelResponse
from .json_text import Plain, loads_around

_TAGS = (
    "(?:[a-z]+:)?(?:tool_calls?|function_calls?|tool_use|tool_code|tool_response|tools|invoke)"
    "|start_function_call"
)
_THINKING = "(?:[a-z]+:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|antthinking)"
#: What models write to call a tool, whatever they were trained on, and what they invent of results.
_CALLS = (
    # A closed pair, or one that nothing closes: then everything up to the end.
    re.compile(rf"<(?P<tag>{_TAGS})\b[^>]{{0,200}}>.*?(?:</(?P=tag)>|\Z)", re.DOTALL),
    re.compile(r"<function=[^>]{0,200}>.*?(?:</function>|\Z)", re.DOTALL),
    re.compile(
        r"<[|｜]tool[_▁]?calls?(?:[_▁](?:section[_▁])?(?:begin|start))?[|｜]>"
        r".*?(?:<[|｜]tool[_▁]?calls?(?:[_▁]section)?[_▁]end[|｜]>|\Z)",
        re.DOTALL,
    ),
    re.compile(r"<\|(?:python_tag|action_start)\|>.*?(?:<\|action_end\|>|\Z)", re.DOTALL),
    re.compile(r"\[TOOL_CALLS\].*\Z|\[TOOL_REQUEST\].*?(?:\[END_TOOL_REQUEST\]|\Z)", re.DOTALL),
    re.compile(r"\b(?:to=functions\.\w|functools\[\{|default_api\.\w+\().*\Z", re.DOTALL),
    re.compile(r"^```(?:tool_\w+|tool)\b.*?(?:^```[ \t]*$|\Z)", re.DOTALL | re.MULTILINE),
    re.compile(
        r"^[ \t]*[*_]{0,2}(?:Action[*_]{0,2}[ \t]*:[^\n]{0,200}\s*^[ \t]*[*_]{0,2}Action Input"
        r"|Action Input|Observation)[*_]{0,2}[ \t]*:.*\Z",
        re.DOTALL | re.MULTILINE | re.IGNORECASE,
    ),
)
_LEFTOVERS = (
    re.compile(rf"</(?:{_TAGS}|function|parameter)>"),
    re.compile(r"<[|｜][\w▁ ]{1,40}[|｜]>"),
    re.compile(rf"</?{_THINKING}>", re.IGNORECASE),
)
_MOST_NESTED = 16
_BRACKETS = re.compile(r"[<>\[\]]|to=functions|functools|default_api")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FENCE = re.compile(r"^```(?:json)?$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Clean:
    """The text as a person may see it, whether anything went, and whether that was a call."""

    text: str
    removed: bool
    called: bool = False


def sanitise(text: str, names: Sequence[str] = ()) -> Clean:
    """Remove call markup, calls of the registered ``names`` and control characters. Runs of spaces
    are kept: they align the columns of tables."""
    if not text:
        return Clean("", removed=False)
    bare = _CONTROL.sub("", text)
    called = False
    for _ in range(_MOST_NESTED):
        before = bare
        bare = _without_calls(_without_fenced(bare, names), names)
        bare = _without_blocks(bare, _CALLS)
        called = called or bare != before
        bare = _without_blocks(bare, _LEFTOVERS)
        if bare == before:
            break
    removed = bare != text
    return Clean(
        _BLANK_LINES.sub("\n\n", bare).strip() if removed else text.strip(), removed, called
    )


def _without_fenced(text: str, names: Sequence[str]) -> str:
    """Without the fences around what is a call; each fence is looked at once."""
    kept, done, opened = [], 0, None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[0] == "```":
            if _is_call(text[opened.end() : fence.start()], names):
                kept.append(text[done : opened.start()])
                done = fence.end()
            opened = None
    return "".join([*kept, text[done:]])


def _without_calls(text: str, names: Sequence[str]) -> str:
    """Without the lines that name a registered tool to be called, in no one's markup."""
    if not names:
        return text
    named = "|".join(map(re.escape, names))
    action = rf"^[ \t]*[*_]{{0,2}}Action[*_]{{0,2}}[ \t]*:[*_`\" ]*(?:{named})\b[^\n]*$"
    python = rf"^[ \t]*\[?(?:{named})\([^\n]*\)\]?[ \t]*;?$"
    text = re.sub(rf"{action}|{python}", "", text, flags=re.MULTILINE)
    return "" if _is_call(text, names) else text


def _without_blocks(text: str, blocks: Sequence[re.Pattern[str]]) -> str:
    """Until nothing is left: taking one marker away can put another together. No one nests them
    deeply but to take time, and then no bracket is left to make one of."""
    for _ in range(_MOST_NESTED):
        bare = text
        for block in blocks:
            bare = block.sub("", bare)
        if bare == text:
            return bare
        text = bare
    return _BRACKETS.sub("", text)


_NAMING = ("name", "tool", "tool_name", "function", "action", "recipient_name")


def _is_call(text: str, names: Sequence[str]) -> bool:
    try:
        return is_call(loads_around(text), names)
    except ValueError:
        return False


def is_call(value: Plain, names: Sequence[str]) -> bool:
    """Whether the JSON asks for a registered tool, in anyone's dialect."""
    if isinstance(value, list):
        return any(is_call(each, names) for each in value)
    if not isinstance(value, dict):
        return False
    return any(
        is_call(said, names) if isinstance(said, dict | list) else said in names
        for said in (value.get(key) for key in (*_NAMING, "tool_calls"))
    )


_THOUGHTS = (
    re.compile(rf"<(?P<tag>{_THINKING})>.*?(?:</(?P=tag)>|\Z)", re.DOTALL | re.IGNORECASE),
    re.compile(r"\[THINK\].*?(?:\[/THINK\]|\Z)", re.DOTALL),
    re.compile(r"◁think▷.*?(?:◁/think▷|\Z)", re.DOTALL),
    re.compile(
        r"<\|(?P<lead>begin_of_|START_)(?P<word>thought|THINKING)\|>"
        r".*?(?:<\|(?:end_of_|END_)(?P=word)\|>|\Z)",
        re.DOTALL,
    ),
    re.compile(r"<\|channel>thought\b.*?(?:<channel\|>|\Z)", re.DOTALL),
)
#: A closing tag by itself: templates put the opening one into the prompt, where no one sees it.
_END = rf"(?:</{_THINKING}>|\[/THINK\]|◁/think▷)"
_CLOSED = re.compile(rf"^[ \t]*{_END}|{_END}[ \t]*$", re.MULTILINE | re.IGNORECASE)
_FINAL = re.compile(r"^[ \t]*[*_]{0,2}final answer\b", re.IGNORECASE | re.MULTILINE)
_HARMONY = re.compile(
    r"\s*(?:<\|(?:start|channel)\|>|analysis.*assistant(?:final|commentary))", re.DOTALL
)
_HARMONY_FINAL = re.compile(r"(?:<\|channel\|>|assistant)final(?:[^<]{0,80}<\|message\|>)?")
_HARMONY_CALL = re.compile(r"\bto=\w")
_HARMONY_END = re.compile(r"<\|(?:return|end|call|start)\|>")


def without_thoughts(text: str) -> str:
    """What the model says, without what it thought before: that is no one's to read or to run.
    Nothing is left where they cannot be parted, so that the model is asked again."""
    if not text:
        return text
    if _HARMONY.match(text):
        return _harmony(text)
    for thought in _THOUGHTS:
        text = thought.sub("", text)
    closings = list(_CLOSED.finditer(text))
    if not closings:
        return text
    closing = closings[-1]
    before = text[: closing.start()]
    # Words of a document, quoted in an answer or a fence, are not to end a thought there.
    quoted = before.count("```") % 2 or _FINAL.search(before) or before.lstrip().startswith("{")
    return "" if quoted else text[closing.end() :]


def _harmony(text: str) -> str:
    """The final channel; a call in another is left as such, since it is to be made properly."""
    final = _HARMONY_FINAL.search(text)
    if final is None:
        return "[TOOL_CALLS]" if _HARMONY_CALL.search(text) else ""
    said = text[final.end() :]
    end = _HARMONY_END.search(said)
    return said[: end.start()] if end else said


MOST_TEXT = 400_000
MOST_CALLS = 64
#: No tool's name is longer; comparing names takes time with their length.
MOST_NAME = 200


def bounded(response: ModelResponse) -> ModelResponse:
    """The response, at most so long, and without the thoughts in its text."""
    calls = response.tool_calls
    if len(calls) > MOST_CALLS or any(len(call.name) > MOST_NAME for call in calls):
        short = (replace(call, name=call.name[:MOST_NAME]) for call in calls[:MOST_CALLS])
        response = replace(response, tool_calls=tuple(short))
    if len(response.text) > MOST_TEXT:
        text = response.text[:MOST_TEXT]
        response = replace(response, text=text, finish_reason=FinishReason.LENGTH)
    said = without_thoughts(response.text)
    return response if said == response.text else replace(response, text=said)
