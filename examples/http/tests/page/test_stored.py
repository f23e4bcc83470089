"""Log in, store, change, run and delete through the page."""

from __future__ import annotations

import json

from conftest import ADMIN, Server, Watched, axe
from playwright.sync_api import expect

QUERY = """PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?text
{ ?mention itsrdf:taIdentRef ?entity ; nif:anchorOf ?text ; nif:beginIndex ?at }
ORDER BY ?at
"""


def test_log_in_and_out(watched: Watched) -> None:
    page = watched.open("account")
    page.fill("#login [name=username]", ADMIN[0])
    page.fill("#login [name=password]", "not the password")
    page.click("#login button")
    expect(page.get_by_role("alert")).to_contain_text("401")
    page.fill("#login [name=password]", ADMIN[1])
    page.click("#login button")
    expect(page.locator("#me")).to_have_text(ADMIN[0])
    expect(page.locator("#user-list")).to_contain_text(ADMIN[0])
    watched.shot("account")
    token = page.evaluate("JSON.parse(sessionStorage.getItem('session')).token")
    assert len(token) > 20
    assert token not in page.url and token not in page.evaluate("JSON.stringify(localStorage)")
    page.reload()
    expect(page.locator("#who")).to_have_text(ADMIN[0])
    page.click("#logout")
    expect(page.locator("#login")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_token_goes_out_in_a_header_only(watched: Watched) -> None:
    page = watched.page
    seen = []
    page.on("request", lambda request: seen.append((request.url, request.headers)))
    watched.log_in()
    watched.open("resources")
    token = page.evaluate("JSON.parse(sessionStorage.getItem('session')).token")
    assert not [url for url, _ in seen if token in url]
    assert [url for url, headers in seen if headers.get("x-auth-token") == token]


def test_register_change_the_password_and_be_deleted(watched: Watched, server: Server) -> None:
    page = watched.open("account")
    page.fill("#register [name=username]", "visitor")
    page.fill("#register [name=password]", "first password")
    page.click("#register button")
    expect(page.locator("#me")).to_have_text("visitor")
    expect(page.locator("#users")).to_be_hidden()
    page.fill("#password [name=password]", "second password")
    page.click("#password button")
    expect(page.locator("#status")).to_have_text("Password changed")
    assert server.log_in("visitor", "second password").token
    page.click("#leave")
    watched.log_in()
    page.get_by_role("button", name="Delete visitor").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#user-list")).not_to_contain_text("visitor")
    assert b"visitor" not in server.ask("GET", "user")


def test_user_of_a_provider_has_no_password_to_change(watched: Watched, server: Server) -> None:
    page = watched.page
    body = json.dumps({"username": ADMIN[0], "token": server.token})
    kind = "application/json"
    page.route("**/auth/oidc/token?*", lambda it: it.fulfill(body=body, content_type=kind))
    page.goto(f"{server.base}/auth/oidc/callback?code=one&state=two")
    expect(page.locator("#me")).to_have_text(ADMIN[0])
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#password")).to_be_hidden()


def test_key_is_created_used_and_revoked(watched: Watched, server: Server) -> None:
    watched.log_in()
    page = watched.page
    keys = page.locator("#key-list")
    expect(keys).to_have_text("You have no API keys.")
    page.fill("#key-new [name=name]", "nightly")
    page.fill("#key-new [name=expires]", "2999-01-31")
    page.click("#key-new button")
    expect(page.locator("#status")).to_have_text("Key nightly created")
    secret = page.get_by_label("Secret of nightly").input_value()
    user = json.loads(Server(server.base, secret).ask("GET", f"user/{ADMIN[0]}"))
    assert user["username"] == ADMIN[0]
    row = keys.locator("tbody tr")
    expect(row).to_contain_text("nightly")
    expect(row).to_contain_text("read, enrich")
    expect(row).to_contain_text("31 Jan 2999")
    assert axe(page) == []
    watched.shot("keys")
    page.get_by_role("button", name="Revoke nightly").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(keys).to_have_text("You have no API keys.")
    assert json.loads(server.ask("GET", f"user/{ADMIN[0]}/keys")) == []


def test_filter_is_stored_used_changed_and_deleted(watched: Watched, server: Server) -> None:
    watched.log_in()
    page = watched.open("resources")
    page.check("#kinds [value=filter]")
    page.click("#resource-new")
    expect(page.locator("#resource [name=name]")).to_be_focused()
    page.fill("#resource [name=name]", "texts")
    page.fill("#resource [name=content]", "SELECT nonsense {")
    page.click("#resource [type=submit]")
    expect(page.get_by_role("alert")).to_contain_text("line 1")
    page.fill("#resource [name=content]", QUERY)
    page.select_option("#resource [name=visibility]", "private")
    page.fill("#resource [name=description]", "Only texts")
    page.click("#resource [type=submit]")
    expect(page.locator("#status")).to_have_text("Stored")
    watched.shot("resources")
    stored = json.loads(server.ask("GET", "toolbox/convert/manage/texts"))
    assert (stored["query"], stored["visibility"]) == (QUERY, "private")
    assert stored["description"] == "Only texts"

    page.select_option("#resource [name=visibility]", "public")
    page.click("#resource [type=submit]")
    expect(page.locator("#status")).to_have_text("Changes stored")
    assert json.loads(server.ask("GET", "toolbox/convert/manage/texts"))["visibility"] == "public"
    # Somebody else was faster: the page has an old revision.
    server.ask("PUT", "toolbox/convert/manage/texts", {"description": "changed"})
    page.fill("#resource [name=description]", "mine")
    page.click("#resource [type=submit]")
    expect(page.get_by_role("alert")).to_contain_text("412")

    page = watched.open("enrich")
    page.fill("#work .input textarea", "From Dublin to Cork.")
    page.select_option("#work [name=filter]", "texts")
    page.click("#work button[type=submit]")
    page.get_by_role("tab", name="Table").click()
    expect(page.locator("#enrich-result td")).to_have_text(["Dublin", "Cork"])

    page = watched.open("resources")
    page.check("#kinds [value=filter]")
    page.locator("#resource-list button", has_text="texts").click()
    page.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Keep").click()
    page.locator("#resource").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator("#status")).to_have_text("texts deleted")
    assert b'"texts"' not in server.ask("GET", "toolbox/convert/manage")


def test_each_kind_can_be_made(watched: Watched, server: Server) -> None:
    watched.log_in()
    page = watched.open("resources")

    def make(kind: str, fields: dict[str, str]) -> dict[str, object]:
        page.check(f"#kinds [value={kind}]")
        page.click("#resource-new")
        for name, value in fields.items():
            page.fill(f"#resource [name={name}]", value)
        with page.expect_response(lambda answer: answer.request.method == "POST") as asked:
            page.click("#resource [type=submit]")
        assert asked.value.status == 201, asked.value.text()
        expect(page.locator("#status")).to_have_text("Stored")
        return dict(asked.value.json())

    table = "uri,label,language\nhttp://x.example/1,Ballymagash,en\n"
    dataset = make("dataset", {"name": "small", "content": table, "language": "en"})
    assert dataset["labels"] == 1
    page.fill("#resource [name=content]", "uri,label\nhttp://x.example/2,Ballykissangel\n")
    page.click("#resource [type=submit]")
    expect(page.locator("#status")).to_have_text("Changes stored")
    assert json.loads(server.ask("GET", "e-entity/dictionary/datasets/small"))["labels"] == 2
    template = make("template", {"endpoint": "dataset:small", "label": "All of it"})
    assert (template["endpoint"], template["label"]) == ("dataset:small", "All of it")
    sheet = make("xsltconverter", {"name": "copy"})
    assert "xsl:copy" in str(sheet["stylesheet"])
    profile = make("profile", {"name": "links"})
    assert "href" in json.dumps(profile["profile"])
    pipeline = make("pipeline", {"label": "One step"})
    assert pipeline["label"] == "One step"


def test_pipeline_is_built_stored_and_run(watched: Watched, server: Server) -> None:
    watched.log_in()
    page = watched.open("pipelines")
    page.select_option("#step-kind", label="Filter")
    page.click("#step-add")
    page.select_option("#step-kind", label="Entities")
    page.click("#step-add")
    expect(page.locator("#steps li")).to_have_count(2)
    page.get_by_role("button", name="Move step 2 up").click()
    endpoints = page.locator("#steps .endpoint")
    assert [one.input_value() for one in endpoints.all()] == [
        "/e-entity/dictionary/documents",
        "/toolbox/convert/documents/entities",
    ]
    page.get_by_role("button", name="Remove step 2").click()
    page.get_by_role("button", name="Add a parameter to step 1").click()
    pair = page.locator("#steps .pair").last.locator("input")
    pair.nth(0).fill("dataset")
    pair.nth(1).fill("$NAMES$")
    page.fill("#pipeline-label", "Names")
    page.click("#pipeline-create")
    expect(page.locator("#status")).to_contain_text("Stored as pipeline")
    number = page.input_value("#pipeline-stored")
    stored = json.loads(server.ask("GET", f"pipelining/templates/{number}"))
    assert stored["label"] == "Names"
    assert stored["requests"][0]["parameters"] == {"language": "en", "dataset": "$NAMES$"}
    page.fill("#variables [name=NAMES]", "places")
    page.fill("#pipeline textarea[name=text]", "From Dublin to Cork.")
    page.select_option("#run-filter", "mentions")
    watched.shot("pipeline")
    with page.expect_request(f"**/pipelining/chain/{number}?*") as asked:
        page.click("#pipeline [type=submit]")
    assert "NAMES=places" in asked.value.url
    page.wait_for_selector("#pipeline-result td")
    texts = page.locator("#pipeline-result tbody td:nth-child(3)")
    assert texts.all_inner_texts() == ["Dublin", "Cork"]
    watched.shot("pipeline-run")

    # Changed here and not stored, it goes out whole.
    page.click("#pipeline-json summary")
    requests = json.loads(page.input_value("#pipeline-text"))
    requests[0]["parameters"] = {"language": "en", "dataset": "places"}
    page.fill("#pipeline-text", json.dumps(requests))
    page.click("#pipeline-take")
    expect(page.locator("#variables")).to_be_hidden()
    page.select_option("#run-filter", "entities")
    with page.expect_request("**/pipelining/chain?*") as asked:
        page.click("#pipeline [type=submit]")
    assert json.loads(asked.value.post_data or "")[0]["body"] == "From Dublin to Cork."
    expect(page.locator("#pipeline-result td")).to_have_count(2)
    page.check("#run-stats")
    page.click("#pipeline [type=submit]")
    expect(page.locator("#pipeline-result h4")).to_contain_text("ms in all")
    expect(page.locator("#pipeline-result")).to_contain_text("http://dbpedia.org/resource/Dublin")
    watched.shot("pipeline-times")

    page.click("#pipeline-update")
    expect(page.locator("#status")).to_have_text("Changes stored")
    page.click("#pipeline-delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#status")).to_have_text(f"Pipeline {number} deleted")


def test_failing_step_is_named(watched: Watched) -> None:
    page = watched.open("pipelines")
    page.click("#step-add")
    page.select_option("#step-kind", label="Filter")
    page.click("#step-add")
    page.locator("#steps .endpoint").nth(1).fill("/toolbox/convert/documents/none-such")
    page.fill("#pipeline textarea[name=text]", "From Dublin to Cork.")
    page.click("#pipeline [type=submit]")
    expect(page.get_by_role("alert")).to_contain_text("step 2 on this page")
    failed = page.locator(".step.failed .endpoint")
    expect(failed).to_have_value("/toolbox/convert/documents/none-such")
    watched.shot("pipeline-error")


def test_wrong_json_changes_nothing(watched: Watched) -> None:
    page = watched.open("pipelines")
    page.click("#step-add")
    page.click("#pipeline-json summary")
    page.fill("#pipeline-text", '[{"endpoint": "/x", "verb": "POST"}]')
    page.click("#pipeline-take")
    expect(page.get_by_role("alert")).to_contain_text("verb")
    expect(page.locator("#steps .endpoint")).to_have_value("/e-entity/dictionary/documents")


def test_strangers_are_not_offered_what_they_may_not_do(watched: Watched, server: Server) -> None:
    page = watched.open("resources")
    expect(page.locator("#resource-new")).to_be_hidden()
    expect(page.locator("#resource")).to_contain_text("Storing needs an account")
    page.check("#kinds [value=filter]")
    page.locator("#resource-list button").first.click()
    expect(page.locator("#resource [name=content]")).to_have_attribute("readonly", "")
    assert page.locator("#resource [type=submit]").count() == 0
    assert page.locator("#resource").get_by_role("button", name="Delete").count() == 0
    page = watched.open("pipelines")
    expect(page.locator("#pipeline-create")).to_be_disabled()
    expect(page.locator("[data-stranger]")).to_be_visible()

    server.ask("POST", "user", {"username": "guest", "password": "first password"})
    watched.log_in("guest", "first password")
    page = watched.open("resources")
    expect(page.locator("#resource-new")).to_be_visible()
    page.check("#kinds [value=filter]")
    page.locator("#resource-list button").first.click()
    expect(page.locator("#resource")).to_contain_text(f"Only {ADMIN[0]} and admins may change")
    page = watched.open("pipelines")
    expect(page.locator("#pipeline-create")).to_be_enabled()
    server.ask("DELETE", "user/guest")


def test_what_a_pipeline_found_is_marked(watched: Watched) -> None:
    page = watched.open("pipelines")
    page.click("#step-add")
    page.fill("#pipeline textarea[name=text]", "From Dublin to Cork.")
    page.click("#pipeline [type=submit]")
    expect(page.locator("#pipeline-result .texts .found")).to_have_text(["Dublin", "Cork"])
    page.select_option("#run-outformat", "turtle")
    page.click("#pipeline [type=submit]")
    expect(page.locator("#pipeline-result .source")).to_contain_text("@prefix nif:")
