//! Recognizers: a recognizer takes text and returns annotations. It never sees markup or RDF.

mod recognize;

pub use recognize::recognize;
pub use recognize::{recognize_all_names, recognize_in, recognize_passage};

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::annotation::Annotation;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::token_usage::TokenUsage;
use glossweave_base::words::may_be_in;

/// A text to annotate. [`recognize`] creates one from a document.
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
    pub fn with_language(mut self, language: &'a Language) -> Passage<'a> {
        self.language = Some(language);
        self
    }

    /// Sets the list of what recognizers have left out, up to [`Skipped::MOST`].
    pub fn with_skipped(mut self, skipped: &'a Mutex<Vec<Skipped>>) -> Passage<'a> {
        self.skipped = Some(skipped);
        self
    }

    /// Returns the name of the recognizer that is asked, for its errors: ``recognizer `places` ``.
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

    /// Returns the blocks; the whole text if none were set.
    pub fn blocks(&self) -> impl Iterator<Item = TextSpan> + 'a {
        let whole = self.blocks.is_empty().then(|| TextSpan::new(0, self.text.len()));
        whole.into_iter().chain(self.blocks.iter().copied())
    }
}

/// Methods of passages that the other crates of Glossweave call.
pub trait PassageExt<'a>: Sized {
    /// Sets the allowance that limits the memory for annotations.
    fn drawing_on(self, memory: &'a Allowance) -> Self;

    /// Returns the memory allowance; the default is that for a text of this length.
    fn memory(&self) -> Allowance;

    /// Adds what a recognizer leaves out to the list, if one is set.
    fn skip(&self, skipped: impl FnOnce() -> Skipped);

    /// Sets that all names of lists are wanted, as redaction needs them: in any case and any language, whatever a model says
    /// of them.
    fn with_all_names(self) -> Self;

    /// Returns `true` if all names of lists are wanted.
    fn wants_all_names(&self) -> bool;

    /// Sets the name of the recognizer that is asked, for its errors.
    fn asked_of(self, recognizer: &'a str) -> Self;

    /// Returns `false` if the text is in another language than one given by its primary subtag: the language that
    /// is stated, or what the text itself tells if none is.
    fn may_be_in(&self, primary: &str) -> bool;

    /// Returns the annotations that stay within one of the blocks, in the order of their spans.
    fn keep_within(&self, found: Vec<Annotation>) -> Vec<Annotation>;
}

impl<'a> PassageExt<'a> for Passage<'a> {
    fn drawing_on(mut self, memory: &'a Allowance) -> Passage<'a> {
        self.memory = Some(memory);
        self
    }

    fn memory(&self) -> Allowance {
        self.memory.cloned().unwrap_or_else(|| Allowance::for_input(self.text.len()))
    }

    fn skip(&self, skipped: impl FnOnce() -> Skipped) {
        if let Some(list) = self.skipped {
            skipped().keep(&mut list.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn with_all_names(mut self) -> Passage<'a> {
        self.wants_all_names = true;
        self
    }

    fn wants_all_names(&self) -> bool {
        self.wants_all_names
    }

    fn asked_of(mut self, recognizer: &'a str) -> Passage<'a> {
        self.recognizer = Some(recognizer);
        self
    }

    fn may_be_in(&self, primary: &str) -> bool {
        match self.language {
            Some(language) => language.primary() == primary,
            None => may_be_in(self.text, primary),
        }
    }

    fn keep_within(&self, mut found: Vec<Annotation>) -> Vec<Annotation> {
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
    fn needs_language(&self) -> bool {
        false
    }

    /// Returns the revision of the names or the model that it finds by, for the
    /// [provenance](crate::annotation::Provenance) of annotations; `None` if it has none.
    fn revision(&self) -> Option<String> {
        None
    }

    /// Returns the use of its language models since it was created; `None` if it has none.
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
    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        let _ = visit;
        Ok(())
    }
}

/// Receives the names of a list, each with the IRIs of its classes: see [`Recognizer::each_name`].
pub type NameVisitor<'v> = dyn FnMut(&str, &[&str]) -> Result<()> + 'v;

/// A recognizer behind a pointer is a recognizer.
macro_rules! pointers {
    ($($pointer:ty),+) => {$(
        impl<R: Recognizer + ?Sized> Recognizer for $pointer {
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
    )+};
}

pointers!(&R, Box<R>, Arc<R>);

/// Returns a recognizer that calls a function with each passage. The function returns annotations with spans of the whole text,
/// in the order of their spans.
pub fn from_fn<F>(function: F) -> FromFn<F>
where
    F: Fn(&Passage<'_>) -> Result<Vec<Annotation>> + Send + Sync,
{
    FromFn(function)
}

/// The recognizer of [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<F>(F);

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FromFn").finish_non_exhaustive()
    }
}

impl<F> Recognizer for FromFn<F>
where
    F: Fn(&Passage<'_>) -> Result<Vec<Annotation>> + Send + Sync,
{
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        self.0(passage)
    }
}
