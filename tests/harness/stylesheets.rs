//! The rows of tests/cases/xslt, run using the Rust API. Their columns are documented in
//! tests/cases/xslt/README.md.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use glossweave::xslt::{Options, Reply, Request, Stylesheet};
use glossweave::{Error, Format, Result};
use serde_json::Value;

use glossweave_testing::skip;

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Row(Value);

/// The way to run a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// With a stylesheet that is compiled for the row.
    Alone,
    /// With a stylesheet that the user anna has stored, called anonymously.
    Stored,
    /// With the stored stylesheet, called by another user.
    StoredForAnother,
    /// With the stored stylesheet, called by anna.
    StoredForOwner,
}

/// The answer of a binding.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub bytes: Vec<u8>,
    pub media_type: String,
    pub encoding: String,
    pub method: String,
    /// The messages, each with its line and column, or 0 if they are unknown.
    pub messages: Vec<(String, u32, u32)>,
    /// The IRIs and contents of documents.
    pub documents: Vec<(String, String)>,
    /// The properties of the stylesheet. They are available only if it runs alone.
    pub stylesheet: Option<Sheet>,
}

/// The properties of a stylesheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub version: String,
    pub processor: String,
    /// The names and values of parameters. Values that are not literals are empty.
    pub parameters: Vec<(String, String)>,
}

/// The error of a binding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    pub kind: String,
    pub message: String,
    pub code: Option<String>,
    pub parameter: Option<String>,
    /// The line and the column.
    pub place: Option<(u32, u32)>,
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the library of Saxon: the value of SAXONC_HE_LIB, or the library next to the Python
/// packages in build/venv.
pub fn saxon() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("SAXONC_HE_LIB") {
        return Some(path.into());
    }
    let versions = fs::read_dir(root().join("build/venv/lib")).ok()?;
    let folders = versions.flatten().map(|one| one.path().join("site-packages/saxonche.libs"));
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_core = |path: &PathBuf| path.to_string_lossy().contains("/libsaxonc-core-he");
    files.map(|file| file.path()).find(is_core)
}

/// Returns options that use Saxon if it is available.
fn library() -> Options {
    let mut options = Options::default();
    options.library = saxon();
    options
}

/// Returns every row that can run here. If Saxon is missing, rows that need it are added to the
/// list of skips.
pub fn rows() -> Vec<Row> {
    let table = fs::read(root().join("tests/cases/xslt/rows.json")).expect("a readable table");
    let rows: Vec<Value> = serde_json::from_slice(&table).expect("rows");
    let (all, saxon) = (rows.len(), saxon().is_some());
    let rows: Vec<_> =
        rows.into_iter().map(Row).filter(|row| saxon || !row.needs_saxon()).collect();
    if rows.len() < all {
        skip("xslt", &format!("{} rows of tests/cases/xslt need Saxon", all - rows.len()));
    }
    rows
}

impl Row {
    pub fn name(&self) -> &str {
        self.0["name"].as_str().expect("a name")
    }

    pub fn needs_saxon(&self) -> bool {
        self.0["needs"] == "saxon"
    }

    /// Returns `true` if the stylesheet does not compile.
    pub fn breaks(&self) -> bool {
        self.0.get("options").is_none()
            && Stylesheet::compile(&self.stylesheet(), &library()).is_err()
    }

    /// Returns the ways of the row. By default these are all ways that the row supports.
    pub fn ways(&self) -> Vec<Way> {
        let Some(ways) = self.0["ways"].as_array() else {
            let alone = self.0.get("options").is_some();
            return if alone { vec![Way::Alone] } else { vec![Way::Alone, Way::Stored] };
        };
        let known = [Way::Alone, Way::Stored, Way::StoredForAnother, Way::StoredForOwner];
        let way = |word: &Value| known.into_iter().find(|way| Some(way.name()) == word.as_str());
        ways.iter().map(|word| way(word).unwrap_or_else(|| panic!("{word} is no way"))).collect()
    }

    fn bytes(&self, column: &str) -> Vec<u8> {
        match self.0[format!("{column}_file")].as_str() {
            Some(path) => fs::read(root().join(path)).expect("a readable file"),
            None => self.0[column].as_str().unwrap_or_default().as_bytes().to_vec(),
        }
    }

    pub fn stylesheet(&self) -> Vec<u8> {
        self.bytes("stylesheet")
    }

    pub fn input(&self) -> Vec<u8> {
        self.bytes("input")
    }

    pub fn visibility(&self) -> &str {
        self.0["visibility"].as_str().unwrap_or("public")
    }

    fn pairs(&self, column: &str) -> Vec<(&str, &str)> {
        let pairs = self.0[column].as_object().into_iter().flatten();
        pairs.map(|(name, value)| (name.as_str(), value.as_str().expect("a text"))).collect()
    }

    /// Returns the options of the compilation.
    pub fn options(&self) -> Vec<(&str, &str)> {
        self.pairs("options")
    }

    /// Returns the parameters of the run, including `informat` and `outformat`.
    pub fn parameters(&self) -> Vec<(&str, &str)> {
        let mut pairs = self.pairs("parameters");
        let named = |name| self.0[name].as_str().map(|value| (name, value));
        pairs.extend(["informat", "outformat"].into_iter().filter_map(named));
        pairs
    }

    /// Returns the request to the stylesheet.
    pub fn request(&self) -> Result<Request> {
        let mut request = Request::new(self.input(), Format::Xml);
        self.parameters().into_iter().try_for_each(|(name, value)| request.set(name, value))?;
        Ok(request)
    }

    /// Compiles and runs the stylesheet.
    pub fn run_alone(&self) -> Result<Answer> {
        let mut options = library();
        self.options().into_iter().try_for_each(|(name, value)| options.set(name, value))?;
        let executable = Stylesheet::compile(&self.stylesheet(), &options)?;
        let parameters = executable.parameters().iter();
        let parameters = parameters
            .map(|one| (one.name.clone(), one.default.clone().unwrap_or_default()))
            .collect();
        let (version, processor) =
            (executable.version().into(), executable.processor().to_string());
        let answer = Answer::from(executable.run(&self.request()?)?);
        Ok(Answer { stylesheet: Some(Sheet { version, processor, parameters }), ..answer })
    }

    /// Describes the difference between the answer of any binding and the expected answer.
    pub fn judge(
        &self,
        answer: std::result::Result<Answer, Refusal>,
    ) -> std::result::Result<(), String> {
        let expect = self.0["expect"].as_object().filter(|expect| !expect.is_empty());
        let expect = expect.ok_or("nothing is expected")?;
        match (answer, expect.get("error")) {
            (Err(refusal), Some(error)) => refusal.judge(error),
            (Err(refusal), None) => Err(format!("{refusal:?}")),
            (Ok(answer), Some(error)) => Err(format!("expected {error}, got {answer:?}")),
            (Ok(answer), None) => expect.iter().try_for_each(|(name, one)| answer.judge(name, one)),
        }
    }
}

impl Way {
    pub fn name(self) -> &'static str {
        match self {
            Way::Alone => "alone",
            Way::Stored => "stored",
            Way::StoredForAnother => "stored-for-another",
            Way::StoredForOwner => "stored-for-owner",
        }
    }
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Answer {
        let message = |message: glossweave::xslt::Message| {
            let place = message.location.map_or((0, 0), |place| (place.line(), place.column()));
            (message.text, place.0, place.1)
        };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Answer {
            bytes: reply.bytes,
            media_type: reply.media_type,
            encoding: reply.encoding,
            method: reply.method.to_string(),
            messages: reply.messages.into_iter().map(message).collect(),
            documents: reply.documents.into_iter().map(|one| (one.uri, text(one.bytes))).collect(),
            stylesheet: None,
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal {
            kind: error.kind().name().to_owned(),
            message: error.message().to_owned(),
            code: error.code().map(str::to_owned),
            parameter: error.parameter().map(str::to_owned),
            place: error.location().map(|place| (place.line(), place.column())),
        }
    }
}

type Verdict = std::result::Result<(), String>;

fn same(name: &str, expected: &Value, found: impl Into<Value>) -> Verdict {
    let found = found.into();
    if *expected == found {
        return Ok(());
    }
    Err(format!("{name}: expected {expected}, found {found}"))
}

impl Refusal {
    fn judge(&self, expected: &Value) -> Verdict {
        let place = self.place.map(|(line, column)| vec![line, column]);
        for (name, one) in expected.as_object().into_iter().flatten() {
            match name.as_str() {
                "kind" => same(name, one, self.kind.as_str())?,
                "code" => same(name, one, self.code.clone())?,
                "parameter" => same(name, one, self.parameter.clone())?,
                "at" => same(name, one, place.clone())?,
                "line" => same(name, one, self.place.map(|place| place.0))?,
                "message" if self.message.contains(one.as_str().unwrap_or("\0")) => {}
                "message" => return Err(format!("no {one} in `{}`", self.message)),
                other => return Err(format!("`{other}` is nothing to expect of an error")),
            }
        }
        Ok(())
    }
}

impl Answer {
    fn judge(&self, name: &str, expected: &Value) -> Verdict {
        let shown = String::from_utf8_lossy(&self.bytes);
        let parts = || expected.as_array().into_iter().flatten().filter_map(Value::as_str);
        match name {
            "bytes" => same(name, expected, &*shown),
            "latin1" => {
                let text: String = self.bytes.iter().map(|byte| char::from(*byte)).collect();
                same(name, expected, text)
            }
            "file" => {
                let file = root().join(expected.as_str().unwrap_or_default());
                let file = fs::read(file).map_err(|error| error.to_string())?;
                same(name, &String::from_utf8_lossy(&file).into(), &*shown)
            }
            "contains" => match parts().find(|part| !shown.contains(part)) {
                Some(part) => Err(format!("no `{part}` in {shown}")),
                None => Ok(()),
            },
            "lacks" => match parts().find(|part| shown.contains(part)) {
                Some(part) => Err(format!("`{part}` in {shown}")),
                None => Ok(()),
            },
            "media_type" => same(name, expected, self.media_type.as_str()),
            "encoding" => same(name, expected, self.encoding.to_ascii_lowercase()),
            "method" => same(name, expected, self.method.as_str()),
            "messages" => {
                let told = |(text, line, column): &(String, u32, u32)| {
                    Value::from(vec![Value::from(text.as_str()), (*line).into(), (*column).into()])
                };
                same(name, expected, self.messages.iter().map(told).collect::<Vec<_>>())
            }
            "documents" => same(name, expected, pairs(&self.documents)),
            "version" => {
                self.of_sheet(|stylesheet| same(name, expected, stylesheet.version.as_str()))
            }
            "processor" => {
                self.of_sheet(|stylesheet| same(name, expected, stylesheet.processor.as_str()))
            }
            "sheet_parameters" => {
                self.of_sheet(|stylesheet| same(name, expected, pairs(&stylesheet.parameters)))
            }
            other => Err(format!("`{other}` is nothing to expect")),
        }
    }

    fn of_sheet(&self, check: impl FnOnce(&Sheet) -> Verdict) -> Verdict {
        self.stylesheet.as_ref().map_or(Ok(()), check)
    }
}

fn pairs(pairs: &[(String, String)]) -> Value {
    let pair = |(name, value): &(String, String)| vec![name.as_str(), value.as_str()].into();
    pairs.iter().map(pair).collect::<Vec<Value>>().into()
}

/// Fails with the list of faults, if there are any.
pub fn none<T: Debug>(faults: &[T]) {
    assert!(faults.is_empty(), "{faults:#?}");
}
