//! A reader for TMX, versions 1.1 to 1.4 ([TMX 1.4b](https://www.gala-global.org/tmx-14b)).

use std::collections::HashMap;
use std::io::Read;

use super::SegmentPair;
use crate::inline_element::{MarkedText, Numbers, Role};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Skipped, SkippedExt};
use glossweave_base::text::Language;
use glossweave_markup::data::{Child, Element, Item, Reader};

/// The maximum number of texts in a unit when each text translates each other text, because the number of
/// pairs is the square.
const MAX_EACH_WAY: usize = 100;

/// The maximum length of the name of a unit in a message, in characters.
const MAX_NAME: usize = 100;

/// The defaults in the header, which are used for all units.
#[derive(Default)]
struct Header {
    source: Option<String>,
    domain: Option<String>,
    changed: Option<u64>,
}

/// Creates an error at an element.
type Fault<'f> = &'f dyn Fn(&Element, String) -> Error;

/// Calls `add` with each translation in a file. Malformed units are skipped and added to `skipped` if the
/// list is given.
pub(super) fn read(
    reader: impl Read,
    mut skipped: Option<&mut Vec<Skipped>>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    let mut reader = Reader::new(reader)?;
    let mut header: Option<Header> = None;
    let mut root: Option<Location> = None;
    let (mut has_body, mut number) = (false, 0_u64);
    while let Some(item) = reader.next(|depth, name| depth == 0 || depth == 1 && name == "body")? {
        let fault: Fault<'_> =
            &|element, message| Error::malformed(message).at(reader.location(element.at.clone()));
        let (Item::Open(element) | Item::Whole(element)) = &item;
        let depth = reader.depth() - usize::from(matches!(item, Item::Open(_)));
        match (depth, element.local()) {
            (0, "tmx") => root = Some(reader.location(element.at.clone())),
            (0, _) => {
                let name = &element.name;
                let message = format!("the root element is `{name}`, expected `tmx`");
                return Err(fault(element, message));
            }
            (1, "header") if header.is_none() => header = Some(read_header(element, fault)?),
            (1, "body") => {
                has_body = true;
                if header.is_none() {
                    return Err(fault(element, "`body` comes before `header`".into()));
                }
            }
            (1, _) => {}
            _ => {
                let Some(header) = &header else { continue };
                number += 1;
                let Err(error) = read_unit(element, header, fault, add) else { continue };
                let location = error.location().cloned();
                let location = location.unwrap_or_else(|| reader.location(element.at.clone()));
                let Some(skipped) = &mut skipped else { return Err(error.at(location)) };
                if skipped.len() < Skipped::MOST {
                    let skip = Skipped::new(name(element, number), error.message());
                    skipped.push(skip.at(Some(location)));
                }
            }
        }
    }
    match root {
        None => Err(Error::malformed("no root element, expected `tmx`")),
        Some(root) if !has_body => Err(Error::malformed("`tmx` has no `body`").at(root)),
        Some(_) => Ok(()),
    }
}

/// Returns the name of a unit: its `tuid`, or else its number.
fn name(unit: &Element, number: u64) -> Box<str> {
    match unit.attribute("tuid").map(str::trim).filter(|id| !id.is_empty()) {
        Some(id) => id.chars().take(MAX_NAME).collect::<String>().into(),
        None => format!("tu {number}").into(),
    }
}

fn read_header(header: &Element, fault: Fault<'_>) -> Result<Header> {
    let source = header.attribute("srclang").map(str::trim);
    if let Some(tag) = source.filter(|tag| !is_all(tag))
        && Language::parse(tag).is_none()
    {
        let message = format!("`srclang` is `{tag}`, expected a language tag or `*all*`");
        return Err(fault(header, message));
    }
    Ok(Header {
        source: source.map(str::to_owned),
        domain: domain(header),
        changed: changed(header),
    })
}

fn is_all(tag: &str) -> bool {
    tag.eq_ignore_ascii_case("*all*")
}

/// A text of a unit.
struct Variant {
    language: Language,
    text: String,
    domain: Option<String>,
    changed: Option<u64>,
}

fn read_unit(
    unit: &Element,
    header: &Header,
    fault: Fault<'_>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    if unit.local() != "tu" {
        return Err(fault(unit, format!("`body` has an element `{}`, expected `tu`", unit.name)));
    }
    let mut numbers = Numbers::default();
    let mut variants = Vec::new();
    for child in unit.named("tuv") {
        variants.push(read_variant(child, &mut numbers, fault)?);
    }
    let source = unit.attribute("srclang").map(str::trim).or(header.source.as_deref());
    let source = source.filter(|tag| !is_all(tag));
    if source.is_none() && variants.len() > MAX_EACH_WAY {
        let count = variants.len();
        let message = format!(
            "the unit has {count} texts that translate each other, limit is {MAX_EACH_WAY}"
        );
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let (unit_domain, unit_changed) = (domain(unit), changed(unit));
    for (index, from) in variants.iter().enumerate() {
        // The header may specify `en` when units have `en-US`, or the reverse.
        let is_source = source.is_none_or(|tag| {
            from.language.is(tag)
                || Language::parse(tag).is_some_and(|tag| tag.is(from.language.as_str()))
        });
        if !is_source {
            continue;
        }
        for (other, to) in variants.iter().enumerate() {
            if index == other || from.language == to.language {
                continue;
            }
            let domains = [&to.domain, &from.domain, &unit_domain, &header.domain];
            let domain = domains.into_iter().flatten().next();
            let pair = SegmentPair::new(
                &from.text,
                from.language.as_str(),
                &to.text,
                to.language.as_str(),
            )
            .about(domain.map(String::as_str))
            .changed(to.changed.or(unit_changed).or(header.changed));
            add(&pair)?;
        }
    }
    Ok(())
}

fn read_variant(variant: &Element, numbers: &mut Numbers, fault: Fault<'_>) -> Result<Variant> {
    let tag = variant.attribute("xml:lang").or_else(|| variant.attribute("lang"));
    let tag = tag.ok_or_else(|| fault(variant, "`tuv` has no `xml:lang`".into()))?;
    let Some(language) = Language::parse(tag) else {
        let message = format!("`xml:lang` is `{tag}`, expected a language tag");
        return Err(fault(variant, message));
    };
    let segment = variant.named("seg").next();
    let segment = segment.ok_or_else(|| fault(variant, "`tuv` has no `seg`".into()))?;
    let mut marked = MarkedText::new(numbers);
    Codes::default().read(segment, &mut marked);
    let text = marked.finish();
    Ok(Variant { language, text, domain: domain(variant), changed: changed(variant) })
}

/// The codes of a segment that have been read.
#[derive(Default)]
struct Codes<'s> {
    /// The number of elements so far, by element name.
    counts: HashMap<&'s str, usize>,
    /// The names of pairs, by the `i` of their `bpt`.
    pairs: HashMap<Option<&'s str>, String>,
}

impl<'s> Codes<'s> {
    /// Reads the content of an element.
    fn read(&mut self, element: &'s Element, marked: &mut MarkedText<'_>) {
        for child in &element.children {
            match child {
                Child::Text(text) => marked.text(text),
                Child::Element(child) => match marked.element(self.role(child)) {
                    true => {
                        self.read(child, marked);
                        marked.close();
                    }
                    false => self.count(child),
                },
            }
        }
    }

    /// Counts the codes within a code, whose content is not text.
    fn count(&mut self, code: &'s Element) {
        for element in code.elements() {
            self.role(element);
            self.count(element);
        }
    }

    /// Returns the role of an element according to clause 2.3 of TMX 1.4b. `x` links codes in different texts
    /// of a unit, and `i` links two codes in one text.
    fn role(&mut self, element: &'s Element) -> Role {
        let name = element.local();
        let count = self.counts.entry(name).or_default();
        let index = *count;
        *count += 1;
        let (x, i) = (element.attribute("x"), element.attribute("i"));
        let pair = || match x {
            Some(x) => format!("x{x}"),
            None => format!("i{}", i.unwrap_or_default()),
        };
        let single = || match x {
            Some(x) => format!("{name}{x}"),
            None => format!("{name}#{index}"),
        };
        match name {
            "bpt" => {
                self.pairs.entry(i).or_insert_with(pair);
                Role::Start(pair())
            }
            "ept" => Role::End(self.pairs.get(&i).cloned().unwrap_or_else(pair)),
            "ph" | "it" | "ut" => Role::Empty(single()),
            "hi" => Role::Pair(single()),
            _ => Role::Text,
        }
    }
}

/// Returns the domain of an element, from the first `prop` that specifies it.
fn domain(element: &Element) -> Option<String> {
    let named = element.named("prop").find(|prop| {
        let kind = prop.attribute("type").unwrap_or_default().to_ascii_lowercase();
        matches!(kind.trim_start_matches("x-"), "domain" | "subject")
    });
    named.map(|prop| prop.text().trim().to_owned()).filter(|domain| !domain.is_empty())
}

/// Returns the time of the last change of an element, or else of its creation.
fn changed(element: &Element) -> Option<u64> {
    let dates = ["changedate", "creationdate"].map(|name| element.attribute(name));
    dates.into_iter().flatten().find_map(digits)
}

/// Returns a date and time as a number of 14 digits.
pub(super) fn digits(date: &str) -> Option<u64> {
    let digits: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    if digits.len() < 8 { None } else { format!("{digits:0<14}").parse().ok() }
}
