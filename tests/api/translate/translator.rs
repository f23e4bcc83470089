//! The public items of `core/translate/src/translator.rs`.

#[test]
fn translation_batch() -> Result<(), glossweave::Error> {
    use glossweave::translate::{Segment, TranslationBatch, WantedTerm};
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    let terms = [WantedTerm { source: "black hole", target: "agujero negro" }];
    let segments = [Segment::new("A black hole").with_terms(&terms), Segment::new("Yes")];
    let batch = TranslationBatch::new(&english, &spanish, &segments).about(Some("astronomy"));
    assert_eq!((batch.segments.len(), batch.domain), (2, Some("astronomy")));
    Ok(())
}

#[test]
fn segment_with_terms() {
    use glossweave::translate::{Segment, WantedTerm};
    let terms = [WantedTerm { source: "black hole", target: "agujero negro" }];
    assert_eq!(Segment::new("A black hole").with_terms(&terms).terms.len(), 1);
}

#[test]
fn capabilities() {
    use glossweave::translate::Capabilities;
    let capabilities = Capabilities::default().with_markup().with_terms();
    assert!(capabilities.markup && capabilities.terms);
}

#[test]
fn translated_segment() {
    use glossweave::translate::{Origin, TranslatedSegment};
    let machine = TranslatedSegment::machine("La casa").with_confidence(Some(0.9));
    assert_eq!((machine.origin, machine.confidence), (Origin::Machine, Some(0.9)));
    let similar = TranslatedSegment::remembered("La casa", 0.75);
    assert_eq!(similar.origin, Origin::Fuzzy(0.75));
    assert_eq!(TranslatedSegment::remembered("La casa", 1.0).origin, Origin::Exact);
}

#[test]
fn translator() -> Result<(), glossweave::Error> {
    use glossweave::translate::{Segment, TranslatedSegment, TranslationBatch, Translator};

    struct Shout;
    impl Translator for Shout {
        fn translate(
            &self,
            job: &TranslationBatch<'_>,
        ) -> glossweave::Result<Vec<Option<TranslatedSegment>>> {
            let all = job.segments.iter();
            Ok(all
                .map(|segment| Some(TranslatedSegment::machine(segment.text.to_uppercase())))
                .collect())
        }
    }
    let (quiet, loud) = ("en".parse()?, "en-x-loud".parse()?);
    let done = Shout.translate(&TranslationBatch::new(&quiet, &loud, &[Segment::new("hello")]))?;
    assert_eq!(&*done[0].as_ref().unwrap().text, "HELLO");

    // The other methods have defaults: the translator supports plain text and is always available.
    assert!(!Shout.abilities().markup);
    Shout.start()?;
    assert!(Shout.is_reachable(std::time::Duration::ZERO));
    Shout.stop();
    Ok(())
}

#[test]
fn translator_translate() -> Result<(), glossweave::Error> {
    use glossweave::translate::{
        Origin, Segment, SegmentPair, TranslationBatch, TranslationMemory, Translator,
    };
    let mut memory = TranslationMemory::builder();
    memory.add(&SegmentPair::new(
        "The house is very big.",
        "en",
        "La casa es muy grande.",
        "es",
    ))?;
    let memory = memory.build()?;
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    let segments = [Segment::new("The house is very big."), Segment::new("Good morning")];
    let done = memory.translate(&TranslationBatch::new(&english, &spanish, &segments))?;
    assert_eq!(done[0].as_ref().unwrap().origin, Origin::Exact);
    assert!(done[1].is_none());
    Ok(())
}

#[test]
fn translator_abilities() {
    use glossweave::translate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
    /// A translator that keeps the positions of markers.
    struct Reverse;
    impl Translator for Reverse {
        fn translate(
            &self,
            job: &TranslationBatch<'_>,
        ) -> glossweave::Result<Vec<Option<TranslatedSegment>>> {
            Ok(job.segments.iter().map(|one| Some(TranslatedSegment::machine(one.text))).collect())
        }
        fn abilities(&self) -> Capabilities {
            Capabilities::default().with_markup()
        }
    }
    assert!(Reverse.abilities().markup && !Reverse.abilities().terms);
}

#[test]
fn translator_token_usage() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave::translate::Translator;
    use glossweave_translate::ChatCompletions;
    let model = ChatCompletions::at(Service::new("http://localhost:11434/v1")?, "gemma3");
    assert_eq!(model.token_usage().map(|usage| usage.calls), Some(0));
    Ok(())
}
