//! Recognizers: a recognizer takes text and returns annotations. It never sees markup or RDF.

mod recognize;

pub use recognize::recognize;
#[doc(hidden)]
pub use recognize::{recognize_all_names, recognize_in, recognize_passage};

use std::sync::{Arc, Mutex, PoisonError};

use crate::annotation::Annotation;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::token_usage::TokenUsage;
use glossweave_base::words::may_be_in;

/// A text to annotate. [`recognize`] creates one from a document.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
/// use glossweave::entity::Passage;
/// use glossweave::text::TextSpan;
/// let cells = [TextSpan::new(0, 3), TextSpan::new(4, 8)];
/// let passage = Passage::new("New York").with_blocks(&cells);
/// assert!(passage.blocks().all(|cell| &passage.text()[cell.range()] != "New York"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Passage<'a> {
    text: &'a str,
    blocks: &'a [TextSpan],
    language: Option<&'a Language>,
    memory: Option<&'a Allowance>,
    skipped: Option<&'a Mutex<Vec<Skipped>>>,
    wants_all_names: bool,
    /// The name of the recognizer that is asked, if it has one.
    recognizer: Option<&'a str>,
}

impl<'a> Passage<'a> {
    /// Creates a passage with the text as one block, in an unknown language.
    pub fn new(text: &'a str) -> Passage<'a> {
        let (blocks, wants_all_names) = (&[][..], false);
        let (language, memory, skipped, recognizer) = (None, None, None, None);
        Passage { text, blocks, language, memory, skipped, wants_all_names, recognizer }
    }

    /// Sets another text.
    pub(crate) fn with_text(mut self, text: &'a str) -> Passage<'a> {
        self.text = text;
        self
    }

    /// Sets the blocks of the text, in their order and without overlap: no annotation extends from
    /// one into another.
    pub fn with_blocks(mut self, blocks: &'a [TextSpan]) -> Passage<'a> {
        self.blocks = blocks;
        self
    }

    /// Sets the language of the text.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::recognizer::Passage;
    /// let irish = "ga".parse()?;
    /// let passage = Passage::new("Corcaigh").with_language(&irish);
    /// assert_eq!(passage.language(), Some(&irish));
    /// assert_eq!(Passage::new("Corcaigh").language(), None);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn with_language(mut self, language: &'a Language) -> Passage<'a> {
        self.language = Some(language);
        self
    }

    /// Sets the allowance that limits the memory for annotations.
    #[doc(hidden)]
    pub fn drawing_on(mut self, memory: &'a Allowance) -> Passage<'a> {
        self.memory = Some(memory);
        self
    }

    /// Returns the memory allowance; the default is that for a text of this length.
    #[doc(hidden)]
    pub fn memory(&self) -> Allowance {
        self.memory.cloned().unwrap_or_else(|| Allowance::for_input(self.text.len()))
    }

    /// Sets the list of what recognizers have left out, up to [`Skipped::MOST`].
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use std::sync::Mutex;
    /// use glossweave::recognizer::Passage;
    /// let skipped = Mutex::new(Vec::new());
    /// let passage = Passage::new("To Cork").with_skipped(&skipped);
    /// // A recognizer over a language model adds the names of an answer that the text does not have.
    /// assert!(skipped.lock().unwrap().is_empty());
    /// # let _ = passage;
    /// ```
    pub fn with_skipped(mut self, skipped: &'a Mutex<Vec<Skipped>>) -> Passage<'a> {
        self.skipped = Some(skipped);
        self
    }

    /// Adds what a recognizer leaves out to the list, if one is set.
    #[doc(hidden)]
    pub fn skip(&self, skipped: impl FnOnce() -> Skipped) {
        if let Some(list) = self.skipped {
            skipped().keep(&mut list.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Sets that all names of lists are wanted, as redaction needs them: in any case and any language, whatever a model says
    /// of them.
    #[doc(hidden)]
    pub fn with_all_names(mut self) -> Passage<'a> {
        self.wants_all_names = true;
        self
    }

    /// Returns `true` if all names of lists are wanted.
    #[doc(hidden)]
    pub fn wants_all_names(&self) -> bool {
        self.wants_all_names
    }

    /// Sets the name of the recognizer that is asked, for its errors.
    #[doc(hidden)]
    pub fn asked_of(mut self, recognizer: &'a str) -> Passage<'a> {
        self.recognizer = Some(recognizer);
        self
    }

    /// Returns what errors call the recognizer that is asked.
    #[doc(hidden)]
    pub fn recognizer_name(&self) -> String {
        self.recognizer
            .map_or_else(|| "a recognizer".to_owned(), |name| format!("recognizer `{name}`"))
    }

    /// Returns the whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the language, if known.
    pub fn language(&self) -> Option<&'a Language> {
        self.language
    }

    /// Returns `false` if the text is in another language than one given by its primary subtag: the language that
    /// is stated, or what the text itself tells if none is.
    #[doc(hidden)]
    pub fn may_be_in(&self, primary: &str) -> bool {
        match self.language {
            Some(language) => language.primary() == primary,
            None => may_be_in(self.text, primary),
        }
    }

    /// Returns the blocks; the whole text if none were set.
    pub fn blocks(&self) -> impl Iterator<Item = TextSpan> + 'a {
        let whole = self.blocks.is_empty().then(|| TextSpan::new(0, self.text.len()));
        whole.into_iter().chain(self.blocks.iter().copied())
    }

    /// Returns the annotations that stay within one of the blocks, in the order of their spans.
    #[doc(hidden)]
    pub fn keep_within(&self, mut found: Vec<Annotation>) -> Vec<Annotation> {
        let blocks: Vec<TextSpan> = self.blocks().collect();
        found.retain(|annotation| {
            let span = annotation.span();
            let after = blocks.partition_point(|block| block.start() <= span.start());
            after > 0 && span.end() <= blocks[after - 1].end()
        });
        found.sort_by_key(|annotation| (annotation.span().start(), annotation.span().end()));
        found
    }
}

/// A recognizer of named entities in text.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::entity::{Passage, Recognizer};
/// use glossweave::text::TextSpan;
///
/// struct Cork;
/// impl Recognizer for Cork {
///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
///         let found = passage.text().match_indices("Cork").map(|(at, name)| {
///             let span = TextSpan::new(at, at + name.len());
///             Annotation::entity(span, Entity::new("http://dbpedia.org/resource/Cork"))
///         });
///         Ok(found.collect())
///     }
/// }
/// assert_eq!(Cork.recognize(&Passage::new("to Cork"))?[0].span().range(), 3..7);
/// assert!(!Cork.needs_language());
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Recognizer: Send + Sync {
    /// Returns the annotations of a passage, in the order of their spans. Spans count bytes of the
    /// whole text of the passage and stay within one of its blocks.
    ///
    /// # Errors
    ///
    /// Returns any error of the recognizer, such as `ErrorKind::Unavailable` for a service that does not
    /// answer; callers get it unchanged.
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>>;

    /// Returns `true` if it needs to know the language of the text. If the language is not given,
    /// it is then [identified](glossweave_base::text::Language::identify) before the call.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::annotation::Annotation;
    /// use glossweave::entity::{Passage, Recognizer, recognize};
    /// use glossweave::{Document, ErrorKind};
    /// struct Linguist;
    /// impl Recognizer for Linguist {
    ///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
    ///         assert!(passage.language().is_some());
    ///         Ok(Vec::new())
    ///     }
    ///     fn needs_language(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let text = Document::of_text("This is an English sentence about the city of Cork.".to_owned(), None);
    /// assert!(recognize(&Linguist, &text, None)?.is_empty());
    /// // The language of a number is not told by its text.
    /// let number = Document::of_text("42".to_owned(), None);
    /// let error = recognize(&Linguist, &number, None).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn needs_language(&self) -> bool {
        false
    }

    /// Returns the revision of the names or the model that it finds by, for the
    /// [provenance](crate::annotation::Provenance) of annotations; `None` if it has none.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::annotation::Annotation;
    /// use glossweave::entity::{Passage, Recognizer};
    /// struct Cities;
    /// impl Recognizer for Cities {
    ///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
    ///         Ok(Vec::new())
    ///     }
    ///     fn revision(&self) -> Option<String> {
    ///         Some("2026-10".to_owned())
    ///     }
    /// }
    /// assert_eq!(Cities.revision().as_deref(), Some("2026-10"));
    /// ```
    fn revision(&self) -> Option<String> {
        None
    }

    /// Returns the use of its language models since it was created; `None` if it has none.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::annotation::Annotation;
    /// use glossweave::entity::{Passage, Recognizer};
    /// struct Nothing;
    /// impl Recognizer for Nothing {
    ///     fn recognize(&self, _: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
    ///         Ok(Vec::new())
    ///     }
    /// }
    /// // One without a language model.
    /// assert_eq!(Nothing.token_usage(), None);
    /// ```
    fn token_usage(&self) -> Option<TokenUsage> {
        None
    }

    /// Calls `visit` with each name that it is certain to mean, and the IRIs of its classes: those of a list of the caller.
    /// Redaction finds them in any case and however they are written, whether [`recognize`](Recognizer::recognize) returns
    /// them or not. By default there are none.
    ///
    /// # Errors
    ///
    /// Returns the errors of `visit`, and those of reading the list.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_format::recognizer as entity; }
    /// use glossweave::annotation::Annotation;
    /// use glossweave::entity::{NameVisitor, Passage, Recognizer};
    /// struct Clients;
    /// impl Recognizer for Clients {
    ///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
    ///         Ok(Vec::new())
    ///     }
    ///     fn each_name(&self, visit: &mut NameVisitor<'_>) -> glossweave::Result<()> {
    ///         visit("Jane Roe", &["http://schema.org/Person"])
    ///     }
    /// }
    /// let mut names = Vec::new();
    /// Clients.each_name(&mut |name, classes| {
    ///     names.push((name.to_owned(), classes.len()));
    ///     Ok(())
    /// })?;
    /// assert_eq!(names, [("Jane Roe".to_owned(), 1)]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        let _ = visit;
        Ok(())
    }
}

/// Receives the names of a list, each with the IRIs of its classes: see [`Recognizer::each_name`].
pub type NameVisitor<'v> = dyn FnMut(&str, &[&str]) -> Result<()> + 'v;

impl Recognizer for Arc<dyn Recognizer> {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        (**self).recognize(passage)
    }

    fn needs_language(&self) -> bool {
        (**self).needs_language()
    }

    fn revision(&self) -> Option<String> {
        (**self).revision()
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        (**self).token_usage()
    }

    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        (**self).each_name(visit)
    }
}
