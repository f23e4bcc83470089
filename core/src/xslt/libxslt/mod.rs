//! XSLT 1.0 with EXSLT: libxslt and libexslt, through a shim that holds them to what a call may do.

mod apart;
mod call;
mod event;
mod load;
mod report;
mod watch;

use std::ffi::{CStr, CString};
use std::sync::Arc;
use std::time::Instant;

use self::call::{Bounds, Failure, Written};
use self::load::Loader;
use self::report::Report;
use super::program::{Job, Outcome, Program};
use super::{Limits, Method, Options};
use crate::error::{Error, Result};

/// What a source may have and still be transformed on the thread of the caller. No step of a run that
/// cannot be stopped takes more than the square of this.
const SMALL: usize = 64 << 10;

/// How many bytes of stack one call of a template takes, and what each level of instructions in it
/// adds.
const FRAME: usize = 4 << 10;
const LEVEL: usize = 1 << 10;
/// What stays free.
const MARGIN: usize = 256 << 10;
/// With room for fewer calls than this, the stack of the caller is not tried.
const FEW: usize = 40;

/// A stylesheet, compiled by libxslt.
struct Libxslt(Arc<Inner>);

struct Inner {
    stylesheet: call::Stylesheet,
    report: Report,
    loader: Loader,
    /// How deep its own elements nest.
    nesting: usize,
    /// Whether it takes nodes from elsewhere than its source, whose size then bounds nothing.
    makes_nodes: bool,
}

/// Parts of the names of functions that give such nodes.
const MAKERS: [&str; 6] = ["node-set", "nodeset", "document(", "tokenize", "split", "evaluate"];

/// Compiles a stylesheet. Kinds: those of [`Executable::compile`](super::Executable::compile).
pub(super) fn compile(text: &str, nesting: usize, options: &Options) -> Result<Arc<dyn Program>> {
    let loader = Loader::new(text, options.folder.as_deref())?;
    let limits = options.limits.clone();
    let text = text.to_owned();
    // Expressions may nest deeper than the stack of any host's thread.
    apart::run(limits.time, move || {
        let report = Report::new(&text, loader.base());
        let bounds = bounds(&limits, limits.recursion);
        let found = call::compile(&text, loader.base(), &mut |uri| loader.load(uri), &bounds);
        let stylesheet = found.map_err(|failure| report.of_stylesheet(failure, &limits))?;
        let makes_nodes = MAKERS.iter().any(|name| text.contains(name));
        let inner = Inner { stylesheet, report, loader, nesting, makes_nodes };
        Ok(Arc::new(Libxslt(Arc::new(inner))) as Arc<dyn Program>)
    })
}

impl Program for Libxslt {
    fn run(&self, job: &Job<'_>) -> Result<Outcome> {
        let inner = &self.0;
        let parameters = parameters(job.parameters)?;
        let left = call::stack_left().saturating_sub(MARGIN);
        let here = (left / (FRAME + LEVEL * inner.nesting)).min(job.limits.recursion);
        if job.source.len() <= SMALL && !inner.makes_nodes && here >= FEW {
            let found = inner.run(job.source, &parameters, job.method, job.limits, here);
            match found {
                Err(failure) if failure.is_deep() && here < job.limits.recursion => {}
                found => return inner.outcome(found, job.source, job.limits),
            }
        }
        let (inner, source) = (self.0.clone(), job.source.to_owned());
        let (method, limits) = (job.method, job.limits.clone());
        apart::run(limits.time, move || {
            let left = call::stack_left().saturating_sub(MARGIN);
            let depth = (left / (FRAME + LEVEL * inner.nesting)).min(limits.recursion);
            let found = inner.run(&source, &parameters, method, &limits, depth);
            inner.outcome(found, &source, &limits)
        })
    }
}

impl Inner {
    fn run(
        &self,
        source: &str,
        parameters: &[CString],
        method: Option<Method>,
        limits: &Limits,
        recursion: usize,
    ) -> std::result::Result<Written, Failure> {
        let mut load = |uri: &str| self.loader.load(uri);
        let bounds = bounds(limits, recursion);
        self.stylesheet.run(source, SOURCE, parameters, method, &mut load, &bounds)
    }

    fn outcome(
        &self,
        found: std::result::Result<Written, Failure>,
        source: &str,
        limits: &Limits,
    ) -> Result<Outcome> {
        let written = found.map_err(|failure| self.report.of_run(failure, source, limits))?;
        Ok(Outcome {
            bytes: written.bytes,
            method: written.method,
            encoding: written.encoding,
            media_type: written.media_type,
            messages: self.report.messages(&written.events),
            documents: Vec::new(),
        })
    }
}

/// What the source is called.
const SOURCE: &CStr = c"source.xml";

/// Names and values in turn. Kind Invalid, with the name as parameter, for NUL characters.
fn parameters(pairs: &[(String, String)]) -> Result<Vec<CString>> {
    let mut texts = Vec::with_capacity(pairs.len() * 2);
    for (name, value) in pairs {
        for text in [name, value] {
            texts.push(CString::new(text.as_str()).map_err(|_| {
                let message = format!("the parameter `{name}` has a NUL character in it");
                Error::invalid(message.replace('\0', "")).with_parameter(name.replace('\0', ""))
            })?);
        }
    }
    Ok(texts)
}

fn bounds(limits: &Limits, recursion: usize) -> Bounds {
    let now = Instant::now();
    Bounds {
        depth: limits.depth,
        recursion,
        memory: limits.memory,
        output: limits.output,
        watch: now.checked_add(limits.time).unwrap_or(now),
    }
}
