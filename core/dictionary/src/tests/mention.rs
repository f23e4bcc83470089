use crate::{Dictionary, LabelCase};
use glossweave_base::error::ErrorKind;
use glossweave_base::text::Language;
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_ner::{Corpus, MentionModel, MentionTraining, Tagger, Training};
use glossweave_testing::Stopwatch;

const NAMES: &str = "uri,label,type\n\
    http://example.org/nice,Nice,http://schema.org/City\n\
    http://example.org/reading,Reading,http://schema.org/City\n";

fn corpus() -> Corpus {
    let mut text = String::new();
    for place in ["Nice", "Reading", "Cork", "Dublin"] {
        for verb in ["went", "moved", "drove", "walked"] {
            text += &format!("We O\n{verb} O\nto O\n{place} B-LOC\n. O\n\n").replace("\\\n", "\n");
        }
    }
    for word in ["weather", "people", "cars", "lamps"] {
        text += &format!("Nice O\n{word} O\n. O\n\nI O\nlike O\nreading O\n{word} O\n. O\n\n")
            .replace("\\\n", "\n");
    }
    Corpus::from_conll(&text).unwrap()
}

fn names() -> Dictionary {
    let builder = Dictionary::builder().with_case(LabelCase::Folded);
    builder.csv(NAMES.as_bytes()).unwrap().build().unwrap()
}

fn model() -> MentionModel {
    let training = MentionTraining::default().with_language("en");
    MentionModel::train(&corpus(), &names(), &training).unwrap()
}

fn found(names: &Dictionary, text: &str) -> Vec<String> {
    let found = names.recognize(&Passage::new(text)).unwrap();
    found.iter().map(|annotation| text[annotation.span().range()].to_owned()).collect()
}

#[test]
fn names_are_found_where_they_are_meant() {
    let (raw, names) = (names(), names().with_mention_model(model()));
    for (text, all, likely) in [
        ("We ran to Nice .", vec!["Nice"], vec!["Nice"]),
        ("Nice people . We like reading .", vec!["Nice", "reading"], vec![]),
        ("They drove to Reading .", vec!["Reading"], vec!["Reading"]),
    ] {
        assert_eq!(found(&raw, text), all, "{text}");
        assert_eq!(found(&names, text), likely, "{text}");
    }
}

#[test]
fn the_confidence_is_the_probability_of_a_mention() {
    let names = names().with_mention_model(model());
    let found = names.recognize(&Passage::new("We went to Nice .")).unwrap();
    let confidence = found[0].confidence().unwrap();
    assert!((0.5..1.0).contains(&confidence), "{confidence}");
}

/// Returns a tagger that was trained on locations after `to`, or on other text if `is_location` is
/// `false`.
fn tagger(is_location: bool) -> Tagger {
    let mut text = "Mary B-PER\nsang O\n. O\n\n".repeat(8);
    for place in ["Nice", "Reading", "Cork", "Dublin"] {
        for verb in ["went", "moved", "drove", "walked"] {
            let tag = if is_location { "B-LOC" } else { "O" };
            text += &format!("We O\n{verb} O\nto O\n{place} {tag}\n. O\n\n");
        }
    }
    Tagger::train(&Corpus::from_conll(&text).unwrap(), &Training::default()).unwrap()
}

#[test]
fn a_tagger_raises_and_lowers_the_probability_of_a_mention() {
    let confidence = |model: MentionModel| {
        let names = names().with_mention_model(model.with_threshold(0.0));
        let found = names.recognize(&Passage::new("We went to Nice .")).unwrap();
        found[0].confidence().unwrap()
    };
    let alone = confidence(model());
    let [with, against] =
        [true, false].map(|is_name| confidence(model().with_tagger(tagger(is_name))));
    assert!(alone > 0.9 && with > 0.9 && against < 0.8, "{against} {alone} {with}");
    assert_eq!(confidence(model().with_tagger(tagger(false)).without_tagger()), alone);
}

#[test]
fn text_of_another_language_is_searched_as_before() {
    let names = names().with_mention_model(model());
    let german: Language = "de".parse().unwrap();
    let found = names.recognize(&Passage::new("Nice ist gut").with_language(&german)).unwrap();
    assert_eq!((found.len(), found[0].confidence()), (1, Some(1.0)));
}

#[test]
fn what_is_saved_is_opened_again() {
    let model = model();
    let copy = MentionModel::from_bytes(model.to_bytes().unwrap()).unwrap();
    assert_eq!(copy.revision(), model.revision());
    assert!(copy.languages().eq(["en"]));
    copy.verify().unwrap();
    let mut bytes = model.to_bytes().unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = MentionModel::from_bytes(bytes).and_then(|model| model.verify());
    assert_eq!(damaged.unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(MentionModel::from_bytes(vec![0; 99]).unwrap_err().kind(), ErrorKind::Storage);
}

#[test]
fn a_corpus_without_mentions_is_refused() {
    let corpus = Corpus::from_conll("To O\nCork O\n").unwrap();
    let error = MentionModel::train(&corpus, &names(), &MentionTraining::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

/// Returns a model that was trained only on persons.
fn strict_model() -> MentionModel {
    let mut text = String::new();
    for word in ["weather", "people", "cars", "lamps"] {
        text +=
            &format!("Nice O\n{word} O\nof O\nMetformin O\nfrom O\nWiener O\nLinien O\n. O\n\n")
                .repeat(4);
        text += &format!("We O\nmet O\nMary B-PER\nand O\n{word} O\n. O\n\n");
    }
    let training = MentionTraining::default().with_language("en");
    MentionModel::train(&Corpus::from_conll(&text).unwrap(), &names(), &training).unwrap()
}

#[test]
fn a_unique_name_that_is_no_common_word_is_reported_whatever_the_model_says() {
    let table = "uri,label,type
        http://example.org/1,Metformin,https://schema.org/Product
        http://example.org/2,Wiener Linien,https://schema.org/Organization
        http://example.org/3,Nice,http://schema.org/City
        http://example.org/4,Linien,
        http://example.org/5,Linien,\n"
        .replace("        ", "");
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let text = "Nice weather of Metformin from Wiener Linien.";
    let judged = names.clone().with_mention_model(strict_model());
    assert_eq!(found(&judged, text), ["Metformin", "Wiener Linien"]);
    let all = judged.recognize(&Passage::new(text)).unwrap();
    assert!(all.iter().all(|annotation| annotation.confidence().unwrap() < 0.3), "{all:?}");
    // If a threshold is set, it is the minimum probability of every name.
    let judged = names.with_mention_model(strict_model().with_threshold(0.99));
    assert_eq!(found(&judged, text), [""; 0]);
}

#[test]
fn a_class_never_lowers_recall() {
    let judged = |class: &str| {
        let table = format!("uri,label,type\nhttp://example.org/nice,Nice,{class}\n");
        let names = Dictionary::from_csv(table.as_bytes()).unwrap().with_mention_model(model());
        names.recognize(&Passage::new("We went to Nice .")).unwrap()
    };
    let (place, person) = (judged("http://schema.org/City"), judged("http://schema.org/Person"));
    assert_eq!((judged("").len(), place.len(), person.len()), (1, 1, 1));
    assert!(person[0].confidence() < place[0].confidence());
}

#[test]
fn withheld_names_are_listed_as_skipped() {
    let skipped = std::sync::Mutex::default();
    let passage = Passage::new("Nice people . Nice cars . We like reading . We went to Nice .");
    let names = names().with_mention_model(model());
    assert_eq!(names.recognize(&passage.with_skipped(&skipped)).unwrap().len(), 1);
    let skipped = skipped.into_inner().unwrap();
    let rows: Vec<_> = skipped.iter().map(|part| (part.subject(), part.message())).collect();
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), ["Nice", "reading"]);
    assert!(rows[0].1.starts_with("`Nice` occurs 2 times with a probability"), "{rows:?}");
}

#[test]
fn a_term_in_lower_case_among_names_is_not_judged() {
    let towns: String =
        (0..19).map(|number| format!("http://example.org/{number},Town {number},\n")).collect();
    let table =
        format!("uri,label,case\n{towns}a:a,nice people,\na:b,gastroscopy,\na:c,reading,term\n");
    let names = Dictionary::from_csv(table.as_bytes()).unwrap().with_mention_model(strict_model());
    assert_eq!(
        found(&names, "Some nice people like gastroscopy and reading."),
        ["nice people", "gastroscopy", "reading"]
    );
}

#[test]
fn redaction_asks_no_model() {
    let names = names().with_mention_model(model());
    let passage = Passage::new("Nice people . We like reading .").with_all_names();
    assert_eq!(names.recognize(&passage).unwrap().len(), 2);
}

#[test]
fn labels_of_terms_are_not_judged() {
    let judged = |table: &str| {
        let names = Dictionary::from_csv(table.as_bytes()).unwrap();
        found(&names.with_mention_model(model()), "Nice people . We like reading .")
    };
    let terms = "uri,label\nhttp://example.org/nice,nice\nhttp://example.org/reading,reading\n";
    assert_eq!(judged(terms), ["Nice", "reading"]);
    // A few labels without capitals among names are not terms.
    let few = format!("{NAMES}http://example.org/read,reading,http://schema.org/City\n");
    let more: String =
        (0..9).map(|number| format!("http://example.org/{number},Town {number},\n")).collect();
    assert_eq!(judged(&(few + &more)), Vec::<String>::new());
}

#[test]
fn a_text_without_spaces_takes_time_by_its_length() {
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/east,東\n".as_bytes()).unwrap();
    let names = names.with_mention_model(model().with_threshold(0.0));
    let text = "東".repeat(100_000);
    let start = Stopwatch::start();
    assert_eq!(names.recognize(&Passage::new(&text)).unwrap().len(), 100_000);
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn names_of_dictionaries_are_lists_as_names_are() {
    let table = "uri,label,type\n\
        a:1,Dún Laoghaire,http://schema.org/City\n\
        a:2,O'Neill-Smith,http://schema.org/Person\n\
        a:3,Galway,http://schema.org/City\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let training = |training: Training| {
        let text = "To O\nGalway B-LOC\n. O\n\nTo O\nCork B-LOC\n. O\n";
        Tagger::train(&Corpus::from_conll(text).unwrap(), &training).unwrap().revision()
    };
    let listed = training(Training::default().with_dictionary(&names).unwrap());
    let from_names =
        Training::default().with_names(["O'Neill-Smith"]).with_names(["Galway", "Dún Laoghaire"]);
    assert_eq!(listed, training(from_names));
    assert_ne!(listed, training(Training::default()));
}
