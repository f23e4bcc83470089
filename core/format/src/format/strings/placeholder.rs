//! Placeholders and tags in the text of a string: what no translation may lose.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use glossweave_markup::find_byte;

/// The directives of `printf` that count as placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Printf {
    None,
    /// Those that hardly occur in other texts.
    Sure,
    /// All: the source says that the string is a format.
    All,
}

/// The placeholders that a string may have.
#[derive(Clone, Copy, Debug)]
pub(in crate::format) struct Syntax {
    pub printf: Printf,
    /// `%1`, `%n`, `%L1` of Qt and KDE.
    pub percent_numbers: bool,
    /// `{{` and `}}` stand for braces (Python, C#).
    pub doubled_braces: bool,
    /// `%arg` of string catalogs.
    pub percent_arg: bool,
    /// The branches of plural and select arguments are units of their own.
    pub branches: bool,
    /// Every tag is one, also without a partner.
    pub all_tags: bool,
}

impl Syntax {
    pub const DEFAULT: Syntax = Syntax {
        printf: Printf::Sure,
        percent_numbers: false,
        percent_arg: false,
        doubled_braces: false,
        branches: true,
        all_tags: false,
    };
}

impl Default for Syntax {
    fn default() -> Syntax {
        Syntax::DEFAULT
    }
}

/// A branch of a plural or select argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The argument and the selector, such as `count=one`.
    pub name: String,
    pub at: Range<usize>,
    /// `true` if `#` in it stands for the number.
    pub plural: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Void,
    Holder(Vec<Branch>),
}

/// A placeholder or a tag, at a range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub at: Range<usize>,
    pub kind: Kind,
}

/// A placeholder or a tag of a text whose syntax is not known, at a range of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Placeholder {
    pub at: Range<usize>,
    /// The branches of a plural or select argument: the argument and the selector, such as `count=one`, with
    /// the range of the message.
    pub branches: Vec<(String, Range<usize>)>,
}

/// Returns the placeholders and tags of a text, in their order. `plural` says that `#` is one.
#[doc(hidden)]
pub fn placeholders(text: &str, plural: bool) -> Vec<Placeholder> {
    let all = find(text, 0..text.len(), Syntax::DEFAULT, plural).into_iter();
    let placeholder = |found: Found| {
        let branches = match found.kind {
            Kind::Holder(branches) => branches.into_iter().map(|one| (one.name, one.at)).collect(),
            _ => Vec::new(),
        };
        Placeholder { at: found.at, branches }
    };
    all.map(placeholder).collect()
}

/// The longest placeholder, but for tags and arguments with branches, in bytes.
const LONGEST: usize = 200;

/// The longest tag in bytes.
const LONGEST_TAG: usize = 1_000;

/// The first bytes of placeholders, and those that stand for themselves.
const MARKS: [u8; 7] = *b"{}$%<&#";

/// Elements of HTML that are tags even if they have no partner.
const ELEMENTS: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "center", "cite", "code", "del", "dfn", "div",
    "dd", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input",
    "ins", "kbd", "label", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "table", "tbody", "td", "th", "tr", "tt", "u", "ul", "var",
    "wbr",
];

/// Elements of HTML without an end tag.
const VOID: &[&str] = &["br", "hr", "img", "input", "wbr"];

/// Returns the placeholders and tags in a range of a text, in their order. `plural` says that `#`
/// is one.
pub(super) fn find(text: &str, range: Range<usize>, syntax: Syntax, plural: bool) -> Vec<Found> {
    let mut scan = Scan {
        text,
        range: range.clone(),
        syntax,
        closes: None,
        messages: HashSet::new(),
        found: Vec::new(),
        tags: Vec::new(),
    };
    let mut at = range.start;
    let bytes = text.as_bytes().get(..range.end).unwrap_or_default();
    let is_mark = |byte: u8| MARKS.iter().fold(false, |is_one, mark| is_one | (byte == *mark));
    while let Some(next) = bytes.get(at..).and_then(|rest| find_byte(rest, is_mark)) {
        at += next;
        let rest = text.get(at..range.end).unwrap_or_default();
        let kind_and_length = match rest.as_bytes().first() {
            Some(b'{') => scan.brace(at, rest),
            Some(b'}') if syntax.doubled_braces && rest.starts_with("}}") => Some((Kind::Void, 2)),
            Some(b'$') => dollar(rest).map(|length| (Kind::Void, length)),
            Some(b'%') => {
                let before = text.get(range.start..at).and_then(|text| text.bytes().next_back());
                percent(rest, before, syntax).map(|length| (Kind::Void, length))
            }
            Some(b'<') => scan.tag(rest),
            Some(b'&') => reference(rest).map(|length| (Kind::Void, length)),
            Some(b'#') if plural => Some((Kind::Void, 1)),
            _ => None,
        };
        match kind_and_length {
            Some((kind, length)) => {
                scan.found.push(Found { at: at..at + length, kind });
                at += length;
            }
            None => at += 1,
        }
    }
    scan.finish()
}

struct Scan<'t> {
    text: &'t str,
    range: Range<usize>,
    syntax: Syntax,
    /// The closing brace of each brace, found when it is first needed.
    closes: Option<HashMap<usize, usize>>,
    found: Vec<Found>,
    /// The braces of messages of arguments with branches, if these are no units: `{file}` is a message there.
    messages: HashSet<usize>,
    /// The tags among those found: their index, name, and `true` if they need a partner.
    tags: Vec<(usize, String, bool)>,
}

impl Scan<'_> {
    fn brace(&mut self, at: usize, rest: &str) -> Option<(Kind, usize)> {
        if self.messages.contains(&at) {
            return None;
        }
        if rest.starts_with("{\\") {
            // Override codes of subtitles.
            return within(rest, "}").map(|length| (Kind::Void, length));
        }
        if rest.starts_with("{{") {
            if self.syntax.doubled_braces {
                return Some((Kind::Void, 2));
            }
            // Three braces of Mustache end with three.
            let end = if rest.starts_with("{{{") { "}}}" } else { "}}" };
            return within(rest, end).map(|length| (Kind::Void, length));
        }
        let head = rest.get(1..)?.trim_start();
        let name = head.get(..head.len() - head.trim_start_matches(is_name).len())?;
        let behind = head.get(name.len()..)?.trim_start();
        let has_name = !name.is_empty();
        match behind.as_bytes().first()? {
            b'}' => return within(rest, "}").map(|length| (Kind::Void, length)),
            // `{0:>10}` and `{name!r}` of Python.
            b':' | b'!' => {
                let length = within(rest, "}")?;
                let inner = rest.get(1..length - 1)?;
                let is_plain = !inner.contains(['{', ' ']);
                return is_plain.then_some((Kind::Void, length));
            }
            b',' if has_name => {}
            _ => return None,
        }
        let kind = behind.get(1..)?.trim_start();
        let is_plural = kind.starts_with("plural") || kind.starts_with("selectordinal");
        if !is_plural && !kind.starts_with("select") {
            // `{0, number, #.##}`, `{when, date, yyyy}`.
            let is_type = kind.starts_with(|char: char| {
                char.is_ascii_alphabetic() || char == '-' || char.is_ascii_digit()
            });
            let length = within(rest, "}").filter(|_| is_type)?;
            return (!rest.get(1..length)?.contains('{')).then_some((Kind::Void, length));
        }
        let close = self.close(at)?;
        let branches = self.branches(at + rest.len() - kind.len(), close, name, is_plural)?;
        if !self.syntax.branches {
            self.messages.extend(branches.iter().map(|branch| branch.at.start - 1));
            return None;
        }
        Some((Kind::Holder(branches), close + 1 - at))
    }

    /// Returns the brace that closes one, if all close.
    fn close(&mut self, at: usize) -> Option<usize> {
        let (text, range) = (self.text, self.range.clone());
        let closes = self.closes.get_or_insert_with(|| {
            let mut closes = HashMap::new();
            let mut open = Vec::new();
            for place in range {
                match text.as_bytes()[place] {
                    b'{' => open.push(place),
                    b'}' => closes.extend(open.pop().map(|start| (start, place))),
                    _ => {}
                }
            }
            closes
        });
        closes.get(&at).copied()
    }

    /// Returns the branches of an argument from its type on (ICU MessageFormat: `selector {message}`,
    /// after `offset:number`).
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
        // `<c.yellow>` of WebVTT ends with `</c>`.
        name.truncate(name.find('.').unwrap_or(name.len()));
        let needs = !is_number && !self.syntax.all_tags && !ELEMENTS.contains(&&*name);
        self.tags.push((self.found.len(), name, needs));
        Some((if is_end { Kind::Close } else { Kind::Open }, length))
    }

    /// Finds the partners of tags; leaves out those that are none without.
    fn finish(mut self) -> Vec<Found> {
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
                // Start tags within it that have no end tag are alone.
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

/// Returns the length up to and with an end, in the same line and not far away.
fn within(rest: &str, end: &str) -> Option<usize> {
    until(rest, end, LONGEST).filter(|length| !rest[..*length].contains(['\n', '\r']))
}

fn until(rest: &str, end: &str, most: usize) -> Option<usize> {
    let cut = (0..=most.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at))?;
    let rest = rest.get(..cut)?;
    let mut chars = end.chars();
    let found = match (chars.next(), chars.next()) {
        // Much faster than a text of one character.
        (Some(char), None) => rest.find(char),
        _ => rest.find(end),
    };
    found.map(|at| at + end.len())
}

/// Returns the length of `${name}`, `$t(name)` of i18next, or `$NAME$` of extensions of browsers.
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

/// Returns the length of a reference to a character or an entity.
fn reference(rest: &str) -> Option<usize> {
    let length = until(rest, ";", 40)?;
    let name = rest.get(1..length - 1)?;
    let name = name.strip_prefix('#').unwrap_or(name);
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(length)
}

/// Returns the length of a directive of `printf`, of `%{name}`, or of `%1` of Qt.
fn percent(rest: &str, before: Option<u8>, syntax: Syntax) -> Option<usize> {
    let bytes = rest.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let digits = |at: usize| {
        bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    if syntax.percent_numbers {
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
        // `%#@name@` and `%1$#@name@` of Apple.
        return within(rest.get(at + 1..)?, "@").map(|length| at + 1 + length);
    }
    let width = |at: usize| if byte(at) == b'*' { 1 } else { digits(at) };
    at += width(at);
    if byte(at) == b'.' {
        at += 1 + width(at + 1);
    }
    if all && byte(at) == b'<' {
        // `%<PRIu64>` of gettext.
        return until(rest.get(at..)?, ">", 20).map(|length| at + length);
    }
    let mut lengths = 0;
    while b"hlLqjzt".contains(&byte(at)) && lengths < 2 {
        (at, lengths) = (at + 1, lengths + 1);
    }
    let known: &[u8] = if is_sure { b"diouxXeEfFgGaAcCsSpn@mr" } else { b"diouxXfgcsSp@" };
    if !known.contains(&byte(at)) {
        return None;
    }
    // `50%off` is a text.
    let is_word =
        before.is_some_and(|byte| byte.is_ascii_digit()) && byte(at + 1).is_ascii_alphabetic();
    (is_sure || !is_word).then_some(at + 1)
}
