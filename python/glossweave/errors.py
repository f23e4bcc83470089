"""Errors: one class for each kind of failure.

All classes are subclasses of `GlossweaveError`. If Python has a built-in exception for the failure, the class
is a subclass of that exception too. For example, for an unknown format:

>>> import glossweave
>>> try:
...     glossweave.decode(b"x", format="latex")
... except glossweave.Unsupported as error:
...     (error.kind, error.parameter)
('Unsupported', 'format')
"""

from __future__ import annotations

from typing import ClassVar, Literal

__all__ = [
    "BY_KIND",
    "Conflict",
    "DeadlineExceeded",
    "Forbidden",
    "GlossweaveError",
    "InternalError",
    "InvalidArgument",
    "MalformedInput",
    "NotFound",
    "PreconditionFailed",
    "ProviderError",
    "StorageError",
    "Throttled",
    "TooLarge",
    "Unauthenticated",
    "Unavailable",
    "Unsupported",
]


class GlossweaveError(Exception):
    """A failure of the engine. `str` returns the message with the location, if it is known."""

    kind: ClassVar[str] = "Internal"
    """The name of the kind, which is the same in Rust, C and Python."""

    message: str
    """The message without the location."""

    line: int | None
    """The line of the source, from 1."""

    column: int | None
    """The column of the source, from 1, in characters."""

    start: int | None
    """The start of the location, in bytes of the source."""

    end: int | None
    """The end of the location, in bytes of the source."""

    parameter: str | None
    """The name of the parameter with the invalid value."""

    code: str | None
    """The error code of the XSLT processor, for example `XTSE0010`."""

    step: int | None
    """The step of a pipeline that failed, from 0."""

    side: Literal["input", "output"] | None
    """The unsupported side, input or output. Set for `Unsupported`."""

    retry_after: float | None
    """The waiting time before the next attempt, in seconds. Set for `Throttled`."""

    def __init__(
        self,
        text: str = "",
        *,
        message: str | None = None,
        location: tuple[int, int, int, int] | None = None,
        parameter: str | None = None,
        code: str | None = None,
        step: int | None = None,
        side: Literal["input", "output"] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(text)
        self.message = text if message is None else message
        # The line, the column, and the span.
        self.line, self.column, self.start, self.end = location or (None,) * 4
        self.parameter = parameter
        self.code = code
        self.step = step
        self.side = side
        self.retry_after = retry_after


class InvalidArgument(GlossweaveError, ValueError):
    """An argument of the call is invalid. Correct the call."""

    kind = "Invalid"


class MalformedInput(GlossweaveError, ValueError):
    """The input violates its format. Correct the document at the location in the error."""

    kind = "Malformed"


class Unsupported(GlossweaveError):
    """The format, version or feature is not supported. Use another one."""

    kind = "Unsupported"


class NotFound(GlossweaveError, LookupError):
    """The object does not exist, or the caller may not know that it exists."""

    kind = "NotFound"


class Unauthenticated(GlossweaveError):
    """The call is anonymous, or its token, password or key is invalid."""

    kind = "Unauthenticated"


class Forbidden(GlossweaveError, PermissionError):
    """The caller is authenticated, but does not have the permission."""

    kind = "Forbidden"


class Conflict(GlossweaveError):
    """The name already exists, or the object is still in use."""

    kind = "Conflict"


class Unavailable(GlossweaveError):
    """A required service is not available. Try again later."""

    kind = "Unavailable"


class DeadlineExceeded(GlossweaveError, TimeoutError):
    """The call exceeded a time limit. Increase the limit, or use a smaller input."""

    kind = "Deadline"


class StorageError(GlossweaveError, OSError):
    """The disk failed, or stored data is damaged."""

    kind = "Storage"


class InternalError(GlossweaveError):
    """The engine has a bug. Please report it."""

    kind = "Internal"


class TooLarge(GlossweaveError):
    """The input or the result exceeds a size limit. Increase the limit, or use a smaller input."""

    kind = "TooLarge"


class Throttled(GlossweaveError):
    """The caller made too many attempts. Wait for `retry_after` seconds."""

    kind = "Throttled"


class PreconditionFailed(GlossweaveError):
    """The object has changed since it was read. Read it again."""

    kind = "PreconditionFailed"


class ProviderError(GlossweaveError):
    """A recognizer, translator or other function of the program failed or returned an invalid result. Correct the function."""

    kind = "Provider"


BY_KIND: dict[str, type[GlossweaveError]] = {
    one.kind: one
    for one in (
        InvalidArgument,
        MalformedInput,
        Unsupported,
        NotFound,
        Unauthenticated,
        Forbidden,
        Conflict,
        Unavailable,
        DeadlineExceeded,
        StorageError,
        InternalError,
        TooLarge,
        Throttled,
        PreconditionFailed,
        ProviderError,
    )
}
"""The exception class of each kind, by the name of the kind."""
