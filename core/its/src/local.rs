//! Local markup: the ITS attributes of an HTML element.

use glossweave_document::annotation::{Entity, Term};

/// The ITS attributes of an HTML element: `its-` followed by words joined by hyphens (clause 6.2).
/// Also the `data-its-` attributes, which the writer uses for values that ITS has no attribute for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HtmlMarkup {
    /// The entity that the element names.
    pub entity: Option<Entity>,
    /// The term that the element marks.
    pub term: Option<Term>,
    is_term: Option<bool>,
    /// `true` if the element marks an entity without identifying it.
    is_spot: bool,
    /// The identifier shared by all fragments of one annotation.
    pub fragment: Option<Box<str>>,
    /// The value of `its-annotators-ref`: categories and the IRIs of their tools.
    pub annotators: Option<Box<str>>,
    /// The tools of this element only, because ITS has no attribute for this. They are not
    /// inherited, and an empty IRI means that the tool is unknown.
    pub own_annotators: Option<Box<str>>,
}

impl HtmlMarkup {
    /// Returns `true` if an attribute belongs to ITS markup. The name must be in lower case.
    pub fn knows(name: &str) -> bool {
        name.starts_with("its-") || name.starts_with("data-its-")
    }

    /// Adds an attribute. Do not pass a second attribute of the same name, because only the first
    /// one counts.
    pub fn take(&mut self, name: &str, value: String) {
        let trimmed = value.trim();
        match name {
            "its-ta-ident-ref" | "its-ta-class-ref" if trimmed.is_empty() => {}
            "its-ta-ident-ref" => self.entity().idents.insert(0, trimmed.into()),
            "its-ta-class-ref" => self.entity().classes.insert(0, trimmed.into()),
            "data-its-ta-ident-refs" => {
                let more = trimmed.split_ascii_whitespace().map(Box::from);
                self.entity().idents.extend(more);
            }
            "data-its-ta-class-refs" => {
                let more = trimmed.split_ascii_whitespace().map(Box::from);
                self.entity().classes.extend(more);
            }
            "its-ta-confidence" => self.entity().confidence = confidence(trimmed),
            "its-ta-source" => self.entity().source = Some(value.into()),
            "its-ta-ident" => self.entity().ident = Some(value.into()),
            "data-its-ta-spot" => {
                self.is_spot = true;
                self.entity();
            }
            "its-term" => self.is_term = Some(trimmed.eq_ignore_ascii_case("yes")),
            "its-term-info-ref" => self.term().info_ref = Some(trimmed.into()),
            "data-its-term-info" => self.term().info = Some(value.into()),
            "its-term-confidence" => self.term().confidence = confidence(trimmed),
            "its-annotators-ref" => self.annotators = Some(trimmed.into()),
            "data-its-annotators-ref" => self.own_annotators = Some(trimmed.into()),
            "data-its-id" => self.fragment = Some(value.into()),
            _ => {}
        }
    }

    /// Returns the completed markup. Term attributes are used only if `its-term` is `yes`, and a
    /// confidence without an entity or term is ignored.
    pub fn finish(mut self) -> HtmlMarkup {
        let is_spot = self.is_spot;
        self.entity = self.entity.filter(|entity| is_spot || !entity.is_anonymous());
        match self.is_term {
            Some(true) => {
                self.term();
            }
            _ => self.term = None,
        }
        self
    }

    /// Returns `true` if the element annotates its text.
    pub fn annotates(&self) -> bool {
        self.entity.is_some() || self.term.is_some()
    }

    fn entity(&mut self) -> &mut Entity {
        self.entity.get_or_insert_default()
    }

    fn term(&mut self) -> &mut Term {
        self.term.get_or_insert_default()
    }
}

/// Parses a number from 0 to 1. Returns `None` for any other text.
fn confidence(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number| (0.0..=1.0).contains(number))
}

#[cfg(test)]
mod tests {
    use super::HtmlMarkup;
    use glossweave_document::annotation::{Entity, Term};

    fn markup(attributes: &[(&str, &str)]) -> HtmlMarkup {
        let mut markup = HtmlMarkup::default();
        for (name, value) in attributes {
            assert!(HtmlMarkup::knows(name));
            markup.take(name, (*value).to_owned());
        }
        markup.finish()
    }

    #[test]
    fn several_references_keep_their_order() {
        let read = markup(&[
            ("data-its-ta-class-refs", "http://b http://c"),
            ("its-ta-class-ref", " http://a "),
            ("its-ta-ident-ref", "http://i"),
            ("its-ta-confidence", "0.25"),
        ]);
        let expected = Entity::new("http://i")
            .with_class("http://a")
            .with_class("http://b")
            .with_class("http://c")
            .with_confidence(0.25);
        assert_eq!(read.entity, Some(expected));
    }

    #[test]
    fn a_term_is_one_only_by_yes() {
        let info = ("its-term-info-ref", "http://t");
        assert_eq!(markup(&[info, ("its-term", "no")]).term, None);
        assert_eq!(markup(&[info]).term, None);
        let expected = Term::new().with_info_ref("http://t");
        assert_eq!(markup(&[("its-term", "YES"), info]).term, Some(expected));
    }

    #[test]
    fn a_confidence_outside_its_range_says_nothing() {
        assert_eq!(markup(&[("its-ta-confidence", "0.5"), ("its-ta-class-ref", "")]).entity, None);
        for value in ["2", "-0.1", "NaN", "high", ""] {
            let read = markup(&[("its-ta-confidence", value), ("data-its-ta-spot", "yes")]);
            assert_eq!(read.entity.unwrap().confidence, None, "{value}");
        }
    }
}
