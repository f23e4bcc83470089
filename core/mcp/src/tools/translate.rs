//! The translation of a document.

use std::collections::BTreeMap;

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::output::{FILE, file};
use crate::source::{SOURCE, Source};
use crate::tool::{Context, Tool};
use glossweave::translate::TranslationRequest;
use glossweave::{Request, Result};
use serde_json::{Value, json};

pub(crate) const TOOL: Tool = Tool {
    name: "translate",
    title: "Translate a file",
    description: "Translates a text or file with a translation system of this server and gives the same file back, with \
                  everything that is not text unchanged. Faults of the translation are reported as issues.",
    input: &[SOURCE, OWN],
    output: OUTPUT,
    run,
};

const OWN: &[Field] = &[
    Field::new(
        "provider",
        FieldKind::Text,
        "The translation provider, as list_engines has it; by default the only one.",
    ),
    Field::new("target_language", FieldKind::Text, "The language of the translation (BCP 47).")
        .required(),
    Field::new("domain", FieldKind::Text, "The subject of the text."),
    Field::new("keep", FieldKind::Texts, "Words that are not translated."),
];

const ISSUE: &[Field] = &[
    Field::new("type", FieldKind::Text, "The type, as ITS 2.0 has it, such as markup.").required(),
    Field::new("severity", FieldKind::Integer(0, 100), "The severity.").required(),
    Field::new("comment", FieldKind::Text, "The fault, in one sentence.").required(),
    Field::new("unit", FieldKind::Integer(0, u64::MAX), "The identifier of the unit.").required(),
];

const COUNT: &[Field] = &[
    Field::new(
        "status",
        FieldKind::Text,
        "What became of them: machine, exact, fuzzy, untranslated.",
    )
    .required(),
    Field::new("count", FieldKind::Integer(0, u64::MAX), "Their number.").required(),
];

const OUTPUT: &[Field] = &[
    Field::new("file", FieldKind::Object(FILE), "The translated file.").required(),
    Field::new(
        "segments",
        FieldKind::Objects(COUNT),
        "The numbers of sentences by what became of them.",
    )
    .required(),
    Field::new("issues", FieldKind::Objects(ISSUE), "The faults of the translation.").required(),
];

const OPTIONS: &[(&str, &str)] =
    &[("language", "source-lang"), ("domain", "domain"), ("keep", "keep")];

fn run(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Value> {
    let translations = context.session.translations();
    let providers = translations.providers();
    let provider = arguments.text("provider").unwrap_or(match providers[..] {
        [only] => only,
        _ => "memory",
    });
    let Source { bytes, format } = Source::of(context, arguments)?;
    let mut request = Request::new(bytes, format).output(format).with_any_format(true);
    request.any_language = true;
    request.encode.max_output_bytes = Some(context.limits.max_output_bytes);
    let mut fields = vec![
        ("target-lang", arguments.option("target_language").unwrap_or_default()),
        ("translations", "write".to_owned()),
    ];
    for (field, option) in OPTIONS {
        fields.extend(arguments.option(field).map(|value| (*option, value)));
    }
    let fields = fields.iter().map(|(name, value)| (*name, value.as_str()));
    let asked = TranslationRequest::from_fields(request, fields)?;
    let done = translations.enrich(provider, asked)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for segment in &done.segments {
        *counts.entry(segment.name()).or_default() += 1;
    }
    let segments: Vec<Value> = counts
        .into_iter()
        .map(|(status, count)| json!({"status": status, "count": count}))
        .collect();
    let issues = done.issues.iter().take(context.limits.max_results);
    let issues: Vec<Value> = issues
        .map(|one| {
            json!({
                "type": one.issue_type.name(),
                "severity": one.severity,
                "comment": one.comment,
                "unit": one.unit,
            })
        })
        .collect();
    let media_type = done.reply.media_type();
    let format = done.reply.format;
    Ok(json!({
        "file": file(done.reply.bytes, format, media_type),
        "segments": segments,
        "issues": issues,
    }))
}
