mod features;

use std::io::Write as _;

use super::corpus::{Corpus, LabeledSpan, Sentence};
use super::crf::{Lattice, Steps, Tags, Transitions};
use super::file::{IndexFile, TAGGER};
use super::sgd::Random;
use super::{Names, Tagger, Training};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::progress::Progress;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, Recognizer};

#[test]
fn all_schemes_of_tags_say_the_same() {
    let words = ["Mary", "Ann", "met", "Cork", "Galway", "ITV", "Joe"];
    let schemes = [
        ["B-PER", "I-PER", "O", "B-LOC", "B-LOC", "B-ORG", "B-PER"],
        ["I-PER", "I-PER", "O", "I-LOC", "B-LOC", "I-ORG", "I-PER"],
        ["B-PER", "L-PER", "O", "U-LOC", "U-LOC", "U-ORG", "U-PER"],
        ["B-PER", "E-PER", "O", "S-LOC", "S-LOC", "S-ORG", "S-PER"],
    ];
    let read = |tags: [&str; 7]| {
        let lines = words.iter().zip(tags).map(|(word, tag)| format!("{word} X {tag}\n"));
        Corpus::from_conll(&lines.collect::<String>()).unwrap()
    };
    let first = read(schemes[0]);
    assert_eq!(first.classes, ["LOC", "ORG", "PER"]);
    let spans: Vec<_> = first.documents[0][0]
        .mentions
        .iter()
        .map(|mention| (mention.start, mention.end, mention.class))
        .collect();
    assert_eq!(spans, [(0, 2, 2), (3, 4, 0), (4, 5, 0), (5, 6, 1), (6, 7, 2)]);
    for scheme in schemes {
        assert_eq!(read(scheme), first, "{scheme:?}");
    }
    assert_eq!(Corpus::from_conll(&first.to_conll()).unwrap(), first);
}

#[test]
fn broken_columns_are_said_with_their_line() {
    for (text, line) in [("a O\nb\n", 2), ("a O\n\nb X-LOC\n", 3), ("a B-\n", 1), ("a LOC\n", 1)] {
        let error = Corpus::from_conll(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{text}");
        assert_eq!(error.location().unwrap().line(), line, "{text}");
    }
}

#[test]
fn dialects_of_columns_are_the_same_corpus() {
    let expected = Corpus::from_conll("York B-LOC\nis O\n").unwrap();
    for text in [
        "# id 1\tdomain=en\nYork _ _ B-LOC\nis _ _ O\n",
        "#\thttp://a.example [2009]\n1\tYork\tB-LOC\tO\n2\tis\tO\tO\n",
        "York LOC-B\nis O\n",
        "\u{feff}York B-LOC\nis 0\n",
        "word ner\nYork B-LOC\nis O\n",
    ] {
        assert_eq!(Corpus::from_conll(text).unwrap(), expected, "{text}");
    }
    let spaces = Corpus::from_conll("New York\tB-LOC\nis\tO\n").unwrap();
    assert_eq!(spaces.documents[0][0].tokens, ["New York", "is"]);
}

#[test]
fn a_byte_order_mark_is_one_at_the_start_alone() {
    let tokens = |text: &str| {
        let corpus = Corpus::from_conll(text).unwrap();
        corpus.sentences().flat_map(|sentence| sentence.tokens.clone()).collect::<Vec<_>>()
    };
    assert_eq!(tokens("\u{feff}a O\nb\u{feff} O\n"), ["a", "b\u{feff}"]);
    assert_eq!(tokens("a O\n\u{feff}\tO\n\u{feff} O\r\n"), ["a", "\u{feff}", "\u{feff}"]);
    assert_eq!(tokens("\u{feff}\tO\nb O\n"), ["\u{feff}", "b"]);
}

#[test]
fn documents_begin_where_the_corpus_says() {
    let text = "-DOCSTART- -X- O O\n\na O\n\nb O\n\n-DOCSTART- O\n\nc O\n";
    let lengths = |text| {
        let corpus = Corpus::from_conll(text).unwrap();
        corpus.documents.iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(lengths(text), [2, 1]);
    assert_eq!(lengths("a O\n\nb O\n"), [1, 1]);
}

/// Returns all paths through a lattice, with their scores.
fn paths(tags: Tags, masked: &[f32], scores: &[f32]) -> Vec<(Vec<usize>, f64)> {
    let (count, stride) = (tags.len(), tags.stride());
    let length = scores.len() / stride;
    let mut paths = vec![(Vec::new(), 0.0f64)];
    for at in 0..length {
        let mut longer = Vec::new();
        for (path, score) in &paths {
            let before = path.last().copied();
            for tag in (0..count).filter(|tag| Tags::follows(before, Some(*tag))) {
                let step = masked[before.unwrap_or(count) * stride + tag];
                let score = score + f64::from(step) + f64::from(scores[at * stride + tag]);
                longer.push(([path.as_slice(), &[tag]].concat(), score));
            }
        }
        paths = longer;
    }
    paths.retain(|(path, _)| Tags::follows(path.last().copied(), None));
    paths
}

#[test]
fn the_lattice_agrees_with_counting_all_ways() {
    let tags = Tags { classes: 2 };
    let (count, stride) = (tags.len(), tags.stride());
    let mut random = Random(7);
    let mut number = || random.below(4_001) as f32 / 1_000.0 - 2.0;
    for length in 1..=4 {
        let mut transitions = Transitions::new(tags);
        transitions.scores.iter_mut().for_each(|score| *score = number());
        let steps = Steps::new(&transitions);
        let mut lattice = Lattice::default();
        for _ in 0..length {
            lattice.scores.extend((0..stride).map(|tag| if tag < count { number() } else { 0.0 }));
        }
        let paths = paths(tags, &transitions.masked(), &lattice.scores);
        let best = paths.iter().max_by(|first, second| first.1.total_cmp(&second.1)).unwrap();
        assert_eq!(steps.best(&mut lattice), best.0);
        let whole: f64 = paths.iter().map(|path| path.1.exp()).sum();
        assert!((steps.marginals(&mut lattice) - whole.ln()).abs() < 1e-3);
        let mut pairs = vec![0.0f32; transitions.scores.len()];
        steps.expected(&lattice, &mut pairs);
        for at in 0..length {
            for tag in 0..count {
                let through = paths.iter().filter(|path| path.0[at] == tag);
                let share = through.map(|path| path.1.exp()).sum::<f64>() / whole;
                let found = f64::from(lattice.marginals[at * stride + tag]);
                assert!((found - share).abs() < 1e-4, "{found} {share}");
            }
        }
        for before in 0..count {
            for after in 0..count {
                let times =
                    |path: &[usize]| path.windows(2).filter(|two| *two == [before, after]).count();
                let sum: f64 = paths.iter().map(|path| path.1.exp() * times(&path.0) as f64).sum();
                let found = f64::from(pairs[before * stride + after]);
                assert!((found - sum / whole).abs() < 1e-4, "{found} {}", sum / whole);
            }
        }
    }
}

#[test]
fn no_way_is_lost_however_far_scores_are_apart() {
    let tags = Tags { classes: 1 };
    let mut transitions = Transitions::new(tags);
    transitions.scores.iter_mut().for_each(|score| *score = 1e9);
    let steps = Steps::new(&transitions);
    // The most probable tags at one position cannot be followed by the most probable tags at the
    // next.
    let mut lattice = Lattice::default();
    for at in 0..40 {
        let far = |tag| if (tag + at) % 5 == 0 { 1e6 } else { -1e6 };
        lattice.scores.extend((0..tags.stride()).map(|tag| if tag < 5 { far(tag) } else { 0.0 }));
    }
    assert!(steps.marginals(&mut lattice).is_finite());
    for row in lattice.marginals.chunks(tags.stride()) {
        let sum: f32 = row.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{row:?}");
    }
    let mut pairs = vec![0.0f32; transitions.scores.len()];
    steps.expected(&lattice, &mut pairs);
    assert!(pairs.iter().all(|pair| pair.is_finite()));
}

#[test]
fn tags_and_mentions_are_the_same() {
    let tags = Tags { classes: 2 };
    let mention = |start, end, class| LabeledSpan { start, end, class };
    let mentions = [mention(0, 1, 1), mention(1, 3, 0), mention(4, 8, 1)];
    assert_eq!(tags.mentions(&tags.of(&mentions, 9)), mentions);
}

/// Returns documents about people and towns, with generated names.
fn corpus(documents: usize, seed: u64) -> Corpus {
    let mut random = Random(seed);
    let mut text = String::new();
    let syllables = ["ba", "lo", "ri", "ken", "dor", "mi", "tas", "ul", "ve", "no"];
    let mut name = |ending: &str| {
        let mut name: String = (0..2).map(|_| syllables[random.below(10)]).collect();
        name.push_str(ending);
        name[..1].to_uppercase() + &name[1..]
    };
    for _ in 0..documents {
        let (town, person, firm) = (name("ville"), name("a"), name("ex"));
        let other = name("ham");
        text += "-DOCSTART- O\n\n";
        text += &format!(
            "Yesterday O\n{person} B-PER\nMurphy I-PER\nwent O\nto O\n{town} B-LOC\n. O\n\n"
        );
        text += &format!(
            "{person} B-PER\nsaid O\n: O\nthe O\nroad O\nto O\n{other} B-LOC\nis O\nlong O\n. O\n\n"
        );
        text += &format!(
            "Shares O\nof O\n{firm} B-ORG\nPlc I-ORG\nfell O\nin O\n{town} B-LOC\n. O\n\n"
        );
    }
    Corpus::from_conll(&text).unwrap()
}

fn trained() -> Tagger {
    Tagger::train(&corpus(30, 11), &Training::default()).unwrap()
}

#[test]
fn a_tagger_is_asked_for_whole_names() {
    let mut text = String::new();
    for word in ["Nice", "Cork", "Derry", "Sligo"] {
        text += &format!("At O\n{word} B-ORG\nAirport I-ORG\n. O\n\n").repeat(4);
        text += &format!("To O\n{word} B-LOC\n. O\n\n").repeat(4);
    }
    let tagger = Tagger::train(&Corpus::from_conll(&text).unwrap(), &Training::default()).unwrap();
    let text = "At Nice Airport . To Nice .";
    let [part, whole, both] = [(3, 7), (21, 25), (3, 15)].map(|(from, to)| TextSpan::new(from, to));
    let found = tagger.tagged(&Passage::new(text), &[part, both, whole], Names::None).probabilities;
    // The classes are sorted: LOC, ORG.
    assert!(found[&part].iter().all(|probability| *probability < 0.1), "{found:?}");
    assert!(found[&whole][0] > 0.9 && found[&both][1] > 0.9, "{found:?}");
    // Spans that do not end at token boundaries have no probabilities.
    let cut = [TextSpan::new(3, 6)];
    assert!(tagger.tagged(&Passage::new(text), &cut, Names::None).probabilities.is_empty());
    // Blocks without spans are not read.
    let blocks = [TextSpan::new(0, 17), TextSpan::new(18, 27)];
    let passage = Passage::new(text).with_blocks(&blocks);
    assert_eq!(tagger.tagged(&passage, &[whole], Names::None).probabilities.len(), 1);
}

#[test]
fn names_that_were_never_seen_are_found() {
    let (tagger, unseen) = (trained(), corpus(20, 99));
    let evaluation = tagger.evaluate(&unseen);
    assert!(evaluation.overall.f1() > 0.95, "{evaluation:?}");
    assert_eq!(evaluation.classes.len(), 3);
    assert_eq!(evaluation.overall.expected, 120);
}

#[test]
fn the_order_of_documents_does_not_matter() {
    let corpus = corpus(12, 5);
    let mut turned = corpus.clone();
    turned.documents.reverse();
    let training = Training::default().with_rounds(3);
    let bytes = |corpus| Tagger::train(corpus, &training).unwrap().to_bytes().unwrap();
    assert!(bytes(&corpus) == bytes(&turned));
}

#[test]
fn training_tells_how_far_it_is_and_ends_where_it_is_told_to() {
    let corpus = corpus(12, 5);
    let training = Training::default().with_rounds(3);
    let mut reports: Vec<Progress> = Vec::new();
    let mut watch = |at| {
        reports.push(at);
        Ok(())
    };
    let tagger = Tagger::train_watched(&corpus, &training, &mut watch).unwrap();
    let plain = Tagger::train(&corpus, &training).unwrap();
    assert!(tagger.to_bytes().unwrap() == plain.to_bytes().unwrap());
    assert!(reports.is_sorted_by_key(|at| (at.done, at.records)) && reports.len() > 20);
    let last = reports.last().unwrap();
    assert!(last.done > 0 && last.done <= last.total, "{last:?}");
    // Each half and each layer has its rounds.
    assert!((4..=12).contains(&last.records), "{last:?}");
    for end in [1, 2, reports.len() / 2, reports.len()] {
        let mut remaining = end;
        let mut stop = |_| {
            remaining -= 1;
            if remaining == 0 { Err(Error::new(ErrorKind::Unavailable, "enough")) } else { Ok(()) }
        };
        let ended = Tagger::train_watched(&corpus, &training, &mut stop);
        assert_eq!(ended.unwrap_err().message(), "enough", "after {end} of {}", reports.len());
    }
}

#[test]
fn text_is_tagged_where_it_stands() {
    let text = "Notes\n\nYesterday Balona Murphy went to Kenville. Shares of Miriex Plc fell.";
    let pieces = [TextSpan::new(0, 5), TextSpan::new(7, text.len())];
    let found = trained().recognize(&Passage::new(text).with_blocks(&pieces)).unwrap();
    let names: Vec<_> = found
        .iter()
        .map(|annotation| {
            let entity = annotation.as_entity().unwrap();
            assert!((0.5..=1.0).contains(&entity.confidence.unwrap()), "{entity:?}");
            (
                &text[annotation.span().range()],
                entity.classes[0].rsplit('#').next().unwrap().to_owned(),
            )
        })
        .collect();
    let expected =
        [("Balona Murphy", "Person"), ("Kenville", "Location"), ("Miriex Plc", "Organization")];
    assert_eq!(names, expected.map(|(name, class)| (name, class.to_owned())));
}

#[test]
fn classes_have_iris() {
    let corpus = Corpus::from_conll("a B-PER\n\nb B-River\n\nc B-X\n").unwrap();
    let training = Training::default().with_iri("X", "http://example.org/X");
    let tagger = Tagger::train(&corpus, &training).unwrap();
    let iris: Vec<_> = tagger.classes().map(|(_, iri)| iri.rsplit('/').next().unwrap()).collect();
    assert_eq!(iris, ["ontology#Person", "ontology#River", "X"]);
    let error = Tagger::train(&Corpus::default(), &training).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn annotated_text_is_a_document_to_learn_from() {
    let text = "Mary Murphy went to Cork. No more.";
    let entity = |start, end, class| {
        Annotation::entity(TextSpan::new(start, end), Entity::new("").with_class(class))
    };
    let annotations = [
        entity(0, 11, "http://example.org/Person"),
        entity(5, 11, "http://example.org/Family"),
        entity(20, 24, "http://example.org/Town"),
        entity(21, 24, "http://example.org/Town"),
    ];
    let mut corpus = Corpus::default();
    assert_eq!(corpus.add(&Passage::new(text), &annotations), 2);
    assert_eq!(corpus.classes, ["http://example.org/Person", "http://example.org/Town"]);
    let Sentence { tokens, mentions } = &corpus.documents[0][0];
    assert_eq!(tokens.len(), 6);
    assert_eq!(mentions.iter().map(|mention| mention.end).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn files_are_opened_as_they_were_saved() {
    let tagger = trained();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.tagger");
    tagger.save(&path).unwrap();
    let opened = Tagger::open(&path).unwrap();
    opened.verify().unwrap();
    let unseen = corpus(4, 3);
    assert_eq!(opened.evaluate(&unseen), tagger.evaluate(&unseen));
    let error = Tagger::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}

#[test]
fn more_classes_than_transitions_are_noticed_at_once() {
    let bytes = Tagger::train(&corpus(2, 3), &Training::default()).unwrap().to_bytes().unwrap();
    let index_file = IndexFile::from_bytes(&TAGGER, bytes).unwrap();
    let mut parts = std::array::from_fn(|section| index_file.section(section).whole().to_vec());
    parts[0] = b"a\tb\n".repeat(500_000);
    let spoilt = IndexFile::assemble(&TAGGER, parts, []).to_bytes().unwrap();
    let error = Tagger::from_bytes(spoilt).unwrap_err();
    assert!(error.message().contains("transitions that do not fit"), "{error}");
}

#[test]
fn spoilt_files_are_noticed_or_harmless() {
    let bytes = Tagger::train(&corpus(2, 3), &Training::default()).unwrap().to_bytes().unwrap();
    for length in [0, 7, 8, 100, 160, 200, bytes.len() - 1] {
        assert_eq!(
            Tagger::from_bytes(bytes[..length].to_vec()).unwrap_err().kind(),
            ErrorKind::Storage
        );
    }
    let sentence = vec!["Yesterday Balona Murphy went .".split(' ').map(str::to_owned).collect()];
    let mut random = Random(3);
    let body = glossweave_testing::opened(bytes.clone());
    for _ in 0..200 {
        let mut spoilt = body.clone();
        let at = random.below(spoilt.len());
        spoilt[at] ^= 1 << random.below(8);
        let mut whole = bytes.clone();
        whole[at] = spoilt[at];
        assert_eq!(Tagger::from_bytes(whole).unwrap_err().kind(), ErrorKind::Storage);
        // The checksums are valid.
        let Ok(tagger) = Tagger::from_bytes(glossweave_testing::sealed(&spoilt)) else { continue };
        let padding = tagger.verify().is_ok();
        let found = tagger.tag(&sentence);
        assert!(!padding || found.len() == 1);
    }
}

/// Reads third-party annotated text, and splits it into fragments like titles: every third token may
/// start a fragment.
fn fragments(name: &str) -> Option<Corpus> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ner/");
    let text = std::fs::read_to_string(format!("{folder}{name}.conll")).ok()?;
    let (mut cut, mut length) = (String::new(), 0);
    for line in text.lines() {
        let mut columns = line.split('\t');
        let (Some(token), Some(tag)) = (columns.next(), columns.next()) else {
            length = 0;
            cut.push('\n');
            continue;
        };
        if length >= 3 && !tag.starts_with("I-") {
            length = 0;
            cut.push('\n');
        }
        length += 1;
        cut += &format!("{token}\t{tag}\n");
    }
    Corpus::from_conll(&cut.replace("-DOCSTART-\tO\n", "")).ok()
}

#[test]
fn more_rounds_do_no_harm() {
    let Some(mut corpus) = fragments("wikigold") else {
        eprintln!("skipped: no shared data");
        let Some(list) = std::env::var_os("GLOSSWEAVE_SKIPS") else { return };
        let mut list = std::fs::File::options().append(true).create(true).open(list).unwrap();
        return writeln!(list, "rust: wikigold of the shared data").unwrap();
    };
    let mut unseen = corpus.clone();
    unseen.documents = corpus.documents.iter().skip(1).step_by(12).cloned().collect();
    corpus.documents =
        corpus.documents.into_iter().step_by(24 / glossweave_testing::count(1, 4)).collect();
    let quality = |training: Training| {
        let tagger = Tagger::train(&corpus, &training).unwrap();
        100.0 * tagger.evaluate(&unseen).overall.f1()
    };
    let few =
        quality(Training::default().with_rounds(glossweave_testing::count(3, 6)).with_patience(0));
    let many = quality(
        Training::default().with_rounds(glossweave_testing::count(10, 20)).with_patience(0),
    );
    let usual = quality(Training::default());
    assert!(many > few - 2.0, "{few} {many}");
    assert!(usual > few.max(many) - 2.0, "{usual} {few} {many}");
}

#[test]
fn whatever_is_learned_from_gives_a_tagger() {
    // The same words have different tags, in sentences of any length.
    let mut text = String::new();
    for (round, tag) in ["B-X", "O", "B-Y", "I-X", "O", "I-Y"]
        .iter()
        .cycle()
        .take(glossweave_testing::count(6, 18))
        .enumerate()
    {
        for _ in 0..[1, 40, 300][round % 3] {
            text += &format!("The {tag}\n");
        }
        text.push('\n');
    }
    let corpus = Corpus::from_conll(&text).unwrap();
    for (prior, patience) in [(0.0, 0), (1.0, usize::MAX), (1e30, 0), (f32::NAN, 1)] {
        let mut training = Training::default()
            .with_rounds(glossweave_testing::count(3, 8))
            .with_patience(patience);
        training.prior = prior;
        let tagger = Tagger::train(&corpus, &training).unwrap();
        assert_eq!(tagger.tag(&[vec!["The".to_owned(); 50]]).len(), 1);
    }
}
