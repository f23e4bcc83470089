//! The headers for entities for which a template fails, and for skipped NIF.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use crate::client::{self, Service};
use serde_json::json;

/// Starts a SPARQL server that knows only Cork, and fails for all other entities.
fn atlas() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || drop(answer(stream)));
        }
    });
    address
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let (mut head, mut buffer) = (Vec::new(), [0; 4096]);
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => return Ok(()),
            read => head.extend_from_slice(&buffer[..read]),
        }
    }
    let (status, body) = match String::from_utf8_lossy(&head).contains("Cork") {
        true => {
            ("200 OK", "<http://e.example/Cork> <http://e.example/on> <http://e.example/Lee> .")
        }
        false => ("500 No", ""),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/turtle\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
}

/// Starts a service with a template that queries the SPARQL server, and returns the path that uses it.
fn service() -> (Service, String) {
    let atlas = atlas();
    let mut config = client::settings();
    config.engine.network.private_hosts = atlas.to_string();
    let service = Service::with(config);
    let query = "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://e.example/on> ?o }";
    let template = json!({"endpoint": format!("http://{atlas}/"), "query": query}).to_string();
    let call = service.call("POST", "/v1/e-link/templates").token(&service.anna);
    let made = call.typed("application/json").body(template).send().expect(201).json();
    let path = format!("/e-link/documents?templateid={}", made["id"].as_str().unwrap());
    (service, path)
}

fn page(names: &[&str]) -> String {
    let link = |name: &&str| format!("<i its-ta-ident-ref='http://e.example/{name}'>x</i> and ");
    names.iter().map(link).collect()
}

#[test]
fn entities_that_failed_are_told() {
    let (service, path) = service();
    let page = page(&["Cork", "Köln", "\u{1d7d8}%22b", "Cork"]);
    let post = |more: &str| {
        let call = service.call("POST", &format!("/v1{path}{more}")).typed("text/html");
        call.accept("application/n-triples").body(&page).send()
    };
    post("").problem(502, "Unavailable");
    let reply = post("&partial=true").expect(200);
    assert!(reply.text().contains("<http://e.example/Lee>"), "{}", reply.text());
    let told = "\"http://e.example/K%C3%B6ln\";status=502;kind=Unavailable, \
                \"http://e.example/%F0%9D%9F%98%22b\";status=502;kind=Unavailable";
    assert_eq!(reply.header("glossweave-failures"), Some(told));
    // A pipeline reports the failures of all its steps.
    let filter = "SELECT ?o WHERE { ?s <http://e.example/on> ?o }";
    let call = service.call("POST", "/v1/toolbox/convert/manage/on").token(&service.anna);
    call.typed("text/plain").body(filter).send().expect(201);
    let step = format!("{path}&partial=true");
    let headers = json!({"Content-Type": "text/html"});
    let first = json!({"method": "POST", "endpoint": step, "headers": headers, "body": page});
    let last = "/e-entity/dictionary/documents?dataset=cork&language=en";
    for last in [last, "/toolbox/convert/documents/on"] {
        let steps = json!([first, {"method": "POST", "endpoint": last}]).to_string();
        let call = service.call("POST", "/v1/pipelining/chain").typed("application/json");
        let reply = call.body(steps).send().expect(200);
        assert_eq!(reply.header("glossweave-failures"), Some(told), "{last}");
    }
}

#[test]
fn many_that_failed_are_counted() {
    let (service, path) = service();
    let names: Vec<String> = (0..60).map(|number| format!("place-number-{number}")).collect();
    let page = page(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let call = service.call("POST", &format!("/v1{path}&partial=true")).typed("text/html");
    let reply = call.body(page).send().expect(200);
    let told = reply.header("glossweave-failures").unwrap();
    assert!(told.len() < 2_100, "{}", told.len());
    let members: Vec<&str> = told.split(", ").collect();
    let more = members.last().unwrap().strip_prefix("more;count=").unwrap();
    assert_eq!(members.len() - 1 + more.parse::<usize>().unwrap(), 60, "{told}");
    let none = service.call("POST", &format!("/v1{path}&partial=true")).typed("text/html");
    assert_eq!(none.body("<p>nothing").send().expect(200).header("glossweave-failures"), None);
}

#[test]
fn wrong_strings_of_nif_are_told() {
    let (service, path) = service();
    let nif = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        <http://a.example/#char=0,9> a nif:Context ; nif:isString 'In Dublin' .
        <http://a.example/#char=3,9> nif:referenceContext <http://a.example/#char=0,9> ;
            nif:anchorOf 'Dubln' .
        <http://a.example/#char=3,99> nif:referenceContext <http://a.example/#char=0,9> .";
    let post = |path: &str, accept: &str| {
        let call = service.call("POST", &format!("/v1{path}")).typed("text/turtle");
        call.accept(accept).body(nif).send()
    };
    let told = "\"http://a.example/#char=3,9\";line=3;message=\"`http://a.example/#char=3,9`%20has\
                %20`Dubln`%20in%20`nif:anchorOf`,%20the%20text%20has%20`Dublin`%20at%203\
                %20to%209\", \"http://a.example/#char=3,99\";line=5;message=\"`http://a.example/\
                #char=3,99`%20is%20at%203%20to%2099,%20the%20text%20has%209%20code%20points\"";
    let reply = post(&path, "application/n-triples").expect(200);
    assert_eq!(reply.header("glossweave-skipped"), Some(told));
    assert!(reply.text().contains("\"Dubln\""), "{}", reply.text());
    post(&format!("{path}&strict=yes"), "text/turtle").problem(400, "Malformed");
    // A pipeline reports a failure once, even if several steps have it.
    let headers = json!({"Content-Type": "text/turtle"});
    let first = json!({"method": "POST", "endpoint": path, "headers": headers, "body": nif});
    let again = json!({"method": "POST", "endpoint": path});
    let steps = json!([first, again]).to_string();
    let call = service.call("POST", "/v1/pipelining/chain").typed("application/json");
    let reply = call.body(steps).send().expect(200);
    assert_eq!(reply.header("glossweave-skipped"), Some(told));
}

#[test]
fn what_is_left_out_of_a_document_is_told() {
    let (service, path) = service();
    let rules = "<i:rules version='2.0' xmlns:i='http://www.w3.org/2005/11/its' \
                 xmlns:l='http://www.w3.org/1999/xlink' l:href='r.xml'/>";
    let xml = format!("<!DOCTYPE a SYSTEM 'a.dtd'><a>{rules}<p>To Dublin\n&eau; and &eau;</p></a>");
    let lost = "\"eau\";line=2;message=\"the%20entity%20`eau`%20is%20not%20declared:%20its%20text\
                %20is%20omitted\"";
    let told = format!(
        "\"r.xml\";message=\"`r.xml`%20is%20not%20read:%20there%20is%20no%20resolver\", {lost}, {lost}"
    );
    let post = |path: &str, more: &str| {
        let call = service.call("POST", &format!("/v1{path}{more}")).typed("text/xml");
        call.body(&xml).send()
    };
    let entities = "/e-entity/dictionary/documents?dataset=cork&language=en";
    let terms = "/e-terminology/extraction?source-lang=en";
    for path in [&*path, entities, terms] {
        for more in ["", "&outformat=xml", "&outformat=json-ld"] {
            let reply = post(path, more).expect(200);
            assert_eq!(reply.header("glossweave-skipped"), Some(&*told), "{path}{more}");
        }
        let refused = post(path, "&unknown-entities=refuse").problem(400, "Malformed").json();
        assert!(refused["detail"].as_str().unwrap().contains("`eau`"), "{refused}");
    }
    // With `strict`, the request still succeeds.
    post(entities, "&strict=yes").expect(200);
    let first = json!({"method": "POST", "endpoint": entities, "body": xml,
                       "headers": {"Content-Type": "text/xml"}});
    for steps in [json!([first]), json!([first, {"method": "POST", "endpoint": terms}])] {
        for more in ["", "?outformat=xml"] {
            let call = service.call("POST", &format!("/v1/pipelining/chain{more}"));
            let reply = call.typed("application/json").body(steps.to_string()).send().expect(200);
            let said = reply.header("glossweave-skipped").unwrap();
            assert!(said.starts_with("\"r.xml\"") && said.contains("\"eau\""), "{said}");
        }
    }
}
