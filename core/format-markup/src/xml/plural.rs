//! Plural forms of Android string resources: the `item` elements of `plurals`, by their `quantity`.

use super::layout::Layout;
use glossweave_base::text::{ByteSpan, PluralCategory};
use glossweave_document::{Document, PluralForms};
use glossweave_format_base::translate::{Content, Edit, PluralText, edited, space_before};
use glossweave_markup::tree::{NodeId, Tree};

/// An `item` element of `plurals`.
pub(super) struct PluralItem {
    /// The name of the plural, with the category in brackets.
    pub name: String,
    /// The categories of the plural. Only set for the form `other`.
    pub forms: Option<PluralForms>,
}

/// The maximum number of items of a plural that are read. There are only six categories.
const ITEMS: usize = 16;

fn category(tree: &Tree<'_>, item: NodeId) -> Option<PluralCategory> {
    let is_item = tree.node(item).is_element() && tree.is(item, "", "item");
    let quantity = is_item.then(|| tree.attribute(item, "", "quantity")).flatten()?;
    PluralCategory::from_name(quantity)
}

/// Returns the element `plurals` of an item.
fn plurals_of(tree: &Tree<'_>, item: NodeId) -> Option<NodeId> {
    tree.node(item).parent.filter(|parent| tree.is(*parent, "", "plurals"))
}

impl PluralItem {
    /// Returns the properties of an element. Returns `None` if it is not such an item.
    pub fn of(tree: &Tree<'_>, item: NodeId) -> Option<PluralItem> {
        let category = category(tree, item)?;
        let plurals = plurals_of(tree, item)?;
        let name = tree.attribute(plurals, "", "name").unwrap_or_default();
        let name = format!("{name}[plural={}]", category.name());
        let items = || tree.elements(plurals).take(ITEMS);
        let is_other = category == PluralCategory::Other && items().any(|other| other == item);
        let forms = is_other.then(|| {
            let mut forms = PluralForms::default();
            items()
                .filter_map(|item| self::category(tree, item))
                .for_each(|category| forms.insert(category));
            forms
        });
        Some(PluralItem { name, forms })
    }
}

/// Returns the edits that add items, each before the first item with a greater category. `write` returns the edits
/// that turn the text of the form `other` into the text of another form.
pub(super) fn items(
    document: &Document,
    layout: &Layout,
    content: &Content,
    forms: &[PluralText<'_>],
    write: impl Fn(&PluralText<'_>) -> Vec<Edit>,
) -> Option<Vec<Edit>> {
    let tree = &layout.tree;
    let start = content.region.start() as u32;
    let mut item = layout.element(start)?;
    while category(tree, item) != Some(PluralCategory::Other) {
        item = tree.node(item).parent?;
    }
    let [open, close] = layout.tags_before(start, item)?;
    let inner = ByteSpan::new(open.end as usize, close.start as usize);
    let end = document.source().bytes().get(close.start as usize..close.end as usize)?;
    let items: Vec<NodeId> = tree.elements(plurals_of(tree, item)?).take(ITEMS).collect();
    let edits = forms.iter().map(|form| {
        let is_greater = |item: &&NodeId| category(tree, **item) > Some(form.category);
        let next = items.iter().find(is_greater)?;
        let [next, _] = layout.tags_before(start, *next)?;
        let place = next.start as usize;
        let tag = format!("<item quantity=\"{}\">", form.category.name());
        let mut bytes = document.source().encoding().encode(&tag).into_owned();
        bytes.extend(edited(document, inner, &write(form)));
        bytes.extend_from_slice(end);
        bytes.extend_from_slice(space_before(document, place));
        Some(Edit { at: ByteSpan::new(place, place), bytes })
    });
    edits.collect()
}
