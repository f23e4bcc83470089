//! The public items of `core/rdf/src/graph_file/mod.rs`.

#[test]
fn graph_file() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::{Construct, GraphFile, Limits};
    let graph = rdf::read(b"<http://a.example/> a <http://b.example/B> .", Format::Turtle, None)?;
    let file = GraphFile::build(&graph)?;
    let folder = std::env::temp_dir().join(format!("graph-{}", std::process::id()));
    file.save(&folder)?;
    let opened = GraphFile::open(&folder)?;
    assert_eq!(opened.len(), 1);
    let found =
        Construct::parse("CONSTRUCT WHERE { ?s a ?c }")?.run(&[&opened], &Limits::default())?;
    assert!(found.is_isomorphic(&graph));
    std::fs::remove_file(&folder).ok();
    Ok(())
}

#[test]
fn graph_file_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::GraphFile;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("graph");
    let graph =
        rdf::read(b"<http://a.example/> a <http://a.example/Thing> .", Format::Turtle, None)?;
    GraphFile::build(&graph)?.save(&path)?;
    let file = GraphFile::open(&path)?;
    file.verify()?;
    assert_eq!(file.len(), 1);
    Ok(())
}

#[test]
fn graph_file_open_2() {
    use glossweave::ErrorKind;
    use glossweave::rdf::GraphFile;
    assert_eq!(GraphFile::open("/no/such/graph").unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn graph_file_from_bytes() -> Result<(), glossweave::Error> {
    use glossweave::rdf;
    use glossweave::{ErrorKind, Format};
    use glossweave_rdf::GraphFile;
    let graph =
        rdf::read(b"<http://a.example/> a <http://a.example/Thing> .", Format::Turtle, None)?;
    let file = GraphFile::build(&graph)?;
    let copy = GraphFile::from_bytes(file.to_bytes()?)?;
    assert_eq!((copy.len(), copy.is_empty()), (1, false));
    assert_eq!(GraphFile::from_bytes(Vec::new()).unwrap_err().kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn graph_file_verify() -> Result<(), glossweave::Error> {
    use glossweave::rdf;
    use glossweave::{ErrorKind, Format};
    use glossweave_rdf::GraphFile;
    let graph =
        rdf::read(b"<http://a.example/> a <http://a.example/Thing> .", Format::Turtle, None)?;
    let mut bytes = GraphFile::build(&graph)?.to_bytes()?;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let error = GraphFile::from_bytes(bytes).and_then(|file| file.verify()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn graph_file_len() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::GraphFile;
    let turtle =
        b"<http://a.example/> a <http://a.example/A>, <http://a.example/A>, <http://a.example/B> .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    // The file contains each triple once.
    assert_eq!((graph.len(), GraphFile::build(&graph)?.len()), (3, 2));
    Ok(())
}
