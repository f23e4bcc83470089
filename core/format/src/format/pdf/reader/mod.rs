//! Reading of a PDF into a document.

mod block;
mod character_map;
mod encoding;
mod file;
mod font;
mod interpret;
mod limit;
mod matrix;
mod operation;
mod order;
mod segment;
mod width;

use self::block::blocks;
use self::file::{File, guarded};
use self::interpret::Interpreter;
use self::limit::too_large;
use self::order::{Line, columns};
use self::segment::{Segment, is_space, segments};
use crate::document::{Builder, Document, PageBox, PageLine, Source};
use crate::format::decode_options::DecodeOptions;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_markup::Encoding;

/// The properties that are text.
const PROPERTIES: [&str; 3] = ["Title", "Author", "Subject"];

/// The maximum number of bytes of the text.
const TEXT: usize = 256 << 20;

/// The maximum number of segments.
const SEGMENTS: usize = 1 << 23;

/// Reads a PDF. Its properties are units, and then the blocks of each page.
pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let mut builder = Builder::default();
    builder.list_codes();
    guarded(|| {
        let file = File::open(&bytes)?;
        let language = file.catalog().and_then(|catalog| file.text(catalog, "Lang"));
        let language = language.and_then(|language| Language::parse(&language));
        builder.set_language(language.as_ref().or(options.language.as_ref()));
        fill(&file, &mut builder)
    })?;
    Ok(builder.finish(Source::new(bytes, Format::Pdf, Encoding::UTF_8)))
}

fn fill(file: &File, builder: &mut Builder) -> Result<()> {
    let mut unit = 0;
    let mut end = |builder: &mut Builder| {
        unit += 1;
        builder.end_unit(unit);
    };
    for name in PROPERTIES {
        if let Some(text) = file.information().and_then(|all| file.text(all, name)) {
            builder.unmapped(&text);
            builder.name_unit(name);
            end(builder);
        }
    }
    let mut interpreter = Interpreter::new(file);
    let (mut has_text, mut count) = (false, 0);
    for (number, page) in (1..).zip(file.pages()?) {
        let [left, bottom, right, top] = page.area.map(|edge| edge as f32);
        builder.page(PageBox { page: number, left, bottom, right, top });
        let shown = interpreter.page(&page)?;
        if shown.unknown > 0 {
            let message = format!(
                "{} characters of page {number} have no text in the file and are U+FFFD",
                shown.unknown
            );
            builder.warn(message, ByteSpan::default());
        }
        let segments = segments(&shown);
        count += segments.len();
        if count > SEGMENTS {
            return Err(too_large("the pages have more than 8,388,608 stretches of text"));
        }
        for column in columns(segments) {
            for block in blocks(column) {
                write(&block, number, builder);
                end(builder);
                has_text = true;
            }
        }
        if builder.text_len() > TEXT {
            return Err(too_large("the text has more than 256 MiB"));
        }
    }
    if !has_text {
        builder.warn("the pages have no text: they may be images", ByteSpan::default());
    }
    Ok(())
}

/// Writes a block as one unit.
fn write(block: &[Line], page: u32, builder: &mut Builder) {
    let mut before: Option<&Segment> = None;
    for line in block {
        for (index, segment) in line.segments.iter().enumerate() {
            let is_apart = before.is_some_and(|before| match index {
                0 => !joins(&before.text, &segment.text),
                _ => is_space(segment.left - before.right, before.size),
            });
            if is_apart {
                builder.unmapped(" ");
            }
            let line = PageLine {
                page,
                origin: (segment.origin.0 as f32, segment.origin.1 as f32),
                direction: (segment.direction.0 as f32, segment.direction.1 as f32),
                ascent: segment.ascent as f32,
                descent: segment.descent as f32,
            };
            builder.on_page(&segment.text, line, &segment.edges);
            before = Some(segment);
        }
    }
}

/// Returns `true` if nothing stands between the end of a line and the start of the next one: after
/// a hyphen, which stays, and in scripts without spaces.
fn joins(end: &str, start: &str) -> bool {
    let (Some(last), Some(first)) = (end.chars().next_back(), start.chars().next()) else {
        return false;
    };
    let is_hyphen = matches!(last, '-' | '\u{AD}' | '\u{2010}');
    let before = end.chars().rev().nth(1);
    is_hyphen && first.is_alphanumeric() && before.is_some_and(char::is_alphanumeric)
        || is_unspaced(last) && is_unspaced(first)
}

/// Returns `true` for Chinese and Japanese characters and their punctuation.
fn is_unspaced(char: char) -> bool {
    matches!(char, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}
