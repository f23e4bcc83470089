//! Encoding of documents with annotations into bytes.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use super::encode_options::EncodeOptions;
use super::encoded::{Encoded, Placement};
use super::formats::document_format;
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

/// Encodes a document in its own format, with annotations inserted. Every byte of the source is preserved: only the
/// ranges listed in [`Encoded::inserted`] are added. Translations, if requested, replace the ranges listed in
/// [`Encoded::replaced`].
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] if a span exceeds the text or splits a character, [`ErrorKind::Unsupported`] if
/// there are annotations but the format cannot store annotations, and translations are not requested or not supported
/// by the format, and [`ErrorKind::TooLarge`] if the result is longer than [`EncodeOptions::max_output_bytes`].
pub fn encode(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
) -> Result<Encoded> {
    let mut placements = Vec::with_capacity(annotations.len());
    for (number, annotation) in annotations.iter().enumerate() {
        check(document, annotation, number)?;
        placements.push(wanted(annotation, options));
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
    let attempts = (WORK / document.source().bytes().len().max(1)).clamp(8, 1_000);
    let left = match &options.allowance {
        Some(allowance) => allowance.left(),
        None => {
            let said = annotations.iter().map(|one| size_of::<Annotation>() + one.heap_size());
            Allowance::for_input(document.source().bytes().len() + said.sum::<usize>()).left()
        }
    };
    let most = match (options.max_output_bytes, &options.allowance) {
        (Some(most), Some(_)) => most.min(left),
        (most, _) => most.unwrap_or(left),
    };
    let allowance = options.allowance.as_ref();
    let profile = options.profile.as_ref().map(|profile| profile_for(document, profile));
    let profile = profile.transpose()?;
    if let Some(schema) = &options.schema {
        check_source(document, schema)?;
    }
    let options = &EncodeOptions { max_output_bytes: Some(most), profile, ..options.clone() };
    let reserve = attempts / 2;
    let attempts = &Cell::new(attempts);
    let search = Search { document, annotations, options, most, attempts, reserve };
    let bound = allowance.filter(|allowance| most >= allowance.left());
    let woven = search.run(placements).map_err(|error| match bound {
        Some(allowance) if error.parameter() == Some("max-output-bytes") => {
            allowance.exceeded("the document")
        }
        _ => error,
    })?;
    document_format(format)?.pack(document, woven, options.verify)
}

/// Returns the profile adapted to the root element of a document. Returns `ErrorKind::Invalid` if the profile is for
/// other documents, and `ErrorKind::Unsupported` if the format does not support profiles.
fn profile_for(document: &Document, profile: &MarkupProfile) -> Result<MarkupProfile> {
    let format = document.source().format();
    let root = document_format(format)?.root_element(document);
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
struct Search<'a> {
    document: &'a Document,
    annotations: &'a [Annotation],
    options: &'a EncodeOptions,
    /// The maximum size of a result, in bytes.
    most: usize,
    /// The number of remaining attempts to encode a result.
    attempts: &'a Cell<usize>,
    /// The number of attempts that are reserved for [`best`](Search::best), which is used when the search for single
    /// faults ends early.
    reserve: usize,
}

impl Search<'_> {
    /// Returns the best result: with all annotations, or without the annotations that corrupt it.
    fn run(&self, mut placements: Vec<Placement>) -> Result<Encoded> {
        let Search { document, annotations, .. } = *self;
        while self.attempts.get() > self.reserve {
            let (encoded, written) = self.attempt(&placements)?;
            let is_same = encoded.inserted.is_empty() && encoded.replaced.is_empty();
            if !self.options.verify && self.options.schema.is_none() || is_same {
                return Ok(encoded);
            }
            let pushing = pushing(document, annotations, &encoded);
            if !pushing.is_empty() {
                for index in pushing {
                    placements[index] = Placement::not_placed(PUSHING);
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
                        self.leave_out_invalid(&mut placements, &encoded, &invalidity)?;
                        continue;
                    }
                },
                Faults::Known(culprits) => culprits,
                Faults::Among(suspects) => match self.culprit(&placements, suspects)? {
                    Some(culprit) => vec![culprit],
                    None => break,
                },
            };
            for culprit in culprits {
                placements[culprit] = Placement::not_placed(self.difference(culprit));
            }
        }
        self.best(placements)
    }

    /// Returns the result with as many annotations as are correct together. The annotations are found by bisection
    /// until no attempts remain.
    fn best(&self, wanted: Vec<Placement>) -> Result<Encoded> {
        let reason = if self.options.schema.is_some() { TOO_MANY } else { NOT_TRIED };
        let members: Vec<usize> = (0..wanted.len()).filter(|at| wanted[*at].is_new()).collect();
        let mut kept = wanted.clone();
        for index in &members {
            kept[*index] = Placement::not_placed(reason);
        }
        self.keep(&mut kept, &wanted, &members, &|some| {
            let (encoded, written) = self.attempt(some)?;
            let is_right =
                !self.options.verify || matches!(self.faults(&encoded, &written), Faults::None);
            Ok(is_right
                && pushing(self.document, self.annotations, &encoded).is_empty()
                && self.invalidity(&encoded)?.is_none())
        })?;
        Ok(self.attempt(&kept)?.0)
    }

    /// Returns the result with the requested annotations.
    fn attempt(&self, wanted: &[Placement]) -> Result<(Encoded, Written)> {
        self.attempts.set(self.attempts.get().saturating_sub(1));
        let mut placements = wanted.to_vec();
        let (splice, written) =
            insert(self.document, self.annotations, self.options, &mut placements)?;
        let source = self.document.source().bytes();
        if source.len() + splice.len() > self.most {
            return Err(too_long(self.most));
        }
        let Spliced { bytes, inserted, replaced } = splice.apply(source);
        Ok((Encoded { placements, inserted, replaced, ..Encoded::new(bytes) }, written))
    }

    /// Returns the first suspect that corrupts a result which is correct with all earlier suspects. The search uses
    /// bisection: the result is always correct without `suspects[right..]` and corrupt without `suspects[wrong..]`.
    /// Returns `None` if too few attempts remain.
    fn culprit(&self, wanted: &[Placement], suspects: Vec<usize>) -> Result<Option<usize>> {
        let all = || (0..wanted.len()).filter(|index| wanted[*index].is_new()).collect();
        let suspects = if self.is_right_without(wanted, &suspects)? { suspects } else { all() };
        let (mut right, mut wrong) = (0, suspects.len());
        while wrong - right > 1 {
            if self.attempts.get() <= self.reserve {
                return Ok(None);
            }
            let middle = right + (wrong - right) / 2;
            if self.is_right_without(wanted, &suspects[middle..])? {
                right = middle;
            } else {
                wrong = middle;
            }
        }
        Ok(suspects.get(right).copied())
    }

    fn is_right_without(&self, wanted: &[Placement], left_out: &[usize]) -> Result<bool> {
        let mut fewer = wanted.to_vec();
        for index in left_out {
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
    fn leave_out_invalid(
        &self,
        placements: &mut Vec<Placement>,
        encoded: &Encoded,
        found: &Invalidity,
    ) -> Result<()> {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut kept = placements.clone();
        for index in (0..kept.len()).filter(|index| encoded.placements[*index].is_new()) {
            let annotation = &self.annotations[index];
            let place = self.document.source_span(annotation.span());
            let rule = self.profile().and_then(|profile| profile.rule(annotation));
            let at = place.map_or(0, |place| place.start());
            let reason = found.reason(at, rule.map(|rule| &*rule.element));
            kept[index] = Placement::not_placed(reason.clone());
            groups.entry(reason).or_default().push(index);
        }
        for members in groups.values() {
            self.keep(&mut kept, placements, members, &|some| {
                Ok(self.invalidity(&self.attempt(some)?.0)?.is_none())
            })?;
        }
        *placements = kept;
        Ok(())
    }

    /// Adds annotations to `kept` as long as the result is correct with them. Stops when too few attempts remain.
    fn keep(
        &self,
        kept: &mut Vec<Placement>,
        wanted: &[Placement],
        members: &[usize],
        is_right: &dyn Fn(&[Placement]) -> Result<bool>,
    ) -> Result<()> {
        let with = |some: &[usize]| -> Result<Option<Vec<Placement>>> {
            let mut more = kept.clone();
            for index in some {
                more[*index] = wanted[*index].clone();
            }
            Ok(is_right(&more)?.then_some(more))
        };
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
        self.keep(kept, wanted, before, is_right)?;
        self.keep(kept, wanted, behind, is_right)
    }

    fn faults(&self, encoded: &Encoded, written: &Written) -> Faults {
        faults(self.document, self.annotations, self.profile(), encoded, written)
    }

    fn profile(&self) -> Option<&Profile> {
        self.options.profile.as_ref().and_then(MarkupProfile::content)
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

fn too_long(most: usize) -> Error {
    let message = format!(
        "the document would exceed the limit of {most} bytes; write fewer or shorter \
         annotations, or raise `max-output-bytes`"
    );
    Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes")
}

const PUSHING: &str = "the encoding declaration must stay near the start of the document";

/// Returns the annotations before a declaration of the encoding when the insertions move the declaration too far.
/// Readers look for the declaration only at the start of a source.
fn pushing(document: &Document, annotations: &[Annotation], encoded: &Encoded) -> Vec<usize> {
    let source = document.source();
    let Some((end, space)) = source.declaration_space() else { return Vec::new() };
    let mut pushed = 0isize;
    let mut replaced = encoded.replaced.iter().peekable();
    let growth = |(from, to): &(ByteSpan, ByteSpan)| to.len() as isize - from.len() as isize;
    for span in &encoded.inserted {
        while let Some(one) = replaced.next_if(|one| one.1.start() < span.start()) {
            pushed += if one.0.start() < end { growth(one) } else { 0 };
        }
        if span.start() as isize - pushed >= end as isize {
            break;
        }
        pushed += span.len() as isize;
    }
    pushed += replaced.filter(|one| one.0.start() < end).map(growth).sum::<isize>();
    if pushed <= space as isize {
        return Vec::new();
    }
    let before = |index: &usize| {
        let place = document.source_span(annotations[*index].span());
        encoded.placements[*index].is_new() && place.is_some_and(|place| place.start() < end)
    };
    (0..annotations.len()).filter(before).collect()
}

fn insert(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Result<(Splice, Written)> {
    let format = document_format(document.source().format())?;
    let mut wanted = annotations.iter().zip(placements.iter());
    let (replacing, written) =
        match wanted.any(|(one, placement)| one.as_translation().is_some() && placement.is_new()) {
            true => format.translate(document, annotations, options, placements),
            false => Default::default(),
        };
    let inserting = format.annotate(document, annotations, options, placements);
    Ok((inserting.merged(replacing), written))
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
fn wanted(annotation: &Annotation, options: &EncodeOptions) -> Placement {
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
    let meant = |one| match &mut resolver {
        Some(resolver) => resolver.resolved(one),
        None => Cow::Borrowed(one),
    };
    let mut present: Vec<Cow<'_, Annotation>> = document.annotations().iter().map(meant).collect();
    if present.is_empty() {
        return;
    }
    present.sort_by_key(|one| one.span());
    for (annotation, placement) in annotations.iter().zip(placements) {
        let from = present.partition_point(|one| one.span() < annotation.span());
        let same_span = present[from..].iter().take_while(|one| one.span() == annotation.span());
        if placement.is_new() && same_span.into_iter().any(|one| one.says_same(annotation)) {
            *placement = Placement::Present;
        }
    }
}
