"""Makes any text storable, and marks what in it could act unseen when it is shown."""

import json
import unicodedata
from pathlib import Path, PurePath
from typing import Any


def storable(text: str) -> str:
    """``text`` with NUL, which PostgreSQL refuses, and halves of surrogate pairs, which no driver
    can encode, as U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


#: Control, format and surrogate characters, and separators of lines and paragraphs.
_ACTING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PICTURES = 0x2400  # of the first 32 characters, in their order
_DELETE, _ITS_PICTURE = "\x7f", "\u2421"


def visible(text: str) -> str:
    """The text with everything that acts unseen written out: ``␛`` or ``\\u202e``.

    Done twice it changes nothing more. Ends of lines and tabs stay.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def one_line(text: str) -> str:
    """The same for a name or another text of one line: ends of lines are written out, too."""
    return text if text.isprintable() else "".join(map(_written_out, text))


def shown(value: object) -> object:
    """A value that will be put into a sentence: text and paths in one line, others as they are."""
    return one_line(str(value)) if isinstance(value, str | PurePath) else value


def data_beside(module: str, name: str) -> Any:
    """What the JSON file of that name says, in the folder of a module's ``__file__``."""
    return json.loads(Path(module).with_name(name).read_text("utf-8"))


def without_digits(text: str) -> str:
    """The words of a payee that are the same each month: in lower case, none that has a digit."""
    words = text.casefold().split()
    return " ".join(each for each in words if not any(map(str.isdigit, each)))


def escaped_in_json(text: str) -> str:
    """JSON that says the same, with everything that acts unseen as JSON's own escapes."""
    if text.isprintable():
        return text
    return "".join(_json_escape(char) if _acts(char) else char for char in text)


def _acts(char: str) -> bool:
    return char not in "\n\t" and unicodedata.category(char) in _ACTING


def _shown(char: str) -> str:
    return _written_out(char) if _acts(char) else char


def _written_out(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(_PICTURES + code)
    if char == _DELETE:
        return _ITS_PICTURE
    if unicodedata.category(char) not in _ACTING:
        return char
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
