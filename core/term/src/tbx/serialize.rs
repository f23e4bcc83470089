//! Creation of entries from concepts, and of a new document for them.

use super::category::category;
use super::write::{attribute_of, escape};
use super::{CORE, MODULES, Root, TbxStyle};
use crate::{Concept, TermEntry, TermStatus};
use glossweave_base::text::Language;

/// Returns the document before the first entry.
pub(super) fn head(style: TbxStyle) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let header = "<fileDesc><sourceDesc><p>A term base</p></sourceDesc></fileDesc>";
    match style {
        TbxStyle::Martif => {
            out.push_str("<martif type=\"TBX\" xml:lang=\"en\">\n<martifHeader>");
            out.push_str(header);
            out.push_str("</martifHeader>\n");
        }
        TbxStyle::Dca | TbxStyle::Dct => {
            let name = if style == TbxStyle::Dca { "dca" } else { "dct" };
            out.push_str("<tbx");
            attribute_of("type", "TBX-Basic", &mut out);
            attribute_of("style", name, &mut out);
            attribute_of("xml:lang", "en", &mut out);
            declare(style, &mut out);
            out.push_str(">\n<tbxHeader>");
            out.push_str(header);
            out.push_str("</tbxHeader>\n");
        }
    }
    out.push_str("<text><body>\n");
    out
}

/// Declares the namespaces of a style.
fn declare(style: TbxStyle, out: &mut String) {
    attribute_of("xmlns", CORE, out);
    for module in ["min", "basic"] {
        if style == TbxStyle::Dct {
            attribute_of(&format!("xmlns:{module}"), &format!("{MODULES}{module}"), out);
        }
    }
}

/// Returns the document after the last entry.
pub(super) fn foot(style: TbxStyle) -> &'static str {
    match style {
        TbxStyle::Martif => "</body></text>\n</martif>\n",
        TbxStyle::Dca | TbxStyle::Dct => "</body></text>\n</tbx>\n",
    }
}

/// Returns the entry of a concept.
pub(super) fn entry(concept: &Concept, style: TbxStyle, root: Root) -> String {
    let [entry, section, term] = match style {
        TbxStyle::Martif => ["termEntry", "langSet", "tig"],
        TbxStyle::Dca | TbxStyle::Dct => ["conceptEntry", "langSec", "termSec"],
    };
    let mut shape = Shape { out: String::new(), style };
    shape.out.push('<');
    shape.out.push_str(entry);
    attribute_of("id", &concept.id, &mut shape.out);
    if root == Root::Theirs && style != TbxStyle::Martif {
        declare(style, &mut shape.out);
    }
    shape.out.push('>');
    for domain in &concept.domains {
        shape.say("subjectField", domain);
    }
    shape.section(concept, None);
    let mut languages: Vec<&Language> = Vec::new();
    let others = concept.definitions.iter().filter_map(|definition| definition.language.as_ref());
    let others = others.chain(concept.fields.iter().filter_map(|field| field.language.as_ref()));
    for language in concept.terms.iter().map(|entry| &entry.language).chain(others) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    for language in languages {
        shape.out.push_str(&format!("<{section}"));
        attribute_of("xml:lang", language.as_str(), &mut shape.out);
        shape.out.push('>');
        shape.section(concept, Some(language));
        for entry in concept.terms.iter().filter(|entry| entry.language == *language) {
            shape.out.push_str(&format!("<{term}>"));
            shape.term(entry);
            shape.out.push_str(&format!("</{term}>"));
        }
        shape.out.push_str(&format!("</{section}>"));
    }
    shape.out.push_str(&format!("</{entry}>"));
    shape.out
}

struct Shape {
    out: String,
    style: TbxStyle,
}

impl Shape {
    /// Writes the data of the whole concept, or the data in one language.
    fn section(&mut self, concept: &Concept, language: Option<&Language>) {
        for definition in
            concept.definitions.iter().filter(|definition| definition.language.as_ref() == language)
        {
            match &definition.source {
                None => self.say("definition", &definition.text),
                Some(source) => {
                    self.out.push_str("<descripGrp>");
                    self.say("definition", &definition.text);
                    self.say("source", source);
                    self.out.push_str("</descripGrp>");
                }
            }
        }
        for field in concept.fields.iter().filter(|field| field.language.as_ref() == language) {
            self.say(&field.name, &field.value);
        }
    }

    fn term(&mut self, term: &TermEntry) {
        self.out.push_str("<term>");
        escape(&term.text, &mut self.out);
        self.out.push_str("</term>");
        if let Some(part) = &term.part_of_speech {
            self.say("partOfSpeech", part);
        }
        if let Some(status) = term.status {
            self.say("administrativeStatus", status.in_tbx());
            if status == TermStatus::Hidden {
                self.say("processStatus", "hidden");
            }
        }
        for (name, value) in &term.fields {
            self.say(name, value);
        }
    }

    /// Writes a data category.
    fn say(&mut self, name: &str, value: &str) {
        let known = category(name);
        let tag = match (self.style, known) {
            (TbxStyle::Dct, Some(known)) => {
                self.out.push_str(&format!("<{}:{}>", known.module, known.name));
                format!("{}:{}", known.module, known.name)
            }
            _ if matches!(name, "note" | "date") => {
                self.out.push_str(&format!("<{name}>"));
                name.to_owned()
            }
            (_, known) => {
                let element = known.map_or("admin", |known| known.element);
                self.out.push_str(&format!("<{element}"));
                attribute_of("type", name, &mut self.out);
                self.out.push('>');
                element.to_owned()
            }
        };
        escape(value, &mut self.out);
        self.out.push_str(&format!("</{tag}>"));
    }
}
