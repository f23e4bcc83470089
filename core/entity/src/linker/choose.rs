//! The selection of non-overlapping names.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::options::key;
use crate::vocabularies::DatasetMention;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::annotation::kind_of;
use glossweave_ner::Kinds;

/// The minimum probability at which a name is preferred to shorter names.
const LIKELY: f32 = 0.5;

/// A name that may refer to an entity: a name of a dataset, an annotation of a tagger, or both.
pub(super) struct TaggedMention<'v> {
    pub mention: Option<DatasetMention<'v>>,
    pub tag: Option<Annotation>,
}

impl TaggedMention<'_> {
    fn span(&self) -> TextSpan {
        let mention = self.mention.as_ref().map(|mention| mention.span);
        let tag = self.tag.as_ref().map(Annotation::span);
        mention.or(tag).unwrap_or(TextSpan::new(0, 0))
    }

    fn probability(&self) -> f32 {
        let tag = self
            .tag
            .as_ref()
            .and_then(Annotation::confidence)
            .map_or(0.0, |confidence| confidence as f32);
        self.mention.as_ref().map_or(0.0, |mention| mention.probability).max(tag)
    }
}

/// Merges names of datasets with the annotations of a tagger, and selects names that do not overlap.
/// `candidates` are the entities whose names equal the tagged text. Returns the names in text order.
pub(super) fn choose<'v>(
    mentions: Vec<DatasetMention<'v>>,
    tagged: Vec<Annotation>,
    candidates: Vec<DatasetMention<'v>>,
) -> Vec<TaggedMention<'v>> {
    let mut places: BTreeMap<(usize, usize), TaggedMention<'v>> = BTreeMap::new();
    for mention in mentions {
        places.insert(key(mention.span), TaggedMention { mention: Some(mention), tag: None });
    }
    let mut candidates: BTreeMap<(usize, usize), DatasetMention<'v>> =
        candidates.into_iter().map(|mention| (key(mention.span), mention)).collect();
    for tag in tagged {
        let span = key(tag.span());
        let place =
            places.entry(span).or_insert_with(|| TaggedMention { mention: None, tag: None });
        let mut mention = place.mention.take().or_else(|| {
            candidates.remove(&span).map(|mention| DatasetMention { probability: 0.0, ..mention })
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

/// Returns `true` if a tagged name may refer to an entity of these classes. A tagged person cannot be a
/// location or an organization, but these two may share names.
fn fits(tag: &Annotation, classes: &str) -> bool {
    let tagged = tag.as_entity().into_iter().flat_map(|entity| &entity.classes);
    let Some(tagged) = tagged.filter_map(|class| kind_of(class)).next() else { return true };
    Kinds::of_classes(classes).may_be(tagged)
}

/// Selects names that do not overlap: first the likely names by descending length, then the other
/// names.
fn apart(mut places: Vec<TaggedMention<'_>>) -> Vec<TaggedMention<'_>> {
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
