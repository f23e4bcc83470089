use crate::{TermBase, TermStatus};
use glossweave_base::text::Language;
use glossweave_document::recognizer::Passage;

pub(super) fn base(table: &str) -> TermBase {
    TermBase::builder().csv(table.as_bytes()).unwrap().build().unwrap()
}

fn language(tag: &str) -> Language {
    tag.parse().unwrap()
}

pub(super) fn found(base: &TermBase, text: &str, tag: &str) -> Vec<(String, String)> {
    let found = base.find(&Passage::new(text), &language(tag), None, None).unwrap();
    let pair = |term_match: &crate::TermMatch<'_>| {
        (text[term_match.span.range()].to_owned(), term_match.senses[0].concept.to_owned())
    };
    found.iter().map(pair).collect()
}

pub(super) fn words(base: &TermBase, text: &str, tag: &str) -> Vec<String> {
    found(base, text, tag).into_iter().map(|pair| pair.0).collect()
}

#[test]
fn forms_of_a_term_are_found_in_its_language() {
    let base = base(
        "concept,term,language\n1,black hole,en\n2,Windkraftanlage,de\n3,agujero negro,es\n\
         4,étoile à neutrons,fr\n5,データ,ja\n6,contact lens,en\n",
    );
    assert_eq!(
        words(&base, "a contact lens, contact lenses", "en"),
        ["contact lens", "contact lenses"]
    );
    assert_eq!(
        words(&base, "Two Black Holes, one black hole", "en"),
        ["Black Holes", "black hole"]
    );
    assert_eq!(words(&base, "Die Windkraftanlagen stehen", "de-AT"), ["Windkraftanlagen"]);
    assert_eq!(words(&base, "los agujeros negros", "es"), ["agujeros negros"]);
    assert_eq!(
        words(&base, "Les E\u{301}TOILES à neutrons.", "fra"),
        ["E\u{301}TOILES à neutrons"]
    );
    assert_eq!(words(&base, "このデータは", "ja"), ["データ"]);
    assert!(words(&base, "black hole", "de").is_empty());
    assert!(words(&base, "black and hole", "en").is_empty());
}

#[test]
fn the_longest_term_is_found_first() {
    let base =
        base("concept,term,language\n1,disk,en\n2,accretion disk,en\n3,accretion disk model,en\n");
    assert_eq!(
        words(&base, "an accretion disk, disks and accretion disk models", "en"),
        ["accretion disk", "disks", "accretion disk models"]
    );
}

#[test]
fn hyphens_spaces_and_nothing_are_variants() {
    let base =
        base("concept,term,language\n1,data base,en\n2,e-mail,en\n3,website,en\n4,data model,en\n");
    for text in ["data base", "data-base", "database", "databases", "Data\u{2011}Bases"] {
        assert_eq!(found(&base, text, "en"), [(text.to_owned(), "1".to_owned())], "{text}");
    }
    for text in ["e-mail", "email", "e mail", "E-mails"] {
        assert_eq!(found(&base, text, "en"), [(text.to_owned(), "2".to_owned())], "{text}");
    }
    assert_eq!(words(&base, "web-sites, web sites", "en"), ["web-sites", "web sites"]);
    assert_eq!(words(&base, "data – base, data, base", "en"), [""; 0]);
}

#[test]
fn two_words_are_one_that_was_split_where_neither_is_a_stop_word() {
    let base = base("concept,term,language\n1,therapist,en\n2,workflow engine,en\n3,nowhere,en\n");
    assert_eq!(words(&base, "the rapist is now here", "en"), [""; 0]);
    assert_eq!(words(&base, "two work flow engines", "en"), ["work flow engines"]);
    let text = Passage::new("a work flow engine, a workflow engine");
    let found = base.find(&text, &language("en"), None, None).unwrap();
    assert!(found[0].senses[0].confidence < found[1].senses[0].confidence);
}

#[test]
fn a_table_may_have_a_column_for_each_language() {
    let table = "id,en,de-AT,domain,gender\n1,tomato|love apple,Paradeiser,food,m\n2,,Haus,,n\n";
    let base = base(table);
    assert_eq!((base.concepts(), base.terms()), (2, 4));
    assert_eq!(words(&base, "tomatoes and love apples", "en"), ["tomatoes", "love apples"]);
    let concept = base.concept(0).unwrap();
    assert_eq!(concept.terms[2].language.as_str(), "de-AT");
    assert_eq!(concept.terms[2].field("gender"), Some("m"));
}

#[test]
fn what_is_added_again_is_one() {
    let first = "concept,term,language,status,domain\n1,house,en,,building\n1,Haus,de,,\n";
    let builder = TermBase::builder().csv(first.as_bytes()).unwrap();
    let builder = builder.csv(
        "concept,term,language,status\n1,house,en,deprecated\n1,home,en,preferred\n".as_bytes(),
    );
    let base = builder.unwrap().build().unwrap();
    assert_eq!((base.concepts(), base.terms()), (1, 3));
    let text = Passage::new("houses");
    let found = base.find(&text, &language("en"), None, None).unwrap();
    assert_eq!(found[0].senses[0].preferred, Some("home"));
    let again = TermBase::builder().term_base(&base).unwrap().csv(first.as_bytes()).unwrap();
    assert_eq!(again.counts(), [1, 3]);
    assert_eq!(again.concepts()[0].terms[0].status, Some(TermStatus::Deprecated));
}

#[test]
fn a_vocabulary_in_skos_is_read() {
    let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        @prefix xl: <http://www.w3.org/2008/05/skos-xl#> . @prefix ex: <http://example.org/> .
        ex:animal skos:prefLabel 'animal'@en .
        ex:cat skos:prefLabel 'cat'@en, 'Katze'@de ; skos:altLabel 'house cat'@en ;
            skos:hiddenLabel 'kat'@en ; skos:definition 'It purrs.'@en ; skos:broader ex:animal ;
            skos:inScheme ex:zoo ; skos:notation '7' .
        ex:dog xl:prefLabel ex:l1 . ex:l1 xl:literalForm 'dog'@en .
        ex:a skos:broader ex:b . ex:b skos:broader ex:a ; skos:prefLabel 'b'@en .";
    let read =
        |text: &str| TermBase::builder().rdf(text.as_bytes(), glossweave_base::Format::Turtle);
    let base = read(turtle).unwrap().build().unwrap();
    let (text, german) = (Passage::new("kats, house cats, dogs"), language("de"));
    let found = base.find(&text, &language("en"), Some(&german), Some("Animal")).unwrap();
    let iris: Vec<&str> = found.iter().map(|term_match| term_match.senses[0].iri).collect();
    assert_eq!(
        iris,
        ["http://example.org/cat", "http://example.org/cat", "http://example.org/dog"]
    );
    let hidden = &found[0].senses[0];
    assert_eq!((hidden.status, hidden.preferred), (Some(TermStatus::Hidden), Some("cat")));
    assert_eq!(hidden.targets[0].text, "Katze");
    let concept = base.concept(hidden.number).unwrap();
    assert_eq!(concept.domains.len(), 3);
    assert_eq!(&*concept.definitions[0].text, "It purrs.");
    assert_eq!(&*concept.fields[0].name, "notation");
    let error = read("<http://e.org/x> <http://www.w3.org/2004/02/skos/core#prefLabel> 'x' .");
    let message = "`language` is missing for `x` in a label of <http://e.org/x>";
    assert_eq!(error.unwrap_err().message(), message);
}

#[test]
fn abbreviations_are_found_in_capitals() {
    let base = base("concept,term,language\n1,US,en\n2,CPU,en\n3,AIDS,en\n");
    assert_eq!(words(&base, "tell us, the US, aid, an AID", "en"), ["US"]);
    assert_eq!(words(&base, "CPUs and CPU and cpu", "en"), ["CPUs", "CPU"]);
}

#[test]
fn a_discouraged_term_names_the_one_to_use() {
    let base = base(
        "concept,term,language,status,pos\n1,open cluster,en,preferred,noun\n\
         1,galactic cluster,en,superseded,\n1,cúmulo abierto,es,preferred,\n\
         1,cúmulo galáctico,es,deprecated,\n1,racimo,es,hidden,\n",
    );
    let text = Passage::new("galactic clusters, open clusters");
    let found = base.find(&text, &language("en"), Some(&language("es-MX")), None).unwrap();
    let old = &found[0].senses[0];
    assert_eq!((old.status, old.preferred), (Some(TermStatus::Superseded), Some("open cluster")));
    let targets: Vec<_> = old.targets.iter().map(|target| target.text).collect();
    assert_eq!(targets, ["cúmulo abierto", "cúmulo galáctico"]);
    assert!(old.targets[1].status.unwrap().is_discouraged());
    let new = &found[1].senses[0];
    assert_eq!((new.preferred, new.part_of_speech), (None, Some("noun")));
}

#[test]
fn a_domain_ranks_concepts_that_share_a_term() {
    let base = base(
        "concept,term,language,domain\nriver,bank,en,geography\nmoney,bank,en,finance|economy\n\
         seat,bank,en,\n",
    );
    let ranked = |domain: Option<&str>| -> Vec<(&str, f64)> {
        let found = base.find(&Passage::new("banks"), &language("en"), None, domain).unwrap();
        found[0].senses.iter().map(|sense| (sense.concept, sense.confidence)).collect()
    };
    assert_eq!(ranked(Some("Economy"))[0].0, "money");
    assert_eq!(ranked(Some("geography"))[0].0, "river");
    assert_eq!(ranked(Some("music"))[0].0, "seat");
    assert!(ranked(Some("finance"))[0].1 > ranked(None)[0].1);
    assert!(ranked(None).iter().all(|sense| sense.1 > 0.0 && sense.1 <= 1.0));
}

#[test]
fn a_word_that_is_a_term_is_no_form_of_another() {
    let base = base("concept,term,language\n1,universe,en\n2,university,en\n");
    assert_eq!(found(&base, "university", "en"), [("university".into(), "2".into())]);
    assert_eq!(found(&base, "universities", "en")[0].1, "2");
}

#[test]
fn no_term_reaches_across_pieces() {
    let base = base("concept,term,language\n1,black hole,en\n");
    let cells =
        [glossweave_base::text::TextSpan::new(0, 5), glossweave_base::text::TextSpan::new(6, 10)];
    let text = Passage::new("black hole").with_blocks(&cells);
    assert!(base.find(&text, &language("en"), None, None).unwrap().is_empty());
}

#[test]
fn what_one_scan_has_met_is_no_matter_to_another() {
    let base = base("concept,term,language\n1,black hole,en\n2,gift,de\n3,gift,en\n");
    for _ in 0..3 {
        assert_eq!(found(&base, "black holes, gifts", "en")[1].1, "3");
        assert_eq!(found(&base, "das Gift", "de")[0].1, "2");
        assert!(words(&base, "gifts", "de").len() <= 1);
    }
    let all: Vec<_> = std::thread::scope(|scope| {
        let search = || words(&base, "two black holes", "en");
        let threads: Vec<_> = (0..20).map(|_| scope.spawn(search)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(all.iter().all(|result| result == &["black holes"]));
}

#[test]
fn long_texts_are_read_in_batches() {
    let base = base("concept,term,language\n1,black hole,en\n");
    let text = "the black hole is ".repeat(5000);
    let found = base.find(&Passage::new(&text), &language("en"), None, None).unwrap();
    assert_eq!(found.len(), 5000);
    assert!(found.iter().all(|term_match| &text[term_match.span.range()] == "black hole"));
}

#[test]
fn what_is_saved_is_what_is_opened() {
    let base = base(
        "concept,term,language,definition,domain,note,gender\n1,Haus,de,ein Bau,Bau,n,neuter\n1,house,en,,,,\n",
    );
    let file = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    base.save(&file).unwrap();
    let opened = TermBase::open(&file).unwrap();
    opened.verify().unwrap();
    assert_eq!((opened.concepts(), opened.terms()), (1, 2));
    let concept = opened.concept(0).unwrap();
    assert_eq!(concept, base.concept(0).unwrap());
    assert_eq!(&*concept.definitions[0].text, "ein Bau");
    assert_eq!(concept.terms[0].field("gender"), Some("neuter"));
    assert_eq!(concept.iri.as_deref(), Some("urn:x-term:1"));
    assert_eq!(words(&opened, "die Häuser", "de"), ["Häuser"]);
    assert!(opened.concept(1).is_err());
}

#[test]
fn no_byte_of_a_file_can_break_a_scan() {
    let base = base(
        "concept,term,language,status\n1,black hole,en,preferred\n1,agujero negro,es,\n2,hole,en,\n",
    );
    let bytes = glossweave_testing::opened(base.index_file.to_bytes().unwrap());
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            let damaged = glossweave_testing::sealed(&damaged);
            let Ok(damaged) = TermBase::from_bytes(damaged) else { continue };
            let text = Passage::new("black holes and a hole");
            let _ = damaged.find(&text, &language("en"), Some(&language("es")), Some("x"));
            let _ = damaged.concept(0);
        }
    }
}

#[test]
fn rows_that_cannot_be_taken_have_their_place() {
    for (table, message) in [
        (
            "concept,term\n1,a\n",
            "no language for the term at line 2 column 1; add a column `language`, or set the option `language`",
        ),
        (
            "term,language\na,en\n",
            "the header has no column `concept`, found `term`, `language` at line 1 column 1",
        ),
        ("concept,term,language\n1,a,en\n2,,en\n", "`term` is empty at line 3 column 1"),
        (
            "concept,term,language\n1,a,not a tag\n",
            "`language` is `not a tag`, expected a language tag at line 2 column 1",
        ),
        (
            "concept,term,language\n1,a\n",
            "the row has 2 fields, the header has 3 at line 2 column 1",
        ),
        ("concept,term,language\n,a,en\n", "the row has no concept at line 2 column 1"),
        (
            "concept,term,language,status\n1,a,en,purple\n",
            "`status` is `purple`, expected one of preferred, admitted, deprecated, superseded, hidden at line 2 column 1",
        ),
    ] {
        let error = TermBase::builder().csv(table.as_bytes()).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (glossweave_base::ErrorKind::Malformed, message.to_owned())
        );
    }
}

#[test]
fn a_term_with_a_control_character_is_refused_alone() {
    let table =
        "concept,en,es\n1,black hole,agujero\0negro\n2,comet,cometa\n3,st\u{1}ar,estrella\n";
    let builder = TermBase::builder().lenient().csv(table.as_bytes()).unwrap();
    let skipped: Vec<(&str, &str)> =
        builder.skipped().iter().map(|row| (row.subject(), row.message())).collect();
    let message = "`term` contains the control character U+0000";
    assert_eq!(skipped[0], ("row 1", message));
    assert_eq!(skipped[1], ("row 3", "`term` contains the control character U+0001"));
    assert_eq!(builder.counts(), [1, 2]);
    let error = TermBase::builder().csv(table.as_bytes()).map(drop).unwrap_err();
    assert_eq!((error.message(), error.location().unwrap().line()), (message, 2));
}
