//! Translations in XML.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use super::android;
use super::entity_references::EntityReferences;
use super::layout::Layout;
use super::plural::items;
use crate::html;
use crate::vocabulary::rule_set;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, InsertionBarrier, RuleSet, Splice};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::translate::{
    self, Content, Edit, NO_FORM, PluralText, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::escape::{push_escaped, xml_text, xml_value};

/// Returns the replacements that write the requested translations into the source.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    match Layout::new(document) {
        Some(layout) => {
            let mut target = XmlTarget::new(document, layout);
            translate::write(document, annotations, options, placements, &mut target)
        }
        None => Default::default(),
    }
}

/// Returns a scanner for the tags in a range of the source without text.
pub(crate) fn gaps(document: &Document) -> Option<Box<dyn TagScanner + '_>> {
    #[cfg(test)]
    SCANS.with(|scans| scans.set(scans.get() + 1));
    let layout = Layout::new(document)?;
    Some(Box::new(XmlTarget::new(document, layout)))
}

#[cfg(test)]
thread_local! {
    /// The number of sources that were parsed to find their tags.
    pub(crate) static SCANS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

struct XmlTarget<'a> {
    document: &'a Document,
    layout: Layout,
    /// `true` for Android string resources, whose values contain escapes.
    is_android: bool,
}

impl XmlTarget<'_> {
    fn new(document: &Document, layout: Layout) -> XmlTarget<'_> {
        let is_android = rule_set(&layout.tree) == Some(RuleSet::Android);
        XmlTarget { document, layout, is_android }
    }
}

impl TagScanner for XmlTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        (&mut &self.layout).tags(source, obstacle, tags);
    }
}

impl Target for XmlTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        let text = &*match self.is_android {
            true => Cow::Owned(android::escaped(text)),
            false => Cow::Borrowed(text),
        };
        if self.layout.in_section(at.start() as u32) {
            out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
            return;
        }
        push_escaped(text, out, xml_text);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        Ok(self.edits(document, content, parts))
    }

    fn check_form(
        &self,
        document: &Document,
        content: &Content,
        form: &PluralText<'_>,
    ) -> Result<(), &'static str> {
        let none = |_: &PluralText<'_>| Vec::new();
        let form = std::slice::from_ref(form);
        items(document, &self.layout, content, form, none).map(|_| ()).ok_or(NO_FORM)
    }

    fn place_forms(
        &self,
        document: &Document,
        content: &Content,
        forms: &[PluralText<'_>],
    ) -> Vec<Edit> {
        let write = |form: &PluralText<'_>| self.edits(document, content, &form.quoted);
        items(document, &self.layout, content, forms, write).unwrap_or_default()
    }

    fn language(&self, tag: ByteSpan, language: &Language) -> Vec<Edit> {
        html::say(self.document, tag, "xml:lang", language.as_str()).into_iter().collect()
    }
}

impl XmlTarget<'_> {
    fn edits(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
    ) -> Vec<Edit> {
        let in_attribute = html::in_attribute(document, content);
        let texts = content.runs().zip(content.texts());
        let texts: HashMap<ByteSpan, usize> = texts.map(|(at, text)| (at, text.start())).collect();
        // When the order of texts changed, all references of the unit are used.
        let whole = RefCell::new(None);
        exchange(document, content, parts, |text, at, out| {
            let write = |text: &str, out: &mut String| match in_attribute {
                true => push_escaped(text, out, attribute_value),
                false => self.text(text, at, out),
            };
            match texts.get(&at) {
                Some(start) => EntityReferences::of(document, at, *start).write(text, out, write),
                None => {
                    let start = content.text.start();
                    let mut whole = whole.borrow_mut();
                    let references =
                        whole.get_or_insert_with(|| EntityReferences::of(document, at, start));
                    references.write(text, out, write);
                }
            }
        })
    }
}

/// Returns the reference for a character in the value of an attribute, for either kind of quotation marks.
pub fn attribute_value(c: char) -> Option<&'static str> {
    match c {
        '\'' => Some("&#39;"),
        c => xml_value(c),
    }
}
