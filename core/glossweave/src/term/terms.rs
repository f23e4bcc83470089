//! The e-Terminology service.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::request::TerminologyRequest;
use crate::registry::Registry;
use crate::request::{Conversion, Reply, Request};
use crate::request::{Enriched, annotate};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, ErrorKind, Result, Skipped};
use glossweave_base::options::sorted;
use glossweave_base::text::{Language, TextSpan, identified};
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt, Term, four_digits};
use glossweave_document::recognizer::{Passage, PassageExt, recognize_in};
use glossweave_nif::nif;
use glossweave_rdf::{Graph, merge};
use glossweave_store::resource::CollectionExt;
use glossweave_term::describe;
use glossweave_term::{Detail, TermOptions};
use glossweave_term::{Extraction, TermBase, TermSense, extract_terms};
use glossweave_vocabulary::{Datasets, DatasetsExt};

/// The provider that finds the terms of stored term bases.
const TERMBASE: &str = "termbase";
/// The provider that extracts term candidates.
const EXTRACTION: &str = "extraction";

/// The service that finds the terms of documents.
///
/// ```
/// use glossweave::term::{TermBase, TermOptions, TerminologyRequest};
/// use glossweave::{Caller, Document, Engine, Format, Request, Settings};
/// let table = "concept,term,language\nc1,black hole,en\nc1,agujero negro,es\n";
/// let base = TermBase::builder().csv(table.as_bytes())?.build()?;
/// let engine = Engine::builder(Settings::default()).term_base("astronomy", base).open()?;
/// let terms = engine.session(Caller::Anonymous).terms();
/// assert_eq!(terms.providers(), ["astronomy", "extraction", "termbase"]);
///
/// let mut wanted = TermOptions::default();
/// wanted.set("source-lang", "en")?;
/// wanted.set("target-lang", "es")?;
/// let text = Document::of_text("Two black holes".to_owned(), None);
/// let found = terms.find("astronomy", &text, &wanted)?;
/// assert_eq!(found[0].span().range(), 4..15);
///
/// // The same, from bytes to bytes.
/// let request = Request::new("Two black holes", Format::Text);
/// let reply = terms.enrich("astronomy", TerminologyRequest::new(wanted, request))?;
/// assert!(String::from_utf8_lossy(&reply.bytes).contains("agujero negro"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Terms<'a> {
    registry: &'a Registry,
    conversion: Conversion<'a>,
    datasets: Datasets<'a>,
}

/// A term base of a request, and the annotator of its terms if provenance is recorded.
struct NamedBase {
    base: TermBase,
    annotator: Option<Arc<str>>,
}

/// The terms of a text.
#[derive(Debug, Default)]
struct Found {
    annotations: Vec<Annotation>,
    /// The statements about the concepts of the terms.
    concepts: Graph,
}

impl<'a> Terms<'a> {
    pub(crate) fn new(
        registry: &'a Registry,
        conversion: Conversion<'a>,
        datasets: Datasets<'a>,
    ) -> Terms<'a> {
        Terms { registry, conversion, datasets }
    }

    /// Returns the names of providers of terms in paths, sorted: `termbase`, `extraction`, and the
    /// names of the host's term bases and recognizers.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// // A recognizer may mark terms too.
    /// let terms = engine.session(Caller::Anonymous).terms();
    /// assert_eq!(terms.providers(), ["extraction", "places", "termbase"]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn providers(&self) -> Vec<&'a str> {
        let of_host = self.registry.term_bases().chain(self.registry.recognizers());
        sorted(of_host.chain([TERMBASE, EXTRACTION]))
    }

    /// Returns the term base of the host with a name.
    pub(crate) fn base(&self, name: &str) -> Option<&'a TermBase> {
        self.registry.term_base(name)
    }

    /// Returns the term base of the host with a name, or else the stored term base with the name.
    /// Returns the errors of reading a dataset, with the parameter `dataset`.
    pub(crate) fn open_base(&self, name: &str) -> Result<TermBase> {
        match self.registry.term_base(name) {
            Some(base) => Ok(base.clone()),
            None => self.datasets.term_base(name).map(|(base, _)| base),
        }
    }

    /// Finds the terms of a document. The provider is one of the following:
    ///
    /// - `termbase` finds the terms of stored term bases.
    /// - `extraction` finds term candidates, which have no concept.
    /// - The name of a term base of the host finds the terms of this term base.
    /// - The name of a recognizer finds the terms that the recognizer reports.
    ///
    /// A discouraged term is marked as discouraged, with the preferred term.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if there is no such provider; [`ErrorKind::Invalid`], with
    /// the parameter at fault, if the request names no term base, if a dataset is not a term base,
    /// or if the language is not set and cannot be identified; [`ErrorKind::Unauthenticated`] and
    /// [`ErrorKind::NotFound`], with the parameter `dataset`, if the caller may not use a dataset;
    /// and the errors of a recognizer.
    ///
    /// ```
    /// use glossweave::term::TermOptions;
    /// use glossweave::{Caller, Document, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let terms = engine.session(Caller::Anonymous).terms();
    /// let text = Document::of_text("Two black holes".to_owned(), None);
    /// let mut wanted = TermOptions { source: Some("en".parse()?), ..TermOptions::default() };
    /// let error = terms.find("thesaurus", &text, &wanted).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// // Which stored term bases?
    /// let error = terms.find("termbase", &text, &wanted).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("dataset")));
    /// wanted.set("dataset", "astronomy")?;
    /// let error = terms.find("termbase", &text, &wanted).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn find(
        &self,
        provider: &str,
        document: &Document,
        wanted: &TermOptions,
    ) -> Result<Vec<Annotation>> {
        self.conversion.filters.check_service()?;
        let bases = self.bases(provider, wanted)?;
        let memory = self.conversion.allowance(document.text().len());
        Ok(self.run(provider, &bases, document, wanted, (&memory, None))?.annotations)
    }

    /// Finds the terms of a document, and answers in the requested format. With [`Detail::Full`],
    /// RDF also contains the labels of each concept in both languages.
    /// [`Translations`](crate::translate::Translations) uses them to translate terms.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Terms::find`], and the errors of reading the input and of writing
    /// the output, as [`Entities::enrich`](crate::entity::Entities::enrich) does.
    ///
    /// ```
    /// use glossweave::term::{TermBase, TermOptions, TerminologyRequest};
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let table = "concept,term,language\nc1,black hole,en\n";
    /// let base = TermBase::builder().csv(table.as_bytes())?.build()?;
    /// let engine = Engine::builder(Settings::default()).term_base("astronomy", base).open()?;
    /// let terms = engine.session(Caller::Anonymous).terms();
    /// let page = Request::new("<p lang=en>A black hole", Format::Html).output(Format::Html);
    /// let reply = terms.enrich("astronomy", TerminologyRequest::new(TermOptions::default(), page))?;
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("its-term=\"yes\""));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn enrich(&self, provider: &str, asked: TerminologyRequest) -> Result<Reply> {
        let TerminologyRequest { wanted, mut request } = asked;
        self.conversion.limited(&mut request, |request| {
            let made = self.make(provider, &wanted, request)?;
            self.conversion.answer(made, request)
        })
    }

    /// Does the work of [`Terms::enrich`], except writing the answer.
    pub(crate) fn make(
        &self,
        provider: &str,
        wanted: &TermOptions,
        request: &mut Request,
    ) -> Result<Enriched> {
        if request.decode.language.is_none() {
            request.decode.language.clone_from(&wanted.source);
        }
        let memory = self.conversion.begin(request)?;
        let bases = self.bases(provider, wanted)?;
        if request.informat.is_rdf() {
            return self.make_nif(provider, &bases, wanted, request, &memory);
        }
        let options = self.conversion.options(request)?;
        let document = self.conversion.document(request, None)?;
        let skipped = Mutex::default();
        let within = (&memory, Some(&skipped));
        let found = self.run(provider, &bases, &document, wanted, within)?;
        if request.filter.is_none() && !request.outformat.is_rdf() {
            return Ok(Enriched::found(document, found.annotations, options).without(skipped));
        }
        let mut graph = nif::graph(&document, &found.annotations, &options)?;
        merge(&mut graph, [found.concepts]);
        Ok(Enriched::graph(graph, Some(document)).without(skipped))
    }

    fn make_nif(
        &self,
        provider: &str,
        bases: &[NamedBase],
        wanted: &TermOptions,
        request: &mut Request,
        memory: &Allowance,
    ) -> Result<Enriched> {
        let mut nif = self.conversion.texts(request)?;
        let mut concepts = Vec::new();
        let left_out = Mutex::default();
        for index in 0..nif.contexts().len() {
            let document = nif.contexts()[index].document();
            let within = (memory, Some(&left_out));
            let found = self.run(provider, bases, &document, wanted, within)?;
            annotate(&mut nif, index, &found.annotations, memory)?;
            concepts.push(found.concepts);
        }
        let (mut graph, skipped) = nif.into_parts();
        merge(&mut graph, concepts);
        Ok(Enriched { skipped, ..Enriched::graph(graph, None) }.without(left_out))
    }

    /// Returns the term bases of a request. The result is empty if the provider uses no term base.
    fn bases(&self, provider: &str, wanted: &TermOptions) -> Result<Vec<NamedBase>> {
        wanted.check()?;
        if let Some(base) = self.registry.term_base(provider) {
            let revision = base.revision();
            let annotator = self.conversion.attribution.annotator(provider, provider, revision);
            return Ok(vec![NamedBase { base: base.clone(), annotator }]);
        }
        if self.registry.recognizers().any(|name| name == provider) || provider == EXTRACTION {
            return Ok(Vec::new());
        }
        if provider != TERMBASE {
            let hosts = self.registry.term_bases().chain(self.registry.recognizers());
            let known: Vec<_> = [TERMBASE, EXTRACTION].into_iter().chain(hosts).collect();
            return Err(Error::unknown(
                ErrorKind::NotFound,
                "terminology provider",
                provider,
                &known,
            ));
        }
        if wanted.datasets.is_empty() {
            let message = "`dataset` is missing: name a stored term base";
            return Err(Error::invalid(message).with_parameter("dataset"));
        }
        let open = |name: &String| {
            let (base, revision) = self.datasets.term_base(name)?;
            let annotator = self.conversion.attribution.annotator(provider, name, revision);
            Ok(NamedBase { base, annotator })
        };
        wanted.datasets.iter().map(open).collect()
    }

    fn run(
        &self,
        provider: &str,
        bases: &[NamedBase],
        document: &Document,
        wanted: &TermOptions,
        within: (&Allowance, Option<&Mutex<Vec<Skipped>>>),
    ) -> Result<Found> {
        let pieces = document.pieces();
        if pieces.is_empty() {
            return Ok(Found::default());
        }
        let said = wanted.source.as_ref().or(document.language());
        let is_theirs = self.registry.recognizers().any(|name| name == provider);
        let mut revision = None;
        let mut found = if bases.is_empty() && is_theirs {
            let recognizer = self.registry.recognizer(provider)?;
            revision = recognizer.revision();
            let settings = Passage::new("").drawing_on(within.0).asked_of(provider);
            let settings =
                within.1.iter().fold(settings, |passage, list| passage.with_skipped(list));
            let mut annotations = recognize_in(recognizer, document, said, settings)?;
            annotations.retain(|annotation| annotation.as_term().is_some());
            Found { annotations, concepts: Graph::new() }
        } else {
            let language =
                said.cloned().map_or_else(|| identified(document.text(), "source-lang"), Ok)?;
            let passage = Passage::new(document.text())
                .with_blocks(&pieces)
                .with_language(&language)
                .drawing_on(within.0);
            match bases.is_empty() {
                true => {
                    let annotations = candidates(&passage, &language)?;
                    Found { annotations, concepts: Graph::new() }
                }
                false => terms_of(bases, &passage, &language, wanted)?,
            }
        };
        let least = wanted.threshold.unwrap_or(0.0);
        found.annotations.retain(|one| one.confidence().is_none_or(|sure| sure >= least));
        found.annotations =
            self.conversion.attribution.apply(found.annotations, provider, || revision);
        Ok(found)
    }
}

/// Returns the terms of term bases. When terms overlap, the first one is used, then the longest,
/// then the one with the highest confidence.
fn terms_of(
    bases: &[NamedBase],
    passage: &Passage<'_>,
    language: &Language,
    wanted: &TermOptions,
) -> Result<Found> {
    let (target, domain) = (wanted.target.as_ref(), wanted.domain.as_deref());
    let mut all = Vec::new();
    for (number, base) in bases.iter().enumerate() {
        for one in base.base.find(passage, language, target, domain)? {
            all.extend(one.senses.into_iter().next().map(|sense| (one.span, number, sense)));
        }
    }
    all.sort_by(|(one, _, sense), (other, _, rival)| {
        let key = |span: &glossweave_base::text::TextSpan| (span.start(), usize::MAX - span.end());
        key(one).cmp(&key(other)).then_with(|| rival.confidence.total_cmp(&sense.confidence))
    });
    let mut end = 0;
    all.retain(|(span, ..)| {
        let stays = span.start() >= end;
        end = if stays { span.end() } else { end };
        stays
    });
    let memory = passage.memory();
    let mut found = Found::default();
    let mut concepts = BTreeMap::new();
    for (span, number, sense) in all {
        if wanted.detail == Detail::Full {
            concepts.insert((number, sense.number), sense.iri);
        }
        let annotator = bases.get(number).and_then(|base| base.annotator.clone());
        let one = Annotation::term(span, term(&sense)).or_by(annotator);
        memory.take(size_of::<Annotation>() + one.heap_size(), "the result for the text")?;
        found.annotations.push(one);
    }
    for ((number, concept), iri) in concepts {
        if let Some(base) = bases.get(number) {
            describe(
                &base.base.concept(concept)?,
                iri,
                [Some(language), target],
                &mut found.concepts,
            );
        }
    }
    Ok(found)
}

/// Returns the term for a sense.
fn term(sense: &TermSense<'_>) -> Term {
    let mut term =
        Term::new().with_info_ref(sense.iri).with_confidence(four_digits(sense.confidence));
    if let Some(status) = sense.status.filter(|status| status.is_discouraged()) {
        term = term.with_info(match sense.preferred {
            Some(preferred) => format!("{}: use `{preferred}`", status.name()),
            None => status.name().to_owned(),
        });
    }
    term
}

/// Returns the term candidates of a text.
fn candidates(passage: &Passage<'_>, language: &Language) -> Result<Vec<Annotation>> {
    let memory = passage.memory();
    let mut found = Vec::new();
    for candidate in extract_terms(passage, language, &Extraction::default())? {
        let term =
            Term::new().with_confidence(four_digits(candidate.confidence)).with_info("candidate");
        let one = Annotation::term(TextSpan::default(), term);
        let size = size_of::<Annotation>() + one.heap_size();
        memory.take(candidate.spans.len() * size, "the result for the text")?;
        found.extend(candidate.spans.iter().map(|span| one.clone().moved_to(*span)));
    }
    found.sort_by_key(Annotation::span);
    Ok(found)
}
