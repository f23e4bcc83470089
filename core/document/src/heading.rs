//! Heading levels of units.

use super::{Builder, Unit};

impl Builder {
    /// Sets the heading level of the current unit, or of the next one, and of all later units. 0
    /// means that a unit is not a heading.
    pub fn set_heading(&mut self, level: u8) {
        let unit = self.unit_count() as u32;
        let headings = &mut self.extras.headings;
        if level > 0 || headings.get(unit).is_some() {
            headings.set(unit, level);
        }
    }
}

impl Unit<'_> {
    /// Returns the heading level of the unit, starting from 1. Returns `None` if the unit is not a
    /// heading. Only HTML, Markdown, EPUB and XML with XHTML, OpenDocument and DOCX report
    /// headings.
    pub fn heading(&self) -> Option<u8> {
        let (_, level) = self.document.extras.headings.get(self.index as u32)?;
        (level > 0).then_some(level)
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceExt;
    use crate::{Builder, Source};
    use glossweave_base::media::Format;
    use glossweave_encoding::Encoding;

    #[test]
    fn a_unit_that_is_dropped_has_no_level() {
        let mut builder = Builder::default();
        for (text, level) in [("a", 0), ("b", 2), ("c", 0)] {
            builder.set_heading(level);
            builder.literal(text, 0);
            match text {
                "b" => builder.drop_unit(),
                _ => builder.end_unit(1),
            }
        }
        let document = builder.finish(Source::new(b"abc".to_vec(), Format::Text, Encoding::UTF_8));
        let levels: Vec<_> = document.units().map(|unit| unit.heading()).collect();
        assert_eq!(levels, [None, None]);
    }
}
