//! The public items of `core/net/src/hosts.rs`.

#[test]
fn hosts() -> Result<(), glossweave::Error> {
    use glossweave::net::Hosts;
    let hosts: Hosts = "DBpedia.org, [::1]:8080".parse()?;
    assert_eq!(hosts.to_string(), "dbpedia.org,[::1]:8080");
    let error = "https://dbpedia.org/sparql".parse::<Hosts>().unwrap_err();
    assert!(error.message().starts_with("expected a host or a host and port"));
    Ok(())
}

#[test]
fn hosts_with() -> Result<(), glossweave::Error> {
    use glossweave::net::Hosts;
    let hosts = Hosts::default().with("dbpedia.org")?.with("localhost:3030")?;
    assert_eq!(hosts, "dbpedia.org, localhost:3030".parse()?);
    assert!(Hosts::default().with("dbpedia.org/sparql").is_err());
    Ok(())
}

#[test]
fn hosts_is_empty() -> Result<(), glossweave::Error> {
    use glossweave::net::Hosts;
    assert!(Hosts::default().is_empty());
    assert!(!"localhost:3030".parse::<Hosts>()?.is_empty());
    Ok(())
}
