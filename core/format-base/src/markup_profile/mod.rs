//! Markup profiles: the elements of a vocabulary that are used to write annotations.

pub mod json_ld;
mod parse;
mod template;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::annotation::{Annotation, Body, EntityKind, kind_of};
use glossweave_markup::tree::XHTML;
use parse::parse;
use template::Template;

/// A markup profile. It specifies the element of a vocabulary, and its attributes, that is written for an annotation
/// instead of `its:span`. Bundled profiles have a name. Other profiles are written in JSON, as docs/markup.md
/// describes.
#[derive(Clone)]
pub struct MarkupProfile(Option<Arc<Profile>>);

/// The content of a profile.
#[derive(Debug)]
pub struct Profile {
    /// The name of the profile.
    pub name: Box<str>,
    /// The root elements of the documents that the profile supports. Empty if it supports all documents.
    roots: Vec<Root>,
    /// The prefixes that attributes use, with their namespaces.
    pub prefixes: Vec<(Box<str>, Box<str>)>,
    /// `true` if annotations without a rule are written with ITS attributes.
    pub otherwise_its: bool,
    /// `true` if entities and terms are listed in the head of a page.
    pub json_ld: bool,
    rules: Vec<Rule>,
}

/// A root element that a profile supports: its namespace and, if relevant, its local name and the local name of a
/// child.
#[derive(Debug)]
struct Root {
    namespace: Box<str>,
    local: Option<Box<str>>,
    child: Option<Box<str>>,
}

/// The root element of a document, with the local names of its children.
pub struct RootElement {
    /// The namespace of the element. Empty if it has none.
    pub namespace: String,
    /// The local name of the element.
    pub local: String,
    /// The local names of its children.
    pub children: Vec<String>,
}

/// The kind of annotation that a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Entity,
    Term,
}

/// A rule of a profile.
#[derive(Debug)]
pub struct Rule {
    kind: Kind,
    classes: Vec<Class>,
    /// The namespace of the element. When `None`, the namespace of the root element is used.
    pub namespace: Option<Box<str>>,
    /// The local name of the element.
    pub element: Box<str>,
    attributes: Vec<AttributeRule>,
    /// The local names of elements that must not contain this element, at any depth.
    pub not_in: Vec<Box<str>>,
    /// The local names of elements that this element must not contain, at any depth.
    pub not_around: Vec<Box<str>>,
    /// `true` if the element contains only text.
    pub text_only: bool,
}

/// A condition on the classes of an entity.
#[derive(Debug)]
enum Class {
    Is(Box<str>),
    BeginsWith(Box<str>),
    /// The classes of a kind in common vocabularies.
    Kind(EntityKind),
}

#[derive(Debug)]
struct AttributeRule {
    name: Box<str>,
    value: Template,
    /// `true` if the rule does not apply when the value is missing.
    required: bool,
}

/// An attribute with its value.
pub type Attribute<'a> = (&'a str, String);

/// The names of the bundled profiles, with their JSON.
const BUNDLED: &[(&str, &str)] = &[
    ("tei", include_str!("bundled/tei.json")),
    ("dita", include_str!("bundled/dita.json")),
    ("docbook", include_str!("bundled/docbook.json")),
    ("jats", include_str!("bundled/jats.json")),
    ("akoma-ntoso", include_str!("bundled/akoma-ntoso.json")),
    ("html-links", include_str!("bundled/html-links.json")),
    ("html-data", include_str!("bundled/html-data.json")),
    ("html-rdfa", include_str!("bundled/html-rdfa.json")),
    ("html-microdata", include_str!("bundled/html-microdata.json")),
    ("html-json-ld", include_str!("bundled/html-json-ld.json")),
];

/// The parsed bundled profiles. A test checks that all of them are valid.
static PARSED: LazyLock<Vec<Arc<Profile>>> = LazyLock::new(|| {
    BUNDLED.iter().filter_map(|(_, text)| parse(text).ok()).map(Arc::new).collect()
});

/// The name that selects the first bundled profile that supports a document.
const AUTO: &str = "auto";

impl MarkupProfile {
    /// Returns the name of the profile: the name of a bundled profile, the `name` in the JSON, or `auto`.
    pub fn name(&self) -> &str {
        self.0.as_ref().map_or(AUTO, |profile| &profile.name)
    }

    /// Returns the names of the bundled profiles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUNDLED.iter().map(|profile| profile.0)
    }

    /// Returns the JSON of a bundled profile, for example as a template for another profile.
    pub fn document(name: &str) -> Option<&'static str> {
        BUNDLED.iter().find(|profile| profile.0 == name).map(|profile| profile.1)
    }

    /// Returns the profile for a document with this root element. For `auto`, this is the first bundled profile that
    /// supports the document.
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `profile`, if there is no such profile or if it sets an HTML
    /// attribute that browsers execute, and `ErrorKind::Unsupported` if it lists annotations in the head and the
    /// format is not HTML.
    pub(crate) fn of_root(&self, root: &RootElement, format: Format) -> Result<MarkupProfile> {
        let RootElement { namespace, local, .. } = root;
        let found = match &self.0 {
            Some(profile) => Some(profile).filter(|profile| profile.is_for(root)),
            None => PARSED.iter().find(|profile| profile.is_for(root)),
        };
        let found = found.ok_or_else(|| {
            let place = match namespace.as_str() {
                "" => "no namespace".to_owned(),
                _ => format!("the namespace `{namespace}`"),
            };
            let what = match &self.0 {
                Some(profile) => format!("the profile `{}` is not", profile.name),
                None => "no bundled profile is".to_owned(),
            };
            let message =
                format!("{what} for documents with the root element `{local}` in {place}");
            Error::invalid(message).with_parameter("profile")
        })?;
        if found.json_ld && format != Format::Html {
            let message = format!("JSON-LD in the head is for `html`, not for `{format}`");
            return Err(Error::unsupported(Side::Output, message).with_parameter("profile"));
        }
        let is_html = format == Format::Html || *namespace == XHTML;
        if let Some(name) = found.scripted().filter(|_| is_html) {
            let message = format!(
                "the profile `{}` sets `{name}`, whose value browsers execute or open as a page",
                found.name
            );
            return Err(Error::invalid(message).with_parameter("profile"));
        }
        Ok(MarkupProfile(Some(Arc::clone(found))))
    }

    /// Returns the content. Returns `None` for `auto`.
    pub(crate) fn content(&self) -> Option<&Profile> {
        self.0.as_deref()
    }
}

impl fmt::Debug for MarkupProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MarkupProfile").field(&self.name()).finish()
    }
}

impl FromStr for MarkupProfile {
    type Err = Error;

    /// Parses the name of a bundled profile, `auto` for the profile that fits the root element of a document, or a
    /// profile in JSON.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or an invalid profile, and `ErrorKind::Malformed`, with the
    /// location, for text that is not JSON. The parameter is `profile`.
    fn from_str(text: &str) -> Result<MarkupProfile> {
        let text = text.trim_start_matches('\u{FEFF}');
        if text.trim_start().starts_with('{') {
            let parsed = parse(text).map_err(|error| error.with_parameter("profile"))?;
            return Ok(MarkupProfile(Some(Arc::new(parsed))));
        }
        if text == AUTO {
            return Ok(MarkupProfile(None));
        }
        let found = PARSED.iter().find(|profile| *profile.name == *text);
        let found = found.map(|profile| MarkupProfile(Some(Arc::clone(profile))));
        found.ok_or_else(|| {
            let known: Vec<_> = std::iter::once(AUTO).chain(MarkupProfile::names()).collect();
            let expected = format!("one of {}, or a profile in JSON", known.join(", "));
            Error::no_such("markup profile", text, &expected).with_parameter("profile")
        })
    }
}

impl Profile {
    fn is_for(&self, root: &RootElement) -> bool {
        let fits = |expected: &Root| {
            let is_same = expected.local.as_ref().is_none_or(|local| **local == *root.local);
            let has = |child: &str| root.children.iter().any(|name| name == child);
            *expected.namespace == *root.namespace
                && is_same
                && expected.child.as_deref().is_none_or(has)
        };
        self.roots.is_empty() || self.roots.iter().any(fits)
    }

    /// Returns `true` if an annotation is written as an element of a rule, or listed in the head.
    pub fn writes(&self, annotation: &Annotation) -> bool {
        self.rule(annotation).is_some() || self.json_ld && json_ld::is_listed(annotation)
    }

    /// Returns the first attribute that is an event handler or a document in HTML, because browsers would execute
    /// text from a document in such an attribute.
    fn scripted(&self) -> Option<&str> {
        let names =
            self.rules.iter().flat_map(|rule| &rule.attributes).map(|attribute| &*attribute.name);
        let is_handler = |name: &str| name.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
        names.into_iter().find(|name| is_handler(name) || name.eq_ignore_ascii_case("srcdoc"))
    }

    /// Returns the first rule that applies to an annotation.
    pub fn rule(&self, annotation: &Annotation) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.applies(annotation))
    }
}

impl Rule {
    fn applies(&self, annotation: &Annotation) -> bool {
        let fits = match (annotation.body(), self.kind) {
            (Body::Entity(entity), Kind::Entity) => {
                self.classes.is_empty()
                    || entity
                        .classes
                        .iter()
                        .any(|iri| self.classes.iter().any(|class| class.has(iri)))
            }
            (Body::Term(_), Kind::Term) => true,
            _ => return false,
        };
        let says =
            |attribute: &AttributeRule| !attribute.required || attribute.value.can_say(annotation);
        fits && self.attributes.iter().all(says)
    }

    /// Returns the attributes of an annotation. `text` is the annotated text. Attributes whose value cannot be filled
    /// are omitted.
    pub fn attributes<'a>(&'a self, annotation: &Annotation, text: &str) -> Vec<Attribute<'a>> {
        let class = self.class(annotation);
        let value = |attribute: &'a AttributeRule| {
            Some((&*attribute.name, attribute.value.fill(annotation, class, text)?))
        };
        self.attributes.iter().filter_map(value).collect()
    }

    /// Returns the class that the rule matches, or the first class.
    fn class<'e>(&self, annotation: &'e Annotation) -> Option<&'e str> {
        let classes = &annotation.as_entity()?.classes;
        let fits = |iri: &&str| self.classes.iter().any(|class| class.has(iri));
        let mut all = classes.iter().map(|iri| &**iri);
        all.clone().find(fits).or(all.next())
    }
}

impl Class {
    fn has(&self, iri: &str) -> bool {
        match self {
            Class::Is(expected) => **expected == *iri,
            Class::BeginsWith(start) => iri.starts_with(&**start),
            Class::Kind(kind) => kind_of(iri) == Some(*kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BUNDLED, PARSED, parse};

    #[test]
    fn every_bundled_profile_is_parsed_under_its_name() {
        assert_eq!(PARSED.len(), BUNDLED.len());
        for (name, document) in BUNDLED {
            assert_eq!(&*parse(document).unwrap().name, *name);
        }
    }
}
