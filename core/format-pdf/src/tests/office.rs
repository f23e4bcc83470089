//! Files that LibreOffice creates from HTML test texts.

use std::path::Path;
use std::process::Command;

use super::{boxes, read};

/// Converts an HTML page. Returns `None` if LibreOffice is not installed.
fn converted(html: &str) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.html");
    std::fs::write(&source, html).unwrap();
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.path().display());
    let run = Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", "pdf:writer_web_pdf_Export", "--outdir"])
        .args([folder.path(), Path::new(&source)])
        .output()
        .ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(std::fs::read(folder.path().join("source.pdf")).unwrap())
}

#[test]
fn all_words_of_a_text_come_out_in_order() {
    let mut words = Vec::new();
    let mut html = String::from("<html><head><meta charset=utf-8></head><body>");
    for paragraph in 0..60 {
        let sentence: Vec<String> = (0..40)
            .map(|word| match (paragraph + word) % 7 {
                0 => format!("Łódź{word}"),
                1 => format!("offizielle{paragraph}"),
                2 => "Übergrößenträger".to_owned(),
                3 => "Ελλάδα".to_owned(),
                _ => format!("word{paragraph}x{word}"),
            })
            .collect();
        html += &format!("<p>{}</p>", sentence.join(" "));
        words.extend(sentence);
    }
    html += "</body></html>";
    let Some(bytes) = converted(&html) else {
        eprintln!("skipped: LibreOffice is not installed");
        return;
    };
    let document = read(bytes);
    let found: Vec<&str> = document.text().split_whitespace().collect();
    let first = found.iter().position(|word| *word == words[0]).unwrap();
    assert_eq!(found[first..first + words.len()], words);
    assert!(document.page_areas().len() > 1);
    let last = boxes(&document, "word59x38");
    assert_eq!((last.len(), last[0].page as usize), (1, document.page_areas().len()));
}
