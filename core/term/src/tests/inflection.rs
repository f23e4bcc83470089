use proptest::prelude::*;

use super::find::{base, words};

const COLUMNS: &str = "concept,term,language,pos\n";

fn terms(rows: &str) -> crate::TermBase {
    base(&format!("{COLUMNS}{rows}"))
}

fn confidence(base: &crate::TermBase, text: &str, tag: &str) -> f64 {
    let found = base.find(
        &glossweave_document::recognizer::Passage::new(text),
        &tag.parse().unwrap(),
        None,
        None,
    );
    found.unwrap()[0].senses[0].confidence
}

#[test]
fn a_german_noun_is_found_with_a_capital_only() {
    let base = terms("1,Recht,de,noun\n2,Leber,de,\n3,Kläger,de,\n");
    assert_eq!(words(&base, "Er hat recht, das Recht und die Rechte.", "de"), ["Recht", "Rechte"]);
    assert_eq!(words(&base, "Sie leben, und die Leber arbeitet.", "de"), ["Leber"]);
    assert_eq!(words(&base, "Die Klage klagender Kläger", "de"), ["Kläger"]);
    assert_eq!(words(&base, "DAS RECHT", "de"), ["RECHT"]);
    assert_eq!(words(&base, "das recht", "de"), ["recht"]);
}

#[test]
fn a_german_adjective_has_a_capital_at_the_start_of_a_sentence_only() {
    let base = terms("1,arm,de,adjective\n2,Arm,de,noun\n");
    let found = |text: &str| super::find::found(&base, text, "de");
    let pair = |text: &str, concept: &str| vec![(text.to_owned(), concept.to_owned())];
    assert_eq!(found("Arme Leute."), pair("Arme", "1"));
    assert_eq!(found("Arme und Beine."), pair("Arme", "2"));
    assert_eq!(found("In den Armen."), pair("Armen", "2"));
    assert_eq!(found("Es gibt arme Leute."), pair("arme", "1"));
}

#[test]
fn terms_in_lower_case_are_found_where_a_term_base_has_no_capitals() {
    assert_eq!(words(&base("concept,term,language\n1,haus,de\n"), "Zwei Häuser", "de"), ["Häuser"]);
    let mixed = base("concept,term,language\n1,fällig,de\n2,Haus,de\n");
    assert_eq!(words(&mixed, "Das Fällige am Haus ist fällig", "de"), ["Haus", "fällig"]);
}

#[test]
fn a_function_word_is_no_form_of_a_term() {
    let german = terms("1,sicher,de,adjective\n");
    assert_eq!(words(&german, "Er ist sich sicher.", "de"), ["sicher"]);
    let dutch = terms("1,bij,nl,noun\n");
    assert_eq!(words(&dutch, "Bij het loket, de bij, drie bijen", "nl"), ["bij", "bijen"]);
    let english = base("concept,term,language\n1,use,en\n");
    assert_eq!(words(&english, "uses and use", "en"), ["uses", "use"]);
}

#[test]
fn forms_that_the_stemmer_does_not_unite_are_found() {
    for (language, pos, term, forms) in [
        ("de", "noun", "Lehrerin", "Lehrerinnen"),
        ("de", "noun", "Firma", "Firmen"),
        ("de", "verb", "kündigen", "kündigt kündigte kündigten gekündigt"),
        ("nl", "noun", "huis", "huizen"),
        ("nl", "noun", "brief", "brieven"),
        ("nl", "noun", "schip", "schepen"),
        ("nl", "noun", "mogelijkheid", "mogelijkheden"),
        ("nl", "verb", "betalen", "betaalt betaalde betaald"),
        ("nl", "verb", "meten", "meet meette gemeten"),
        ("nl", "adjective", "stijf", "stijve"),
        ("fr", "noun", "travail", "travaux"),
        ("fr", "adjective", "actif", "active actives"),
        ("fr", "adjective", "blanc", "blanche blancs"),
    ] {
        let base = terms(&format!("1,{term},{language},{pos}\n"));
        for form in forms.split(' ') {
            assert_eq!(words(&base, &format!("X {form}"), language), [form], "{term} {form}");
        }
    }
}

#[test]
fn forms_of_other_words_with_the_same_stem_are_not_found() {
    for (language, pos, term, others) in [
        ("de", "noun", "Ton", "Tonne Tonnen"),
        ("de", "noun", "Bürger", "Burg Burgen"),
        ("de", "noun", "Mieter", "Miete Mieten"),
        ("nl", "noun", "lever", "leveren"),
        ("nl", "noun", "bot", "boot boten"),
        ("nl", "noun", "boot", "bot botten"),
        ("fr", "noun", "juge", "jugement juger"),
        ("fr", "noun", "marché", "marche marcher"),
        ("fr", "noun", "courant", "cours courent"),
    ] {
        let base = terms(&format!("1,{term},{language},{pos}\n"));
        for other in others.split(' ') {
            assert_eq!(words(&base, &format!("X {other}"), language), [""; 0], "{term} {other}");
        }
    }
}

#[test]
fn neighbours_rule_out_words_of_another_part_of_speech() {
    let french = terms("1,marche,fr,noun\n2,marché,fr,noun\n3,mesurer,fr,verb\n");
    assert_eq!(words(&french, "Il marche vers la marche du marché", "fr"), ["marche", "marché"]);
    assert_eq!(words(&french, "Ils ont marché. On mesure la mesure.", "fr"), ["mesure"]);
    let dutch = terms("1,wond,nl,noun\n2,boek,nl,noun\n");
    assert_eq!(words(&dutch, "Zij wond zich op. De wond heelt.", "nl"), ["wond"]);
    assert_eq!(words(&dutch, "Het is niet te boeken; boeken", "nl"), ["boeken"]);
    let german = terms("1,starr,de,adjective\n");
    assert_eq!(words(&german, "Sie starren. Das starre Rad", "de"), ["starre"]);
    // Without a part of speech, no match is ruled out.
    let unknown = base("concept,term,language\n1,marche,fr\n");
    assert_eq!(words(&unknown, "Il marche", "fr"), ["marche"]);
}

#[test]
fn the_word_itself_is_surer_than_its_forms() {
    let base = terms("1,Haus,de,noun\n2,Wunde,de,noun\n3,star,en,\n");
    assert!(confidence(&base, "das Haus", "de") > confidence(&base, "die Häuser", "de"));
    assert!(confidence(&base, "Die Wunde", "de") > confidence(&base, "Wunde Stellen", "de"));
    assert!(confidence(&base, "a star", "en") > confidence(&base, "two stars", "en"));
}

#[test]
fn other_languages_have_their_forms_by_stems() {
    for (language, term, form) in [
        ("da", "stor bil", "store biler"),
        ("en", "study", "studies"),
        ("en", "study", "studied"),
        ("es", "agujero negro", "agujeros negros"),
        ("it", "lavoro", "lavori"),
        ("ru", "звезда", "звёзды"),
        ("sv", "hus", "husen"),
        ("fi", "talo", "talot"),
    ] {
        let base = base(&format!("concept,term,language\n1,{term},{language}\n"));
        assert_eq!(words(&base, form, language), [form], "{term}");
    }
}

fn language() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["de", "nl", "fr", "en", "es", "ru", "ja", "xx"])
}

fn part_of_speech() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["", "noun", "verb", "adjective", "adverb"])
}

proptest! {
    #[test]
    fn any_term_and_text_can_be_compared(
        term in "[a-zA-ZäöüßéèœçĳÀ-ÿ '’-]{0,9}[a-zé]",
        text in "[a-zA-Zäöüßéèœç '’.-]{0,30}",
        language in language(),
        part in part_of_speech(),
    ) {
        let base = terms(&format!("1,\"{term}\",{language},{part}\n"));
        for text in [&text, &format!("{term}en {text} ge{term}t, {term}e")] {
            let _ = words(&base, text, language);
        }
    }

    #[test]
    fn a_term_is_found_as_it_is_written(
        term in "[a-zäöüéè]{4,12}",
        language in language(),
        part in part_of_speech(),
    ) {
        let base = terms(&format!("1,{term},{language},{part}\n"));
        prop_assert_eq!(words(&base, &term, language), [term]);
    }
}
