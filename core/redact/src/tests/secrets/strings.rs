//! String files and subtitles with secrets.

use glossweave_base::media::Format;

use super::texts::json;
use super::{Row, Syntax, lines};

/// A string in quotation marks, with backslash escapes.
const QUOTED: Syntax = Syntax { divider: "", lacks: &['"'], escape: json };
const LINE: Syntax = Syntax { divider: "", lacks: &['"'], escape: str::to_owned };
/// A Fluent string, in which braces are code.
const FLUENT: Syntax = Syntax { lacks: &['"', '{'], ..LINE };
const ELEMENT: Syntax = Syntax { lacks: &['"', '<'], ..LINE };
const KEY: Syntax = Syntax { divider: "", lacks: &['"', '\\', '=', ':'], escape: key };
const CUE: Syntax = Syntax { divider: "<b></b>", ..LINE };

/// Escapes a secret for use as the key of a property.
fn key(written: &str) -> String {
    written.replace(' ', "\\ ")
}

fn cues(all: &[String], point: &str) -> String {
    lines(all, |n, s| {
        format!(
            "{0}\n00:{1:02}:{2:02}{point}000 --> 00:{1:02}:{2:02}{point}900\nTo {s}.\n\n",
            n + 1,
            n / 60,
            n % 60
        )
    })
}

pub const TEMPLATES: &[Row] = &[
    ("PO", Format::Po, QUOTED, |all| {
        lines(all, |n, s| format!("msgctxt \"{n}\"\nmsgid \"To {s}.\"\nmsgstr \"An {s}.\"\n\n"))
            .into_bytes()
    }),
    ("comments of PO", Format::Po, LINE, |all| {
        lines(all, |n, s| {
            format!("# {s}\n#. {s}\n#: a.c:{n}\n#| msgid \"x\"\nmsgid \"k{n}\"\nmsgstr \"y\"\n\n")
        })
        .into_bytes()
    }),
    ("properties", Format::Properties, QUOTED, |all| {
        lines(all, |n, s| format!("k{n}=To {s}.\nl{n} : {s}\n")).into_bytes()
    }),
    ("keys of properties", Format::Properties, KEY, |all| {
        lines(all, |n, s| format!("k{n}.{s}=x\n! {s}\n")).into_bytes()
    }),
    ("strings of Apple", Format::AppleStrings, QUOTED, |all| {
        lines(all, |n, s| format!("/* {s} */\n\"k{n}\" = \"To {s}.\";\n")).into_bytes()
    }),
    ("stringsdict", Format::Stringsdict, ELEMENT, |all| {
        let rows = lines(all, |n, s| {
            format!(
                "<?x {s}?><key>{n}</key><dict><key>NSStringLocalizedFormatKey</key><string>To {s}.</string></dict>"
            )
        });
        format!("<plist version=\"1.0\"><dict>{rows}</dict></plist>").into_bytes()
    }),
    ("xcstrings", Format::Xcstrings, QUOTED, |all| {
        let rows = lines(all, |n, s| {
            format!(
                "\"k{n}\": {{\"comment\": \"{s}\", \"localizations\": {{\"en\": {{\"stringUnit\": {{\"state\": \"new\", \"value\": \"To {s}.\"}}}}}}}},\n"
            )
        });
        format!("{{\"sourceLanguage\": \"en\", \"strings\": {{{rows}\"z\": {{}}}}, \"version\": \"1.0\"}}").into_bytes()
    }),
    ("Fluent", Format::Fluent, FLUENT, |all| {
        lines(all, |n, s| format!("# {s}\nk{n} = To {s}.\n    .title = x {s}\n")).into_bytes()
    }),
    ("SubRip", Format::Srt, CUE, |all| cues(all, ",").into_bytes()),
    ("WebVTT", Format::Vtt, CUE, |all| {
        format!("WEBVTT\n\n{}NOTE x\n", cues(all, ".")).into_bytes()
    }),
    ("notes of WebVTT", Format::Vtt, LINE, |all| {
        let notes = lines(all, |_, s| format!("NOTE {s}\n\n"));
        format!("WEBVTT\n\n{notes}00:01.000 --> 00:02.000\nx\n").into_bytes()
    }),
];
