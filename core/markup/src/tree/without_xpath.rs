//! XPath in a build without the feature `xpath`. Evaluating an expression always fails.

use std::marker::PhantomData;

use super::{NodeRef, Tree};
use glossweave_base::error::{ErrorKind, Result};

/// An error in an expression, or in the result of its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XPathFault {
    /// The message.
    pub message: String,
    /// The position in the expression, in bytes.
    pub at: Option<usize>,
    /// The kind of the error.
    pub kind: ErrorKind,
}

/// An evaluator without libxml2.
pub struct XPath<'t>(PhantomData<&'t Tree<'t>>);

impl<'t> XPath<'t> {
    /// Creates an evaluator.
    pub fn new(_: &'t Tree<'t>) -> Result<XPath<'t>> {
        Ok(XPath(PhantomData))
    }

    /// Has no effect.
    pub fn set_place(&mut self, _: usize, _: usize) {}

    /// Returns zero.
    pub fn take_spent(&mut self) -> u64 {
        0
    }

    /// Returns [`ErrorKind::Unsupported`].
    pub fn select(
        &mut self,
        expression: &str,
        _: NodeRef,
        _: &[(String, String)],
        _: &[(String, String)],
    ) -> std::result::Result<Vec<NodeRef>, XPathFault> {
        Err(absent(expression))
    }

    /// Returns [`ErrorKind::Unsupported`].
    pub fn string(
        &mut self,
        expression: &str,
        _: NodeRef,
        _: &[(String, String)],
        _: &[(String, String)],
    ) -> std::result::Result<String, XPathFault> {
        Err(absent(expression))
    }
}

fn absent(expression: &str) -> XPathFault {
    let message = format!(
        "the expression `{expression}` needs libxml2: the library was built without the feature `its-rules`"
    );
    XPathFault { message, at: None, kind: ErrorKind::Unsupported }
}
