//! Documents in legacy encodings, and the same documents in UTF-8.

use std::fs;
use std::path::{Path, PathBuf};

use glossweave::markup::Encoding;
use glossweave::{DecodeOptions, Format};

use crate::page::prose::{FRENCH, GERMAN, JAPANESE, Prose};
use crate::{Result, SEED, report, timed};

const SIZE: usize = 1_000_000;

/// The texts and their encodings. `UTF_8` means UTF-8 with one wrong byte.
const PAGES: [(&Prose, &str); 4] = [
    (&GERMAN, "iso-8859-1"),
    (&FRENCH, "windows-1252"),
    (&JAPANESE, "shift_jis"),
    (&GERMAN, UTF_8),
];

const UTF_8: &str = "utf-8";

pub fn generate(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir)?;
    for (prose, charset) in PAGES {
        let encoding = Encoding::for_label(charset).ok_or("an encoding")?;
        for extension in ["html", "xml"] {
            let page = |charset| match extension {
                "html" => prose.html(SIZE, SEED, charset),
                _ => prose.xml(SIZE, SEED, charset),
            };
            let plain = page(UTF_8);
            fs::write(file(dir, prose.name, UTF_8, extension), &plain)?;
            match charset {
                UTF_8 if extension == "html" => {
                    let at = plain.find("</p>").ok_or("a paragraph")?;
                    let broken = [plain[..at].as_bytes(), b"\xFF", plain[at..].as_bytes()].concat();
                    fs::write(file(dir, prose.name, "broken", extension), broken)?;
                }
                // XML that is not well-formed would be rejected, so there is no broken XML.
                UTF_8 => {}
                _ => {
                    let bytes = encoding.encode(&page(charset)).into_owned();
                    fs::write(file(dir, prose.name, charset, extension), bytes)?;
                }
            }
        }
    }
    Ok(())
}

fn file(dir: &Path, name: &str, charset: &str, extension: &str) -> PathBuf {
    dir.join(format!("{name}.{charset}.{extension}"))
}

/// Runs one round over the pages, in MB per second, based on the size of the pages in UTF-8.
pub fn measure(dir: &Path) -> Result<()> {
    for (prose, charset) in PAGES {
        for extension in ["html", "xml"] {
            let charset = if charset == UTF_8 { "broken" } else { charset };
            let path = file(dir, prose.name, charset, extension);
            if !path.exists() {
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let format = Format::of_path(&name).ok_or("a format")?;
            let read = |bytes: &[u8]| -> Result<usize> {
                let document = glossweave::decode(bytes, format, &DecodeOptions::default())?;
                Ok(document.text().len())
            };
            let (encoded, plain) =
                (fs::read(&path)?, fs::read(file(dir, prose.name, UTF_8, extension))?);
            for (who, bytes) in [("glossweave", &encoded), ("the same in UTF-8", &plain)] {
                report(&name, "encoding", who, timed(|| read(bytes))?, plain.len());
            }
        }
    }
    Ok(())
}
