"""Every public thing is documented, and the examples in the documentation run."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

import glossweave
import pytest
from glossweave import _native, aio, errors, graphs, vocabularies

PUBLIC = [(name, getattr(glossweave, name)) for name in glossweave.__all__]


def members() -> list[tuple[str, object]]:
    found = []
    for name, thing in PUBLIC:
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    value = getattr(value, "__func__", value)
                    found.append((f"{name}.{member}", value))
    return found


@pytest.mark.parametrize(("name", "thing"), PUBLIC + members())
def test_everything_is_documented(name: str, thing: object) -> None:
    text = inspect.getdoc(thing)
    assert text and text[0].isupper(), name
    first = text.split("\n\n")[0]
    assert first.endswith((".", ":")), name


def test_all_names_are_there_and_sorted() -> None:
    assert glossweave.__all__ == sorted(glossweave.__all__)
    native = {name for name in _native.__all__ if not name.startswith("_")}
    assert native <= set(glossweave.__all__)


@pytest.mark.parametrize("module", [glossweave, aio, errors, graphs, vocabularies], ids=lambda module: module.__name__)
def test_examples_of_modules_run(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize(("name", "thing"), PUBLIC)
def test_examples_of_docstrings_run(name: str, thing: object) -> None:
    run = doctest.DocTestRunner()
    for example in doctest.DocTestFinder(recurse=False).find(thing, name, globs={}):
        run.run(example)
    assert run.failures == 0


def test_there_are_examples() -> None:
    for name in (
        "Annotation", "Converters", "Dictionary", "Filters", "Collection", "Stylesheet", "Users", "decode",
        "encode", "to_nif",
    ):
        assert ">>>" in (inspect.getdoc(getattr(glossweave, name)) or ""), name


def blocks(path: Path) -> str:
    return "\n".join(re.findall(r"^```python\n(.*?)^```", path.read_text(), re.M | re.S))


@pytest.mark.parametrize(
    "name",
    [
        "README.md", "python/README.md", "docs/python.md", "docs/pipelines.md", "docs/filters.md", "docs/batches.md",
        "docs/dictionary.md", "docs/linking.md", "docs/formats.md", "docs/exchange.md", "docs/markup.md",
    ],
)
def test_programs_in_prose_run(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for file in (root / "examples" / "data").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    program = blocks(root / name)
    assert program
    exec(compile(program, name, "exec"), {"__name__": name})


EXAMPLES = {
    "first.py": "Dublin http://dbpedia.org/resource/Dublin\n",
    "filters.py": "begin,text,entity\n",
    "xslt.py": "libxslt [('title', 'Contents')]\ntext/html [",
}


def test_all_examples_are_known(root: Path) -> None:
    assert {path.name for path in (root / "examples" / "python").glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(root: Path, tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-W", "error", str(root / "examples" / "python" / name)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(EXAMPLES[name])


def test_the_version_is_that_of_the_package() -> None:
    assert glossweave.__version__ == metadata.version("glossweave")
