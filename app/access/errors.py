"""What can go wrong with users, sign-in and tokens."""

from db.errors import TieoutError


class NoSuchToken(TieoutError):
    """There is no token {token_id} that could be revoked. See those there are on the page People,
    or with: tieout token list"""


class TokenNameInvalid(TieoutError):
    """{name!r} is not a valid name for a token: it needs 1 to 64 visible characters. Name what will
    use it, for example: tieout token add bookshop"""


class NoSuchSession(TieoutError):
    """This session has already ended. Look at the page again for the current ones."""


class NoSuchUser(TieoutError):
    """There is no user {name!r}. See those there are on the page People, or with: tieout user
    list"""


class UserThere(TieoutError):
    """There is a user {name!r} already. Change the role or the password of that one: on the page
    People, or with `tieout user role` and `tieout user password`."""


class UserNameInvalid(TieoutError):
    """{name!r} is not a valid name for a user: it needs 1 to 64 visible characters, and cannot be
    one that the log gives to a program (tieout, token:…, model:…). Choose another, for example the
    e-mail address."""


class LastManager(TieoutError):
    """{name!r} is the only user with the role manage, and somebody has to have it. Give it to
    another first: on the page People, or with `tieout user role NAME manage`"""


class PasswordTooShort(TieoutError):
    """The password has fewer than {shortest} characters. Choose a longer one: several unrelated
    words are easy to remember."""


class PasswordTooLong(TieoutError):
    """The password has more than {longest} characters. Choose a shorter one."""


class PasswordCommon(TieoutError):
    """The password is too easy to guess. Choose another: several unrelated words are easy to
    remember."""


class PasswordWrong(TieoutError):
    """The current password is wrong. Type it again; a manager of this ledger can set a new one
    without it, on the page People."""


class PasswordsDiffer(TieoutError):
    """The two new passwords differ. Type the new password again in both fields."""


class PasswordNotGiven(TieoutError):
    """No password was given: there is no terminal to ask at, or nothing was typed, or it was not
    the same twice. Run the command again, or put the password into a file and add
    --password-file."""


class SignInFailed(TieoutError):
    """The name or the password is wrong. Try again; a manager of this ledger can set a new password
    on the page People, or with: tieout user password"""


class TooManyTries(TieoutError):
    """There were too many wrong passwords. Wait {seconds} seconds, and try again."""


class SignInBusy(TieoutError):
    """Too many people are signing in at this moment. Wait a few seconds, and try again."""


class LinkSpent(TieoutError):
    """This link has been used, or belongs to an earlier start of the program. Press Enter where
    `tieout web` runs, and it shows a new one; or stop it and run it again: tieout web"""


class TwoSessions(TieoutError):
    """Your browser sends two cookies of this site, so that it cannot be known who you are: another
    site of this host may have put one there. Delete the cookies of this host in the settings of
    your browser, and sign in again."""


class NotSignedIn(TieoutError):
    """You are not signed in, or no longer. Sign in, go back, and do it again."""


class RightMissing(TieoutError):
    """This needs the role {needs}, and {name} has the role {has}. Ask somebody who manages this
    ledger, who can change it on the page People, or with: tieout user role"""


class ProxyUserUnknown(TieoutError):
    """The proxy says that you are {name!r}, and there is no such user here. Somebody who manages
    this ledger can add you on the page People, or with: tieout user add"""


class NobodyCanSignIn(TieoutError):
    """Listening on {host} lets other machines in, and there is no user who could sign in. Add one
    with `tieout user add NAME --role manage`, or listen on 127.0.0.1."""


class ProxiesNotNamed(TieoutError):
    """TIEOUT_WEB_USER_HEADER is set and TIEOUT_WEB_PROXIES is not, so that anybody could write that
    header. Set TIEOUT_WEB_PROXIES to the addresses of your proxy."""


class TlsUnusable(TieoutError):
    """The certificate and its key cannot be used: {reason}. Name two PEM files that belong
    together, the key without a password, with --tls-cert and --tls-key."""
