"""Clients write through several instances while a backup is made, which is then restored as docs/deployment.md says.

Usage: restore.py PROGRAM [--seconds N] [--clients N]

PROGRAM is glossweave-http, built with the feature `postgres`. Ends with 1 if a filter or a dataset is not as it was at
some moment of the dump, or if nothing was written before or after it.
"""

import argparse
import json
import shutil
import sys
import threading
import time
from collections import defaultdict

from clients import Client, Taken, number_of
from jobs import Jobs, Receiver
from servers import RECENT, Cluster

NEVER = float("-inf")


class Writer(Client):
    """A client that only writes, and remembers when: when a request was sent, when it was answered, and the content."""

    def __init__(self, port: int, number: int, taken: Taken, jobs: Jobs) -> None:
        super().__init__(port, number, taken, jobs)
        self.sent = 0.0
        self.history: defaultdict[str, list[tuple[float, float, str | None]]]
        self.history = defaultdict(lambda: [(NEVER, NEVER, None)])

    def write(self, name: str) -> None:
        self.sent = time.monotonic()
        super().write(name)

    def change(self, name: str, content: str | None) -> None:
        self.history[name].append((self.sent, time.monotonic(), number_of(content)))
        super().change(name, content)

    def work(self, until: float) -> None:
        while time.monotonic() < until:
            self.write(self.random.choice(list(self.known)))

    def contents(self, name: str, start: float, end: float) -> set[str | None]:
        """Returns what may have been stored within a time."""
        history = self.history[name]
        replaced = [answered for _, answered, _ in history[1:]]
        ends = [*replaced, time.monotonic()]
        return {
            content
            for (sent, _, content), over in zip(history, ends, strict=True)
            if sent <= end and over >= start
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    for name, value in (("seconds", 4), ("clients", 8)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    receiver = Receiver()
    cluster = Cluster(options.program, 2, None, receiver.host)
    try:
        writers = [Writer(cluster.port, index, Taken(1), Jobs(receiver)) for index in range(options.clients)]
        for writer in writers:
            writer.log_in()
        until = time.monotonic() + 2 * options.seconds
        threads = [threading.Thread(target=writer.work, args=(until,)) for writer in writers]
        for thread in threads:
            thread.start()
        time.sleep(options.seconds)
        dump, files = cluster.postgres.folder / "rows.dump", cluster.folder / "files"
        start = time.monotonic()
        cluster.postgres.run("pg_dump", "--format=custom", f"--file={dump}", cluster.postgres.url())
        end = time.monotonic()
        # A file that is not finished gets another name at its end.
        shutil.copytree(files, cluster.folder / "backup", ignore=shutil.ignore_patterns("*.unfinished"))
        for thread in threads:
            thread.join()
        cluster.stop()
        shutil.rmtree(files)
        shutil.copytree(cluster.folder / "backup", files)
        cluster.postgres.run(
            "pg_restore", "--exit-on-error", "--single-transaction", "--clean", "--if-exists", "--no-owner",
            f"--dbname={cluster.postgres.url()}", str(dump),
        )
        cluster.begin()
        time.sleep(RECENT)
        faults = [fault for writer in writers for fault in writer.faults]
        later = read = 0
        for writer in writers:
            for name, newest in writer.known.items():
                found, allowed = writer.used(name), writer.contents(name, start, end)
                read += found is not None
                later += found != number_of(newest)
                if found not in allowed:
                    faults.append(f"{name}: {found!r} after the restore, expected one of {allowed!r}")
        print(json.dumps({"read": read, "changed after the backup": later, "faults": len(faults)}))
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
        return 1 if faults or not read or not later else 0
    finally:
        cluster.close()
        receiver.close()


if __name__ == "__main__":
    sys.exit(main())
