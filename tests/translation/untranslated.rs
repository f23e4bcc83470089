//! Sentences that a translator does not know.

use glossweave::service::Call;
use glossweave::translate::{
    IssueType, Origin, Segment, SegmentStatus, TranslatedSegment, TranslationBatch,
    TranslationRequest, Translator,
};
use glossweave::{Caller, Engine, Format, Request, Result, Settings};

use super::systems::{asked, engine, reply, system, turtle};

#[test]
fn what_a_memory_does_not_know_is_said_to_be_untranslated() {
    let page = "<p>Good day. Good days.<p>Good day. Bye!";
    let done = reply("memory", asked(page, Format::Html, &[]));
    let names: Vec<_> = done.findings.segments.iter().map(SegmentStatus::name).collect();
    assert_eq!(names, ["exact", "fuzzy", "exact", "untranslated"]);
    assert_eq!(done.findings.segments[1].origin, Some(Origin::Fuzzy(0.9)));
    let turtle = turtle(&done);
    assert_eq!(turtle.matches("itsrdf:target ").count(), 1, "{turtle}");
    assert!(turtle.contains("\"Buenos días. Buenos días.\"@es"), "{turtle}");
    // The graph reports the status of this sentence and of no other.
    let (before, after) = turtle.split_once("nif:anchorOf \"Bye!\"").unwrap();
    assert!(!before.contains("untranslated") && after.contains("\"untranslated\""), "{turtle}");
}

#[test]
fn calls_tell_how_much_was_not_translated() {
    let engine = engine();
    let session = engine.session(Caller::Anonymous);
    let told = |page: &str| -> Vec<String> {
        let path = "/e-translation/memory?source-lang=en&target-lang=es&informat=html\
                    &outformat=html&translations=yes";
        let answer = session.call(Call::new(path).with_body(page)).unwrap();
        answer.skipped.iter().map(|one| one.message().to_owned()).collect()
    };
    assert_eq!(told("<p>Good day."), [""; 0]);
    assert_eq!(told("<p>Good day.<p>Bye!"), ["1 of 2 sentences were not translated"]);
    assert_eq!(told("<p>Bye!"), ["no sentence was translated"]);
    let path = "/e-translation/memory?source-lang=en&target-lang=es&informat=html&outformat=html";
    let answer = session.call(Call::new(path).with_body("<p>Good day.")).unwrap();
    assert_eq!(answer.bytes, b"<p>Good day.");
    let message = "set the option `translations` to write translations into the document";
    assert_eq!(answer.skipped[0].message(), message);
}

#[test]
fn white_space_before_a_text_is_no_part_of_what_is_untranslated() {
    for (page, unknown) in
        [("<p> Unknown is here.", "Unknown is here."), ("<p> “One is here.” Two. </p>", "Two.")]
    {
        let done = reply("memory", asked(page, Format::Html, &[]));
        let turtle = turtle(&done);
        assert!(turtle.contains(&format!("nif:anchorOf \"{unknown}\"")), "{turtle}");
    }
}

/// A translator that returns the texts unchanged, or nothing.
struct Idle(bool);

impl Translator for Idle {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let text = |text: &str| if self.0 { text.to_owned() } else { " ".to_owned() };
        let segment = |segment: &Segment<'_>| TranslatedSegment::machine(text(segment.text));
        Ok(job.segments.iter().map(|one| Some(segment(one))).collect())
    }
}

/// Translates a page with a system that returns its texts or nothing. Returns the statuses, the
/// number of issues of the type `untranslated`, and the page.
fn idle(returns: bool, languages: (&str, &str), page: &str) -> (Vec<&'static str>, usize, String) {
    let builder = Engine::builder(Settings::default());
    let engine = builder
        .translator("x", system("x", languages.0, languages.1), Idle(returns))
        .open()
        .unwrap();
    let fields = [("source-lang", languages.0), ("target-lang", languages.1)];
    let fields = fields.into_iter().chain([
        ("outformat", "html"),
        ("translations", "yes"),
        ("any-language", "yes"),
    ]);
    let asked = TranslationRequest::from_pairs(Request::new(page, Format::Html), fields).unwrap();
    let reply = engine.session(Caller::Anonymous).translations().enrich("x", asked).unwrap();
    let issues = reply.findings.issues.iter();
    let issues = issues.filter(|issue| issue.issue_type == IssueType::Untranslated).count();
    let names = reply.findings.segments.iter().map(SegmentStatus::name).collect();
    (names, issues, String::from_utf8(reply.bytes).unwrap())
}

#[test]
fn empty_texts_are_no_translations() {
    let page = "<p>The <b>house</b> is red.<p>3";
    let (names, _, result) = idle(false, ("en", "de"), page);
    assert_eq!((names, result.as_str()), (vec!["untranslated"], page));
}

#[test]
fn texts_that_come_back_as_they_were_are_no_translations() {
    let unchanged = |languages, page| {
        let (names, issues, result) = idle(true, languages, page);
        assert_eq!(result, page);
        (names, issues)
    };
    let sentence = "<p>The house is red.";
    assert_eq!(unchanged(("en", "de"), sentence), (vec!["untranslated"], 1));
    // A name can equal its translation. If several texts are all unchanged, they count as
    // untranslated.
    assert_eq!(unchanged(("en", "de"), "<p>Cork<p>Lee"), (vec!["machine"; 2], 0));
    assert_eq!(unchanged(("en", "de"), "<p>Open<p>Save<p>Quit"), (vec!["untranslated"; 3], 3));
    assert_eq!(unchanged(("en", "de"), "<p>Cork<p>3<p>Lee"), (vec!["machine"; 2], 0));
    // Closely related languages share sentences.
    assert_eq!(unchanged(("da", "nb"), "<p>Hun har en kat.").0, ["machine"]);
    assert_eq!(unchanged(("en", "en-gb"), "<p>Open<p>Save<p>Quit").0, ["machine"; 3]);
}
