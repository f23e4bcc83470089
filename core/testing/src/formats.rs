//! Functions for the unit tests of document formats.

/// Declares functions that read and write documents. The calling module declares the formats as the constant `FORMATS`
/// (`Formats` of `glossweave-format-base`).
#[macro_export]
macro_rules! format_functions {
    () => {
        use glossweave_base::error::Result;
        use glossweave_base::media::Format;
        use glossweave_base::text::{Language, TextSpan};
        use glossweave_document::annotation::{Annotation, Translation};
        use glossweave_document::{DecodeOptions, Document, PieceKind};
        use glossweave_format_base::{CodeReader, EncodeOptions, Encoded, ExportOptions};
        use glossweave_markup::EncodingExt;
        use $crate::{Stopwatch, count};

        pub fn decode(
            source: impl Into<Vec<u8>>,
            format: Format,
            options: &DecodeOptions,
        ) -> Result<Document> {
            FORMATS.decode(source, format, options)
        }

        pub fn encode(
            document: &Document,
            annotations: &[Annotation],
            options: &EncodeOptions,
        ) -> Result<Encoded> {
            FORMATS.encode(document, annotations, options)
        }

        pub fn export(
            document: &Document,
            annotations: &[Annotation],
            format: Format,
            options: &ExportOptions,
        ) -> Result<Encoded> {
            FORMATS.export(document, annotations, format, options)
        }

        pub fn marked_text(document: &Document, span: TextSpan) -> Result<String> {
            FORMATS.marked_text(document, span)
        }

        pub fn code_reader(document: &Document) -> CodeReader<'_> {
            FORMATS.code_reader(document)
        }

        pub fn writing() -> EncodeOptions {
            EncodeOptions { translations: true, ..Default::default() }
        }

        pub fn read(source: &[u8], format: Format) -> Document {
            decode(source, format, &DecodeOptions::default()).unwrap()
        }

        pub fn texts(document: &Document) -> Vec<&str> {
            document.units().map(|unit| unit.text()).collect()
        }

        /// Returns the document with translations of its units. `new` returns the translation of a marked text.
        pub fn translated(document: &Document, new: impl FnMut(&str) -> Option<String>) -> Encoded {
            translated_into(document, "de", new)
        }

        pub fn translated_into(
            document: &Document,
            language: &str,
            mut new: impl FnMut(&str) -> Option<String>,
        ) -> Encoded {
            let language: Language = language.parse().unwrap();
            let annotations: Vec<Annotation> = document
                .units()
                .filter_map(|unit| {
                    let text = new(&marked_text(document, unit.span()).unwrap())?;
                    Some(Annotation::translation(
                        unit.span(),
                        Translation::new(text, language.clone()),
                    ))
                })
                .collect();
            encode(document, &annotations, &writing()).unwrap()
        }

        /// A generator of reproducible pseudorandom numbers.
        pub struct Numbers(pub u64);

        impl Numbers {
            pub fn below(&mut self, end: usize) -> usize {
                self.0 = self
                    .0
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (self.0 >> 33) as usize % end.max(1)
            }
        }

        /// Fragments of translations: letters, and characters that formats escape.
        const WORDS: &[&str] = &[
            "Wort",
            "\u{fc}ber",
            "\u{20ac}",
            "\u{1F600}",
            "\"",
            "\\",
            "'",
            "a:b",
            "=",
            "x\ny",
            "tab\there",
            "/",
            "100 %,",
            "!",
            ",",
            "\u{6771}\u{4eac}",
            "it's",
            "\\n",
            "\\u0041",
            "; ",
            "-",
            "a  b",
        ];

        /// Returns a random text with the markers of another text, in their order or moved.
        pub fn random_text(numbers: &mut Numbers, marked: &str) -> String {
            let mut pieces: Vec<String> = Vec::new();
            let mut rest = marked;
            while let Some(start) = rest.find('<') {
                let Some(end) = rest[start..].find('>') else { break };
                pieces.push(rest[start..=start + end].to_owned());
                rest = &rest[start + end + 1..];
            }
            let mut text = "T".to_owned();
            for piece in pieces {
                for _ in 0..numbers.below(3) {
                    text.push_str(WORDS[numbers.below(WORDS.len())]);
                    text.push(' ');
                }
                text.push_str(&piece);
            }
            for _ in 0..numbers.below(6) {
                text.push(' ');
                text.push_str(WORDS[numbers.below(WORDS.len())]);
            }
            text.trim_end().to_owned() + "."
        }

        /// Checks the invariants of reading and writing for a source.
        pub fn holds(source: &[u8], format: Format) {
            let document = read(source, format);
            let same = encode(&document, &[], &EncodeOptions::default()).unwrap();
            assert_eq!(same.bytes, source);
            let encoding = document.source().encoding();
            for part in [Some(&document), document.target()].into_iter().flatten() {
                for piece in part.map().pieces().filter(|piece| piece.kind == PieceKind::Literal) {
                    let bytes = &source[piece.source.range()];
                    assert_eq!(encoding.decode_part(bytes).text, part.text()[piece.text.range()]);
                }
            }
            for seed in 0..20 {
                let mut numbers = Numbers(seed);
                let mut translated = Vec::new();
                let mut number = 0;
                let language =
                    document.sections().next().and_then(|section| section.target_language.cloned());
                let language = language.unwrap_or("de".parse().unwrap());
                let back = translated_into(&document, language.as_str(), |marked| {
                    let is_wanted = numbers.below(3) > 0;
                    let text = is_wanted.then(|| random_text(&mut numbers, marked));
                    translated.extend(text.clone().map(|text| (number, text)));
                    number += 1;
                    text
                });
                for (placement, (_, text)) in back.placements.iter().zip(&translated) {
                    assert!(
                        placement.is_there(),
                        "{text:?} {placement:?} {}",
                        String::from_utf8_lossy(source)
                    );
                }
                // The bytes outside the listed changes must be equal to the source.
                let (mut from, mut to, mut inserted) = (0, 0, back.inserted.iter().peekable());
                let ends = (source.len()..source.len(), back.bytes.len()..back.bytes.len());
                let replaced = back.replaced.iter().map(|(from, to)| (from.range(), to.range()));
                for (old, new) in replaced.chain([ends]) {
                    let mut unchanged = Vec::new();
                    while let Some(span) = inserted.next_if(|span| span.start() < new.start) {
                        unchanged.extend_from_slice(&back.bytes[to..span.start()]);
                        to = span.end();
                    }
                    unchanged.extend_from_slice(&back.bytes[to..new.start]);
                    assert_eq!(unchanged, source[from..old.start]);
                    (from, to) = (old.end, new.end);
                }
                let again = read(&back.bytes, format);
                // White space at the ends of emphasis moves outside.
                let between = if format == Format::Markdown { "" } else { " " };
                let words =
                    |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(between);
                let marked =
                    |document: &Document, span| words(&marked_text(document, span).unwrap());
                for (unit, text) in &translated {
                    let unit = again.units().nth(*unit).unwrap();
                    let found = match again.target_unit(unit) {
                        Some(target) => marked(again.target().unwrap(), target.span()),
                        None => marked(&again, unit.span()),
                    };
                    let text = text.replace("<0/>", "<");
                    assert_eq!(found.replace("<0/>", "<"), words(&text));
                }
                let twice = encode(&again, &[], &EncodeOptions::default()).unwrap();
                assert_eq!(twice.bytes, back.bytes);
            }
        }

        /// Decodes truncated and damaged sources, which must result in an error with a location or in a document.
        pub fn survives(source: &[u8], format: Format) {
            let attempt =
                |bytes: Vec<u8>| match decode(bytes.clone(), format, &DecodeOptions::default()) {
                    Ok(document) => {
                        let same = encode(&document, &[], &EncodeOptions::default()).unwrap();
                        assert_eq!(same.bytes, bytes);
                        translated(&document, |marked| Some(marked.to_uppercase()));
                    }
                    Err(error) => {
                        let place = error.location().unwrap().bytes();
                        assert!(place.end <= bytes.len(), "{error}");
                    }
                };
            (0..source.len()).for_each(|end| attempt(source[..end].to_vec()));
            let mut numbers = Numbers(7);
            for _ in 0..1_000 {
                let mut bytes = if source.is_empty() { vec![b' '] } else { source.to_vec() };
                for _ in 0..=numbers.below(3) {
                    let at = numbers.below(bytes.len());
                    match numbers.below(3) {
                        0 => bytes[at] = numbers.below(256) as u8,
                        1 => bytes[at] = b"\"\\{}<>%\n\r#:=[],/*'$&u "[numbers.below(22)],
                        _ => drop(
                            bytes.drain(at..(at + numbers.below(4)).min(source.len().min(at + 1))),
                        ),
                    }
                    if bytes.is_empty() {
                        return;
                    }
                }
                attempt(bytes);
            }
        }

        /// Reads and writes a long source. Fails when this takes much longer than linear time.
        pub fn is_fast(source: String, format: Format) {
            let start = Stopwatch::start();
            let document = read(source.as_bytes(), format);
            let back = translated(&document, |marked| Some(marked.to_uppercase()));
            assert!(!back.replaced.is_empty());
            assert!(start.elapsed().as_secs() < count(10, 30) as u64, "{:?}", start.elapsed());
        }
    };
}
