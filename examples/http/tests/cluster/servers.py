"""The servers of a cluster: PostgreSQL, instances and nginx."""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from jobs import LEASE, SECRET

PASSWORD = "correct horse"
# How the shipped configuration forwards requests.
PROXY = Path(__file__).resolve().parents[4] / "examples/deploy/proxy.conf"
# How long instances keep rows that they read, in seconds.
RECENT = 0.5


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
    """Instances behind nginx, whose datasets are in a place that they share."""

    def __init__(self, program: str, instances: int, files: str | None, webhooks: str) -> None:
        self.program, self.webhooks = program, webhooks
        self.postgres = Postgres()
        self.folder = Path(tempfile.mkdtemp(prefix="gw-nginx"))
        self.port, *self.ports = free_ports(instances + 1)
        self.files = files or f"file:{self.folder}/files"
        self.running: list[subprocess.Popen[bytes]] = []
        self.begin()
        self.nginx = self.start_nginx()

    def begin(self) -> None:
        self.running = [self.start(index) for index in range(len(self.ports))]

    def stop(self) -> None:
        for one in self.running:
            one.terminate()
        for one in self.running:
            one.wait()

    def start(self, index: int) -> "subprocess.Popen[bytes]":
        settings = {
            "SERVER_LISTEN": f"127.0.0.1:{self.ports[index]}", "STORE_LOCATION": self.postgres.url(), "SERVER_SHARE": "100",
            "SERVER_PROXIES": "127.0.0.1", "ADMIN_CREATE": "true", "ADMIN_USERNAME": "root",
            "ADMIN_PASSWORD": PASSWORD, "SERVER_LOG": "warn", "MODELS_FOLDER": "none",
            "NETWORK_PRIVATE_HOSTS": self.webhooks, "JOBS_WEBHOOK_SECRET": SECRET,
            "JOBS_LEASE": f"{int(LEASE * 1000)}ms", "STORE_CACHE_TIME": f"{int(RECENT * 1000)}ms",
            "FILES_LOCATION": self.files, "FILES_CACHE": str(self.folder / f"cache{index}"),
        }
        # Any will do for the server of S3.
        credentials = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        named = {f"GLOSSWEAVE_{name}": value for name, value in settings.items()}
        environment = {**os.environ, **credentials, **named}
        log = (self.folder / f"log{index}").open("ab")
        return subprocess.Popen([self.program], env=environment, stdout=log, stderr=log)

    def start_nginx(self) -> "subprocess.Popen[bytes]":
        upstreams = " ".join(f"server 127.0.0.1:{port} max_fails=0;" for port in self.ports)
        temporary = " ".join(
            f"{name}_temp_path {self.folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        configuration = self.folder / "nginx.conf"
        configuration.write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            "events { worker_connections 1024; }\n"
            f"http {{ access_log off; client_body_buffer_size 1m; {temporary} upstream glossweave {{ least_conn; {upstreams} keepalive 32; }}\n"
            f"server {{ listen 127.0.0.1:{self.port}; include {PROXY}; }} }}\n"
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
        self.nginx.terminate()
        self.nginx.wait()
        self.stop()
        self.postgres.close()
        shutil.rmtree(self.folder)
