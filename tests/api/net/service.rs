//! The public items of `core/net/src/service.rs`.

#[test]
fn service() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use std::time::Duration;
    let service = Service::new("http://localhost:2222/rest")?
        .with_header("Authorization", "Bearer 4711")
        .with_time(Duration::from_secs(10));
    assert!(!format!("{service:?}").contains("4711"));
    Ok(())
}

#[test]
fn service_new() {
    use glossweave::ErrorKind;
    use glossweave::net::Service;
    for url in ["ftp://example.org/", "localhost:2222", ""] {
        let error = Service::new(url).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("url")));
    }
}

#[test]
fn service_over() -> Result<(), glossweave::Error> {
    use glossweave::net::{HostPolicy, Hosts, Network, Options, Service};
    use std::sync::Arc;
    let hosts = Hosts::default().with("dbpedia.org")?;
    let network = Arc::new(Network::new(Options { hosts, ..Options::default() }));
    // The URL may be untrusted, so calls are restricted to the hosts of the network.
    Service::over(network.clone(), "https://dbpedia.org/sparql", HostPolicy::Settings)?;
    let error = Service::over(network, "file:///etc/passwd", HostPolicy::Settings).unwrap_err();
    assert_eq!(error.parameter(), Some("url"));
    Ok(())
}

#[test]
fn service_shares_network() -> Result<(), glossweave::Error> {
    use glossweave::net::{HostPolicy, Network, Options, Service};
    use std::sync::Arc;
    use std::time::Duration;
    let network =
        Arc::new(Network::new(Options { time: Duration::from_secs(5), ..Options::default() }));
    let over = |url| Service::over(network.clone(), url, HostPolicy::Named);
    let lookup = over("http://localhost:2222/rest")?;
    let queries = over("http://localhost:3030/sparql")?;
    // Both use the same client, with one thread.
    assert_eq!(Arc::strong_count(&network), 3);
    drop((lookup, queries));
    Ok(())
}

#[test]
fn service_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    let mut service = Service::new("http://localhost:2222/rest")?;
    service.set("header", "Authorization: Bearer 4711")?;
    service.set("milliseconds", "2500")?;
    assert!(format!("{service:?}").contains("2.5s"));
    let error = service.set("milliseconds", "soon").unwrap_err();
    assert_eq!(error.parameter(), Some("milliseconds"));
    Ok(())
}
