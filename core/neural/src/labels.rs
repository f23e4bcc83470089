//! The labels of tokens, and the spans that they encode: `B-`, `I-`, `E-` and `S-` before a class, or a class
//! without prefix.

use std::collections::BTreeMap;
use std::ops::Range;

use glossweave_base::error::{Error, ErrorKind, Result};
use serde_json::Value;

/// The maximum number of labels of a model.
const MOST_LABELS: usize = 4096;
/// The label of tokens outside of all spans.
const OUTSIDE: &str = "O";

/// The position of a token in a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpanPosition {
    Begin,
    Inside,
    End,
    Single,
    /// The label has no prefix: consecutive equal labels form one span.
    Unknown,
}

/// The prefixes of labels.
const PREFIXES: [(&str, SpanPosition); 6] = [
    ("B-", SpanPosition::Begin),
    ("I-", SpanPosition::Inside),
    ("E-", SpanPosition::End),
    ("L-", SpanPosition::End),
    ("S-", SpanPosition::Single),
    ("U-", SpanPosition::Single),
];

/// The labels of a model, in order.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    /// The position and the class of each label. `None` for the label outside of spans.
    all: Vec<Option<(SpanPosition, usize)>>,
    /// The classes, in the order of their first labels.
    classes: Vec<String>,
}

impl Labels {
    /// Reads the labels from `id2label` in the configuration of a model, an object whose keys are the numbers
    /// from 0. Returns `ErrorKind::Malformed` if there is no valid `id2label`.
    pub(crate) fn read(config: &Value, name: &str) -> Result<Labels> {
        let wrong = |what: &str| {
            let message =
                format!("{name} has {what} `id2label`, expected labels with numbers from 0");
            Error::new(ErrorKind::Malformed, message)
        };
        let table = config["id2label"].as_object().ok_or_else(|| wrong("no"))?;
        let mut labels = BTreeMap::new();
        for (number, label) in table {
            let number = number.parse::<usize>().map_err(|_| wrong("a wrong key in"))?;
            labels.insert(number, label.as_str().ok_or_else(|| wrong("a wrong value in"))?);
        }
        if labels.is_empty() || labels.len() > MOST_LABELS {
            return Err(wrong(&format!("{} labels in", labels.len())));
        }
        if labels.keys().enumerate().any(|(expected, number)| expected != *number) {
            return Err(wrong("a gap in"));
        }
        Ok(Labels::new(&labels.into_values().collect::<Vec<_>>()))
    }

    fn new(labels: &[&str]) -> Labels {
        // When no label has the prefix `B-` or `I-`, other prefixes belong to the class, for example
        // in `E-MAIL`.
        let has_places =
            labels.iter().any(|label| label.starts_with("B-") || label.starts_with("I-"));
        let mut classes: Vec<String> = Vec::new();
        let label = |label: &&str| {
            if *label == OUTSIDE {
                return None;
            }
            let mut known = PREFIXES.iter().filter(|_| has_places);
            let known =
                known.find_map(|(prefix, place)| Some((*place, label.strip_prefix(prefix)?)));
            let (place, class) = known.unwrap_or((SpanPosition::Unknown, label));
            let known = classes.iter().position(|name| name == class);
            let number = known.unwrap_or_else(|| {
                classes.push(class.to_owned());
                classes.len() - 1
            });
            Some((place, number))
        };
        let all = labels.iter().map(label).collect();
        Labels { all, classes }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Returns the spans of a sequence of labels, with their classes. Labels are given by number. As in
    /// conlleval, an inside label without a preceding span starts a span. When the flag of a label is `true`,
    /// its word and the previous word are parts of one unit that punctuation divides, for example an address,
    /// so no span starts between them.
    pub(crate) fn spans(
        &self,
        labels: impl Iterator<Item = (usize, bool)>,
    ) -> Vec<(Range<usize>, usize)> {
        let mut spans: Vec<(Range<usize>, usize)> = Vec::new();
        let mut is_open = false;
        for (at, (label, is_divided)) in labels.enumerate() {
            let Some((place, class)) = self.all.get(label).copied().flatten() else {
                is_open = false;
                continue;
            };
            let goes_on = match place {
                SpanPosition::Inside | SpanPosition::End | SpanPosition::Unknown => true,
                SpanPosition::Begin => is_divided,
                SpanPosition::Single => false,
            };
            match spans.last_mut().filter(|(_, open)| is_open && goes_on && *open == class) {
                Some((span, _)) => span.end = at + 1,
                None => spans.push((at..at + 1, class)),
            }
            is_open = !matches!(place, SpanPosition::End | SpanPosition::Single);
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(labels: &[&str], sequence: &[&str]) -> Vec<(Range<usize>, String)> {
        let known = Labels::new(labels);
        let numbers = sequence.iter().map(|label| labels.iter().position(|l| l == label).unwrap());
        let found = known.spans(numbers.map(|number| (number, false))).into_iter();
        found.map(|(span, class)| (span, known.classes()[class].clone())).collect()
    }

    fn assert_spans(sequence: &str, expected: &[(Range<usize>, &str)]) {
        let labels = ["O", "B-LOC", "I-LOC", "E-LOC", "S-LOC", "B-PER", "I-PER", "L-PER", "U-PER"];
        let sequence: Vec<&str> = sequence.split(' ').collect();
        let expected: Vec<_> =
            expected.iter().map(|(span, class)| (span.clone(), (*class).to_owned())).collect();
        assert_eq!(spans(&labels, &sequence), expected, "{sequence:?}");
    }

    #[test]
    fn spans_begin_and_end_by_their_prefixes() {
        assert_spans("O B-LOC I-LOC O", &[(1..3, "LOC")]);
        assert_spans("B-LOC B-LOC I-LOC", &[(0..1, "LOC"), (1..3, "LOC")]);
        assert_spans("B-LOC E-LOC I-LOC", &[(0..2, "LOC"), (2..3, "LOC")]);
        assert_spans("S-LOC I-LOC S-LOC", &[(0..1, "LOC"), (1..2, "LOC"), (2..3, "LOC")]);
        assert_spans("U-PER B-PER L-PER", &[(0..1, "PER"), (1..3, "PER")]);
    }

    #[test]
    fn no_span_begins_where_punctuation_divides() {
        let known = Labels::new(&["O", "B-LOC", "S-LOC"]);
        let divided = |sequence: &[(usize, bool)]| known.spans(sequence.iter().copied());
        assert_eq!(divided(&[(1, false), (1, true), (1, true)]), [(0..3, 0)]);
        assert_eq!(divided(&[(1, false), (1, false)]), [(0..1, 0), (1..2, 0)]);
        assert_eq!(divided(&[(1, false), (2, true), (1, true)]), [(0..1, 0), (1..2, 0), (2..3, 0)]);
        assert_eq!(divided(&[(0, false), (1, true)]), [(1..2, 0)]);
    }

    #[test]
    fn what_goes_on_from_nothing_begins() {
        assert_spans("I-LOC I-LOC I-PER", &[(0..2, "LOC"), (2..3, "PER")]);
        assert_spans("B-PER O I-PER", &[(0..1, "PER"), (2..3, "PER")]);
        assert_spans("E-LOC", &[(0..1, "LOC")]);
    }

    #[test]
    fn labels_without_places_are_classes() {
        let labels = ["O", "E-MAIL", "S-BAHN"];
        let expected = vec![(0..2, "E-MAIL".to_owned()), (2..3, "S-BAHN".to_owned())];
        assert_eq!(spans(&labels, &["E-MAIL", "E-MAIL", "S-BAHN", "O"]), expected);
    }

    fn refused(table: &str) -> String {
        let config = serde_json::from_str(table).unwrap();
        let error = Labels::read(&config, "`config.json`").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
        error.message().to_owned()
    }

    #[test]
    fn tables_of_labels_with_gaps_are_refused() {
        assert!(refused(r#"{"id2label": {"0": "O", "2": "X"}}"#).contains("a gap in `id2label`"));
        assert!(refused(r#"{"id2label": {"zero": "O"}}"#).contains("a wrong key in"));
        assert!(refused(r#"{"id2label": {"0": 7}}"#).contains("a wrong value in"));
        assert!(refused(r#"{"id2label": {}}"#).contains("0 labels in"));
        assert!(refused(r#"{"id2label": ["O"]}"#).contains("has no `id2label`"));
        assert!(refused("{}").contains("has no `id2label`"));
    }
}
