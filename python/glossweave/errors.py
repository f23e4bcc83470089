"""Errors: one class for each kind of failure.

Every class has `GlossweaveError` as a base, and where Python has a class for such a failure, that
one too:

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
    """A failure of the engine. `str` gives the message with the place, if one is known."""

    kind: ClassVar[str] = "Internal"
    """The name of the kind, the same in Rust, C and Python."""

    message: str
    """The message without the place."""

    line: int | None
    """The line of the source, from 1."""

    column: int | None
    """The column of the source, from 1, in characters."""

    start: int | None
    """The start of the place, in bytes of the source."""

    end: int | None
    """The end of the place, in bytes of the source."""

    parameter: str | None
    """The name of the parameter that is at fault."""

    code: str | None
    """The code that the processor of a stylesheet gave, such as `XTSE0010`."""

    step: int | None
    """The step of a pipeline that failed, from 0."""

    side: Literal["input", "output"] | None
    """The side that is not supported, the input or the output; known for `Unsupported`."""

    retry_after: float | None
    """The seconds to wait before the next attempt; known for `Throttled`."""

    def __init__(
        self,
        text: str = "",
        *,
        message: str | None = None,
        line: int | None = None,
        column: int | None = None,
        start: int | None = None,
        end: int | None = None,
        parameter: str | None = None,
        code: str | None = None,
        step: int | None = None,
        side: Literal["input", "output"] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(text)
        self.message = text if message is None else message
        self.line = line
        self.column = column
        self.start = start
        self.end = end
        self.parameter = parameter
        self.code = code
        self.step = step
        self.side = side
        self.retry_after = retry_after


class InvalidArgument(GlossweaveError, ValueError):
    """The call itself is wrong. Fix the call."""

    kind = "Invalid"


class MalformedInput(GlossweaveError, ValueError):
    """The input is not what its format says. Fix the document; the place is in the error."""

    kind = "Malformed"


class Unsupported(GlossweaveError):
    """A format, version or feature that is not available here. Choose another one."""

    kind = "Unsupported"


class NotFound(GlossweaveError, LookupError):
    """No such thing, or none that the caller may know of."""

    kind = "NotFound"


class Unauthenticated(GlossweaveError):
    """No caller, or a wrong token, password or key."""

    kind = "Unauthenticated"


class Forbidden(GlossweaveError, PermissionError):
    """The caller is known and may not do this."""

    kind = "Forbidden"


class Conflict(GlossweaveError):
    """The name is taken, or the thing is still in use."""

    kind = "Conflict"


class Unavailable(GlossweaveError):
    """A service that is needed does not answer. Try again later."""

    kind = "Unavailable"


class DeadlineExceeded(GlossweaveError, TimeoutError):
    """A time limit was reached. Raise the limit or make the work smaller."""

    kind = "Deadline"


class StorageError(GlossweaveError, OSError):
    """The disk, or what is stored on it, failed."""

    kind = "Storage"


class InternalError(GlossweaveError):
    """A fault of the engine itself. Report it."""

    kind = "Internal"


class TooLarge(GlossweaveError):
    """A size limit was reached. Raise the limit or make the input smaller."""

    kind = "TooLarge"


class Throttled(GlossweaveError):
    """Too many attempts. Wait for `retry_after` seconds."""

    kind = "Throttled"


class PreconditionFailed(GlossweaveError):
    """The thing changed in the meantime. Read it again."""

    kind = "PreconditionFailed"


class ProviderError(GlossweaveError):
    """A recognizer, translator or other function of the program failed or gave a wrong answer. Fix that function."""

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
"""The class of each kind by its name."""
