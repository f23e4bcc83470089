"""Jobs of clients, and the receiver of their webhooks."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol

KEY = b"twenty-four bytes or more"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
CHUNKS = "/v1/toolbox/chunks?informat=text&async=true&webhook="
LEASE = 3.0
# A job takes part of a second.
SENTENCES = 2_000


class Caller(Protocol):
    def patiently(self, method: str, path: str, *allowed: int) -> tuple[int, bytes]: ...


class Receiver:
    """A server that keeps the bodies of webhooks by their ids."""

    def __init__(self) -> None:
        self.bodies: defaultdict[str, list[bytes]] = defaultdict(list)
        self.faults: list[str] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                name, moment = self.headers["webhook-id"], self.headers["webhook-timestamp"]
                signed = hmac.new(KEY, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
                if self.headers["webhook-signature"] != "v1," + base64.b64encode(signed).decode():
                    receiver.faults.append(f"{name}: a wrong signature")
                receiver.bodies[name].append(body)
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Writes nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()


class Jobs:
    """The jobs that were acknowledged, each with the sentence that its result must have, and its first ended state."""

    def __init__(self, receiver: Receiver) -> None:
        self.receiver, self.lock = receiver, threading.Lock()
        self.acknowledged: dict[str, tuple[Caller, str]] = {}
        self.ended: dict[str, dict[str, object]] = {}
        self.counts: Counter[str] = Counter()

    def target(self) -> str:
        return f"{CHUNKS}http://{self.receiver.host}/"

    @staticmethod
    def text(sentence: str) -> str:
        return f"{sentence} " * SENTENCES

    def add(self, name: str, client: Caller, sentence: str) -> None:
        with self.lock:
            self.acknowledged[name] = (client, sentence)
            self.counts["jobs"] += 1

    def see(self, job: dict[str, object]) -> Iterator[str]:
        """Compares a job that has ended with what it was before."""
        first = {key: job[key] for key in ("state", "started", "ended", "attempts", "error")}
        with self.lock:
            before = self.ended.setdefault(str(job["id"]), first)
        if before != first:
            yield f"job {job['id']}: {before}, then {first}"

    def faults(self) -> Iterator[str]:
        """Waits for all jobs and their webhooks, and tells what is wrong with them."""
        until = time.monotonic() + 120
        for name, (client, sentence) in self.acknowledged.items():
            while True:
                status, content = client.patiently("GET", f"/v1/jobs/{name}", 200, 404)
                job = json.loads(content)
                if status == 404 or job["webhook"] in ("delivered", "failed") or time.monotonic() > until:
                    break
                time.sleep(0.1)
            if status == 404 or job["state"] != "done" or job["webhook"] != "delivered":
                yield f"job {name}: {content[:400]!r}"
                continue
            yield from self.see(job)
            self.counts["taken over"] += job["attempts"] > 1
            _, result = client.patiently("GET", f"/v1/jobs/{name}/result", 200)
            chunks = [json.loads(line) for line in result.splitlines()]
            if sum(json.dumps(chunk).count(sentence) for chunk in chunks) < SENTENCES:
                yield f"job {name}: {result[:200]!r}"
            bodies = self.receiver.bodies[name]
            self.counts["webhooks"] += len(bodies)
            data = [json.loads(body)["data"] for body in bodies]
            if not data or any(one != data[0] or one["ended"] != job["ended"] for one in data):
                yield f"job {name}: webhooks {bodies!r}, ended {job['ended']}"
        for name in self.receiver.bodies.keys() - self.acknowledged.keys():
            # Submitted by a request without an answer.
            self.counts["unknown jobs"] += 1
            if len(set(self.receiver.bodies[name])) > 1:
                yield f"job {name}: webhooks {self.receiver.bodies[name]!r}"
        yield from self.receiver.faults
