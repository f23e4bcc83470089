//! The public items of `core/document/src/its_options/mod.rs`.

#[test]
fn options() {
    use glossweave::its::Options;
    let rules = r#"<its:rules version="2.0" xmlns:its="http://www.w3.org/2005/11/its"/>"#;
    let options =
        Options { rules: vec![rules.into()], base: "guide/a.xml".into(), ..Options::default() };
    assert_eq!((options.rules.len(), options.base.as_str()), (1, "guide/a.xml"));
}

#[test]
fn options_with_resolver() -> Result<(), glossweave::Error> {
    use glossweave::its::{Folder, Options};
    use std::sync::Arc;
    let folder = Folder::new(env!("CARGO_MANIFEST_DIR"))?;
    let options = Options {
        resolver: Some(Arc::new(folder)),
        base: "documents/page.xml".into(),
        parameters: vec![("language".to_owned(), "en".to_owned())],
        ..Options::default()
    };
    assert!(options.resolver.is_some());
    Ok(())
}

#[test]
fn options_with_base() -> Result<(), glossweave::Error> {
    use glossweave::{Format, its};
    use std::sync::{Arc, Mutex};
    /// A resolver that records its arguments.
    #[derive(Debug, Default)]
    struct Notes(Mutex<Vec<String>>);
    impl its::Resolver for Notes {
        fn open(&self, reference: &str, base: &str) -> glossweave::Result<Option<Vec<u8>>> {
            self.0.lock().unwrap().push(format!("{reference} of {base}"));
            Ok(Some(
                b"<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'/>".to_vec(),
            ))
        }
    }
    let notes = Arc::new(Notes::default());
    let options = its::Options {
        resolver: Some(notes.clone()),
        base: "guide/a.xml".into(),
        ..its::Options::default()
    };
    let doc = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>\
        <its:rules version='2.0' xlink:href='rules.xml'/></doc>";
    its::Analysis::read(doc, Format::Xml, &options)?;
    assert_eq!(*notes.0.lock().unwrap(), ["rules.xml of guide/a.xml"]);
    Ok(())
}

#[test]
fn options_with_parameters() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Category, Options};
    let xml = "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
        <its:param name='who'>nobody</its:param>\
        <its:translateRule selector='//p[@for=$who]' translate='no'/></its:rules>\
        <p for='anna'>Cork</p></doc>";
    let options = Options::default().with_parameters([("who".to_owned(), "anna".to_owned())]);
    let analysis = Analysis::read(xml, Format::Xml, &options)?;
    let p = analysis.nodes().find(|node| node.name() == "p").unwrap();
    assert_eq!(p.values(Category::Translate)[0].1, "no");
    Ok(())
}
