//! The e-Translation service.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::glossary::{Bases, Glossary, marked, words};
use super::request::{TranslationFindings, TranslationRequest};
use super::units::{open_units, units, units_of};
use crate::request::{Conversion, Enriched, Reply, Request, annotate};
use crate::term::Terms;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped, SkippedExt};
use glossweave_base::media::Format;
use glossweave_base::text::inline::InlineText;
use glossweave_base::text::{Language, TextSpan, identified};
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Category, Metadata, Translation};
use glossweave_format::code_reader;
use glossweave_store::resource::CollectionExt;
use glossweave_translate::{
    Done, Exchange, Machine, ProtectedWords, QualityIssue, Row, SegmentStatus, SrxExt, SystemInfo,
    SystemPair, Systems, TranslationOptions, Unit, Work, XliffVersion,
};

/// The service that translates documents with the translation systems of an engine.
///
/// ```
/// use glossweave::translate::{System, TranslationMemory};
/// use glossweave::{Caller, Engine, Settings};
/// let system = System::new("news", "en".parse()?, "es".parse()?);
/// let memory = TranslationMemory::builder().build()?;
/// let engine = Engine::builder(Settings::default()).translator("memory", system, memory).open()?;
/// let translations = engine.session(Caller::Anonymous).translations();
/// assert_eq!(translations.providers(), ["memory"]);
/// assert_eq!(translations.systems("memory")?.len(), 1);
/// assert!(translations.systems("babelfish").is_err());
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Translations<'a> {
    systems: &'a Systems,
    terms: Terms<'a>,
    conversion: Conversion<'a>,
    time: Duration,
}

/// A translated document, before it is written.
pub(crate) struct Translated {
    pub made: Enriched,
    pub segments: Vec<SegmentStatus>,
    pub issues: Vec<QualityIssue>,
}

impl Translated {
    /// Returns the result, with a warning if sentences were not translated.
    pub fn with_warning(mut self) -> Enriched {
        let all = self.segments.len();
        let left = self.segments.iter().filter(|segment| segment.origin.is_none()).count();
        if left > 0 {
            let message = match left == all {
                true => "no sentence was translated".to_owned(),
                false => format!("{left} of {all} sentences were not translated"),
            };
            self.made.skipped.push(Skipped::new("translation", message));
        }
        self.made
    }
}

/// The translations of a document.
#[derive(Debug, Default)]
struct Found {
    /// The result for each unit that is translated as a whole.
    units: Vec<(TextSpan, Done)>,
    language: Option<Language>,
    /// The translations of terms that are not used.
    skipped: Vec<Skipped>,
}

impl<'a> Translations<'a> {
    /// Creates the service. `time` is the maximum time that a request waits until a system has started.
    pub(crate) fn new(
        systems: &'a Systems,
        terms: Terms<'a>,
        conversion: Conversion<'a>,
        time: Duration,
    ) -> Translations<'a> {
        Translations { systems, terms, conversion, time }
    }

    /// Returns the names of the providers, sorted.
    pub fn providers(&self) -> Vec<&'a str> {
        self.systems.providers()
    }

    /// Returns the systems of a provider that do not require a key, with their states.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if there is no such provider.
    ///
    /// ```
    /// use glossweave::translate::{System, TranslationMemory};
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let system = System::new("news", "en".parse()?, "es".parse()?);
    /// let memory = TranslationMemory::builder().build()?;
    /// let engine = Engine::builder(Settings::default()).translator("memory", system, memory).open()?;
    /// let translations = engine.session(Caller::Anonymous).translations();
    /// assert_eq!(translations.systems("memory")?[0].name, "news");
    /// assert_eq!(translations.systems("deepl").unwrap_err().kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn systems(&self, provider: &str) -> Result<Vec<SystemInfo>> {
        self.systems.list(provider)
    }

    /// Translates a document. Returns one annotation for each unit that is translated as a whole.
    /// If the document has markup, the text of the annotation contains the markers of
    /// [`marked_text`](glossweave_format::marked_text), so that
    /// [`encode`](glossweave_format::encode) can write it.
    ///
    /// # Errors
    ///
    /// - Returns `ErrorKind::NotFound` if there is no such provider, or if it has no system for the
    ///   languages and the domain.
    /// - Returns `ErrorKind::Invalid`, with the parameter `source-lang`, if the language of the
    ///   text is not set and cannot be identified, and with `target-lang` if the document requires
    ///   another target language.
    /// - Returns `ErrorKind::Unauthenticated` if there are private systems, and none of them has
    ///   the key.
    /// - Returns `ErrorKind::Unavailable`, with the time to wait, if the system must be started and
    ///   is not ready in time.
    /// - Returns the errors of the translator.
    ///
    /// ```
    /// use glossweave::translate::{System, TranslationOptions};
    /// use glossweave::translate::{TranslationBatch, TranslatedSegment, Translator};
    /// use glossweave::{Caller, DecodeOptions, Engine, Format, Settings};
    /// struct Shout;
    /// impl Translator for Shout {
    ///     fn translate(&self, job: &TranslationBatch<'_>) -> glossweave::Result<Vec<Option<TranslatedSegment>>> {
    ///         let all = job.segments.iter();
    ///         Ok(all.map(|one| Some(TranslatedSegment::machine(one.text.to_uppercase()))).collect())
    ///     }
    /// }
    /// let system = System::new("loud", "en".parse()?, "en-x-loud".parse()?);
    /// let engine = Engine::builder(Settings::default()).translator("shout", system, Shout).open()?;
    /// let page = glossweave::decode("<p>Hello. Again!", Format::Html, &DecodeOptions::default())?;
    /// let wanted = TranslationOptions::new("en".parse()?, "en-x-loud".parse()?);
    /// let found = engine.session(Caller::Anonymous).translations().translate("shout", &page, &wanted)?;
    /// assert_eq!(&*found[0].as_translation().unwrap().text, "HELLO. AGAIN!");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// Errors contain the parameter at fault:
    ///
    /// ```
    /// use glossweave::translate::{System, TranslationMemory, TranslationOptions};
    /// use glossweave::{Caller, DecodeOptions, Engine, ErrorKind, Format, Settings};
    /// let system = System::new("news", "en".parse()?, "es".parse()?);
    /// let memory = TranslationMemory::builder().build()?;
    /// let engine = Engine::builder(Settings::default()).translator("memory", system, memory).open()?;
    /// let translations = engine.session(Caller::Anonymous).translations();
    /// let page = glossweave::decode("<p>42", Format::Html, &DecodeOptions::default())?;
    /// let wanted = TranslationOptions::new("en".parse()?, "fr".parse()?);
    /// let error = translations.translate("memory", &page, &wanted).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// // Which language is a number of?
    /// let mut wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// wanted.source = None;
    /// let error = translations.translate("memory", &page, &wanted).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("source-lang")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// A private system requires its key. Words in `kept` are not translated:
    ///
    /// ```
    /// use glossweave::Secret;
    /// use glossweave::translate::{System, TranslatedSegment, TranslationBatch, TranslationOptions, Translator};
    /// use glossweave::{Caller, Document, Engine, ErrorKind, Settings};
    /// # struct Shout;
    /// # impl Translator for Shout {
    /// #     fn translate(&self, job: &TranslationBatch<'_>) -> glossweave::Result<Vec<Option<TranslatedSegment>>> {
    /// #         let all = job.segments.iter();
    /// #         Ok(all.map(|one| Some(TranslatedSegment::machine(one.text.to_uppercase()))).collect())
    /// #     }
    /// # }
    /// // `Shout` translates into capitals.
    /// let system = System::new("loud", "en".parse()?, "en-x-loud".parse()?).with_key("horse");
    /// let engine = Engine::builder(Settings::default()).translator("shout", system, Shout).open()?;
    /// let translations = engine.session(Caller::Anonymous).translations();
    /// let text = Document::of_text("Hello Cork".to_owned(), None);
    /// let wanted = TranslationOptions::new("en".parse()?, "en-x-loud".parse()?);
    /// let wanted = TranslationOptions { kept: vec!["Cork".to_owned()], ..wanted };
    /// // Without a key it is as if there were none.
    /// let error = translations.translate("shout", &text, &wanted).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// let with_key = |key| {
    ///     let wanted = TranslationOptions { key: Some(Secret::new(key)), ..wanted.clone() };
    ///     translations.translate("shout", &text, &wanted)
    /// };
    /// assert_eq!(with_key("a guess").unwrap_err().kind(), ErrorKind::Unauthenticated);
    /// let found = with_key("horse")?;
    /// assert_eq!(&*found[0].as_translation().unwrap().text, "HELLO Cork");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn translate(
        &self,
        provider: &str,
        document: &Document,
        wanted: &TranslationOptions,
    ) -> Result<Vec<Annotation>> {
        self.conversion.filters.check_service()?;
        wanted.check(document)?;
        let bases = Bases::open(&self.terms, wanted)?;
        let source = source(wanted, document.language(), document.text())?;
        let memory = self.conversion.allowance(document.text().len());
        let glossary = bases.find(document, wanted, &source, &memory)?;
        let found = self.run(provider, units(document, &glossary), wanted, &source)?;
        Ok(self.conversion.attribution.apply(found.annotations(true), provider, || None))
    }

    /// Translates a document, and answers in the requested format.
    ///
    /// If the concepts of terms in the input have words in the target language, which e-Terminology
    /// adds to NIF, these words are used. If XLIFF is requested and the input is another document,
    /// the answer is an XLIFF 1.2 file with the text and the translation of each unit, including
    /// inline markup.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Translations::translate`], and the errors of reading the input and
    /// of writing the output, as [`Entities::enrich`](crate::entity::Entities::enrich) does.
    ///
    /// ```
    /// use glossweave::translate::{SegmentPair, System, TranslationMemory};
    /// use glossweave::translate::{TranslationOptions, TranslationRequest};
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let mut memory = TranslationMemory::builder();
    /// memory.add(&SegmentPair::new("Good morning", "en", "Buenos días", "es"))?;
    /// let system = System::new("phrases", "en".parse()?, "es".parse()?);
    /// let engine = Engine::builder(Settings::default())
    ///     .translator("memory", system, memory.build()?)
    ///     .open()?;
    /// let wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// let request = TranslationRequest::new(wanted, Request::new("Good morning", Format::Text));
    /// let reply = engine.session(Caller::Anonymous).translations().enrich("memory", request)?;
    /// assert_eq!(reply.findings.segments[0].name(), "exact");
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("Buenos días"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// A page can be returned in the other language, with its markup:
    ///
    /// ```
    /// use glossweave::translate::{SegmentPair, System, TranslationMemory};
    /// use glossweave::translate::{TranslationOptions, TranslationRequest};
    /// use glossweave::{Caller, EncodeOptions, Engine, Format, Request, Settings};
    /// let mut memory = TranslationMemory::builder();
    /// memory.add(&SegmentPair::new("The <1>red</1> house", "en", "La casa <1>roja</1>", "es"))?;
    /// let system = System::new("phrases", "en".parse()?, "es".parse()?);
    /// let engine = Engine::builder(Settings::default())
    ///     .translator("memory", system, memory.build()?)
    ///     .open()?;
    /// let wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// let mut page = Request::new("<p>The <b>red</b> house</p>", Format::Html)
    ///     .output(Format::Html);
    /// let encode = EncodeOptions { translations: true, ..EncodeOptions::default() };
    /// page.encode = encode;
    /// let request = TranslationRequest::new(wanted, page);
    /// let reply = engine.session(Caller::Anonymous).translations().enrich("memory", request)?;
    /// assert_eq!(String::from_utf8_lossy(&reply.bytes), "<p>La casa <b>roja</b></p>");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn enrich(
        &self,
        provider: &str,
        asked: TranslationRequest,
    ) -> Result<Reply<TranslationFindings>> {
        let TranslationRequest { wanted, mut request } = asked;
        self.conversion.limited(&mut request, |request| {
            let Translated { made, segments, issues } = self.make(provider, &wanted, request)?;
            let findings = TranslationFindings { segments, issues };
            Ok(self.conversion.answer(made, request)?.with_findings(findings))
        })
    }

    /// Does the work of [`Translations::enrich`], except writing the answer.
    pub(crate) fn make(
        &self,
        provider: &str,
        wanted: &TranslationOptions,
        request: &mut Request,
    ) -> Result<Translated> {
        self.conversion.filters.check_service()?;
        if request.decode.language.is_none() {
            request.decode.language.clone_from(&wanted.source);
        }
        let is_exchange = is_exchange(request);
        if !is_exchange {
            self.conversion.check(request)?;
        }
        let memory = self.conversion.admit(request);
        match &wanted.source {
            Some(source) => drop(self.choose(provider, wanted, source)?),
            None => drop(self.systems(provider)?),
        }
        let bases = Bases::open(&self.terms, wanted)?;
        if request.informat.is_rdf() {
            return self.make_nif(provider, wanted, request, &bases, &memory);
        }
        let options = self.conversion.options(request)?;
        let document = self.conversion.document(request, Some(&wanted.target))?;
        if is_exchange {
            let state = request.encode.target_state.as_deref();
            let within = (&bases, &memory);
            let (file, found) = self.exchange(provider, &document, wanted, state, within)?;
            return Ok(found.translated(Enriched::file(document, file)));
        }
        let is_back = request.filter.is_none() && !request.outformat.is_rdf();
        if is_back && !request.encode.translations {
            let made = Enriched::found(document, Vec::new(), options);
            let hint = "set the option `translations` to write translations into the document";
            let skipped = vec![Skipped::new("translations", hint)];
            return Ok(Found { skipped, ..Found::default() }.translated(made));
        }
        if is_back {
            wanted.check(&document)?;
        }
        let source = source(wanted, document.language(), document.text())?;
        let glossary = bases.find(&document, wanted, &source, &memory)?;
        let mut found = self.run(provider, units(&document, &glossary), wanted, &source)?;
        found.skipped.extend(glossary.skipped);
        let mut all = found.annotations(is_back);
        if !is_back {
            all.extend(found.flags());
        }
        let all = self.conversion.attribution.apply(all, provider, || None);
        Ok(found.translated(Enriched::found(document, all, options)))
    }

    /// Writes an XLIFF file with the texts of a document and their translations.
    fn exchange(
        &self,
        provider: &str,
        document: &Document,
        wanted: &TranslationOptions,
        state: Option<&str>,
        (bases, memory): (&Bases, &Allowance),
    ) -> Result<(Vec<u8>, Found)> {
        let source = source(wanted, document.language(), document.text())?;
        let glossary = bases.find(document, wanted, &source, memory)?;
        let units = units(document, &glossary);
        let texts: Vec<InlineText> = units.iter().map(|(_, unit)| unit.inline.clone()).collect();
        let mut found = self.run(provider, units, wanted, &source)?;
        found.skipped.extend(glossary.skipped);
        // If a translation lacks the inline codes of its text, they are added, as when it is
        // written into the document.
        let mut codes = code_reader(document);
        for (unit, (text, (_, done))) in
            open_units(document).zip(texts.iter().zip(&mut found.units))
        {
            if let Some(inline) = done.inline.as_mut().filter(|inline| !inline.has_codes_of(text))
                && let Some(marked) = codes.with_all_markers(unit, &inline.marked())
            {
                *inline = InlineText::parse(&marked);
            }
        }
        let (languages, version) = ([&source, &wanted.target], XliffVersion::V1_2);
        let exchange = Exchange { document, languages, version, made_by: None, state };
        let rows =
            open_units(document).zip(&texts).zip(&found.units).map(|((unit, text), (_, done))| {
                Row { id: unit.id(), form: None, name: unit.name().map(Cow::Borrowed), text, done }
            });
        let file = exchange.write(rows).into_bytes();
        Ok((file, found))
    }

    fn make_nif(
        &self,
        provider: &str,
        wanted: &TranslationOptions,
        request: &mut Request,
        bases: &Bases,
        memory: &Allowance,
    ) -> Result<Translated> {
        let mut nif = self.conversion.texts(request)?;
        let words = words(nif.graph(), &wanted.target);
        let (mut segments, mut issues, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..nif.contexts().len() {
            let context = &nif.contexts()[index];
            let source = source(wanted, context.language(), context.text())?;
            let found = bases.find(&context.document(), wanted, &source, memory)?;
            skipped.extend(found.skipped);
            let marked = marked(context.annotations(), &words);
            let glossary = Glossary::new(marked.chain(found.terms));
            let mut found = self.run(provider, units_of(context, &glossary), wanted, &source)?;
            skipped.extend(glossary.skipped);
            skipped.append(&mut found.skipped);
            let mut all = found.annotations(false);
            all.extend(found.flags());
            let all = self.conversion.attribution.apply(all, provider, || None);
            annotate(&mut nif, index, &all, memory)?;
            segments.extend(found.statuses(index));
            issues.extend(found.issues());
        }
        let mut made = Enriched::nif(nif);
        skipped.into_iter().for_each(|term| term.keep(&mut made.skipped));
        Ok(Translated { made, segments, issues })
    }

    fn choose(
        &self,
        provider: &str,
        wanted: &TranslationOptions,
        source: &Language,
    ) -> Result<&'a Machine> {
        let TranslationOptions { target, domain, key, .. } = wanted;
        let (domain, key) = (domain.as_deref(), key.as_ref());
        self.systems
            .choose(provider, &SystemPair { source, target, domain, key })
            .map(AsRef::as_ref)
    }

    fn run(
        &self,
        provider: &str,
        units: Vec<(TextSpan, Unit)>,
        wanted: &TranslationOptions,
        source: &Language,
    ) -> Result<Found> {
        let machine = self.choose(provider, wanted, source)?;
        let TranslationOptions { target, domain, kept, .. } = wanted;
        let (spans, units): (Vec<TextSpan>, Vec<Unit>) = units.into_iter().unzip();
        let (domain, kept, time) = (domain.as_deref(), ProtectedWords::new(kept)?, self.time);
        let rules = match &wanted.srx {
            Some(srx) => srx.for_language(source)?,
            None => None,
        };
        let max_severity = wanted.max_severity;
        let skipped = Mutex::default();
        let work =
            Work { machine, source, target, domain, kept, rules, time, max_severity, skipped };
        let done = work.translate(&units)?;
        let units = spans.into_iter().zip(done).collect();
        let skipped = work.skipped.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Found { units, language: Some(target.clone()), skipped })
    }
}

/// Returns `true` if a document becomes a new XLIFF file, instead of being returned with
/// annotations.
fn is_exchange(request: &Request) -> bool {
    let is_other = request.informat.is_document() && request.informat != Format::Xliff;
    is_other && request.outformat == Format::Xliff && request.filter.is_none()
}

/// Returns the language of a text: the language of the request, or else of the document, or else
/// the identified language. Returns `ErrorKind::Invalid`, with the parameter `source-lang`, if no
/// language can be identified.
fn source(wanted: &TranslationOptions, said: Option<&Language>, text: &str) -> Result<Language> {
    let said = wanted.source.as_ref().or(said).cloned();
    said.map_or_else(|| identified(text, "source-lang"), Ok)
}

impl Found {
    /// Returns an annotation for each unit, with or without the markers of its text.
    fn annotations(&self, marked: bool) -> Vec<Annotation> {
        let Some(language) = &self.language else { return Vec::new() };
        let one = |(span, done): &(TextSpan, Done)| {
            let inline = done.inline.as_ref()?;
            let text = match (marked && done.reads, done.is_marked) {
                (false, _) => inline.text().to_owned(),
                (true, true) => inline.marked(),
                (true, false) => InlineText::plain(inline.text()).marked(),
            };
            let mut translation = Translation::new(text, language.clone());
            translation.confidence = done.confidence;
            (!done.parts.is_empty()).then(|| Annotation::translation(*span, translation))
        };
        self.units.iter().filter_map(one).collect()
    }

    fn statuses(&self, context: usize) -> Vec<SegmentStatus> {
        let all = self.units.iter().flat_map(|(span, done)| {
            let texts = done.parts.iter().filter(|part| part.is_text);
            texts.map(move |part| {
                let start = span.start() + part.range.start;
                let span = TextSpan::new(start, span.start() + part.range.end);
                SegmentStatus { context, span, origin: part.origin }
            })
        });
        all.collect()
    }

    /// Returns the issues that the checks found, with the spans of the units.
    fn issues(&self) -> Vec<QualityIssue> {
        let all = self.units.iter().flat_map(|(span, done)| {
            let mut issues = done.issues.clone();
            issues.iter_mut().for_each(|issue| issue.source = *span);
            issues
        });
        all.collect()
    }

    /// Returns the issues as annotations, and an annotation of the type `untranslated` for each
    /// sentence without a translation (ITS 2.0, clause 8.16 and appendix C).
    fn flags(&self) -> Vec<Annotation> {
        let mut all = QualityIssue::annotations(&self.issues());
        let statuses = self.statuses(0).into_iter();
        all.extend(statuses.filter(|segment| segment.origin.is_none()).filter_map(|segment| {
            let mut issue = Metadata::new(Category::LocQualityIssue);
            issue.add_record([("locQualityIssueType", "untranslated")]).ok()?;
            Some(Annotation::metadata(segment.span, issue))
        }));
        all
    }

    fn translated(&self, mut made: Enriched) -> Translated {
        self.skipped.iter().cloned().for_each(|term| term.keep(&mut made.skipped));
        Translated { made, segments: self.statuses(0), issues: self.issues() }
    }
}
