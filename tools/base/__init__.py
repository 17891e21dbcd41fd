"""What the loop takes from the program that it is a part of; `tools.alone` is for one by itself."""

from db.errors import ExtraMissing, without_text
from db.errors import TieoutError as LoopError
from db.text import storable
from db.words import FaultClass

#: Under which name spans and threads go.
NAME = "tieout"

__all__ = ["NAME", "ExtraMissing", "FaultClass", "LoopError", "storable", "without_text"]
