"""The texts about several books in one installation, beside `terminal`."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

BOOK_SUMMARY: Final = "Keep several ledgers, such as a bookkeeper's clients, in one installation."
BOOK_HELP: Final = (
    "Add, list and remove books. Each is a ledger in a database of its own; the list of them is the"
    " file that TIEOUT_BOOKS names, or tieout-books.toml. What a verb does to a book:"
    " tieout --book NAME VERB"
)
BOOK_EXAMPLES: Final = (
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file of its own"),
    Example("tieout book list", "each with what waits in it"),
    Example("tieout --book client-a import ~/clients/a", "any verb, for one book"),
)
ADD_HELP: Final = (
    "Put a book on the list, and make its ledger unless it is there. NAME is how people call it;"
    " its address (client-a) is made of that. A URL may hold a password: --database-env and"
    " --database-file name where it stands instead."
)
ADD_EXAMPLES: Final = (
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file"),
    Example(
        'tieout book add "Client B" --database-env CLIENT_B_URL --documents s3://statements',
        "a URL that only the environment holds",
    ),
)
LIST_HELP: Final = "List the books, each with where it is and how many imports wait in it."
LIST_EXAMPLES: Final = (Example("tieout book list --json", "for a program"),)
REMOVE_HELP: Final = (
    "Take a book off the list. Its ledger and its documents stay where they are; to bring it back,"
    " add it again."
)
REMOVE_EXAMPLES: Final = (Example("tieout book remove client-a", "by its address or its name"),)
NAME_WORD: Final = "NAME"
ADDRESS_HELP: Final = "What stands in addresses and behind --book (default: made of the name)."
PLACE_HELP: Final = "Its ledger: a path, or an sqlite: or postgresql: URL."
PLACE_ENV_HELP: Final = "The environment variable that holds the URL of its ledger."
PLACE_FILE_HELP: Final = "The file that holds the URL of its ledger."
DOCUMENTS_HELP: Final = "Where its documents are kept (default: as TIEOUT_DOCUMENTS says)."
REDIS_HELP: Final = "Its queue: redis://host:6379/1, with a number of its own (default: none)."
REDIS_ENV_HELP: Final = "The environment variable that holds the URL of its queue."
ONE_PLACE: Final = "Say where the ledger is, once: --database, --database-env or --database-file."
ONE_QUEUE: Final = "Say where the queue is once: --redis or --redis-env."
OPTION_HELP: Final = "The book that the verb is about, by address or name (or TIEOUT_BOOK)."
MADE: Final = "{name} is on the list, as {address}. Its ledger was made at {place}."
ADDED: Final = "{name} is on the list, as {address}. Its ledger is at {place}."
REMOVED: Final = "{name} is off the list. Its ledger and its documents are where they were."
ADDRESS: Final = "book"
NAME: Final = "name"
WAITING: Final = "waits"
PLACE: Final = "place"
MANY: Final = "{most} or more"
CANNOT: Final = "? ({code})"
NO_ADDRESS: Final = "-"
