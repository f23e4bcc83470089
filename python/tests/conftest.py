from __future__ import annotations

from pathlib import Path

import glossweave
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def names() -> glossweave.Dictionary:
    return glossweave.Dictionary.from_csv(ROOT / "examples" / "data" / "places.csv")


@pytest.fixture(scope="session")
def page() -> glossweave.Document:
    return glossweave.decode(ROOT / "examples" / "data" / "dublin.html")
