//! The public items of `core/document/src/its_options/resolver.rs`.

#[test]
fn resolver() {
    use glossweave::its;
    use std::sync::Arc;

    #[derive(Debug)]
    struct InMemory;
    impl its::Resolver for InMemory {
        fn open(&self, reference: &str, _: &str) -> glossweave::Result<Option<Vec<u8>>> {
            let rules = "<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'>\
                         <its:translateRule selector='//code' translate='no'/></its:rules>";
            Ok((reference == "rules.xml").then(|| rules.into()))
        }
    }
    let options = its::Options { resolver: Some(Arc::new(InMemory)), ..its::Options::default() };
    let _ = options;
}

#[test]
fn resolver_open() {
    use glossweave::{Error, ErrorKind, Format, its};
    use std::sync::Arc;
    #[derive(Debug)]
    struct Offline;
    impl its::Resolver for Offline {
        fn open(&self, reference: &str, _: &str) -> glossweave::Result<Option<Vec<u8>>> {
            Err(Error::new(ErrorKind::Unavailable, format!("`{reference}` is on another machine")))
        }
    }
    let doc = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>\
        <its:rules version='2.0' xlink:href='rules.xml'/></doc>";
    let options = its::Options { resolver: Some(Arc::new(Offline)), ..its::Options::default() };
    let error = its::Analysis::read(doc, Format::Xml, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
}

#[test]
fn folder() -> Result<(), glossweave::Error> {
    use glossweave::its::{Folder, Resolver};
    let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
    assert!(folder.open("Cargo.toml", "")?.is_some());
    assert!(folder.open("../Cargo.toml", "")?.is_none());
    assert!(folder.open("http://example.org/rules.xml", "")?.is_none());
    Ok(())
}

#[test]
fn folder_new() {
    use glossweave::ErrorKind;
    use glossweave::its::Folder;
    assert_eq!(Folder::new("/no/such/folder").unwrap_err().kind(), ErrorKind::NotFound);
}
