//! Labels of entities, and the IRIs of classes and entities that correspond to them.

use std::borrow::Cow;

use glossweave_base::text::iri::is_iri;
use glossweave_document::annotation::{Body, Entity, NERD, Term, usual_class, usual_label};

/// The label that is used for an entity without a class.
pub const UNTYPED: &str = "Entity";

/// The label that is used for terms.
pub const TERM: &str = "Term";

/// The prefixes of identifiers, with the IRIs that they abbreviate. The first prefix for an IRI is used for writing.
const PREFIXES: [(&str, &str); 4] = [
    ("wikidata", "http://www.wikidata.org/entity/"),
    ("wd", "http://www.wikidata.org/entity/"),
    ("dbpedia", "http://dbpedia.org/resource/"),
    ("dbr", "http://dbpedia.org/resource/"),
];

/// The schemes of identifiers that are IRIs without `//`.
const SCHEMES: [&str; 4] = ["urn:", "info:", "tag:", "mailto:"];

/// The fields of an annotation in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnnotationFields<'s> {
    /// The label, for example the name of a class.
    pub label: Option<&'s str>,
    /// The IRIs of the entity.
    pub idents: &'s [&'s str],
    /// The IRIs of the other classes.
    pub classes: &'s [&'s str],
    /// The confidence, from 0 to 1.
    pub confidence: Option<f64>,
    /// The explanation of a term.
    pub info: Option<&'s str>,
}

impl AnnotationFields<'_> {
    /// Returns the body of an annotation, and the number of identifiers that it cannot store. The body can store one
    /// identifier that is not an IRI.
    pub fn body(&self) -> (Body, usize) {
        let label = self.label.unwrap_or(UNTYPED);
        let confidence = self.confidence.filter(|value| (0.0..=1.0).contains(value));
        if label == TERM {
            let mut term = Term::new();
            let iri = self.idents.iter().find_map(|ident| iri_of(ident));
            term.info_ref = iri.map(Into::into);
            term.info = self.info.map(Into::into);
            term.confidence = confidence;
            let held = usize::from(term.info_ref.is_some());
            return (Body::Term(term), self.idents.len() - held);
        }
        let (mut entity, mut unheld) = (Entity::default(), 0);
        for ident in self.idents.iter().map(|ident| ident.trim()).filter(|ident| !ident.is_empty())
        {
            match (iri_of(ident), ident.split_once(':')) {
                (Some(iri), _) => entity.idents.push(iri.into()),
                (None, _) if entity.ident.is_some() => unheld += 1,
                (None, Some((source, local))) if !source.is_empty() && !local.is_empty() => {
                    entity = entity.with_source(source, local);
                }
                _ => entity = entity.with_source(label, ident),
            }
        }
        entity.classes.extend(class_of(label));
        for class in self.classes {
            if !entity.classes.iter().any(|known| **known == **class) {
                entity.classes.push((*class).into());
            }
        }
        entity.confidence = confidence;
        (Body::Entity(entity), unheld)
    }
}

/// Returns the IRI of the class that a label represents: the common IRI, or an IRI in the namespace of NERD.
pub fn class_of(label: &str) -> Option<Box<str>> {
    let label = label.trim();
    if label.is_empty() || label == UNTYPED {
        return None;
    }
    if let Some(iri) = usual_class(label).filter(|iri| is_iri(iri)) {
        return Some(iri.into());
    }
    let mut iri = NERD.to_owned();
    for c in label.chars() {
        let is_plain = !c.is_control() && !c.is_whitespace() && !"<>\"{}|\\^`%#".contains(c);
        match is_plain && (c.is_ascii() || c.is_alphanumeric()) {
            true => iri.push(c),
            false => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    iri.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    Some(iri.into())
}

/// Returns the label of a class: the common short label, or the name in the namespace of NERD if it maps back to the
/// class. Otherwise returns the IRI.
pub fn label_of(class: &str) -> Cow<'_, str> {
    if let Some(label) = usual_label(class) {
        return Cow::Borrowed(label);
    }
    let local = class.strip_prefix(NERD).map(|local| match local.contains('%') {
        true => unescaped(local),
        false => Cow::Borrowed(local),
    });
    let leads_back =
        |label: &Cow<'_, str>| **label != *TERM && class_of(label).as_deref() == Some(class);
    local.filter(leads_back).unwrap_or(Cow::Borrowed(class))
}

/// Returns the part of an IRI after its last `#`, `/` or `:`.
pub fn local_name(iri: &str) -> &str {
    let iri = iri.trim_end_matches(['/', '#']);
    iri.rsplit(['#', '/', ':']).next().filter(|name| !name.is_empty()).unwrap_or(UNTYPED)
}

fn unescaped(local: &str) -> Cow<'_, str> {
    let (mut bytes, mut rest) = (Vec::with_capacity(local.len()), local.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|two| std::str::from_utf8(two).ok());
        let (byte, taken) = match digits.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => (byte, 3),
            None => (*first, 1),
        };
        bytes.push(byte);
        rest = rest.get(taken..).unwrap_or_default();
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(local), Cow::Owned)
}

/// Returns the IRI of an identifier. Returns `None` if it is not an IRI and has no known prefix.
pub fn iri_of(ident: &str) -> Option<String> {
    let ident = ident.trim();
    if let Some((prefix, local)) = ident.split_once(':') {
        let known = PREFIXES.iter().find(|(name, _)| name.eq_ignore_ascii_case(prefix));
        if let Some((_, base)) = known.filter(|_| !local.is_empty()) {
            return Some(format!("{base}{local}")).filter(|iri| is_iri(iri));
        }
    }
    let is_iri_like =
        ident.contains("://") || SCHEMES.iter().any(|scheme| ident.starts_with(scheme));
    (is_iri_like && is_iri(ident)).then(|| ident.to_owned())
}

/// Returns the prefix and the rest of an IRI that begins with a known base.
pub fn prefixed(iri: &str) -> Option<(&'static str, &str)> {
    PREFIXES.iter().find_map(|(prefix, base)| {
        let local = iri.strip_prefix(base)?;
        (!local.is_empty()).then_some((*prefix, local))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_leads_to_a_class_and_back() {
        for (label, back) in [
            ("PER", "PER"),
            ("person", "PER"),
            ("LOC", "LOC"),
            ("GPE", "GPE"),
            ("cell line", "cell line"),
            ("50 %", "50 %"),
            ("מקום", "מקום"),
            ("http://dbpedia.org/ontology/City", "http://dbpedia.org/ontology/City"),
        ] {
            let class = class_of(label).unwrap();
            assert!(is_iri(&class), "{class}");
            assert_eq!(label_of(&class), back);
        }
        for local in ["Entity", "Term", "PER", "per son", ""] {
            let class = format!("{NERD}{local}");
            assert_eq!(label_of(&class), class);
        }
        assert_eq!(class_of("Entity"), None);
        assert_eq!(class_of("LOC").as_deref(), Some("http://nerd.eurecom.fr/ontology#Location"));
    }

    #[test]
    fn identifiers_are_iris_or_names_in_a_source() {
        let cork = "http://www.wikidata.org/entity/Q36647";
        assert_eq!(iri_of("wikidata:Q36647").as_deref(), Some(cork));
        assert_eq!(iri_of(cork).as_deref(), Some(cork));
        assert_eq!(iri_of("MESH:D003924"), None);
        let fields = AnnotationFields {
            label: Some("Disease"),
            idents: &["MESH:D003924"],
            ..AnnotationFields::default()
        };
        let (Body::Entity(entity), 0) = fields.body() else { panic!("an entity") };
        assert_eq!(
            (entity.source.as_deref(), entity.ident.as_deref()),
            (Some("MESH"), Some("D003924"))
        );
        assert_eq!(prefixed(cork), Some(("wikidata", "Q36647")));
        assert_eq!(local_name("http://dbpedia.org/ontology/City"), "City");
    }
}
