//! Codes of template languages in HTML and Markdown, for example ERB, PHP, Liquid, Jinja, Handlebars and Go
//! templates. These codes are not text, regardless of the surrounding markup.

use std::ops::Range;

/// The method that finds the end of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    /// Anything up to the first closing delimiter.
    Any,
    /// Like `Any`, but the code extends to the end of the text when the closing delimiter is missing.
    Program,
    /// An expression. It contains neither an empty line nor another opening delimiter, and its quotation marks are
    /// paired.
    Expression,
}

/// A row of the table of notations.
#[derive(Clone, Copy, Debug)]
struct Notation {
    open: &'static str,
    close: &'static str,
    inner: Inner,
    /// The strings that may follow the opening delimiter. If empty, any text may follow.
    next: &'static [&'static str],
}

const fn any(open: &'static str, close: &'static str) -> Notation {
    Notation { open, close, inner: Inner::Any, next: &[] }
}

const fn expression(open: &'static str, close: &'static str) -> Notation {
    Notation { open, close, inner: Inner::Expression, next: &[] }
}

/// The notations. Longer opening delimiters precede their prefixes.
const NOTATIONS: [Notation; 18] = [
    // Comments, which can contain all other delimiters: Handlebars, Blade, Go.
    any("{{!--", "--}}"),
    any("{{~!--", "--~}}"),
    any("{{--", "--}}"),
    any("{{/*", "*/}}"),
    any("{{- /*", "*/ -}}"),
    // Blocks and unescaped expressions of Handlebars.
    expression("{{{{", "}}}}"),
    expression("{{{", "}}}"),
    // Shortcodes of Hugo.
    expression("{{<", ">}}"),
    expression("{{%", "%}}"),
    // Expressions of Liquid, Jinja, Twig, Handlebars, Blade, Angular and Vue.
    expression("{{", "}}"),
    expression("{%", "%}"),
    expression("{!!", "!!}"),
    // A comment of Jinja. `{#id}` is not a comment.
    Notation { open: "{#", close: "#}", inner: Inner::Any, next: &[" ", "\n", "\r", "\t", "-"] },
    // ERB, EJS, ASP, JSP.
    any("<%--", "--%>"),
    any("<%", "%>"),
    Notation { open: "<?php", close: "?>", inner: Inner::Program, next: &[] },
    any("<?=", "?>"),
    Notation { open: "<?", close: "?>", inner: Inner::Any, next: &[" ", "\n", "\r", "\t"] },
];

/// The closing delimiters of codes in HTML.
pub(super) const TEMPLATE_ENDS: [&str; 5] = ["}}", "%}", "#}", "%>", "?>"];

/// The tags and shortcodes around code and comments, which are not text either.
const BODIES: [&str; 11] = [
    "code",
    "codeblock",
    "comment",
    "highlight",
    "javascript",
    "katex",
    "math",
    "mermaid",
    "schema",
    "style",
    "stylesheet",
];

/// The maximum number of closing delimiters that are tried for one expression.
const TRIES: usize = 3;

/// Returns `false` if a text definitely contains no template code.
pub fn may_have_templates(text: &str) -> bool {
    ["{{", "{%", "{!!", "{#", "<%", "<?"].iter().any(|open| text.contains(open))
}

/// A search for codes in a text. Positions must increase, so that the search takes linear time.
pub struct Templates<'t> {
    text: &'t str,
    /// The notations whose closing delimiter does not occur in the rest of the text.
    absent: [bool; NOTATIONS.len()],
    /// The names of bodies whose end does not occur in the rest of the text.
    endless: Vec<&'static str>,
}

impl<'t> Templates<'t> {
    /// Creates the templates of a text.
    pub fn new(text: &'t str) -> Templates<'t> {
        Templates { text, absent: [false; NOTATIONS.len()], endless: Vec::new() }
    }

    /// Returns the end of the code that begins at a position. For a tag around code, the code includes the body.
    pub fn end(&mut self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        for (index, notation) in NOTATIONS.iter().enumerate() {
            let Some(inner) = rest.strip_prefix(notation.open) else { continue };
            let is_next = |next: &&str| inner.starts_with(*next);
            if self.absent[index] || !notation.next.is_empty() && !notation.next.iter().any(is_next)
            {
                continue;
            }
            let start = at + notation.open.len();
            let end = match notation.inner {
                Inner::Expression => self.expression_end(start, notation),
                Inner::Any | Inner::Program => {
                    let found = inner.find(notation.close);
                    let end = found.map(|found| start + found + notation.close.len());
                    self.absent[index] = end.is_none();
                    match notation.inner {
                        Inner::Program => end.or(Some(self.text.len())),
                        _ => end,
                    }
                }
            };
            if let Some(end) = end {
                return Some(self.body_end(start, end, notation).unwrap_or(end));
            }
        }
        None
    }

    /// Returns the end of an expression whose content begins at a position.
    fn expression_end(&self, start: usize, notation: &Notation) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let close = notation.close.as_bytes();
        let nested = notation.open.as_bytes().get(..2)?;
        let (mut first, mut tries) = (None, 0);
        let (mut quotes, mut depth) = ([0_usize; 2], 0_isize);
        let mut at = start;
        while let Some(byte) = bytes.get(at) {
            let rest = &bytes[at..];
            if rest.starts_with(close) {
                // In `{{ {a: {b: 1}} }}`, the first `}}` closes braces of the expression.
                let braces = rest[close.len()..].iter().take_while(|byte| **byte == b'}').count();
                let more = braces.min(usize::try_from(depth).unwrap_or(0));
                let end = at + close.len() + more;
                if quotes.iter().all(|count| count % 2 == 0) {
                    return Some(end);
                }
                first = first.or(Some(end));
                tries += 1;
                if tries == TRIES {
                    break;
                }
            }
            let is_empty_line = *byte == b'\n' && {
                let mut next = rest[1..].iter().skip_while(|byte| b" \t\r".contains(byte));
                matches!(next.next(), Some(b'\n'))
            };
            if is_empty_line || rest.starts_with(nested) {
                break;
            }
            match byte {
                b'"' => quotes[0] += 1,
                b'\'' => quotes[1] += 1,
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        first
    }

    /// Returns the end of the end tag that closes a tag around code.
    fn body_end(&mut self, start: usize, end: usize, notation: &Notation) -> Option<usize> {
        let is_shortcode = matches!(notation.open, "{{<" | "{{%");
        if !is_shortcode && notation.open != "{%" {
            return None;
        }
        let signs = ['-', '~', '+', ' ', '\t', '\n', '\r'];
        let inner = self.text.get(start..end)?.trim_start_matches(signs);
        let name = BODIES.into_iter().find(|name| {
            let rest = inner.strip_prefix(name);
            rest.is_some_and(|rest| {
                !rest.starts_with(|char: char| char.is_alphanumeric() || char == '_')
            })
        })?;
        if self.endless.contains(&name) || inner.trim_end_matches(notation.close).ends_with('/') {
            return None;
        }
        let mut at = end;
        while let Some(found) = self.text.get(at..).and_then(|rest| rest.find(notation.open)) {
            at += found + notation.open.len();
            let rest = self.text.get(at..)?.trim_start_matches(signs);
            let mark = if is_shortcode { "/" } else { "end" };
            let rest = rest.strip_prefix(mark).map(|rest| rest.trim_start_matches(signs));
            if rest.is_some_and(|rest| rest.starts_with(name)) {
                let close = self.text.get(at..)?.find(notation.close)?;
                return Some(at + close + notation.close.len());
            }
        }
        self.endless.push(name);
        None
    }
}

/// The source of a page in which white space of the same length replaces the template codes.
#[derive(Debug, Default)]
pub(super) struct WithoutTemplates {
    pub text: String,
    /// The ranges of the codes, in order.
    pub codes: Vec<Range<usize>>,
}

/// Returns a page without its template codes. Returns `None` if the page contains none. Scripts, style sheets and
/// comments are preserved.
pub(super) fn without_templates(page: &str) -> Option<WithoutTemplates> {
    if !may_have_templates(page) {
        return None;
    }
    let mut templates = Templates::new(page);
    let mut codes: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(found) = page.get(at..).and_then(|rest| rest.find(['{', '<'])) {
        at += found;
        if let Some(end) = templates.end(at) {
            codes.push(at..end);
            at = end;
            continue;
        }
        at = raw_end(page, at).unwrap_or(at + 1);
    }
    if codes.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(page.len());
    for code in &codes {
        text.push_str(page.get(text.len()..code.start).unwrap_or_default());
        // A code within a name or an unquoted value must not end the name or value.
        let is_part = text.ends_with(['<', '/', '=']);
        text.extend(std::iter::repeat_n(if is_part { 'x' } else { ' ' }, code.len()));
    }
    text.push_str(page.get(text.len()..).unwrap_or_default());
    Some(WithoutTemplates { text, codes })
}

/// Returns the end of the content of a script, a style sheet or a comment that starts at a position.
fn raw_end(page: &str, at: usize) -> Option<usize> {
    let rest = page.get(at..)?;
    if rest.starts_with("<!--") {
        return Some(rest.find("-->").map_or(page.len(), |end| at + end));
    }
    let bytes = rest.as_bytes();
    let is_name = |bytes: &[u8], name: &str| {
        bytes.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    let name = ["script", "style"].into_iter().find(|name| is_name(&bytes[1..], name))?;
    let mut ends = rest.match_indices("</");
    let end = ends.find(|(end, _)| is_name(&bytes[end + 2..], name));
    Some(end.map_or(page.len(), |(end, _)| at + end))
}

/// Returns the parts of a range outside the codes. The codes must be sorted.
pub(super) fn outside(
    codes: &[Range<usize>],
    range: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let first = codes.partition_point(|code| code.end <= range.start);
    let mut next = codes[first..].iter().take_while({
        let end = range.end;
        move |code| code.start < end
    });
    let mut at = Some(range.start);
    std::iter::from_fn(move || {
        loop {
            let start = at?;
            let part = match next.next() {
                Some(code) => {
                    at = Some(code.end);
                    start..code.start
                }
                None => {
                    at = None;
                    start..range.end
                }
            };
            if part.start < part.end {
                return Some(part);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Templates, outside, without_templates};

    #[test]
    fn codes_end_where_their_language_ends_them() {
        let cases = [
            ("<%= a > b %> c", "<%= a > b %>"),
            ("<%-- %> --%> c", "<%-- %> --%>"),
            ("<?php echo $a->b; ?> c", "<?php echo $a->b; ?>"),
            ("<?php echo 1;", "<?php echo 1;"),
            ("<?= $a ?> c", "<?= $a ?>"),
            ("<?xml version='1.0'?>", ""),
            ("{{ a }} b }}", "{{ a }}"),
            ("{{{ a }}} b", "{{{ a }}}"),
            ("{{#if a}}b{{/if}}", "{{#if a}}"),
            ("{{ \"}}\" }} b", "{{ \"}}\" }}"),
            ("{{ it's }} b", "{{ it's }}"),
            ("{{ {a: {b: 1}}}} c", "{{ {a: {b: 1}}}}"),
            ("{{!-- {{a}} --}} b", "{{!-- {{a}} --}}"),
            ("{{< a \"b c\" >}} d", "{{< a \"b c\" >}}"),
            ("{{% a %}} b", "{{% a %}}"),
            ("{%- if a -%} b", "{%- if a -%}"),
            ("{# a {{ b }} #} c", "{# a {{ b }} #}"),
            ("{#id} text #}", ""),
            ("{!! $a !!} b", "{!! $a !!}"),
            ("{{ a {{ b }}", ""),
            ("{{ a\n\nb }}", ""),
            ("{% highlight x %}a{% endhighlight %} b", "{% highlight x %}a{% endhighlight %}"),
            ("{{< highlight x >}}a{{< /highlight >}} b", "{{< highlight x >}}a{{< /highlight >}}"),
            ("{% comment %} a", "{% comment %}"),
        ];
        for (text, code) in cases {
            assert_eq!(Templates::new(text).end(0).unwrap_or(0), code.len(), "{text}");
        }
    }

    #[test]
    fn scripts_style_sheets_and_comments_are_not_searched() {
        let page = "<script>a = {{b</script>c }} <!-- {{ d --> }} <STYLE>{{</STYLE>}}";
        assert!(without_templates(page).is_none());
        let found = without_templates("a=<%= b %> <p {% if c %}>").unwrap();
        assert_eq!(found.text, "a=xxxxxxxx <p           >");
        let parts: Vec<_> = outside(&found.codes, 1..25).collect();
        assert_eq!(parts, [1..2, 10..14, 24..25]);
    }

    #[test]
    fn signs_without_an_end_take_linear_time() {
        for part in
            ["{{ ", "{{{{", "<% ", "<?= ", "{# ", "{{ ' }} ", "{% highlight %}", "{{< code >}}"]
        {
            without_templates(&part.repeat(50_000));
        }
    }
}
