//! The reader of Label Studio tasks.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Value as Json, json};

use super::text::{StatedPosition, TaskText};
use super::{NAME, TEXT};
use crate::json_file::{JsonFile, step, word};
use crate::reading::{ReadMark, ReadPart, Reading};
use crate::rejections::Rejections;
use glossweave_base::text::iri::is_absolute;
use glossweave_document::DecodeOptions;
use glossweave_format_base::Formats;
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::strings::Fault;

/// The members of a value that contain labels. They are also the types of results that label a span
/// of text.
const LABELS: [&str; 4] = ["labels", "hypertextlabels", "paragraphlabels", "htmllabels"];

/// Members of a task in the brief notation that are not texts of its data.
const ABOUT: [&str; 4] = ["created_at", "updated_at", "annotator", "agreement"];

/// The member with the text of a paragraph, unless a project uses another member.
pub(super) const PARAGRAPH: &str = "text";

pub(super) fn parse(
    source: &str,
    options: &DecodeOptions,
    formats: Formats,
) -> Result<Reading, Fault> {
    let root = JsonFile::parse(source, &[])?.root;
    let tasks: Vec<(String, &Json)> = match &root {
        Json::Array(all) => all
            .iter()
            .enumerate()
            .map(|(number, task)| (step("", &number.to_string()), task))
            .collect(),
        task => vec![(String::new(), task)],
    };
    let mut keys: Vec<&str> = tasks.iter().filter_map(|(_, task)| text_key(task)).collect();
    keys.push(PARAGRAPH);
    keys.sort_unstable();
    keys.dedup();
    let mut file = JsonFile::parse(source, &keys)?;
    // Tasks without annotations belong to the same project.
    let is_page =
        tasks.iter().any(|(_, task)| Results::of(task).all.iter().any(|result| has_path(result)));
    let page = is_page.then_some((formats, options));
    let authors = tasks.iter().map(|(_, task)| Results::of(task).author);
    // Predictions are read only if no task of the file has human annotations.
    let author = authors.max().unwrap_or_default().max(Author::Program);
    let (mut reading, mut rejections) = (Reading::default(), Rejections::default());
    let mut counts = Counts::default();
    for (number, (path, task)) in tasks.iter().enumerate() {
        let rejected = rejections.count();
        let part = read_task(path, task, (source, page), &mut file, (&mut counts, &mut rejections));
        match part {
            Ok((mut part, by)) => {
                part.is_unannotated = by < author;
                reading.parts.push(part);
                if rejections.count() == rejected {
                    rejections.accept();
                }
            }
            Err(fault) => {
                let message = format!("task {}: {}", number + 1, fault.message);
                let at = fault.at.clone();
                rejections.reject(fault, message, at);
            }
        }
    }
    rejections.report("tasks and results", "it is skipped", &mut reading)?;
    for (count, what) in [
        (counts.predictions, "predictions next to human annotations are not read"),
        (counts.unread, "results other than text labels are not read"),
        (counts.differing, "results quote a text that differs from their span"),
    ] {
        if count > 0 {
            reading.warn(format!("{count} {what}"), 0..0);
        }
    }
    Ok(reading)
}

/// Returns the data of a task: its member `data`, or the task itself in the brief notation.
fn data(task: &Json) -> Option<&serde_json::Map<String, Json>> {
    task.get("data").unwrap_or(task).as_object()
}

/// Returns the key of the text of a task: `text`, or the only member that is text. Paths and URLs
/// of other files are ignored.
fn text_key(task: &Json) -> Option<&str> {
    let is_text = |value: &Json| {
        let is_file =
            |text: &str| text.starts_with("/data/") || text.contains("://") && is_absolute(text);
        value.as_str().is_some_and(|text| !is_file(text))
    };
    let data = data(task)?;
    if data.get(TEXT).is_some_and(is_text) {
        return Some(TEXT);
    }
    let is_about = |key: &str| key == NAME || ABOUT.contains(&key);
    let mut texts = data.iter().filter(|(key, value)| is_text(value) && !is_about(key));
    texts.next().map(|(key, _)| key.as_str()).filter(|_| texts.next().is_none())
}

/// Returns the key and the number of the paragraphs of a task, which are the only list of objects
/// with texts.
fn paragraphs(task: &Json) -> Option<(&str, usize)> {
    let has_text = |paragraph: &Json| paragraph.get(PARAGRAPH).is_some_and(Json::is_string);
    let is_list = |all: &Vec<Json>| !all.is_empty() && all.iter().all(has_text);
    // In the brief notation, labels are also lists of objects with texts.
    let all = data(task).filter(|_| task.get("data").is_some())?.iter();
    let mut lists =
        all.filter_map(|(key, value)| Some((key, value.as_array().filter(|all| is_list(all))?)));
    let found = lists.next().map(|(key, all)| (key.as_str(), all.len()));
    found.filter(|_| lists.next().is_none())
}

/// The results of a task that are read, and the number of predictions that are not read.
struct Results<'j> {
    /// The ranges of the lists in `all`, each with the tool that created the list.
    lists: Vec<(Option<String>, Range<usize>)>,
    all: Vec<Cow<'j, Json>>,
    predictions: usize,
    author: Author,
}

/// The author of the results of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Author {
    /// No author, or only people who cancelled the task.
    #[default]
    None,
    Program,
    People,
}

impl<'j> Results<'j> {
    /// Finds the human annotations of a task, or its predictions if it has no human annotations.
    fn of(task: &'j Json) -> Results<'j> {
        let lists = |name: &str| task.get(name).and_then(Json::as_array).into_iter().flatten();
        let is_cancelled =
            |list: &Json| list.get("was_cancelled").and_then(Json::as_bool) == Some(true);
        let (cancelled, people): (Vec<&Json>, Vec<&Json>) =
            lists("annotations").chain(lists("completions")).partition(|list| is_cancelled(list));
        let predictions: Vec<&Json> = lists("predictions").collect();
        let author = match (people.is_empty(), cancelled.is_empty(), predictions.is_empty()) {
            (false, ..) => Author::People,
            (true, true, false) => Author::Program,
            // The brief notation contains only tasks that people have completed.
            _ if task.get("data").is_none() => Author::People,
            _ => Author::None,
        };
        let mut results = Results { lists: Vec::new(), all: Vec::new(), predictions: 0, author };
        if task.get("data").is_none() {
            let members = task.as_object().into_iter().flatten();
            let values = members.filter_map(|(_, value)| value.as_array()).flatten();
            let values = values.filter(|value| value.get("start").is_some());
            results.push(None, values.map(|value| Cow::Owned(json!({"value": value}))));
        }
        let used = match people.is_empty() {
            true => predictions,
            false => {
                results.predictions = predictions.len();
                people
            }
        };
        for completion in used {
            let tool = word(completion, "model_version").filter(|tool| is_absolute(tool));
            let list = completion.get("result").and_then(Json::as_array).into_iter().flatten();
            results.push(tool, list.map(Cow::Borrowed));
        }
        results
    }

    fn push(&mut self, tool: Option<String>, list: impl Iterator<Item = Cow<'j, Json>>) {
        let start = self.all.len();
        self.all.extend(list);
        self.lists.push((tool, start..self.all.len()));
    }
}

/// Returns `true` for a result that labels a span of a page.
fn has_path(result: &Json) -> bool {
    labels(result).is_some()
        && matches!(StatedPosition::of(result), Some(StatedPosition::Page { .. }))
}

/// The numbers of results that are not read, and of results whose texts differ from their spans.
#[derive(Default)]
struct Counts {
    predictions: usize,
    unread: usize,
    differing: usize,
}

fn read_task(
    path: &str,
    task: &Json,
    (source, page): (&str, Option<(Formats, &DecodeOptions)>),
    file: &mut JsonFile,
    (counts, rejections): (&mut Counts, &mut Rejections<Fault>),
) -> Result<(ReadPart, Author), Fault> {
    let base = if task.get("data").is_some() { step(path, "data") } else { path.to_owned() };
    let mut text = match (text_key(task), paragraphs(task)) {
        (Some(key), _) => {
            let at = step(&base, key);
            let place = file.place(&at);
            let value = file.text(&at).unwrap_or_default();
            match page {
                None => TaskText::plain(value),
                Some((formats, options)) => TaskText::page(formats, value, source, options)
                    .map_err(|message| Fault::new(message, place))?,
            }
        }
        (None, Some((key, count))) => {
            let list = step(&base, key);
            let paths = (0..count).map(|number| step(&list, &number.to_string()));
            let values = paths.map(|path| file.text(&step(&path, PARAGRAPH)).unwrap_or_default());
            TaskText::paragraphs(values.collect())
        }
        (None, None) => {
            let message = format!("expected a task with a text, found none at `{base}`");
            return Err(Fault::new(message, file.place(path)));
        }
    };
    let results = Results::of(task);
    counts.predictions += results.predictions;
    for (tool, range) in &results.lists {
        let list = results.all.get(range.clone()).unwrap_or_default();
        let at = || file.place(path);
        read_results(list, (tool.as_deref(), &at), &mut text, (&mut *counts, &mut *rejections));
    }
    let name = data(task).and_then(|data| data.get(NAME)).and_then(Json::as_str);
    let name = name.map(str::to_owned).or_else(|| word(task, "id"));
    Ok((ReadPart { name, units: text.into_units(), ..ReadPart::default() }, results.author))
}

fn read_results(
    list: &[Cow<'_, Json>],
    (tool, at): (Option<&str>, &dyn Fn() -> Range<usize>),
    text: &mut TaskText,
    (counts, rejections): (&mut Counts, &mut Rejections<Fault>),
) {
    let places: Vec<Option<StatedPosition<'_>>> =
        list.iter().map(|result| labels(result).and_then(|_| StatedPosition::of(result))).collect();
    let spans = text.spans(&places);
    for ((result, place), span) in list.iter().zip(&places).zip(spans) {
        let (Some(labels), Some(place), Some(span)) = (labels(result), place, span) else {
            counts.unread += 1;
            continue;
        };
        let Some(span) = span else {
            let name =
                word(result, "id").map_or("a result".to_owned(), |id| format!("the result `{id}`"));
            let message = format!("{name} extends {place}, beyond the text");
            rejections.reject_fault(Fault::new(message, at()));
            continue;
        };
        rejections.accept();
        counts.differing += usize::from(!span.agrees);
        let meta = result.get("meta").unwrap_or(&Json::Null);
        let (idents, classes) = (words(meta, "identifiers"), words(meta, "classes"));
        // Some programs store the score next to the labels.
        let score = result.get("score").or_else(|| result.get("value")?.get("score"));
        let confidence = score.and_then(Json::as_f64);
        let info = words(meta, "description").first().copied();
        let tool = words(meta, "creator").first().copied().or(tool);
        let labels: Vec<Option<&str>> =
            if labels.is_empty() { vec![None] } else { labels.into_iter().map(Some).collect() };
        for label in labels {
            let fields =
                AnnotationFields { label, idents: &idents, classes: &classes, confidence, info };
            let mark = ReadMark::new(span.range.clone(), &fields).by(tool.map(Into::into));
            text.mark(span.unit, mark);
        }
    }
}

/// Returns the labels of a result, which may be empty. Returns `None` if the result does not label
/// a span.
fn labels(result: &Json) -> Option<Vec<&str>> {
    let value = result.get("value")?;
    let all: Vec<&str> = LABELS.iter().flat_map(|name| words(value, name)).collect();
    let kind = result.get("type").and_then(Json::as_str);
    (!all.is_empty() || kind.is_some_and(|kind| LABELS.contains(&kind))).then_some(all)
}

/// Returns the texts of a member, which can be a list or a single text.
fn words<'j>(value: &'j Json, key: &str) -> Vec<&'j str> {
    match value.get(key) {
        Some(Json::Array(all)) => all.iter().filter_map(Json::as_str).collect(),
        Some(Json::String(text)) => vec![text],
        _ => Vec::new(),
    }
}
