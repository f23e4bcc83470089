//! Runs of a compiled stylesheet.

use std::borrow::Cow;
use std::ffi::{CStr, CString};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::compile::Compiled;
use super::library::{Answer, Diagnostic, Handle};
use super::pool::Want;
use super::stylesheet::SaxonStylesheet;
use super::worker::SaxonThread;
use super::{Saxon, diagnostics, output, own};
use crate::Limits;
use crate::program::{Document, Job, Message, Method, Outcome, Program};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_markup::xml;

/// The base IRI for the names of result documents. No resolver reads this IRI.
const RESULTS: &CStr = c"result:///";
/// The forms in which Saxon writes the base before a relative name.
const PREFIXES: &[&str] = &["result:///", "result:/"];

/// The code of an error when a stylesheet terminates itself (XSLT 3.0, 23.2).
const TERMINATED: &str = "XTMM9000";

/// A stylesheet for Saxon.
pub(super) struct Stylesheet {
    pub saxon: Arc<Saxon>,
    pub sheet: Arc<SaxonStylesheet>,
    /// The thread that ran the stylesheet last.
    pub thread: AtomicU64,
}

impl Program for Stylesheet {
    fn run(&self, job: &Job<'_>) -> Result<Outcome> {
        let limits = job.limits;
        let body = job.source.strip_prefix('\u{feff}').unwrap_or(job.source);
        check(body, limits)?;
        let run = Run {
            source: CString::new(body).map_err(|_| Error::malformed("the source has a NUL"))?,
            parameters: job
                .parameters
                .iter()
                .filter(|(name, _)| name != own::NAME)
                .map(parameter)
                .collect::<Result<_>>()?,
            method: job.method,
            output: limits.output,
        };
        let want = Want {
            thread: self.thread.load(Ordering::Relaxed),
            heap: super::heap(limits),
            time: limits.time,
        };
        let sheet = self.sheet.clone();
        let (number, outcome) = self.saxon.pool.run(&want, move |thread| {
            let outcome = thread.compiled(&sheet).and_then(|compiled| run.on(&compiled, &sheet));
            let outcome = outcome.inspect_err(|error| heed(thread, error));
            Ok((thread.number, outcome))
        })?;
        self.thread.store(number, Ordering::Relaxed);
        outcome
    }
}

fn heed(thread: &mut SaxonThread, error: &Error) {
    thread.heed(error.kind());
}

/// Returns the key of a parameter in Saxon, and its value.
fn parameter((name, value): &(String, String)) -> Result<(CString, CString)> {
    let no = |why: &str| {
        Error::invalid(format!("the {why} of a parameter has a NUL")).with_parameter(name.as_str())
    };
    // Saxon crashes for an empty or unterminated name. Other malformed names are harmless.
    let is_name = !name.is_empty() && (!name.starts_with('{') || name.contains('}'));
    if !is_name {
        return Err(Error::invalid(format!("`{name}` is not a name")).with_parameter(name.as_str()));
    }
    let key = CString::new(format!("param:{name}")).map_err(|_| no("name"))?;
    Ok((key, CString::new(value.as_str()).map_err(|_| no("value"))?))
}

/// Checks a source before Saxon parses it, because Saxon prints errors and reports only their lines.
fn check(source: &str, limits: &Limits) -> Result<()> {
    let limits = xml::Limits { depth: limits.depth, ..xml::Limits::default() };
    let Err(fault) = xml::parse(Cow::Borrowed(source), limits) else { return Ok(()) };
    let place = Location::in_source(source.as_bytes(), fault.at);
    Err(Error::new(fault.kind, fault.message).at(place))
}

/// The data that a thread needs for a run.
struct Run {
    source: CString,
    parameters: Vec<(CString, CString)>,
    method: Option<Method>,
    output: usize,
}

impl Run {
    fn on(&self, compiled: &Compiled, sheet: &SaxonStylesheet) -> Result<Outcome> {
        let isolate = &compiled.isolate;
        let failed = |diagnostic: Diagnostic| diagnostics::error(&diagnostic, sheet);
        let base = sheet.folder.as_deref();
        let source = isolate
            .parse(&compiled.processor, base, &self.source)
            .map_err(|diagnostic| Run::unread(&diagnostic, sheet))?;
        let listener = isolate.listener(&compiled.processor).map_err(failed)?;
        let collector = isolate.collector().map_err(failed)?;
        let values: Vec<(&CStr, Handle)> = self
            .parameters
            .iter()
            .map(|(key, value)| Ok((key.as_c_str(), isolate.value(value)?)))
            .collect::<Answer<_>>()
            .map_err(failed)?;
        let mut pairs = vec![(c"node", &source), (c"m", &listener), (c"rd", &collector)];
        pairs.extend(values.iter().map(|(key, value)| (*key, value)));
        pairs.extend(compiled.itself(sheet).map_err(failed)?.map(|itself| (own::KEY, itself)));
        let method = self.method.map(|method| CString::new(method.name()).unwrap_or_default());
        let mut properties = vec![(c"baseoutput", RESULTS)];
        properties.extend(method.as_deref().map(|method| (c"!method", method)));
        let bytes = match isolate.transform(&compiled.program, &pairs, &properties) {
            Ok(bytes) => bytes,
            Err(diagnostic) if diagnostics::is_full(&diagnostic) => return Err(failed(diagnostic)),
            Err(diagnostic) => return Err(ended(&diagnostic, sheet, isolate.messages(&listener))),
        };
        let mut remaining = self.output;
        take(&mut remaining, bytes.len(), self.output)?;
        let messages = isolate.messages(&listener);
        let mut documents = Vec::new();
        if sheet.writes() {
            for (uri, document) in isolate.documents(&collector) {
                let document = write(compiled, sheet, uri, &document).map_err(failed)?;
                take(&mut remaining, document.bytes.len(), self.output)?;
                documents.push(document);
            }
            documents.sort_by(|first, second| first.uri.cmp(&second.uri));
        }
        Ok(self.outcome(bytes, sheet, messages, documents))
    }

    fn unread(diagnostic: &Diagnostic, sheet: &SaxonStylesheet) -> Error {
        if diagnostics::is_full(diagnostic) {
            return diagnostics::error(diagnostic, sheet);
        }
        let brief = diagnostic.brief.split_once("XML parser: ").map(|(_, words)| words);
        Error::malformed(diagnostics::reworded(brief.unwrap_or(&diagnostic.brief)))
    }

    fn outcome(
        &self,
        bytes: Vec<u8>,
        sheet: &SaxonStylesheet,
        messages: Vec<String>,
        documents: Vec<Document>,
    ) -> Outcome {
        // A module may contain `xsl:output`, too.
        let named = || output::encoding(&bytes);
        let stated = sheet.output.encoding.clone();
        let encoding = if sheet.has_modules { named().or(stated) } else { stated };
        let place = |_: &String| sheet.message.clone().filter(|_| !sheet.has_modules);
        Outcome {
            method: self.method.or(sheet.output.method).unwrap_or_else(|| output::method(&bytes)),
            encoding: encoding.unwrap_or_else(|| "UTF-8".to_owned()),
            media_type: sheet.output.media_type.clone(),
            messages: messages
                .into_iter()
                .map(|text| Message { location: place(&text), text })
                .collect(),
            documents,
            bytes,
        }
    }
}

/// Subtracts the bytes of a result from the remaining bytes.
fn take(remaining: &mut usize, bytes: usize, limit: usize) -> Result<()> {
    *remaining = remaining.checked_sub(bytes).ok_or_else(|| {
        Error::new(ErrorKind::TooLarge, format!("the result has more than {limit} bytes"))
    })?;
    Ok(())
}

/// Returns the error for a failed run. If the stylesheet terminated itself, the error contains its last
/// message.
fn ended(diagnostic: &Diagnostic, sheet: &SaxonStylesheet, messages: Vec<String>) -> Error {
    let faults = diagnostics::faults(&diagnostic.all);
    let is_ended = diagnostic.brief.contains("terminated by xsl:message");
    match (faults.first(), messages.last()) {
        (Some(fault), Some(text)) if is_ended => {
            let code = fault.code.as_deref().unwrap_or(TERMINATED);
            let error = Error::invalid(format!("the stylesheet ended the run: {}", text.trim()))
                .with_code(code);
            match diagnostics::place(fault, sheet) {
                Some(place) => error.at(place),
                None => error,
            }
        }
        _ => diagnostics::error(diagnostic, sheet),
    }
}

/// Serializes a result document with the parameters of its instruction.
fn write(
    compiled: &Compiled,
    sheet: &SaxonStylesheet,
    uri: String,
    document: &Handle,
) -> Answer<Document> {
    let short = PREFIXES.iter().find_map(|prefix| uri.strip_prefix(prefix));
    let uri = short.map_or(uri.clone(), str::to_owned);
    let parameters: Vec<(&CStr, &CStr)> =
        sheet.parameters_of(&uri).iter().map(|(name, value)| (*name, value.as_c_str())).collect();
    let identity = compiled.identity()?;
    let bytes = compiled.isolate.transform(identity, &[(c"node", document)], &parameters)?;
    Ok(Document { uri, bytes })
}
