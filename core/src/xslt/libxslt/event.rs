//! What libxslt says while it works, and what becomes of it.

/// What an event is about; the numbers are those of `shim.h`.
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

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub kind: EventKind,
    /// The number that libxml2 has for it, or 0.
    pub code: u32,
    /// The byte of the stylesheet at which the instruction begins.
    pub place: Option<usize>,
    /// XML: the line and the column. XPath: the column in the expression, from 0.
    pub line: u32,
    pub column: u32,
    pub text: String,
}

impl Event {
    /// Whether an instruction was not run because it has no meaning.
    pub fn is_left_out(&self) -> bool {
        self.kind == EventKind::Error && self.text.trim_end().ends_with(" was not compiled")
    }
}

/// Why a call was ended; the numbers are those of `shim.h`.
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
        [Time, Memory, Depth, Output, Cost, Stack].into_iter().find(|one| *one as i32 == number)
    }
}
