"""A client of others, the package reconciler, matches a column of a table with a dataset of the server.

Usage: run.py PROGRAM

PROGRAM is glossweave-http. Ends with 1 if the client does not find what the dataset has.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pandas
from reconciler import reconcile

PASSWORD = "correct horse"
COUNTRY = "http://example.org/country"
PLACES = f"""uri,label,type,{COUNTRY}
http://example.org/cork,Cork,http://example.org/City,Ireland
http://example.org/bark,Cork,http://example.org/Material,
http://example.org/york,New York,http://example.org/City,USA
http://example.org/dublin,Dublin,http://example.org/City,Ireland
http://example.org/dublin-ohio,Dublin,http://example.org/City,USA
"""


def call(base: str, method: str, path: str, body: str = "", **headers: str) -> bytes:
    """Returns the body of a successful response."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"{base}{path}", body.encode() or None, named, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return bytes(response.read())


def wait(base: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while True:
        try:
            call(base, "GET", "/formats")
            return
        except (urllib.error.URLError, ConnectionError):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the server does not start") from None
            time.sleep(0.1)


def check(base: str) -> None:
    call(base, "POST", f"/user?username=anna&password={PASSWORD.replace(' ', '+')}")
    token = json.loads(call(base, "POST", "/authenticate", X_Auth_Username="anna", X_Auth_Password=PASSWORD))
    path = "/e-entity/dictionary/datasets/places?visibility=public"
    call(base, "POST", path, PLACES, X_Auth_Token=token["token"], Content_Type="text/csv")
    table = pandas.DataFrame({"city": ["Cork", "New Yorck", "Dublin"], "country": ["Ireland", "USA", "USA"]})
    found = reconcile(
        table["city"],
        type_id="http://example.org/City",
        property_mapping={COUNTRY: table["country"]},
        reconciliation_endpoint=f"{base}/reconcile/places",
    )
    got = {row["input_value"]: (row["id"], bool(row["match"])) for _, row in found.iterrows()}
    expected = {
        "Cork": ("http://example.org/cork", True),
        "New Yorck": ("http://example.org/york", False),
        "Dublin": ("http://example.org/dublin-ohio", True),
    }
    if got != expected:
        raise AssertionError(f"expected {expected!r}, found {got!r}")


def main() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{one.getsockname()[1]}"
    settings = {"LISTEN": address, "STORE": "memory:", "MODELS": "none", "LOG": "warn"}
    environment = {**os.environ, **{f"GLOSSWEAVE_{name}": value for name, value in settings.items()}}
    process = subprocess.Popen([sys.argv[1]], env=environment)
    try:
        base = f"http://{address}/v1"
        wait(base, process)
        check(base)
    except (AssertionError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        process.terminate()
        process.wait()
    print("reconciler found what the dataset has")
    return 0


if __name__ == "__main__":
    sys.exit(main())
