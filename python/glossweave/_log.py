"""Forwards events of the engine to `logging`."""

import logging

_LEVELS = {
    "error": logging.ERROR,
    "warn": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}

# As is usual for libraries: nothing is printed unless the program configures `logging`.
logging.getLogger("glossweave").addHandler(logging.NullHandler())


def log_event(level: str, target: str, message: str) -> None:
    """Passes an event to the logger of its component."""
    logging.getLogger(f"glossweave.{target}").log(_LEVELS[level], "%s", message)
