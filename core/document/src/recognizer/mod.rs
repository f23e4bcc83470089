//! Recognizers. A recognizer takes text and returns annotations, without access to markup or RDF.

mod recognize;

pub use recognize::recognize;
pub use recognize::{recognize_all_names, recognize_in, recognize_passage};

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::annotation::Annotation;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped, SkippedExt};
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::token_usage::TokenUsage;
use glossweave_base::words::may_be_in;

/// A text to annotate. [`recognize`] creates the passage of a document.
#[derive(Clone, Copy, Debug)]
pub struct Passage<'a> {
    text: &'a str,
    blocks: &'a [TextSpan],
    language: Option<&'a Language>,
    memory: Option<&'a Allowance>,
    skipped: Option<&'a Mutex<Vec<Skipped>>>,
    wants_all_names: bool,
    /// The name of the current recognizer, used in error messages.
    recognizer: Option<&'a str>,
}

impl<'a> Passage<'a> {
    /// Creates a passage that consists of one block, in an unknown language.
    pub fn new(text: &'a str) -> Passage<'a> {
        let (blocks, wants_all_names) = (&[][..], false);
        let (language, memory, skipped, recognizer) = (None, None, None, None);
        Passage { text, blocks, language, memory, skipped, wants_all_names, recognizer }
    }

    /// Replaces the text.
    pub(crate) fn with_text(mut self, text: &'a str) -> Passage<'a> {
        self.text = text;
        self
    }

    /// Sets the blocks of the text, which must be in order and must not overlap. No annotation may
    /// extend across blocks.
    pub fn with_blocks(mut self, blocks: &'a [TextSpan]) -> Passage<'a> {
        self.blocks = blocks;
        self
    }

    /// Sets the language of the text.
    pub fn with_language(mut self, language: &'a Language) -> Passage<'a> {
        self.language = Some(language);
        self
    }

    /// Sets the list that records skipped parts, up to [`Skipped::MOST`] of them.
    pub fn with_skipped(mut self, skipped: &'a Mutex<Vec<Skipped>>) -> Passage<'a> {
        self.skipped = Some(skipped);
        self
    }

    /// Returns the name of the current recognizer for use in errors, for example ``recognizer
    /// `places` ``.
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

    /// Returns the blocks, or the whole text if no blocks were set.
    pub fn blocks(&self) -> impl Iterator<Item = TextSpan> + 'a {
        let whole = self.blocks.is_empty().then(|| TextSpan::new(0, self.text.len()));
        whole.into_iter().chain(self.blocks.iter().copied())
    }
}

/// Methods of [`Passage`] for the other crates of Glossweave.
pub trait PassageExt<'a>: Sized {
    /// Sets the allowance that limits the memory for annotations.
    fn drawing_on(self, memory: &'a Allowance) -> Self;

    /// Returns the memory allowance. The default is the allowance for a text of this length.
    fn memory(&self) -> Allowance;

    /// Adds a skipped part to the list, if one is set.
    fn skip(&self, skipped: impl FnOnce() -> Skipped);

    /// Requests all names of lists, in any case and any language, even when a model rejects them.
    /// Used by redaction.
    fn with_all_names(self) -> Self;

    /// Returns `true` if all names of lists are requested.
    fn wants_all_names(&self) -> bool;

    /// Sets the name of the current recognizer, for use in its errors.
    fn asked_of(self, recognizer: &'a str) -> Self;

    /// Returns `false` if the text is in another language than the given primary subtag. Uses the
    /// declared language, or identifies the language of the text if it is not declared.
    fn may_be_in(&self, primary: &str) -> bool;

    /// Returns the annotations that do not extend across blocks, in the order of their spans.
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
    /// whole text of the passage, and each span is within one block.
    ///
    /// # Errors
    ///
    /// Returns any error of the recognizer, for example `ErrorKind::Unavailable` when a remote
    /// service does not respond. The caller receives the error unchanged.
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>>;

    /// Returns `true` if the recognizer needs the language of the text. If the caller does not
    /// specify it, the language is [identified](glossweave_base::text::Language::identify) before
    /// the call.
    fn needs_language(&self) -> bool {
        false
    }

    /// Returns the revision of the names or the model that the recognizer uses, for the
    /// [provenance](crate::annotation::Provenance) of annotations. Returns `None` if there is no
    /// revision.
    fn revision(&self) -> Option<String> {
        None
    }

    /// Returns the total token usage of the language models of this recognizer. Returns `None` if
    /// it does not use a language model.
    fn token_usage(&self) -> Option<TokenUsage> {
        None
    }

    /// Calls `visit` with each name of the lists of the caller, and the IRIs of its classes.
    /// Redaction finds these names in any case and spelling, even if
    /// [`recognize`](Recognizer::recognize) does not return them. By default, there are no names.
    ///
    /// # Errors
    ///
    /// Returns the errors of `visit`, and any error while reading the list.
    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        let _ = visit;
        Ok(())
    }
}

/// A function that receives the names of a list, each with the IRIs of its classes. See
/// [`Recognizer::each_name`].
pub type NameVisitor<'v> = dyn FnMut(&str, &[&str]) -> Result<()> + 'v;

/// Implements [`Recognizer`] for pointers to recognizers.
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

/// Creates a recognizer that calls a function with each passage. The function returns annotations
/// in the order of their spans, which count bytes of the whole text.
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
