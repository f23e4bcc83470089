//! The rows about stored resources.

use crate::client::{Reply, Service, resource_kind};

/// Returns a name that no other case uses.
fn name(of: &str) -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{of}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Creates resources with the name in the query, as callers with a token.
pub fn creates(service: &Service, kind: &str) {
    let (resource_kind, name) = (resource_kind(kind), name("new"));
    resource_kind.store(service, "", &name, "").problem(401, "Unauthenticated");
    resource_kind.store(service, "nonsense", &name, "").problem(401, "Unauthenticated");
    let reply = resource_kind.store(service, &service.anna, &name, "").expect(201);
    let made = reply.json();
    assert_eq!((made["kind"].as_str(), made["owner"].as_str()), (Some(kind), Some("anna")));
    assert_eq!(made["visibility"], "public");
    assert_eq!(made[resource_kind.field].to_string(), resource_kind.shows[0]);
    let place = reply.header("location").unwrap();
    assert_eq!(
        place,
        format!("{}/{}", resource_kind.collection, made[resource_kind.key].as_str().unwrap())
    );
    assert_eq!(service.get(place).expect(200).json(), made);

    let place =
        resource_kind.stored(service, &service.anna, &self::name("own"), "visibility=private");
    let own = service.call("GET", &place).token(&service.anna).send().expect(200);
    assert_eq!(own.json()["visibility"], "private");
    service.get(&place).problem(401, "Unauthenticated");
    if resource_kind.key == "name" {
        let again =
            resource_kind.store(service, &service.bert, &name, "").problem(409, "Conflict").json();
        assert_eq!(again["parameter"], "name");
        let none = service.call("POST", resource_kind.collection).token(&service.anna);
        let none = none.typed(resource_kind.media_type).body(resource_kind.contents[0]).send();
        assert_eq!(none.problem(400, "Invalid").json()["parameter"], "name");
    }
    let bad = resource_kind.contents[0].replacen(['S', '{', 'C', '<', 'u'], "?", 1);
    let bad = service
        .call("POST", &resource_kind.place(&self::name("bad")))
        .token(&service.anna)
        .body(bad);
    let detail = bad.typed(resource_kind.media_type).send().expect(400).json()["detail"].clone();
    assert!(detail.as_str().is_some_and(|detail| detail.len() > 10), "{kind}: {detail}");
}

/// Creates resources with the name in the path.
pub fn creates_at(service: &Service, kind: &str) {
    let (resource_kind, name) = (resource_kind(kind), name("at"));
    let post = |token: &str, place: &str| {
        let call = service.call("POST", place).token(token).typed(resource_kind.media_type);
        call.body(resource_kind.contents[0]).send()
    };
    if resource_kind.key == "id" {
        // The store assigns the numbers, so clients cannot choose one.
        let unknown = format!("{}/987654", resource_kind.collection);
        post("", &unknown).problem(401, "Unauthenticated");
        post(&service.anna, &unknown).problem(404, "NotFound");
        let place = resource_kind.stored(service, &service.anna, "", "");
        post(&service.anna, &place).problem(409, "Conflict");
        return;
    }
    let place = format!("{}/{name}", resource_kind.collection);
    post("", &place).problem(401, "Unauthenticated");
    let reply = post(&service.anna, &place).expect(201);
    assert_eq!(reply.header("location"), Some(place.as_str()));
    assert_eq!(reply.json()["name"], name);
    post(&service.bert, &place).problem(409, "Conflict");
}

/// Reads resources. Private resources are not disclosed.
pub fn reads(service: &Service, kind: &str) {
    let resource_kind = resource_kind(kind);
    let open = resource_kind.stored(service, &service.anna, &name("open"), "description=for+all");
    for token in ["", &service.bert, &service.anna, &service.root] {
        let reply = service.call("GET", &open).token(token).send().expect(200);
        let one = reply.json();
        assert_eq!(one["description"], "for all");
        assert_eq!(one[resource_kind.field].to_string(), resource_kind.shows[0]);
        assert_eq!(reply.header("etag"), Some(format!("\"{}\"", one["revision"]).as_str()));
    }
    service.call("GET", &open).token("wrong").send().problem(401, "Unauthenticated");
    let tag = service.get(&open).header("etag").unwrap().to_owned();
    let same = service.call("GET", &open).header("If-None-Match", &tag).send().expect(304);
    service.call("GET", &open).header("If-None-Match", "*").send().expect(304);
    assert!(same.body.is_empty() && same.header("etag") == Some(&tag));

    let own = resource_kind.stored(service, &service.anna, &name("own"), "visibility=private");
    let none = format!(
        "{}/{}",
        resource_kind.collection,
        if resource_kind.key == "id" { "876543" } else { "none" }
    );
    for place in [&own, &none] {
        let stranger = service.call("GET", place).token(&service.bert).send();
        stranger.problem(404, "NotFound");
        service.get(place).problem(401, "Unauthenticated");
    }
    for token in [&service.anna, &service.root] {
        service.call("GET", &own).token(token).send().expect(200);
    }
}

/// Lists the resources that the caller can read, page by page if requested.
pub fn lists(service: &Service, kind: &str) {
    let resource_kind = resource_kind(kind);
    let open = resource_kind.stored(service, &service.anna, &name("list"), "");
    let own = resource_kind.stored(service, &service.anna, &name("list"), "visibility=private");
    let [open, own] = [&open, &own].map(|place| place.rsplit('/').next().unwrap().to_owned());
    for (token, sees) in
        [("", false), (&*service.bert, false), (&*service.anna, true), (&*service.root, true)]
    {
        let names = resource_kind.names(service, token);
        assert!(names.contains(&open), "{names:?}");
        assert_eq!(names.contains(&own), sees, "{names:?}");
        let mut sorted = names.clone();
        sorted.sort_by_key(|name| (name.parse::<u64>().unwrap_or(0), name.clone()));
        assert_eq!(names, sorted);
    }
    let all = resource_kind.names(service, &service.anna);
    let mut parts = Vec::new();
    while let Some(part) = {
        let after = parts.last().map(|name| format!("&after={name}")).unwrap_or_default();
        let place = format!("{}?limit=2{after}", resource_kind.collection);
        let list = service.call("GET", &place).token(&service.anna).send().expect(200).json();
        Some(list.as_array().unwrap().clone()).filter(|list| !list.is_empty())
    } {
        assert!(part.len() <= 2);
        parts.extend(part.iter().map(|one| one[resource_kind.key].as_str().unwrap().to_owned()));
    }
    assert_eq!(parts, all);
    // `Link` leads through the same pages, and ends with the last page.
    let (mut place, mut linked) = (format!("{}?limit=2", resource_kind.collection), Vec::new());
    loop {
        let reply = service.call("GET", &place).token(&service.anna).send().expect(200);
        let list = reply.json();
        linked.extend(list.as_array().unwrap().iter().map(|one| one[resource_kind.key].clone()));
        let Some(link) = reply.header("link") else { break };
        place = link.strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned();
    }
    assert_eq!(linked, parts);
    // Large content is included only if requested.
    let is_small = matches!(kind, "dataset" | "document");
    for (more, shown) in [("", is_small), ("&contents=false", is_small), ("&contents=true", true)] {
        let place = format!("{}?limit=1{more}", resource_kind.collection);
        let list = service.get(&place).expect(200).json();
        assert_eq!(list[0].get(resource_kind.field).is_some(), shown, "{place}");
    }
    let wrong =
        service.get(&format!("{}?contents=few", resource_kind.collection)).problem(400, "Invalid");
    assert_eq!(wrong.json()["parameter"], "contents");
    let wrong =
        service.get(&format!("{}?limit=few", resource_kind.collection)).problem(400, "Invalid");
    assert_eq!(wrong.json()["parameter"], "limit");
}

/// Updates resources: the content, the metadata and the owner.
pub fn updates(service: &Service, kind: &str) {
    let resource_kind = resource_kind(kind);
    let place = resource_kind.stored(service, &service.anna, &name("put"), "");
    let put = |token: &str, more: &str| service.call("PUT", &format!("{place}{more}")).token(token);
    let body = |call: crate::client::Call| {
        call.typed(resource_kind.media_type).body(resource_kind.contents[1])
    };
    body(put("", "")).send().problem(401, "Unauthenticated");
    body(put(&service.bert, "")).send().problem(403, "Forbidden");
    let was = service.get(&place).header("etag").unwrap().to_owned();
    let reply = body(put(&service.anna, "?description=new")).header("If-Match", &was).send();
    let now = reply.expect(200);
    let one = now.json();
    assert_eq!(one["description"], "new");
    assert_eq!(one[resource_kind.field].to_string(), resource_kind.shows[1]);
    assert_ne!(now.header("etag"), Some(was.as_str()));
    // The old revision is no longer current.
    let late = put(&service.anna, "?description=late").header("If-Match", &was).send();
    late.problem(412, "PreconditionFailed");
    for odd in ["\"x\"", "W/\"1\"", "7"] {
        let late = put(&service.anna, "?description=late").header("If-Match", odd).send();
        late.problem(412, "PreconditionFailed");
    }
    // It is enough if one of several tags matches.
    let seen = service.get(&place).header("etag").unwrap().to_owned();
    let one_of = |tags: &str| put(&service.anna, "?description=new").header("If-Match", tags);
    one_of(&format!("{was}, W/{seen}")).send().problem(412, "PreconditionFailed");
    let now = one_of(&format!("\"x\",{was} , {seen}")).send().expect(200);
    let now = now.header("etag").unwrap().to_owned();
    one_of(&was).header("If-Match", &now).send().expect(200);
    one_of(&"\"1\",".repeat(1000)).send().problem(400, "Invalid");
    // Without a body the content does not change, and a refused body changes nothing.
    let any = put(&service.root, "?visibility=private").header("If-Match", "*").send().expect(200);
    assert_eq!(any.json()[resource_kind.field].to_string(), resource_kind.shows[1]);
    put(&service.bert, "?visibility=public").send().problem(404, "NotFound");
    let bad = put(&service.anna, "?description=bad").typed(resource_kind.media_type).body("%%%");
    bad.send().expect(400);
    let wrong = put(&service.anna, "?newOwner=nobody").send().problem(400, "Invalid").json();
    assert_eq!(wrong["parameter"], "newOwner");
    let wrong = put(&service.anna, "?colour=red").send().problem(400, "Invalid").json();
    assert_eq!(wrong["parameter"], "colour");
    let read = service.call("GET", &place).token(&service.anna).send().expect(200).json();
    assert_eq!(read["description"], "new");
    let word = if kind == "filter" { "owner" } else { "newOwner" };
    let given = put(&service.anna, &format!("?{word}=bert")).send().expect(200).json();
    assert_eq!(given["owner"], "bert");
    put(&service.anna, "?visibility=public").send().problem(404, "NotFound");
    put(&service.bert, "?visibility=public").send().expect(200);
}

/// Deletes resources.
pub fn deletes(service: &Service, kind: &str) {
    let resource_kind = resource_kind(kind);
    let place = resource_kind.stored(service, &service.anna, &name("gone"), "");
    let delete = |token: &str| service.call("DELETE", &place).token(token);
    delete("").send().problem(401, "Unauthenticated");
    delete(&service.bert).send().problem(403, "Forbidden");
    let late = delete(&service.anna).header("If-Match", "\"1\"").send();
    late.problem(412, "PreconditionFailed");
    let gone: Reply = delete(&service.anna).send().expect(204);
    assert!(gone.body.is_empty() && gone.header("content-type").is_none());
    delete(&service.anna).send().problem(404, "NotFound");
    service.call("GET", &place).token(&service.anna).send().problem(404, "NotFound");
    let place = resource_kind.stored(service, &service.anna, &name("gone"), "visibility=private");
    service.call("DELETE", &place).token(&service.bert).send().problem(404, "NotFound");
    service.call("DELETE", &place).token(&service.root).send().expect(204);
}

/// Checks that only the owner and admins can write, and that private resources are hidden from other users.
pub fn guards(service: &Service, kind: &str, method: &str) {
    let resource_kind = resource_kind(kind);
    for visibility in ["public", "private"] {
        for (token, status) in [
            ("", 401),
            ("wrong", 401),
            (&*service.bert, if visibility == "public" { 403 } else { 404 }),
            (&*service.anna, if method == "PUT" { 200 } else { 204 }),
            (&*service.root, if method == "PUT" { 200 } else { 204 }),
        ] {
            let more = format!("visibility={visibility}");
            let place = resource_kind.stored(service, &service.anna, &name("guard"), &more);
            let reply = service.call(method, &place).token(token).send().expect(status);
            if status >= 400 {
                assert_eq!(reply.json()["status"], status);
                let still = service.call("GET", &place).token(&service.anna).send();
                still.expect(200);
            }
        }
    }
    let none = format!(
        "{}/{}",
        resource_kind.collection,
        if resource_kind.key == "id" { "876543" } else { "none" }
    );
    service.call(method, &none).send().problem(401, "Unauthenticated");
    service.call(method, &none).token(&service.bert).send().problem(404, "NotFound");
}
