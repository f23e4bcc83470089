//! XSLT 1.0 with EXSLT, using libxslt and libexslt through a shim that enforces the limits of a call.

mod call;
mod deadline;
mod error_report;
mod expression;
mod load;
mod messages;
mod worker_thread;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod untrusted_tests;

use std::ffi::{CStr, CString};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use self::call::{Bounds, Failure, Written};
use self::error_report::Report;
use self::expression::DocumentAccess;
use self::load::{Loader, NAME};
use self::messages::Stopped;
use super::declarations::XSLT;
use super::program::{Job, Outcome, Program};
use super::{Limits, Method};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_markup::escape::is_xml;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml;

/// The maximum size of a source, including the parameters, that is transformed on the thread of the caller. A
/// step of a run that cannot be stopped takes at most the square of this size.
const SMALL: usize = 16 << 10;

/// The stack that a level of instructions uses, in bytes. The measured maximum is 650.
const LEVEL: usize = 1_536;
/// The stack that is reserved for expressions and for the error messages of libxslt, in bytes.
const MARGIN: usize = 128 << 10;
/// The minimum number of levels for which the stack of the caller is used.
const FEW: usize = 60;

/// The number of steps that a function may take for each millisecond of a run.
const STEPS: u64 = 200_000;
/// The maximum number of idle copies of a stylesheet.
const IDLE: usize = 16;

/// A stylesheet compiled by libxslt.
struct Libxslt(Arc<Inner>);

struct Inner {
    text: String,
    report: Report,
    loader: Loader,
    /// The idle copies. Each run uses a separate copy, because libxslt changes a stylesheet while it runs.
    idle: Mutex<Vec<call::Stylesheet>>,
    /// The nesting depth of the elements in the stylesheet.
    nesting: usize,
    access: DocumentAccess,
    /// `true` if a run left blocks of its pool in the stylesheet. Later runs then use no pool.
    is_plain: AtomicBool,
    /// `true` if a run needed more than the stack of its caller.
    is_deep: AtomicBool,
}

/// Returns the files in a folder as external entities of its documents. Returns `ErrorKind::Invalid` if the
/// folder does not exist.
pub(super) fn outside(folder: Option<&Path>) -> Result<Option<Rc<dyn xml::Outside>>> {
    let Some(folder) = load::folder(folder)? else { return Ok(None) };
    Ok(Some(Rc::new(load::Files::beside(folder, NAME))))
}

/// Returns `true` if libexslt provides a function.
pub(super) fn knows(name: &str, space: &str) -> bool {
    call::knows(name, space)
}

/// The maximum number of global variables, keys and decimal formats in a stylesheet, because libxslt compares
/// each with all previous ones and cannot be stopped meanwhile.
const DECLARATIONS: usize = 4_000;

fn few_declarations(tree: &Tree<'_>) -> Result<()> {
    let is_compared = |node: &NodeId| {
        ["variable", "param", "key", "decimal-format"].iter().any(|name| tree.is(*node, XSLT, name))
    };
    let declarations = tree.root().into_iter().flat_map(|root| tree.elements(root));
    match declarations.filter(is_compared).nth(DECLARATIONS) {
        None => Ok(()),
        Some(node) => {
            let message = format!("more than {DECLARATIONS} global variables, keys and formats");
            let place = Location::in_source(tree.source().as_bytes(), tree.node(node).at());
            Err(Error::new(ErrorKind::TooLarge, message).at(place))
        }
    }
}

/// Compiles a stylesheet. Returns the errors of [`Stylesheet::compile`](super::Stylesheet::compile).
pub(super) fn compile(
    tree: &Tree<'_>,
    folder: Option<&Path>,
    limits: &Limits,
) -> Result<Arc<dyn Program>> {
    few_declarations(tree)?;
    let whole = xml::complete(tree.source(), outside(folder)?);
    let (text, added) = (whole.text.to_string(), (whole.at, whole.length));
    let source = tree.source().to_owned();
    let loader = Loader::new(&text, folder)?;
    let (limits, nesting) = (limits.clone(), tree.depth() as usize);
    let access = DocumentAccess::of(tree);
    // Expressions may be nested deeper than the stack of the thread of a host allows.
    worker_thread::run(limits.time, move || {
        let report = Report::new(source, added, loader.base());
        let idle = Mutex::default();
        let (is_plain, is_deep) = (AtomicBool::new(false), AtomicBool::new(false));
        let mut inner = Inner { text, report, loader, idle, nesting, access, is_plain, is_deep };
        let stylesheet = inner
            .compile(&bounds(&limits))
            .map_err(|failure| inner.not_compiled(failure, &limits))?;
        let modules = inner.loader.modules();
        inner.access = modules.iter().fold(access, |access, text| access.with_module(text));
        inner.give_back(stylesheet);
        Ok(Arc::new(Libxslt(Arc::new(inner))) as Arc<dyn Program>)
    })
}

impl Program for Libxslt {
    fn run(&self, job: &Job<'_>) -> Result<Outcome> {
        let inner = &self.0;
        let parameters = parameters(job.parameters)?;
        let size = parameters.iter().fold(job.source.len(), |sum, text| sum + text.count_bytes());
        let bounds = inner.bounds(job.limits);
        let here = inner.free_levels().min(bounds.levels);
        if size <= SMALL
            && !inner.access.is_far
            && here >= FEW
            && !inner.is_deep.load(Ordering::Relaxed)
            && let Some(stylesheet) = inner.take()
        {
            let near = Bounds { levels: here, ..bounds.clone() };
            let found = inner.run(stylesheet, job.source, &parameters, job.method, &near);
            match found {
                Err(failure) if failure.is_deep() && here < bounds.levels => {
                    inner.is_deep.store(true, Ordering::Relaxed);
                }
                found => return inner.outcome(found, job.source, job.limits),
            }
        }
        let (inner, source) = (self.0.clone(), job.source.to_owned());
        let (method, limits) = (job.method, job.limits.clone());
        worker_thread::run(limits.time, move || {
            let bounds = Bounds { levels: inner.free_levels().min(bounds.levels), ..bounds };
            let stylesheet = match inner.take() {
                Some(stylesheet) => stylesheet,
                None => inner
                    .compile(&bounds)
                    .map_err(|failure| inner.not_compiled(failure, &limits))?,
            };
            let found = inner.run(stylesheet, &source, &parameters, method, &bounds);
            inner.outcome(found, &source, &limits)
        })
    }
}

impl Inner {
    fn compile(&self, bounds: &Bounds) -> std::result::Result<call::Stylesheet, Failure> {
        call::compile(&self.text, self.loader.base(), &mut |uri| self.loader.module(uri), bounds)
    }

    fn not_compiled(&self, failure: Failure, limits: &Limits) -> Error {
        let refused = self.loader.refused(&failure);
        refused.unwrap_or_else(|| self.report.of_stylesheet(failure, limits))
    }

    fn take(&self) -> Option<call::Stylesheet> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn give_back(&self, stylesheet: call::Stylesheet) {
        if stylesheet.is_spoilt() {
            self.is_plain.store(true, Ordering::Relaxed);
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(stylesheet);
        }
    }

    /// Returns the number of levels of instructions for which the stack of this thread is sufficient.
    fn free_levels(&self) -> usize {
        call::stack_left().saturating_sub(MARGIN) / LEVEL
    }

    fn bounds(&self, limits: &Limits) -> Bounds {
        let levels = limits.recursion.saturating_mul(self.nesting.max(1));
        let is_plain = self.is_plain.load(Ordering::Relaxed);
        Bounds { levels, descents: self.access.descents, is_plain, ..bounds(limits) }
    }

    fn run(
        &self,
        mut stylesheet: call::Stylesheet,
        source: &str,
        parameters: &[CString],
        method: Option<Method>,
        bounds: &Bounds,
    ) -> std::result::Result<Written, Failure> {
        let mut load = |uri: &str| self.loader.load(uri);
        let found = stylesheet.run(source, SOURCE, parameters, method, &mut load, bounds);
        // When the stack was exhausted, allocations failed, too, so that the stylesheet may be incomplete.
        if !matches!(&found, Err(failure) if failure.stopped == Some(Stopped::Stack)) {
            self.give_back(stylesheet);
        }
        found
    }

    fn outcome(
        &self,
        found: std::result::Result<Written, Failure>,
        source: &str,
        limits: &Limits,
    ) -> Result<Outcome> {
        let written = found.map_err(|failure| {
            let refused = self.loader.refused(&failure);
            refused.unwrap_or_else(|| self.report.of_run(failure, source, limits))
        })?;
        Ok(Outcome {
            bytes: written.bytes,
            method: written.method,
            encoding: written.encoding,
            media_type: written.media_type,
            messages: self.report.messages(&written.events, &written.read),
            documents: Vec::new(),
        })
    }
}

/// The name of the source.
const SOURCE: &CStr = c"source.xml";

/// Returns the name of a parameter for libxslt: without a prefix, which would be looked up, and without a
/// namespace. Returns `None` for a name that no stylesheet can have.
fn bare_name(name: &str) -> Option<&str> {
    let name = name.strip_prefix("{}").unwrap_or(name);
    let local = match name.strip_prefix('{') {
        Some(rest) => rest.split_once('}')?.1,
        None => name,
    };
    (!local.is_empty() && !local.contains([':', '{', '}'])).then_some(name)
}

/// Returns names and values in alternation. Returns `ErrorKind::Invalid`, with the name as parameter, for
/// characters that XML does not allow (XML 1.0, 2.2), because no document can contain them.
fn parameters(pairs: &[(String, String)]) -> Result<Vec<CString>> {
    let mut texts = Vec::with_capacity(pairs.len() * 2);
    for (name, value) in pairs {
        let Some(bare) = bare_name(name) else { continue };
        for text in [bare, value] {
            let strange = text.chars().find(|c| !is_xml(*c));
            let text = CString::new(text).ok().filter(|_| strange.is_none());
            texts.push(text.ok_or_else(|| {
                let name = name.replace(|c| !is_xml(c), "\u{FFFD}");
                let code = strange.map_or(0, u32::from);
                let message = format!("the parameter `{name}` has the character U+{code:04X}");
                Error::invalid(message).with_parameter(name)
            })?);
        }
    }
    Ok(texts)
}

fn bounds(limits: &Limits) -> Bounds {
    let now = Instant::now();
    let milliseconds = u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX);
    Bounds {
        depth: limits.depth,
        levels: limits.recursion,
        descents: 0,
        memory: limits.memory,
        output: limits.output,
        cost: milliseconds.saturating_mul(STEPS),
        watch: now.checked_add(limits.time).unwrap_or(now),
        is_plain: false,
    }
}
