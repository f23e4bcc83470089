//! A PDF file: its objects, its pages and their contents.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::limit::{self, Budget, too_large};
use lopdf::{DecompressError, Dictionary, Document, LoadOptions, Object, ObjectId, Stream};

use glossweave_base::call_limits::{add_input, check_now};
use glossweave_base::error::{Error, Result, Side};

/// The number of bytes at the start of a file that must contain the header (ISO 32000-1, annex H.3,
/// note 13).
const HEADER: usize = 1024;

/// The maximum depth of the values in filter parameters (clause 7.4).
const FILTER_DEPTH: usize = 3;

/// An open file, with the number of streams that could not be decoded so far.
pub(super) struct File(Document, Cell<u32>);

/// A page with its inherited attributes (clause 7.7.3.4).
pub(super) struct Page<'f> {
    pub dictionary: &'f Dictionary,
    pub resources: Option<&'f Dictionary>,
    /// The corners of the visible area.
    pub area: [f64; 4],
}

#[derive(Clone, Copy, Default)]
struct Inherited<'f> {
    resources: Option<&'f Dictionary>,
    media_box: Option<[f64; 4]>,
    crop_box: Option<[f64; 4]>,
}

/// Runs code of lopdf and converts a panic to an error, because the file may contain anything.
pub(super) fn guarded<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Error::malformed("the PDF is broken in an unexpected way")))
}

impl File {
    /// Opens a file. An encrypted file can be opened when its user password is empty.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` if the file is broken or not PDF, `ErrorKind::Unsupported` if
    /// it needs a password or uses another encryption, and `ErrorKind::TooLarge` if a stream with
    /// its structure is too large.
    pub fn open(bytes: &[u8]) -> Result<File> {
        let bytes = with_header(bytes)?;
        let options = LoadOptions::with_max_decompressed_size(limit::STREAM);
        let document = Document::load_mem_with_options(&bytes, options).map_err(refusal)?;
        if !document.was_encrypted() {
            match document.trailer.get(b"Encrypt") {
                // lopdf decrypts a file only if `/Encrypt` is a reference.
                Ok(Object::Dictionary(_)) => {
                    let what = "`/Encrypt` of the trailer is not an indirect object";
                    return Err(not_decrypted(what));
                }
                Ok(_) => return Err(locked()),
                Err(_) => {}
            }
        }
        Ok(File(document, Cell::default()))
    }

    /// Follows a reference. Other objects are returned unchanged.
    pub fn resolve<'f>(&'f self, object: &'f Object) -> Option<&'f Object> {
        self.0.dereference(object).ok().map(|(_, object)| object)
    }

    pub fn get<'f>(&'f self, dictionary: &'f Dictionary, key: &str) -> Option<&'f Object> {
        self.resolve(dictionary.get(key.as_bytes()).ok()?)
    }

    pub fn dictionary<'f>(
        &'f self,
        dictionary: &'f Dictionary,
        key: &str,
    ) -> Option<&'f Dictionary> {
        self.get(dictionary, key)?.as_dict().ok()
    }

    pub fn stream<'f>(&'f self, dictionary: &'f Dictionary, key: &str) -> Option<&'f Stream> {
        self.get(dictionary, key)?.as_stream().ok()
    }

    pub fn array<'f>(&'f self, dictionary: &'f Dictionary, key: &str) -> Option<&'f [Object]> {
        self.get(dictionary, key)?.as_array().ok().map(Vec::as_slice)
    }

    pub fn name<'f>(&'f self, dictionary: &'f Dictionary, key: &str) -> Option<&'f str> {
        str::from_utf8(self.get(dictionary, key)?.as_name().ok()?).ok()
    }

    pub fn number(&self, dictionary: &Dictionary, key: &str) -> Option<f64> {
        self.as_number(self.get(dictionary, key)?)
    }

    pub fn as_number(&self, object: &Object) -> Option<f64> {
        self.resolve(object)?.as_float().ok().map(f64::from).filter(|number| number.is_finite())
    }

    /// Returns the first `N` numbers of an array. Returns `None` if the array has fewer numbers.
    pub fn numbers<const N: usize>(&self, dictionary: &Dictionary, key: &str) -> Option<[f64; N]> {
        let numbers = self.array(dictionary, key)?.iter().map(|number| self.as_number(number));
        numbers.take(N).collect::<Option<Vec<f64>>>()?.try_into().ok()
    }

    /// Returns a text string of a dictionary (clause 7.9.2.2).
    pub fn text(&self, dictionary: &Dictionary, key: &str) -> Option<String> {
        let text = lopdf::decode_text_string(self.get(dictionary, key)?).ok()?;
        let text = text.replace(char::is_whitespace, " ").replace(char::is_control, "");
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    }

    pub fn catalog(&self) -> Option<&Dictionary> {
        self.0.catalog().ok()
    }

    /// Returns the properties of the document (clause 14.3.3).
    pub fn information(&self) -> Option<&Dictionary> {
        self.dictionary(&self.0.trailer, "Info")
    }

    /// Returns the number of streams that could not be decoded so far.
    pub fn broken_streams(&self) -> u32 {
        self.1.get()
    }

    /// Decodes a stream. If the stream is broken, the result is the part that could be decoded,
    /// which may be empty.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge` if the stream is too large.
    pub fn decoded(&self, stream: &Stream) -> Result<Vec<u8>> {
        let stream = self.with_direct_filters(stream);
        match stream.get_plain_content_with_limit(limit::STREAM) {
            Err(lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => {
                Err(too_large("a stream has more than 64 MiB without its compression"))
            }
            decoded => {
                let content = decoded.unwrap_or_default();
                if content.is_empty() && !stream.content.trim_ascii().is_empty() {
                    self.1.set(self.1.get().saturating_add(1));
                }
                add_input(content.len());
                check_now().map(|()| content)
            }
        }
    }

    /// Resolves references in the filters of a stream and in their parameters, because lopdf does
    /// not follow these references.
    fn with_direct_filters<'s>(&self, stream: &'s Stream) -> Cow<'s, Stream> {
        let mut stream = Cow::Borrowed(stream);
        for key in ["Filter", "DecodeParms"] {
            let value = stream.dict.get(key.as_bytes()).ok();
            if let Some(value) = value.filter(|value| has_reference(value, FILTER_DEPTH)) {
                let value = self.direct(value, FILTER_DEPTH);
                stream.to_mut().dict.set(key, value);
            }
        }
        stream
    }

    /// Returns a value whose references are resolved, except for references to streams.
    fn direct(&self, value: &Object, depth: usize) -> Object {
        if depth == 0 {
            return value.clone();
        }
        match self.resolve(value) {
            None | Some(Object::Stream(_)) => value.clone(),
            Some(Object::Array(all)) => {
                Object::Array(all.iter().map(|item| self.direct(item, depth - 1)).collect())
            }
            Some(Object::Dictionary(all)) => {
                let mut direct = Dictionary::new();
                for (key, value) in all {
                    direct.set(key.clone(), self.direct(value, depth - 1));
                }
                Object::Dictionary(direct)
            }
            Some(other) => other.clone(),
        }
    }

    /// Decodes a stream of a font. The stream counts toward the budget each time it is used.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`File::decoded`], and `ErrorKind::TooLarge` if the budget is
    /// exhausted.
    pub fn decoded_for_font(&self, stream: &Stream, budget: &mut Budget) -> Result<Vec<u8>> {
        let bytes = self.decoded(stream)?;
        budget.interpret(bytes.len())?;
        Ok(bytes)
    }

    /// Returns the pages in order.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` if there is no page tree, and `ErrorKind::TooLarge` if it
    /// contains too many pages.
    pub fn pages(&self) -> Result<Vec<Page<'_>>> {
        let missing = || Error::malformed("expected a tree of pages, found none");
        let catalog = self.catalog().ok_or_else(missing)?;
        let root = catalog.get(b"Pages").map_err(|_| missing())?;
        let mut pages = Vec::new();
        let mut seen: HashSet<ObjectId> = HashSet::new();
        let mut pending = vec![(root, Inherited::default())];
        while let Some((node, inherited)) = pending.pop() {
            if node.as_reference().is_ok_and(|id| !seen.insert(id)) {
                continue;
            }
            let Some(node) = self.resolve(node).and_then(|node| node.as_dict().ok()) else {
                continue;
            };
            let inherited = Inherited {
                resources: self.dictionary(node, "Resources").or(inherited.resources),
                media_box: self.numbers(node, "MediaBox").or(inherited.media_box),
                crop_box: self.numbers(node, "CropBox").or(inherited.crop_box),
            };
            match self.array(node, "Kids") {
                Some(kids) => pending.extend(kids.iter().rev().map(|kid| (kid, inherited))),
                None if pages.len() >= limit::PAGES => {
                    return Err(too_large(format!("more than {} pages", limit::PAGES)));
                }
                None => pages.push(page(node, inherited)),
            }
        }
        Ok(pages)
    }

    /// Returns the contents of a page (clause 7.8.2).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge` if the contents are too large.
    pub fn contents(&self, page: &Page<'_>) -> Result<Vec<u8>> {
        let contents = self.get(page.dictionary, "Contents");
        let streams = match contents {
            Some(Object::Array(streams)) => streams.as_slice(),
            Some(stream) => std::slice::from_ref(stream),
            None => &[],
        };
        let mut all = Vec::new();
        for stream in streams {
            let Some(Object::Stream(stream)) = self.resolve(stream) else { continue };
            all.extend(self.decoded(stream)?);
            // A token cannot continue in the next stream.
            all.push(b' ');
            if all.len() > limit::STREAM {
                return Err(too_large("the contents of a page have more than 64 MiB"));
            }
        }
        Ok(all)
    }
}

/// Returns `true` if a value is a reference or contains one.
fn has_reference(value: &Object, depth: usize) -> bool {
    match value {
        Object::Reference(_) => true,
        Object::Array(all) if depth > 0 => all.iter().any(|item| has_reference(item, depth - 1)),
        Object::Dictionary(all) if depth > 0 => {
            all.iter().any(|(_, item)| has_reference(item, depth - 1))
        }
        _ => false,
    }
}

/// Returns the bytes of a file with a header. A missing header is added when the file ends like a
/// PDF file, because other readers accept such files.
fn with_header(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    let head = bytes.get(..HEADER).unwrap_or(bytes);
    let has = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|window| window == what);
    if has(head, b"%PDF-") {
        return Ok(Cow::Borrowed(bytes));
    }
    let tail = &bytes[bytes.len().saturating_sub(HEADER)..];
    if has(tail, b"startxref") && has(bytes, b" obj") {
        return Ok(Cow::Owned([b"%PDF-1.4\n", bytes].concat()));
    }
    let message = "expected a PDF, found no `%PDF-` in the first 1,024 bytes";
    Err(Error::malformed(message))
}

fn page<'f>(dictionary: &'f Dictionary, inherited: Inherited<'f>) -> Page<'f> {
    let upright = |[x0, y0, x1, y1]: [f64; 4]| [x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)];
    // US Letter, which viewers use for a page without a size.
    let media = upright(inherited.media_box.unwrap_or([0.0, 0.0, 612.0, 792.0]));
    let crop = upright(inherited.crop_box.unwrap_or(media));
    let common = [
        crop[0].max(media[0]),
        crop[1].max(media[1]),
        crop[2].min(media[2]),
        crop[3].min(media[3]),
    ];
    let is_area = common[0] < common[2] && common[1] < common[3];
    Page { dictionary, resources: inherited.resources, area: if is_area { common } else { media } }
}

fn locked() -> Error {
    let message = "the PDF is encrypted and needs a password, expected a PDF without one";
    Error::unsupported(Side::Input, message)
}

fn not_decrypted(what: &str) -> Error {
    let message = format!("the encryption of the PDF is not supported: {what}");
    Error::unsupported(Side::Input, message)
}

fn refusal(error: lopdf::Error) -> Error {
    use lopdf::Error as Foreign;
    match error {
        Foreign::InvalidPassword => locked(),
        Foreign::Decryption(_) | Foreign::UnsupportedSecurityHandler(_) => {
            not_decrypted(&error.to_string())
        }
        Foreign::Decompress(DecompressError::MemoryLimitExceeded { .. }) => {
            too_large("a stream has more than 64 MiB without its compression")
        }
        other => Error::malformed(format!("the PDF is broken: {other}")).because(other),
    }
}
