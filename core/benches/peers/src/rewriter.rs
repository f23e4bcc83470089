//! The same insertions as Glossweave, using lol_html.

use std::cell::Cell;

use lol_html::html_content::ContentType::Html;
use lol_html::{HtmlRewriter, Settings, doc_text, element, end};

use crate::Result;

/// Returns the page with the insertions, which are sorted by offset.
pub fn rewrite(bytes: &[u8], insertions: &[(usize, String)]) -> Result<Vec<u8>> {
    let next = Cell::new(0);
    // Returns the insertions before an offset of the source that no handler has made yet.
    let due = |until: usize| {
        let from = next.get();
        let count = insertions[from..].iter().take_while(|(at, _)| *at <= until).count();
        next.set(from + count);
        &insertions[from..from + count]
    };
    let mut out = Vec::with_capacity(bytes.len() + insertions.len() * 80);
    let mut rewriter = HtmlRewriter::new(
        Settings::new()
            .append_element_content_handler(element!("*", |element| {
                for (_, text) in due(element.source_location().bytes().start) {
                    element.before(text, Html);
                }
                Ok(())
            }))
            .append_document_content_handler(doc_text!(|chunk| {
                let range = chunk.source_location().bytes();
                let due = due(range.end);
                if due.is_empty() {
                    return Ok(());
                }
                let text = chunk.as_str();
                let mut changed = String::with_capacity(text.len() + due.len() * 80);
                let mut done = 0;
                for (at, insertion) in due {
                    let at = at.saturating_sub(range.start);
                    changed.push_str(&text[done..at]);
                    changed.push_str(insertion);
                    done = at;
                }
                changed.push_str(&text[done..]);
                chunk.replace(&changed, Html);
                Ok(())
            }))
            .append_document_content_handler(end!(|end| {
                for (_, text) in due(usize::MAX) {
                    end.append(text, Html);
                }
                Ok(())
            })),
        |chunk: &[u8]| out.extend_from_slice(chunk),
    );
    rewriter.write(bytes)?;
    rewriter.end()?;
    Ok(out)
}
