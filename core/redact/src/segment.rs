//! The segments of markup that can contain text: character data, attribute values, comments and instructions.

use std::ops::Range;

use glossweave_base::call_limits::is_exceeded;

/// The kind of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// Character data outside tags, with references.
    Text,
    /// The content of a CDATA section, or of `script` and `style` in HTML, which has no references.
    Raw,
    /// The value of an attribute.
    Attribute,
    /// The content of a comment.
    Comment,
    /// The content of a processing instruction or a declaration.
    Instruction,
}

/// A segment of a source.
#[derive(Clone, Debug)]
pub struct Segment<'t> {
    /// The kind.
    pub kind: SegmentKind,
    /// The range in the source.
    pub range: Range<usize>,
    /// The name of the element that was opened last, without its prefix.
    pub element: &'t str,
    /// The name of the attribute, with its prefix. Empty for other kinds.
    pub attribute: &'t str,
    /// The number of the tag, which all attributes of the tag share.
    pub tag: usize,
}

/// Returns `true` if a text looks like markup.
pub fn is_markup(text: &str) -> bool {
    text.trim_start_matches('\u{FEFF}').trim_start().starts_with('<')
}

/// Returns the segments of a text with markup. Names of elements and attributes are not included.
pub fn segments(text: &str, is_html: bool) -> Vec<Segment<'_>> {
    let mut scanner = Scanner { text, at: 0, is_html, element: "", tag: 0, found: Vec::new() };
    while scanner.at < text.len() && !is_exceeded() {
        scanner.step();
    }
    scanner.found
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    is_html: bool,
    element: &'t str,
    tag: usize,
    found: Vec<Segment<'t>>,
}

impl<'t> Scanner<'t> {
    fn add(&mut self, kind: SegmentKind, range: Range<usize>, attribute: &'t str) {
        if !range.is_empty() {
            let (element, tag) = (self.element, self.tag);
            self.found.push(Segment { kind, range, element, attribute, tag });
        }
    }

    /// Reads the text up to the next markup, or reads the markup.
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        if let Some(end) = self.raw_end(rest) {
            self.add(SegmentKind::Raw, self.at..self.at + end, "");
            self.at += end;
            self.element = "";
            return;
        }
        if !rest.starts_with('<') {
            let end = rest.find('<').unwrap_or(rest.len());
            self.add(SegmentKind::Text, self.at..self.at + end, "");
            self.at += end;
            return;
        }
        let enclosed = [
            ("<!--", "-->", SegmentKind::Comment),
            ("<![CDATA[", "]]>", SegmentKind::Raw),
            ("<?", "?>", SegmentKind::Instruction),
            ("<!", ">", SegmentKind::Instruction),
        ];
        for (open, close, kind) in enclosed {
            let Some(content) = rest.strip_prefix(open) else { continue };
            // A declaration with brackets ends after the brackets.
            let from = match content.find(['[', '>']) {
                Some(at) if open == "<!" && content[at..].starts_with('[') => {
                    content.find(']').unwrap_or(0)
                }
                _ => 0,
            };
            let length = content[from..].find(close).map_or(content.len(), |end| from + end);
            let start = self.at + open.len();
            self.add(kind, start..start + length, "");
            self.at = (start + length + close.len()).min(self.text.len());
            return;
        }
        match rest[1..].chars().next() {
            Some('/') => self.at += rest.find('>').map_or(rest.len(), |end| end + 1),
            Some(c) if c.is_alphabetic() || c == '_' => self.start_tag(),
            _ => {
                self.add(SegmentKind::Text, self.at..self.at + 1, "");
                self.at += 1;
            }
        }
    }

    /// Returns the length of the content of an HTML element that cannot contain markup.
    fn raw_end(&self, rest: &str) -> Option<usize> {
        let is_raw = ["script", "style"].iter().any(|name| self.element.eq_ignore_ascii_case(name));
        if !self.is_html || !is_raw {
            return None;
        }
        let is_end = |at: &usize| {
            let name = rest.get(at + 2..at + 2 + self.element.len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(self.element))
        };
        let end = rest.match_indices("</").map(|(at, _)| at).find(is_end);
        Some(end.unwrap_or(rest.len())).filter(|end| *end > 0)
    }

    fn start_tag(&mut self) {
        self.tag += 1;
        self.at += 1;
        let name = self.name();
        self.element = local(name);
        loop {
            self.skip(|c| c.is_whitespace() || c == '/');
            match self.text[self.at..].chars().next() {
                None => return,
                Some('>') => return self.at += 1,
                Some('<') => return,
                Some(_) => self.attribute(),
            }
        }
    }

    fn attribute(&mut self) {
        let name = self.name();
        if name.is_empty() {
            // A stray character.
            self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8);
            return;
        }
        self.skip(char::is_whitespace);
        if !self.text[self.at..].starts_with('=') {
            return;
        }
        self.at += 1;
        self.skip(char::is_whitespace);
        let rest = &self.text[self.at..];
        match rest.chars().next().filter(|quote| ['"', '\''].contains(quote)) {
            Some(quote) => {
                let length = rest[1..].find(quote).unwrap_or(rest.len() - 1);
                let start = self.at + 1;
                self.add(SegmentKind::Attribute, start..start + length, name);
                self.at = (start + length + 1).min(self.text.len());
            }
            None => {
                let length = rest.find(|c: char| c.is_whitespace() || c == '>');
                let end = self.at + length.unwrap_or(rest.len());
                self.add(SegmentKind::Attribute, self.at..end, name);
                self.at = end;
            }
        }
    }

    fn name(&mut self) -> &'t str {
        let start = self.at;
        self.skip(|c| !c.is_whitespace() && !['=', '>', '/', '<', '"', '\''].contains(&c));
        &self.text[start..self.at]
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
    }
}

/// Returns a name without its prefix.
pub fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::{SegmentKind, is_markup, segments};

    fn found(text: &str, is_html: bool) -> Vec<(SegmentKind, &str, &str, &str)> {
        let each = segments(text, is_html).into_iter();
        each.map(|segment| (segment.kind, &text[segment.range], segment.element, segment.attribute))
            .collect()
    }

    #[test]
    fn each_text_of_markup_is_a_segment() {
        use SegmentKind::*;
        let text = "<?pi a?><!DOCTYPE d [<!ENTITY e 'x'>]><a b='1' c:d=\"2\"/><!--3-->4<![CDATA[<5>]]></a>";
        let expected = [
            (Instruction, "pi a", "", ""),
            (Instruction, "DOCTYPE d [<!ENTITY e 'x'>]", "", ""),
            (Attribute, "1", "a", "b"),
            (Attribute, "2", "a", "c:d"),
            (Comment, "3", "a", ""),
            (Text, "4", "a", ""),
            (Raw, "<5>", "a", ""),
        ];
        assert_eq!(found(text, false), expected);
    }

    #[test]
    fn html_has_values_without_quotes_and_scripts() {
        use SegmentKind::*;
        let text = "<p title=x alt='a>b'>1 < 2<script>if (a<b) '</p>'</script>y<style></style>";
        let expected = [
            (Attribute, "x", "p", "title"),
            (Attribute, "a>b", "p", "alt"),
            (Text, "1 ", "p", ""),
            (Text, "<", "p", ""),
            (Text, " 2", "p", ""),
            (Raw, "if (a<b) '</p>'", "script", ""),
            (Text, "y", "", ""),
        ];
        assert_eq!(found(text, true), expected);
    }

    #[test]
    fn broken_markup_ends() {
        for text in [
            "<",
            "<a",
            "<a b",
            "<a b=",
            "<a b='",
            "<!--",
            "<![CDATA[",
            "<!x[",
            "<a =>",
            "<a \"",
            "</",
        ] {
            segments(text, true);
            segments(text, false);
        }
        assert!(is_markup("\u{FEFF} <a/>") && !is_markup("a <b>"));
    }
}
