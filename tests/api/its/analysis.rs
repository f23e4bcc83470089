//! The public items of `core/its/src/analysis.rs`.

#[test]
fn node() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Category, NodeKind, Options};
    let page = "<p title=Cork>To <b its-loc-note='a city'>Cork</b>";
    let analysis = Analysis::read(page, Format::Html, &Options::default())?;
    let title = analysis.nodes().find(|node| node.kind() == NodeKind::Attribute).unwrap();
    assert_eq!((&*title.name(), title.path().as_str()), ("title", "/html/body[1]/p[1]/@title"));
    let bold = analysis.nodes().find(|node| node.name() == "b").unwrap();
    assert_eq!(bold.values(Category::LocalizationNote)[0].1, "a city");
    assert_eq!(bold.location().unwrap().column(), 18);
    Ok(())
}

#[test]
fn analysis_read() -> Result<(), glossweave::Error> {
    use glossweave::its::{Analysis, Options};
    use glossweave::{ErrorKind, Format};
    let source = "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\n\
        <its:translateRule selector='//x:p' translate='no'/></its:rules></doc>";
    let error = Analysis::read(source, Format::Xml, &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn analysis_nodes() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Options};
    let xml = "<doc><p title='b' id='a'>Cork</p></doc>";
    let analysis = Analysis::read(xml, Format::Xml, &Options::default())?;
    let paths: Vec<String> = analysis.nodes().map(|node| node.path()).collect();
    assert_eq!(paths, ["/doc", "/doc/p[1]", "/doc/p[1]/@id", "/doc/p[1]/@title"]);
    Ok(())
}

#[test]
fn analysis_warnings() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Options};
    let source = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>\
        <its:rules version='2.0' xlink:href='rules.xml'/></doc>";
    // Without a resolver, linked rules are not read.
    let analysis = Analysis::read(source, Format::Xml, &Options::default())?;
    assert!(analysis.warnings()[0].contains("rules.xml"));
    Ok(())
}

#[test]
fn node_path() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Options};
    let xml = "<doc><p/><note/><p id='b'/></doc>";
    let analysis = Analysis::read(xml, Format::Xml, &Options::default())?;
    // Siblings with the same name are numbered.
    assert_eq!(analysis.nodes().last().unwrap().path(), "/doc/p[2]/@id");
    Ok(())
}

#[test]
fn node_location() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Options};
    let analysis = Analysis::read("<p>Cork", Format::Html, &Options::default())?;
    let at = |name| analysis.nodes().find(|node| node.name() == name).unwrap().location();
    assert_eq!(at("p").unwrap().bytes(), 0..3);
    // The source has no such node.
    assert_eq!(at("body"), None);
    Ok(())
}

#[test]
fn node_values() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Category, Options};
    let page = "<p>To <b translate=no>Cork</b>";
    let analysis = Analysis::read(page, Format::Html, &Options::default())?;
    let translate = |name| {
        let node = analysis.nodes().find(|node| node.name() == name).unwrap();
        node.values(Category::Translate)[0].1.to_string()
    };
    assert_eq!((translate("p"), translate("b")), ("yes".to_owned(), "no".to_owned()));
    Ok(())
}

#[test]
fn node_target() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::its::{Analysis, Options};
    let source = "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
        <its:targetPointerRule selector='//source' targetPointer='../target'/></its:rules>\
        <source>a</source><target>b</target></doc>";
    let analysis = Analysis::read(source, Format::Xml, &Options::default())?;
    let mut nodes = analysis.nodes();
    let target = nodes.find_map(|node| node.target()).unwrap();
    assert_eq!(target.path(), "/doc/target[1]");
    Ok(())
}
