//! The public items of `core/document/src/recognizer/mod.rs`.

#[test]
fn passage() {
    use glossweave::entity::Passage;
    use glossweave::text::TextSpan;
    let cells = [TextSpan::new(0, 3), TextSpan::new(4, 8)];
    let passage = Passage::new("New York").with_blocks(&cells);
    assert!(passage.blocks().all(|cell| &passage.text()[cell.range()] != "New York"));
}

#[test]
fn passage_with_language() -> Result<(), glossweave::Error> {
    use glossweave::recognizer::Passage;
    let irish = "ga".parse()?;
    let passage = Passage::new("Corcaigh").with_language(&irish);
    assert_eq!(passage.language(), Some(&irish));
    assert_eq!(Passage::new("Corcaigh").language(), None);
    Ok(())
}

#[test]
fn passage_with_skipped() {
    use glossweave::recognizer::Passage;
    use std::sync::Mutex;
    let skipped = Mutex::new(Vec::new());
    let passage = Passage::new("To Cork").with_skipped(&skipped);
    // For example, a recognizer with a language model reports names of its response that are not in
    // the text.
    assert!(skipped.lock().unwrap().is_empty());
    let _ = passage;
}

#[test]
fn recognizer_needs_language() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Annotation;
    use glossweave::entity::{Passage, Recognizer, recognize};
    use glossweave::{Document, ErrorKind};
    struct Linguist;
    impl Recognizer for Linguist {
        fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            assert!(passage.language().is_some());
            Ok(Vec::new())
        }
        fn needs_language(&self) -> bool {
            true
        }
    }
    let text =
        Document::of_text("This is an English sentence about the city of Cork.".to_owned(), None);
    assert!(recognize(&Linguist, &text, None)?.is_empty());
    // The language of a number cannot be detected from its text.
    let number = Document::of_text("42".to_owned(), None);
    let error = recognize(&Linguist, &number, None).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
    Ok(())
}

#[test]
fn recognizer_revision() {
    use glossweave::annotation::Annotation;
    use glossweave::entity::{Passage, Recognizer};
    struct Cities;
    impl Recognizer for Cities {
        fn recognize(&self, _passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            Ok(Vec::new())
        }
        fn revision(&self) -> Option<String> {
            Some("2026-10".to_owned())
        }
    }
    assert_eq!(Cities.revision().as_deref(), Some("2026-10"));
}

#[test]
fn recognizer_token_usage() {
    use glossweave::annotation::Annotation;
    use glossweave::entity::{Passage, Recognizer};
    struct Nothing;
    impl Recognizer for Nothing {
        fn recognize(&self, _: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            Ok(Vec::new())
        }
    }
    // A recognizer without a language model.
    assert_eq!(Nothing.token_usage(), None);
}

#[test]
fn recognizer_each_name() -> Result<(), glossweave::Error> {
    use glossweave::annotation::Annotation;
    use glossweave::entity::{NameVisitor, Passage, Recognizer};
    struct Clients;
    impl Recognizer for Clients {
        fn recognize(&self, _passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
            Ok(Vec::new())
        }
        fn each_name(&self, visit: &mut NameVisitor<'_>) -> glossweave::Result<()> {
            visit("Jane Roe", &["http://schema.org/Person"])
        }
    }
    let mut names = Vec::new();
    Clients.each_name(&mut |name, classes| {
        names.push((name.to_owned(), classes.len()));
        Ok(())
    })?;
    assert_eq!(names, [("Jane Roe".to_owned(), 1)]);
    Ok(())
}

/// Returns a recognizer that finds the first year.
fn years() -> impl glossweave::recognizer::Recognizer {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::recognizer::from_fn;
    use glossweave::text::TextSpan;
    from_fn(|passage| {
        let entity = Entity::new("http://dbpedia.org/resource/1848");
        let at = passage.text().find("1848").map(|at| TextSpan::new(at, at + 4));
        Ok(at.map(|at| Annotation::entity(at, entity)).into_iter().collect())
    })
}

#[test]
fn pointers_to_recognizers_are_recognizers() {
    use glossweave::recognizer::{Passage, Recognizer};
    use std::sync::Arc;
    fn count(recognizer: impl Recognizer) -> usize {
        recognizer.recognize(&Passage::new("Born in 1848.")).unwrap().len()
    }
    let years = years();
    assert_eq!(count(&years), 1);
    assert_eq!(count(&years as &dyn Recognizer), 1);
    let shared: Arc<dyn Recognizer> = Arc::new(years);
    assert_eq!(count(Box::new(shared.clone())), 1);
    assert_eq!(count(shared), 1);
}

#[test]
fn a_function_that_fails_fails_the_call() {
    use glossweave::recognizer::{Passage, Recognizer, from_fn};
    let broken = from_fn(|_| Err(glossweave::Error::invalid("no model")));
    let error = broken.recognize(&Passage::new("")).unwrap_err();
    assert_eq!(error.message(), "no model");
}

#[test]
fn an_annotation_that_cannot_be_written_is_skipped_with_its_reason() -> Result<(), glossweave::Error>
{
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::recognizer::from_fn;
    use glossweave::service::Call;
    use glossweave::text::TextSpan;
    use glossweave::{Caller, Engine, Settings};
    let wrong = from_fn(|_| Ok(vec![Annotation::entity(TextSpan::new(3, 7), Entity::new("Cork"))]));
    let engine = Engine::builder(Settings::default()).recognizer("wrong", wrong).open()?;
    let path = "/e-entity/wrong/documents?informat=html&outformat=html";
    let answer = engine.session(Caller::Anonymous).call(Call::new(path).with_body("<p>To Cork"))?;
    assert_eq!(answer.bytes, b"<p>To Cork");
    let skipped = &answer.skipped[0];
    assert_eq!(
        (skipped.subject(), skipped.message()),
        ("annotation 0", "`Cork` is not an absolute IRI")
    );
    Ok(())
}
