"""The exit codes of `tieout`, and which error ends in which: the only place that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from db.errors import TieoutError


class ExitCode(IntEnum):
    """What a script may rely on. Documented in docs/exit-codes.md; never renumbered."""

    #: All was done, and everything tied out, or a person has said that it stays as it is.
    DONE = 0
    #: A bug in tieout; please report it.
    BUG = 1
    #: The command was called wrongly.
    USAGE = 2
    #: All was read, but a person has to look at something.
    NEEDS_REVIEW = 3
    #: Some documents failed; the others were brought in, or exported.
    SOME_FAILED = 4
    #: Every document was known already; nothing changed.
    NOTHING_NEW = 5
    #: The input could not be read.
    UNREADABLE = 6
    #: A setting is wrong, or a service such as the database or the model is missing.
    CONFIGURATION = 7
    #: Interrupted; run the same command again to go on.
    INTERRUPTED = 130


#: Errors about what was handed in, by where they are defined. All others are about settings and
#: services.
ABOUT_INPUT = (
    "app.errors.CertificateUnreadable",
    "app.errors.NoDocuments",
    "pipeline.intake.file.",
    "pipeline.pages.",
    "pipeline.reading.",
    "pipeline.errors.NoStatement",
    "pipeline.verify.document.CertificateRefused",
    "db.formats.",
    "db.money.",
)


#: Errors that are an answer: all was read, and it is not what somebody said.
ANSWERS = ("app.errors.NothingProven", "pipeline.verify.document.CertificateDiffers")


def exit_code(kind: type[TieoutError]) -> ExitCode:
    """How a command ends that met this error."""
    name = f"{kind.__module__}.{kind.__name__}"
    if name in ANSWERS:
        return ExitCode.NEEDS_REVIEW
    about_input = name.startswith(ABOUT_INPUT)
    return ExitCode.UNREADABLE if about_input else ExitCode.CONFIGURATION


def code_of(error_code: str | None) -> ExitCode:
    """The same for an error that only its stable code is left of, in an import's record."""
    kinds = (kind for kind in _leaves(TieoutError) if kind.code == error_code)
    return exit_code(next(kinds, TieoutError))


def _leaves(kind: type[TieoutError]) -> Iterator[type[TieoutError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _leaves(below)
