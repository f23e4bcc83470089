//! The public items of `core/base/src/media/accept.rs`.

#[test]
fn accept() -> Result<(), glossweave::Error> {
    use glossweave::Accept;
    let accept: Accept = "text/html, application/*;q=0.5, */*;q=0.1".parse()?;
    assert_eq!(accept.quality("text/HTML; charset=utf-8"), 1000);
    assert_eq!(accept.quality("application/xml"), 500);
    assert_eq!(accept.best(&["text/plain", "application/xml"]), Some(1));
    assert_eq!("text/xml".parse::<Accept>()?.best(&["text/html"]), None);
    Ok(())
}

#[test]
fn accept_quality() -> Result<(), glossweave::Error> {
    use glossweave::Accept;
    let accept: Accept = "text/*;q=0.5, text/html, application/pdf;q=0".parse()?;
    assert_eq!(accept.quality("text/html"), 1_000);
    assert_eq!(accept.quality("text/plain"), 500);
    assert_eq!(accept.quality("application/pdf"), 0);
    Ok(())
}

#[test]
fn accept_names() -> Result<(), glossweave::Error> {
    use glossweave::Accept;
    let accept: Accept = "text/html, */*;q=0.1".parse()?;
    assert!(accept.names("text/html") && !accept.names("text/turtle"));
    Ok(())
}

#[test]
fn accept_best() -> Result<(), glossweave::Error> {
    use glossweave::Accept;
    let accept: Accept = "text/turtle;q=0.9, application/ld+json".parse()?;
    assert_eq!(accept.best(&["text/turtle", "application/ld+json"]), Some(1));
    assert_eq!(accept.best(&["text/html"]), None);
    Ok(())
}
