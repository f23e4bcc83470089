//! The case table through the C API. Uses frames for the input and output of `cases.c`, because C has no
//! JSON.

use glossweave::{Error, ErrorKind, Location, Result};
use harness::cases::{Answer, Case, all, provider_options};
use serde_json::{Value, json};

/// Frames for `cases.c`.
#[derive(Default)]
struct Frames(Vec<u8>);

impl Frames {
    fn put(&mut self, name: &str, value: impl AsRef<[u8]>) {
        let value = value.as_ref();
        self.0.extend_from_slice(format!("{name} {}\n", value.len()).as_bytes());
        self.0.extend_from_slice(value);
        self.0.push(b'\n');
    }

    /// Appends a value of a table as text.
    fn say(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::String(text) => self.put(name, text),
            Value::Bool(said) => self.put(name, if *said { "yes" } else { "no" }),
            Value::Array(all) => all.iter().for_each(|one| self.say(name, one)),
            other => self.put(name, other.to_string()),
        }
    }

    fn case(&mut self, case: &Case) {
        let row = case.row();
        self.put("step", case.step());
        self.put("input", case.input());
        self.put("informat", row["informat"].as_str().unwrap_or("html"));
        self.say("labels", &row["labels"]);
        self.put("outformat", row["outformat"].as_str().unwrap_or("turtle"));
        self.say("category", &row["category"]);
        self.say("nif", &row["nif"]);
        self.say("nif", &row["web_annotations"]);
        if case.step() == "recognize" {
            self.put("request.informat", row["informat"].as_str().unwrap_or("html"));
            self.put("request.outformat", row["outformat"].as_str().unwrap_or("turtle"));
            self.put("recognizer", row["options"]["recognizer"].as_str().unwrap_or("names"));
            for provider in row["providers"].as_array().into_iter().flatten() {
                for (name, value) in provider_options(provider) {
                    self.put(&format!("provider.{name}"), value);
                }
                for name in ["name", "protocol", "place"] {
                    self.put(
                        &format!("opened-{name}"),
                        provider[name].as_str().unwrap_or_default(),
                    );
                }
            }
        }
        if matches!(case.step(), "dataset" | "terms" | "translate") {
            self.put("request.informat", row["informat"].as_str().unwrap_or("html"));
            self.put("request.outformat", row["outformat"].as_str().unwrap_or("turtle"));
            if case.step() == "translate" {
                let path = super::scratch().join("case.memory");
                self.put("path", path.to_string_lossy().as_bytes());
            } else {
                self.put("request.dataset", "names");
            }
            if case.step() == "terms" {
                self.put("load.type", "terms");
            }
            let usual = if case.step() == "terms" { "termbase" } else { "memory" };
            self.put("recognizer", row["options"]["provider"].as_str().unwrap_or(usual));
            for (name, value) in row["load"].as_object().into_iter().flatten() {
                match case.step() {
                    "translate" => self.say("sort", value),
                    _ => self.say(&format!("load.{name}"), value),
                }
            }
        }
        for (name, value) in row["options"].as_object().into_iter().flatten() {
            self.option(case.step(), name, value);
        }
        for annotation in row["annotations"].as_array().into_iter().flatten() {
            self.annotation(annotation);
        }
        self.put("run", "");
    }

    fn option(&mut self, step: &str, name: &str, value: &Value) {
        let group = match (step, name) {
            ("web-annotation", "source" | "base" | "created" | "text") => "web",
            ("export", "name") => "export",
            ("read-web-annotation", "source") => return self.say("base", value),
            (
                "chunks",
                "split" | "size" | "size-unit" | "overlap" | "at-headings" | "name"
                | "max-output-bytes",
            ) => "chunk",
            ("terms" | "translate", "provider") => return,
            ("dataset" | "terms" | "translate", _) => {
                return self.say(&format!("request.{name}"), value);
            }
            (_, "base" | "recognizer") => {
                return if name == "base" {
                    self.say(name, value)
                };
            }
            ("recognize", "max_bytes") => {
                return self.put("settings", format!("limits.source = {value}"));
            }
            ("recognize", _) => "request",
            (
                _,
                "charset"
                | "language"
                | "max_bytes"
                | "rules"
                | "rule_set"
                | "unknown_entities"
                | "invalid_bytes"
                | "translatable_attributes"
                | "numeric_cells"
                | "columns",
            ) => "decode",
            (_, "parameters") => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    let value = value.as_str().unwrap_or_default();
                    self.put("decode.parameters", format!("{name}={value}"));
                }
                return;
            }
            (_, "its_base") => return self.say("decode.base", value),
            (_, "rules_folder") => {
                let folder = harness::corpus::data().join(value.as_str().unwrap_or_default());
                return self.put("decode.rules-folder", folder.to_string_lossy().as_bytes());
            }
            (_, "prefix" | "nif_version" | "shape") => "nif",
            _ => "encode",
        };
        self.say(&format!("{group}.{}", name.replace('_', "-")), value);
    }

    fn annotation(&mut self, annotation: &Value) {
        let sort = match annotation {
            one if one["term"] == true => "term",
            one if one["metadata"].is_array() => "metadata",
            one if one["translation"].is_string() => "translation",
            _ => "entity",
        };
        self.put("annotation", sort);
        for (name, value) in annotation.as_object().into_iter().flatten() {
            match name.as_str() {
                "term" => {}
                "metadata" => {
                    for pair in value.as_array().into_iter().flatten() {
                        let field = format!("field.{}", pair[0].as_str().unwrap_or_default());
                        self.put(&field, pair[1].as_str().unwrap_or_default());
                    }
                }
                "start" | "end" => self.say(name, value),
                _ => self.say(&format!("field.{}", field(name)), value),
            }
        }
    }
}

/// Returns the name of a column of annotations in the C API.
fn field(column: &str) -> String {
    match column {
        "entity" => "ident".to_owned(),
        "ident" => "source-ident".to_owned(),
        "translation" => "text".to_owned(),
        other => other.replace('_', "-"),
    }
}

/// The answer to one case, combined from its frames.
#[derive(Default)]
struct Report {
    answer: Answer,
    kind: Option<ErrorKind>,
    message: String,
    line: u32,
    column: Option<u32>,
}

impl Report {
    fn take(&mut self, name: &str, value: &[u8]) {
        if name == "bytes" {
            self.answer.bytes = Some(value.to_vec());
            return;
        }
        let text = String::from_utf8(value.to_vec()).unwrap();
        let answer = &mut self.answer;
        match name {
            "text" => answer.text = Some(text),
            "language" => answer.language = Some(text),
            "encoding" => answer.encoding = Some(text),
            "unit" => answer.units.push(text),
            "target" => answer.target.push(text),
            "warnings" => answer.warnings = text.parse().unwrap(),
            "node" => answer.its.push(text),
            "value" => {
                let node = answer.its.last_mut().unwrap();
                node.push(' ');
                node.push_str(&text);
            }
            "status" => answer.statuses.push(text),
            "part" => answer.parts.push(text),
            "placement" => answer.placements.push(text),
            "not-placed" => answer.placements.push(format!("not placed: {text}")),
            "annotations" => answer.annotations = Some(Vec::new()),
            "error" => self.kind = ErrorKind::ALL.iter().copied().find(|kind| kind.name() == text),
            "message" => self.message = text,
            "line" => self.line = text.parse().unwrap(),
            "column" => self.column = Some(text.parse().unwrap()),
            _ => self.annotation(name, &text),
        }
    }

    fn finish(self) -> Result<Answer> {
        let Some(kind) = self.kind else { return Ok(self.answer) };
        let error = Error::new(kind, self.message);
        Err(match self.column {
            Some(column) => error.at(Location::at_line(b"", self.line, column)),
            None => error,
        })
    }

    fn annotation(&mut self, name: &str, value: &str) {
        let all = self.answer.annotations.get_or_insert_default();
        if name == "body" {
            all.push(match value {
                "term" => json!({ "term": true }),
                "metadata" => json!({ "metadata": [] }),
                _ => json!({}),
            });
            return;
        }
        let last = all.last_mut().unwrap();
        let name = name.strip_prefix("field.").unwrap_or(name);
        let said = last.get_mut("metadata").and_then(Value::as_array_mut);
        if let (Some(said), false) = (said, matches!(name, "start" | "end" | "annotator")) {
            said.push(json!([name, value]));
            return;
        }
        match name {
            "start" | "end" => last[name] = value.parse::<u64>().unwrap().into(),
            "confidence" => last[name] = value.parse::<f64>().unwrap().into(),
            "ident" | "class" => {
                let column = if name == "ident" { "entity" } else { name };
                if last[column].is_null() {
                    last[column] = json!([]);
                }
                last[column].as_array_mut().unwrap().push(value.into());
            }
            "source-ident" => last["ident"] = value.into(),
            "text" => last["translation"] = value.into(),
            _ => last[name.replace('-', "_")] = value.into(),
        }
    }
}

/// Splits the frames into one report for each case.
fn reports(mut frames: &[u8]) -> Vec<Report> {
    let mut all = Vec::new();
    let mut report = Report::default();
    while let Some(line) = frames.iter().position(|byte| *byte == b'\n') {
        let head = std::str::from_utf8(&frames[..line]).unwrap();
        let (name, length) = head.split_once(' ').unwrap();
        let end = line + 1 + length.parse::<usize>().unwrap();
        match name {
            "done" => all.push(std::mem::take(&mut report)),
            _ => report.take(name, &frames[line + 1..end]),
        }
        frames = &frames[end + 1..];
    }
    all
}

#[test]
fn every_case_is_answered_as_in_rust() {
    let cases = all();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    let file = super::root().join("ffi/tests/c/cases.c");
    let program = super::build(&file, super::Linked::Shared, "table");
    judge(std::process::Command::new(&program), &cases);
    if super::is_there("valgrind") {
        let mut valgrind = super::valgrind();
        valgrind.arg(program);
        judge(valgrind, &super::sample(cases, 25));
    }
}

/// Runs the program on the cases and compares its answers.
fn judge(mut program: std::process::Command, cases: &[Case]) {
    let mut frames = Frames::default();
    cases.iter().for_each(|case| frames.case(case));
    let reports = reports(&super::succeeds(&mut program, &frames.0));
    assert_eq!(reports.len(), cases.len());
    let mut faults = Vec::new();
    for (case, report) in cases.iter().zip(reports) {
        if let Err(what) = case.judge(report.finish()) {
            faults.push(format!("{} `{}`: {what}", case.file, case.name));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), cases.len(), faults.join("\n"));
}
