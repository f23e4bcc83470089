//! The public items of `core/translate/src/remote/google.rs`.

#[test]
fn google() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::Google;
    let place = "https://translation.googleapis.com/v3/projects/weaver/locations/global";
    let service = Service::new(place)?.with_header("Authorization", "Bearer 4711");
    let mut translator = Google::at(service);
    translator.set("model", "projects/weaver/locations/global/models/general/nmt")?;
    Ok(())
}

#[test]
fn google_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::Google;
    let url = "https://translation.googleapis.com/v3/projects/p/locations/global";
    let mut google = Google::at(Service::new(url)?);
    google.set("header", "Authorization: Bearer 4711")?;
    google.set("model", "projects/p/locations/global/models/general/nmt")?;
    assert_eq!(google.set("formality", "more").unwrap_err().parameter(), Some("formality"));
    Ok(())
}
