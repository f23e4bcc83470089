"""Errors for names that are not known: they suggest the name that was meant, or list the names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from glossweave._native import _closest
from glossweave.cli.exit import USAGE

__all__ = ["Parser", "closest", "expected"]


def closest(word: str, known: Iterable[str]) -> str | None:
    """Returns the known name that is most similar to a word, without regard to case, or `None` if no name is similar."""
    return _closest(word, list(known))


def expected(word: str, known: Iterable[str], before: str = "expected one of ") -> str:
    """Returns the end of a message about an unknown name: the name that was meant, or all names."""
    names = list(known)
    meant = closest(word, names)
    return f"did you mean `{meant}`?" if meant is not None else before + (", ".join(names) or "none")


class Parser(argparse.ArgumentParser):
    """A parser whose errors suggest the command, option or value that was meant."""

    def __init__(self, **settings: Any) -> None:
        # An abbreviation would become ambiguous with a new option.
        super().__init__(**{"allow_abbrev": False, **settings})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuses unknown options of a command here, where its options are known."""
        options, rest = super().parse_known_args(args, namespace)
        # The command `serve` passes them to the server.
        if rest and not hasattr(options, "arguments"):
            self.refuse(rest)
        return options, rest

    def refuse(self, rest: Sequence[str]) -> NoReturn:
        """Ends the run with an error about arguments that no option takes."""
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
