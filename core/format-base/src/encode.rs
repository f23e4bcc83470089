//! Encoding of documents with annotations into bytes.
//!
//! A result is verified: it is decoded again and compared with the document, and validated if there is a
//! schema. An annotation that corrupts the result is skipped with a reason, and the rest is encoded again
//! ([`CulpritSearch`]). The verification usually names the culprit, or suspects near the first difference.
//! Otherwise the culprit is found by trial:
//!
//! - [Bisection](CulpritSearch::bisect) finds one culprit among `n` suspects with about `log2(n)` attempts,
//!   as `git bisect` finds a commit. It is repeated until the result is correct.
//! - [Divide and conquer](CulpritSearch::add_correct) adds halves of the annotations as long as the result
//!   stays correct. It is used for violations of a schema, which many annotations share, and when few
//!   attempts remain.
//!
//! Each attempt encodes and decodes the whole document, so the number of attempts depends on its size
//! ([`WORK`]). All spans of the source and sizes count bytes.

use crate::PlacementExt;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use super::document_format::DocumentFormat;
use super::encode_options::{EncodeOptions, profile_of};
use super::encoded::{Encoded, Placement};
use super::markup_profile::{MarkupProfile, Profile};
use super::overlap_limit::leave_out_crowds;
use super::schema_check::{Invalidity, check_source, validate};
use super::translate::Written;
use super::verify::{Faults, faults};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::text::ByteSpan;
use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::{Annotation, AnnotationExt, Resolver};
use glossweave_document::{Document, SourceExt, Splice, Spliced};

/// Encodes a document with the writers of its format, with annotations inserted.
pub fn encode(
    writer: &dyn DocumentFormat,
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
) -> Result<Encoded> {
    let mut placements = Vec::with_capacity(annotations.len());
    for (number, annotation) in annotations.iter().enumerate() {
        check(document, annotation, number)?;
        placements.push(initial_placement(annotation, options));
    }
    let format = document.source().format();
    let translates = format.translates() && options.translations;
    if !format.returns() && !translates && !annotations.is_empty() {
        return Err(Error::unsupported(
            Side::Output,
            format!(
                "`{format}` cannot store annotations, expected none and got {}",
                annotations.len()
            ),
        ));
    }
    if !format.returns() {
        for (annotation, placement) in annotations.iter().zip(&mut placements) {
            if annotation.as_translation().is_none() {
                *placement = Placement::not_placed(NO_MARKUP);
            }
        }
    }
    mark_present(document, annotations, &mut placements);
    leave_out_crowds(document, annotations, &mut placements);
    let max_bytes = max_bytes(document, annotations, options);
    let profile = options.profile.as_ref().map(|profile| profile_for(writer, document, profile));
    let profile = profile.transpose()?;
    if let Some(schema) = &options.schema {
        check_source(document, schema)?;
    }
    let attempts = (WORK / document.source().bytes().len().max(1)).clamp(8, 1_000);
    let allowance = options.allowance.as_ref();
    let options = &EncodeOptions { max_output_bytes: Some(max_bytes), profile, ..options.clone() };
    let reserve = attempts / 2;
    let attempts = &Cell::new(attempts);
    let search =
        CulpritSearch { writer, document, annotations, options, max_bytes, attempts, reserve };
    // The error names the limit that applies: the allowance of the call, or the option.
    let exceeded = allowance.filter(|allowance| max_bytes >= allowance.left());
    let encoded = search.run(placements).map_err(|error| match exceeded {
        Some(allowance) if error.parameter() == Some("max-output-bytes") => {
            allowance.exceeded("the document")
        }
        _ => error,
    })?;
    writer.pack(document, encoded, options.verify)
}

/// Returns the maximum size of a result: the option, but at most the allowance of the call. If there is no
/// option, the allowance is derived from the size of the input.
fn max_bytes(document: &Document, annotations: &[Annotation], options: &EncodeOptions) -> usize {
    let allowed = match &options.allowance {
        Some(allowance) => allowance.left(),
        None => {
            let sizes = annotations
                .iter()
                .map(|annotation| size_of::<Annotation>() + annotation.heap_size());
            Allowance::for_input(document.source().bytes().len() + sizes.sum::<usize>()).left()
        }
    };
    match (options.max_output_bytes, &options.allowance) {
        (Some(max), Some(_)) => max.min(allowed),
        (max, _) => max.unwrap_or(allowed),
    }
}

/// Returns the profile adapted to the root element of a document. Returns `ErrorKind::Invalid` if the profile is for
/// other documents, and `ErrorKind::Unsupported` if the format does not support profiles.
fn profile_for(
    writer: &dyn DocumentFormat,
    document: &Document,
    profile: &MarkupProfile,
) -> Result<MarkupProfile> {
    let format = document.source().format();
    let root = writer.root_element(document);
    let Some(root) = root else {
        let message = format!("markup profiles are for `html` and `xml`, not for `{format}`");
        return Err(Error::unsupported(Side::Output, message).with_parameter("profile"));
    };
    profile.of_root(&root, format)
}

/// The maximum number of bytes of source that are encoded and decoded again in the search for annotations that
/// corrupt a result.
const WORK: usize = 256 << 20;

const NO_MARKUP: &str = "the format cannot store annotations";

const NOT_THE_SAME: &str = "reading the result back gives a different document";

/// The maximum size of a group in which each annotation is tried separately. Used when validating against a schema.
const FEW: usize = 8;

const TOO_MANY: &str = "too many annotations violate the schema or corrupt the result";

const NOT_TRIED: &str = "too many annotations corrupt the result, and this annotation was not tried \
                         without them; write it again without them";

/// A search for annotations that corrupt results.
struct CulpritSearch<'a> {
    writer: &'a dyn DocumentFormat,
    document: &'a Document,
    annotations: &'a [Annotation],
    options: &'a EncodeOptions,
    /// The maximum size of a result, in bytes.
    max_bytes: usize,
    /// The number of remaining attempts to encode a result.
    attempts: &'a Cell<usize>,
    /// The number of attempts that are reserved for [`best_subset`](CulpritSearch::best_subset), which is used when the
    /// search for single culprits ends early.
    reserve: usize,
}

impl CulpritSearch<'_> {
    /// Returns the best result: with all annotations, or without the annotations that corrupt it.
    fn run(&self, mut placements: Vec<Placement>) -> Result<Encoded> {
        let CulpritSearch { document, annotations, .. } = *self;
        while self.attempts.get() > self.reserve {
            let (encoded, written) = self.attempt(&placements)?;
            let is_same = encoded.inserted.is_empty() && encoded.replaced.is_empty();
            if !self.options.verify && self.options.schema.is_none() || is_same {
                return Ok(encoded);
            }
            let displacing = displacing(document, annotations, &encoded);
            if !displacing.is_empty() {
                for index in displacing {
                    placements[index] = Placement::not_placed(DISPLACING);
                }
                continue;
            }
            let faults = match self.options.verify {
                true => self.faults(&encoded, &written),
                false => Faults::None,
            };
            let culprits = match faults {
                Faults::None => match self.invalidity(&encoded)? {
                    None => return Ok(encoded),
                    Some(invalidity) => {
                        self.skip_invalid(&mut placements, &encoded, &invalidity)?;
                        continue;
                    }
                },
                Faults::Known(culprits) => culprits,
                Faults::Among(suspects) => match self.bisect(&placements, suspects)? {
                    Some(culprit) => vec![culprit],
                    None => break,
                },
            };
            for culprit in culprits {
                placements[culprit] = Placement::not_placed(self.difference(culprit));
            }
        }
        self.best_subset(placements)
    }

    /// Returns the result with as many annotations as are correct together. It starts without new annotations, which is
    /// correct, and adds annotations until no attempts remain.
    fn best_subset(&self, requested: Vec<Placement>) -> Result<Encoded> {
        let reason = if self.options.schema.is_some() { TOO_MANY } else { NOT_TRIED };
        let members: Vec<usize> =
            (0..requested.len()).filter(|index| requested[*index].is_new()).collect();
        let mut kept = requested.clone();
        for index in &members {
            kept[*index] = Placement::not_placed(reason);
        }
        self.add_correct(&mut kept, &requested, &members, &|placements| {
            let (encoded, written) = self.attempt(placements)?;
            let is_correct =
                !self.options.verify || matches!(self.faults(&encoded, &written), Faults::None);
            Ok(is_correct
                && displacing(self.document, self.annotations, &encoded).is_empty()
                && self.invalidity(&encoded)?.is_none())
        })?;
        Ok(self.attempt(&kept)?.0)
    }

    /// Returns the result with the requested annotations.
    fn attempt(&self, requested: &[Placement]) -> Result<(Encoded, Written)> {
        self.attempts.set(self.attempts.get().saturating_sub(1));
        let mut placements = requested.to_vec();
        let (splice, written) =
            insert(self.writer, self.document, self.annotations, self.options, &mut placements);
        let source = self.document.source().bytes();
        if source.len() + splice.len() > self.max_bytes {
            return Err(too_long(self.max_bytes));
        }
        let Spliced { bytes, inserted, replaced } = splice.apply(source);
        Ok((Encoded { placements, inserted, replaced, ..Encoded::new(bytes) }, written))
    }

    /// Returns the first suspect that corrupts a result which is correct with all earlier suspects, found by bisection.
    /// Returns `None` if too few attempts remain.
    fn bisect(&self, requested: &[Placement], suspects: Vec<usize>) -> Result<Option<usize>> {
        let all = || (0..requested.len()).filter(|index| requested[*index].is_new()).collect();
        // If the result is corrupt even without the suspects, the difference has another cause.
        let suspects =
            if self.is_correct_without(requested, &suspects)? { suspects } else { all() };
        // The invariant: the result is correct without `suspects[correct..]`, and corrupt without `suspects[corrupt..]`.
        // It holds at first because the result with all suspects is corrupt, so a culprit is between both ends even if
        // several annotations are faulty or an annotation is faulty only together with others.
        let (mut correct, mut corrupt) = (0, suspects.len());
        while corrupt - correct > 1 {
            if self.attempts.get() <= self.reserve {
                return Ok(None);
            }
            let middle = correct + (corrupt - correct) / 2;
            if self.is_correct_without(requested, &suspects[middle..])? {
                correct = middle;
            } else {
                corrupt = middle;
            }
        }
        Ok(suspects.get(correct).copied())
    }

    /// Returns `true` if a result without some of the annotations is the same document when it is decoded.
    fn is_correct_without(&self, requested: &[Placement], omitted: &[usize]) -> Result<bool> {
        let mut fewer = requested.to_vec();
        for index in omitted {
            fewer[*index] = Placement::not_placed(NOT_THE_SAME);
        }
        let (encoded, written) = self.attempt(&fewer)?;
        Ok(matches!(self.faults(&encoded, &written), Faults::None))
    }

    /// Returns the schema violations of a result. Returns `None` if the result is valid or no schema is set.
    fn invalidity(&self, encoded: &Encoded) -> Result<Option<Invalidity>> {
        let Some(schema) = &self.options.schema else { return Ok(None) };
        validate(self.document, encoded, schema)
    }

    /// Skips the annotations that make a result invalid.
    ///
    /// libxml2 often reports an error at an element other than the invalid one. For this reason, results with some of
    /// the annotations are validated. Annotations with the same element in the same kind of parent are tried
    /// together.
    fn skip_invalid(
        &self,
        placements: &mut Vec<Placement>,
        encoded: &Encoded,
        found: &Invalidity,
    ) -> Result<()> {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut kept = placements.clone();
        for index in (0..kept.len()).filter(|index| encoded.placements[*index].is_new()) {
            let annotation = &self.annotations[index];
            let span = self.document.source_span(annotation.span());
            let rule = self.profile().and_then(|profile| profile.rule(annotation));
            let at = span.map_or(0, |span| span.start());
            let reason = found.reason(at, rule.map(|rule| &*rule.element));
            kept[index] = Placement::not_placed(reason.clone());
            groups.entry(reason).or_default().push(index);
        }
        for members in groups.values() {
            self.add_correct(&mut kept, placements, members, &|placements| {
                Ok(self.invalidity(&self.attempt(placements)?.0)?.is_none())
            })?;
        }
        *placements = kept;
        Ok(())
    }

    /// Adds annotations to `kept` as long as the result is correct with them: all members at once if possible, otherwise
    /// each half separately. Stops when too few attempts remain, so that `kept` is correct at any time.
    fn add_correct(
        &self,
        kept: &mut Vec<Placement>,
        requested: &[Placement],
        members: &[usize],
        is_correct: &dyn Fn(&[Placement]) -> Result<bool>,
    ) -> Result<()> {
        let with = |added: &[usize]| -> Result<Option<Vec<Placement>>> {
            let mut more = kept.clone();
            for index in added {
                more[*index] = requested[*index].clone();
            }
            Ok(is_correct(&more)?.then_some(more))
        };
        // The last attempts are needed for the final result, and for the first and last member below.
        if self.attempts.get() < 4 {
            return Ok(());
        }
        if let Some(more) = with(members)? {
            *kept = more;
            return Ok(());
        }
        let (first, last) = match members {
            [] => return Ok(()),
            [only] => {
                if self.options.schema.is_none() {
                    kept[*only] = Placement::not_placed(self.difference(*only));
                }
                return Ok(());
            }
            [first, .., last] => (*first, *last),
        };
        // A content model allows an element in all positions or in none, so if the first and the last member of a
        // large group are not valid, the rest of the group is skipped too.
        let is_large = members.len() > FEW && self.options.schema.is_some();
        if is_large && with(&[first])?.is_none() && with(&[last])?.is_none() {
            return Ok(());
        }
        let (before, behind) = members.split_at(members.len() / 2);
        self.add_correct(kept, requested, before, is_correct)?;
        self.add_correct(kept, requested, behind, is_correct)
    }

    fn faults(&self, encoded: &Encoded, written: &Written) -> Faults {
        faults(self.writer, self.document, self.annotations, self.profile(), encoded, written)
    }

    fn profile(&self) -> Option<&Profile> {
        profile_of(self.options)
    }

    /// Returns the reason why an annotation that corrupts the result is skipped.
    fn difference(&self, culprit: usize) -> Cow<'static, str> {
        match self.profile().and_then(|profile| profile.rule(&self.annotations[culprit])) {
            Some(rule) => format!(
                "with `{}`, {NOT_THE_SAME}; in XML, the rules for reading the document must \
                 declare it within text",
                rule.element
            )
            .into(),
            None => NOT_THE_SAME.into(),
        }
    }
}

fn too_long(max_bytes: usize) -> Error {
    let message = format!(
        "the document would exceed the limit of {max_bytes} bytes; write fewer or shorter \
         annotations, or raise `max-output-bytes`"
    );
    Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes")
}

const DISPLACING: &str = "the encoding declaration must stay near the start of the document";

/// Returns the annotations before a declaration of the encoding when the insertions move the declaration too far.
/// Readers look for the declaration only at the start of a source.
fn displacing(document: &Document, annotations: &[Annotation], encoded: &Encoded) -> Vec<usize> {
    let source = document.source();
    let Some((end, space)) = source.declaration_space() else { return Vec::new() };
    // The growth of the source before the declaration, in bytes.
    let mut pushed = 0isize;
    let mut replaced = encoded.replaced.iter().peekable();
    let growth = |(from, to): &(ByteSpan, ByteSpan)| to.len() as isize - from.len() as isize;
    for span in &encoded.inserted {
        while let Some(pair) = replaced.next_if(|(_, to)| to.start() < span.start()) {
            pushed += if pair.0.start() < end { growth(pair) } else { 0 };
        }
        // Inserted spans are positions in the result. Without the growth so far, they are positions in the source.
        if span.start() as isize - pushed >= end as isize {
            break;
        }
        pushed += span.len() as isize;
    }
    pushed += replaced.filter(|(from, _)| from.start() < end).map(growth).sum::<isize>();
    if pushed <= space as isize {
        return Vec::new();
    }
    let before = |index: &usize| {
        let span = document.source_span(annotations[*index].span());
        encoded.placements[*index].is_new() && span.is_some_and(|span| span.start() < end)
    };
    (0..annotations.len()).filter(before).collect()
}

fn insert(
    writer: &dyn DocumentFormat,
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let is_new_translation = |(annotation, placement): (&Annotation, &Placement)| {
        annotation.as_translation().is_some() && placement.is_new()
    };
    let (replacing, written) =
        match annotations.iter().zip(placements.iter()).any(is_new_translation) {
            true => writer.translate(document, annotations, options, placements),
            false => Default::default(),
        };
    let inserting = writer.annotate(document, annotations, options, placements);
    (inserting.merged(replacing), written)
}

fn check(document: &Document, annotation: &Annotation, number: usize) -> Result<()> {
    let span = annotation.span();
    let text = document.text();
    if text.get(span.range()).is_some() {
        return Ok(());
    }
    let what =
        if span.end() > text.len() { "exceeds the text of" } else { "splits a character in" };
    let message = format!(
        "annotation {number} at bytes {}..{} {what} {} bytes",
        span.start(),
        span.end(),
        text.len()
    );
    Err(Error::invalid(message).with_parameter("annotations"))
}

/// Returns the initial placement of an annotation.
fn initial_placement(annotation: &Annotation, options: &EncodeOptions) -> Placement {
    if annotation.as_translation().is_some() && !options.translations {
        return Placement::not_placed("translations are written only on request");
    }
    match annotation.fault() {
        Some(fault) => Placement::not_placed(fault),
        None => Placement::Placed { fragments: 0 },
    }
}

/// Marks the annotations that the source already contains.
fn mark_present(document: &Document, annotations: &[Annotation], placements: &mut [Placement]) {
    let base = document.base().filter(|base| is_absolute(base));
    let mut resolver = base.map(Resolver::new);
    let resolved = |annotation| match &mut resolver {
        Some(resolver) => resolver.resolved(annotation),
        None => Cow::Borrowed(annotation),
    };
    let mut present: Vec<Cow<'_, Annotation>> =
        document.annotations().iter().map(resolved).collect();
    if present.is_empty() {
        return;
    }
    present.sort_by_key(|known| known.span());
    for (annotation, placement) in annotations.iter().zip(placements) {
        let from = present.partition_point(|known| known.span() < annotation.span());
        let same_span =
            present[from..].iter().take_while(|known| known.span() == annotation.span());
        if placement.is_new() && same_span.into_iter().any(|known| known.says_same(annotation)) {
            *placement = Placement::Present;
        }
    }
}
