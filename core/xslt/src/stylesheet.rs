//! Compiled stylesheets.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::declarations::{Parameter, StylesheetInfo};
use super::program::{Job, Program};
use super::request::{Output, Reply, Request};
use super::worker::{self, Workers};
use super::{
    Method, Options, Processor, Saxon, check, compatible, html, libxslt, page_names, source,
};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::{Accept, Format};
use glossweave_markup::{Sniff, encoding, xml};

/// A compiled stylesheet. It is cheap to clone, and threads can share it.
#[derive(Clone)]
pub struct Stylesheet(Arc<Parts>);

struct Parts {
    info: StylesheetInfo,
    processor: Processor,
    program: Arc<dyn Program>,
    options: Options,
    /// `true` if the elements of a page are in the XHTML namespace.
    is_xhtml: bool,
}

/// The process in which Saxon runs: this process, or workers.
enum SaxonProcess {
    Here(Arc<Saxon>),
    Beside(Arc<Workers>),
}

impl Stylesheet {
    /// Compiles a stylesheet: XML in any encoding that the stylesheet or the options declare.
    ///
    /// By default, versions below 2.0 use libxslt, and later versions use Saxon. If Saxon is not available, a
    /// stylesheet of a later version that needs only XSLT 1.0 uses libxslt in its forwards-compatible mode
    /// (XSLT 1.0, 2.5).
    ///
    /// # Errors
    ///
    /// Returns the following errors, with the location if known:
    /// [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) if the text is not well-formed,
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the code of the processor, if it is
    /// not a valid stylesheet, [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if it
    /// needs a processor that is not available or Saxon cannot be opened, and
    /// [`ErrorKind::Deadline`](glossweave_base::ErrorKind::Deadline) or
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if a limit is exceeded.
    pub fn compile(stylesheet: &[u8], options: &Options) -> Result<Stylesheet> {
        Stylesheet::compile_with(stylesheet, options, || Saxon::find(options.library.as_deref()))
    }

    /// Compiles a stylesheet. `saxon` is called when Saxon is needed.
    pub(super) fn compile_with(
        stylesheet: &[u8],
        options: &Options,
        saxon: impl FnOnce() -> Result<Option<Arc<Saxon>>>,
    ) -> Result<Stylesheet> {
        let decoded = encoding::decode_xml(stylesheet, options.charset)?;
        let (folder, limits) = (options.folder.as_deref(), &options.limits);
        let outside = libxslt::outside(folder)?;
        let tree = source::few_attributes(&decoded.text)
            .and_then(|()| xml::parse_with(&decoded.text, source::limits(source::DEPTH), outside))
            .map_err(|fault| fault.in_source(stylesheet, &decoded))?;
        let info = StylesheetInfo::at(&tree)?;
        let is_here = match options.processor {
            Some(Processor::Libxslt) => true,
            None => info.is_first(),
            Some(Processor::Saxon) => false,
        };
        let saxon = match (&options.worker, &options.saxon) {
            _ if is_here => None,
            (Some(worker), _) => {
                let library = Saxon::place(options.library.as_deref())?;
                library.map(|library| SaxonProcess::Beside(Workers::of(worker, Some(&library))))
            }
            (None, Some(saxon)) => Some(SaxonProcess::Here(saxon.clone())),
            (None, None) => saxon()?.map(SaxonProcess::Here),
        };
        let processor = match (options.processor, &saxon) {
            (Some(processor), _) => processor,
            (None, Some(_)) => Processor::Saxon,
            (None, None) => Processor::Libxslt,
        };
        let program = match processor {
            Processor::Libxslt => {
                if !info.is_first() {
                    compatible::check(&tree).map_err(|error| missing(&info.version, error))?;
                }
                let program = match &options.worker {
                    Some(worker) => {
                        worker::compile(Workers::of(worker, None), &decoded.text, folder, limits)
                    }
                    None => libxslt::compile(&tree, folder, limits),
                };
                let program = program.map_err(|error| check::explained(&tree, error))?;
                check::names(&tree)?;
                program
            }
            Processor::Saxon => {
                let saxon = saxon.ok_or_else(|| {
                    let message = format!("{HOW}, to run stylesheets on it");
                    Error::unsupported(Side::Input, message)
                })?;
                match saxon {
                    SaxonProcess::Here(saxon) => saxon.compile(&decoded.text, folder, limits)?,
                    SaxonProcess::Beside(workers) => {
                        worker::compile(workers, &decoded.text, folder, limits)?
                    }
                }
            }
        };
        let options = options.clone();
        let is_xhtml = !page_names::expects_no_namespace(&tree, &decoded.text);
        Ok(Stylesheet(Arc::new(Parts { info, processor, program, options, is_xhtml })))
    }

    /// Returns the version of XSLT that the stylesheet requests, as written in the stylesheet.
    pub fn version(&self) -> &str {
        &self.0.info.version
    }

    /// Returns the processor of the stylesheet.
    pub fn processor(&self) -> Processor {
        self.0.processor
    }

    /// Returns the global parameters of the stylesheet, in document order. Parameters of modules are not
    /// included.
    pub fn parameters(&self) -> &[Parameter] {
        &self.0.info.parameters
    }

    /// Transforms a document.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the input is neither
    /// XML nor HTML, or the stylesheet cannot write the requested output,
    /// [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the location, if the source is
    /// not well-formed, [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a parameter contains a
    /// NUL character or, when libxslt is used, another character that XML does not allow, if the stylesheet
    /// fails, with the code of the processor and the location in the stylesheet, or if the stylesheet
    /// terminates the run, with its message, and
    /// [`ErrorKind::Deadline`](glossweave_base::ErrorKind::Deadline) or
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if a limit is exceeded.
    pub fn run(&self, request: &Request) -> Result<Reply> {
        let Parts { info, program, options, is_xhtml, .. } = &*self.0;
        let (method, media_type) = info.written(&request.output)?;
        let is_own = method.is_none() || method == info.method;
        let media_type = media_type.or_else(|| info.media_type.clone().filter(|_| is_own));
        // libxslt does not recognize the method `xhtml` in a stylesheet.
        let method = method.or(info.method.filter(|method| *method == Method::Xhtml));
        let limits = &options.limits;
        let text = source_text(request, limits.depth, *is_xhtml)?;
        let job = Job { source: &text, parameters: &request.parameters, method, limits };
        let outcome = program.run(&job)?;
        let media_type = media_type
            .or(outcome.media_type.filter(|_| is_own))
            .unwrap_or_else(|| media_types(outcome.method)[0].to_owned());
        Ok(Reply {
            bytes: outcome.bytes,
            media_type,
            encoding: outcome.encoding,
            method: outcome.method,
            messages: outcome.messages,
            documents: outcome.documents,
        })
    }
}

impl fmt::Debug for Stylesheet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { info, processor, .. } = &*self.0;
        out.debug_struct("Stylesheet").field("info", info).field("processor", processor).finish()
    }
}

const HOW: &str = "install SaxonC-HE 12.10 (`pip install saxonche==12.10.1`) and set `saxon` or SAXONC_HE_LIB to its library";

/// Returns the error for a stylesheet that libxslt does not support.
fn missing(version: &str, why: Error) -> Error {
    let reason = why.message();
    let message =
        format!("this stylesheet of version {version} does not run on XSLT 1.0: {reason}");
    let error = Error::unsupported(Side::Input, message).with_hint(HOW);
    match why.location() {
        Some(place) => error.at(place.clone()),
        None => error,
    }
}

/// Returns the source as XML text. The elements of a page are in the XHTML namespace or in no namespace.
fn source_text(request: &Request, depth: usize, is_xhtml: bool) -> Result<Cow<'_, str>> {
    let input = &request.input;
    match request.informat {
        Format::Xml | Format::Xliff => {
            let decoded = encoding::decode_xml(input, request.charset)?;
            source::admit(&decoded.text, depth, None)
                .map_err(|fault| fault.in_source(input, &decoded))?;
            Ok(source::completed(decoded.text, None))
        }
        Format::Html => {
            let page = encoding::decode(input, request.charset, Sniff::Meta);
            let text = html::to_xml(&page, is_xhtml)?;
            let few = source::few_attributes(&text);
            few.map_err(|fault| Error::new(fault.kind, fault.message))?;
            Ok(Cow::Owned(text))
        }
        other => {
            let message = format!("a stylesheet reads xml and html, not {other}");
            Err(Error::unsupported(Side::Input, message).with_parameter("informat"))
        }
    }
}

/// Returns the media types of an output method, the default first.
const fn media_types(method: Method) -> &'static [&'static str] {
    match method {
        Method::Xml => &["text/xml", "application/xml"],
        Method::Html => &["text/html"],
        Method::Xhtml => &["application/xhtml+xml"],
        Method::Text => &["text/plain"],
    }
}

impl StylesheetInfo {
    /// Returns the method and the media type of a result, with `None` for the values of the stylesheet.
    fn written(&self, output: &Output) -> Result<(Option<Method>, Option<String>)> {
        match output {
            Output::Own => Ok((None, None)),
            Output::Method(method) => Ok((Some(*method), None)),
            Output::Accept(accept) => self.negotiated(accept),
        }
    }

    fn negotiated(&self, accept: &Accept) -> Result<(Option<Method>, Option<String>)> {
        let mut offers: Vec<(Option<Method>, &str)> = Vec::new();
        let declared = self.media_type.as_deref().filter(|name| name.contains('/'));
        offers.extend(declared.map(|name| (None, name)));
        // Without a declared method, the method depends on the result, and is XML in most cases.
        let default_method = self.method.unwrap_or(Method::Xml);
        offers.extend(media_types(default_method).iter().map(|name| (None, *name)));
        if default_method != Method::Text {
            for other in [Method::Xml, Method::Html, Method::Xhtml] {
                let names = media_types(other).iter().filter(|_| other != default_method);
                offers.extend(names.map(|name| (Some(other), *name)));
            }
        }
        let names: Vec<_> = offers.iter().map(|(_, name)| *name).collect();
        let Some(best) = accept.best(&names) else {
            let message = format!("the result is available as one of {}", names.join(", "));
            return Err(Error::unsupported(Side::Output, message).with_parameter("outformat"));
        };
        let (method, name) = offers[best];
        let is_guess = method.is_none() && declared != Some(name) && self.method.is_none();
        Ok(match (is_guess, accept.names(name)) {
            (true, true) => (Some(default_method), Some(name.to_owned())),
            // If the method is unknown and the client did not name the media type, both depend on the result.
            (true, false) => (None, None),
            (false, _) => (method, Some(name.to_owned())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Accept, Method, StylesheetInfo};

    fn negotiated(method: Option<Method>, declared: Option<&str>, accept: &str) -> String {
        let media_type = declared.map(str::to_owned);
        let version = "1.0".to_owned();
        let info = StylesheetInfo { version, parameters: Vec::new(), method, media_type };
        match info.negotiated(&accept.parse::<Accept>().unwrap()) {
            Ok((method, name)) => format!(
                "{} {}",
                method.map_or("own", Method::name),
                name.as_deref().unwrap_or("by the result"),
            ),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_the_stylesheet_gives_by_itself_goes_first() {
        let json = Some("application/ld+json");
        for (method, declared, accept, expected) in [
            (Some(Method::Xml), None, "*/*", "own text/xml"),
            (Some(Method::Xml), None, "text/html, */*", "own text/xml"),
            (Some(Method::Xml), None, "text/html, */*;q=0.5", "html text/html"),
            (Some(Method::Xml), None, "application/xml", "own application/xml"),
            (Some(Method::Html), None, "text/xml, text/html", "own text/html"),
            (Some(Method::Html), None, "application/xhtml+xml", "xhtml application/xhtml+xml"),
            (Some(Method::Text), json, "application/*", "own application/ld+json"),
            (Some(Method::Text), json, "text/plain", "own text/plain"),
            (None, None, "*/*", "own by the result"),
            (None, None, "text/xml", "xml text/xml"),
            (None, None, "text/html", "html text/html"),
        ] {
            assert_eq!(negotiated(method, declared, accept), expected, "{method:?} {accept}");
        }
    }

    #[test]
    fn what_no_one_wants_is_not_given() {
        let refused = "the result is available as one of text/plain";
        assert_eq!(negotiated(Some(Method::Text), None, "text/html"), refused);
    }
}
