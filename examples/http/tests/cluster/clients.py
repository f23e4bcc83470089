"""Clients that know what they may read."""

import contextlib
import http.client
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator

from jobs import Jobs
from servers import PASSWORD, RECENT

FILTERS = "/v1/toolbox/convert/manage"
DATASETS = "/v1/e-entity/dictionary/datasets"
FOUND = "/v1/e-entity/dictionary/documents?language=en&outformat=n-triples&dataset="
FILTERED = "/v1/toolbox/convert/documents"
TRIPLE = "<http://example.org/a> <http://example.org/b> 'c' ."
NAMES = 5
# As many requests are for each instance, more or less.
INSTANCES = 3
PATIENCE = 60.0


class Lost(Exception):
    """No answer, or one that does not say if the request was done."""


class Client:
    """A user, with filters and datasets of its own. What is known of them is the text of a filter, and the number that
    the only entity of a dataset has in its IRI."""

    def __init__(self, port: int, number: int, taken: "Taken", jobs: Jobs) -> None:
        self.port, self.number, self.taken, self.jobs = port, number, taken, jobs
        self.random = random.Random(number)
        self.user = f"user{number}"
        self.token = ""
        filters = [f"filter{number}-{index}" for index in range(NAMES)]
        self.known: dict[str, str | None] = dict.fromkeys([*filters, f"dataset{number}"])
        # What services may still use, for a time: when it was replaced, and what it was.
        self.former: dict[str, list[tuple[float, str | None]]] = {name: [] for name in self.known}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.version = 0
        self.own: list[str] = []

    def call(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
        """Returns the status and the body of an answer that says what became of the request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            token = {"X-Auth-Token": self.token} if self.token else {}
            content_type = "text/csv" if path.startswith(DATASETS) else "text/plain"
            connection.request(method, path, body, {"Content-Type": content_type, **token, **more})
            response = connection.getresponse()
            status, content = response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Lost(repr(error)) from error
        finally:
            connection.close()
        if status >= 500 or status == 429:
            raise Lost(f"{status} {content[:200]!r}")
        return status, content

    def patiently(
        self, method: str, path: str, *allowed: int, body: str | None = None, **headers: str
    ) -> tuple[int, bytes]:
        """Repeats a request until there is an answer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, content = self.call(method, path, body, **headers)
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

    def stored(self, name: str) -> str | None:
        """Returns the text of a filter, which is read anew."""
        status, content = self.patiently("GET", f"{FILTERS}/{name}", 200, 404)
        return None if status == 404 else str(json.loads(content)["query"])

    def used(self, name: str) -> str | None:
        """Returns what a service uses: the number of a filter or a dataset."""
        if name.startswith("dataset"):
            path, body, pattern = FOUND + name, "From Cork", rb"<http://example\.org/(\d+)>"
        else:
            path, body, pattern = f"{FILTERED}/{name}?informat=turtle&outformat=csv", TRIPLE, rb"^v(\d+)\r?\n"
        status, content = self.patiently("POST", path, 200, 404, body=body)
        found = re.search(pattern, content)
        return None if status == 404 else found.group(1).decode() if found else "nothing"

    def check(self, name: str, allowed: set[str | None]) -> None:
        """Reads what is stored, which is one of some contents, and what it is from now on."""
        if name.startswith("dataset"):
            found = self.used(name)
        else:
            found = self.stored(name)
        self.counts["reads"] += 1
        if found not in allowed:
            self.faults.append(f"{name}: read {found!r}, expected one of {allowed!r}")
        self.change(name, found)

    def change(self, name: str, content: str | None) -> None:
        before = self.known[name]
        if content != before:
            self.former[name].append((time.monotonic(), number_of(before)))
            self.known[name] = content

    def use(self, name: str) -> None:
        """Calls a service, which uses what is stored or what was stored within the time that rows are kept."""
        asked = time.monotonic()
        self.former[name] = [(until, old) for until, old in self.former[name] if asked <= until + RECENT]
        found, newest = self.used(name), number_of(self.known[name])
        self.counts["uses"] += 1
        if found != newest:
            self.counts["earlier"] += 1
        if found not in {newest, *(old for _, old in self.former[name])}:
            self.faults.append(f"{name}: a service used {found!r} instead of {newest!r}, after {self.former[name]!r}")

    def write(self, name: str) -> None:
        """Creates, replaces or removes a filter or a dataset."""
        before = self.known[name]
        self.version += 1
        wanted: str | None
        if name.startswith("dataset"):
            wanted = str(self.version)
            path, body = f"{DATASETS}/{name}?language=en&mode=replace", f"uri,label\nhttp://example.org/{wanted},Cork\n"
        else:
            wanted = f"SELECT ?v{self.version} {{ ?v{self.version} ?p '{'x' * self.random.randrange(2000)}' }}"
            path, body = f"{FILTERS}/{name}", wanted
        method = "POST" if before is None else "PUT"
        if before is not None and self.random.random() < 0.2:
            method, path, body, wanted = "DELETE", path.partition("?")[0], None, None
        try:
            status, content = self.call(method, path, body)
        except Lost:
            # What was sent is done or not after a moment.
            self.counts["unknown"] += 1
            time.sleep(1 + RECENT)
            self.check(name, {before, wanted})
            return
        # nginx repeats a request that changes nothing more when it is repeated.
        if status in (200, 201, 204) or (method == "DELETE" and status == 404):
            self.counts["datasets" if name.startswith("dataset") else "writes"] += 1
            self.change(name, wanted)
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

    def submit(self) -> None:
        """Submits a job, and looks at an earlier one."""
        self.version += 1
        sentence = f"Text {self.version} of {self.user}."
        with contextlib.suppress(Lost):
            status, content = self.call("POST", self.jobs.target(), Jobs.text(sentence))
            if status == 202:
                self.own.append(json.loads(content)["id"])
                self.jobs.add(self.own[-1], self, sentence)
            else:
                self.faults.append(f"POST of a job: {status} {content[:200]!r}")
        if self.own:
            _, content = self.patiently("GET", f"/v1/jobs/{self.random.choice(self.own)}", 200)
            job = json.loads(content)
            if job["ended"]:
                self.faults.extend(self.jobs.see(job))

    def revoke(self) -> None:
        """Creates a key, and revokes it: no instance may take it when the time of rows is over."""
        self.version += 1
        keys = f"/v1/user/{self.user}/keys"
        with contextlib.suppress(Lost):
            status, content = self.call("POST", f"{keys}?name=key{self.version}&scopes=read")
            if status != 201:
                self.faults.append(f"POST of a key: {status} {content[:200]!r}")
                return
            target, secret = f"/v1/user/{self.user}", json.loads(content)["secret"]
            for _ in range(INSTANCES):
                self.patiently("GET", target, 200, X_Auth_Token=secret)
            self.patiently("DELETE", f"{keys}/key{self.version}", 200, 204, 404)
            time.sleep(RECENT)
            answers = [self.patiently("GET", target, 200, 401, X_Auth_Token=secret)[0] for _ in range(INSTANCES)]
            self.counts["keys"] += 1
            if 200 in answers:
                self.faults.append(f"a key was taken {RECENT} s after it was revoked")

    def work(self, until: float) -> None:
        try:
            while time.monotonic() < until:
                name = self.random.choice(list(self.known))
                choice = self.random.random()
                if choice < 0.5:
                    self.write(name)
                elif choice < 0.55:
                    self.submit()
                elif choice < 0.56:
                    self.revoke()
                elif choice < 0.75 or name.startswith("dataset"):
                    self.use(name)
                elif choice < 0.95:
                    self.check(name, {self.known[name]})
                else:
                    self.race()
        except Exception as error:
            self.faults.append(f"{self.user}: {error}")


def number_of(content: str | None) -> str | None:
    """Returns the number that a filter or a dataset has in its content."""
    found = re.search(r"\d+", content or "")
    return found.group() if found else content


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
