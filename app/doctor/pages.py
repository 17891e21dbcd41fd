"""Says how people come in to the review pages."""

from __future__ import annotations

from app.access.rights import Right
from app.doctor.findings import Finding, State
from app.environment.settings import Settings
from app.texts import access as texts_access
from db.errors import TieoutError


def pages_finding(chosen: Settings) -> Finding | None:
    """By a link, as users, or by a proxy; nothing of a ledger that cannot be opened."""
    from app.access import users
    from app.access.errors import SharedPasswordGone
    from app.access.proxies import proxies_of
    from app.environment.opening import open_ledger

    try:
        listed = users.listed(open_ledger(chosen.database_url, as_it_is=True))
    except TieoutError:
        # It is a finding of its own already.
        return None
    try:
        if chosen.web_password:
            raise SharedPasswordGone
        proxies = proxies_of(chosen)
    except TieoutError as error:
        return Finding("pages", State.BAD, error.code, str(error))
    managers = sum(user.right is Right.MANAGE for user in listed)
    said = texts_access.DOCTOR_USERS.format(users=len(listed), managers=managers)
    if proxies.header:
        header = {"proxies": chosen.web_proxies, "header": proxies.header}
        said += texts_access.DOCTOR_PROXY.format(**header)
    elif not listed:
        said = texts_access.DOCTOR_LINK
    return Finding("pages", State.GOOD, said)
