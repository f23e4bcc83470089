//! Stored documents with annotations, which people accept, reject, change and add.

mod merge;
mod stored_documents;

pub use stored_documents::StoredDocuments;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use glossweave_base::error::{Error, Result};
use glossweave_document::DecodeOptions;
use glossweave_format::web_annotation::{DOCUMENT, STATUS};
use glossweave_format::{embedded_document, unplaced};
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_json};

/// A stored document: an `AnnotationPage` of Web Annotations that contains the document.
///
/// The body is a file in the format [`AnnotatedDocument`](crate::Format::AnnotatedDocument) with
/// one page. An update may omit the document, so that it does not change. The annotations of the
/// body replace all earlier annotations.
///
/// Each annotation has an `id`, a state in `schema:creativeWorkStatus` (`proposed`, `accepted` or
/// `rejected`), `created` and `creator`, and `modified` and `dcterms:contributor` if it was
/// changed. The store sets these members. A creator of the type `Software` is kept. In all other
/// cases the creator is the user who makes the change. Annotations that do not change keep all of
/// these members.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredDocument {
    /// The page.
    pub page: Value,
    /// The text of the document. Positions are counted in its code points.
    pub text: String,
    /// The number of annotations that were not reviewed.
    pub proposed: usize,
    /// The number of annotations that were accepted.
    pub accepted: usize,
    /// The number of annotations that were rejected.
    pub rejected: usize,
}

impl Content for StoredDocument {
    const KIND: ResourceKind = ResourceKind::Document;
    const LARGE: &'static [&'static str] = &["page", "text"];
    type Context = ();

    fn parse(
        body: &[u8],
        old: Option<&StoredDocument>,
        draft: &mut PendingContent<'_>,
        (): &(),
    ) -> Result<StoredDocument> {
        let Value::Object(mut page) = as_json(body)? else {
            return Err(Error::malformed("expected a page of annotations, which is a JSON object"));
        };
        let before = old.and_then(|old| old.page.get(DOCUMENT));
        if let Some(document) = before.filter(|_| !page.contains_key(DOCUMENT)) {
            page.insert(DOCUMENT.to_owned(), document.clone());
        }
        let items = match page.remove("items") {
            Some(Value::Array(items)) => items,
            None => Vec::new(),
            Some(_) => return Err(invalid("expected `items` to be a list of annotations")),
        };
        let known = old.and_then(|old| old.page.get("items")).and_then(Value::as_array);
        let merged = merge::merge(items, known.map_or(&[][..], Vec::as_slice), draft)?;
        let (items, changed): (Vec<Value>, Vec<bool>) = merged.into_iter().unzip();
        let page = Value::Object(page);
        check_texts(&page)?;
        let document = embedded_document(&page, &DecodeOptions::default())?;
        for (number, reason) in unplaced(&document, &items).into_iter().enumerate() {
            // Earlier annotations are kept when the document has changed, so that nothing is lost.
            if let Some(reason) = reason.filter(|_| changed.get(number) == Some(&true)) {
                return Err(invalid(format!("annotation {number}: {reason}")));
            }
        }
        let count = |state: &str| items.iter().filter(|item| item[STATUS] == *state).count();
        let [proposed, accepted, rejected] = merge::STATES.map(count);
        let page = merge::page(page, items, draft);
        let text = document.text().to_owned();
        Ok(StoredDocument { page, text, proposed, accepted, rejected })
    }
}

/// Checks that members that must be text are text.
fn check_texts(page: &Value) -> Result<()> {
    let named = |place: &str, value: &Value, names: &[&str]| {
        let wrong = names.iter().find(|name| value.get(**name).is_some_and(|one| !one.is_string()));
        match wrong {
            None => Ok(()),
            Some(name) => {
                let message = format!("expected a text at `{place}/{name}`, found something else");
                Err(Error::malformed(message))
            }
        }
    };
    named("", page, &["id", "label"])?;
    match page.get(DOCUMENT) {
        Some(document) => {
            named(&format!("/{DOCUMENT}"), document, &["id", "type", "format", "language"])
        }
        None => Ok(()),
    }
}

fn invalid(message: impl Into<String>) -> Error {
    Error::invalid(message.into()).with_parameter("items")
}
