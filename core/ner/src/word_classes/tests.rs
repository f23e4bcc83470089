use super::{WordClasses, WordClassesExt};
use glossweave_base::error::ErrorKind;

const VECTORS: &str =
    "the 1 0 0\nof 1 0.1 0\ncork 0 1 0\nran 0 0 1\ndublin 0 1 0.1\nwent 0 0.1 1\n";

#[test]
fn words_of_near_vectors_have_paths_with_the_same_first_steps() {
    let classes = WordClasses::from_vectors(VECTORS.as_bytes(), 100).unwrap();
    assert_eq!(classes.len(), 6);
    let shared = |first: &str, second: &str| {
        let (first, second) = (classes.path(first).unwrap(), classes.path(second).unwrap());
        first.chars().zip(second.chars()).take_while(|(first, second)| first == second).count()
    };
    for (word, near, far) in
        [("cork", "dublin", "ran"), ("the", "of", "cork"), ("ran", "went", "of")]
    {
        assert!(shared(word, near) > shared(word, far), "{word} {near} {far}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let classes = WordClasses::from_vectors(VECTORS.as_bytes(), 100).unwrap();
    assert_eq!(WordClasses::from_bytes(classes.to_bytes()), Some(classes));
    assert_eq!(WordClasses::from_bytes(&[1; 9]), None);
    assert_eq!(WordClasses::from_bytes(&[0, 0, 0, 0, 0, 0, 17, 1]), None);
}

#[test]
fn frequent_words_come_first_and_digits_are_zeros() {
    let classes =
        WordClasses::from_paths("00\tin 1999\t4\n01\tthe\t90\n10\tcork\t9\n".as_bytes()).unwrap();
    let class = |word| classes.find(crate::hash::lower_key(word));
    assert_eq!(class("THE").frequency_class(), Some(0));
    assert_eq!(class("Cork").frequency_class(), Some(1));
    assert_eq!(class("in 2004").prefix(2), Some(0b100));
    assert_eq!(class("Cork").prefix(1), Some(0b11));
    assert_eq!(class("nobody").prefix(1), None);
}

#[test]
fn vectors_are_checked() {
    let read = |text: &str| WordClasses::from_vectors(text.as_bytes(), 100);
    for (text, message) in [
        ("the 1 0\nof 1\n", "the vector has 1 numbers, expected 2 at line 2 column 1"),
        ("the 1 nan\n", "`nan` is not a number at line 1 column 1"),
        ("the\n", "the vector has 0 numbers, expected 0 at line 1 column 1"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Malformed, message));
    }
    assert_eq!(read("2 3\nthe 1 0 0\nof 1 1 1\n").unwrap().len(), 2);
    assert_eq!(WordClasses::from_vectors(VECTORS.as_bytes(), 2).unwrap().len(), 2);
    assert_eq!(read("").unwrap().len(), 0);
}

#[test]
fn words_with_the_same_neighbours_are_near_each_other() {
    let (places, verbs) = (["cork", "dublin", "sligo"], ["saw", "left", "liked"]);
    let mut text = String::new();
    for place in places {
        for verb in verbs {
            text += &format!("We {verb} {place} today . They {verb} {place} often . ").repeat(4);
        }
    }
    let classes = WordClasses::train([text.as_str()].into_iter(), 1000).unwrap();
    let shared = |first: &str, second: &str| {
        let (first, second) = (classes.path(first).unwrap(), classes.path(second).unwrap());
        first.chars().zip(second.chars()).take_while(|(first, second)| first == second).count()
    };
    assert!(shared("cork", "dublin") > shared("cork", "saw"));
    assert!(shared("saw", "left") > shared("saw", "sligo"));
    let error = WordClasses::train(["only once"].into_iter(), 1000).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}
