//! The case table of tests/cases, run using the Rust API. The format is documented in
//! tests/cases/README.md.

mod annotation_rows;
mod answers;
mod expect;
mod language;

use glossweave::settings::Bytes;
use std::fs;

use glossweave::annotation::Annotation;
use glossweave::chunk::ChunkOptions;
use glossweave::document::Unit;
use glossweave::entity::Dictionary;
use glossweave::its::{Analysis, Category, Node};
use glossweave::markup::Encoding;
use glossweave::nif::{self, Version};
use glossweave::provider::{Parameter, Provider, ProviderKind};
use glossweave::resource::ResourceUpdate;
use glossweave::text::Language;
use glossweave::{
    Caller, DecodeOptions, Document, EncodeOptions, Engine, Error, ErrorKind, ExportOptions,
    Format, Placement, Request, Result, Settings, chunk, chunk_lines, web_annotation,
};
use serde_json::Value;

use crate::{base64, corpus};
use annotation_rows::{annotation, list};
use glossweave_testing::skip;

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Case {
    pub file: String,
    pub name: String,
    row: Value,
}

/// The answer of a binding. Fields that the step does not return are empty.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub text: Option<String>,
    pub units: Vec<String>,
    pub language: Option<String>,
    pub encoding: Option<String>,
    pub annotations: Option<Vec<Value>>,
    pub bytes: Option<Vec<u8>>,
    pub placements: Vec<String>,
    /// The names of the files in a package.
    pub parts: Vec<String>,
    /// The paths of nodes with their computed values.
    pub its: Vec<String>,
    /// The units of the target texts.
    pub target: Vec<String>,
    pub warnings: usize,
    /// The statuses of the sentences of a translation.
    pub statuses: Vec<String>,
}

/// Returns the options of a row of `providers`: names and values.
pub fn provider_options(row: &Value) -> impl Iterator<Item = (&str, &str)> {
    let options = row["options"].as_object().into_iter().flatten();
    options.flat_map(|(name, value)| {
        let values = value.as_array().map_or(std::slice::from_ref(value), |all| all);
        values.iter().map(move |value| (name.as_str(), value.as_str().unwrap_or_default()))
    })
}

/// Returns all rows of all tables, sorted by file.
pub fn all() -> Vec<Case> {
    let folder = corpus::data().join("../cases");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("tests/cases is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let table = fs::read(&path).expect("a readable table");
        let rows: Vec<Value> =
            serde_json::from_slice(&table).unwrap_or_else(|error| panic!("{file}: {error}"));
        cases.extend(rows.into_iter().map(|row| {
            let name = row["name"].as_str().expect("a name").to_string();
            Case { file: file.clone(), name, row }
        }));
    }
    cases.retain(Case::can_run);
    cases
}

impl Case {
    /// Returns `true` if the requirements of the row are met. Reports missing requirements.
    fn can_run(&self) -> bool {
        let Some(need) = self.row["needs"].as_str() else { return true };
        let is_there = language::is_there(need);
        if !is_there {
            skip("cases", &format!("`{}` needs {need}", self.name));
        }
        is_there
    }

    /// Runs the case, and describes the difference to the expected answer.
    pub fn run(&self) -> std::result::Result<(), String> {
        let known = ["name", "input", "input_base64", "file", "informat", "step", "options"];
        let more = [
            "annotations",
            "labels",
            "outformat",
            "expect",
            "category",
            "nif",
            "web_annotations",
            "load",
            "needs",
        ];
        let known = known.iter().chain(&more).chain(&["providers"]);
        for key in self.row.as_object().into_iter().flat_map(|row| row.keys()) {
            if !known.clone().any(|one| one == key) {
                return Err(format!("`{key}` is not a column"));
            }
        }
        self.judge(self.answer())
    }

    /// Describes the difference between the answer of any binding and the expected answer.
    pub fn judge(&self, answer: Result<Answer>) -> std::result::Result<(), String> {
        expect::check(&self.row["expect"], answer)
    }

    /// Returns the columns.
    pub fn row(&self) -> &Value {
        &self.row
    }

    /// Returns the kind of the expected error, if an error is expected.
    pub fn kind(&self) -> Option<&str> {
        self.row["expect"]["error"]["kind"].as_str()
    }

    pub fn step(&self) -> &str {
        self.row["step"].as_str().unwrap_or("text")
    }

    fn text(&self, column: &str) -> Option<&str> {
        self.row[column].as_str()
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.row["options"][name].as_str()
    }

    /// Returns the source.
    pub fn input(&self) -> Vec<u8> {
        if let Some(coded) = self.text("input_base64") {
            return base64::decode(coded).expect("Base64");
        }
        match self.text("file") {
            Some(path) => fs::read(corpus::data().join(path)).expect("a readable file"),
            None => self.text("input").unwrap_or_default().as_bytes().to_vec(),
        }
    }

    fn informat(&self) -> Result<Format> {
        self.text("informat").unwrap_or("html").parse()
    }

    fn outformat(&self) -> Result<Format> {
        self.text("outformat").map_or_else(|| Ok(Format::Turtle), str::parse)
    }

    fn answer(&self) -> Result<Answer> {
        match self.step() {
            "text" => self.decoded().map(|document| read(&document)),
            "nif" => self.nif(),
            "return" => self.give_back(),
            "web-annotation" => self.web_annotation(),
            "read-web-annotation" => self.read_web_annotation(),
            "export" => self.export(),
            "chunks" => self.chunks(),
            "annotate" => self.annotate(),
            "read" => self.read(),
            "recognize" => self.recognize(),
            "dataset" => self.dataset(),
            "terms" => self.terms(),
            "translate" => self.translate(),
            "its" => self.its(),
            other => panic!("`{other}` is not a step"),
        }
    }

    fn decoded(&self) -> Result<Document> {
        let mut options = self.reading()?;
        options.charset = self.charset();
        options.language = self.language();
        if let Some(most) = self.row["options"]["max_bytes"].as_u64() {
            options.max_bytes = most as usize;
        }
        glossweave::decode(self.input(), self.informat()?, &options)
    }

    fn reading(&self) -> Result<DecodeOptions> {
        let mut options = DecodeOptions::default();
        for (name, set) in [
            ("rules", "rules"),
            ("rule_set", "rule-set"),
            ("its_base", "base"),
            ("unknown_entities", "unknown-entities"),
            ("invalid_bytes", "invalid-bytes"),
            ("translatable_attributes", "translatable-attributes"),
            ("numeric_cells", "numeric-cells"),
            ("columns", "columns"),
        ] {
            if let Some(value) = self.option(name) {
                options.set(set, value)?;
            }
        }
        for (name, value) in self.row["options"]["parameters"].as_object().into_iter().flatten() {
            let value = value.as_str().unwrap_or_default();
            options.set("parameters", &format!("{name}={value}"))?;
        }
        if let Some(folder) = self.option("rules_folder") {
            let folder = corpus::data().join(folder);
            options.set("rules-folder", &folder.to_string_lossy())?;
        }
        Ok(options)
    }

    fn its(&self) -> Result<Answer> {
        let category: Category = self.text("category").expect("a category").parse()?;
        let analysis = Analysis::read(self.input(), self.informat()?, &self.reading()?.its)?;
        let row = |node: Node<'_>| {
            let values = node.values(category).into_iter();
            let values: Vec<_> = values.map(|(name, value)| format!("{name}={value}")).collect();
            [vec![node.path()], values].concat().join(" ")
        };
        Ok(Answer { its: analysis.nodes().map(row).collect(), ..Answer::default() })
    }

    fn charset(&self) -> Option<Encoding> {
        self.option("charset").map(|label| Encoding::for_label(label).expect("a label"))
    }

    fn language(&self) -> Option<Language> {
        self.option("language").map(|tag| Language::parse(tag).expect("a tag"))
    }

    fn version(&self) -> Version {
        match self.option("nif_version") {
            Some("2.1") => Version::V2_1,
            _ => Version::V2_0,
        }
    }

    fn nif(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let mut options = nif::Options { version: self.version(), ..nif::Options::default() };
        if let Some(prefix) = self.option("prefix") {
            options.prefix = prefix.to_string();
        }
        if let Some(shape) = self.option("shape") {
            options.set("shape", shape)?;
        }
        let annotations = self.annotations(&document)?;
        let bytes = nif::write(&document, &annotations, self.outformat()?, &options)?;
        Ok(Answer { bytes: Some(bytes), ..Answer::default() })
    }

    fn web_annotation(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let mut options = web_annotation::Options::default();
        for option in web_annotation::Options::PARAMETERS {
            if let Some(value) = self.option(option.name) {
                options.set(option.name, value)?;
            }
        }
        let bytes = web_annotation::write(&document, &self.annotations(&document)?, &options)?;
        Ok(Answer { bytes: Some(bytes), ..Answer::default() })
    }

    fn read_web_annotation(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let json = self.text("web_annotations").expect("Web Annotations");
        let read = web_annotation::read(&document, json, self.option("source"))?;
        let annotations = Some(list(&document, &read.annotations));
        Ok(Answer { annotations, warnings: read.skipped.len(), ..Answer::default() })
    }

    fn export(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let mut options = ExportOptions::default();
        options.name = self.option("name").map(Box::from);
        let all = self.annotations(&document)?;
        let made = glossweave::export(&document, &all, self.outformat()?, &options)?;
        let placements = made.placements.iter().map(placement).collect();
        Ok(Answer { bytes: Some(made.bytes), placements, ..<_>::default() })
    }

    fn chunks(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let mut options = ChunkOptions::default();
        for Parameter { name, .. } in ChunkOptions::PARAMETERS {
            if let Some(value) = self.option(name) {
                options.set(name, value)?;
            }
        }
        let annotations = self.annotations(&document)?;
        let all = chunk::chunks(&document, &annotations, &options)?;
        let bytes = chunk_lines::write(&document, &all, &options)?;
        Ok(Answer { bytes: Some(bytes), ..Answer::default() })
    }

    fn annotate(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let annotations = self.annotations(&document)?;
        let encoded = glossweave::encode(&document, &annotations, &self.encoding()?)?;
        let placements = encoded.placements.iter().map(placement).collect();
        let parts = encoded.parts.iter().map(|part| part.name.to_string()).collect();
        Ok(Answer { bytes: Some(encoded.bytes), placements, parts, ..Answer::default() })
    }

    fn give_back(&self) -> Result<Answer> {
        let document = self.decoded()?;
        let nif = self.text("nif").expect("NIF").as_bytes();
        let said = nif::read(nif, Format::Turtle, None)?.annotations_of(&document);
        let said =
            said.ok_or_else(|| Error::new(ErrorKind::NotFound, "no text of this document"))?;
        let encoded = glossweave::encode(&document, &said, &self.encoding()?)?;
        let placements = encoded.placements.iter().map(placement).collect();
        let annotations = Some(list(&document, &said));
        Ok(Answer { bytes: Some(encoded.bytes), placements, annotations, ..Answer::default() })
    }

    fn encoding(&self) -> Result<EncodeOptions> {
        let mut options = EncodeOptions::default();
        for Parameter { name, .. } in EncodeOptions::PARAMETERS {
            if let Some(value) = self.option(&name.replace('-', "_")) {
                options.set(name, value)?;
            }
        }
        Ok(options)
    }

    fn read(&self) -> Result<Answer> {
        let nif = nif::read(&self.input(), self.informat()?, self.option("base"))?;
        let Some(context) = nif.contexts().first() else { return Ok(Answer::default()) };
        let document = context.document();
        let mut answer = read(&document);
        answer.annotations = Some(list(&document, context.annotations()));
        Ok(answer)
    }

    fn recognize(&self) -> Result<Answer> {
        let dictionary = Dictionary::from_csv(self.text("labels").unwrap_or_default().as_bytes())?;
        let mut settings = Settings::default();
        if let Some(most) = self.row["options"]["max_bytes"].as_u64() {
            settings.limits.source = Bytes(most);
        }
        let mut builder = Engine::builder(settings).recognizer("names", dictionary);
        for row in self.row["providers"].as_array().into_iter().flatten() {
            let text = |name: &str| row[name].as_str().unwrap_or_default();
            let options: Vec<_> = provider_options(row).collect();
            let kind = ProviderKind::Recognizer;
            let one = Provider::open(kind, text("protocol"), text("place"), options)?;
            builder = builder.provider(text("name"), one, None)?;
        }
        let engine = builder.open()?;
        let mut request = Request::new(self.input(), self.informat()?).output(self.outformat()?);
        request.decode.charset = self.charset();
        request.decode.language = self.language();
        request.prefix = self.option("prefix").map(String::from);
        request.version = self.version();
        request.encode = self.encoding()?;
        request.any_language = self.row["options"]["any_language"].as_bool().unwrap_or(false);
        request.any_format = self.row["options"]["any_format"].as_bool().unwrap_or(false);
        let session = engine.session(Caller::Anonymous);
        let recognizer = self.option("recognizer").unwrap_or("names");
        let reply = session.entities().enrich(recognizer, request)?;
        let placements = reply.placements.iter().map(placement).collect();
        Ok(Answer { bytes: Some(reply.bytes), placements, ..Answer::default() })
    }

    fn dataset(&self) -> Result<Answer> {
        let settings = Settings::from_pairs([("models.mentions", "none")])?;
        let engine = Engine::builder(settings).open()?;
        let users = engine.session(Caller::Anonymous).users();
        users.create("anna", "correct horse")?;
        let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
        let mut changes = ResourceUpdate::default();
        for (name, value) in self.row["load"].as_object().into_iter().flatten() {
            changes.set(name, value.as_str().expect("a text"))?;
        }
        let labels = self.text("labels").unwrap_or_default();
        anna.datasets().create(Some("names"), labels.as_bytes(), &changes)?;
        let mut request = Request::new(self.input(), self.informat()?).output(self.outformat()?);
        request.decode.language = self.language();
        request.set("dataset", "names")?;
        for name in ["mode", "types", "numLinks", "threshold", "mentions"] {
            if let Some(value) = self.option(name) {
                request.set(name, value)?;
            }
        }
        let reply = anna.entities().enrich("dictionary", request)?;
        let placements = reply.placements.iter().map(placement).collect();
        Ok(Answer { bytes: Some(reply.bytes), placements, ..Answer::default() })
    }

    fn annotations(&self, document: &Document) -> Result<Vec<Annotation>> {
        let rows = self.row["annotations"].as_array().into_iter().flatten();
        rows.map(|row| annotation(row, document)).collect()
    }
}

fn read(document: &Document) -> Answer {
    let text = |unit: Unit<'_>| unit.text().to_string();
    Answer {
        text: Some(document.text().to_string()),
        units: document.units().map(text).collect(),
        parts: document.source().parts().iter().map(|part| part.name.to_string()).collect(),
        language: document.language().map(|language| language.as_str().to_string()),
        encoding: Some(document.source().encoding().name().to_string()),
        target: document.target().into_iter().flat_map(Document::units).map(text).collect(),
        warnings: document.warnings().len(),
        annotations: Some(list(document, document.annotations())),
        ..Answer::default()
    }
}

fn placement(placement: &Placement) -> String {
    match placement {
        Placement::Placed { fragments } => format!("placed {fragments}"),
        Placement::OnParent => "on parent".to_string(),
        Placement::Present => "present".to_string(),
        Placement::NotPlaced { rule } => format!("not placed: {rule}"),
        other => format!("{other:?}"),
    }
}
