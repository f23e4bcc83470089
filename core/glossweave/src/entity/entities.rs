//! e-Entity: named entities of a document.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::models::{DefaultModels, StoredModel, StoredModels};
use crate::registry::{DICTIONARY, LINKER, Registry, TRAINED};
use crate::request::{Conversion, Enriched, Reply, Request, annotate};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result, Skipped};
use glossweave_base::options::sorted;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer, recognize_passage};
use glossweave_entity::{
    DatasetMention, Doubtful, EntityOptions, EntityOptionsExt, MentionModel, Mentions,
};
use glossweave_entity::{RankingWeights, Tagger, Vocabularies, key, spans};
use glossweave_vocabulary::{Datasets, DatasetsExt};

/// The service that finds entities with the recognizers of an engine.
#[derive(Clone, Debug)]
pub struct Entities<'a> {
    registry: &'a Registry,
    models: &'a StoredModels,
    pub(super) conversion: Conversion<'a>,
    datasets: Datasets<'a>,
    dataset: Option<&'a str>,
}

/// A recognizer of an engine.
pub(super) enum Engine<'a> {
    /// The recognizer of the names of datasets.
    Dictionary,
    /// The recognizer of the names of datasets and of the mentions of a tagger.
    Linker(&'a dyn Recognizer),
    /// A recognizer of the host, or the tagger of the library.
    Other(&'a dyn Recognizer),
    /// A tagger that was trained in the engine.
    Trained(Tagger),
}

impl<'a> Entities<'a> {
    /// Creates the service with the recognizers of the host and the trained models. `dataset` is
    /// searched if a request names no dataset.
    pub(crate) fn new(
        (registry, models): (&'a Registry, &'a StoredModels),
        conversion: Conversion<'a>,
        datasets: Datasets<'a>,
        dataset: Option<&'a str>,
    ) -> Entities<'a> {
        Entities { registry, models, conversion, datasets, dataset }
    }

    /// Returns the names of the recognizers of the host, sorted. [`Entities::providers`] also
    /// returns the recognizers of the engine.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// assert!(entities.names().eq(["places"]));
    /// assert_eq!(entities.providers(), ["dictionary", "linker", "places", "trained"]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.registry.recognizers()
    }

    /// Returns the names of recognizers in paths, sorted: the names in [`Entities::names`] and
    ///
    /// - `dictionary`, which finds the names of stored datasets,
    /// - `trained`, the tagger for English, if the library has the feature `models`, or the
    ///   settings have a folder of `models`, and the setting `tagger` is not `none`,
    /// - `linker`, if there is a recognizer `trained`. It finds the names of datasets and the
    ///   mentions of `trained`, and links these mentions to datasets (see
    ///   [`Linker`](crate::entity::Linker)).
    ///
    /// A recognizer of the host replaces a recognizer of the engine with the same name. In
    /// addition, the taggers of [`Models`](crate::entity::Models) can be used.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// assert_eq!(entities.providers(), ["dictionary", "linker", "trained"]);
    /// let found = entities.enrich("trained", Request::new("<p>She flew to Paris.", Format::Html))?;
    /// assert!(String::from_utf8_lossy(&found.bytes).contains("ontology#Location"));
    /// let error = entities.enrich("people", Request::new("To Cork", Format::Text)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn providers(&self) -> Vec<&'a str> {
        sorted(self.registry.all_recognizers())
    }

    /// Returns the names of the recognizers and of the trained taggers, sorted.
    pub(crate) fn all_providers(&self) -> Result<Vec<String>> {
        let mut names = self.models.taggers()?;
        names.extend(self.providers().into_iter().map(str::to_owned));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// Finds the entities of a document. No entity spans two units.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if no recognizer has the name, `ErrorKind::Provider` if the
    /// recognizer returns a span outside the text, the errors of the recognizer itself, and the
    /// errors of the [limits](crate::Settings) of calls.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, DecodeOptions, Engine, Format, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let page = glossweave::decode("<p>To Cork!", Format::Html, &DecodeOptions::default())?;
    /// let found = entities.recognize("places", &page)?;
    /// assert_eq!(found[0].span().range(), 3..7);
    /// assert_eq!(entities.recognize("people", &page).unwrap_err().kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn recognize(&self, recognizer: &str, document: &Document) -> Result<Vec<Annotation>> {
        self.recognize_with(recognizer, document, &EntityOptions::default(), None)
    }

    /// Finds the entities of a document that match the options.
    ///
    /// `language` is the language of the text. If it is `None`, the language of the document is
    /// used.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Entities::recognize`]; `ErrorKind::Invalid`, with the parameter at
    /// fault, if the recognizer is `dictionary` and there is no dataset to search; and
    /// `ErrorKind::Unauthenticated` and `ErrorKind::NotFound`, with the parameter `dataset`, if the
    /// caller may not use a dataset.
    ///
    /// ```
    /// use glossweave::entity::{Dictionary, EntityOptions};
    /// use glossweave::{Caller, Document, Engine, Settings};
    /// let names = "uri,label,type\n\
    ///     http://example.org/cork,Cork,http://schema.org/City\n\
    ///     http://example.org/lee,Lee,http://schema.org/RiverBodyOfWater\n";
    /// let names = Dictionary::from_csv(names.as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let mut wanted = EntityOptions::default();
    /// wanted.set("types", "http://schema.org/City")?;
    /// let text = Document::of_text("Cork on the Lee".to_owned(), None);
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let found = entities.recognize_with("places", &text, &wanted, None)?;
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// To find the names of stored datasets, use a dataset that the caller may read:
    ///
    /// ```
    /// use glossweave::entity::EntityOptions;
    /// use glossweave::{Caller, Document, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let text = Document::of_text("To Cork".to_owned(), None);
    /// let mut wanted = EntityOptions::default();
    /// let error = entities.recognize_with("dictionary", &text, &wanted, None).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("dataset")));
    /// wanted.set("dataset", "places")?;
    /// let error = entities.recognize_with("dictionary", &text, &wanted, None).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unauthenticated, Some("dataset")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn recognize_with(
        &self,
        recognizer: &str,
        document: &Document,
        wanted: &EntityOptions,
        language: Option<&Language>,
    ) -> Result<Vec<Annotation>> {
        let limits = self.conversion.bounds.limits(document.text().len());
        limits.run(|| {
            let memory = self.conversion.allowance(document.text().len());
            let said = document.annotations();
            self.run(recognizer, document, said, (wanted, language), (&memory, None))
        })
    }

    /// Finds the entities of a document, and answers in the requested format.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Entities::recognize`], of reading the input and of writing the
    /// output. Returns `ErrorKind::Invalid` if
    ///
    /// - the output is a document format other than the format of the input
    ///   (e-Internationalization, rule 2),
    /// - the output is XLIFF or ODT and [`Request::any_format`] is not set, or
    /// - a document is to be returned, the request sets a language other than English, and
    ///   [`Request::any_language`] is not set (rule 3). Only the language of the request is
    ///   checked, because the converter treats every text as English (rule 4). A document in
    ///   another language is not an error, and neither is a request without a language.
    ///
    /// These rules do not apply when a filter is used. In this case, returns
    /// `ErrorKind::Unauthenticated` and `ErrorKind::NotFound` if the caller may not use the filter,
    /// and `ErrorKind::Deadline` and `ErrorKind::TooLarge` if its query exceeds a limit.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let page = Request::new("<p>To Cork", Format::Html).output(Format::Html);
    /// assert!(entities.enrich("places", page.clone())?.bytes.starts_with(b"<p>To <span its-ta-ident-ref="));
    /// // A page comes back as a page, not as another document.
    /// let error = entities.enrich("places", page.output(Format::Odt)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn enrich(&self, recognizer: &str, mut request: Request) -> Result<Reply> {
        self.conversion.limited(&mut request, |request| {
            let made = self.make(recognizer, request)?;
            self.conversion.answer(made, request)
        })
    }

    /// Does the work of [`Entities::enrich`], except writing the answer.
    pub(crate) fn make(&self, recognizer: &str, request: &mut Request) -> Result<Enriched> {
        let memory = self.conversion.begin(request)?;
        if request.informat.is_rdf() {
            return self.make_nif(recognizer, request, &memory);
        }
        let options = self.conversion.options(request)?;
        let document = self.conversion.document(request, None)?;
        let wanted = (&request.recognition, request.decode.language.as_ref());
        let skipped = Mutex::default();
        let within = (&memory, Some(&skipped));
        let found = self.run(recognizer, &document, document.annotations(), wanted, within)?;
        Ok(Enriched::found(document, found, options).without(skipped))
    }

    fn make_nif(
        &self,
        recognizer: &str,
        request: &mut Request,
        memory: &Allowance,
    ) -> Result<Enriched> {
        let mut nif = self.conversion.texts(request)?;
        let skipped = Mutex::default();
        for index in 0..nif.contexts().len() {
            let context = &nif.contexts()[index];
            let document = context.document();
            // Marked spans without further data in the input are treated like the spans of its
            // entities.
            let spots =
                context.marked().iter().map(|span| Annotation::entity(*span, Entity::default()));
            let said: Vec<_> = context.annotations().iter().cloned().chain(spots).collect();
            let wanted = (&request.recognition, request.decode.language.as_ref());
            let within = (memory, Some(&skipped));
            let found = self.run(recognizer, &document, &said, wanted, within)?;
            annotate(&mut nif, index, &found, memory)?;
        }
        Ok(Enriched::nif(nif).without(skipped))
    }

    fn run(
        &self,
        recognizer: &str,
        document: &Document,
        said: &[Annotation],
        (wanted, language): (&EntityOptions, Option<&Language>),
        within: (&Allowance, Option<&Mutex<Vec<Skipped>>>),
    ) -> Result<Vec<Annotation>> {
        let pieces = document.pieces();
        let mut passage = Passage::new(document.text()).with_blocks(&pieces).drawing_on(within.0);
        if let Some(skipped) = within.1 {
            passage = passage.with_skipped(skipped);
        }
        if let Some(language) = language.or(document.language()) {
            passage = passage.with_language(language);
        }
        match pieces.is_empty() {
            true => self.open(recognizer, wanted).map(|_| Vec::new()),
            false => self.find(recognizer, &passage, said, wanted),
        }
    }

    /// Finds the entities of a passage. `said` contains the entities that its document names.
    pub(super) fn find(
        &self,
        recognizer: &str,
        passage: &Passage<'_>,
        said: &[Annotation],
        wanted: &EntityOptions,
    ) -> Result<Vec<Annotation>> {
        let (engine, vocabularies) = self.open(recognizer, wanted)?;
        let passage = &passage.asked_of(recognizer);
        let found = self.search((&engine, &vocabularies), passage, said, wanted)?;
        let revision = || match &engine {
            Engine::Other(other) => other.revision(),
            Engine::Trained(tagger) => Some(tagger.revision()),
            Engine::Dictionary | Engine::Linker(_) => None,
        };
        Ok(self.conversion.attribution.apply(found, recognizer, revision))
    }

    fn search(
        &self,
        (engine, vocabularies): (&Engine<'_>, &Vocabularies),
        passage: &Passage<'_>,
        said: &[Annotation],
        wanted: &EntityOptions,
    ) -> Result<Vec<Annotation>> {
        let present = spans(said.iter());
        if !wanted.modes.spot && !present.is_empty() {
            return wanted.known(vocabularies, passage, said, &present);
        }
        let other = match engine {
            Engine::Other(other) => *other,
            Engine::Trained(tagger) => tagger,
            Engine::Dictionary => {
                let (mentions, _) = self.mentions(vocabularies, passage, wanted, None)?;
                let found = wanted.entities(vocabularies, passage, mentions)?;
                return with_known(found, wanted, vocabularies, passage, (said, &present));
            }
            Engine::Linker(tagger) => {
                let own = self.registry.default_models().map(DefaultModels::tagger).transpose()?;
                let (mentions, tagged) = self.mentions(vocabularies, passage, wanted, own)?;
                let tagged = match tagged {
                    Some(tagged) => tagged,
                    None => recognize_passage(*tagger, passage)?,
                };
                let found = wanted.united(vocabularies, passage, mentions, tagged)?;
                return with_known(found, wanted, vocabularies, passage, (said, &present));
            }
        };
        let found = recognize_passage(other, passage)?;
        if !wanted.modes.link || vocabularies.open.is_empty() {
            return Ok(wanted.chosen(found));
        }
        let mut found = wanted.linked(vocabularies, passage, found)?;
        let again = spans(found.iter());
        let mut lacking = wanted.known(vocabularies, passage, said, &present)?;
        lacking.retain(|one| again.binary_search_by_key(&key(one.span()), |at| key(*at)).is_err());
        found.extend(lacking);
        found.sort_by_key(|one| key(one.span()));
        Ok(found)
    }

    /// Returns the names of datasets in a passage, and the mentions that `tagger` finds. If there
    /// is a mention model, it decides where names are mentioned. The mentions of `tagger` are only
    /// returned when the model uses the same tagger, so that the tagger runs once.
    pub(super) fn mentions<'v>(
        &self,
        vocabularies: &'v Vocabularies,
        passage: &Passage<'_>,
        wanted: &EntityOptions,
        tagger: Option<&Tagger>,
    ) -> Result<(Vec<DatasetMention<'v>>, Option<Vec<Annotation>>)> {
        let model = self.mention_model(wanted, vocabularies.labels())?;
        let doubtful = match wanted.mentions {
            Mentions::All if !passage.wants_all_names() => Doubtful::Any,
            _ => Doubtful::judged_by(model.as_ref(), passage),
        };
        let mut mentions = vocabularies.find(passage, &wanted.types, doubtful)?;
        let mut tagged = None;
        match &model {
            Some(model) if tagger.is_some_and(|tagger| model.asks(tagger)) => {
                tagged = vocabularies.judge_and_tag(model, passage, &mut mentions)?;
            }
            Some(model) => vocabularies.judge(model, passage, &mut mentions)?,
            None => {}
        }
        Ok((mentions, tagged))
    }

    /// Returns the recognizer with a name.
    pub(super) fn engine(&self, name: &str) -> Result<Engine<'a>> {
        match name {
            _ if self.registry.has_recognizer(name) => {}
            DICTIONARY => return Ok(Engine::Dictionary),
            LINKER => return self.registry.recognizer(TRAINED).map(Engine::Linker),
            _ => {
                if let Some(StoredModel::Tagger(tagger)) = self.models.get(name)? {
                    return Ok(Engine::Trained(tagger));
                }
            }
        }
        self.registry.recognizer(name).map(Engine::Other)
    }

    /// Returns the mention model of a request for datasets with `labels` labels, if one is
    /// requested and available.
    pub(super) fn mention_model(
        &self,
        wanted: &EntityOptions,
        labels: usize,
    ) -> Result<Option<MentionModel>> {
        let of_engine = || Ok(self.registry.mention_model(labels)?.cloned());
        let name = match &wanted.mentions {
            Mentions::All => return Ok(None),
            Mentions::Fast => return Ok(of_engine()?.map(MentionModel::without_tagger)),
            Mentions::Model(name) => name,
            _ => return of_engine(),
        };
        match self.models.get(name)? {
            Some(StoredModel::Mentions(model)) => Ok(Some(model)),
            _ => {
                let error = Error::no_such(
                    "value",
                    name,
                    "`likely`, `fast`, `all` or a stored mention model",
                );
                Err(error.with_parameter("mentions"))
            }
        }
    }

    /// Returns the weights that were fitted to a dataset.
    fn weights(&self, dataset: &str) -> Result<Option<RankingWeights>> {
        Ok(match self.models.get(dataset)? {
            Some(StoredModel::Weights(weights)) => Some(weights),
            _ => None,
        })
    }

    /// Returns the datasets of a request. The recognizer `dictionary` requires at least one
    /// dataset.
    pub(super) fn vocabularies(
        &self,
        recognizer: &str,
        wanted: &EntityOptions,
        engine: &Engine<'_>,
    ) -> Result<Vocabularies> {
        let usual = self.dataset.filter(|_| {
            wanted.datasets.is_empty() && matches!(engine, Engine::Dictionary | Engine::Linker(_))
        });
        let names = wanted.datasets.iter().map(String::as_str).chain(usual);
        let mut known = HashSet::new();
        let names = names.filter(|name| known.insert(*name));
        let (mut open, mut annotators) = (Vec::new(), Vec::new());
        for name in names {
            let (vocabulary, revision) = self.datasets.open(name)?;
            open.push(vocabulary.entities());
            annotators.extend(self.conversion.attribution.annotator(recognizer, name, revision));
        }
        if open.is_empty() && matches!(engine, Engine::Dictionary) {
            let message =
                "`dataset` is missing: name a stored dataset, or set the dataset of the engine";
            return Err(Error::invalid(message).with_parameter("dataset"));
        }
        let weights = match known.iter().next() {
            Some(name) if known.len() == 1 => self.weights(name)?,
            _ => None,
        };
        let weights = weights.or(self.registry.ranking_weights());
        Ok(Vocabularies { open, weights, annotators })
    }
}

/// Returns the found annotations, together with links for the entities of the input that have none.
fn with_known(
    mut found: Vec<Annotation>,
    wanted: &EntityOptions,
    vocabularies: &Vocabularies,
    passage: &Passage<'_>,
    (said, present): (&[Annotation], &[TextSpan]),
) -> Result<Vec<Annotation>> {
    let lacking = wanted.known(vocabularies, passage, said, present)?;
    found.retain(|one| present.binary_search_by_key(&key(one.span()), |at| key(*at)).is_err());
    found.extend(lacking);
    found.sort_by_key(|one| key(one.span()));
    Ok(found)
}
