"""A server of S3 that can be cut off."""

import contextlib
import http.client
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from servers import free_ports

START = 120.0


class ObjectStorage:
    """moto, which keeps its objects in memory, or versitygw, which keeps them in a folder, behind a proxy whose
    connections can be broken."""

    def __init__(self, program: str) -> None:
        self.port, self.proxy_port = free_ports(2)
        self.folder = Path(tempfile.mkdtemp(prefix="gw-objects"))
        if Path(program).name == "versitygw":
            # It has the folders below this one as buckets.
            (self.folder / "files" / "glossweave").mkdir(parents=True)
            (self.folder / "attributes").mkdir()
            place = ["posix", "--sidecar", str(self.folder / "attributes"), str(self.folder / "files")]
            key = ["--access", "test", "--secret", "test"]
            arguments = [*key, "--port", f"127.0.0.1:{self.port}", "--quiet", *place]
        else:
            arguments = ["-H", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(
            [program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.wait()
        self.lock, self.is_cut = threading.Lock(), False
        self.connections: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", self.proxy_port), backlog=128)
        threading.Thread(target=self.accept, daemon=True).start()

    def wait(self) -> None:
        """Waits until the server answers. The request creates the bucket in moto; the other one refuses it."""
        until = time.monotonic() + START
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START)
            try:
                connection.request("PUT", "/glossweave")
                connection.getresponse()
                return
            except OSError:
                time.sleep(0.1)
            finally:
                connection.close()
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError("the server of S3 does not start")

    def place(self) -> str:
        endpoint = f"http://127.0.0.1:{self.proxy_port}"
        return f"s3://glossweave/cluster?region=us-east-1&allow_http=true&endpoint={endpoint}"

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                with self.lock:
                    self.connections.update((client, server))
                    if self.is_cut:
                        self.break_connections()
                        continue
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self.forward, args=(one, other), daemon=True).start()

    def forward(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(1 << 16):
                target.sendall(part)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            with self.lock:
                self.connections.discard(one)
            one.close()

    def break_connections(self) -> None:
        for one in self.connections:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.connections.clear()

    def cut(self, seconds: float) -> None:
        """Breaks all connections, and those that are made within a time."""
        with self.lock:
            self.is_cut = True
            self.break_connections()
        time.sleep(seconds)
        with self.lock:
            self.is_cut = False

    def close(self) -> None:
        self.listener.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)
