//! XPath 1.0 for trees, using libxml2.
//!
//! Only the core functions of XPath 1.0 are available. Expressions cannot access documents, files
//! or the network.

#![allow(unsafe_code)]

pub(crate) mod build;
mod check;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};

use libxml::bindings::{
    xmlResetError, xmlXPathCompExprPtr, xmlXPathCompiledEval, xmlXPathContextPtr,
    xmlXPathConvertString, xmlXPathCtxtCompile, xmlXPathFreeCompExpr, xmlXPathFreeContext,
    xmlXPathFreeObject, xmlXPathNewContext, xmlXPathNewString, xmlXPathObjectPtr,
    xmlXPathObjectType_XPATH_BOOLEAN, xmlXPathObjectType_XPATH_NODESET,
    xmlXPathObjectType_XPATH_NUMBER, xmlXPathObjectType_XPATH_STRING, xmlXPathOrderDocElems,
    xmlXPathRegisterNs, xmlXPathRegisterVariable, xmlXPathRegisteredNsCleanup,
    xmlXPathRegisteredVariablesCleanup, xmlXPathSetContextNode,
};

use super::{NodeRef, Tree};
use build::{Built, build, c_string, not_null};
use check::{Bindings, check};
use glossweave_base::error::{ErrorKind, Result};

/// The maximum work of an evaluation that searches the whole document for each node.
const WORK: u64 = 500_000_000;

/// The maximum number of steps of an evaluation. `STEPS_PER_NODE` is added for each node of the
/// tree.
const STEPS: u64 = 20_000_000;
const STEPS_PER_NODE: u64 = 200;
/// The maximum number of compiled expressions to cache.
const KEPT: usize = 1_000;

/// An error in an expression, or in the result of its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathFault {
    /// The message, without the expression.
    pub message: String,
    /// The position in the expression, in bytes.
    pub at: Option<usize>,
    /// `ErrorKind::Malformed`, or `ErrorKind::TooLarge` for a valid expression that takes too many
    /// steps.
    pub kind: ErrorKind,
}

impl XPathFault {
    fn new(message: impl Into<String>) -> XPathFault {
        XPathFault { message: message.into(), at: None, kind: ErrorKind::Malformed }
    }

    fn at(message: impl Into<String>, at: usize) -> XPathFault {
        XPathFault { at: Some(at), ..XPathFault::new(message) }
    }
}

/// An evaluator for expressions on a tree. Each expression is compiled once.
///
/// It uses the data model of XPath 1.0: adjacent texts are one node (identified by the number of
/// the first text), and namespace declarations are not attribute nodes.
pub struct XPath<'t> {
    tree: &'t Tree<'t>,
    compiled: HashMap<String, Compiled>,
    namespaces: Pairs,
    variables: Pairs,
    /// A counter that increases when the bindings change.
    binding: u64,
    place: (usize, usize),
    steps: u64,
    /// The number of steps since the last call of `take_spent`.
    spent: u64,
    context: Context,
    // Must come after all fields that point into it, because fields are dropped in order.
    built: Built,
}

struct Context(xmlXPathContextPtr);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the pointer is owned, and freed only once.
        unsafe { xmlXPathFreeContext(self.0) };
    }
}

struct Compiled {
    pointer: xmlXPathCompExprPtr,
    /// The value of `binding` when the names were last checked.
    checked: u64,
    /// The number of nested searches through the whole document for each node.
    wide: u32,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: the pointer is owned, and freed only once.
        unsafe { xmlXPathFreeCompExpr(self.pointer) };
    }
}

/// Names and their values.
type Pairs = Vec<(String, String)>;

/// The result of an evaluation.
struct Object(xmlXPathObjectPtr);

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the pointer is owned, and freed only once.
        unsafe { xmlXPathFreeObject(self.0) };
    }
}

/// Replaces the error handler of libxml2, which prints errors. It is generic because the error type
/// differs between versions.
unsafe extern "C" fn ignore<E>(_: *mut c_void, _: E) {}

impl<'t> XPath<'t> {
    /// Creates an evaluator for a tree.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge` if a text has 2 GiB or more.
    pub fn new(tree: &'t Tree<'t>) -> Result<XPath<'t>> {
        let built = build(tree)?;
        // SAFETY: the document is valid, and the context is checked before it is used.
        let context = unsafe {
            xmlXPathOrderDocElems(built.document);
            let context = not_null(xmlXPathNewContext(built.document))?;
            (*context).error = Some(ignore);
            context
        };
        Ok(XPath {
            tree,
            compiled: HashMap::new(),
            namespaces: Pairs::new(),
            variables: Pairs::new(),
            binding: 0,
            place: (1, 1),
            steps: STEPS + STEPS_PER_NODE * u64::from(tree.len()),
            spent: 0,
            context: Context(context),
            built,
        })
    }

    /// Sets the values of `position()` and `last()` outside predicates. These describe the context
    /// node within its node list, starting from 1.
    pub fn set_place(&mut self, position: usize, size: usize) {
        self.place = (position, size);
    }

    /// Returns the number of steps since the last call.
    pub fn take_spent(&mut self) -> u64 {
        std::mem::take(&mut self.spent)
    }

    /// Sets the maximum number of steps of one evaluation.
    #[cfg(test)]
    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Returns the distinct nodes that an expression selects, in document order.
    pub fn select(
        &mut self,
        expression: &str,
        context: NodeRef,
        namespaces: &[(String, String)],
        variables: &[(String, String)],
    ) -> std::result::Result<Vec<NodeRef>, XPathFault> {
        let found = self.evaluate(expression, context, namespaces, variables)?;
        // SAFETY: the object was checked. A node-set contains as many nodes as it reports, and all
        // of them belong to our document or are namespaces.
        let mut nodes = unsafe {
            let object = &*found.0;
            if object.type_ != xmlXPathObjectType_XPATH_NODESET {
                let found = kind(object.type_);
                return Err(XPathFault::new(format!("expected a node-set, found {found}")));
            }
            let pointers = match object.nodesetval.as_ref() {
                Some(set) if set.nodeNr > 0 => {
                    std::slice::from_raw_parts(set.nodeTab, set.nodeNr as usize)
                }
                _ => &[],
            };
            let nodes: Option<Vec<_>> =
                pointers.iter().map(|node| self.built.number(*node)).collect();
            nodes
                .ok_or_else(|| XPathFault::new("expected document nodes, found namespace nodes"))?
        };
        let tree = self.tree;
        nodes.sort_by_cached_key(|node| match node {
            NodeRef::Document => (0, 0),
            NodeRef::Node(number) => (u64::from(number.number()) + 1, 0),
            NodeRef::Attribute(number) => {
                (u64::from(tree.owner(*number).number()) + 1, *number + 1)
            }
        });
        nodes.dedup();
        Ok(nodes)
    }

    /// Returns the string-value of the result of an expression (XPath 1.0, clause 4.2).
    pub fn string(
        &mut self,
        expression: &str,
        context: NodeRef,
        namespaces: &[(String, String)],
        variables: &[(String, String)],
    ) -> std::result::Result<String, XPathFault> {
        let mut found = self.evaluate(expression, context, namespaces, variables)?;
        // SAFETY: the conversion consumes the object and returns another one, or null if memory is
        // exhausted. Strings end with NUL.
        unsafe {
            found.0 = xmlXPathConvertString(found.0);
            match found.0.as_ref().filter(|object| !object.stringval.is_null()) {
                Some(object) => {
                    let text = CStr::from_ptr(object.stringval.cast());
                    Ok(text.to_string_lossy().into_owned())
                }
                None => Err(XPathFault::new("libxml2 is out of memory")),
            }
        }
    }

    /// Rejects an evaluation whose cost may grow with the square or cube of the document size, if
    /// that exceeds the limit.
    fn charge(&mut self, wide: u32) -> std::result::Result<(), XPathFault> {
        if wide == 0 {
            return Ok(());
        }
        let work = u64::from(self.tree.len()).saturating_pow(1 + wide.min(2));
        if work > WORK {
            let message = "the evaluation may take more steps than allowed";
            return Err(XPathFault { kind: ErrorKind::TooLarge, ..XPathFault::new(message) });
        }
        self.spent = self.spent.saturating_add(work / 16);
        Ok(())
    }

    fn evaluate(
        &mut self,
        expression: &str,
        context: NodeRef,
        namespaces: &[(String, String)],
        variables: &[(String, String)],
    ) -> std::result::Result<Object, XPathFault> {
        self.bind(namespaces, variables)?;
        let (compiled, wide) = self.compile(expression)?;
        self.charge(wide)?;
        let (ours, node) = (self.context.0, self.built.node(context));
        if node.is_null() {
            return Err(XPathFault::new("expected a context, found a text that is empty"));
        }
        // SAFETY: the context, the node and the compiled expression are owned and valid.
        unsafe {
            xmlResetError(&mut (*ours).lastError);
            (*ours).opLimit = self.steps as _;
            (*ours).opCount = 0;
            (*ours).proximityPosition = c_int::try_from(self.place.0).unwrap_or(c_int::MAX);
            (*ours).contextSize = c_int::try_from(self.place.1).unwrap_or(c_int::MAX);
            if xmlXPathSetContextNode(node, ours) != 0 {
                return Err(XPathFault::new("expected a context of the same document"));
            }
            let object = xmlXPathCompiledEval(compiled, ours);
            let taken: u64 = (*ours).opCount as _;
            self.spent = self.spent.saturating_add(taken);
            match object.is_null() {
                true => Err(self.fault()),
                false => Ok(Object(object)),
            }
        }
    }

    /// Binds the names that an expression can use, when the bindings have changed.
    fn bind(
        &mut self,
        namespaces: &[(String, String)],
        variables: &[(String, String)],
    ) -> std::result::Result<(), XPathFault> {
        if self.namespaces == namespaces && self.variables == variables {
            return Ok(());
        }
        (self.namespaces, self.variables) = (namespaces.to_vec(), variables.to_vec());
        self.binding += 1;
        let context = self.context.0;
        // SAFETY: the texts are copied, and a variable takes ownership of the object created for
        // it.
        unsafe {
            xmlXPathRegisteredNsCleanup(context);
            xmlXPathRegisteredVariablesCleanup(context);
            for (prefix, namespace) in namespaces.iter().filter(|binding| !binding.0.is_empty()) {
                let (prefix, namespace) = (c_string(prefix), c_string(namespace));
                xmlXPathRegisterNs(context, prefix.as_ptr().cast(), namespace.as_ptr().cast());
            }
            for (name, value) in variables {
                let (name, value) = (c_string(name), c_string(value));
                let value = xmlXPathNewString(value.as_ptr().cast());
                xmlXPathRegisterVariable(context, name.as_ptr().cast(), value);
            }
        }
        Ok(())
    }

    fn compile(
        &mut self,
        expression: &str,
    ) -> std::result::Result<(xmlXPathCompExprPtr, u32), XPathFault> {
        let bindings = Bindings { namespaces: &self.namespaces, variables: &self.variables };
        if let Some(known) = self.compiled.get_mut(expression) {
            if known.checked != self.binding {
                check(expression, &bindings)?;
                known.checked = self.binding;
            }
            return Ok((known.pointer, known.wide));
        }
        if let Some(at) = expression.find('\0') {
            return Err(XPathFault::at("expected no NUL", at));
        }
        let wide = check(expression, &bindings)?;
        let text = c_string(expression);
        let context = self.context.0;
        // SAFETY: the context is owned, and the text ends with NUL and is copied.
        let pointer = unsafe {
            xmlResetError(&mut (*context).lastError);
            xmlXPathCtxtCompile(context, text.as_ptr().cast())
        };
        if pointer.is_null() {
            return Err(self.fault());
        }
        if self.compiled.len() >= KEPT {
            self.compiled.clear();
        }
        self.compiled
            .insert(expression.to_owned(), Compiled { pointer, checked: self.binding, wide });
        Ok((pointer, wide))
    }

    /// Returns the error of the last call. Only some versions of libxml2 describe it in words.
    fn fault(&self) -> XPathFault {
        // SAFETY: the context is owned, and its last error is reset before each call.
        let (code, at) = unsafe {
            let error = &(*self.context.0).lastError;
            // The position is available only if the error contains the expression.
            let at = (!error.str1.is_null()).then_some(error.int1);
            (error.code, at.and_then(|at| usize::try_from(at).ok()))
        };
        // The codes follow `xmlXPathError`, starting from 1200 (XML_XPATH_EXPRESSION_OK).
        let message = match code - 1200 {
            1 => "expected a number",
            2 => "expected the end of a literal",
            3 => "expected a literal",
            4 => "expected the name of a variable",
            5 => "the variable is not declared",
            6 => "expected a predicate",
            7 => "expected an expression",
            8 => "expected a closing bracket",
            9 => "expected a function of XPath 1.0",
            10 | 11 => "an operand or argument has the wrong type",
            12 => "a function has the wrong number of arguments",
            19 => "a prefix is not declared",
            20 | 21 => "expected a character that XPath allows",
            25 => "the evaluation takes more steps than allowed",
            23 | 26 => "the evaluation nests deeper than allowed",
            15 => "the evaluation needs more memory than allowed",
            _ => "expected an expression of XPath 1.0",
        };
        let is_too_large = matches!(code - 1200, 15 | 23 | 25 | 26);
        let kind = if is_too_large { ErrorKind::TooLarge } else { ErrorKind::Malformed };
        XPathFault { message: message.into(), at, kind }
    }
}

#[allow(non_upper_case_globals)]
fn kind(of: libxml::bindings::xmlXPathObjectType) -> &'static str {
    match of {
        xmlXPathObjectType_XPATH_BOOLEAN => "a boolean",
        xmlXPathObjectType_XPATH_NUMBER => "a number",
        xmlXPathObjectType_XPATH_STRING => "a string",
        _ => "something else",
    }
}
