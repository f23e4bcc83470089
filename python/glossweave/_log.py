"""The events of the engine, in `logging`."""

import logging

_LEVELS = {
    "error": logging.ERROR,
    "warn": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}

# As libraries do: where a program has not set up `logging`, nothing is printed.
logging.getLogger("glossweave").addHandler(logging.NullHandler())


def log_event(level: str, target: str, message: str) -> None:
    """Hands an event to the logger of its part of the engine."""
    logging.getLogger(f"glossweave.{target}").log(_LEVELS[level], "%s", message)
