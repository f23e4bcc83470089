//! A small writer of PDF files.

use std::fmt::Write;

/// A PDF file that is being built. Its objects are numbered from 1.
#[derive(Clone, Debug, Default)]
pub struct PdfFile {
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
    catalog: String,
    information: String,
}

/// The number of the page tree.
const TREE: usize = 1;

/// The number of the font Helvetica, which pages use as `F1`.
pub const HELVETICA: usize = 2;

impl PdfFile {
    /// Creates a file with the font Helvetica and no pages.
    pub fn new() -> PdfFile {
        let mut file = PdfFile::default();
        file.object("");
        file.object(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        );
        file
    }

    /// Adds an object and returns its number.
    pub fn object(&mut self, object: impl AsRef<[u8]>) -> usize {
        self.objects.push(object.as_ref().to_vec());
        self.objects.len()
    }

    /// Adds a stream with entries of its dictionary, and returns its number.
    pub fn stream(&mut self, entries: &str, content: impl AsRef<[u8]>) -> usize {
        let content = content.as_ref();
        let head = format!("<< /Length {} {entries} >>\nstream\n", content.len());
        self.object([head.as_bytes(), content, b"\nendstream"].concat())
    }

    /// Adds an A4 page with content and entries of its resources, and returns its number.
    pub fn page(&mut self, content: impl AsRef<[u8]>, resources: &str) -> usize {
        let content = self.stream("", content);
        self.page_of(content, resources)
    }

    /// Adds a page whose content is the object with a number.
    pub fn page_of(&mut self, content: usize, resources: &str) -> usize {
        self.page_of_entries(content, "", resources)
    }

    /// Adds a page with other entries, for example `/Annots [5 0 R]`.
    pub fn page_of_entries(&mut self, content: usize, entries: &str, resources: &str) -> usize {
        let page = self.object(format!(
            "<< /Type /Page /Parent {TREE} 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R {entries} \
             /Resources << /Font << /F1 {HELVETICA} 0 R >> {resources} >> >>"
        ));
        self.pages.push(page);
        page
    }

    /// Adds a page that uses another font instead of Helvetica. `font` is its number.
    pub fn page_with_font(&mut self, content: impl AsRef<[u8]>, font: usize) -> usize {
        let content = self.stream("", content);
        let page = self.object(format!(
            "<< /Type /Page /Parent {TREE} 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R \
             /Resources << /Font << /F1 {HELVETICA} 0 R /F2 {font} 0 R >> >> >>"
        ));
        self.pages.push(page);
        page
    }

    /// Adds entries to the catalog.
    pub fn catalog(&mut self, entries: &str) {
        self.catalog.push_str(entries);
    }

    /// Sets the entries of the properties.
    pub fn information(&mut self, entries: &str) {
        self.information = entries.to_owned();
    }

    /// Replaces an object.
    pub fn replace(&mut self, number: usize, object: impl AsRef<[u8]>) {
        self.objects[number - 1] = object.as_ref().to_vec();
    }

    /// Writes the file.
    pub fn write(mut self) -> Vec<u8> {
        if self.objects[TREE - 1].is_empty() {
            let kids: String = self.pages.iter().map(|page| format!("{page} 0 R ")).collect();
            let count = self.pages.len();
            self.replace(TREE, format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>"));
        }
        let catalog = format!("<< /Type /Catalog /Pages {TREE} 0 R {} >>", self.catalog);
        let catalog = self.object(catalog);
        let information = self.object(format!("<< {} >>", self.information));
        let mut out = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.objects.len() + 1);
        for (number, object) in (1..).zip(&self.objects) {
            writeln!(table, "{:010} 00000 n ", out.len()).unwrap();
            out.extend(format!("{number} 0 obj\n").bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let start = out.len();
        out.extend(table.bytes());
        let trailer = format!(
            "trailer\n<< /Size {} /Root {catalog} 0 R /Info {information} 0 R >>\nstartxref\n{start}\n%%EOF\n",
            self.objects.len() + 1
        );
        out.extend(trailer.bytes());
        out
    }
}
