mod common;
mod damage;
#[cfg(feature = "rdf")]
mod graph;
mod law;
mod mention;
mod table;

use super::*;
use glossweave_base::ErrorKind;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_testing::count;

fn dictionary(labels: &[&str]) -> Dictionary {
    let mut builder = Dictionary::builder();
    for (number, label) in labels.iter().enumerate() {
        let uri = format!("http://example.org/{number}");
        builder.add(&Entry::new(&uri, label)).unwrap();
    }
    builder.build().unwrap()
}

fn found<'t>(dictionary: &Dictionary, text: &'t str) -> Vec<&'t str> {
    let annotations = dictionary.recognize(&Passage::new(text)).unwrap();
    annotations.iter().map(|annotation| &text[annotation.span().range()]).collect()
}

#[test]
fn the_longest_match_from_the_left_wins() {
    let names = dictionary(&["New York", "York", "New York City", "City of London", "Newry"]);
    assert_eq!(
        found(&names, "New York City of London, York; Newry Yorkers, New\tYork"),
        ["New York City", "York", "Newry", "New\tYork"]
    );
}

#[test]
fn spellings_fold_and_words_are_whole() {
    let names =
        dictionary(&["Café", "O'Neill", "Jean-Paul", "東京", "ไทย", "C++", "Strasse", "3.5"]);
    for (text, expected) in [
        ("a CAFE\u{301}, Cafe, cafés", &["CAFE\u{301}"][..]),
        ("O’NEILL’s", &["O’NEILL"]),
        ("jean‐paul Jean Paul Jean--Paul", &["jean‐paul", "Jean--Paul"]),
        ("私は東京都に", &["東京"]),
        ("ประเทศไทยสวย", &["ไทย"]),
        ("C++, C+", &["C++"]),
        ("straße STRAẞE", &["straße", "STRAẞE"]),
        ("13.5 3.5.", &["3.5"]),
        ("Ca\u{AD}fé\u{AD} x", &["Ca\u{AD}fé"]),
    ] {
        assert_eq!(found(&names, text), expected, "{text}");
    }
}

#[cfg(feature = "cjk")]
#[test]
fn a_match_cuts_no_word_of_a_script_without_spaces() {
    let names = dictionary(&["京都", "都", "大学", "北京大学", "北京", "กรุงเทพ", "พมหา", "IT企業"]);
    for (text, expected) in [
        ("東京都と京都", &["都", "京都"][..]),
        // If the longest name cuts a word, a shorter name is used.
        ("北京大学生", &["北京", "大学"]),
        ("北京大学", &["北京大学"]),
        ("กรุงเทพมหานคร", &["กรุงเทพ"]),
        ("IT企業", &["IT企業"]),
    ] {
        assert_eq!(found(&names, text), expected, "{text}");
    }
}

#[cfg(feature = "cjk")]
#[test]
fn words_of_a_long_stretch_are_cut_once() {
    // All names match up to the end of a long stretch, where they cut a word.
    let words = "東京都".repeat(20);
    let label = |n: usize| format!("{words} {}東", &words[..n / 20 * 9]);
    let labels: Vec<String> = (0..400).map(|n| label(n)[n % 20 * 9..].to_owned()).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let names = dictionary(&labels);
    let stretch = "東京都".repeat(count(20_000, 100_000));
    let begun = glossweave_testing::Stopwatch::start();
    assert_eq!(found(&names, &format!("{stretch} {stretch}")), [""; 0]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn a_match_cuts_no_mark_from_its_base() {
    let names = dictionary(&["cafe", "👩", "🇩", "x"]);
    assert_eq!(found(&names, "cafe\u{301} 👩\u{200D}👧 👩🏽 🇩🇪 x\u{323}"), [""; 0]);
    assert_eq!(found(&names, "👩👧"), ["👩"]);
}

#[test]
fn short_capitals_are_found_in_capitals_only() {
    let names = dictionary(&["US", "WHO", "UNESCO", "us that"]);
    assert_eq!(found(&names, "who told us? WHO, US, Us, unesco"), ["WHO", "US", "unesco"]);
    assert_eq!(found(&names, "us that"), ["us that"]);
}

#[test]
fn a_match_stays_within_its_piece() {
    let names = dictionary(&["New York", "York", "東京"]);
    let text = "New York 東京";
    let pieces = [TextSpan::new(0, 4), TextSpan::new(4, 12), TextSpan::new(12, 15)];
    let annotations = names.recognize(&Passage::new(text).with_blocks(&pieces)).unwrap();
    assert_eq!(annotations.len(), 1);
    assert_eq!(annotations[0].span(), TextSpan::new(4, 8));
    let cut = [TextSpan::new(0, 10)];
    let error = names.recognize(&Passage::new(text).with_blocks(&cut)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn a_language_passes_over_the_others() {
    let table = "uri,label,language,weight\n\
        http://e.org/de,Gift,de-AT,9\nhttp://e.org/en,gift,en,2\nhttp://e.org/any,GIFT,,1\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let idents = |tag: Option<&str>| {
        let language = tag.map(|tag| Language::parse(tag).unwrap());
        let mut passage = Passage::new("a Gift");
        if let Some(language) = &language {
            passage = passage.with_language(language);
        }
        let found = names.recognize(&passage).unwrap();
        found[0].as_entity().unwrap().idents.iter().map(|id| id[13..].to_owned()).collect()
    };
    let expect = |tag, expected: &[&str]| {
        let found: Vec<String> = idents(tag);
        assert_eq!(found, expected, "{tag:?}");
    };
    expect(None, &["de", "en"]);
    expect(Some("DE"), &["de"]);
    expect(Some("en-GB"), &["en"]);
}

#[test]
fn the_greatest_weight_comes_first_and_confidence_is_its_part() {
    let mut builder = Dictionary::builder();
    for number in 0..7u32 {
        let uri = format!("http://e.org/{number}");
        let class = format!("http://e.org/class/{number}");
        let classes = [&*class, "http://e.org/Place"];
        let entry = Entry::new(&uri, "Cork").with_classes(&classes).weighing(f64::from(number % 4));
        builder.add(&entry).unwrap();
        builder.add(&entry.weighing(0.0)).unwrap();
    }
    let names = builder.build().unwrap();
    assert_eq!((names.labels(), names.entries()), (1, 7));
    let found = names.recognize(&Passage::new("Cork")).unwrap();
    let entity = found[0].as_entity().unwrap();
    let idents: Vec<&str> = entity.idents.iter().map(|id| &id[13..]).collect();
    assert_eq!(idents, ["3", "2", "6", "1", "5"]);
    let classes: Vec<&str> = entity.classes.iter().map(|class| &**class).collect();
    assert_eq!(classes, ["http://e.org/class/3", "http://e.org/Place"]);
    assert_eq!(entity.confidence, Some(0.3333));
}

#[test]
fn confidence_stays_between_zero_and_one() {
    for weights in [&[0.0, 0.0][..], &[f64::MAX, f64::MAX], &[f64::MIN_POSITIVE, 0.0], &[5e-324]] {
        let mut builder = Dictionary::builder();
        for (number, weight) in weights.iter().enumerate() {
            let uri = format!("http://e.org/{number}");
            builder.add(&Entry::new(&uri, "Cork").weighing(*weight)).unwrap();
        }
        let found = builder.build().unwrap().recognize(&Passage::new("Cork")).unwrap();
        let confidence = found[0].confidence().unwrap();
        assert!(confidence > 0.0 && confidence <= 1.0, "{weights:?} {confidence}");
    }
}

#[test]
fn an_entry_that_cannot_be_taken_leaves_the_builder_as_it_was() {
    let long = "x ".repeat(MAX_TOKENS + 1);
    let huge = "x".repeat(10 << 20);
    let good = Entry::new("http://e.org/x", "x");
    for (entry, kind) in [
        (Entry::new("", "x"), ErrorKind::Invalid),
        (Entry::new("no iri", "x"), ErrorKind::Invalid),
        (Entry::new("http://e.org/a b", "x"), ErrorKind::Invalid),
        (Entry::new("http://e.org/x", " \u{AD}\u{200B} "), ErrorKind::Invalid),
        (good.weighing(f64::NAN), ErrorKind::Invalid),
        (good.weighing(-1.0), ErrorKind::Invalid),
        (good.in_language("not a tag"), ErrorKind::Invalid),
        (good.with_classes(&["Place"]), ErrorKind::Invalid),
        (Entry::new("http://e.org/x", &long), ErrorKind::TooLarge),
        (Entry::new("http://e.org/x", &huge), ErrorKind::TooLarge),
    ] {
        let mut builder = Dictionary::builder();
        let error = builder.add(&entry).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().len() < 300);
        assert_eq!(builder.build().unwrap().entries(), 0);
    }
}

#[test]
fn korean_particles_are_no_part_of_a_name() {
    let names = dictionary(&["서울", "박지은", "한국 은행", "국회"]);
    for (text, expected) in [
        ("서울에서 만났다. 서울은 크다.", &["서울", "서울"][..]),
        ("박지은은 한국 은행에서는 일한다", &["박지은", "한국 은행"]),
        ("박지은 국회로부터", &["박지은", "국회"]),
        ("서울역 국회의원", &[]),
    ] {
        assert_eq!(found(&names, text), expected, "{text}");
    }
}

#[test]
fn parts_of_addresses_are_no_names() {
    let names = dictionary(&["Roe", "Jane Roe", "jane@roe.example", "Cork"]);
    let text = "https://Roe.example/Cork, Jane@Roe.example; Cork@a.example (Cork) www.cork.example Jane Roe";
    assert_eq!(found(&names, text), ["Jane@Roe.example", "Cork", "Jane Roe"]);
}

#[test]
fn labels_that_are_prefixes_of_each_other_cost_no_more_than_their_length() {
    let words = vec!["a"; MAX_TOKENS].join(" ");
    let labels: Vec<&str> = (1..=MAX_TOKENS).map(|count| &words[..count * 2 - 1]).collect();
    let names = dictionary(&labels);
    let words_of_text = count(20_000, 100_000);
    let text = "a ".repeat(words_of_text);
    let longest = found(&names, &text);
    assert_eq!(longest.len(), words_of_text.div_ceil(MAX_TOKENS));
    assert_eq!(longest[0], words);
    // No label applies, so that all labels are tried at each start.
    let french = Language::parse("fr").unwrap();
    let mut builder = Dictionary::builder();
    for label in &labels {
        builder.add(&Entry::new("http://example.org/a", label).in_language("en")).unwrap();
    }
    let passage = Passage::new(&text[..20_000]).with_language(&french);
    assert_eq!(builder.build().unwrap().recognize(&passage).unwrap(), []);
    // The worst case: the whole chain is followed at each start without a match.
    let label = format!("{} b", vec!["a"; MAX_TOKENS - 1].join(" "));
    assert_eq!(found(&dictionary(&[&label]), &text), [""; 0]);
}

#[test]
fn one_label_of_many_entities_is_still_fast() {
    let mut builder = Dictionary::builder();
    for number in 0..20_000 {
        builder.add(&Entry::new(&format!("http://e.org/{number}"), "Cork")).unwrap();
    }
    let names = builder.build().unwrap();
    assert_eq!(names.entries(), 16);
    assert_eq!(found(&names, &"Cork ".repeat(10_000)).len(), 10_000);

    let mut builder = Dictionary::builder();
    for number in 0..20_000 {
        let (uri, class) = (format!("http://e.org/{number}"), format!("http://e.org/C{number}"));
        builder.add(&Entry::new(&uri, "Cork").with_classes(&[&class])).unwrap();
    }
    let names = builder.build().unwrap();
    assert_eq!(names.entries(), 1024);
    let text = "Cork ".repeat(10_000);
    assert_eq!(found(&names, &text).len(), 10_000);
    assert_eq!(of_class(&names, &text, "http://e.org/C1023").len(), 10_000);
}

/// Returns the IRIs of the entities of a class for each name.
fn of_class(names: &Dictionary, text: &str, class: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let is_wanted = |classes: &str| classes.split(' ').any(|iri| iri == class);
    let visit = |_, candidates: &mut dyn ExactSizeIterator<Item = Result<Candidate<'_>>>| {
        all.push(candidates.map(|candidate| candidate.unwrap().ident.to_owned()).collect());
        Ok(())
    };
    names
        .each_candidates(&Passage::new(text), Some(&is_wanted), super::Doubtful::Confirmed, visit)
        .unwrap();
    all
}

#[test]
fn what_is_of_a_class_is_found_behind_many_others() {
    let mut builder = Dictionary::builder();
    let (person, town, port) = ("http://e.org/Person", "http://e.org/Town", "http://e.org/Port");
    for number in 0..40 {
        let uri = format!("http://e.org/{number}");
        let entry = Entry::new(&uri, "Lincoln").weighing(100.0 - f64::from(number));
        builder.add(&entry.with_classes(&[person])).unwrap();
    }
    for (uri, classes, weight) in [
        ("http://e.org/town", &[town][..], 2.0),
        ("http://e.org/port", &[town, port], 3.0),
        ("http://e.org/other", &[town], 1.0),
    ] {
        builder.add(&Entry::new(uri, "Lincoln").with_classes(classes).weighing(weight)).unwrap();
    }
    builder.add(&Entry::new("http://e.org/park", "Lincoln Park")).unwrap();
    let names = builder.build().unwrap();
    let text = "lincoln";
    assert_eq!(names.entries(), 16 + 3 + 1);
    let towns = ["http://e.org/port", "http://e.org/town", "http://e.org/other"];
    assert_eq!(of_class(&names, text, town), [towns]);
    assert_eq!(of_class(&names, text, port), [&towns[..1]]);
    assert_eq!(of_class(&names, text, person)[0].len(), 16);
    // The longest name is used, even if none of its entities has the class.
    assert_eq!(of_class(&names, "Lincoln Park", town), [[""; 0]]);
    let found = names.recognize(&Passage::new(text)).unwrap();
    let best: Vec<Box<str>> = (0..5).map(|at| format!("http://e.org/{at}").into()).collect();
    assert_eq!(found[0].as_entity().unwrap().idents, best);
}

#[test]
fn threads_share_one_dictionary() {
    let names = dictionary(&["Cork", "New York", "Zürich"]);
    let text = "Cork, new york and ZU\u{308}RICH. ".repeat(500);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let names = names.clone();
            scope.spawn(|| {
                let names = names;
                for _ in 0..5 {
                    assert_eq!(found(&names, &text).len(), 1500);
                }
            });
        }
    });
}

#[test]
fn nothing_is_found_by_an_empty_dictionary_or_in_an_empty_text() {
    assert_eq!(found(&dictionary(&[]), "Cork"), [""; 0]);
    assert_eq!(found(&dictionary(&["Cork"]), ""), [""; 0]);
    assert_eq!(found(&dictionary(&["Cork"]), "\u{301}\u{FEFF} \u{AD}"), [""; 0]);
}

#[test]
fn a_shorter_label_is_found_where_the_longer_one_does_not_apply() {
    let mut builder = Dictionary::builder();
    for (label, language) in [("New", "en"), ("New York", "en"), ("New York City", "fr")] {
        builder.add(&Entry::new("http://e.org/x", label).in_language(language)).unwrap();
    }
    builder.add(&Entry::new("http://e.org/x", "Q B")).unwrap();
    builder.add(&Entry::new("http://e.org/x", "q")).unwrap();
    let names = builder.build().unwrap();
    let text = "New York City, q b, Q B";
    let english = Language::parse("en").unwrap();
    let annotations = names.recognize(&Passage::new(text).with_language(&english)).unwrap();
    let found: Vec<&str> =
        annotations.iter().map(|annotation| &text[annotation.span().range()]).collect();
    assert_eq!(found, ["New York", "q", "Q B"]);
}

#[test]
fn weights_have_ranks_among_all_of_a_dictionary() {
    let mut builder = Dictionary::builder();
    for number in 0..2000 {
        let (uri, label) = (format!("http://e.org/{number}"), format!("Town {number}"));
        builder.add(&Entry::new(&uri, &label).weighing(f64::from(number))).unwrap();
    }
    let names = builder.build().unwrap();
    let rank = |weight: f64| names.index_file.weight_rank(weight);
    assert_eq!(
        [0.0, 999.0, 1001.0, 1501.0, 1950.0, 1999.5].map(rank),
        [0, 0, 1, 2, 4, 7].map(Some)
    );
    let mut builder = Dictionary::builder();
    builder.add(&Entry::new("http://e.org/a", "Cork")).unwrap();
    builder.add(&Entry::new("http://e.org/b", "Cobh")).unwrap();
    assert_eq!(builder.build().unwrap().index_file.weight_rank(1.0), None);
}

#[test]
fn labels_are_found_in_their_case() {
    let table = "uri,label,case\nhttp://e.org/a,Of,capital\nhttp://e.org/b,Bath,exact\n\
        http://e.org/c,Reading,upper\nhttp://e.org/d,nice,folded\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let text = "of Of OF bath Bath BATH reading Reading READING nice Nice NICE";
    let found = names.recognize(&Passage::new(text)).unwrap();
    let found: Vec<_> = found.iter().map(|annotation| &text[annotation.span().range()]).collect();
    assert_eq!(found, ["Of", "OF", "Bath", "READING", "nice", "Nice", "NICE"]);
    let error =
        Dictionary::from_csv(&b"uri,label,case\nhttp://e.org/a,Of,title\n"[..]).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    assert!(error.message().contains("`title`"), "{error}");
}
