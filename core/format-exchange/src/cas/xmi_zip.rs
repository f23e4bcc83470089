//! UIMA CAS in XMI with its type system, in an archive in the format of INCEpTION exports.

use super::xmi::{texts, write};
use super::{CAPABILITIES, DOCUMENT, META_DATA, NAMED_ENTITY};
use crate::reading::{Reading, build, parse_xml};
use glossweave_archive::{self as zip, Archive, Limits};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document, DocumentExt, Source, SourceExt};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::{Capabilities, Content, Output};
use glossweave_format_base::package::{Joined, in_utf8, is_of_system};
use glossweave_markup::{Encoding, EncodingExt};

/// A zip archive of `NAME.xmi` with `TypeSystem.xml`.
pub struct CasXmiZip;

const TYPE_SYSTEM: &str = "TypeSystem.xml";

impl DocumentFormat for CasXmiZip {
    fn format(&self) -> Format {
        Format::CasXmiZip
    }

    /// Reads each structure of the archive as [`CasXmi`](super::CasXmi) does. The type system is
    /// not used.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let joined = unpack(&bytes)?;
        let decoded = Encoding::UTF_8.decode_part(&joined.bytes);
        let mut reading = Reading::default();
        for part in &joined.parts {
            let text = decoded.text.get(part.span.range()).unwrap_or_default();
            let decoded_part = Encoding::UTF_8.decode_part(text.as_bytes());
            let mut read = parse_xml(text.as_bytes(), &decoded_part, texts).map_err(|error| {
                let message = format!("{} in the part `{}`", error.message(), part.name);
                let named = Error::new(error.kind(), message);
                match error.location() {
                    Some(place) => named.at(place.clone()),
                    None => named,
                }
            })?;
            let name = part.name.rsplit('/').next().unwrap_or_default();
            let name = name.strip_suffix(".xmi").unwrap_or(name);
            for part in &mut read.parts {
                part.name.get_or_insert_with(|| name.to_owned());
            }
            reading.append(read, part.span.start());
        }
        let (builder, annotations) = build(reading, &decoded, options);
        drop(decoded);
        let source = Source::new(joined.bytes, Format::CasXmiZip, Encoding::UTF_8);
        let source = source.packed_in(bytes, joined.parts);
        Ok(builder.finish(source).with_annotations(annotations))
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        let mut structure = Output::new(output.remaining());
        write(content, &mut structure)?;
        let files = [
            ("document.xmi".to_owned(), structure.into_bytes()),
            (TYPE_SYSTEM.to_owned(), type_system().into_bytes()),
        ];
        output.raw(&zip::write(&files)?)
    }
}

/// Returns the structures of an archive.
fn unpack(bytes: &[u8]) -> Result<Joined> {
    let limits = Limits::default();
    let archive = Archive::open(bytes, limits)?;
    let mut joined = Joined::default();
    for name in archive.names().filter(|name| name.ends_with(".xmi") && !is_of_system(name)) {
        let remaining = limits.unpacked.saturating_sub(joined.bytes.len());
        let (text, encoding) = in_utf8(&name, archive.read_within(&name, remaining)?)?;
        joined.push(&name, &text, encoding);
    }
    match joined.parts.is_empty() {
        true => Err(Error::malformed("the package has no structure (`NAME.xmi`)")),
        false => Ok(joined),
    }
}

/// Returns the description of the types that the writer uses (UIMA, type system descriptors).
fn type_system() -> String {
    let types = [
        (NAMED_ENTITY, "uima.tcas.Annotation", ["value", "identifier"]),
        (META_DATA, DOCUMENT, ["documentTitle", "documentId"]),
    ];
    let feature = |name: &str| {
        format!(
            "<featureDescription><name>{name}</name><description/>\
             <rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>"
        )
    };
    let types = types.map(|(name, parent, features)| {
        let features = features.map(feature).concat();
        format!(
            "<typeDescription><name>{name}</name><description/><supertypeName>{parent}\
             </supertypeName><features>{features}</features></typeDescription>\n"
        )
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<typeSystemDescription \
         xmlns=\"http://uima.apache.org/resourceSpecifier\"><types>\n{}</types></typeSystemDescription>\n",
        types.concat()
    )
}
