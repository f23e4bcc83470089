//! The rows about users.

use crate::client::{PASSWORD, Service, resource_kind};

pub fn registers(service: &Service) {
    let post = |query: &str| service.call("POST", &format!("/v1/user?{query}")).send();
    let reply = post("username=carl&password=long+enough").expect(201);
    let user = reply.json();
    assert_eq!(
        (user["username"].as_str(), user["role"].as_str()),
        (Some("carl"), Some("ROLE_USER"))
    );
    assert!(user["created"].as_str().is_some_and(|moment| moment.ends_with('Z')));
    assert_eq!(user.as_object().unwrap().len(), 3, "no more is shown: {user}");
    assert_eq!(reply.header("location"), Some("/v1/user/carl"));
    assert_eq!(
        post("username=carl&password=long+enough").problem(409, "Conflict").json()["parameter"],
        "username"
    );
    for (query, parameter) in [
        ("username=dora", "password"),
        ("password=long+enough", "username"),
        ("username=dora&password=short", "password"),
        ("username=1dora&password=long+enough", "username"),
        ("username=&password=long+enough", "username"),
        ("username=dora&password=long+enough&role=ROLE_ADMIN", "role"),
    ] {
        let problem = post(query).problem(400, "Invalid").json();
        assert_eq!(problem["parameter"], parameter, "{query}");
        assert_eq!(problem["instance"], "/v1/user");
    }
}

pub fn logs_in(service: &Service) {
    let log_in = |name: &str, password: &str| {
        let call = service.call("POST", "/v1/authenticate").header("X-Auth-Username", name);
        call.header("X-Auth-Password", password).send()
    };
    let reply = log_in("bert", PASSWORD).expect(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let answer = reply.json();
    let token = answer["token"].as_str().unwrap();
    assert!(answer.as_object().unwrap().len() == 1 && token.len() == 64, "{answer}");
    let bearer =
        service.call("GET", "/v1/user/bert").header("Authorization", format!("bearer {token}"));
    bearer.send().expect(200);
    service.call("GET", "/v1/user/bert").token(token).send().expect(200);
    let [wrong, unknown] = [log_in("bert", "wrong one"), log_in("nobody", "wrong one")];
    let [wrong, unknown] =
        [wrong, unknown].map(|reply| reply.problem(401, "Unauthenticated").json());
    assert_eq!(wrong["detail"], unknown["detail"], "who is there is not told");
    let missing = service.call("POST", "/v1/authenticate").send().problem(400, "Invalid").json();
    assert_eq!(missing["parameter"], "x-auth-username");
    let call = service.call("POST", "/v1/authenticate?username=bert");
    let call = call.header("X-Auth-Username", "bert").header("X-Auth-Password", PASSWORD);
    assert_eq!(call.send().problem(400, "Invalid").json()["parameter"], "username");
    for method in ["GET", "PUT", "DELETE"] {
        let call = service.call(method, "/v1/user/bert?pasword=long+enough").token(token);
        assert_eq!(call.send().problem(400, "Invalid").json()["parameter"], "pasword");
    }
    // Passwords are UTF-8.
    service.call("POST", "/v1/user?username=emil&password=p%C3%A4ssw%C3%B6rter").send().expect(201);
    log_in("emil", "pässwörter").expect(200);
}

pub fn lists(service: &Service) {
    let get = |token: &str, more: &str| {
        service.call("GET", &format!("/v1/user{more}")).token(token).send()
    };
    get("", "").problem(401, "Unauthenticated");
    get(&service.anna, "").problem(403, "Forbidden");
    let all = get(&service.root, "").expect(200).json();
    let names: Vec<_> =
        all.as_array().unwrap().iter().map(|user| user["username"].as_str().unwrap()).collect();
    for name in ["anna", "bert", "root"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(names.is_sorted());
    let part = get(&service.root, "?limit=1&after=anna").expect(200).json();
    assert_eq!(part[0]["username"], "bert");
    assert_eq!(part.as_array().unwrap().len(), 1);
}

pub fn reads(service: &Service) {
    let get = |token: &str, name: &str| {
        service.call("GET", &format!("/v1/user/{name}")).token(token).send()
    };
    get("", "anna").problem(401, "Unauthenticated");
    get("", "nobody").problem(401, "Unauthenticated");
    get(&service.bert, "anna").problem(403, "Forbidden");
    get(&service.bert, "nobody").problem(403, "Forbidden");
    assert_eq!(get(&service.anna, "anna").expect(200).json()["username"], "anna");
    assert_eq!(get(&service.root, "root").expect(200).json()["role"], "ROLE_ADMIN");
    get(&service.root, "nobody").problem(404, "NotFound");
}

pub fn updates(service: &Service) {
    service.call("POST", "/v1/user?username=fred&password=correct+horse").send().expect(201);
    let fred = service.log_in("fred");
    let put = |token: &str, query: &str| {
        service.call("PUT", &format!("/v1/user/fred?{query}")).token(token).send()
    };
    put("", "password=another+one").problem(401, "Unauthenticated");
    put(&service.bert, "password=another+one").problem(403, "Forbidden");
    // Callers without permission get that error first, even if the request has other errors.
    for query in ["", "role=king", "pasword=long+enough", "password=short"] {
        for method in ["GET", "PUT", "DELETE"] {
            let call = |name: &str, token: &str| {
                service.call(method, &format!("/v1/user/{name}?{query}")).token(token).send()
            };
            call("fred", "").problem(401, "Unauthenticated");
            call("fred", &service.bert).problem(403, "Forbidden");
            call("nobody", &service.root).problem(404, "NotFound");
        }
    }
    assert_eq!(put(&fred, "").problem(400, "Invalid").json()["parameter"], "password");
    assert_eq!(
        put(&fred, "password=short").problem(400, "Invalid").json()["parameter"],
        "password"
    );
    put(&fred, "role=ROLE_ADMIN").problem(403, "Forbidden");
    assert_eq!(put(&service.root, "role=king").problem(400, "Invalid").json()["parameter"], "role");
    put(&fred, "password=another+one").expect(200);
    let log_in = |password: &str| {
        let call = service.call("POST", "/v1/authenticate").header("X-Auth-Username", "fred");
        call.header("X-Auth-Password", password).send()
    };
    log_in("another one").expect(200);
    log_in(PASSWORD).problem(401, "Unauthenticated");
    let user = put(&service.root, "role=ROLE_ADMIN&password=correct+horse").expect(200).json();
    assert_eq!(user["role"], "ROLE_ADMIN");
    service.call("GET", "/v1/user").token(&fred).send().expect(200);
    put(&service.root, "role=ROLE_USER").expect(200);
}

pub fn deletes(service: &Service) {
    service.call("POST", "/v1/user?username=gina&password=correct+horse").send().expect(201);
    let gina = service.log_in("gina");
    let delete = |token: &str, name: &str| {
        service.call("DELETE", &format!("/v1/user/{name}")).token(token).send()
    };
    delete("", "gina").problem(401, "Unauthenticated");
    delete(&service.bert, "gina").problem(403, "Forbidden");
    let filter = resource_kind("filter").stored(service, &gina, "ginas", "");
    let owns = delete(&gina, "gina").problem(409, "Conflict").json();
    assert!(owns["detail"].as_str().unwrap().contains("1 filter"), "{owns}");
    service.call("DELETE", &filter).token(&gina).send().expect(204);
    delete(&gina, "gina").expect(204);
    service.call("GET", "/v1/user/gina").token(&gina).send().problem(401, "Unauthenticated");
    delete(&service.root, "root").problem(409, "Conflict");

    service.call("POST", "/v1/user?username=ines&password=correct+horse").send().expect(201);
    let ines = service.log_in("ines");
    let filter = resource_kind("filter").stored(service, &ines, "of-ines", "");
    delete(&ines, "ines?resources=keep").problem(400, "Invalid");
    service.get(&filter).expect(200);
    delete(&ines, "ines?resources=delete").expect(204);
    service.call("GET", &filter).token(&service.root).send().problem(404, "NotFound");
}

pub fn guards_listing(service: &Service) {
    for (token, status) in [("", 401), ("wrong", 401), (&*service.bert, 403), (&*service.root, 200)]
    {
        service.call("GET", "/v1/user").token(token).send().expect(status);
    }
}

pub fn guards_reading(service: &Service) {
    for (token, status) in [
        ("", 401),
        ("wrong", 401),
        (&*service.bert, 403),
        (&*service.anna, 200),
        (&*service.root, 200),
    ] {
        service.call("GET", "/v1/user/anna").token(token).send().expect(status);
    }
}

pub fn guards_removing(service: &Service) {
    for (name, by, status) in [("hal", "own", 204), ("ida", "root", 204)] {
        let place = format!("/v1/user?username={name}&password=correct+horse");
        service.call("POST", &place).send().expect(201);
        let own = service.log_in(name);
        let delete =
            |token: &str| service.call("DELETE", &format!("/v1/user/{name}")).token(token).send();
        delete("").problem(401, "Unauthenticated");
        delete("wrong").problem(401, "Unauthenticated");
        delete(&service.bert).problem(403, "Forbidden");
        delete(if by == "own" { &own } else { &service.root }).expect(status);
    }
}
