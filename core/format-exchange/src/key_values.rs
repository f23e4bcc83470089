//! The properties of an annotation as pairs of keys and values. Spaces separate the IRIs of a
//! value.

use std::collections::BTreeMap;
use std::ops::Range;

use super::reading::ReadMark;
use glossweave_base::text::iri::is_absolute;
use glossweave_format_base::new_file::{AnnotationFields, Mark};

/// The keys of a format. The reader ignores case.
pub(super) struct Keys {
    pub ident: &'static str,
    pub class: &'static str,
    pub confidence: &'static str,
    pub info: &'static str,
    pub tool: &'static str,
}

impl Keys {
    /// Returns an annotation with a label and the properties from key-value pairs. Counts the pairs
    /// that are not read, by their keys.
    pub fn read(
        &self,
        span: Range<usize>,
        label: Option<&str>,
        pairs: &[(String, String)],
        unread: &mut BTreeMap<String, usize>,
    ) -> ReadMark {
        let known = [self.ident, self.class, self.confidence, self.info, self.tool];
        for (key, _) in pairs {
            if !known.iter().any(|name| key.eq_ignore_ascii_case(name)) {
                *unread.entry(key.clone()).or_default() += 1;
            }
        }
        let (idents, classes) = (list(pairs, self.ident), list(pairs, self.class));
        let fields = AnnotationFields {
            label,
            idents: &idents,
            classes: &classes,
            confidence: value(pairs, self.confidence).and_then(|number| number.parse().ok()),
            info: value(pairs, self.info),
        };
        let tool = value(pairs, self.tool).filter(|tool| is_absolute(tool));
        ReadMark::new(span, &fields).by(tool.map(Into::into))
    }

    /// Returns the fields of an annotation other than its label.
    pub fn write(&self, mark: &Mark<'_>) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        match &mark.idents[..] {
            [] => {}
            [ident] => all.push((self.ident, ident.to_string())),
            several => {
                let idents = several.iter().map(|ident| ident.replace(' ', "%20"));
                all.push((self.ident, idents.collect::<Vec<_>>().join(" ")));
            }
        }
        if !mark.classes.is_empty() {
            all.push((self.class, mark.classes.join(" ")));
        }
        all.extend(mark.confidence.map(|number| (self.confidence, number.to_string())));
        all.extend(mark.info.map(|text| (self.info, text.to_owned())));
        all.extend(mark.tool.map(|tool| (self.tool, tool.to_owned())));
        all
    }
}

/// Returns the value of a key.
pub(super) fn value<'p>(pairs: &'p [(String, String)], name: &str) -> Option<&'p str> {
    let mut all = pairs.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
    all.next().map(|(_, value)| value.as_str())
}

/// Returns the entries of a value: its IRIs, or the value itself if it contains no IRI.
fn list<'p>(pairs: &'p [(String, String)], name: &str) -> Vec<&'p str> {
    match value(pairs, name) {
        Some(value) if value.contains("://") => value.split_whitespace().collect(),
        value => value.into_iter().collect(),
    }
}
