"""The files in deploy/ fit the project and each other."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.hosting import (
    CHECKOUT,
    DEPLOY,
    PYTHON,
    compose,
    compose_command,
    example,
    image_command,
    names_in_settings,
    unit_commands,
    without_address,
)

UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir())
NOT_SETTINGS = {"POSTGRES_PASSWORD", "BIDPLAY_HOST"}
"""What env.example holds for the other containers."""


def test_the_example_names_every_variable_that_the_settings_read() -> None:
    assert set(example()) - NOT_SETTINGS == names_in_settings()


def test_the_example_sets_no_secret() -> None:
    secrets = {
        "SECRET_KEY",
        "BIDPLAY_SEAL_KEYS",
        "METRICS_TOKEN",
        "POSTGRES_PASSWORD",
        "SECRET_KEY_FALLBACKS",
    }
    assert {name: example()[name] for name in secrets} == dict.fromkeys(secrets, "")


def test_defaults_in_the_example_change_nothing() -> None:
    chosen = example(commented=False) | {"SECRET_KEY": "s" * 60, "BIDPLAY_SEAL_KEYS": "x" * 43 + "="}
    defaults = {name: value for name, value in example().items() if value} | chosen
    assert settings_with(chosen) == settings_with(defaults)


def settings_with(environment: dict[str, str]) -> str:
    show = "import bidplay.settings as s, pprint; s.LANGUAGES = 0; "
    show += (
        "pprint.pprint({name: value for name, value in vars(s).items() if name.isupper()}, width=1_000_000)"
    )
    # Neither the order of a set nor the length of an address may make two prints differ.
    clean = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": "0", **environment}
    done = subprocess.run(
        [sys.executable, "-c", show], cwd=CHECKOUT, env=clean, check=True, capture_output=True, text=True
    )
    return re.sub(r" at 0x\w+", "", done.stdout)


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({}, "SECRET_KEY must be set"),
        ({"SECRET_KEY": "development-only-not-a-secret"}, "SECRET_KEY must be set"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY must be set"),
        ({"SECRET_KEY": "s" * 60}, "BIDPLAY_SEAL_KEYS must hold"),
    ],
    ids=["no key", "the development key", "a short key", "no seal key"],
)
@pytest.mark.parametrize(
    "program", [["manage.py", "check"], ["-m", "gunicorn", "--check-config", "bidplay.wsgi"]]
)
def test_production_does_not_start_without_keys_of_its_own(
    environment: dict[str, str], complaint: str, program: list[str]
) -> None:
    clean = {"PATH": os.environ["PATH"], "DEBUG": "0", **environment}
    done = subprocess.run(
        [sys.executable, *program], cwd=CHECKOUT, env=clean, check=False, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert complaint in done.stderr


def test_the_compose_file_hangs_together() -> None:
    file = compose()
    services = file["services"]
    assert sorted(services) == [
        "beat",
        "broker",
        "clock",
        "database",
        "mailroom",
        "migrate",
        "proxy",
        "web",
        "worker",
    ]
    named = {
        volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])
    }
    assert {volume for volume in named if not volume.startswith("./")} == set(file["volumes"])
    for service in services.values():
        for other in service.get("depends_on", []):
            assert other in services
            health = isinstance(service["depends_on"], dict) and service["depends_on"][other]["condition"]
            assert health != "service_healthy" or "healthcheck" in services[other]


def test_the_compose_file_sets_only_variables_that_somebody_reads() -> None:
    for name, service in compose()["services"].items():
        known = names_in_settings()
        if name == "proxy":
            known = set(re.findall(r"\$\{(\w+)\}", (DEPLOY / "nginx/bidplay.conf.template").read_text()))
        if name == "database":
            known = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
        assert set(service.get("environment", {})) <= known
    asked = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    assert asked == NOT_SETTINGS


def test_files_that_the_compose_file_mounts_exist_or_are_for_the_host_to_bring() -> None:
    mounts = re.findall(r"- (\./[^:]+):", (DEPLOY / "compose.yaml").read_text())
    assert [mount for mount in mounts if not (DEPLOY / mount).exists()] == ["./certificates"]


def test_containers_and_units_run_the_same_programs() -> None:
    (web,), (worker,), (clock,), (beat,), (mailroom,) = (
        unit_commands(f"bidplay-{name}.service") for name in ("web", "worker", "clock", "beat", "mailroom")
    )
    migrate, _static = unit_commands("bidplay-prepare.service")
    assert without_address(compose_command("web")) == without_address(image_command()) == without_address(web)
    assert compose_command("worker") == worker
    assert compose_command("clock") == clock
    assert compose_command("beat") == beat
    assert compose_command("mailroom") == mailroom
    assert compose_command("migrate") == migrate


def test_the_image_copies_what_there_is_and_lets_it_in() -> None:
    lines = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    copied = [name for line in lines for name in line.split()]
    allowed = re.findall(r"^!(.+)$", (CHECKOUT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(copied) == sorted(allowed)
    assert [name for name in copied if not (CHECKOUT / name).exists()] == []


def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze on this machine")
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text().replace(PYTHON, sys.executable)
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / name for name in UNITS)],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if "bidplay" in line]) == (0, [])


def test_nginx_finds_no_fault_in_its_site(tmp_path: Path) -> None:
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx, or no openssl, on this machine")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=bidplay.example",
    ]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    words = {
        "BIDPLAY_HOST": "bidplay.example",
        "BIDPLAY_UPSTREAM": "127.0.0.1:8000",
        "BIDPLAY_CERTIFICATES": str(tmp_path),
    }
    template = (DEPLOY / "nginx" / "bidplay.conf.template").read_text()
    site = re.sub(r"\$\{(\w+)\}", lambda found: words[found[1]], template)
    site = site.replace("/var/log/nginx", str(tmp_path))
    for port in ("80", "443"):
        site = re.sub(rf"listen (\[::\]:)?{port}\b", f"listen 127.0.0.1:{int(port) + 20000}", site, count=1)
        site = re.sub(rf"^ *listen \[::\]:{port}.*$", "", site, flags=re.MULTILINE)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {site} }}"
    )
    done = subprocess.run(
        ["nginx", "-t", "-c", tmp_path / "nginx.conf", "-p", tmp_path],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
