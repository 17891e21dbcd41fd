"""What can be wrong with a request to the API."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class NoToken(TieoutError):
    """The request has no token that is in force. Send the header "Authorization: Bearer TOKEN" with
    one made by: tieout token add"""

    code: ClassVar[str] = "no_token"


class NotAllowed(TieoutError):
    """{name} may {has}, and this needs the role {needs}. Send a token that has it (tieout token
    add), or sign in as somebody who has it."""

    code: ClassVar[str] = "not_allowed"


class BadRequest(TieoutError):
    """The request cannot be read: {why}. Compare it with /api/v1/openapi.json."""

    code: ClassVar[str] = "bad_request"


class BadCursor(TieoutError):
    """This list did not return that cursor. Start again without one."""

    code: ClassVar[str] = "bad_cursor"


class NothingNamed(TieoutError):
    """No change was named. Name at least one fact."""

    code: ClassVar[str] = "nothing_named"


class NotRecorded(TieoutError):
    """There is no {what} {number} here. See those there are one level up."""

    code: ClassVar[str] = "not_recorded"


class NotAcceptable(TieoutError):
    """None of the requested media types is available. Accept one of: {known}; or leave Accept out
    and add ?to=.
    """

    code: ClassVar[str] = "not_acceptable"


class WrongMediaType(TieoutError):
    """A document is sent as multipart/form-data with the field "file", or raw with its own type,
    such as application/pdf. This is {given}."""

    code: ClassVar[str] = "wrong_media_type"


class BodyTooLarge(TieoutError):
    """The request's body is larger than {most} bytes. Send less at once."""

    code: ClassVar[str] = "body_too_large"


class KeyReused(TieoutError):
    """This Idempotency-Key was used for another request. Use a new key for each request, and the
    same one only to send the same request again."""

    code: ClassVar[str] = "key_reused"


class KeyBusy(TieoutError):
    """The first request with this Idempotency-Key has not ended. Send it again in a moment."""

    code: ClassVar[str] = "key_busy"


class ApiBug(TieoutError):
    """This is a bug ({kind}), and nothing was changed by what it interrupted. Look into the log of
    tieout web, and please report it."""

    code: ClassVar[str] = "api_bug"
