"""What can go wrong with users, sign-in and tokens."""

from __future__ import annotations

from db.errors import TieoutError


class NoSuchToken(TieoutError):
    """There is no token {token_id} that could be revoked. See those there are with: tieout token
    list"""

    code = "no_such_token"


class TokenNameInvalid(TieoutError):
    """{name!r} is no name for a token: it has 1 to 64 characters that can be seen. Name what will
    use it, for example: tieout token add bookshop"""

    code = "token_name_invalid"
