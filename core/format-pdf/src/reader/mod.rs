//! The reader that converts a PDF to a document.

mod accent;
mod appearance;
mod block;
mod character_map;
mod collection;
mod compact_font;
mod direction;
mod encoding;
mod file;
mod font;
mod font_file;
mod font_program;
mod interpret;
mod legacy_encoding;
mod limit;
mod logical;
mod matrix;
mod open_type;
mod operation;
mod order;
mod replacement;
mod segment;
mod shown;
mod table;
mod width;

use self::accent::compose_accents;
use self::block::blocks;
use self::direction::Words;
use self::file::{File, guarded};
use self::interpret::Interpreter;
use self::limit::too_large;
use self::logical::{Writing, parts};
use self::order::{Line, columns};
use self::segment::{Segment, is_space, segments};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{Builder, DecodeOptions, Document, PageBox, PageLine, Source, SourceExt};
use glossweave_markup::Encoding;

/// The properties that are read as text.
const PROPERTIES: [&str; 3] = ["Title", "Author", "Subject"];

/// The maximum number of bytes of the text.
const TEXT: usize = 256 << 20;

/// The maximum number of segments.
const SEGMENTS: usize = 1 << 23;

/// Reads a PDF. The properties are the first units, followed by the blocks of each page.
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
        let broken = file.broken_streams();
        let mut shown = interpreter.page(&page)?;
        compose_accents(&mut shown);
        if file.broken_streams() > broken {
            let message =
                format!("contents of page {number} cannot be decoded: text may be missing");
            builder.warn(message, ByteSpan::default());
        }
        if shown.unknown > 0 {
            let message = format!(
                "page {number} has characters without text in the file: {} replaced by U+FFFD",
                shown.unknown
            );
            builder.warn(message, ByteSpan::default());
        }
        let segments = segments(&shown);
        count += segments.len();
        if count > SEGMENTS {
            return Err(too_large("the pages have more than 8,388,608 stretches of text"));
        }
        let mut words = Words::default();
        segments.iter().for_each(|segment| words.add(segment.words));
        let from_right = words.is_right_to_left(false);
        let columns = columns(segments, from_right);
        let blocks: Vec<Vec<Line>> = columns.into_iter().flat_map(blocks).collect();
        let writing = match words.right_to_left {
            0 => None,
            _ => Some(Writing::of(&blocks, from_right)),
        };
        for block in blocks {
            count += write(block, number, writing, builder);
            if count > SEGMENTS {
                return Err(too_large("the pages have more than 8,388,608 stretches of text"));
            }
            end(builder);
            has_text = true;
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

/// Writes a block as one unit. Returns the number of segments that reordering added.
fn write(block: Vec<Line>, page: u32, writing: Option<Writing>, builder: &mut Builder) -> usize {
    let from_right = writing.map(|writing| (writing, writing.is_from_right(&block)));
    let mut more = 0;
    // The last two characters written, and whether the last word continues on the next line.
    let mut end: [Option<char>; 2] = [None, None];
    let mut is_cut = false;
    let mut lines = block.into_iter().peekable();
    while let Some(mut line) = lines.next() {
        if let Some((writing, from_right)) = from_right {
            let before = line.segments.len();
            line.segments = parts(&line, from_right, writing);
            more += line.segments.len().saturating_sub(before);
        }
        let goes_on = is_cut;
        is_cut = end_soft(&mut line, lines.peek());
        let mut before: Option<&Segment> = None;
        for segment in &line.segments {
            let is_apart = match before {
                // A reordered line already contains its spaces.
                Some(before) => {
                    from_right.is_none() && is_space(segment.left - before.right, before.size)
                }
                None => end[1].is_some() && !goes_on && !joins(end, segment.text.chars().next()),
            };
            if is_apart {
                builder.unmapped(" ");
                end = [end[1], Some(' ')];
            }
            let line = PageLine {
                page,
                origin: (segment.origin.0 as f32, segment.origin.1 as f32),
                direction: (segment.direction.0 as f32, segment.direction.1 as f32),
                ascent: segment.ascent as f32,
                descent: segment.descent as f32,
            };
            builder.on_page(&segment.text, line, &segment.edges);
            let mut last = segment.text.chars().rev();
            end = match (last.next(), last.next()) {
                (Some(start), None) => [end[1], Some(start)],
                (last, before) => [before, last],
            };
            before = Some(segment);
        }
    }
    more
}

/// Removes a soft hyphen at the end of a line within a word, and returns `true` if there was one.
/// Any other soft hyphen at the end of a line becomes a hyphen.
fn end_soft(line: &mut Line, next: Option<&Line>) -> bool {
    let Some(last) = line.segments.last_mut() else { return false };
    let Some(word) = last.text.strip_suffix('\u{AD}') else { return false };
    let first = next.and_then(|next| next.segments.first()?.text.chars().next());
    let is_within = first.is_some_and(char::is_alphanumeric)
        && word.chars().next_back().is_some_and(char::is_alphanumeric);
    last.text.truncate(word.len());
    if is_within {
        last.edges.pop();
    } else {
        last.text.push('-');
    }
    is_within
}

/// Returns `true` if a line joins the next line without a space: after a hyphen, which is kept, and
/// in scripts without spaces. `end` contains the last two characters of the line, `start` the first
/// character of the next line.
fn joins(end: [Option<char>; 2], start: Option<char>) -> bool {
    let ([before, Some(last)], Some(first)) = (end, start) else { return false };
    let is_hyphen = matches!(last, '-' | '\u{5BE}' | '\u{2010}');
    is_hyphen && first.is_alphanumeric() && before.is_some_and(char::is_alphanumeric)
        || is_unspaced(last) && is_unspaced(first)
}

/// Returns `true` for Chinese and Japanese characters and punctuation.
fn is_unspaced(char: char) -> bool {
    matches!(char, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}
