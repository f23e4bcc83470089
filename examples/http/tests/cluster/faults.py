"""Faults around a cluster, one after the other: a rolling stop, instances that pause, a database that hangs, and a
webhook that nobody answers beside the jobs of another user.

Usage: faults.py PROGRAM [--pauses N] [--pause SECONDS] [--hang SECONDS] [--jobs N]

PROGRAM is glossweave-http, built with the feature `postgres`. Requests go through nginx with the shipped configuration.
Prints counts as JSON, and ends with 1 if

- a GET or PUT fails while each instance in turn is told to stop and started again, or more than one POST in a hundred: nginx
  does not repeat a POST whose connection an instance closed at that moment;
- an instance that was paused carries out a write late, over a newer one;
- `/health` of an instance is not told within 5 seconds while the database hangs, or says that all is well, or if a request
  that needs nothing of the database waits longer than 15 seconds meanwhile;
- the job of a user waits for the jobs of another whose webhooks hang.
"""

import argparse
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from clients import FILTERS, Client, Lost, Taken
from jobs import CHUNKS, Jobs, Receiver
from servers import Cluster

INSTANCES = 3
TERMS = "/v1/e-terminology/extraction?language=en"


def send(port: int, method: str, path: str, body: str | None = None, timeout: float = 60) -> tuple[int, bytes]:
    """Returns the status, 0 if there is none, and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, {"Content-Type": "text/plain"})
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def until_ready(port: int) -> None:
    until = time.monotonic() + 60
    while send(port, "GET", "/ready", timeout=5)[0] != 200:
        if time.monotonic() > until:
            raise RuntimeError(f"the instance at port {port} is not ready")
        time.sleep(0.05)


class Faults:
    def __init__(self, cluster: Cluster, jobs: Jobs) -> None:
        self.cluster, self.found = cluster, list[str]()
        self.counts: Counter[str] = Counter()
        taken = Taken(2)
        self.anna, self.bert = (Client(cluster.port, number, taken, jobs) for number in range(2))
        for port in cluster.ports:
            until_ready(port)
        for client in (self.anna, self.bert):
            client.log_in()

    def roll(self) -> None:
        """Stops each instance in turn, and starts it again, while clients read and write."""
        over = threading.Event()
        statuses: Counter[int] = Counter()
        posts: list[str] = []

        def work(number: int) -> None:
            name, version = f"rolling{number}", 0
            while not over.is_set():
                version += 1
                query = f"SELECT ?v{version} {{ ?v{version} ?p ?o }}"
                for method, path, body in (
                    ("GET", FILTERS, None),
                    ("POST", TERMS, "One black hole."),
                    ("POST" if version == 1 else "PUT", f"{FILTERS}/{name}", query),
                ):
                    try:
                        statuses[self.anna.call(method, path, body)[0]] += 1
                    except Lost as error:
                        statuses[0] += 1
                        fault = f"while instances stop, {method} {path}: {error}"
                        (posts if method == "POST" else self.found).append(fault)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for index, port in enumerate(self.cluster.ports):
            time.sleep(0.5)
            self.cluster.running[index].terminate()
            self.cluster.running[index].wait()
            self.cluster.running[index] = self.cluster.start(index)
            until_ready(port)
        time.sleep(0.5)
        over.set()
        for thread in threads:
            thread.join()
        if len(posts) * 100 > statuses.total():
            self.found += posts
        self.counts["requests while instances stop"] = statuses.total()
        self.counts["of these failed"] = statuses.total() - statuses[200] - statuses[201]

    def pause(self, seconds: float) -> None:
        """Pauses an instance with a write on its way, which the client gives up and replaces by a newer one."""
        index = random.randrange(INSTANCES)
        name = f"paused{self.counts['pauses']}"
        self.anna.patiently("POST", f"{FILTERS}/{name}", 201, body="SELECT ?v0 { ?v0 ?p ?o }")
        paused, process = self.cluster.ports[index], self.cluster.running[index]
        process.send_signal(signal.SIGSTOP)
        old, token = "SELECT ?v1 { ?v1 ?p ?o }", self.anna.token
        with socket.create_connection(("127.0.0.1", paused)) as stream:
            head = f"PUT {FILTERS}/{name} HTTP/1.1\r\nHost: x\r\nX-Auth-Token: {token}\r\nContent-Type: text/plain\r\n"
            stream.sendall(f"{head}Content-Length: {len(old)}\r\n\r\n{old}".encode())
            time.sleep(seconds)
        other = Client(self.cluster.ports[(index + 1) % INSTANCES], 0, self.anna.taken, self.anna.jobs)
        other.token = token
        other.patiently("PUT", f"{FILTERS}/{name}", 200, body="SELECT ?v2 { ?v2 ?p ?o }")
        process.send_signal(signal.SIGCONT)
        until_ready(paused)
        time.sleep(1)
        stored = other.stored(name)
        if not stored or "?v2" not in stored:
            self.found.append(f"after a pause of {seconds:.0f} s: {name} is {stored!r}")
        self.counts["pauses"] += 1

    def hang(self, seconds: float) -> None:
        """Lets the database hang while many clients read and write rows."""
        port = self.cluster.ports[0]
        over = threading.Event()
        times: dict[str, list[float]] = {"/health": [], TERMS: []}
        clients = Counter[int]()

        def use(number: int) -> None:
            client = Client(port, number, self.anna.taken, self.anna.jobs)
            client.token = self.anna.token
            while not over.is_set():
                try:
                    if number % 2:
                        status = client.call("GET", FILTERS)[0]
                    else:
                        status = client.call("PUT", f"{FILTERS}/hanging{number}", "SELECT * { ?s ?p ?o }")[0]
                except Lost as error:
                    status = 503 if str(error).startswith("503") else 0
                clients[status] += 1

        def time_of(path: str, body: str | None) -> int:
            begun = time.monotonic()
            status = send(port, "POST" if body else "GET", path, body)[0]
            times[path].append(time.monotonic() - begun)
            return status

        users = [threading.Thread(target=use, args=(number,)) for number in range(24)]
        server = (self.cluster.postgres.folder / "data/postmaster.pid").read_text().split()[0]
        processes = [int(server), *self.children(server)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            for user in users:
                user.start()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                status = time_of("/health", None)
                if status != 503:
                    self.found.append(f"/health is {status} while the database hangs")
                self.counts[f"terms {time_of(TERMS, 'One black hole.')}"] += 1
                time.sleep(0.1)
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
            over.set()
        for user in users:
            user.join()
        until_ready(port)
        for path, most in (("/health", 5), (TERMS, 15)):
            if max(times[path]) > most:
                self.found.append(f"{path} took {max(times[path]):.1f} s while the database hung")
        self.counts["milliseconds of /health"] = round(max(times["/health"]) * 1000)
        self.counts["milliseconds of terms"] = round(max(times[TERMS]) * 1000)
        self.counts["requests for rows while it hangs"] = clients.total()
        self.counts["of these 503"] = clients[503]

    @staticmethod
    def children(parent: str) -> list[int]:
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", parent], capture_output=True, text=True, check=False)
        return [int(number) for number in found.stdout.split()]

    def wait_for_a_webhook(self, count: int) -> None:
        """Submits jobs of a user whose webhooks hang, and then one of another user."""
        with socket.create_server(("127.0.0.1", int(self.cluster.webhooks.split(",")[1].rpartition(":")[2]))):
            dead = self.cluster.webhooks.split(",")[1]
            for number in range(count):
                self.anna.patiently("POST", f"{CHUNKS}http://{dead}/", 202, body=f"Text {number}.")
            begun = time.monotonic()
            self.bert.submit()
            name = self.bert.own[-1]
            until = begun + 120
            while time.monotonic() < until:
                job = json.loads(self.bert.patiently("GET", f"/v1/jobs/{name}", 200)[1])
                if job["webhook"] == "delivered":
                    break
                time.sleep(0.05)
            took = time.monotonic() - begun
            if job["webhook"] != "delivered" or took > 60:
                self.found.append(f"a job waited {took:.1f} s behind {count} with a dead webhook: {job}")
        self.counts["jobs with a dead webhook"] = count
        self.counts["milliseconds of another user's job"] = round(took * 1000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    for name, value in (("pauses", 1), ("pause", 3), ("hang", 8), ("jobs", 100)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    receiver = Receiver()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        dead = f"127.0.0.1:{free.getsockname()[1]}"
    cluster = Cluster(str(options.program), INSTANCES, None, f"{receiver.host},{dead}")
    try:
        faults = Faults(cluster, Jobs(receiver))
        faults.roll()
        for _ in range(options.pauses):
            faults.pause(random.uniform(options.pause, options.pause * 2))
        faults.hang(options.hang)
        faults.wait_for_a_webhook(options.jobs)
        faults.found += faults.anna.faults + faults.bert.faults
        print(json.dumps({**faults.counts, "faults": len(faults.found)}))
        for fault in faults.found[:20]:
            print(fault, file=sys.stderr)
        return 1 if faults.found else 0
    finally:
        cluster.close()
        receiver.close()


if __name__ == "__main__":
    sys.exit(main())
