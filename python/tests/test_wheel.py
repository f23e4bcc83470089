"""The wheel alone: no sources, no compiler, nothing else installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import glossweave
import pytest

# What every Linux has, and the libraries that the wheel of `scripts/wheel` has inside.
EVERYWHERE = {
    "libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    "libpthread.so.0", "libdl.so.2",
}
SYSTEM = {"libxml2.so.2", "libxml2.so.16", "libxslt.so.1", "libexslt.so.0"}


@pytest.fixture(scope="module")
def wheel(root: Path) -> Path:
    """The one that was built for these tests, or another one that is named."""
    named = os.environ.get("GLOSSWEAVE_WHEEL")
    (found,) = [Path(named)] if named else (root / "build" / "wheels").glob("glossweave-*.whl")
    return found


def test_one_wheel_is_for_all_versions_of_python(wheel: Path) -> None:
    assert re.fullmatch(
        rf"glossweave-{re.escape(glossweave.__version__)}-cp310-abi3-\w+\.whl", wheel.name
    )
    names = zipfile.ZipFile(wheel).namelist()
    assert "glossweave/py.typed" in names and "glossweave/_native.pyi" in names
    assert not [name for name in names if name.endswith((".rs", ".toml", ".orig"))]
    assert not [name for name in names if "/tests/" in name]


def test_the_wheel_needs_no_library_that_is_not_known(wheel: Path, tmp_path: Path) -> None:
    (library,) = [one for one in zipfile.ZipFile(wheel).namelist() if one.endswith(".so")]
    path = zipfile.ZipFile(wheel).extract(library, tmp_path)
    said = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True)
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", said.stdout))
    inside = "manylinux" in wheel.name
    assert needed and needed <= EVERYWHERE | (set() if inside else SYSTEM)
    assert "RPATH" not in said.stdout and "RUNPATH" not in said.stdout


def test_the_program_of_the_readme_runs_in_an_empty_environment(
    wheel: Path, root: Path, tmp_path: Path
) -> None:
    place = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", place], check=True, timeout=120)
    python = place / "bin" / "python"
    options = ["--quiet", "--no-index", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *options, wheel], check=True, timeout=120)
    work = tmp_path / "work"
    work.mkdir()
    for file in (root / "examples" / "data").iterdir():
        (work / file.name).write_bytes(file.read_bytes())
    program = "\n".join(
        re.findall(r"^```python\n(.*?)^```", (root / "README.md").read_text(), re.M | re.S)
    )
    environment = {"PATH": str(place / "bin"), "HOME": str(work)}

    def run(*words: str | Path) -> str:
        ran = subprocess.run(
            [place / "bin" / words[0], *words[1:]], cwd=work, env=environment, capture_output=True,
            text=True, timeout=60,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    assert program
    run("python", "-I", "-W", "error", "-c", program)
    where = run("python", "-I", "-c", "import glossweave; print(glossweave.__file__)")
    assert str(place) in where and str(root) not in where
    assert run("glossweave", "--version") == f"{glossweave.__version__}\n"
