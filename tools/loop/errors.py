"""What can go wrong around a model: faults reported to the model, and faults of its server."""

from typing import ClassVar

from ..base import ExtraMissing, FaultClass, LoopError


class ToolsError(LoopError, code="tools_error"):
    """Something about the model or its tools went wrong."""


class ToolError(ToolsError, code="tool_error"):
    """The tool could not do what was asked.

    Raise a leaf class from a tool's function: its docstring goes to the model, so it must never
    carry an account number, page text or another exception's text. ``hint`` says how to mend the
    call, ``field`` which argument to mend.
    """

    hint: ClassVar[str | None] = None
    field: ClassVar[str | None] = None


class ProviderError(ToolsError, code="provider_error"):
    """The model's server could not answer; the run ends with what it has."""


class ProviderUnreachableError(ProviderError, fault=FaultClass.TRANSIENT):
    """No answer from the model's server; check its address and that it is running, then run again.
    To go on without the model: --escalate never"""


class ProviderTimedOutError(ProviderError, fault=FaultClass.TRANSIENT):
    """The model's server took longer than {seconds} s; raise the time limit or choose another
    model."""


class ProviderRejectedError(ProviderError, fault=FaultClass.DOCUMENT):
    """The model's server refused the request (HTTP {status}); check the model's name, the key and
    what the server supports."""


class ProviderFailingError(ProviderRejectedError, fault=FaultClass.TRANSIENT):
    """The model's server fails (HTTP {status}), as it does while it starts or has too much to do.
    Try again later, or go on without it: --escalate never"""


class ProviderRefusedError(ProviderRejectedError, fault=FaultClass.CONFIGURATION):
    """The model's server refuses the key, or what the key may pay for (HTTP {status}). See which
    variable holds the key with: tieout models. To go on without the model: --escalate never"""


class ModelUnknownError(ProviderRejectedError, fault=FaultClass.CONFIGURATION):
    """The model's server knows no such model or address (HTTP {status}). See how it is set with:
    tieout models. To go on without the model: --escalate never"""


def rejected(status: int) -> ProviderRejectedError:
    """What a server's refusal of a request says, by its HTTP status."""
    if status >= 500 or status in _PASSING:
        return ProviderFailingError(status=status)
    if status in _REFUSED:
        return ProviderRefusedError(status=status)
    if status == 404:
        return ModelUnknownError(status=status)
    return ProviderRejectedError(status=status)


#: Request timeout, conflict, too early; and what asks for a key, or for money.
_PASSING = frozenset({408, 409, 425})
_REFUSED = frozenset({401, 402, 403})


class ProviderRateLimitedError(ProviderError, fault=FaultClass.TRANSIENT):
    """The model's server is being asked too often; wait, or lower the number of jobs."""


class ProviderReplyError(
    ProviderError, code="provider_reply_unreadable", fault=FaultClass.DOCUMENT
):
    """The model's server answered with something that is not a chat completion ({what}); check that
    the address is an OpenAI-compatible one."""


class ProviderAddressError(
    ProviderError, code="provider_address_invalid", fault=FaultClass.CONFIGURATION
):
    """The address of the model's server cannot be used: {problem}. Correct it where it is given:
    --base-url, TIEOUT_BASE_URL, or base_url in models.toml; one looks like
    http://127.0.0.1:11434/v1"""


class ProviderKeyError(ProviderError, code="provider_key_invalid", fault=FaultClass.CONFIGURATION):
    """The key for the model's server cannot be sent: {problem}. Set its variable again with the key
    alone. See which variable that is with: tieout models"""


class ModelBlindError(ProviderError, fault=FaultClass.CONFIGURATION):
    """The model {model} is not known to see images, so none was sent. If it does see them, write
    sees = true into its table in models.toml."""


class ProviderMissingError(ExtraMissing, ProviderError, fault=FaultClass.CONFIGURATION):
    """The package for the {provider} provider is not installed. Run: {install}"""


class ToolNameError(ToolsError, code="tool_name_invalid"):
    """{name} cannot name a tool: use snake_case, 2 to 64 characters, and each name once."""


class ScriptExhaustedError(ToolsError):
    """The scripted model was asked {asked} times but has only {answers} answers; lengthen the
    script."""


class UnserialisableError(ToolsError):
    """A tool returned a {kind}, which has no exact JSON form; return text, integers, decimals,
    dates or models of them."""
