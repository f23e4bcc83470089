"""The settings of an engine, from a mapping."""

import re
from pathlib import Path

import pytest
from glossweave import Engine, InvalidArgument, NotFound, Settings

ROOT = Path(__file__).parents[2]


def test_all_settings_have_a_type() -> None:
    table = (ROOT / "core/glossweave/src/engine/settings/names.rs").read_text()
    names = re.findall(r'^    "([\w.-]+)" => [\w.]+,$', table, re.MULTILINE)
    assert len(names) > 60
    assert sorted(Settings.__annotations__) == sorted(re.sub("[.-]", "_", name) for name in names)


def test_names_may_be_those_of_the_settings_file() -> None:
    for name in ("max_bytes", "max-bytes"):
        with pytest.raises(InvalidArgument, match="max.bytes"):
            Engine(settings={name: "many"})
    admin = {"admin.create": True, "admin_username": "root", "admin-password": "correct horse"}
    with Engine(settings=admin) as engine:
        assert engine.session().users.authenticate("root", "correct horse")


def test_values_are_numbers_texts_paths_and_flags(tmp_path: Path) -> None:
    with Engine(settings={"store": tmp_path / "store", "max_bytes": "1000", "provenance": None, "job_threads": 0}):
        assert (tmp_path / "store").is_dir()
    with pytest.raises(TypeError, match="path as `max_bytes` and got `float`"):
        Engine(settings={"max_bytes": 1.5})
    with pytest.raises(InvalidArgument) as caught:
        Engine(settings={"max_bytes": -1})
    assert caught.value.parameter == "max_bytes"
    with pytest.raises(TypeError):
        Engine(settings=["store"])  # type: ignore[arg-type]


def test_an_unknown_setting_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(InvalidArgument, match="did you mean `max-bytes`") as caught:
        Engine(settings={"max_byte": 1})
    assert caught.value.parameter == "max_byte"


def test_given_settings_come_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GLOSSWEAVE_STORE", str(tmp_path / "variable"))
    Engine(settings={"store": tmp_path / "given"}, environment=True).close()
    assert [path.name for path in tmp_path.iterdir()] == ["given"]
    monkeypatch.setenv("GLOSSWEAVE_STORE", "")
    with Engine(environment=True) as engine, pytest.raises(NotFound):
        engine.local_session().filters.read("none")
