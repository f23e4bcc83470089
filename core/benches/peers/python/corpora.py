"""Annotates a corpus here, in one thread and in two, and by the same operator within Spark and Ray,
where its time is held against that of a plain loop over the same batches: the time that passed, and
the time that a processor had for it, which others on the machine do not change. Prints a line of JSON
for each figure."""

import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
from glossweave.corpora import Operator, annotate

DOCUMENTS = int(os.environ.get("BENCH_DOCUMENTS", "60000"))
BATCH = 1000


def say(fact: str, value: float) -> None:
    print(json.dumps({"page": "corpora", "fact": fact, "value": value}), flush=True)


def local(source: Path, names: Path, work: Path) -> None:
    rates = {}
    for jobs in (1, 2, 1, 2):
        output = work / "local"
        shutil.rmtree(output, ignore_errors=True)
        operator = Operator(corpus.engine(names), "names")
        report = annotate(source, output, operator, jobs=jobs, batch_size=BATCH)
        rate = report.documents / report.seconds
        rates[jobs] = max(rate, rates.get(jobs, 0.0))
    say("documents a second, one thread", rates[1])
    say("two threads, times as fast as one", rates[2] / rates[1])


TIMES = ("seconds", "worked")


def measured(
    names: Path, work: Path, who: str, run: Callable[[Operator], object]
) -> tuple[float, float]:
    """The medians of a batch within a worker, after the first ones of each, which warm up."""
    journal = work / f"journal-{who}"
    shutil.rmtree(journal, ignore_errors=True)
    run(Operator(corpus.engine(names), "names", journal=journal))
    done = []
    for path in journal.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        done += [one for one in lines[3:] if one["documents"] == BATCH]
    passed, worked = (statistics.median(one[time] for one in done) for time in TIMES)
    return passed, worked


def loop(source: Path) -> Callable[[Operator], object]:
    def run(operator: Operator) -> int:
        batches = pq.ParquetFile(source).iter_batches(BATCH)
        return sum(len(batch) for batch in operator.annotate_batches(batches))

    return run


def spark(source: Path) -> Callable[[Operator], object]:
    from glossweave.corpora.spark import annotate as annotate_frame
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable

    def run(operator: Operator) -> None:
        session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", str(BATCH))
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("ERROR")
        annotate_frame(session.read.parquet(str(source)), operator).write.format("noop").mode(
            "overwrite"
        ).save()
        session.stop()

    return run


def ray(source: Path) -> Callable[[Operator], object]:
    os.environ["RAY_memory_monitor_refresh_ms"] = "0"
    import ray as of_ray
    from glossweave.corpora.ray import annotate as annotate_dataset

    def run(operator: Operator) -> None:
        of_ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
        of_ray.data.DataContext.get_current().enable_progress_bars = False
        given = of_ray.data.read_parquet(str(source)).repartition(DOCUMENTS // (5 * BATCH))
        made = annotate_dataset(given, operator, workers=1, batch_size=BATCH)
        for _ in made.iter_internal_ref_bundles():
            pass
        of_ray.shutdown()

    return run


def main() -> None:
    work = Path(sys.argv[1])
    work.mkdir(parents=True, exist_ok=True)
    names = work / "places.names"
    if not names.exists():
        corpus.save_names(names)
    source = work / f"{DOCUMENTS}.parquet"
    if not source.exists():
        corpus.write_parquet(source, DOCUMENTS)
    local(source, names, work)
    plain = measured(names, work, "loop", loop(source))
    for who, run in (("Spark", spark(source)), ("Ray", ray(source))):
        inside = measured(names, work, who, run)
        again = measured(names, work, "loop", loop(source))
        for at, what in enumerate(("", ", of a processor")):
            loops = statistics.mean((plain[at], again[at]))
            say(f"a batch within {who}, times a plain loop{what}", inside[at] / loops)
        plain = again


if __name__ == "__main__":
    began = time.monotonic()
    main()
    print(f"{time.monotonic() - began:.0f} s, pyarrow {pa.__version__}", file=sys.stderr)
