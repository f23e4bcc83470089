//! The translation of a document.

use std::collections::BTreeMap;

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{FILE, file};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::text::Language;
use glossweave::translate::{TranslationOptions, TranslationRequest};
use glossweave::{Error, Request, Result};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "translate",
    title: "Translate a file",
    description: "Translates a text or file with a translation system of this server and returns \
                  the same file, with \
                  everything that is not text unchanged. Faults of the translation are reported as issues.",
    input: &[SOURCE, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "provider",
        FieldKind::Text,
        "The translation provider, as in list_engines; by default the only one.",
    ),
    Field::new("target_language", FieldKind::Text, "The language of the translation (BCP 47).")
        .required(),
    Field::new("domain", FieldKind::Text, "The subject of the text."),
    Field::new("keep", FieldKind::Texts, "Words that are not translated."),
];

const ISSUE: &[Field] = &[
    Field::new("type", FieldKind::Text, "The type of ITS 2.0, for example markup.").required(),
    Field::new("severity", FieldKind::Integer(0, 100), "The severity.").required(),
    Field::new("comment", FieldKind::Text, "The fault, in one sentence.").required(),
    Field::new("unit", FieldKind::Integer(0, u64::MAX), "The identifier of the unit.").required(),
];

const COUNT: &[Field] = &[
    Field::new("status", FieldKind::Text, "Their state: machine, exact, fuzzy, untranslated.")
        .required(),
    Field::new("count", FieldKind::Integer(0, u64::MAX), "Their number.").required(),
];

const OUTPUT: &[Field] = &[
    Field::new("file", FieldKind::Object(FILE), "The translated file.").required(),
    Field::new("segments", FieldKind::Objects(COUNT), "The numbers of sentences by their state.")
        .required(),
    Field::new("issues", FieldKind::Objects(ISSUE), "The faults of the translation.").required(),
];

const OPTIONS: &[(&str, &str)] =
    &[("language", "source-lang"), ("domain", "domain"), ("keep", "keep")];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let translations = context.session.translations();
    let providers = translations.providers();
    let provider = match (arguments.text("provider"), &providers[..]) {
        (Some(provider), _) => provider,
        (None, [only]) => *only,
        (None, _) => {
            let message =
                format!("`provider` is missing, expected one of {}", providers.join(", "));
            return Err(Error::invalid(message).with_parameter("provider"));
        }
    };
    let source = Source::of(context, arguments)?;
    let charset = source.charset(arguments);
    let Source { bytes, format } = source;
    let mut request = Request::new(bytes, format).output(format);
    request.any_format = true;
    request.decode.charset = charset;
    request.any_language = true;
    request.encode.max_output_bytes = Some(context.limits.max_output_bytes);
    request.encode.translations = true;
    let target = arguments.text("target_language").unwrap_or_default().parse::<Language>();
    let target = target.map_err(|error| error.with_parameter("target_language"))?;
    let mut options = TranslationOptions::from_any(target);
    arguments.set(OPTIONS, |name, value| options.set(name, value))?;
    let request = TranslationRequest::new(options, request);
    let done = translations.enrich(provider, request)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for segment in &done.findings.segments {
        *counts.entry(segment.name()).or_default() += 1;
    }
    let segments: Vec<Value> = counts
        .into_iter()
        .map(|(status, count)| json!({"status": status, "count": count}))
        .collect();
    let issues = done.findings.issues.iter().take(context.limits.max_results);
    let issues: Vec<Value> = issues
        .map(|issue| {
            json!({
                "type": issue.issue_type.name(),
                "severity": issue.severity,
                "comment": issue.comment,
                "unit": issue.unit,
            })
        })
        .collect();
    let media_type = done.media_type();
    let format = done.format;
    Ok(json!({
        "file": file(done.bytes, format, media_type),
        "segments": segments,
        "issues": issues,
    }))
}
