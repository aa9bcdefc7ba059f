"""Settings from options, environment and a file: which holds, and what is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from echappee.server.config import Named, Rate, Settings
from echappee.server.config_fields import Setting, all_settings
from echappee.server.config_sources import gather, written
from echappee.server.config_values import masked, read_value, write_value
from echappee.server.refusals import Refusal

USUAL = Settings(data=Path("usual"))


def _file(folder: Path, text: str) -> Path:
    path = folder / "echappee.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _refusal(folder: Path, text: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        gather({}, {}, _file(folder, text), USUAL)
    return refused.value


def test_an_option_comes_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = _file(tmp_path, 'grace = 1\nhello = 1\nidle = 1\nhosts = ["a.example"]\n')
    environment = {"ECHAPPEE_GRACE": "2", "ECHAPPEE_HELLO": "2", "ECHAPPEE_ALLOW_HOSTS": "b c"}
    found = gather({"grace": "3", "proxies": []}, environment, file, USUAL)
    assert (found.settings.grace, found.settings.hello, found.settings.idle) == (3, 2, 1)
    assert found.settings.hosts == ("b", "c")
    assert (found.settings.sweep, found.settings.data) == (60, Path("usual"))
    assert found.sources == {
        "grace": "--grace", "hello": "ECHAPPEE_HELLO", "idle": f"{file}:3",
        "hosts": "ECHAPPEE_ALLOW_HOSTS",
    }  # fmt: skip


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    file = _file(tmp_path, "port = 80\n")
    other = tmp_path / "other.toml"
    other.write_text("port = 90", encoding="utf-8")
    environment = {"ECHAPPEE_CONFIG": str(file)}
    assert gather({}, environment, None, USUAL).settings.port == 80
    assert gather({}, environment, other, USUAL).settings.port == 90


KINDS: list[tuple[str, str, object]] = [
    ("grace = 2.5", "2.5", 2.5),
    ("sockets = 7", "7", 7),
    ('sockets = "none"', "none", None),
    ("sockets = false", "none", None),
    ('requests = "5/30"', "5/30", Rate(5, 30)),
    ("requests = { per_second = 0.5, burst = 3 }", "0.5/3", Rate(0.5, 3)),
    ('proxies = ["127.0.0.1", "::1"]', "127.0.0.1 ::1", ("127.0.0.1", "::1")),
    ('log = "json"', "json", "json"),
    ("log_requests = true", "true", True),
    ('data = "/srv/x"', "/srv/x", Path("/srv/x")),
]


@pytest.mark.parametrize(("line", "text", "value"), KINDS)
def test_every_kind_is_read_from_file_and_environment(
    tmp_path: Path, line: str, text: str, value: object
) -> None:
    name = line.partition(" ")[0]
    (variable,) = (one.variable for one in all_settings() if one.name == name)
    for found in (
        gather({}, {}, _file(tmp_path, line), USUAL),
        gather({}, {variable: text}, None, USUAL),
    ):
        assert getattr(found.settings, name) == value


@pytest.mark.parametrize(
    "line",
    [
        "grace = -1", "grace = true", 'grace = "long"', "grace = nan", "grace = inf",
        "port = 80.5", "port = [80]", 'requests = "5"', "requests = { per_second = 5 }",
        "requests = 5", 'log = "xml"', "log_requests = 1", 'hosts = "a" \nproxies = [1]',
        "data = 5", "hosts = {}", 'host = "a\\nb"', "sockets = 1e99",
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    refusal = _refusal(tmp_path, f"# a comment\n{line}\n")
    place = "line 3" if "\nproxies" in line else "line 2"
    assert (refusal.code, place in refusal.words.en) == ("bad-config-value", True)
    assert "must be" in refusal.words.en
    assert "doit être" in refusal.words.fr


def test_an_unknown_key_is_refused_with_its_line_and_the_nearest(tmp_path: Path) -> None:
    refusal = _refusal(tmp_path, "port = 80\n\ngrase = 5\n")
    assert refusal.code == "unknown-config"
    assert "Line 3" in refusal.words.en
    assert "“grase”" in refusal.words.en
    assert "grace" in refusal.words.en
    assert "Ligne 3" in refusal.words.fr
    assert "Line 1" in _refusal(tmp_path, "[server]\nport = 80\n").words.en
    assert _refusal(tmp_path, "now = 1\n").code == "unknown-config"


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "line 2" in _refusal(tmp_path, "port = 80\nport = \n").words.en
    with pytest.raises(Refusal, match="can't be read"):
        gather({}, {}, tmp_path / "missing.toml", USUAL)
    (tmp_path / "latin").write_bytes(b"host = '\xe9'")
    with pytest.raises(Refusal, match="UTF-8"):
        gather({}, {}, tmp_path / "latin", USUAL)


@pytest.mark.parametrize(
    ("environment", "named"),
    [({"ECHAPPEE_GRACE": "soon"}, "ECHAPPEE_GRACE"), ({"ECHAPPEE_LOG": "xml"}, "text, json")],
)
def test_a_wrong_variable_is_refused_by_its_name(environment: dict[str, str], named: str) -> None:
    with pytest.raises(Refusal, match=named):
        gather({}, environment, None, USUAL)


def test_a_wrong_option_is_refused_by_its_name() -> None:
    with pytest.raises(Refusal, match="--sockets must be a whole number, 0 or more, or none"):
        gather({"sockets": "many"}, {}, None, USUAL)


def test_what_is_shown_can_be_given_again(tmp_path: Path) -> None:
    first = gather({"requests": "none", "hosts": ["é.example"], "grace": "0.25"}, {}, None, USUAL)
    shown = written(first)
    assert "grace = 0.25  # --grace" in shown
    assert "port = 8000  # default" in shown
    assert tomllib.loads(shown).keys() == {one.name for one in all_settings()}
    again = gather({}, {}, _file(tmp_path, shown), Settings())
    assert again.settings == first.settings


SECRET = Setting(
    name="x", flag="--x", variable="X", kind=str, optional=False, choices=(), secret=True, words=""
)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hunter2@db/x", "redis://:hunter2@cache:6379/0",
        "postgresql://db/x?user=me&password=hunter2&sslmode=require",
        "postgresql://me:hunter2@[half/x",
    ],
)  # fmt: skip
def test_passwords_are_never_shown(address: str) -> None:
    assert "hunter2" not in masked(address)
    assert "hunter2" not in write_value(address, secret=True)
    with pytest.raises(Refusal) as refused:
        read_value(SECRET, [address], "--x")
    assert "hunter2" not in refused.value.words.en


def test_a_flag_follows_from_its_name_unless_it_is_told() -> None:
    found = {one.name: (one.flag, one.variable) for one in all_settings()}
    assert found["bot_delay"] == ("--bot-delay", "ECHAPPEE_BOT_DELAY")
    assert found["hosts"] == ("--allow-host", "ECHAPPEE_ALLOW_HOSTS")
    assert found["data"] == ("--data", "ECHAPPEE_DATA_DIR")
    flags = [one.flag for one in all_settings()]
    variables = [one.variable for one in all_settings()]
    assert len(set(flags)) == len(set(variables)) == len(flags)
    assert Named().flag == ""
    assert all(one.words for one in all_settings())


def _run(monkeypatch: pytest.MonkeyPatch, capsys: Any, *arguments: str) -> str:
    from typer.main import get_command

    from echappee.cli.app import app

    get_command(app).main(["serve", *arguments], standalone_mode=False)
    return str(capsys.readouterr().out)


def test_the_command_shows_what_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, "grace = 7\n")
    monkeypatch.setenv("ECHAPPEE_HELLO", "8")
    shown = _run(
        monkeypatch, capsys, "--show-config", "--config", str(file), "--proxy", "10.0.0.0/8",
        "--proxy", "::1", "--log-requests", "--data", str(tmp_path / "none"),
    )  # fmt: skip
    assert f"grace = 7  # {file}:1" in shown
    assert "hello = 8  # ECHAPPEE_HELLO" in shown
    assert 'proxies = ["10.0.0.0/8", "::1"]  # --proxy' in shown
    assert "log_requests = true  # --log-requests" in shown
    assert "head_start = 3  # default" in shown
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("origin", ["example.org", "https://example.org/", "ftp://x", "https://[x"])
def test_an_origin_that_no_browser_sends_is_refused(
    origin: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refusal, match="address of a site"):
        _run(monkeypatch, capsys, "--show-config", "--allow-origin", origin)
