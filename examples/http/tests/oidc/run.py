"""Users of an OpenID provider log in at the server: with tokens of the provider, and as a browser does.

Usage: run.py PROGRAM

PROGRAM is glossweave-http with the feature `oidc`. The provider is oidc-provider-mock, which checks no
PKCE: that the challenge belongs to the verifier is a test of the library. Ends with 1 if anything is not as expected.
"""

import base64
import http.client
import json
import logging
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any

from oidc_provider_mock import run_server_in_thread

CLIENT = "glossweave"


@dataclass
class Reply:
    """A response of a server."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: list[str] = field(default_factory=list)

    def json(self) -> Any:
        """Returns the body, which is JSON."""
        return json.loads(self.body)


def request(method: str, url: str, headers: dict[str, str] | None = None, body: str | None = None) -> Reply:
    """Sends a request, and returns the response. No redirect is followed."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    connection.request(method, target, body, headers or {})
    response = connection.getresponse()
    pairs = response.getheaders()
    cookies = [value for name, value in pairs if name.lower() == "set-cookie"]
    reply = Reply(response.status, {name.lower(): value for name, value in pairs}, response.read(), cookies)
    connection.close()
    return reply


def expect(found: object, expected: object) -> None:
    """Ends the program if two values differ."""
    if found != expected:
        raise AssertionError(f"expected {expected!r}, found {found!r}")


def form(**fields: str) -> dict[str, Any]:
    """Returns the arguments of a request with a form."""
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return {"headers": headers, "body": urllib.parse.urlencode(fields)}


class Server:
    """The server, with a store in a folder."""

    def __init__(self, program: str, store: str, **settings: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        names = {f"GLOSSWEAVE_{name.upper()}": value for name, value in settings.items()}
        environment = {**os.environ, **names, "GLOSSWEAVE_STORE_LOCATION": store}
        environment["GLOSSWEAVE_SERVER_LISTEN"] = f"127.0.0.1:{self.port}"
        self.process = subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                if self("GET", "/ready").status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def __call__(self, method: str, path: str, token: str | None = None, **more: Any) -> Reply:
        headers = more.pop("headers", {})
        if token is not None:
            headers = {**headers, "Authorization": f"Bearer {token}"}
        return request(method, f"http://localhost:{self.port}{path}", headers, **more)

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait(30)


class Provider:
    """The provider, as its administrator and as a browser see it."""

    def __init__(self, port: int) -> None:
        self.url = f"http://localhost:{port}"

    def set_user(self, subject: str, **claims: object) -> None:
        """Sets the claims of an account."""
        expect(request("PUT", f"{self.url}/users/{subject}", {"Content-Type": "application/json"},
                       json.dumps(claims)).status, 204)

    def log_in(self, url: str, subject: str) -> str:
        """Returns the URL that the provider sends a browser to after a log-in."""
        reply = request("POST", url, **form(sub=subject))
        expect(reply.status, 302)
        return reply.headers["location"]

    def token(self, subject: str, client: str = CLIENT) -> str:
        """Returns a token of the provider, as a program of another kind gets it."""
        back = "http://localhost:1/"
        query = urllib.parse.urlencode({"response_type": "code", "client_id": client, "redirect_uri": back,
                                        "scope": "openid profile", "nonce": "n", "state": "s"})
        sent = urllib.parse.urlsplit(self.log_in(f"{self.url}/oauth2/authorize?{query}", subject))
        code = urllib.parse.parse_qs(sent.query)["code"][0]
        reply = request("POST", f"{self.url}/oauth2/token",
                        **form(grant_type="authorization_code", code=code, redirect_uri=back,
                               client_id=client, client_secret="any"))
        token: str = reply.json()["id_token"]
        return token


def bearer(server: Server, provider: Provider) -> None:
    """Tokens of the provider are those of users."""
    provider.set_user("4711", preferred_username="anna@example.org", roles=["reader"])
    token = provider.token("4711")
    user = server("GET", "/v1/user/anna-example.org", token)
    expect((user.status, user.json()["role"]), (200, "ROLE_USER"))
    # What the user stores is the user's.
    query = "/v1/toolbox/convert/manage/all?visibility=private"
    made = server("POST", query, token, headers={"Content-Type": "text/plain"}, body="SELECT * { ?s ?p ?o }")
    expect((made.status, made.json()["owner"]), (201, "anna-example.org"))
    expect(server("GET", "/v1/toolbox/convert/manage/all").status, 401)
    expect(server("GET", "/v1/user", token).status, 403)
    # A key works without the provider.
    key = server("POST", "/v1/user/anna-example.org/keys?name=nightly&scopes=read", token).json()["secret"]
    expect(server("GET", "/v1/toolbox/convert/manage/all", key).status, 200)

    # The account gets a role, and another name: it is the same user.
    time.sleep(1.1)
    provider.set_user("4711", preferred_username="anne", roles=["reader", "chief"])
    token = provider.token("4711")
    expect(server("GET", "/v1/user/anna-example.org", token).json()["role"], "ROLE_ADMIN")
    expect(server("GET", "/v1/user", token).status, 200)

    # A name with a password is not taken over.
    berta = "/v1/user?username=berta&password=correct+horse"
    expect(server("POST", berta).status, 403)
    expect(server("POST", berta, token).status, 201)
    provider.set_user("4712", preferred_username="berta")
    reply = server("GET", "/v1/user/berta", provider.token("4712"))
    expect((reply.status, reply.json()["parameter"]), (409, "username"))

    header, claims, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(claims + "=="))
    claims["sub"] = "4713"
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    none = base64.urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip("=")
    for wrong in (f"{header}.{changed}.{signature}", f"{none}.{changed}.", provider.token("4711", "other")):
        # Public resources too.
        expect(server("GET", "/v1/e-link/templates", wrong).status, 401)
    expect(server("GET", "/v1/e-link/templates", token).status, 200)


def browser(server: Server, provider: Provider) -> None:
    """A browser goes to the provider and comes back."""
    expect(server("GET", "/auth/oidc").json(), {"provider": "localhost"})
    provider.set_user("4714", preferred_username="carla")

    def begin() -> tuple[str, str]:
        reply = server("GET", "/auth/oidc/login")
        expect((reply.status, len(reply.cookies)), (303, 1))
        cookie = reply.cookies[0]
        for part in ("HttpOnly", "SameSite=Lax", "Max-Age=600"):
            expect(part in cookie, True)
        return reply.headers["location"], cookie.split(";")[0]

    def finish(url: str, cookie: str) -> Reply:
        parts = urllib.parse.urlsplit(url)
        expect(parts.path, "/auth/oidc/callback")
        page = server("GET", f"{parts.path}?{parts.query}", headers={"Cookie": cookie})
        expect((page.status, b"log-in.js" in page.body), (200, True))
        return server("POST", f"/auth/oidc/token?{parts.query}", headers={"Cookie": cookie})

    url, cookie = begin()
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
    expect(query["code_challenge_method"], ["S256"])
    sent = provider.log_in(url, "4714")
    for other in ("", begin()[1], cookie[:-4] + "AAAA"):
        expect(finish(sent, other).status, 401)
    reply = finish(sent, cookie)
    expect(reply.status, 200)
    expect("Max-Age=0" in reply.cookies[0], True)
    expect(reply.headers["cache-control"], "no-store")
    found = reply.json()
    expect((found["username"], len(found["token"])), ("carla", 64))
    expect(server("GET", "/v1/user/carla", found["token"]).status, 200)
    # A code is good for one log-in.
    expect(finish(sent, cookie).status, 401)
    expect(server("POST", "/auth/oidc/token").status, 400)
    # The service does not send anybody to a host that a request made up.
    expect(server("GET", "/auth/oidc/login", headers={"Host": "weave.example"}).status, 400)


def below_a_path(program: str, settings: dict[str, str]) -> None:
    """The provider sends browsers back to the path that a proxy has for the server."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder, **settings, pipelines_base_urls="https://example.org/enrich/v1")
        try:
            location = server("GET", "/auth/oidc/login").headers["location"]
        finally:
            server.stop()
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)
    expect(query["redirect_uri"], ["https://example.org/enrich/auth/oidc/callback"])


def main() -> int:
    """Runs all of it."""
    program = sys.argv[1]
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        with run_server_in_thread() as running:
            provider = Provider(running.server_port)
            settings = {"oidc_issuer": provider.url, "oidc_client_id": CLIENT, "oidc_roles_claim": "roles",
                        "oidc_admin_role": "chief",
                        "oidc_client_secret": "battery staple", "server_log": "error"}
            server = Server(program, folder, **settings)
            try:
                bearer(server, provider)
                browser(server, provider)
                below_a_path(program, settings)
                token = provider.token("4711")
                expect(server("GET", "/v1/e-link/templates", token).status, 200)
            except BaseException:
                server.stop()
                raise
        try:
            # The provider is down, and its keys are known.
            expect(server("GET", "/v1/e-link/templates", token).status, 200)
            server.stop()
            server = Server(program, folder, **settings)
            reply = server("GET", "/v1/e-link/templates", token)
            expect((reply.status, reply.json()["kind"]), (502, "Unavailable"))
            expect(server("GET", "/v1/e-link/templates").status, 200)
        finally:
            server.stop()
    print("log-ins at an OpenID provider: all as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
