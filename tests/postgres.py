"""A PostgreSQL of the tests' own: on loopback, in a folder that is thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

INSTALL = "apt-get install postgresql"
OWNER = "postgres"
"""The server refuses to run as root; then it runs as this user."""


def program(name: str) -> str | None:
    """Where a program of PostgreSQL lies: on the path, or where Debian puts it."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(debian[-1]) if debian else None)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database on a server that ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="tesuu-postgres-"))
    as_owner: dict[str, object] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    if os.geteuid() == 0:
        owner = pwd.getpwnam(OWNER)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        as_owner |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    initdb, server = program("initdb"), program("postgres")
    assert initdb
    assert server
    data = str(folder / "data")
    make = [initdb, "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
    subprocess.run(make, check=True, cwd=folder, **as_owner)  # type: ignore[call-overload]
    options = [f"-cunix_socket_directories={folder}", "-clisten_addresses=127.0.0.1"]
    options += [f"-cport={port}", "-cfsync=off", "-cshared_buffers=16MB"]
    process = subprocess.Popen([server, "-D", data, *options], cwd=folder, **as_owner)  # type: ignore[call-overload]
    address = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
    try:
        _wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(100):
        assert process.poll() is None, "PostgreSQL ended by itself"
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {address}")
