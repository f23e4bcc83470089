//! Tests of lists, word classes and the number of features.

use super::{Random, corpus, trained};
use crate::{Corpus, Tagger, Training, WordClasses};

#[test]
fn running_text_is_tagged_as_its_sentences_are() {
    let tagger = trained();
    for document in &corpus(4, 99).documents {
        let sentences: Vec<_> = document.iter().map(|sentence| sentence.tokens.clone()).collect();
        // Long enough to be treated as running text.
        let mut end = vec!["so".to_owned(); 60];
        end[0] = "So".to_owned();
        let running = [sentences.concat(), end.clone()].concat();
        let mut expected = Vec::new();
        let found = tagger.tag(&[sentences.clone(), vec![end]].concat());
        let starts = sentences.iter().scan(0, |start, sentence| {
            *start += sentence.len();
            Some(*start - sentence.len())
        });
        for (start, found) in starts.zip(found) {
            expected.extend(found.into_iter().map(|(mut mention, confidence)| {
                mention.start += start;
                mention.end += start;
                (mention, confidence)
            }));
        }
        assert_eq!(expected.len(), 6);
        let mut found = tagger.tag(&[running]).remove(0);
        found.truncate(6);
        assert_eq!(found, expected);
    }
}

#[test]
fn few_features_are_enough_for_simple_texts() {
    let (known, unseen) = (corpus(30, 11), corpus(20, 99));
    let size = |max_features| {
        let training = Training::default().with_max_features(max_features);
        let tagger = Tagger::train(&known, &training).unwrap();
        assert!(tagger.evaluate(&unseen).overall.f1() > 0.95);
        tagger.to_bytes().unwrap().len()
    };
    let small = size(100);
    assert!(small * 4 < size(usize::MAX) && small < 10_000, "{small}");
}

#[test]
fn lists_of_names_are_features() {
    let mut random = Random(23);
    let mut word = || (0..4).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>();
    // Only the list distinguishes a fruit from other words.
    let fruit: Vec<String> = (0..60).map(|_| word()).collect();
    let mut text = String::new();
    for name in &fruit[..40] {
        text += &format!("so O\n{name} B-FRUIT\nso O\n\nso O\n{} O\nso O\n\n", word());
    }
    let corpus = Corpus::from_conll(&text).unwrap();
    let count = |training: Training| {
        let tagger = Tagger::train(&corpus, &training).unwrap();
        let found = |name: &&String| {
            let sentence = ["so", name, "so"].map(str::to_owned).to_vec();
            !tagger.tag(&[sentence])[0].is_empty()
        };
        fruit[40..].iter().filter(found).count()
    };
    let names = fruit.iter().map(String::as_str);
    assert!(count(Training::default().with_names(names)) >= 19);
    assert!(count(Training::default()) < 15);
}

#[test]
fn classes_of_words_tell_of_words_that_were_never_seen() {
    let mut random = Random(29);
    let mut word = || (0..4).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>();
    // Only the class distinguishes a fruit from other words.
    let words: Vec<String> = (0..120).map(|_| word()).collect();
    let (fruit, others) = words.split_at(60);
    let line = |(path, word): (&str, &String)| format!("{path}\t{word}\t1\n");
    let fruit_lines = fruit.iter().map(|word| line(("0110", word)));
    let paths: String = fruit_lines.chain(others.iter().map(|word| line(("10", word)))).collect();
    let mut text = String::new();
    for (name, other) in fruit[..40].iter().zip(others) {
        text += &format!("so O\n{name} B-FRUIT\nso O\n\nso O\n{other} O\nso O\n\n");
    }
    let corpus = Corpus::from_conll(&text).unwrap();
    let classes = WordClasses::from_paths(paths.as_bytes()).unwrap();
    let count = |training: Training, sign: &str, words: &[String]| {
        let tagger = Tagger::train(&corpus, &training).unwrap();
        let opened = Tagger::from_bytes(tagger.to_bytes().unwrap()).unwrap();
        let found = |name: &&String| {
            let sentence = ["so", &format!("{sign}{name}"), "so"].map(str::to_owned).to_vec();
            !opened.tag(&[sentence])[0].is_empty()
        };
        words[40..].iter().filter(found).count()
    };
    let with = || Training::default().with_word_classes(classes.clone());
    assert!(count(with(), "", fruit) >= 19);
    assert!(count(with(), "#", fruit) >= 19);
    assert!(count(with(), "", others) <= 1);
    let [fruit, others] = [fruit, others].map(|words| count(Training::default(), "", words));
    assert!(fruit.abs_diff(others) < 10, "{fruit} {others}");
}
