//! The choice among places that overlap.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::kind::{Kinds, kind_of};
use crate::options::key;
use crate::vocabularies::DatasetMention;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;

/// The probability from which on a place is taken before shorter ones.
const LIKELY: f32 = 0.5;

/// A place that means an entity: a name of datasets, what a tagger found there, or both.
pub(super) struct Place<'v> {
    pub mention: Option<DatasetMention<'v>>,
    pub tag: Option<Annotation>,
}

impl Place<'_> {
    fn span(&self) -> TextSpan {
        let mention = self.mention.as_ref().map(|mention| mention.span);
        let tag = self.tag.as_ref().map(Annotation::span);
        mention.or(tag).unwrap_or(TextSpan::new(0, 0))
    }

    fn probability(&self) -> f32 {
        let tag = self.tag.as_ref().and_then(Annotation::confidence).map_or(0.0, |one| one as f32);
        self.mention.as_ref().map_or(0.0, |mention| mention.probability).max(tag)
    }
}

/// Unites names of datasets with what a tagger found, and chooses among those that overlap. `candidates` are the
/// entities that have the names of what was tagged. Returns the places in the order of the text.
pub(super) fn choose<'v>(
    mentions: Vec<DatasetMention<'v>>,
    tagged: Vec<Annotation>,
    candidates: Vec<DatasetMention<'v>>,
) -> Vec<Place<'v>> {
    let mut places: BTreeMap<(usize, usize), Place<'v>> = BTreeMap::new();
    for mention in mentions {
        places.insert(key(mention.span), Place { mention: Some(mention), tag: None });
    }
    let mut candidates: BTreeMap<(usize, usize), DatasetMention<'v>> =
        candidates.into_iter().map(|one| (key(one.span), one)).collect();
    for tag in tagged {
        let span = key(tag.span());
        let place = places.entry(span).or_insert_with(|| Place { mention: None, tag: None });
        let mut mention = place.mention.take().or_else(|| {
            candidates.remove(&span).map(|one| DatasetMention { probability: 0.0, ..one })
        });
        if let Some(mention) = &mut mention {
            let fits = |classes: &str| fits(&tag, classes);
            mention.candidates.retain(|(_, candidate)| fits(candidate.classes));
        }
        place.mention = mention.filter(|mention| !mention.candidates.is_empty());
        place.tag = Some(tag);
        let probability = place.probability();
        if let Some(mention) = &mut place.mention {
            mention.probability = probability;
        }
    }
    apart(places.into_values().collect())
}

/// Returns `true` if what was tagged may be an entity of these classes: a person is no place or organization.
/// These two are often called by the same name.
fn fits(tag: &Annotation, classes: &str) -> bool {
    let tagged = tag.as_entity().into_iter().flat_map(|entity| &entity.classes);
    let Some(tagged) = tagged.filter_map(|class| kind_of(class)).next() else { return true };
    Kinds::of_classes(classes).may_be(tagged)
}

/// Returns the places that do not overlap: the longest of those that are likely, then the others.
fn apart(mut places: Vec<Place<'_>>) -> Vec<Place<'_>> {
    places.sort_by_key(|place| {
        let (span, probability) = (place.span(), place.probability());
        let length = span.end() - span.start();
        (probability < LIKELY, Reverse(length), span.start())
    });
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    places.retain(|place| {
        let span = place.span();
        let before = taken.range(..span.end()).next_back();
        let is_free = before.is_none_or(|(_, end)| *end <= span.start());
        if is_free {
            taken.insert(span.start(), span.end());
        }
        is_free
    });
    places.sort_by_key(|place| key(place.span()));
    places
}
