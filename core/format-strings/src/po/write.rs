//! Translations in PO: they are written to `msgstr`, next to the text.

use std::cell::RefCell;
use std::collections::HashMap;

use super::parse::{Entry, File, WIDTH, parse};
use super::plural::Plurals;
use super::read::{forms, language};
use super::wrap::{columns, pieces};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, SourceExt, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::{Syntax, held, is_codes, push_escaped, whole_value};
use glossweave_format_base::translate::{
    self, Content, Edit, NO_FORM, PluralText, Target, TranslationPart, Written,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::EncodingExt;

const NO_ENTRY: &str = "the text is not in a `msgid`";
const OTHER_LANGUAGE: &str = "the file is translated into another language";
const NO_CHARACTER: &str =
    "the encoding that the header names lacks a character of the translation";
const ONE_FORM: &str = "the language has only the form of `msgid_plural`";

/// Returns the edits that write the requested translations into the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let file = parse(&decoded.text).ok().filter(|_| !document.is_target());
    let Some(file) = file else {
        translate::refuse(annotations, placements, translate::IN_TARGET);
        return Default::default();
    };
    let mut back = decoded.way_back();
    let mut span =
        |at: &std::ops::Range<usize>| ByteSpan::new(back.source(at.start), back.source(at.end));
    let mut places = Vec::with_capacity(file.entries.len());
    for entry in &file.entries {
        let mut lines: Vec<_> = entry.flag_lines.iter().chain(&entry.previous).collect();
        lines.sort_by_key(|line| line.start);
        let lines = lines.into_iter().map(|line| (line.start, span(line))).collect();
        let start = span(&(entry.start..entry.start)).start();
        let mut text = |text: &Option<super::parse::Text>| text.as_ref().map(|text| span(&text.at));
        let (id, plural) = (text(&entry.id), text(&entry.plural));
        let translations = entry.translations.iter().map(|(keyword, text)| {
            let keyword_end = span(&(keyword.end..keyword.end)).start();
            (keyword_end, span(&text.at))
        });
        let translations = translations.collect();
        places.push(Places { lines, start, id, plural, translations });
    }
    let header = file.entries.iter().find(|entry| entry.is_header());
    let line_end = if decoded.text.contains("\r\n") { "\r\n" } else { "\n" };
    let number = file.entries.iter().position(Entry::is_header);
    let strings = number.and_then(|number| places[number].translations.first()).map(|row| row.1);
    let plurals = Plurals::of(document, annotations, &file, strings, line_end);
    let mut targets = Targets {
        document,
        text: &decoded.text,
        line_end,
        language: language(header, "Language"),
        plurals,
        added: RefCell::default(),
        needs_review: options.target_state.as_deref().is_some_and(needs_review),
        file: &file,
        places,
        written: RefCell::default(),
        syntax: Syntax::of(source.format(), source.options().placeholders),
    };
    translate::write(document, annotations, options, placements, &mut targets)
}

/// Returns `true` if an XLIFF state means that a translation is not finished.
fn needs_review(state: &str) -> bool {
    state == "new" || state == "initial" || state.starts_with("needs-")
}

/// The positions of the parts of an entry in the source.
struct Places {
    /// The lines of flags and of previous strings, each with its start in the text.
    lines: Vec<(usize, ByteSpan)>,
    start: usize,
    id: Option<ByteSpan>,
    plural: Option<ByteSpan>,
    /// The translations, each with the end of its keyword.
    translations: Vec<(usize, ByteSpan)>,
}

struct Targets<'a> {
    document: &'a Document,
    text: &'a str,
    line_end: &'static str,
    language: Option<Language>,
    plurals: Plurals,
    /// The translations for plural forms, by the indices of their entries and of the forms.
    added: RefCell<HashMap<(usize, usize), String>>,
    needs_review: bool,
    file: &'a File,
    places: Vec<Places>,
    /// The number of translated texts of each entry.
    written: RefCell<HashMap<usize, usize>>,
    /// The placeholders of texts.
    syntax: Syntax,
}

impl TagScanner for Targets<'_> {}

impl Target for Targets<'_> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        escape(text, out);
    }

    fn is_beside(&self) -> bool {
        true
    }

    fn place(
        &self,
        _: &Document,
        content: &Content,
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let EntryText { index, is_plural } = self.entry_of(content, &translation.language)?;
        let (places, entry) = (&self.places[index], &self.file.entries[index]);
        let (count, one) = (entry.forms(self.plurals.count), self.plurals.one);
        let forms = forms(is_plural, entry.plural.is_some(), count, one);
        if forms.clone().next().is_none() {
            return Err(ONE_FORM);
        }
        let value = self.value(content, parts)?;
        let mut edits = self.flags(index, entry);
        edits.extend(entry.plural.as_ref().and_then(|_| self.plurals.take_header()));
        let encoding = self.document.source().encoding();
        let is_first = self.written.borrow().get(&index) == Some(&1);
        // In an entry with a plural, a keyword must have a number.
        let plain = entry.translations.first().filter(|(keyword, _)| keyword.len() == PLAIN);
        if let (Some(_), Some(_), Some((end, _)), true) =
            (&entry.plural, plain, places.translations.first(), is_first)
        {
            let bytes = encoding.encode("[0]").into_owned();
            edits.push(Edit { at: ByteSpan::new(*end, *end), bytes });
        }
        // A text that consists only of codes is not a unit, because it is its own translation.
        let sibling = if is_plural { &entry.id } else { &entry.plural };
        let sibling = sibling.as_ref().filter(|sibling| {
            is_first && entry.plural.is_some() && self.is_codes(entry, &sibling.value.text)
        });
        let added = self.added.borrow();
        let these = forms.map(|number| {
            let form = added.get(&(index, number)).filter(|_| is_plural);
            (number, form.map_or(value.as_str(), String::as_str))
        });
        let other = sibling.map(|sibling| sibling.value.text.as_str());
        let others = super::read::forms(!is_plural, true, count, one);
        let others = others.filter_map(|number| {
            let is_open = |(_, old): &(_, super::parse::Text)| old.value.text.is_empty();
            let is_open = entry.translations.get(number).is_none_or(is_open);
            Some((number, other.filter(|_| is_open)?))
        });
        let mut all: Vec<(usize, &str)> = these.chain(others).collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        // The missing forms are added after the last form of the entry.
        let mut missing = String::new();
        for (number, value) in all {
            match (entry.translations.get(number), places.translations.get(number)) {
                (Some((_, old)), Some(_)) if old.value.text == value => {}
                (Some((keyword, _)), Some((_, at))) => {
                    let string = self.string(value, keyword.len());
                    edits.push(Edit { at: *at, bytes: encoding.encode(&string).into_owned() });
                }
                _ => {
                    let keyword = format!("msgstr[{number}]");
                    let string = self.string(value, keyword.len());
                    missing.push_str(&format!("{}{keyword} {string}", self.line_end));
                }
            }
        }
        let end = places.translations.last().map(|(_, last)| last.end());
        if let Some(end) = end.filter(|_| !missing.is_empty()) {
            let bytes = encoding.encode(&missing).into_owned();
            edits.push(Edit { at: ByteSpan::new(end, end), bytes });
        }
        Ok(edits)
    }

    fn check_form(
        &self,
        _: &Document,
        content: &Content,
        form: &PluralText<'_>,
    ) -> Result<(), &'static str> {
        self.entry_of(content, form.language)?;
        self.plurals.form(form.category).ok_or(NO_FORM)?;
        self.value(content, &form.quoted).map(|_| ())
    }

    fn place_forms(&self, _: &Document, content: &Content, forms: &[PluralText<'_>]) -> Vec<Edit> {
        for form in forms {
            let entry = self.entry_of(content, form.language);
            let value = self.value(content, &form.quoted);
            if let (Ok(entry), Some(number), Ok(value)) =
                (entry, self.plurals.form(form.category), value)
            {
                self.added.borrow_mut().insert((entry.index, number), value);
            }
        }
        Vec::new()
    }
}

/// The entry of a text, and the role of the text in the entry.
struct EntryText {
    index: usize,
    is_plural: bool,
}

/// The length of `msgstr`, a keyword without a number.
const PLAIN: usize = 6;

/// Returns `true` if a translation does not belong in a file of another language. For Chinese, the script must match,
/// which the region may imply. For other languages, a script or a region that only one of the tags contains is
/// ignored.
fn is_other(file: &Language, language: &Language) -> bool {
    let parts = |language: &Language| {
        let tag = language.as_str().to_ascii_lowercase();
        let mut parts = tag.split('-').skip(1);
        let all: Vec<String> = parts.by_ref().map(str::to_owned).collect();
        let script = all.iter().find(|part| part.len() == 4).cloned();
        let region = all.iter().find(|part| part.len() == 2 || part.len() == 3).cloned();
        (tag.split('-').next().unwrap_or_default().to_owned(), script, region)
    };
    let (primary, script, region) = parts(file);
    let (wanted_primary, wanted_script, wanted_region) = parts(language);
    if primary != wanted_primary {
        return true;
    }
    if primary == "zh" {
        let is_traditional = |script: &Option<String>, region: &Option<String>| {
            script.as_ref().map_or_else(
                || matches!(region.as_deref(), Some("tw" | "hk" | "mo")),
                |script| script == "hant",
            )
        };
        return is_traditional(&script, &region) != is_traditional(&wanted_script, &wanted_region);
    }
    let differs = |left: &Option<String>, right: &Option<String>| {
        left.is_some() && right.is_some() && left != right
    };
    differs(&script, &wanted_script) || differs(&region, &wanted_region)
}

impl Targets<'_> {
    /// Returns the entry of a text. The error is the rule that prevents translations into a language.
    fn entry_of(&self, content: &Content, language: &Language) -> Result<EntryText, &'static str> {
        if self.language.as_ref().is_some_and(|file_language| is_other(file_language, language)) {
            return Err(OTHER_LANGUAGE);
        }
        let at = content.region.start();
        let after = self.places.partition_point(|place| place.id.is_none_or(|id| id.start() <= at));
        let index = after.checked_sub(1).ok_or(NO_ENTRY)?;
        let places = &self.places[index];
        let is_in =
            |span: Option<ByteSpan>| span.is_some_and(|span| span.start() <= at && at < span.end());
        let is_plural = is_in(places.plural);
        if !is_plural && !is_in(places.id) {
            return Err(NO_ENTRY);
        }
        Ok(EntryText { index, is_plural })
    }

    /// Returns a translation with its codes. The error is the rule that prevents it.
    fn value(&self, content: &Content, parts: &[TranslationPart]) -> Result<String, &'static str> {
        let value = whole_value(self.document, content, parts).ok_or(NO_ENTRY)?;
        held(self.document, &value)?;
        match self.document.source().encoding().holds(&value) {
            true => Ok(value),
            false => Err(NO_CHARACTER),
        }
    }

    /// Returns `true` if a text of an entry consists only of codes.
    fn is_codes(&self, entry: &Entry, text: &str) -> bool {
        is_codes(text, entry.syntax(self.text, self.syntax))
    }

    /// Returns the edits of the flag `fuzzy`. The flag and the previous texts are removed when all texts of the entry
    /// are translated, and the flag is set when the state requires a review.
    fn flags(&self, index: usize, entry: &Entry) -> Vec<Edit> {
        let mut written = self.written.borrow_mut();
        let count = written.entry(index).or_default();
        *count += 1;
        let places = &self.places[index];
        let fuzzy = entry.fuzzy(self.text).map(|flag| entry.flags[flag].clone());
        let encoded = |text: &str| self.document.source().encoding().encode(text).into_owned();
        if self.needs_review {
            if fuzzy.is_some() || *count > 1 {
                return Vec::new();
            }
            let bytes = encoded(&format!("#, fuzzy{}", self.line_end));
            return vec![Edit { at: ByteSpan::new(places.start, places.start), bytes }];
        }
        let mut texts =
            1 + usize::from(entry.plural.is_some() && entry.forms(self.plurals.count) > 1);
        let siblings = [&entry.id, &entry.plural].into_iter().flatten();
        let is_alone = |text: &super::parse::Text| self.is_codes(entry, &text.value.text);
        texts -= siblings.filter(|text| is_alone(text)).count().min(texts - 1);
        let Some(fuzzy) = fuzzy.filter(|_| *count == texts) else { return Vec::new() };
        let mut edits = Vec::new();
        for (start, at) in &places.lines {
            let line = entry.flag_lines.iter().find(|line| line.start == *start);
            let bytes = match line {
                Some(line) if !line.contains(&fuzzy.start) => continue,
                Some(line) => encoded(&self.without(line, &fuzzy)),
                None => Vec::new(),
            };
            edits.push(Edit { at: *at, bytes });
        }
        edits
    }

    /// Returns a line of flags without one of the flags. Returns an empty string when it has no other flag.
    fn without(&self, line: &std::ops::Range<usize>, flag: &std::ops::Range<usize>) -> String {
        let before = self.text.get(line.start..flag.start).unwrap_or_default();
        let behind = self.text.get(flag.end..line.end).unwrap_or_default();
        let is_first = before.trim_end() == "#,";
        match behind.trim_start().strip_prefix(',') {
            Some(rest) => format!("{before}{}", rest.trim_start_matches(' ')),
            None if is_first => String::new(),
            None => format!("{}{behind}", before.trim_end().trim_end_matches(',').trim_end()),
        }
    }

    /// Returns a string after a keyword, wrapped as gettext writes it.
    fn string(&self, value: &str, keyword: usize) -> String {
        let lines: Vec<String> = value
            .split_inclusive('\n')
            .map(|line| {
                let mut out = String::new();
                escape(line, &mut out);
                out
            })
            .collect();
        let most = WIDTH - 2;
        let fits = |line: &String| keyword + 1 + columns(line) <= most;
        let wraps = !self.file.has_long_lines;
        match lines.as_slice() {
            [] => return "\"\"".to_owned(),
            [line] if !wraps || fits(line) => return format!("\"{line}\""),
            _ => {}
        }
        let mut out = "\"\"".to_owned();
        for line in lines {
            let mut part = String::new();
            let mut width = 0;
            for word in pieces(&line) {
                let length = columns(word);
                if wraps && width > 0 && width + length > most {
                    out.push_str(&format!("{}\"{part}\"", self.line_end));
                    part.clear();
                    width = 0;
                }
                part.push_str(word);
                width += length;
            }
            out.push_str(&format!("{}\"{part}\"", self.line_end));
        }
        out
    }
}

fn escape(text: &str, out: &mut String) {
    let is_special = |byte| (byte < b' ') | (byte == b'"') | (byte == b'\\') | (byte == 0x7F);
    push_escaped(text, is_special, out, |char, out| match char {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\u{7}' => out.push_str("\\a"),
        '\u{8}' => out.push_str("\\b"),
        '\u{B}' => out.push_str("\\v"),
        '\u{C}' => out.push_str("\\f"),
        char => out.push_str(&format!("\\{:03o}", u32::from(char))),
    });
}
