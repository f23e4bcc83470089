//! The levels of the units that are headings.

use super::{Builder, Unit};

impl Builder {
    /// Sets the level of the current unit, or of the next one, and of those after it: 0 for text that is not a heading.
    pub fn set_heading(&mut self, level: u8) {
        let unit = self.unit_count() as u32;
        let headings = &mut self.extras.headings;
        if level > 0 || headings.get(unit).is_some() {
            headings.set(unit, level);
        }
    }
}

impl Unit<'_> {
    /// Returns the level of the heading that the unit is, from 1; `None` if it is not a heading, or if the format does
    /// not say: HTML, Markdown, XHTML in EPUB and XML, OpenDocument and DOCX do.
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
    use glossweave_markup::Encoding;

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
