//! Text with a position on a page, for the builder of documents.

use super::{Builder, PageBox, PageLine};

impl Builder {
    /// Adds the visible area of the next page.
    pub fn page(&mut self, area: PageBox) {
        self.extras.pages.get_or_insert_default().areas.push(area);
    }

    /// Appends text without a position in the source bytes.
    pub fn unmapped(&mut self, text: &str) {
        self.append(text);
    }

    /// Appends text that has a position on a page, but not in the source bytes. `edges` contains
    /// the distances from the start of the baseline to the edges of the characters, so it has one
    /// item more than there are characters.
    pub fn on_page(&mut self, text: &str, line: PageLine, edges: &[f32]) {
        self.unmapped(text);
        let at = self.text_len().saturating_sub(text.len());
        self.extras.pages.get_or_insert_default().push(at, text, line, edges);
    }
}
