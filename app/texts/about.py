"""What is said of documents that hold no statement."""

from __future__ import annotations

from typing import Final

BY_HEADING: Final = "By its heading it is: {type}."
BY_MODEL: Final = "{by} says (no proof): {type}. {summary}"
