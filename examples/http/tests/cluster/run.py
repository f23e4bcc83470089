"""Clients write and read through several instances while instances are killed and PostgreSQL is restarted.

Usage: run.py PROGRAM [--seconds N] [--clients N] [--instances N] [--kills N] [--restarts N] [--s3 SERVER --cuts N]

PROGRAM is glossweave-http, built with the feature `postgres`. Each client has filters and a dataset of its own and knows
what they may contain: what was acknowledged last, or, after a request without an answer, that or what the request
wanted. Services may use what was there within the time that instances keep rows, and a revoked key is taken within it. All clients also try to create the same filters, which one of them may get. The files of datasets are in a
folder, or with `--s3` in a server of S3 (the program moto_server or versitygw), which is cut off for a moment again
and again; that takes the feature `object-store`. Clients also submit jobs, each with a webhook. Ends with 1 if a write was lost, if anything else was read, if
a name was given twice, or if an acknowledged job did not end once, with its result and its webhook.
"""

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter

from clients import Client, Taken
from jobs import Jobs, Receiver
from servers import RECENT, Cluster
from storage import ObjectStorage


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, value in (("seconds", 60), ("clients", 32), ("instances", 3), ("kills", 10), ("restarts", 2), ("cuts", 0)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--s3")
    options = parser.parse_args()
    if options.cuts and not options.s3:
        parser.error("--cuts needs --s3")
    storage = ObjectStorage(options.s3) if options.s3 else None
    receiver = Receiver()
    jobs = Jobs(receiver)
    place = storage.place() if storage else None
    cluster = Cluster(options.program, options.instances, place, receiver.host)
    done: Counter[str] = Counter()
    try:
        taken = Taken(options.clients)
        clients = [Client(cluster.port, number, taken, jobs) for number in range(options.clients)]
        for client in clients:
            client.log_in()
        until = time.monotonic() + options.seconds
        threads = [threading.Thread(target=client.work, args=(until,)) for client in clients]
        for thread in threads:
            thread.start()
        disturbances = ["kills"] * options.kills + ["restarts"] * options.restarts + ["cuts"] * options.cuts
        random.shuffle(disturbances)
        pause = options.seconds / (len(disturbances) + 1)
        for number, what in enumerate(disturbances, 1):
            time.sleep(max(0.0, until - options.seconds + number * pause - time.monotonic()))
            if what == "kills":
                cluster.kill(random.randrange(options.instances))
            elif what == "cuts" and storage:
                storage.cut(random.uniform(0.5, 3))
            else:
                cluster.postgres.control("restart", random.choice(["fast", "immediate"]))
            done[what] += 1
        for thread in threads:
            thread.join()
        time.sleep(RECENT)
        for client in clients:
            for name in client.known:
                client.check(name, {client.known[name]})
        faults = [fault for client in clients for fault in client.faults] + list(taken.faults(clients[0]))
        faults += jobs.faults()
        counts = sum((client.counts for client in clients), Counter())
        print(json.dumps({**counts, **done, **jobs.counts, "names": len(taken.winners), "faults": len(faults)}))
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
        too_few = counts["writes"] < options.seconds or not counts["datasets"] or not counts["keys"] or not taken.winners or not jobs.counts["jobs"]
        if too_few:
            print("hardly anything was written", file=sys.stderr)
        return 1 if faults or too_few else 0
    finally:
        cluster.close()
        receiver.close()
        if storage:
            storage.close()


if __name__ == "__main__":
    sys.exit(main())
