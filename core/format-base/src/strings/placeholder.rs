//! Placeholders and tags in the text of a string, which a translation must preserve.

use std::collections::HashMap;
use std::ops::Range;

use super::notation::{LONGEST, colon_name, date, link, percent_name, template, until, within};
use crate::icu_message::is_message;
use glossweave_base::media::Format;
use glossweave_document::Notations;
use glossweave_markup::find_byte;

/// The `printf` directives that count as placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printf {
    /// No placeholders of `printf`.
    None,
    /// Only directives that rarely occur in ordinary text.
    Sure,
    /// All directives, because the source declares that the string is a format.
    All,
}

/// The placeholders that a string may contain.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// The notations whose placeholders are inline codes.
    pub notations: Notations,
    /// The placeholders of `printf` that are inline codes.
    pub printf: Printf,
    /// `{{` and `}}` represent braces (Python, C#).
    pub doubled_braces: bool,
    /// `%arg` of string catalogs.
    pub percent_arg: bool,
    /// The branches of plural and select arguments become separate units. Otherwise the syntax around them becomes
    /// codes.
    pub branches: bool,
    /// Every tag counts, even without a partner.
    pub all_tags: bool,
    /// Apostrophes quote braces, as in ICU messages.
    pub quotes: bool,
    /// Apostrophes never quote, because the reader has already resolved them.
    pub no_quotes: bool,
}

impl Syntax {
    /// Returns the syntax of a format, or the syntax of the notations that an option selects.
    pub fn of(format: Format, notations: Option<Notations>) -> Syntax {
        Syntax::with(notations.unwrap_or(Notations::of(format)))
    }

    /// Returns the syntax with a set of notations.
    pub fn with(notations: Notations) -> Syntax {
        let printf = if notations.has(Notations::PRINTF) { Printf::Sure } else { Printf::None };
        Syntax {
            notations,
            printf,
            percent_arg: false,
            doubled_braces: false,
            branches: true,
            all_tags: false,
            quotes: false,
            no_quotes: false,
        }
    }

    /// Returns the syntax without units for branches.
    pub fn without_branches(self) -> Syntax {
        Syntax { branches: false, ..self }
    }

    /// Returns the syntax for a text. In an ICU message, apostrophes quote.
    pub fn of_message(self, text: &str) -> Syntax {
        let may_be = !self.no_quotes && self.notations.has(Notations::BRACES);
        Syntax { quotes: self.quotes || may_be && is_message(text), ..self }
    }
}

/// A branch of a plural or select argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The argument and the selector, for example `count=one`.
    pub name: String,
    pub at: Range<usize>,
    /// `true` if `#` in the branch represents the number.
    pub plural: bool,
}

/// The role of a placeholder in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The start tag of an element.
    Open,
    /// The end tag of an element.
    Close,
    /// An element without content.
    Void,
    /// A placeholder, with its branches if it is a message of ICU.
    Holder(Vec<Branch>),
}

/// A placeholder or a tag, at a range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlaceholder {
    /// The range in the text, in bytes.
    pub at: Range<usize>,
    /// The role in the text.
    pub kind: Kind,
}

/// A placeholder or a tag in a text whose syntax is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The byte range of the placeholder in the text.
    pub at: Range<usize>,
    /// The branches of a plural or select argument: the argument and the selector, for example `count=one`, with the
    /// range of the message.
    pub branches: Vec<(String, Range<usize>)>,
}

/// The part of a message that a text represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// A complete text, which may or may not be an ICU message.
    Whole,
    /// The message of a branch.
    Branch,
    /// The message of a branch of a plural, in which `#` is a placeholder.
    PluralBranch,
}

/// Returns the placeholders and tags of a text, in order.
pub fn placeholders(text: &str, part: MessagePart) -> Vec<Placeholder> {
    let syntax = Syntax::with(Notations::COMMON.and(Notations::COLON_NAMES)).of_message(text);
    let syntax = Syntax { quotes: syntax.quotes || part != MessagePart::Whole, ..syntax };
    let all = find(text, 0..text.len(), syntax, part == MessagePart::PluralBranch);
    let placeholder = |found: FoundPlaceholder| {
        let branches = match found.kind {
            Kind::Holder(branches) => {
                branches.into_iter().map(|branch| (branch.name, branch.at)).collect()
            }
            _ => Vec::new(),
        };
        Placeholder { at: found.at, branches }
    };
    all.into_iter().map(placeholder).collect()
}

/// The maximum length of a tag, in bytes.
const LONGEST_TAG: usize = 1_000;

/// The first bytes of placeholders and of escapes.
const MARKS: [u8; 10] = *b"{}$%<&#:@'";

/// The maximum nesting depth of branches whose syntax becomes codes.
const DEPTH: usize = 8;

/// HTML elements that count as tags even when they have no partner.
const ELEMENTS: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "center", "cite", "code", "del", "dfn", "div",
    "dd", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input",
    "ins", "kbd", "label", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "table", "tbody", "td", "th", "tr", "tt", "u", "ul", "var",
    "wbr",
];

/// HTML elements without an end tag.
const VOID: &[&str] = &["br", "hr", "img", "input", "wbr"];

/// Returns the placeholders and tags in a range of a text, in order. When `plural` is set, `#` is a placeholder.
pub fn find(
    text: &str,
    range: Range<usize>,
    syntax: Syntax,
    plural: bool,
) -> Vec<FoundPlaceholder> {
    find_at(text, range, syntax, plural, 0)
}

fn find_at(
    text: &str,
    range: Range<usize>,
    syntax: Syntax,
    plural: bool,
    depth: usize,
) -> Vec<FoundPlaceholder> {
    let mut scan = Scan {
        text,
        range: range.clone(),
        syntax,
        plural,
        depth,
        closes: None,
        found: Vec::new(),
        tags: Vec::new(),
    };
    let mut at = range.start;
    let bytes = text.as_bytes().get(..range.end).unwrap_or_default();
    let is_mark = |byte: u8| MARKS.iter().fold(false, |is_any, mark| is_any | (byte == *mark));
    while let Some(next) = bytes.get(at..).and_then(|rest| find_byte(rest, is_mark)) {
        at += next;
        let rest = text.get(at..range.end).unwrap_or_default();
        if syntax.quotes && rest.starts_with("''") {
            at += 2;
            continue;
        }
        match scan.at_mark(at, rest) {
            Some((kind, found)) => {
                at = found.end;
                scan.found.push(FoundPlaceholder { at: found, kind });
            }
            None => at += 1,
        }
    }
    scan.finish()
}

/// Returns the length of a part that apostrophes quote in an ICU message.
fn quoted(rest: &str, plural: bool) -> Option<usize> {
    let first = *rest.as_bytes().get(1)?;
    if !(matches!(first, b'{' | b'}') || plural && first == b'#') {
        return None;
    }
    let mut at = 2;
    loop {
        match rest.get(at..).and_then(|rest| rest.find('\'')) {
            None => return Some(rest.len()),
            Some(end) if rest.as_bytes().get(at + end + 1) == Some(&b'\'') => at += end + 2,
            Some(end) => return Some(at + end + 1),
        }
    }
}

struct Scan<'t> {
    text: &'t str,
    range: Range<usize>,
    syntax: Syntax,
    plural: bool,
    /// The nesting depth of the range in branches.
    depth: usize,
    /// The closing brace of each brace, computed on first use.
    closes: Option<HashMap<usize, usize>>,
    found: Vec<FoundPlaceholder>,
    /// The tags in `found`: their index, name, and `true` if they need a partner.
    tags: Vec<(usize, String, bool)>,
}

impl Scan<'_> {
    /// Returns the placeholder or tag at a byte that may begin it. If it is the last of several codes, its range
    /// begins after that byte.
    fn at_mark(&mut self, at: usize, rest: &str) -> Option<(Kind, Range<usize>)> {
        let notations = self.syntax.notations;
        let before = || {
            let before = self.text.get(self.range.start..at).unwrap_or_default();
            before.chars().next_back()
        };
        let mark = *rest.as_bytes().first()?;
        let void = match mark {
            b'{' if notations.has(Notations::BRACES) => {
                if let Some(found) = self.brace(at, rest) {
                    return Some(found);
                }
                None
            }
            b'}' if self.syntax.doubled_braces && rest.starts_with("}}") => Some(2),
            b'$' if notations.has(Notations::DOLLARS) => dollar(rest),
            b'%' => percent(rest, before(), self.syntax),
            b':' if notations.has(Notations::COLON_NAMES) => colon_name(rest, before()),
            b'@' if notations.has(Notations::LINKS) => link(rest, before()),
            b'<' if notations.has(Notations::TAGS) => {
                if let Some((kind, length)) = self.tag(rest) {
                    return Some((kind, at..at + length));
                }
                None
            }
            b'&' if notations.has(Notations::TAGS) => reference(rest),
            b'\'' if self.syntax.quotes => quoted(rest, self.plural),
            b'#' if self.plural => Some(1),
            _ => None,
        };
        let is_template =
            || notations.has(Notations::TEMPLATES) && matches!(mark, b'{' | b'<' | b'#');
        let void = void.or_else(|| is_template().then(|| template(rest)).flatten())?;
        Some((Kind::Void, at..at + void))
    }

    fn brace(&mut self, at: usize, rest: &str) -> Option<(Kind, Range<usize>)> {
        let void = |length: usize| (Kind::Void, at..at + length);
        if rest.starts_with("{\\") {
            // Override codes of subtitles.
            return within(rest, "}").map(void);
        }
        if rest.starts_with("{{") {
            if self.syntax.doubled_braces {
                return Some(void(2));
            }
            // Triple braces of Mustache end with three braces.
            let end = if rest.starts_with("{{{") { "}}}" } else { "}}" };
            return within(rest, end).map(void);
        }
        let head = rest.get(1..)?.trim_start();
        let name = head.get(..head.len() - head.trim_start_matches(is_name).len())?;
        let behind = head.get(name.len()..)?.trim_start();
        let has_name = !name.is_empty();
        match behind.as_bytes().first()? {
            b'}' => return within(rest, "}").map(void),
            // For example `{0:>10}` and `{name!r}` of Python.
            b':' | b'!' => {
                let length = within(rest, "}")?;
                let inner = rest.get(1..length - 1)?;
                let is_plain = !inner.contains(['{', ' ']);
                return is_plain.then_some(void(length));
            }
            b',' if has_name => {}
            _ => return None,
        }
        let kind = behind.get(1..)?.trim_start();
        let is_plural = kind.starts_with("plural") || kind.starts_with("selectordinal");
        let is_choice = kind.starts_with("choice");
        if !is_plural && !is_choice && !kind.starts_with("select") {
            // For example `{0, number, #.##}` and `{when, date, yyyy}`.
            let is_type = kind.starts_with(|char: char| {
                char.is_ascii_alphabetic() || char == '-' || char.is_ascii_digit()
            });
            let length = within(rest, "}").filter(|_| is_type)?;
            return (!rest.get(1..length)?.contains('{')).then(|| void(length));
        }
        let close = self.close(at)?;
        let start = at + rest.len() - kind.len();
        let branches = match is_choice {
            true => self.choices(start, close, name),
            false => self.branches(start, close, name, is_plural),
        };
        let Some(branches) = branches else {
            let length = within(rest, "}").filter(|_| is_choice)?;
            return (!rest.get(1..length)?.contains('{')).then(|| void(length));
        };
        if self.syntax.branches {
            return Some((Kind::Holder(branches), at..close + 1));
        }
        if self.depth >= DEPTH {
            return None;
        }
        let mut from = at;
        for Branch { at, plural, .. } in branches {
            self.found.push(FoundPlaceholder { at: from..at.start, kind: Kind::Void });
            from = at.end;
            let plural = plural || self.plural;
            self.found.extend(find_at(self.text, at, self.syntax, plural, self.depth + 1));
        }
        Some((Kind::Void, from..close + 1))
    }

    /// Returns the brace that closes the brace at a position. Returns `None` if it is not closed.
    fn close(&mut self, at: usize) -> Option<usize> {
        let (text, range, plural) = (self.text, self.range.clone(), self.plural);
        let quotes = self.syntax.quotes;
        let closes = self.closes.get_or_insert_with(|| {
            let mut closes = HashMap::new();
            let mut open = Vec::new();
            let mut at = range.start;
            while let Some(byte) = text.as_bytes().get(at).filter(|_| at < range.end) {
                match byte {
                    b'{' => open.push(at),
                    b'}' => closes.extend(open.pop().map(|start| (start, at))),
                    b'\'' if quotes => {
                        let rest = text.get(at..range.end).unwrap_or_default();
                        let is_doubled = rest.starts_with("''");
                        // A `#` may be in a branch, whose braces are found later.
                        let length = if is_doubled { Some(2) } else { quoted(rest, plural) };
                        at += length.unwrap_or(1) - 1;
                    }
                    _ => {}
                }
                at += 1;
            }
            closes
        });
        closes.get(&at).copied()
    }

    /// Returns the branches of an argument, starting at its type (ICU MessageFormat: `selector {message}`, after an
    /// optional `offset:number`).
    fn branches(
        &mut self,
        kind: usize,
        close: usize,
        name: &str,
        plural: bool,
    ) -> Option<Vec<Branch>> {
        let comma = kind + self.text.get(kind..close)?.find(',')?;
        let is_type = |char: char| char.is_ascii_alphabetic();
        if !self.text.get(kind..comma)?.trim_end().chars().all(is_type) {
            return None;
        }
        let mut branches = Vec::new();
        let mut at = comma + 1;
        loop {
            let rest = self.text.get(at..close)?;
            let Some(open) = rest.find('{') else {
                let is_end = rest.trim().is_empty() && !branches.is_empty();
                return is_end.then_some(branches);
            };
            let words = rest.get(..open)?.split_whitespace();
            let selector = words.last().filter(|word| !word.contains(['}', '\'', ',']))?;
            let start = at + open;
            let end = self.close(start).filter(|end| *end < close)?;
            let name = format!("{name}={selector}");
            branches.push(Branch { name, at: start + 1..end, plural });
            at = end + 1;
        }
    }

    /// Returns the branches of a Java choice argument (`ChoiceFormat`: `limit#message|limit<message`).
    fn choices(&mut self, kind: usize, close: usize, name: &str) -> Option<Vec<Branch>> {
        let comma = kind + self.text.get(kind..close)?.find(',')?;
        let mut branches = Vec::new();
        let mut at = comma + 1;
        loop {
            let rest = self.text.get(at..close)?;
            let sign = rest.find(['#', '<', '\u{2264}'])?;
            let limit = rest.get(..sign)?.trim();
            let is_limit = |char: char| char.is_ascii_digit() || "-+.eE\u{221E}".contains(char);
            if limit.is_empty() || !limit.chars().all(is_limit) {
                return None;
            }
            let width = rest.get(sign..)?.chars().next()?.len_utf8();
            let start = at + sign + width;
            let mut end = start;
            // A bar within braces belongs to another argument.
            while let Some(found) = self.text.get(end..close)?.find(['|', '{']) {
                end += found;
                if self.text.as_bytes().get(end) == Some(&b'|') {
                    break;
                }
                end = self.close(end)? + 1;
            }
            let is_last = self.text.as_bytes().get(end) != Some(&b'|') || end >= close;
            let end = if is_last { close } else { end };
            let name = format!("{name}={limit}");
            branches.push(Branch { name, at: start..end, plural: false });
            if is_last {
                return Some(branches);
            }
            at = end + 1;
        }
    }

    fn tag(&mut self, rest: &str) -> Option<(Kind, usize)> {
        let is_end = rest.starts_with("</");
        let head = rest.get(if is_end { 2 } else { 1 }..)?;
        let is_name = |char: char| char.is_alphanumeric() || "-_:.".contains(char);
        let length = head.len() - head.trim_start_matches(is_name).len();
        let mut name = head.get(..length)?.to_ascii_lowercase();
        let behind = head.get(length..)?;
        let starts = name.starts_with(|char: char| char.is_ascii_alphanumeric());
        if !starts
            || !behind.starts_with(|char: char| matches!(char, '>' | '/') || char.is_whitespace())
        {
            return None;
        }
        let length =
            until(rest, ">", LONGEST_TAG).filter(|length| !rest[1..*length].contains('<'))?;
        if rest.get(..length)?.ends_with("/>") || VOID.contains(&&*name) {
            return Some((Kind::Void, length));
        }
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        // For example, `<c.yellow>` of WebVTT ends with `</c>`.
        name.truncate(name.find('.').unwrap_or(name.len()));
        let needs = !is_number && !self.syntax.all_tags && !ELEMENTS.contains(&&*name);
        self.tags.push((self.found.len(), name, needs));
        Some((if is_end { Kind::Close } else { Kind::Open }, length))
    }

    /// Finds the partners of tags, and removes the tags that do not count without a partner.
    fn finish(mut self) -> Vec<FoundPlaceholder> {
        if self.tags.is_empty() {
            return self.found;
        }
        let mut open: Vec<usize> = Vec::new();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut alone: Vec<bool> = vec![true; self.tags.len()];
        for (number, (index, name, _)) in self.tags.iter().enumerate() {
            if self.found[*index].kind == Kind::Open {
                open.push(number);
                *counts.entry(name).or_default() += 1;
            } else if counts.get(&**name).is_some_and(|count| *count > 0) {
                // Start tags within the pair that have no end tag are unpaired.
                while let Some(start) = open.pop() {
                    let other = &*self.tags[start].1;
                    if let Some(count) = counts.get_mut(other) {
                        *count -= 1;
                    }
                    if other == name {
                        (alone[start], alone[number]) = (false, false);
                        break;
                    }
                }
            }
        }
        let mut none = Vec::new();
        for ((index, _, needs), _) in self.tags.iter().zip(&alone).filter(|(_, alone)| **alone) {
            self.found[*index].kind = Kind::Void;
            if *needs {
                none.push(*index);
            }
        }
        let mut none = none.into_iter().peekable();
        let mut index = 0;
        self.found.retain(|_| {
            index += 1;
            none.next_if_eq(&(index - 1)).is_none()
        });
        self.found
    }
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || "_-.$@[]".contains(char)
}

/// Returns the length of `${name}`, `$t(name)` of i18next, or `$NAME$` of browser extensions.
fn dollar(rest: &str) -> Option<usize> {
    if rest.starts_with("${") {
        return within(rest, "}");
    }
    if rest.starts_with("$t(") {
        return within(rest, ")");
    }
    let name = rest.get(1..)?;
    let length = name.len()
        - name
            .trim_start_matches(|char: char| char.is_ascii_alphanumeric() || "_@".contains(char))
            .len();
    let is_name =
        length > 0 && length < LONGEST && !name.starts_with(|char: char| char.is_ascii_digit());
    (is_name && name.get(length..)?.starts_with('$')).then_some(length + 2)
}

/// Returns the length of a character or entity reference.
fn reference(rest: &str) -> Option<usize> {
    let length = until(rest, ";", 40)?;
    let name = rest.get(1..length - 1)?;
    let name = name.strip_prefix('#').unwrap_or(name);
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(length)
}

/// Returns the length of a placeholder that begins with `%`.
fn percent(rest: &str, before: Option<char>, syntax: Syntax) -> Option<usize> {
    let directive = printf(rest, before, syntax);
    let named =
        || percent_name(rest, before).filter(|_| syntax.notations.has(Notations::PERCENT_NAMES));
    // In `%d%`, a directive precedes a percent sign.
    let name = named().filter(|length| directive.is_none_or(|directive| directive + 1 < *length));
    let is_date = syntax.printf != Printf::All && syntax.notations.has(Notations::DATES);
    let date = || date(rest, before).filter(|_| is_date);
    name.or(directive).or_else(date)
}

/// Returns the length of a `printf` directive, of `%{name}`, or of `%1` of Qt.
fn printf(rest: &str, before: Option<char>, syntax: Syntax) -> Option<usize> {
    let bytes = rest.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let digits = |at: usize| {
        bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    if syntax.notations.has(Notations::PERCENT_NUMBERS) {
        let from = if byte(1) == b'L' { 2 } else { 1 };
        match digits(from) {
            0 if byte(1) == b'n' => return Some(2),
            0 => {}
            count => return Some(from + count.min(2)),
        }
    }
    if syntax.percent_arg && rest.starts_with("%arg") && !byte(4).is_ascii_alphanumeric() {
        return Some(4);
    }
    if syntax.printf == Printf::None {
        return None;
    }
    match byte(1) {
        b'%' => return Some(2),
        b'{' => return within(rest, "}"),
        _ => {}
    }
    let mut at = 1;
    let mut is_sure = syntax.printf == Printf::All;
    if byte(at) == b'(' {
        at = within(rest, ")")?;
        is_sure = true;
    }
    let count = digits(at);
    if count > 0 && byte(at + count) == b'$' {
        at += count + 1;
        is_sure = true;
    }
    let all = syntax.printf == Printf::All;
    while b"-+0#'".contains(&byte(at)) && byte(at) != 0 || all && byte(at) == b' ' {
        at += 1;
    }
    if byte(at) == b'@' && byte(at - 1) == b'#' {
        // For example `%#@name@` and `%1$#@name@` of Apple.
        return within(rest.get(at + 1..)?, "@").map(|length| at + 1 + length);
    }
    let width = |at: usize| if byte(at) == b'*' { 1 } else { digits(at) };
    at += width(at);
    if byte(at) == b'.' {
        at += 1 + width(at + 1);
    }
    if byte(at) == b'<' {
        // For example `%<PRIu64>` of gettext and `%<name>s` of Ruby.
        let end = at + until(rest.get(at..)?, ">", if all { 20 } else { LONGEST })?;
        let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let is_named = rest.get(at + 1..end - 1)?.chars().all(is_name);
        let behind = rest.get(end..)?;
        let number =
            behind.trim_start_matches(|char: char| "-+0.".contains(char) || char.is_ascii_digit());
        let is_directive =
            is_named && number.starts_with(['d', 's', 'f', 'i', 'u', 'x', 'X', 'e', 'g', 'o']);
        return match is_directive {
            true => Some(end + behind.len() - number.len() + 1),
            false => all.then_some(end),
        };
    }
    let mut lengths = 0;
    while b"hlLqjzt".contains(&byte(at)) && lengths < 2 {
        (at, lengths) = (at + 1, lengths + 1);
    }
    let known: &[u8] = if is_sure { b"diouxXeEfFgGaAcCsSpn@mr" } else { b"diouxXfgcsSp@" };
    if !known.contains(&byte(at)) {
        return None;
    }
    // `50%off` is ordinary text.
    let is_word =
        before.is_some_and(|char| char.is_ascii_digit()) && byte(at + 1).is_ascii_alphabetic();
    (is_sure || !is_word).then_some(at + 1)
}
