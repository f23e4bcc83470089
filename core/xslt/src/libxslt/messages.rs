//! Messages of libxslt during a call.

/// The kind of an event, with the numbers in `shim.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    Xml = 0,
    XPath = 1,
    Context = 2,
    Error = 3,
    Message = 4,
}

impl EventKind {
    pub fn of(number: i32) -> Option<EventKind> {
        use EventKind::{Context, Error, Message, XPath, Xml};
        [Xml, XPath, Context, Error, Message].into_iter().find(|kind| *kind as i32 == number)
    }
}

/// A message of libxslt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub kind: EventKind,
    /// The number of the error in libxml2, or 0.
    pub code: u32,
    /// The offset in the stylesheet at which the instruction begins.
    pub place: Option<usize>,
    /// The line and column for XML. For XPath, `column` is the column in the expression, from 0.
    pub line: u32,
    pub column: u32,
    pub text: String,
}

impl Event {
    /// Returns `true` if an instruction was not run or had no result, and libxslt continued.
    pub fn is_left_out(&self) -> bool {
        let text = self.text.trim_end();
        let is_error = self.kind == EventKind::Error;
        self.is_too_deep()
            || is_error && (text.ends_with(" was not compiled") || text.ends_with("ret == NULL"))
    }

    /// Returns `true` if an expression, or functions that call each other, are nested deeper than libxml2
    /// allows.
    pub fn is_too_deep(&self) -> bool {
        self.kind == EventKind::XPath && self.code == TOO_DEEP
    }
}

/// XML_XPATH_RECURSION_LIMIT_EXCEEDED in libxml2, whose headers have no name for it.
const TOO_DEEP: u32 = 1226;

/// The reason for which a call was stopped, with the numbers in `shim.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Time = 1,
    Memory = 2,
    Depth = 3,
    Output = 4,
    Cost = 5,
    Stack = 6,
}

impl Stopped {
    pub fn of(number: i32) -> Option<Stopped> {
        use Stopped::{Cost, Depth, Memory, Output, Stack, Time};
        [Time, Memory, Depth, Output, Cost, Stack]
            .into_iter()
            .find(|stopped| *stopped as i32 == number)
    }
}
