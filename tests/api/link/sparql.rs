//! The public items of `core/link/src/sparql.rs`.

#[test]
fn sparql_endpoint() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::link::QueryEndpoint;
    use glossweave_link::SparqlEndpoint;
    use std::time::Duration;
    // A program can use a server in its network.
    let endpoint = SparqlEndpoint::new("http://127.0.0.1:9/sparql")?;
    let error = endpoint.construct("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(5));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Unavailable);
    Ok(())
}

#[test]
fn sparql_endpoint_new() {
    use glossweave::ErrorKind;
    use glossweave_link::SparqlEndpoint;
    let error = SparqlEndpoint::new("dbpedia.org/sparql").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("url")));
}

#[test]
fn sparql_endpoint_at() -> Result<(), glossweave::Error> {
    use glossweave::link::QueryEndpoint;
    use glossweave::net::{HostPolicy, Service};
    use glossweave_link::SparqlEndpoint;
    use std::time::Duration;
    let url = "https://dbpedia.org/sparql";
    // A network without hosts, so no calls are allowed.
    let service = Service::over(Default::default(), url, HostPolicy::Settings)?;
    let endpoint = SparqlEndpoint::at(service.with_header("Authorization", "Bearer 4711"));
    let error = endpoint.construct("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(5));
    assert_eq!(error.unwrap_err().kind(), glossweave::ErrorKind::Forbidden);
    Ok(())
}

#[test]
fn sparql_endpoint_with_form() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut head, mut part) = (Vec::new(), [0; 4096]);
        while !head.ends_with(b"}") {
            let length = stream.read(&mut part).unwrap();
            head.extend_from_slice(&part[..length]);
        }
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
        String::from_utf8(head).unwrap()
    });
    use glossweave::link::QueryEndpoint;
    use glossweave_link::QueryForm;
    use glossweave_link::SparqlEndpoint;
    use std::time::Duration;
    // The server at `url` accepts only direct queries.
    let endpoint = SparqlEndpoint::new(&url)?.with_form(QueryForm::Direct);
    let query = "CONSTRUCT WHERE { ?s ?p ?o }";
    assert!(endpoint.construct(query, Duration::from_secs(5))?.is_empty());
    let received = server.join().unwrap();
    assert!(received.contains("application/sparql-query") && received.ends_with(query));
    Ok(())
}
