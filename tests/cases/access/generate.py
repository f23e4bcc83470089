"""Writes acl.json, the table of who may do what, from the rules of the interface.

The rules stand here a second time, in the words of the interface (Authentication, rules 1 to 5) and
of the errors that services give, and not taken from the engine: that is the point of the table.

    python3 tests/cases/access/generate.py           writes acl.json
    python3 tests/cases/access/generate.py --check   fails where acl.json is another
"""

import json
import sys
from pathlib import Path

CALLERS = ["anonymous", "wrong token", "stranger", "owner", "admin"]
# API keys: three of the owner, with one scope each, and one of the admin, with all scopes.
KEYS = {
    "read key": ("owner", ["read"]),
    "enrich key": ("owner", ["enrich"]),
    "write key": ("owner", ["write"]),
    "admin key": ("admin", ["read", "enrich", "write", "admin"]),
}
RESOURCE_SCOPES = {"read": "read", "list": "read", "use": "enrich"}
USER_SCOPES = {
    "create": "write", "read": "read", "list": "read", "set role": "admin", "delete": "admin"
}
KINDS = ["template", "filter", "pipeline", "dataset", "xsltconverter", "document", "profile"]
LOOKING = ["read", "use"]
WRITING = ["update", "change owner", "change visibility", "delete"]

BODIES = {
    "template": json.dumps({
        "query": "CONSTRUCT { <@@@entity_uri@@@> ?p ?o } WHERE { <@@@entity_uri@@@> ?p ?o }",
        "endpoint": "http://example.org/sparql",
    }),
    "filter": "SELECT ?s ?p ?o WHERE { ?s ?p ?o }",
    "pipeline": json.dumps([{"method": "POST", "endpoint": "/e-entity/dictionary/documents"}]),
    "dataset": "uri,label\nhttp://example.org/Cork,Cork\n",
    "xsltconverter": "<xsl:stylesheet version='1.0' "
    "xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>",
    "document": json.dumps({"dcterms:references": {"type": "TextualBody", "value": "To Cork"}, "items": []}),
    "profile": json.dumps({"name": "own", "rules": [{"annotation": "term", "element": "term"}]}),
}


def resource(caller, action, target):
    """What becomes of an action on a resource that is public, private or absent."""
    if caller in KEYS:
        caller, scopes = KEYS[caller]
        if RESOURCE_SCOPES.get(action, "write") not in scopes:
            return "Forbidden"
    if caller == "wrong token":
        return "Unauthenticated"
    known = caller != "anonymous"
    writer = caller in ("owner", "admin")
    # Rules 1 and 2: what is public is for all, what is private for its owner and admins.
    reader = target == "public" or (target == "private" and writer)
    if action == "create":
        return "ok" if known else "Unauthenticated"
    if action == "list":
        return "shown" if reader else "hidden"
    if not known:
        return "ok" if reader and action in LOOKING else "Unauthenticated"
    if target == "absent" or not reader:
        return "NotFound"
    return "ok" if action in LOOKING or writer else "Forbidden"


def user(caller, action, target):
    """What becomes of an action on a user who is present or absent; `owner` is that user."""
    if action == "log in":
        return "ok" if target == "present" else "Unauthenticated"
    if caller in KEYS:
        caller, scopes = KEYS[caller]
        # No key is enough for a password.
        if USER_SCOPES.get(action) not in scopes:
            return "Forbidden"
    if caller == "wrong token":
        return "Unauthenticated"
    if action == "create":
        return "ok" if target == "absent" else "Conflict"
    if caller == "anonymous":
        return "Unauthenticated"
    # Rule 5, and the decision that only an admin sees the list and gives roles.
    allowed = ["admin"] if action in ("list", "set role") else ["owner", "admin"]
    if caller not in allowed:
        return "Forbidden"
    return "ok" if target == "present" else "NotFound"


def rows():
    for kind in KINDS:
        for target in ("public", "private", "absent"):
            actions = LOOKING + WRITING
            if target != "absent":
                actions = ["create", "list"] + actions
            for action in actions:
                for caller in [*CALLERS, *KEYS]:
                    yield kind, target, action, caller, resource(caller, action, target)
    for target in ("present", "absent"):
        actions = ["create", "read", "set password", "set role", "delete", "log in"]
        if target == "present":
            actions.append("list")
        for action in actions:
            for caller in [*CALLERS, *KEYS]:
                # Who is absent cannot call.
                if target != "absent" or KEYS.get(caller, (caller,))[0] != "owner":
                    yield "user", target, action, caller, user(caller, action, target)


def text():
    names = ("kind", "target", "action", "caller", "expect")
    lines = [json.dumps(dict(zip(names, row))) for row in rows()]
    bodies = json.dumps(BODIES, indent=2).replace("\n", "\n  ")
    return '{\n  "bodies": %s,\n  "rows": [\n    %s\n  ]\n}\n' % (bodies, ",\n    ".join(lines))


if __name__ == "__main__":
    path = Path(__file__).with_name("acl.json")
    if "--check" in sys.argv:
        sys.exit(0 if path.read_text() == text() else f"{path} is not what generate.py writes")
    path.write_text(text())
