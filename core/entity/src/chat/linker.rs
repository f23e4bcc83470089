//! Linking with language models, which choose among the entities that share a name.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::annotator;
use super::decision::{Decision, decisions, schema};
use super::descriptions::{Descriptions, MANY};
use super::faults::{Fault, Faults};
use crate::provider_options::CHAT_LINKER;
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{LANGUAGE_MODEL, SERVICE, names};
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_net::{LanguageModel, Service, TokenUsage};

/// The default instructions.
const PROMPT: &str = include_str!("linker.txt");
/// The maximum number of names in a question.
const NAMES: usize = 20;
/// The maximum number of choices for a name.
const CHOICES: usize = 16;
/// The maximum length of the text before and after a name, in bytes.
const AROUND: usize = 300;

/// A recognizer that uses a language model to choose among the candidate entities that another recognizer
/// found for a name.
///
/// The model is asked about names with at least two IRIs. The question contains the text around the name and
/// the entities as numbered choices, with their labels, descriptions and classes if known. The answer
/// contains only a number, so that the model cannot invent an IRI. The chosen entity becomes the first entity
/// of the annotation; when it was not already the first, the classes are replaced with the classes in its
/// description. The annotator is the same as for a [`ChatRecognizer`](super::ChatRecognizer). When the model
/// chooses none of the entities, the annotation is removed. When the answer is not valid, the annotation is
/// not changed, and the fault is reported as by [`ChatRecognizer`](super::ChatRecognizer). The same applies
/// when an answer cannot be parsed twice in a row.
///
/// Recognition returns the errors of the other recognizer, and the errors of a
/// [`ChatRecognizer`](super::ChatRecognizer).
#[derive(Clone)]
pub struct ChatLinker {
    model: LanguageModel,
    recognizer: Arc<dyn Recognizer>,
    descriptions: Arc<Descriptions>,
}

impl ChatLinker {
    /// Creates a linker that uses a model on a server to link the results of a recognizer. If the URL does
    /// not end in `/chat/completions`, this path is appended.
    pub fn at(
        service: Service,
        model: impl Into<String>,
        recognizer: impl Recognizer + 'static,
    ) -> ChatLinker {
        let model = LanguageModel::at(service, model);
        ChatLinker { model, recognizer: Arc::new(recognizer), descriptions: Arc::default() }
    }

    /// Sets the key, which is sent as a bearer token.
    pub fn with_key(mut self, key: impl Into<String>) -> ChatLinker {
        self.model = self.model.with_key(key);
        self
    }

    /// The option names that [`ChatLinker::set`] accepts.
    pub const NAMES: &[&str] = &names::<16>(&[&LANGUAGE_MODEL, &SERVICE, &CHAT_LINKER]);

    /// Sets an option by its name. The options of [`LanguageModel::set`] are supported; custom instructions
    /// can use `{{language}}`. `descriptions` reads a file that replaces the current descriptions: RDF, or a
    /// table with the columns `uri`, `label` and `description`. In RDF, the labels, descriptions and classes
    /// of RDF Schema, SKOS, Schema.org, Dublin Core and DBpedia are used.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the value is not
    /// valid, and the errors of reading the file.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if LanguageModel::NAMES.contains(&name) {
            return self.model.set(name, value);
        }
        if name != "descriptions" {
            return Err(Error::no_option(name, ChatLinker::NAMES));
        }
        let read = Descriptions::read(Path::new(value));
        self.descriptions = Arc::new(read.map_err(|error| error.with_parameter(name))?);
        Ok(())
    }

    /// Returns the number of calls and tokens used so far, including the calls of all clones.
    pub fn usage(&self) -> TokenUsage {
        self.model.usage()
    }

    /// Returns the part of a question about a name.
    fn question(&self, id: usize, passage: &Passage<'_>, annotation: &Annotation) -> Value {
        let text = passage.text();
        let Range { start, end } = annotation.span().range();
        let block = passage.blocks().find(|block| block.contains(annotation.span()));
        let block = block.unwrap_or(annotation.span()).range();
        let from = (start.saturating_sub(AROUND).max(block.start)..=start)
            .find(|at| text.is_char_boundary(*at));
        let to = (end..=(end + AROUND).min(block.end)).rev().find(|at| text.is_char_boundary(*at));
        let of = |range: Range<usize>| text.get(range).unwrap_or_default();
        json!({
            "id": id,
            "before": of(from.unwrap_or(start)..start),
            "name": of(start..end),
            "after": of(end..to.unwrap_or(end)),
            "choices": self.choices(annotation),
        })
    }

    fn choices(&self, annotation: &Annotation) -> Vec<Value> {
        let choice = |(number, iri): (usize, &str)| {
            let mut choice = json!({"number": number, "iri": iri});
            if let Some(known) = self.descriptions.of(iri) {
                choice["labels"] = json!(known.labels);
                choice["descriptions"] = json!(known.texts);
                let classes = known.classes.iter().map(|class| &**class).take(MANY);
                let label = |class| self.descriptions.label(class).unwrap_or(class).to_owned();
                choice["types"] = classes.map(label).collect();
            }
            choice
        };
        (1..).zip(offered(annotation)).map(choice).collect()
    }

    /// Asks the model about names. Returns its decisions by the index of the name.
    fn decide(
        &self,
        passage: &Passage<'_>,
        names: &[&Annotation],
        faults: &mut Faults<'_>,
    ) -> Result<BTreeMap<usize, Decision>> {
        let language = passage.language();
        let system = self.model.prompt(PROMPT).fill(|name| match name {
            "language" => {
                Some(language.map(|tag| format!(" in the language `{tag}`")).unwrap_or_default())
            }
            _ => None,
        });
        let questions = (1..).zip(names).map(|(id, name)| self.question(id, passage, name));
        let user = json!({"names": questions.collect::<Vec<_>>()}).to_string();
        let name = |name: &Annotation| passage.text().get(name.span().range()).unwrap_or_default();
        let many: Vec<usize> = names.iter().map(|name| offered(name).count()).collect();
        for is_again in [false, true] {
            let content = self.model.ask(&system, &user, &schema(), is_again)?;
            if content.is_cut && names.len() > 1 {
                let (head, rest) = names.split_at(names.len() / 2);
                let mut all = self.decide(passage, head, faults)?;
                let rest = self.decide(passage, rest, faults)?;
                all.extend(
                    rest.into_iter().map(|(index, decision)| (index + head.len(), decision)),
                );
                return Ok(all);
            }
            let value = content.value().filter(|_| !content.is_cut);
            let Some(all) = value.and_then(|value| decisions(&value, &many, faults)) else {
                continue;
            };
            for (index, annotation) in names.iter().enumerate() {
                match all.get(&index) {
                    None => faults.add(Fault::NoDecision, name(annotation)),
                    Some(Decision::Several) => {
                        faults.add(Fault::SeveralDecisions, name(annotation))
                    }
                    Some(_) => {}
                }
            }
            return Ok(all);
        }
        names.iter().for_each(|annotation| faults.add(Fault::NoAnswer, name(annotation)));
        Ok(BTreeMap::new())
    }

    /// Applies a decision to an annotation. Returns `None` if the model chose none of its entities.
    fn decided(
        &self,
        annotation: Annotation,
        decision: Option<Decision>,
        by: &str,
    ) -> Option<Annotation> {
        let (index, confidence) = match decision {
            Some(Decision::Entity(index, confidence)) => (index, confidence),
            Some(Decision::None) => return None,
            Some(Decision::Several) | None => return Some(annotation),
        };
        let Some(entity) = annotation.as_entity() else { return Some(annotation) };
        let mut chosen: Entity = entity.clone();
        if index > 0 && index < chosen.idents.len() {
            chosen.idents[..=index].rotate_right(1);
            // The classes and the confidence belonged to another entity.
            let known = chosen.idents.first().and_then(|iri| self.descriptions.of(iri));
            chosen.classes = known.map(|known| known.classes.clone()).unwrap_or_default();
            chosen.confidence = None;
        }
        chosen.confidence = confidence.or(chosen.confidence);
        Some(Annotation::entity(annotation.span(), chosen).by(by))
    }
}

/// Returns the IRIs that are offered as choices.
fn offered(annotation: &Annotation) -> impl Iterator<Item = &str> {
    let entity = annotation.as_entity();
    entity.into_iter().flat_map(|entity| &entity.idents).map(AsRef::as_ref).take(CHOICES)
}

impl Recognizer for ChatLinker {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut found: Vec<_> = self.recognizer.recognize(passage)?.into_iter().map(Some).collect();
        let is_open = |annotation: &Option<Annotation>| {
            annotation.as_ref().is_some_and(|annotation| {
                passage.text().get(annotation.span().range()).is_some()
                    && offered(annotation).nth(1).is_some()
            })
        };
        let open = found.iter().enumerate().filter(|(_, annotation)| is_open(annotation));
        let open: Vec<usize> = open.map(|(index, _)| index).collect();
        let mut faults = Faults::new(passage);
        let by = annotator(&self.model, &self.model.prompt(PROMPT));
        for group in open.chunks(NAMES) {
            let names: Vec<_> = group.iter().filter_map(|index| found[*index].as_ref()).collect();
            let decided = self.decide(passage, &names, &mut faults)?;
            for (number, index) in group.iter().enumerate() {
                let annotation = found[*index].take();
                let decision = decided.get(&number).copied();
                found[*index] =
                    annotation.and_then(|annotation| self.decided(annotation, decision, &by));
            }
        }
        faults.report();
        Ok(found.into_iter().flatten().collect())
    }

    fn needs_language(&self) -> bool {
        self.recognizer.needs_language()
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        Some(self.usage() + self.recognizer.token_usage().unwrap_or_default())
    }
}

impl fmt::Debug for ChatLinker {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ChatLinker").field("model", &self.model).finish_non_exhaustive()
    }
}
