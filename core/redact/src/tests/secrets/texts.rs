//! Texts, tables and data with secrets.

use glossweave_base::media::Format;

use super::{Row, Syntax, lines};

const TEXT: Syntax = Syntax { divider: "", lacks: &[], escape: str::to_owned };
/// A field of a table.
const FIELD: Syntax = Syntax { divider: "", lacks: &['"', '\t'], escape: str::to_owned };
const MARKDOWN: Syntax = Syntax { divider: "****", lacks: &['"', '<'], escape: without_emphasis };
const MARKDOWN_VALUE: Syntax = Syntax { divider: "", ..MARKDOWN };
const JSON: Syntax = Syntax { divider: "", lacks: &['"'], escape: json };
const JSON_HTML: Syntax = Syntax { divider: "<b><\\/b>", ..JSON };
const PLAIN_YAML: Syntax = Syntax { divider: "", lacks: &[], escape: str::to_owned };

/// Escapes a secret, so that emphasis delimiters are not markup.
fn without_emphasis(written: &str) -> String {
    written.replace('*', "x")
}

/// Escapes a secret for a JSON string. Backslashes are doubled, except in `\uXXXX`.
pub fn json(written: &str) -> String {
    let mut escaped = String::new();
    for (at, c) in written.char_indices() {
        let code = written[at + c.len_utf8()..].strip_prefix('u').and_then(|rest| rest.get(..4));
        let is_code = code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if c == '\\' && !is_code {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn table(all: &[String], end: &str) -> Vec<u8> {
    let rows = lines(all, |n, s| format!("{n}{end}\"{s}\"{end}\"Word {s} here\"\n"));
    format!("n{end}a{end}b\n{rows}").into_bytes()
}

pub const TEMPLATES: &[Row] = &[
    ("text", Format::Text, TEXT, |all| {
        lines(all, |n, s| format!("{n}. To {s}; and {s}\n\n")).into_bytes()
    }),
    ("mail", Format::Text, TEXT, |all| {
        let head = lines(all, |n, s| format!("X-Name-{n}: {s}\n"));
        format!(
            "From: x\n{head}Content-Transfer-Encoding: quoted-printable\n\n{}",
            lines(all, |_, s| format!("> Dear {s},\n>> {s}\n\n"))
        )
        .into_bytes()
    }),
    ("card of an address", Format::Text, TEXT, |all| {
        lines(all, |n, s| format!("BEGIN:VCARD\nFN:{s}\nNOTE;X={n}:{s}\\, x\nEND:VCARD\n"))
            .into_bytes()
    }),
    ("log", Format::Text, TEXT, |all| {
        lines(all, |n, s| {
            format!(
                "2024-01-02T03:04:05Z INFO n={n} user={s} path=/x/{s}/y \"GET /?q={s}\" [{s}]\n"
            )
        })
        .into_bytes()
    }),
    ("text in UTF-16", Format::Text, TEXT, |all| {
        let text = lines(all, |n, s| format!("{n}. To {s}; and {s}\n\n"));
        format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    }),
    ("Markdown", Format::Markdown, MARKDOWN_VALUE, |all| {
        lines(all, |n, s| format!("# To {s}\n\nAsk [{s}](http://x.example/{n} \"{s}\") `{s}`\n\n"))
            .into_bytes()
    }),
    ("emphasis in Markdown", Format::Markdown, Syntax { divider: "<b></b>", ..MARKDOWN }, |all| {
        lines(all, |_, s| format!("Ask **{s}**, or\n> *{s}*\n\n- {s}\n\n")).into_bytes()
    }),
    ("tables in Markdown", Format::Markdown, MARKDOWN_VALUE, |all| {
        let rows = lines(all, |n, s| format!("| {n} | {s} |\n"));
        format!("---\ntitle: x\n---\n\n| n | a |\n|---|---|\n{rows}\n").into_bytes()
    }),
    ("code in Markdown", Format::Markdown, MARKDOWN_VALUE, |all| {
        lines(all, |n, s| format!("Text {n}\n\n```\nx = {s}\n```\n\n<!-- {s} -->\n\n")).into_bytes()
    }),
    ("links in Markdown", Format::Markdown, MARKDOWN_VALUE, |all| {
        lines(all, |n, s| {
            format!("See ![{s}][r{n}] there.\n\n[r{n}]: http://x.example/{n} '{s}'\n\n")
        })
        .into_bytes()
    }),
    ("table with commas", Format::Csv, FIELD, |all| table(all, ",")),
    ("table with semicolons", Format::Csv, FIELD, |all| table(all, ";")),
    ("table with tabs", Format::Tsv, FIELD, |all| table(all, "\t")),
    ("JSON", Format::Jsonc, JSON, |all| {
        let members = lines(all, |n, s| format!("\"k{n}\": \"To {s}.\", \"v{n}\": [\"{s}\"],\n"));
        format!("{{{members}\"n\": 1}}").into_bytes()
    }),
    ("keys and comments of JSON", Format::Jsonc, JSON, |all| {
        let members = lines(all, |n, s| format!("// {s}\n\"k{n} {s}\": {{\"x\": \"y\"}},\n"));
        format!("{{{members}\"n\": 1}}").into_bytes()
    }),
    ("pages in JSON", Format::Jsonc, JSON_HTML, |all| {
        let members = lines(all, |n, s| format!("\"k{n}\": \"<p title=x>To {s}.<\\/p>\",\n"));
        format!("{{{members}\"n\": 1}}").into_bytes()
    }),
    ("JSON in JSON", Format::Jsonc, JSON, |all| {
        let members = lines(all, |n, s| {
            format!("\"k{n}\": \"{{\\\"x\\\": \\\"{}\\\"}}\",\n", s.replace('\\', "\\\\"))
        });
        format!("{{{members}\"n\": 1}}").into_bytes()
    }),
    ("ARB", Format::Jsonc, JSON, |all| {
        let members = lines(all, |n, s| {
            format!("\"k{n}\": \"To {s}.\", \"@k{n}\": {{\"description\": \"{s}\"}},\n")
        });
        format!("{{\"@@locale\": \"en\", {members}\"n\": \"x\"}}").into_bytes()
    }),
    ("YAML", Format::Yaml, PLAIN_YAML, |all| {
        lines(all, |n, s| format!("k{n}: To {s} there # {s}\n")).into_bytes()
    }),
    ("quoted YAML", Format::Yaml, JSON, |all| {
        lines(all, |n, s| format!("q{n}: \"{s}\"\nl{n}: [\"x {s}\", 1]\n")).into_bytes()
    }),
    ("blocks of YAML", Format::Yaml, PLAIN_YAML, |all| {
        lines(all, |n, s| format!("b{n}: |\n  To {s}\n  there\nf{n}: >\n  To {s}\n")).into_bytes()
    }),
];
