//! Recognition with language models, which are called through the chat completions API.

mod align;
mod answer;
mod decision;
mod descriptions;
mod entity_type;
mod faults;
mod linker;
mod question;
#[cfg(test)]
mod tests;

pub use self::entity_type::EntityType;
pub use self::linker::ChatLinker;

use std::fmt;
use std::path::Path;

use serde_json::{Value, json};

use self::align::Alignment;
use self::answer::{Named, by_text};
use self::descriptions::Descriptions;
use self::entity_type::encoded;
use self::faults::{Fault, Faults};
use crate::provider_options::CHAT;
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{LANGUAGE_MODEL, SERVICE, names};
use glossweave_base::text::TextSpan;
use glossweave_base::words::fold_string;
use glossweave_document::annotation::{Annotation, AnnotationExt, Entity, Term};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_net::{LanguageModel, Prompt, Service, TokenUsage};

/// The default instructions.
const PROMPT: &str = include_str!("prompt.txt");
/// The maximum number of types.
const TYPES: usize = 256;
/// The maximum number of mentions that are read for a text.
const MENTIONS: usize = 1_000;

/// A recognizer that uses a language model. The server must support the protocol of OpenAI
/// (`/v1/chat/completions`).
///
/// The sentences of a text are sent in questions of up to 40 sentences or 4,000 bytes, together with the
/// requested types. An answer contains strings with their types. Each string is aligned with its sentence:
/// the strings are expected in text order, a string that occurs several times is annotated as often as the
/// answer contains it, and strings are compared as a [`Dictionary`](crate::Dictionary) compares names. When a
/// string does not occur as whole words, or when its type was not requested, it is skipped and reported: in
/// [`Reply::skipped`], and as counts in the log. When an answer cannot be parsed, the question is repeated
/// once. When the server truncated an answer, the question is split in halves. If this does not help either,
/// nothing is found in these sentences, which is also reported.
///
/// Recognition returns the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::Throttled`
/// if the rate limit is exceeded, with the time to wait if the server sends it, and `ErrorKind::Unavailable`
/// if the response has any other error status or is not a completion.
///
/// The annotator of annotations is `urn:glossweave:chat-completions:` followed by the name of the model and
/// the version of the instructions.
///
/// [`Reply::skipped`]: https://docs.rs/glossweave/latest/glossweave/struct.Reply.html#structfield.skipped
#[derive(Clone)]
pub struct ChatRecognizer {
    model: LanguageModel,
    types: Vec<EntityType>,
    finds: Finds,
}

/// The kind of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finds {
    Entities,
    Terms,
}

impl ChatRecognizer {
    /// Creates a recognizer that uses a model on a server. If the URL does not end in `/chat/completions`,
    /// this path is appended. By default, the recognizer finds people, organizations, locations and products,
    /// and uses classes of NERD.
    pub fn at(service: Service, model: impl Into<String>) -> ChatRecognizer {
        let model = LanguageModel::at(service, model);
        ChatRecognizer { model, types: Vec::new(), finds: Finds::Entities }
    }

    /// Sets the key, which is sent as a bearer token.
    pub fn with_key(mut self, key: impl Into<String>) -> ChatRecognizer {
        self.model = self.model.with_key(key);
        self
    }

    /// The option names that [`ChatRecognizer::set`] accepts.
    pub const NAMES: &[&str] = &names::<18>(&[&LANGUAGE_MODEL, &SERVICE, &CHAT]);

    /// Sets an option by its name. The options of [`LanguageModel::set`] are supported; custom instructions
    /// can use `{{what}}`, `{{types}}` and `{{language}}`. `type` adds a type, which is parsed as an
    /// [`EntityType`]. `types` adds the types in a vocabulary file: each resource that has a label, with its
    /// first description. `find` is `entities` or `terms`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if LanguageModel::NAMES.contains(&name) {
            return self.model.set(name, value);
        }
        let parameter = CHAT.iter().find(|parameter| parameter.name == name);
        parameter.ok_or_else(|| Error::no_option(name, ChatRecognizer::NAMES))?.check(value)?;
        match name {
            "type" => self.add_type(value.parse()?)?,
            "types" => {
                let read = Descriptions::read(Path::new(value)).and_then(|all| all.types());
                let added = read.and_then(|all| {
                    all.into_iter().try_for_each(|entity_type| self.add_type(entity_type))
                });
                added.map_err(|error| error.with_parameter(name))?;
            }
            "find" if value == "terms" => self.finds = Finds::Terms,
            _ => self.finds = Finds::Entities,
        }
        Ok(())
    }

    /// Returns the number of calls and tokens used so far, including the calls of all clones.
    pub fn usage(&self) -> TokenUsage {
        self.model.usage()
    }

    fn add_type(&mut self, entity_type: EntityType) -> Result<()> {
        let invalid = |message: String| Err(Error::invalid(message).with_parameter("type"));
        if self.types.len() == TYPES {
            return invalid(format!("more than {TYPES} types"));
        }
        if type_of(&self.types, entity_type.label()).is_some() {
            return invalid(format!("duplicate type `{}`", entity_type.label()));
        }
        self.types.push(entity_type);
        Ok(())
    }
}

/// Returns the type with the given label, ignoring case.
fn type_of<'t>(types: &'t [EntityType], label: &str) -> Option<&'t EntityType> {
    let folded = |text: &str| {
        let mut out = String::new();
        fold_string(text.trim(), &mut out);
        out
    };
    let label = folded(label);
    types.iter().find(|entity_type| folded(entity_type.label()) == label)
}

/// The state of the recognition in a passage.
struct Work<'w> {
    recognizer: &'w ChatRecognizer,
    passage: &'w Passage<'w>,
    types: Vec<EntityType>,
    system: String,
    schema: Value,
    annotator: String,
    faults: Faults<'w>,
    found: Vec<Annotation>,
}

impl<'w> Work<'w> {
    fn new(recognizer: &'w ChatRecognizer, passage: &'w Passage<'w>) -> Work<'w> {
        let types = match (recognizer.types.is_empty(), recognizer.finds) {
            (false, _) => recognizer.types.clone(),
            (true, Finds::Entities) => EntityType::defaults(),
            (true, Finds::Terms) => "term: a term of its field".parse().into_iter().collect(),
        };
        let prompt = recognizer.model.prompt(PROMPT);
        let system = prompt.fill(|name| match name {
            "what" if recognizer.finds == Finds::Terms => Some("terms".to_owned()),
            "what" => Some("entities".to_owned()),
            "language" => {
                let language = passage.language();
                Some(language.map(|tag| format!(" in the language `{tag}`")).unwrap_or_default())
            }
            "types" => Some(types.iter().map(line).collect::<Vec<_>>().join("\n")),
            _ => None,
        });
        let labels: Vec<&str> = types.iter().map(EntityType::label).collect();
        let annotator = annotator(&recognizer.model, &prompt);
        let (faults, schema) = (Faults::new(passage), answer::schema(&labels));
        Work { recognizer, passage, types, system, schema, annotator, faults, found: Vec::new() }
    }

    /// Asks the model about texts of the passage.
    fn ask(&mut self, spans: &[TextSpan]) -> Result<()> {
        let text = |span: &TextSpan| self.passage.text().get(span.range()).unwrap_or_default();
        let texts = (1..).zip(spans).map(|(id, span)| json!({"id": id, "text": text(span)}));
        let user = json!({"texts": texts.collect::<Vec<_>>()}).to_string();
        for is_again in [false, true] {
            let content = self.recognizer.model.ask(&self.system, &user, &self.schema, is_again)?;
            if content.is_cut && spans.len() > 1 {
                let (head, rest) = spans.split_at(spans.len() / 2);
                self.ask(head)?;
                return self.ask(rest);
            }
            let value = content.value().filter(|_| !content.is_cut);
            if let Some((mentions, others)) = value.as_ref().and_then(answer::mentions) {
                (0..others).for_each(|_| self.faults.add(Fault::NoMention, ""));
                return self.read(spans, &mentions);
            }
        }
        let last = spans.last().map_or(0, |span| span.end());
        let first = spans.first().map_or(0, |span| span.start());
        let about = self.passage.text().get(first..last).unwrap_or_default();
        self.faults.add(Fault::NoAnswer, about);
        Ok(())
    }

    /// Aligns the mentions of an answer with the texts, and adds them.
    fn read(&mut self, spans: &[TextSpan], mentions: &[Named<'_>]) -> Result<()> {
        let memory = self.passage.memory();
        for (id, mentions) in by_text(mentions) {
            let index = id.and_then(|id| usize::try_from(id).ok()?.checked_sub(1));
            let Some(span) = index.and_then(|index| spans.get(index)) else {
                mentions
                    .iter()
                    .for_each(|mention| self.faults.add(Fault::UnknownText, mention.text));
                continue;
            };
            let text = self.passage.text().get(span.range()).unwrap_or_default();
            let mut alignment = Alignment::new(text);
            for (number, mention) in mentions.into_iter().enumerate() {
                if number == MENTIONS {
                    self.faults.add(Fault::TooMany, mention.text);
                    break;
                }
                let Some(entity_type) = type_of(&self.types, mention.label) else {
                    self.faults.add(Fault::UnknownType, mention.text);
                    continue;
                };
                match alignment.place(mention.text) {
                    Ok(range) => {
                        let (start, end) = (span.start() + range.start, span.start() + range.end);
                        let annotation =
                            self.annotation(TextSpan::new(start, end), entity_type, mention);
                        let bytes = size_of::<Annotation>() + annotation.heap_size();
                        memory.take(bytes, "the annotations of the text")?;
                        self.found.push(annotation);
                    }
                    Err(misplaced) => self.faults.add(misplaced.into(), mention.text),
                }
            }
        }
        Ok(())
    }

    fn annotation(
        &self,
        span: TextSpan,
        entity_type: &EntityType,
        mention: &Named<'_>,
    ) -> Annotation {
        let annotation = match self.recognizer.finds {
            Finds::Entities => {
                let mut entity = Entity::default().with_class(entity_type.class());
                entity.confidence = mention.confidence;
                Annotation::entity(span, entity)
            }
            Finds::Terms => {
                let mut term = Term::new();
                term.confidence = mention.confidence;
                Annotation::term(span, term)
            }
        };
        annotation.by(self.annotator.as_str())
    }
}

/// Returns the IRI that identifies a model and the version of its instructions.
fn annotator(model: &LanguageModel, prompt: &Prompt) -> String {
    let (name, version) = (encoded(model.name()), prompt.version());
    format!("urn:glossweave:chat-completions:{name}:{version}")
}

/// Returns the line that describes a type in the instructions.
fn line(entity_type: &EntityType) -> String {
    match entity_type.description() {
        "" => format!("- {}", entity_type.label()),
        description => format!("- {}: {description}", entity_type.label()),
    }
}

impl Recognizer for ChatRecognizer {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut work = Work::new(self, passage);
        for group in question::groups(passage) {
            work.ask(&group)?;
        }
        work.faults.report();
        Ok(passage.keep_within(work.found))
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        Some(self.usage())
    }
}

impl fmt::Debug for ChatRecognizer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ChatRecognizer")
            .field("model", &self.model)
            .field("types", &self.types)
            .finish_non_exhaustive()
    }
}
