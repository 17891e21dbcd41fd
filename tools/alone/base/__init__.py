"""What the loop takes from a program around it, for a loop that is by itself."""

import re
import traceback
from enum import StrEnum
from typing import ClassVar

NAME = "toolloop"
_WORD = re.compile(r"(?<!^)(?=[A-Z])")
_OF_A_PROGRAM = re.compile(r"tieout|TIEOUT|\s--\w")


class FaultClass(StrEnum):
    """What an error says of the next try: it passes, a person mends it, or it stays."""

    TRANSIENT = "transient"
    RESOURCE = "resource"
    CONFIGURATION = "configuration"
    DOCUMENT = "document"


class LoopError(Exception):
    """The root of all errors. A leaf's docstring is its message, filled from the keyword arguments;
    ``code`` is stable."""

    code: ClassVar[str] = "loop_error"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT

    def __init_subclass__(cls, *, code: str = "", fault: FaultClass | None = None) -> None:
        cls.code = code or _WORD.sub("_", cls.__name__.removesuffix("Error")).lower()
        cls.fault = fault or cls.fault

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message())

    def message(self) -> str:
        """The docstring as one paragraph, without remedies that need a program around the loop."""
        sentences = re.split(r"(?<=\.) ", " ".join((self.__doc__ or "").split()))
        kept = [each for each in sentences if not _OF_A_PROGRAM.search(each)]
        return " ".join(kept).format_map(self.facts)


class ExtraMissing(LoopError, fault=FaultClass.CONFIGURATION):
    """A package that this needs is not installed. Run: {install}"""

    def __init__(self, **facts: object) -> None:
        super().__init__(install=f"pip install 'toolloop[{facts.get('extra')}]'", **facts)


def storable(text: str) -> str:
    """The text with NUL and halves of surrogate pairs as U+FFFD."""
    if "\0" not in text and text.isascii():
        return text
    return (
        text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )


def without_text(error: BaseException) -> str:
    """Its class and the places in code, for its text may quote what a tool worked on."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"
