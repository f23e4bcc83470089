//! The options of e-Entity, and the functions that apply them to the results.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::Candidate;
use super::Modes;
use super::vocabularies::{DatasetMention, Vocabularies};
use glossweave_base::call_limits::check_for;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::{self, DATASETS, OptionValue, check_entries};
use glossweave_base::text::TextSpan;
use glossweave_base::text::iri::is_absolute;
use glossweave_base::{option_values, request_options};
use glossweave_document::annotation::{Annotation, AnnotationExt, Body, Entity, four_digits};
use glossweave_document::recognizer::{Passage, PassageExt};

/// The maximum number of IRIs of an entity.
const LINKS: usize = 5;

/// The maximum number of classes in a request, because each class is compared with the classes of
/// every candidate.
const TYPES: usize = 256;

request_options! {
    /// The options of e-Entity: the entities to find, and the data to add to them.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct EntityOptions {
        /// The stored datasets whose names are found. By default, the datasets in the settings of the
        /// engine are used.
        pub datasets: Vec<String> => "dataset": List with options::read_datasets,
        /// The steps to run: `all`, or some of `spot`, `classify`, `link`.
        pub modes: Modes => "mode": List default "all",
        /// The IRIs of classes. Only entities of one of these classes are returned. By default, all
        /// classes are returned.
        pub types: Vec<String> => "types": List with read_classes,
        /// The maximum number of IRIs of an entity. By default, one IRI from datasets, and all IRIs that
        /// other recognizers return.
        pub links: Option<usize> => "numLinks": Range(1, LINKS as u32),
        /// The minimum confidence, from 0 to 1. By default, there is no minimum.
        pub threshold: Option<f64> => "threshold": Fraction,
        /// The positions at which names of datasets are found. `likely` uses the mention model and the tagger
        /// of the engine to predict where a name refers to an entity; `fast` uses only the mention model;
        /// `all` uses every position. Any other value is the name of a stored mention model.
        pub mentions: Mentions => "mentions": Text default "likely",
    }
}

option_values!(Modes);

impl OptionValue for Mentions {
    fn read(value: &str) -> Result<Mentions> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
        if value.is_empty() || !value.chars().all(is_part) {
            let expected = "`likely`, `fast`, `all` or the name of a stored mention model";
            return Err(Error::no_such("value", value, expected));
        }
        Ok(match value {
            "likely" => Mentions::Likely,
            "fast" => Mentions::Fast,
            "all" => Mentions::All,
            name => Mentions::Model(name.to_owned()),
        })
    }
}

fn read_classes(classes: &mut Vec<String>, value: &str) -> Result<()> {
    *classes = options::list(value);
    check_classes(classes)
}

fn check_classes(classes: &[String]) -> Result<()> {
    check_entries("types", classes, TYPES)?;
    match classes.iter().find(|class| !is_absolute(class)) {
        Some(class) => {
            let expected = "an IRI such as http://dbpedia.org/ontology/City";
            Err(Error::no_such("class", class, expected).with_parameter("types"))
        }
        None => Ok(()),
    }
}

/// The positions at which names of datasets are found.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mentions {
    /// Positions where a name probably refers to an entity, as predicted by the mention model and the
    /// tagger of the engine.
    #[default]
    Likely,
    /// Positions where a name probably refers to an entity, as predicted by the mention model of the engine
    /// alone. This is less precise, and several times faster.
    Fast,
    /// All positions.
    All,
    /// Positions where a name probably refers to an entity, as predicted by a stored mention model.
    Model(String),
}

impl fmt::Display for Mentions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Mentions::Likely => "likely",
            Mentions::Fast => "fast",
            Mentions::All => "all",
            Mentions::Model(name) => name,
        })
    }
}

impl EntityOptions {
    fn is_wanted(&self, candidate: &Candidate<'_>) -> bool {
        self.types.is_empty()
            || candidate.classes.split_ascii_whitespace().any(|class| self.names(class))
    }

    fn names(&self, class: &str) -> bool {
        self.types.iter().any(|requested| requested == class)
    }

    /// Removes the fields of an entity that the modes do not request. Returns `None` if the
    /// confidence is too low.
    fn trimmed(&self, annotation: Annotation) -> Option<Annotation> {
        let least = self.threshold.unwrap_or(0.0);
        if annotation.confidence().is_some_and(|confidence| confidence < least) {
            return None;
        }
        let Body::Entity(entity) = annotation.body() else { return Some(annotation) };
        let Modes { classify, link, .. } = self.modes;
        if classify && link && self.links.is_none() {
            return Some(annotation);
        }
        let mut entity = entity.clone();
        if !classify {
            entity.classes.clear();
        }
        match link {
            true => entity.idents.truncate(self.links.unwrap_or(LINKS)),
            false => entity.idents.clear(),
        }
        Some(annotation.with_body(Body::Entity(entity)))
    }
}

/// Returns the distinct spans of all entities, sorted by position.
pub fn spans<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Vec<TextSpan> {
    let entities = annotations.filter(|annotation| annotation.as_entity().is_some());
    let mut spans: Vec<TextSpan> = entities.map(Annotation::span).collect();
    spans.sort_unstable_by_key(|span| key(*span));
    spans.dedup();
    spans
}

/// Returns the sort key of a span.
pub fn key(span: TextSpan) -> (usize, usize) {
    (span.start(), span.end())
}

fn wrong_links(value: &str) -> Error {
    Error::no_such("number of links", value, "a number from 1 to 5").with_parameter("numLinks")
}

fn wrong_threshold(value: &str) -> Error {
    Error::no_such("threshold", value, "a number from 0 to 1").with_parameter("threshold")
}

/// Methods of the options that the other modules and crates of Glossweave call.
pub trait EntityOptionsExt {
    /// Checks the options. Returns `ErrorKind::Invalid`, with the name as parameter, if a number is
    /// out of range.
    fn check(&self) -> Result<()>;

    /// Returns the best entities for the mentions as annotations.
    fn entities(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        mentions: Vec<DatasetMention<'_>>,
    ) -> Result<Vec<Annotation>>;

    /// Removes candidates of classes that were not requested, and mentions without candidates.
    fn keep(&self, mentions: &mut Vec<DatasetMention<'_>>);

    /// Returns classes and IRIs for spans that the input marks as entities without an IRI.
    fn known(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        input: &[Annotation],
        present: &[TextSpan],
    ) -> Result<Vec<Annotation>>;

    /// Adds IRIs from datasets to entities of another recognizer that have no IRI.
    fn linked(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        annotations: Vec<Annotation>,
    ) -> Result<Vec<Annotation>>;

    /// Filters the results of another recognizer by the options. Annotations other than entities are
    /// kept.
    fn chosen(&self, annotations: Vec<Annotation>) -> Vec<Annotation>;
}

impl EntityOptionsExt for EntityOptions {
    fn check(&self) -> Result<()> {
        check_entries("dataset", &self.datasets, DATASETS)?;
        check_classes(&self.types)?;
        if let Some(links) = self.links.filter(|links| !(1..=LINKS).contains(links)) {
            return Err(wrong_links(&links.to_string()));
        }
        match self.threshold.filter(|least| !(0.0..=1.0).contains(least)) {
            Some(least) => Err(wrong_threshold(&least.to_string())),
            None => Ok(()),
        }
    }

    fn entities(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        mut mentions: Vec<DatasetMention<'_>>,
    ) -> Result<Vec<Annotation>> {
        self.keep(&mut mentions);
        let links = self.links.unwrap_or(1);
        let ranked = vocabularies.disambiguate(passage, &mentions)?;
        let annotations = mentions.iter().zip(ranked).filter_map(|(mention, ranking)| {
            let best = ranking.choices.first()?;
            let confidence = best.confidence * f64::from(mention.probability);
            let mut entity = Entity::default().with_confidence(four_digits(confidence));
            let mut candidates = ranking
                .choices
                .iter()
                .filter_map(|choice| mention.candidates.get(choice.index))
                .peekable();
            let (dataset, first) = candidates.peek()?;
            let annotator = vocabularies.annotators.get(*dataset).cloned();
            entity.classes = first.classes.split_ascii_whitespace().map(Into::into).collect();
            entity.idents =
                candidates.take(links).map(|(_, candidate)| candidate.ident.into()).collect();
            self.trimmed(Annotation::entity(mention.span, entity).or_by(annotator))
        });
        let memory = passage.memory();
        // The memory is checked in advance, because a growing list holds its old and its new memory
        // at once.
        check_for(mentions.len() * size_of::<Annotation>())?;
        let mut found = Vec::with_capacity(mentions.len());
        for annotation in annotations {
            let size = size_of::<Annotation>() + annotation.heap_size();
            memory.take(size, "the annotations of the text")?;
            found.push(annotation);
        }
        Ok(found)
    }

    fn keep(&self, mentions: &mut Vec<DatasetMention<'_>>) {
        for mention in mentions.iter_mut() {
            mention.candidates.retain(|(_, candidate)| self.is_wanted(candidate));
        }
        mentions.retain(|mention| !mention.candidates.is_empty());
    }

    fn known(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        input: &[Annotation],
        present: &[TextSpan],
    ) -> Result<Vec<Annotation>> {
        let mut by_span: HashMap<TextSpan, Vec<&Entity>> = HashMap::new();
        for annotation in input {
            by_span.entry(annotation.span()).or_default().extend(annotation.as_entity());
        }
        let entity = |span: TextSpan| by_span.get(&span).into_iter().flatten().copied();
        let lacking = |span: &TextSpan| entity(*span).all(|entity| entity.idents.is_empty());
        let spans: Vec<TextSpan> = present.iter().copied().filter(lacking).collect();
        // Classes from the input are accepted in addition to the requested classes. Candidates
        // without any of these classes are not used.
        let mut types = self.types.clone();
        if !types.is_empty() {
            let classes =
                input.iter().filter_map(Annotation::as_entity).flat_map(|entity| &entity.classes);
            let distinct: BTreeSet<&str> = classes.map(|class| &**class).collect();
            types.extend(distinct.into_iter().take(TYPES).map(str::to_owned));
        }
        let mut mentions = vocabularies.at(passage, &spans, &types)?;
        for mention in &mut mentions {
            // When several entities share the name, candidates with a class from the input are
            // preferred.
            let input_classes: Vec<&str> = entity(mention.span)
                .flat_map(|entity| entity.classes.iter().map(|class| &**class))
                .collect();
            let fits = |candidate: &Candidate<'_>| {
                candidate
                    .classes
                    .split_ascii_whitespace()
                    .any(|class| input_classes.contains(&class))
            };
            if mention.candidates.iter().any(|(_, candidate)| fits(candidate)) {
                mention.candidates.retain(|(_, candidate)| fits(candidate));
            }
        }
        let found = self.entities(vocabularies, passage, mentions)?;
        let news = found.into_iter().filter_map(|annotation| {
            let Body::Entity(found) = annotation.body() else { return None };
            let mut found = found.clone();
            // Results must neither repeat nor contradict the input.
            if entity(annotation.span()).any(|entity| !entity.classes.is_empty()) {
                found.classes.clear();
            }
            if entity(annotation.span()).any(|entity| entity.confidence.is_some()) {
                found.confidence = None;
            }
            Some(annotation.with_body(Body::Entity(found)))
        });
        Ok(news.collect())
    }

    fn linked(
        &self,
        vocabularies: &Vocabularies,
        passage: &Passage<'_>,
        annotations: Vec<Annotation>,
    ) -> Result<Vec<Annotation>> {
        let lacks = |annotation: &&Annotation| {
            annotation.as_entity().is_some_and(|it| it.idents.is_empty())
        };
        let spans = spans(annotations.iter().filter(lacks));
        let mentions = vocabularies.at(passage, &spans, &[])?;
        let anything = EntityOptions { types: Vec::new(), threshold: None, ..self.clone() };
        let links = anything.entities(vocabularies, passage, mentions)?;
        let named = annotations.into_iter().map(|annotation| {
            let link = links.binary_search_by_key(&key(annotation.span()), |link| key(link.span()));
            let link = link.ok().and_then(|at| links.get(at));
            let annotator = link.and_then(Annotation::annotator);
            match (annotation.body(), link.and_then(Annotation::as_entity)) {
                (Body::Entity(entity), Some(link)) if entity.idents.is_empty() => {
                    let mut entity = entity.clone();
                    entity.idents.clone_from(&link.idents);
                    if entity.classes.is_empty() {
                        entity.classes.clone_from(&link.classes);
                    }
                    entity.confidence = match (entity.confidence, link.confidence) {
                        (Some(first), Some(second)) => Some(first * second),
                        (first, second) => first.or(second),
                    };
                    annotation.with_body(Body::Entity(entity)).or_by(annotator)
                }
                _ => annotation,
            }
        });
        Ok(self.chosen(named.collect()))
    }

    fn chosen(&self, annotations: Vec<Annotation>) -> Vec<Annotation> {
        let chosen = annotations.into_iter().filter_map(|annotation| {
            let Some(entity) = annotation.as_entity() else { return Some(annotation) };
            let is_wanted =
                self.types.is_empty() || entity.classes.iter().any(|class| self.names(class));
            is_wanted.then(|| self.trimmed(annotation)).flatten()
        });
        chosen.collect()
    }
}
