"""Clients write and read through several instances while instances are killed and PostgreSQL is restarted.

Usage: run.py PROGRAM [--seconds N] [--clients N] [--instances N] [--kills N] [--restarts N]

PROGRAM is glossweave-http, built with the feature `postgres`. Each client has filters of its own and knows what they
may contain: what was acknowledged last, or, after a request without an answer, that or what the request wanted. All
clients also try to create the same filters, which one of them may get. Ends with 1 if a write was lost, if anything else
was read, or if a name was given twice.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PASSWORD = "correct horse"
FILTERS = "/v1/toolbox/convert/manage"
NAMES = 5
PATIENCE = 60.0


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


class Postgres:
    """A server in a folder of its own, which listens on a socket there."""

    def __init__(self) -> None:
        versions = Path("/usr/lib/postgresql").glob("*/bin")
        newest = max(versions, key=lambda path: int(path.parent.name), default=None)
        self.programs = newest or Path(shutil.which("initdb") or "initdb").parent
        self.folder = Path(tempfile.mkdtemp(prefix="gw-cluster"))
        (self.folder / "password").write_text(PASSWORD)
        if os.geteuid() == 0:
            # It refuses to run as root.
            shutil.chown(self.folder, "postgres")
            shutil.chown(self.folder / "password", "postgres")
        self.run(
            "initdb", "--auth=scram-sha-256", "--username=ann", "--encoding=UTF8",
            "--pwfile", str(self.folder / "password"), "-D", str(self.folder / "data"),
        )
        self.control("start")

    def run(self, program: str, *arguments: str) -> None:
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        command = [*(user if os.geteuid() == 0 else []), str(self.programs / program), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def control(self, action: str, mode: str = "fast") -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=200"
        start = [] if action == "stop" else ["--options", options, "--log", str(self.folder / "log")]
        stop = [] if action == "start" else ["--mode", mode]
        self.run("pg_ctl", action, "--wait", "--silent", "-D", str(self.folder / "data"), *start, *stop)

    def url(self) -> str:
        host = str(self.folder).replace("/", "%2F")
        return f"postgres://ann:{PASSWORD.replace(' ', '%20')}@{host}/postgres"

    def close(self) -> None:
        self.control("stop", "immediate")
        shutil.rmtree(self.folder)


class Cluster:
    """Instances behind nginx."""

    def __init__(self, program: str, instances: int) -> None:
        self.program = program
        self.postgres = Postgres()
        self.folder = Path(tempfile.mkdtemp(prefix="gw-nginx"))
        self.port, *self.ports = free_ports(instances + 1)
        (self.folder / "files").mkdir()
        self.running = [self.start(index) for index in range(instances)]
        self.nginx = self.start_nginx()

    def start(self, index: int) -> "subprocess.Popen[bytes]":
        settings = {
            "LISTEN": f"127.0.0.1:{self.ports[index]}", "STORE": self.postgres.url(), "SHARE": "100",
            "PROXIES": "127.0.0.1", "ADMIN_CREATE": "true", "ADMIN_USERNAME": "root",
            "ADMIN_PASSWORD": PASSWORD, "LOG": "warn", "MODELS": "none",
        }
        environment = {**os.environ, **{f"GLOSSWEAVE_{name}": value for name, value in settings.items()}}
        log = (self.folder / f"log{index}").open("ab")
        return subprocess.Popen([self.program], env=environment, stdout=log, stderr=log)

    def start_nginx(self) -> "subprocess.Popen[bytes]":
        upstreams = " ".join(f"server 127.0.0.1:{port} fail_timeout=1s;" for port in self.ports)
        temporary = " ".join(
            f"{name}_temp_path {self.folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        configuration = self.folder / "nginx.conf"
        location = 'proxy_pass http://instances; proxy_http_version 1.1; proxy_set_header Connection "";'
        configuration.write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            "events { worker_connections 1024; }\n"
            f"http {{ access_log off; {temporary} upstream instances {{ {upstreams} keepalive 32; }}\n"
            f"server {{ listen 127.0.0.1:{self.port}; location / {{ {location} }} }} }}\n"
        )
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        return subprocess.Popen([program, "-e", f"{self.folder}/error.log", "-c", str(configuration)])

    def kill(self, index: int) -> None:
        """Kills an instance, and starts it again after a moment."""
        self.running[index].send_signal(signal.SIGKILL)
        self.running[index].wait()
        time.sleep(random.uniform(0, 0.5))
        self.running[index] = self.start(index)

    def close(self) -> None:
        for one in [self.nginx, *self.running]:
            one.terminate()
        for one in [self.nginx, *self.running]:
            one.wait()
        self.postgres.close()
        shutil.rmtree(self.folder)


class Lost(Exception):
    """No answer, or one that does not say if the request was done."""


class Client:
    """A user, with filters of its own."""

    def __init__(self, port: int, number: int, taken: "Taken") -> None:
        self.port, self.number, self.taken = port, number, taken
        self.random = random.Random(number)
        self.user = f"user{number}"
        self.token = ""
        self.known: dict[str, str | None] = {f"c{number}-{index}": None for index in range(NAMES)}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.version = 0

    def call(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            token = {"X-Auth-Token": self.token} if self.token else {}
            connection.request(method, path, body, {"Content-Type": "text/plain", **token, **more})
            response = connection.getresponse()
            status, content = response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Lost(repr(error)) from error
        finally:
            connection.close()
        if status >= 500 or status == 429:
            raise Lost(f"{status} {content[:200]!r}")
        return status, content

    def patiently(self, method: str, path: str, *allowed: int, **headers: str) -> tuple[int, bytes]:
        """Repeats a request until there is an answer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, content = self.call(method, path, **headers)
            except Lost as error:
                if time.monotonic() > until:
                    raise RuntimeError(f"{method} {path}: no answer for {PATIENCE} s: {error}") from error
                time.sleep(0.1)
                continue
            if status not in allowed:
                raise RuntimeError(f"{method} {path}: {status} {content[:200]!r}")
            return status, content

    def log_in(self) -> None:
        path = f"/v1/user?username={self.user}&password={PASSWORD.replace(' ', '+')}"
        self.patiently("POST", path, 201, 409)
        _, content = self.patiently(
            "POST", "/v1/authenticate", 200, X_Auth_Username=self.user, X_Auth_Password=PASSWORD
        )
        self.token = json.loads(content)["token"]

    def content(self, name: str) -> str | None:
        status, content = self.patiently("GET", f"{FILTERS}/{name}", 200, 404)
        return None if status == 404 else str(json.loads(content)["query"])

    def check(self, name: str, allowed: set[str | None]) -> None:
        found = self.content(name)
        self.counts["reads"] += 1
        if found not in allowed:
            self.faults.append(f"{name}: read {found!r}, expected one of {allowed!r}")
        self.known[name] = found

    def write(self, name: str) -> None:
        """Creates, replaces or removes a filter."""
        before = self.known[name]
        self.version += 1
        wanted: str | None = f"SELECT ?v{self.version} {{ ?v{self.version} ?p '{'x' * self.random.randrange(2000)}' }}"
        method = "POST" if before is None else "PUT"
        if before is not None and self.random.random() < 0.2:
            method, wanted = "DELETE", None
        try:
            status, content = self.call(method, f"{FILTERS}/{name}", wanted)
        except Lost:
            # What was sent is done or not after a moment.
            self.counts["unknown"] += 1
            time.sleep(1)
            self.check(name, {before, wanted})
            return
        # nginx repeats a request that changes nothing more when it is repeated.
        if status in (200, 201, 204) or (method == "DELETE" and status == 404):
            self.counts["writes"] += 1
            self.known[name] = wanted
        else:
            self.faults.append(f"{method} {name}: {status} {content[:200]!r}, it was {before!r}")

    def race(self) -> None:
        """Tries to get a name that all clients want."""
        name = self.taken.next()
        with contextlib.suppress(Lost):
            status, content = self.call("POST", f"{FILTERS}/{name}", "SELECT * { ?s ?p ?o }")
            if status == 201:
                self.taken.add(name, self.user)
            elif status != 409:
                self.faults.append(f"POST {name}: {status} {content[:200]!r}")

    def work(self, until: float) -> None:
        try:
            while time.monotonic() < until:
                name = self.random.choice(list(self.known))
                choice = self.random.random()
                if choice < 0.5:
                    self.write(name)
                elif choice < 0.95:
                    self.check(name, {self.known[name]})
                else:
                    self.race()
        except Exception as error:
            self.faults.append(f"{self.user}: {error}")


class Taken:
    """Names that all clients want, and who got them."""

    def __init__(self, clients: int) -> None:
        self.lock, self.clients, self.asked = threading.Lock(), clients, 0
        self.winners: dict[str, list[str]] = {}

    def next(self) -> str:
        with self.lock:
            self.asked += 1
            return f"race-{self.asked // self.clients}"

    def add(self, name: str, user: str) -> None:
        with self.lock:
            self.winners.setdefault(name, []).append(user)

    def faults(self, client: Client) -> Iterator[str]:
        for name, users in self.winners.items():
            _, content = client.patiently("GET", f"{FILTERS}/{name}", 200, 404)
            if len(users) > 1 or json.loads(content).get("owner") != users[0]:
                yield f"{name}: given to {users}, stored as {content[:200]!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, value in (("seconds", 60), ("clients", 32), ("instances", 3), ("kills", 10), ("restarts", 2)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    cluster = Cluster(options.program, options.instances)
    done: Counter[str] = Counter()
    try:
        taken = Taken(options.clients)
        clients = [Client(cluster.port, number, taken) for number in range(options.clients)]
        for client in clients:
            client.log_in()
        until = time.monotonic() + options.seconds
        threads = [threading.Thread(target=client.work, args=(until,)) for client in clients]
        for thread in threads:
            thread.start()
        disturbances = ["kills"] * options.kills + ["restarts"] * options.restarts
        random.shuffle(disturbances)
        pause = options.seconds / (len(disturbances) + 1)
        for number, what in enumerate(disturbances, 1):
            time.sleep(max(0.0, until - options.seconds + number * pause - time.monotonic()))
            if what == "kills":
                cluster.kill(random.randrange(options.instances))
            else:
                cluster.postgres.control("restart", random.choice(["fast", "immediate"]))
            done[what] += 1
        for thread in threads:
            thread.join()
        for client in clients:
            for name in client.known:
                client.check(name, {client.known[name]})
        faults = [fault for client in clients for fault in client.faults] + list(taken.faults(clients[0]))
        counts = sum((client.counts for client in clients), Counter())
        print(json.dumps({**counts, **done, "names": len(taken.winners), "faults": len(faults)}))
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
        too_few = counts["writes"] < options.seconds or not taken.winners
        if too_few:
            print("hardly anything was written", file=sys.stderr)
        return 1 if faults or too_few else 0
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main())
