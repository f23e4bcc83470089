//! The protocols of recognizers.

use std::path::Path;
use std::sync::Arc;

use crate::neural::{SPAN_CLASSIFIER, TOKEN_CLASSIFIER, span_classifier, token_classifier};
use crate::provider_options::{
    CHAT, CHAT_LINKER, COMBINATION, MENTION_TAGGER, MENTIONS, NIF, PATTERN, RECOGNIZER, SPOTLIGHT,
    TAGGER,
};
use crate::{
    Calibrated, Calibration, Combination, CombinationRule, Dictionary, DictionaryBuilder, Linker,
    MentionModel, Pattern, Patterns, Tagger,
};
use glossweave_base::error::{Error, Location, Result, SkippedExt};
use glossweave_base::log::{Level, emit};
use glossweave_base::media::Format;
use glossweave_base::provider::{
    self, LANGUAGE_MODEL, Opener, Pairs, Parameter, Place, Protocol, ProviderKind, SERVICE, bytes,
    option,
};
use glossweave_document::recognizer::Recognizer;
use glossweave_rdf as rdf;
use serde_json::Value;

/// The maximum number of patterns that a host can add with options.
const PATTERNS: usize = 256;

/// Opens a recognizer by the name of its protocol, with `place` and options. A dictionary in CSV, TSV or
/// RDF is detected by its file extension; any other file is read as a saved dictionary. A combination
/// specifies each recognizer by its protocol and `place`, or as JSON with options.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid`, with the parameter at fault, if the protocol, `place` or an option is
/// unknown, `ErrorKind::Storage` if a file cannot be read, `ErrorKind::Unsupported` if the library was
/// built without the feature that the protocol needs, and the errors of reading a file.
pub fn open_recognizer<'o>(
    protocol: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<Arc<dyn Recognizer>> {
    provider::open(RECOGNIZERS, protocol, place, options)
}

/// Returns the protocols of recognizers.
pub fn protocols() -> impl Iterator<Item = Protocol> {
    RECOGNIZERS.iter().map(|recognizer| recognizer.protocol)
}

/// Opens a recognizer over HTTP. The type must have a constructor `at`, which takes a service, and
/// a method `set` for options.
#[cfg(feature = "remote")]
macro_rules! remote {
    ($recognizer:path) => {
        |place, options| {
            let mut remote = <$recognizer>::at(glossweave_net::Service::new(place)?);
            options.iter().try_for_each(|(name, value)| remote.set(name, value))?;
            Ok(Arc::new(remote))
        }
    };
}

#[cfg(not(feature = "remote"))]
macro_rules! remote {
    ($recognizer:path) => {
        |_, _| provider::without_feature("net")
    };
}

const RECOGNIZERS: &[Opener<Arc<dyn Recognizer>>] = &[
    Opener {
        protocol: recognizer(
            "dictionary",
            Place::File,
            "The names of a list.",
            &[&MENTIONS, &MENTION_TAGGER],
        ),
        open: |place, options| {
            let tagger = option(options, "tagger").map(tagger).transpose()?;
            Ok(Arc::new(names(place, options, tagger)?))
        },
    },
    Opener {
        protocol: recognizer("tagger", Place::File, "A trained tagger.", &[]),
        open: |place, _| Ok(Arc::new(Tagger::open(place)?)),
    },
    Opener {
        protocol: recognizer(
            "linker",
            Place::File,
            "The names of a list and the names that a tagger finds, linked to the list.",
            &[&TAGGER, &MENTIONS],
        ),
        open: |place, options| Ok(Arc::new(linker(place, options)?)),
    },
    Opener {
        protocol: recognizer(
            "nif",
            Place::Url,
            "A service that accepts NIF by POST and answers with NIF.",
            &[&SERVICE, &NIF],
        ),
        open: remote!(crate::NifService),
    },
    Opener {
        protocol: recognizer(
            "spotlight",
            Place::Url,
            "A server of DBpedia Spotlight.",
            &[&SERVICE, &SPOTLIGHT],
        ),
        open: remote!(crate::Spotlight),
    },
    Opener {
        protocol: recognizer(
            "chat-completions",
            Place::Url,
            "A language model with the OpenAI protocol: remote, or served by llama.cpp, Ollama or vLLM.",
            &[&LANGUAGE_MODEL, &SERVICE, &CHAT],
        ),
        open: chat,
    },
    Opener {
        protocol: recognizer(
            "chat-linker",
            Place::Url,
            "The annotations of another recognizer; a language model chooses among entities that share a name.",
            &[&LANGUAGE_MODEL, &SERVICE, &[RECOGNIZER.required()], &CHAT_LINKER],
        ),
        open: chat_linker,
    },
    Opener {
        protocol: recognizer(
            "patterns",
            Place::Words,
            "Dates, quantities, addresses, identifiers and regular expressions.",
            &[&PATTERN],
        ),
        open: |place, options| Ok(Arc::new(patterns(place, options)?)),
    },
    Opener {
        protocol: recognizer(
            "calibrated",
            Place::File,
            "The annotations of another recognizer, with confidences learned from a table of examples.",
            &[&[RECOGNIZER.required()]],
        ),
        open: |place, options| {
            let recognizer = part(option(options, "recognizer").unwrap_or_default())?;
            let calibration = Calibration::from_csv(&bytes(Path::new(place))?)?;
            Ok(Arc::new(Calibrated::new(recognizer, calibration)))
        },
    },
    Opener {
        protocol: recognizer(
            "token-classifier",
            Place::File,
            "A neural model that labels tokens: the folder of its files, or the model.",
            &[&TOKEN_CLASSIFIER],
        ),
        open: token_classifier,
    },
    Opener {
        protocol: recognizer(
            "span-classifier",
            Place::File,
            "A neural model that compares spans with names of classes: the folder of its files, or the model.",
            &[&SPAN_CLASSIFIER],
        ),
        open: span_classifier,
    },
    Opener {
        protocol: recognizer(
            "combination",
            Place::Words,
            "Several recognizers, by a rule.",
            &[&COMBINATION],
        ),
        open: |place, options| Ok(Arc::new(combination(place, options)?)),
    },
];

const fn recognizer(
    name: &'static str,
    place: Place,
    text: &'static str,
    options: &'static [&'static [Parameter]],
) -> Protocol {
    Protocol::new(ProviderKind::Recognizer, name, place, text, options)
}

/// Opens a recognizer that uses a language model.
#[cfg(feature = "remote")]
fn chat(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    let service = glossweave_net::Service::new(place)?;
    let model = option(options, "model").unwrap_or_default();
    let mut chat = crate::ChatRecognizer::at(service, model);
    options.iter().try_for_each(|(name, value)| chat.set(name, value))?;
    Ok(Arc::new(chat))
}

#[cfg(not(feature = "remote"))]
fn chat(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    provider::without_feature("net")
}

/// Opens a recognizer, and the language model that chooses among its candidates.
#[cfg(feature = "remote")]
fn chat_linker(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    let service = glossweave_net::Service::new(place)?;
    let of = |name| option(options, name).unwrap_or_default();
    let mut chat = crate::ChatLinker::at(service, of("model"), part(of("recognizer"))?);
    let mut others = options.iter().filter(|(name, _)| *name != "recognizer");
    others.try_for_each(|(name, value)| chat.set(name, value))?;
    Ok(Arc::new(chat))
}

#[cfg(not(feature = "remote"))]
fn chat_linker(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    provider::without_feature("net")
}

/// Opens a dictionary. The format depends on the file extension.
fn dictionary(path: &Path) -> Result<Dictionary> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if matches!(extension.to_ascii_lowercase().as_str(), "csv" | "tsv") {
        return build_logged(Dictionary::builder().csv(bytes(path)?.as_slice())?, path);
    }
    match Format::of_path(&path.to_string_lossy()).filter(|format| format.is_rdf()) {
        Some(format) => {
            let graph = rdf::read(&bytes(path)?, format, None)?;
            build_logged(Dictionary::builder().rdf(&graph)?, path)
        }
        None => Dictionary::open(path),
    }
}

/// Builds a dictionary, and logs how many rows or labels of its file were skipped.
fn build_logged(builder: DictionaryBuilder, path: &Path) -> Result<Dictionary> {
    if let Some(first) = builder.skipped().first() {
        let (path, count, first) = (path.display(), builder.skipped_count(), first.to_error());
        let message = format_args!("{path}: {count} skipped rows or labels, the first: {first}");
        emit(Level::Warn, "glossweave::entity", message);
    }
    builder.build()
}

/// Opens a dictionary. If the options specify a mention model, the dictionary uses it together with
/// the tagger.
fn names(place: &str, options: &Pairs<'_>, tagger: Option<Tagger>) -> Result<Dictionary> {
    let names = dictionary(Path::new(place))?;
    Ok(match option(options, "mention-model") {
        Some(path) => {
            let model = MentionModel::open(path);
            let model = model.map_err(|error| error.with_parameter("mention-model"))?;
            names.with_mention_model(match tagger {
                Some(tagger) => model.with_tagger(tagger),
                None => model,
            })
        }
        None => names,
    })
}

/// Opens a dictionary, and combines it with a tagger.
fn linker(place: &str, options: &Pairs<'_>) -> Result<Linker> {
    let tagger = tagger(option(options, "tagger").unwrap_or_default())?;
    let names = names(place, options, Some(tagger.clone()))?;
    Ok(Linker::new(tagger, names))
}

fn tagger(path: &str) -> Result<Tagger> {
    Tagger::open(path).map_err(|error| error.with_parameter("tagger"))
}

/// Opens patterns of the kinds in `place`, in addition to the patterns in the options.
fn patterns(place: &str, options: &Pairs<'_>) -> Result<Patterns> {
    let wrong = |error: Error| error.with_parameter("place");
    let mut patterns = match place.trim() {
        "all" => Patterns::new(),
        "none" => Patterns::of([]),
        kinds => {
            let kinds = kinds.split(',').map(|kind| kind.trim().parse());
            Patterns::of(kinds.collect::<Result<Vec<_>>>().map_err(wrong)?)
        }
    };
    let custom = options.iter().filter(|(name, _)| *name == "pattern");
    if custom.clone().count() > PATTERNS {
        let message = format!("more than {PATTERNS} patterns");
        return Err(Error::invalid(message).with_parameter("pattern"));
    }
    for (_, text) in custom {
        let pattern = text.parse::<Pattern>();
        patterns = patterns.with_pattern(pattern.map_err(|error| error.with_parameter("pattern"))?);
    }
    Ok(patterns)
}

/// Opens a combination with the rule in `place`.
fn combination(place: &str, options: &Pairs<'_>) -> Result<Combination> {
    let parts = options.iter().filter(|(name, _)| *name == "recognizer");
    let parts: Vec<_> = parts.map(|(_, text)| part(text)).collect::<Result<_>>()?;
    let votes = option(options, "votes");
    let rule = match place.trim() {
        "union" => CombinationRule::Union,
        "intersection" => CombinationRule::Intersection,
        "priority" => CombinationRule::Priority,
        "longest" => CombinationRule::Longest,
        "vote" => CombinationRule::Vote(match votes {
            // If the number does not fit, it exceeds the size of any combination.
            Some(votes) => votes.parse().unwrap_or(usize::MAX),
            None => parts.len() / 2 + 1,
        }),
        other => {
            let expected = "union, intersection, priority, longest or vote";
            return Err(Error::no_such("rule", other, expected).with_parameter("place"));
        }
    };
    if votes.is_some() && !matches!(rule, CombinationRule::Vote(_)) {
        let message = format!("`votes` needs the rule `vote`, not `{}`", place.trim());
        return Err(Error::invalid(message).with_parameter("votes"));
    }
    Combination::new(rule, parts)
}

/// Opens a recognizer of a combination. The nesting of combinations is bounded, because each level doubles
/// the escapes of the string that contains it.
fn part(text: &str) -> Result<Arc<dyn Recognizer>> {
    let text = text.trim();
    let opened = if text.starts_with('{') {
        let part: Value = serde_json::from_str(text).map_err(|error| {
            let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            let (line, column) = (number(error.line()), number(error.column()));
            let place = Location::at_line(text.as_bytes(), line, column);
            // Removes the location from the message, because the error has a separate field for it.
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or(&message);
            Error::malformed(format!("invalid JSON: {message}"))
                .at(place)
                .with_parameter("recognizer")
        })?;
        let (protocol, place, options) = fields(&part)?;
        let options = options.iter().map(|(name, value)| (*name, value.as_str()));
        open_recognizer(protocol, place, options)
    } else {
        let (protocol, place) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        open_recognizer(protocol, place.trim(), [])
    };
    opened.map_err(|error| {
        let message = match error.parameter() {
            Some(parameter) => format!("{} (`{parameter}`)", error.message()),
            None => error.message().to_owned(),
        };
        error.with_message(message).with_parameter("recognizer")
    })
}

/// The protocol, the `place` and the options of a recognizer.
type RecognizerFields<'v> = (&'v str, &'v str, Vec<(&'v str, String)>);

/// Returns the fields of a recognizer in JSON.
fn fields(part: &Value) -> Result<RecognizerFields<'_>> {
    let wrong = |what: &str| {
        let message = format!("{what} in the JSON of a recognizer");
        Err(Error::invalid(message).with_parameter("recognizer"))
    };
    let (mut protocol, mut place, mut options) = ("", "", Vec::new());
    for (name, value) in part.as_object().into_iter().flatten() {
        match (name.as_str(), value) {
            ("protocol", Value::String(text)) => protocol = text,
            ("place", Value::String(text)) => place = text,
            ("options", Value::Object(values)) => {
                for (name, value) in values {
                    let values = value.as_array().map_or(std::slice::from_ref(value), |all| all);
                    for value in values {
                        let text = match value {
                            Value::String(text) => text.clone(),
                            Value::Number(number) => number.to_string(),
                            Value::Bool(truth) => truth.to_string(),
                            _ => {
                                return wrong(&format!("expected a string as the option `{name}`"));
                            }
                        };
                        options.push((name.as_str(), text));
                    }
                }
            }
            ("protocol" | "place", _) => return wrong(&format!("expected a string as `{name}`")),
            ("options", _) => return wrong("expected an object as `options`"),
            _ => return wrong(&format!("no field `{name}`, expected protocol, place, options")),
        }
    }
    Ok((protocol, place, options))
}
