"""The settings of an engine, from a mapping."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from glossweave import Engine, InvalidArgument, NotFound, Settings, StorageError

def test_names_may_be_paths_and_have_hyphens() -> None:
    for settings in ({"limits": {"source": "many"}}, {"limits.source": "many"}):
        with pytest.raises(InvalidArgument, match="`limits.source`: expected a number of bytes") as caught:
            Engine(settings=settings)  # type: ignore[arg-type]
        assert caught.value.parameter == "limits.source"
    admin = {"admin.create": True, "admin": {"username": "root"}, "admin.password": "correct horse"}
    with Engine(settings=admin) as engine:  # type: ignore[arg-type]
        assert engine.session().users.authenticate("root", "correct horse")


def test_settings_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "glossweave.toml"
    file.write_text("[server]\nlisten = '0.0.0.0:80'\n\n[limits]\nsource = '2 MiB'\n")
    assert Engine(settings=file).specification()["settings"]["limits"]["source"] == 2 << 20
    file.write_text("[limits]\nsorce = '2 MiB'\n")
    with pytest.raises(InvalidArgument, match="glossweave.toml` at line 2 column 1: no setting `limits.sorce`"):
        Engine(settings=str(file))
    with pytest.raises(StorageError, match="cannot read"):
        Engine(settings=tmp_path / "none.toml")


def test_values_are_numbers_texts_paths_times_and_flags(tmp_path: Path) -> None:
    settings: Settings = {
        "store": {"location": tmp_path / "store"},
        "limits": {"source": "1000", "time": timedelta(minutes=2)},
        "provenance": None,
        "jobs": {"threads": 0, "lease": "500ms"},
    }
    with Engine(settings=settings):
        assert (tmp_path / "store").is_dir()
    with pytest.raises(TypeError, match="path or mapping as `source` and got `float`"):
        Engine(settings={"limits": {"source": 1.5}})  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument) as caught:
        Engine(settings={"limits": {"source": -1}})
    assert caught.value.parameter == "limits.source"
    endless: dict[str, Any] = {}
    endless["limits"] = endless
    with pytest.raises(TypeError, match="settings in two levels"):
        Engine(settings=endless)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Engine(settings=["store"])  # type: ignore[arg-type]


def test_an_unknown_setting_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(InvalidArgument, match="did you mean `limits.source`") as caught:
        Engine(settings={"limits": {"sorce": 1}})  # type: ignore[arg-type]
    assert caught.value.parameter == "limits.sorce"


def test_given_settings_come_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GLOSSWEAVE_STORE_LOCATION", str(tmp_path / "variable"))
    Engine(settings={"store": {"location": tmp_path / "given"}}, environment=True).close()
    assert [path.name for path in tmp_path.iterdir()] == ["given"]
    monkeypatch.setenv("GLOSSWEAVE_STORE_LOCATION", "")
    with Engine(environment=True) as engine, pytest.raises(NotFound):
        engine.local_session().filters.read("none")
