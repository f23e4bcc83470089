//! Sentences that a translator does not know.

use glossweave::service::Call;
use glossweave::translate::{Origin, SegmentStatus};
use glossweave::{Caller, Format};

use super::systems::{asked, engine, reply, turtle};

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
    // The graph tells the sentence, and no other, to whom asks it.
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
