"""The exit codes of `tieout`, and which error ends in which: the only place that decides it."""

from __future__ import annotations

from enum import IntEnum

from db.errors import TieoutError


class ExitCode(IntEnum):
    """What a script may rely on. Documented in docs/exit-codes.md; never renumbered."""

    #: All was done, and everything tied out.
    DONE = 0
    #: A bug in tieout; please report it.
    BUG = 1
    #: The command was called wrongly.
    USAGE = 2
    #: All was read, but a person has to look at something.
    NEEDS_REVIEW = 3
    #: Some documents failed; the others were brought in.
    SOME_FAILED = 4
    #: Every document was known already; nothing changed.
    NOTHING_NEW = 5
    #: The input could not be read.
    UNREADABLE = 6
    #: A setting is wrong, or a service such as the database or the model is missing.
    CONFIGURATION = 7
    #: Interrupted; run the same command again to go on.
    INTERRUPTED = 130


def exit_code(error: TieoutError) -> ExitCode:
    """The code for an error, by the nearest of its classes' homes (see `HOMES`)."""
    home = type(error).__module__
    return next((code for prefix, code in HOMES if home.startswith(prefix)), ExitCode.CONFIGURATION)


#: Errors by the module family that defines them: what is about the document is unreadable input,
#: the rest is a matter of settings and services.
HOMES = (("pipeline.", ExitCode.UNREADABLE),)
