"""Errors for unknown names. They suggest a similar name, for example `turtle` for `tutle`, or list the known names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from glossweave._native import _closest
from glossweave.cli.exit import USAGE

__all__ = ["Parser", "closest", "expected"]


def closest(word: str, known: Iterable[str]) -> str | None:
    """Returns the known name that is most similar to a word, ignoring case. Returns `None` if no name is similar."""
    return _closest(word, list(known))


def expected(word: str, known: Iterable[str], before: str = "expected one of ") -> str:
    """Returns the end of a message about an unknown name: the most similar name, or all names."""
    names = list(known)
    meant = closest(word, names)
    return f"did you mean `{meant}`?" if meant is not None else before + (", ".join(names) or "none")


class Parser(argparse.ArgumentParser):
    """A parser whose errors suggest a similar command, option or value."""

    def __init__(self, **settings: Any) -> None:
        # An abbreviation could become ambiguous when an option is added.
        super().__init__(**{"allow_abbrev": False, **settings})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses arguments and refuses unknown options of a command, using the options of the command for suggestions."""
        options, rest = super().parse_known_args(args, namespace)
        # The command `serve` passes them to the server.
        if rest and not hasattr(options, "arguments"):
            self.refuse(rest)
        return options, rest

    def refuse(self, rest: Sequence[str]) -> NoReturn:
        """Ends the run with an error about unknown arguments."""
        hints = []
        for word in rest:
            name = word.partition("=")[0]
            meant = closest(name, self._option_string_actions) if name.startswith("--") else None
            hints.append(f"; did you mean `{meant}`?" if meant is not None else "")
        # The usage of a command with 30 options would hide the message.
        message = f"unrecognized arguments: {' '.join(rest)}{next(filter(None, hints), '')}"
        self.exit(USAGE, f"{self.prog}: error: {message}\nFor all options, use `{self.prog} --help`.\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            meant = closest(str(value), map(str, action.choices or ()))
            if meant is None:
                raise
            message = f"invalid choice: {value!r}; did you mean `{meant}`?"
            raise argparse.ArgumentError(action, message) from error
