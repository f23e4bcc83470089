//! Schemas, using libxml2.

#![allow(unsafe_code)]

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use libxml::bindings::{
    __xmlStructuredError, __xmlStructuredErrorContext, xmlCharEncoding_XML_CHAR_ENCODING_UTF8,
    xmlDtdPtr, xmlEntityType, xmlEntityType_XML_EXTERNAL_GENERAL_PARSED_ENTITY,
    xmlEntityType_XML_EXTERNAL_PARAMETER_ENTITY, xmlError, xmlErrorLevel_XML_ERR_WARNING,
    xmlFreeDtd, xmlFreeValidCtxt, xmlIOParseDTD, xmlNewValidCtxt, xmlParserInputBufferCreateMem,
    xmlRelaxNGFree, xmlRelaxNGFreeParserCtxt, xmlRelaxNGFreeValidCtxt, xmlRelaxNGNewDocParserCtxt,
    xmlRelaxNGNewValidCtxt, xmlRelaxNGParse, xmlRelaxNGPtr, xmlRelaxNGValidateDoc,
    xmlSAX2EntityDecl, xmlSAXHandler, xmlSAXVersion, xmlSetStructuredErrorFunc,
    xmlStructuredErrorFunc, xmlValidateDtd,
};

use super::Invalid;
use crate::tree::xpath::build::{build, not_null};
use crate::tree::{NodeId, NodeRef, Tree};
use crate::xml::{Fault, Limits, parse};
use glossweave_base::error::{Error, Location, Result, Side};

/// The RELAX NG namespace.
const RELAX_NG: &str = "http://relaxng.org/ns/structure/1.0";

/// The maximum nesting depth of a RELAX NG schema, because libxml2 reads it recursively.
const DEPTH: usize = 256;

/// The maximum number of messages to keep for a call, and the maximum size of each message in
/// bytes.
const MESSAGES: usize = 1_000;
const MESSAGE_BYTES: usize = 1_000;

/// A compiled schema. A lock allows one validation at a time.
pub(super) struct Compiled(Mutex<Grammar>);

enum Grammar {
    RelaxNg(xmlRelaxNGPtr),
    Dtd(xmlDtdPtr),
}

// SAFETY: libxml2 schemas are not bound to a thread, and no other code has the pointer.
unsafe impl Send for Grammar {}

impl Drop for Grammar {
    fn drop(&mut self) {
        // SAFETY: the pointer is owned, and freed only once.
        unsafe {
            match self {
                Grammar::RelaxNg(pointer) => xmlRelaxNGFree(*pointer),
                Grammar::Dtd(pointer) => xmlFreeDtd(*pointer),
            }
        }
    }
}

impl Compiled {
    pub fn parse(text: &str) -> Result<Compiled> {
        libxml::init_parser();
        let grammar = match is_dtd(text) {
            true => dtd(text)?,
            false => relax_ng(text)?,
        };
        Ok(Compiled(Mutex::new(grammar)))
    }

    pub fn validate(&self, tree: &Tree<'_>) -> Result<Vec<Invalid>> {
        let built = build(tree)?;
        // A validation does not panic, and does not modify the schema.
        let grammar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let listener = Listener::start();
        // SAFETY: the document and the schema are valid, and no other code uses them at the same
        // time. The contexts are checked, and freed only once.
        let code = unsafe {
            match *grammar {
                Grammar::RelaxNg(schema) => {
                    let context = not_null(xmlRelaxNGNewValidCtxt(schema))?;
                    let code = xmlRelaxNGValidateDoc(context, built.document);
                    xmlRelaxNGFreeValidCtxt(context);
                    code
                }
                Grammar::Dtd(dtd) => {
                    let context = not_null(xmlNewValidCtxt())?;
                    let code = xmlValidateDtd(context, built.document, dtd);
                    xmlFreeValidCtxt(context);
                    1 - code
                }
            }
        };
        let messages = listener.stop();
        if code == 0 {
            return Ok(Vec::new());
        }
        let element = |node: *mut c_void| -> Option<NodeId> {
            if node.is_null() {
                return None;
            }
            // SAFETY: validation messages refer to nodes of the document, which still exists.
            match unsafe { built.number(node.cast()) }? {
                NodeRef::Node(node) => Some(node),
                NodeRef::Attribute(number) => Some(tree.owner(number)),
                NodeRef::Document => None,
            }
        };
        let invalid = |message: &Message| Invalid {
            message: message.text.clone(),
            element: element(message.node),
        };
        let mut all: Vec<Invalid> = messages.iter().map(invalid).collect();
        if all.is_empty() {
            all.push(Invalid { message: "libxml2 reported no details".to_owned(), element: None });
        }
        Ok(all)
    }
}

/// Returns `true` for a text that consists of declarations and is not an XML document.
fn is_dtd(text: &str) -> bool {
    text.contains("<!ELEMENT") && !text.contains(RELAX_NG)
}

fn relax_ng(text: &str) -> Result<Grammar> {
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let tree = parse(Cow::Borrowed(text), limits).map_err(|fault| in_schema(text, fault))?;
    let root = tree.root().filter(|root| *tree.name(*root).namespace == *RELAX_NG);
    if root.is_none() {
        let message = "the schema is neither RELAX NG in XML nor a document type definition";
        return Err(Error::malformed(message));
    }
    let refers = |node: &NodeId| {
        ["include", "externalRef"].into_iter().any(|name| tree.is(*node, RELAX_NG, name))
    };
    let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
    if let Some(node) = { elements }.find(refers) {
        let place = Location::in_source(text.as_bytes(), tree.node(node).at());
        let name = &tree.name(node).local;
        let message = format!("`{name}` refers to another file, which is not read");
        let error = Error::unsupported(Side::Input, message).at(place);
        return Err(error.with_hint("give the schema in one file"));
    }
    let built = build(&tree)?;
    let listener = Listener::start();
    // SAFETY: the document is valid, and is copied. The context is checked, and freed only once.
    let schema = unsafe {
        let context = not_null(xmlRelaxNGNewDocParserCtxt(built.document))?;
        let schema = xmlRelaxNGParse(context);
        xmlRelaxNGFreeParserCtxt(context);
        schema
    };
    let messages = listener.stop();
    match schema.is_null() {
        true => Err(refused(&messages)),
        false => Ok(Grammar::RelaxNg(schema)),
    }
}

fn dtd(text: &str) -> Result<Grammar> {
    // The text is already decoded, so its encoding declaration is removed.
    let declared = text.trim_start().strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let plain = declared.map_or(text, |(_, rest)| rest);
    let length = c_int::try_from(plain.len())
        .map_err(|_| Error::malformed("the schema is too long for libxml2"))?;
    EXTERNAL.take();
    let listener = Listener::start();
    // SAFETY: a zeroed handler is valid. It is initialized before it is used, and used only during
    // the call. The text is copied, and the parser frees the buffer.
    let parsed = unsafe {
        let mut handler: Box<xmlSAXHandler> = Box::new(std::mem::zeroed());
        xmlSAXVersion(&mut *handler, 2);
        handler.entityDecl = Some(declare_entity);
        let encoding = xmlCharEncoding_XML_CHAR_ENCODING_UTF8;
        let text: *const c_char = plain.as_ptr().cast();
        let buffer = not_null(xmlParserInputBufferCreateMem(text, length, encoding))?;
        xmlIOParseDTD(&mut *handler, buffer, encoding)
    };
    let messages = listener.stop();
    let grammar = (!parsed.is_null()).then(|| Grammar::Dtd(parsed));
    if let Some(name) = EXTERNAL.take() {
        let message = format!(
            "the parameter entity `{name}` is in another file, which is not read; give the schema \
             in one file"
        );
        return Err(Error::unsupported(Side::Input, message));
    }
    grammar
        .filter(|_| messages.iter().all(|message| message.is_warning))
        .ok_or_else(|| refused(&messages))
}

thread_local! {
    /// The name of an external parameter entity in the current declarations.
    static EXTERNAL: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Declares an entity, unless it is external.
///
/// # Safety
///
/// Must only be called by libxml2 while it reads declarations.
unsafe extern "C" fn declare_entity(
    context: *mut c_void,
    name: *const u8,
    kind: c_int,
    public: *const u8,
    system: *const u8,
    content: *mut u8,
) {
    let entity = xmlEntityType::try_from(kind);
    if entity == Ok(xmlEntityType_XML_EXTERNAL_PARAMETER_ENTITY) {
        // SAFETY: names end with NUL.
        let name = unsafe { CStr::from_ptr(name.cast()) }.to_string_lossy().into_owned();
        EXTERNAL.with_borrow_mut(|first| {
            first.get_or_insert(name);
        });
    } else if entity != Ok(xmlEntityType_XML_EXTERNAL_GENERAL_PARSED_ENTITY) {
        // SAFETY: libxml2 passes these arguments for its own handler.
        unsafe { xmlSAX2EntityDecl(context, name, kind, public, system, content) };
    }
}

fn in_schema(text: &str, fault: Fault) -> Error {
    Error::new(fault.kind, format!("the schema is not well-formed: {}", fault.message))
        .at(Location::in_source(text.as_bytes(), fault.at))
}

fn refused(messages: &[Message]) -> Error {
    let first =
        messages.iter().find(|message| !message.is_warning).map(|message| message.text.as_str());
    let line =
        messages.iter().find(|message| !message.is_warning).map_or(0, |message| message.line);
    let reason = first.unwrap_or("libxml2 reported no details");
    let place = if line > 0 { format!(" in line {line}") } else { String::new() };
    Error::malformed(format!("the schema is invalid{place}: {reason}"))
}

/// A message of libxml2.
struct Message {
    text: String,
    node: *mut c_void,
    line: c_int,
    is_warning: bool,
}

/// A listener for the messages on this thread. It temporarily replaces the listener of the host
/// program.
struct Listener {
    messages: Box<RefCell<Vec<Message>>>,
    before: (xmlStructuredErrorFunc, *mut c_void),
}

impl Listener {
    fn start() -> Listener {
        let messages = Box::new(RefCell::new(Vec::new()));
        // SAFETY: both functions return addresses of thread-local variables. The list does not move
        // until `drop` removes the handler.
        let before = unsafe {
            let before = (*__xmlStructuredError(), *__xmlStructuredErrorContext());
            let list: *const RefCell<Vec<Message>> = &raw const *messages;
            xmlSetStructuredErrorFunc(list.cast_mut().cast(), Some(collect));
            before
        };
        Listener { messages, before }
    }

    fn stop(self) -> Vec<Message> {
        self.messages.take()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // SAFETY: the handler of the host program is as valid as before.
        unsafe { xmlSetStructuredErrorFunc(self.before.1, self.before.0) };
    }
}

/// A pointer to an error. The type differs between versions of libxml2.
trait ErrorPointer {
    fn pointer(self) -> *const xmlError;
}

impl ErrorPointer for *mut xmlError {
    fn pointer(self) -> *const xmlError {
        self
    }
}

impl ErrorPointer for *const xmlError {
    fn pointer(self) -> *const xmlError {
        self
    }
}

/// Adds an error to the list.
///
/// # Safety
///
/// Must be called with the list of a [`Listener`], and with an error that is valid during the call.
unsafe extern "C" fn collect<E: ErrorPointer>(list: *mut c_void, error: E) {
    // SAFETY: see above; messages end with NUL.
    unsafe {
        let list: *const RefCell<Vec<Message>> = list.cast_const().cast();
        let (Some(list), Some(error)) = (list.as_ref(), error.pointer().as_ref()) else { return };
        let Ok(mut list) = list.try_borrow_mut() else { return };
        if list.len() >= MESSAGES {
            return;
        }
        let text = match error.message.is_null() {
            true => Cow::Borrowed(""),
            false => CStr::from_ptr(error.message).to_string_lossy(),
        };
        let text: String = text.trim().chars().take(MESSAGE_BYTES).collect();
        let is_warning = error.level == xmlErrorLevel_XML_ERR_WARNING;
        list.push(Message { text, node: error.node, line: error.line, is_warning });
    }
}
