//! Annotations as the elements that a markup profile specifies.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Fragment};
use glossweave_format_base::annotate::{Mark, MarkupWriter};
use glossweave_format_base::markup_profile::{Attribute, Profile, Rule};

/// The elements of a source around and within ranges, and the syntax of new elements.
pub(super) trait Surroundings: MarkupWriter {
    /// Returns `true` if a position is in an element with a local name, at any depth.
    fn is_in(&self, at: u32, local: &str) -> bool;

    /// Returns `true` if an element starts in a range. If `local` is set, only elements with this local name count.
    fn holds(&self, start: u32, end: u32, local: Option<&str>) -> bool;

    /// Returns the reason why the name of an element cannot be written at a position. Returns `None` if it can be
    /// written.
    fn unwritable(&self, _at: u32, _rule: &Rule) -> Option<&'static str> {
        None
    }

    /// Writes the start tag of an element.
    fn open_element(
        &self,
        at: u32,
        rule: &Rule,
        profile: &Profile,
        attributes: &[Attribute<'_>],
        out: &mut String,
    );

    /// Writes the end tag of an element.
    fn close_element(&self, at: u32, rule: &Rule, out: &mut String);
}

/// A writer of the elements of a profile, which uses the markup of the format for other annotations.
pub(super) struct ProfileWriter<'a, W> {
    document: &'a Document,
    profile: &'a Profile,
    format: &'a W,
    placed: RefCell<Placed<'a>>,
}

impl<'a, W: Surroundings> ProfileWriter<'a, W> {
    pub fn new(document: &'a Document, profile: &'a Profile, format: &'a W) -> Self {
        ProfileWriter { document, profile, format, placed: RefCell::default() }
    }

    /// Returns the reason why an element cannot wrap a fragment of the source.
    fn barrier(&self, rule: &Rule, fragment: &Fragment) -> Option<Cow<'static, str>> {
        let (at, element) = (fragment.start, &rule.element);
        if let Some(reason) = self.format.unwritable(at, rule) {
            return Some(reason.into());
        }
        if let Some(outer) = rule.not_in.iter().find(|name| self.format.is_in(at, name)) {
            return Some(format!("the profile does not allow `{element}` in `{outer}`").into());
        }
        let holds = |local| self.format.holds(fragment.start, fragment.end, local);
        if rule.text_only && holds(None) {
            return Some(format!("the profile allows only text in `{element}`").into());
        }
        let inner = rule.not_around.iter().find(|name| holds(Some(name)));
        inner.map(|name| format!("the profile does not allow `{element}` around `{name}`").into())
    }
}

const NO_RULE: &str = "the profile has no rule for it";

impl<W: Surroundings> MarkupWriter for ProfileWriter<'_, W> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        let Some(rule) = self.profile.rule(mark.annotation) else {
            return self.format.open(mark, out);
        };
        let text = self.document.text().get(mark.annotation.span().range()).unwrap_or_default();
        let attributes = rule.attributes(mark.annotation, text);
        self.format.open_element(mark.at, rule, self.profile, &attributes, out);
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        match self.profile.rule(mark.annotation) {
            Some(rule) => self.format.close_element(mark.at, rule, out),
            None => self.format.close(mark, out),
        }
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        self.format.attributes(mark, out);
    }

    fn parent(&self, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32> {
        match self.profile.rule(annotation) {
            Some(_) => None,
            None => self.format.parent(annotation, taken),
        }
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        match self.profile.rule(annotation) {
            None if !self.profile.otherwise_its => Some(NO_RULE),
            _ => self.format.refusal(annotation),
        }
    }

    fn misplaced(
        &self,
        annotation: &Annotation,
        fragments: &[Fragment],
    ) -> Option<Cow<'static, str>> {
        let rule = self.profile.rule(annotation);
        if let Some(rule) = rule
            && let Some(reason) = fragments.iter().find_map(|fragment| self.barrier(rule, fragment))
        {
            return Some(reason);
        }
        self.placed.borrow_mut().place(rule, fragments)
    }
}

/// The new elements so far.
#[derive(Default)]
struct Placed<'a> {
    all: Ranges,
    /// The elements that contain only text.
    text_only: Ranges,
    /// The elements by local name, used to check which elements would be nested.
    elements: HashMap<&'a str, Ranges>,
    /// The elements that must not be in or around another element, by the local name of the other element.
    forbidding: HashMap<&'a str, Ranges>,
}

impl<'a> Placed<'a> {
    /// Adds an element. Returns the reason why it conflicts with existing elements, if it does.
    fn place(
        &mut self,
        rule: Option<&'a Rule>,
        fragments: &[Fragment],
    ) -> Option<Cow<'static, str>> {
        let overlaps = |ranges: &Ranges| fragments.iter().any(|fragment| ranges.overlap(fragment));
        let is_text_only = rule.is_some_and(|rule| rule.text_only);
        if overlaps(&self.text_only) || is_text_only && overlaps(&self.all) {
            return Some("an element that holds text only would overlap another element".into());
        }
        if let Some(rule) = rule {
            let meets = |ranges: Option<&Ranges>| ranges.is_some_and(overlaps);
            let element = &*rule.element;
            if rule.not_in.iter().any(|name| meets(self.elements.get(&**name)))
                || meets(self.forbidding.get(element))
            {
                let message =
                    format!("`{element}` would overlap an element that must not contain it");
                return Some(message.into());
            }
            self.elements.entry(element).or_default().add(fragments);
            for name in &rule.not_in {
                self.forbidding.entry(name).or_default().add(fragments);
            }
        }
        self.all.add(fragments);
        if is_text_only {
            self.text_only.add(fragments);
        }
        None
    }
}

/// Merged ranges of the source: a map from start positions to end positions.
#[derive(Default)]
pub(super) struct Ranges(BTreeMap<u32, u32>);

impl Ranges {
    fn overlap(&self, fragment: &Fragment) -> bool {
        let before = self.0.range(..fragment.end).next_back();
        before.is_some_and(|(_, end)| *end > fragment.start)
    }

    /// Returns `true` if a position is inside a range. The ends of a range are not inside it.
    pub fn contain(&self, at: u32) -> bool {
        self.0.range(..at).next_back().is_some_and(|(_, end)| *end > at)
    }

    fn add(&mut self, fragments: &[Fragment]) {
        for fragment in fragments {
            self.insert(fragment.start, fragment.end);
        }
    }

    /// Adds a range. Overlapping ranges are merged, and ranges that only touch remain separate.
    pub fn insert(&mut self, mut start: u32, mut end: u32) {
        while let Some((from, to)) = self.0.range(..end).next_back().map(|(a, b)| (*a, *b)) {
            if to <= start {
                break;
            }
            self.0.remove(&from);
            (start, end) = (start.min(from), end.max(to));
        }
        self.0.insert(start, end);
    }
}
