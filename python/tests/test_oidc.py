"""Users of an OpenID provider, which is a server of this module."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from glossweave import Engine
from glossweave.errors import Conflict, InvalidArgument, Unauthenticated, Unavailable

# A key of RSA, for tests alone.
MODULUS = int(
    "cc1a65dec07595f4d1c469bf332aba87f932407b108f70c1a1c85515e2ef008d4f55c9886792ab02c1ac7edb85bf5a5c"
    "aaabbaf0a470527317abd5ba3f478b6e6ecddfbcc26b78504fd56c5701853a37e510ec5825613220b64e8cb8fedc2e0b"
    "8ff1aab71598d4a5ed8854d58c9ad699a0f338eeb6f97b4f975b11f836762250663faf637898f94833bb55c5eeccca3b"
    "f5e41bcde1ef6da417ab165998d865ced5453fa2de9f2157527d2efd4872b420e78c0cc1dbafb7dc83ca185e7c21430b"
    "4e20793eeedb080492153fbea619ea3eaad603d23b0f475f6a82b706b8480bd6730964567861aa23a78e2acadf157b72"
    "b402fcba0e7240e85454dc1ffd4abcc1",
    16,
)
PRIVATE = int(
    "ac227757ee293d5744b2ca1c9f22a23e9b446e6d5c021daeb0ab2c57511510fa1cb6d5495d50ad399dedc4ef8f555af8"
    "5c588948fae66023010bc32d58c1162f04f44c85fdd2759e06369130afef94b21f56ae7d88c8f865ee5b4103a4ae3d87"
    "32d7368b4283aa9466485c83de199873e8f23849dbb77cf01b4e8b51335d5e81bd82e7c60e96b054097f30801fea83c5"
    "abbd4e0a831e3f0fe6bae11452d34f12c16d1b41b3ecc6cd2636ca39affeddfe3929cd457987f5728533d75c19bae247"
    "59d8ac1c74df29550d922b8c44763ac96e72da889e1852b69f6ff19f0cec80c2793f44a73419d3040dafc72fa76dd07f"
    "92de3297bf5fa6d8fcd80fa65da8739",
    16,
)
# The name of SHA-256 in a signature (RFC 8017, clause 9.2).
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def sign(claims: dict[str, Any]) -> str:
    """Returns a token with claims (RS256)."""
    parts = [encode(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "one"}, claims)]
    message = ".".join(parts)
    digest = SHA256 + hashlib.sha256(message.encode()).digest()
    padded = b"\0\1" + b"\xff" * (253 - len(digest)) + b"\0" + digest
    signature = pow(int.from_bytes(padded, "big"), PRIVATE, MODULUS)
    return f"{message}.{encode(signature.to_bytes(256, 'big'))}"


class Provider(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        url = f"http://{self.headers['host']}"
        key = {"kty": "RSA", "kid": "one", "n": encode(MODULUS.to_bytes(256, "big")), "e": "AQAB"}
        answers = {
            "/.well-known/openid-configuration": {"issuer": url, "jwks_uri": f"{url}/keys"},
            "/keys": {"keys": [key]},
        }
        body = json.dumps(answers.get(self.path, {})).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def issuer() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def claims(issuer: str, **more: object) -> dict[str, Any]:
    now = int(time.time())
    return {"iss": issuer, "aud": "weave", "sub": "1", "preferred_username": "anna", "iat": now, "exp": now + 60, **more}


def test_a_token_of_a_provider_is_that_of_a_user(issuer: str) -> None:
    engine = Engine(
        settings={
            "oidc": {"issuer": issuer, "client_id": "weave", "roles_claim": "access.roles", "admin_role": "chief"},
        },
    )
    user = engine.session(sign(claims(issuer))).users.read("anna")
    assert (user.username, user.role) == ("anna", "ROLE_USER")
    chief = engine.session(sign(claims(issuer, sub="2", preferred_username="root2", access={"roles": ["chief"]})))
    assert [one.username for one in chief.users.list()] == ["anna", "root2"]
    with pytest.raises(Conflict) as taken:
        engine.session(sign(claims(issuer, sub="3"))).users.read("anna")
    assert taken.value.parameter == "username"
    with pytest.raises(Conflict):
        chief.users.set_password("anna", "correct horse")
    other = sign(claims(issuer))[:-8] + "AAAAAAAA"
    for token in (sign(claims(issuer, aud="other")), sign(claims(issuer, exp=1)), other):
        with pytest.raises(Unauthenticated):
            engine.session(token).users.read("anna")
    with pytest.raises(Unauthenticated):
        Engine().session(sign(claims(issuer))).users.read("anna")


def test_settings_of_a_provider_are_checked() -> None:
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"issuer": "http://example.org", "client_id": "weave"}, "oidc.issuer"),
        ({"issuer": "https://example.org"}, "oidc.client-id"),
        ({"client_id": "weave"}, "oidc.issuer"),
        ({"issuer": "https://example.org", "client_id": "a", "roles_claim": "roles"}, "oidc.admin-role"),
    )
    for oidc, parameter in wrong:
        with pytest.raises(InvalidArgument) as raised:
            Engine(settings={"oidc": oidc})  # type: ignore[arg-type]
        assert raised.value.parameter == parameter
    # Nobody listens there.
    engine = Engine(settings={"oidc": {"issuer": "http://127.0.0.1:9", "client_id": "weave"}})
    with pytest.raises(Unavailable):
        engine.session(sign(claims("http://127.0.0.1:9"))).users.read("anna")
