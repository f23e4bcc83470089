"""Measures the requests a second of 1, 2, … instances behind nginx, over one PostgreSQL.

Usage: measure.py PROGRAM [--instances N] [--clients N] [--seconds N]

PROGRAM is glossweave-http, built with `--release` and the feature `postgres`. The requests are reading a filter with a
token, and e-Entity of a short text with a dataset of one name. Clients are processes of this machine that wait for each
answer: they, nginx, PostgreSQL and the instances share its cores, so on few cores more instances show no gain. Writes a
line of JSON for each number of instances. Ends with 1 if an answer was not the expected one.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import sys
import time

from clients import DATASETS, FILTERS, FOUND, Client, Taken
from jobs import Jobs, Receiver
from servers import Cluster

QUERY = "SELECT ?s WHERE { ?s ?p ?o }"
TEXT = "The road from Dublin to Galway is long. " * 5


def work(port: int, token: str, request: tuple[str, str, str | None], seconds: float) -> int:
    """Sends a request again and again over one connection. Returns the number of answers."""
    method, path, body = request
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"X-Auth-Token": token, "Content-Type": "text/plain"}
    done, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:200]!r}")
        done += 1
    return done


def measure(program: str, instances: int, clients: int, seconds: float) -> dict[str, float]:
    receiver = Receiver()
    cluster = Cluster(program, instances, None, receiver.host)
    try:
        client = Client(cluster.port, 0, Taken(1), Jobs(receiver))
        client.log_in()
        client.patiently("POST", f"{FILTERS}/measured", 201, body=QUERY)
        names = "uri,label\nhttp://example.org/dublin,Dublin\n"
        client.patiently("POST", f"{DATASETS}/measured?language=en", 201, body=names)
        requests = {
            "reads": ("GET", f"{FILTERS}/measured", None),
            "entities": ("POST", f"{FOUND}measured", TEXT),
        }
        rates = {}
        with multiprocessing.Pool(clients) as pool:
            for name, request in requests.items():
                for length in (min(1.0, seconds), seconds):
                    # The first time opens connections and the dataset, and is not counted.
                    every = [(cluster.port, client.token, request, length)] * clients
                    rates[name] = round(sum(pool.starmap(work, every, chunksize=1)) / length, 1)
        return rates
    finally:
        cluster.close()
        receiver.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, value in (("instances", 4), ("clients", 16), ("seconds", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    for instances in range(1, options.instances + 1):
        try:
            rates = measure(options.program, instances, options.clients, options.seconds)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
        load = round(os.getloadavg()[0], 2)
        print(json.dumps({"instances": instances, "cores": os.cpu_count(), "load": load, **rates}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
