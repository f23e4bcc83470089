//! The definition of a tool, and the context of its calls.

use std::fmt;

use crate::arguments::Arguments;
use crate::field::{Field, input_schema, output_schema};
use crate::folders::Folders;
use crate::limits::ServerLimits;
use glossweave::{Error, ErrorKind, Result, Session};
use serde_json::{Map, Value};

/// A tool: its description, the fields of its input and output, and its function.
#[non_exhaustive]
pub struct Tool {
    /// The name of the tool.
    pub name: &'static str,
    /// The title for users.
    pub title: &'static str,
    /// The description, which agents use to decide when to call the tool.
    pub description: &'static str,
    /// The tables of the fields of the input.
    pub input: &'static [&'static [Field]],
    /// The fields of the output.
    pub output: &'static [Field],
    pub(crate) run: fn(&Context<'_>, &Arguments<'_>) -> Result<Value>,
}

/// The context of a call: a session of the engine, the folders and the limits.
pub struct Context<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) folders: &'a Folders,
    pub(crate) limits: &'a ServerLimits,
}

impl Tool {
    /// Returns the JSON schema of the input.
    ///
    /// ```
    /// let schema = glossweave_mcp::TOOLS[1].input_schema();
    /// assert_eq!(schema["properties"]["text"]["type"], "string");
    /// ```
    pub fn input_schema(&self) -> Map<String, Value> {
        input_schema(self.input)
    }

    /// Returns the JSON schema of the output.
    ///
    /// ```
    /// let schema = glossweave_mcp::TOOLS[1].output_schema();
    /// assert_eq!(schema["type"], "object");
    /// ```
    pub fn output_schema(&self) -> Map<String, Value> {
        output_schema(self.output)
    }

    /// Calls the tool. Returns the errors of its function, `ErrorKind::Invalid`, with the
    /// parameter, if the arguments do not match its fields, and `ErrorKind::TooLarge` if the answer
    /// is too long.
    pub(crate) fn call(&self, context: &Context<'_>, values: &Value) -> Result<Value> {
        let none = Map::new();
        let values = match values {
            Value::Null => &none,
            Value::Object(values) => values,
            _ => return Err(Error::invalid("expected an object with the arguments")),
        };
        let arguments = Arguments::check(values, self.input)?;
        let answer = (self.run)(context, &arguments)?;
        let (length, most) = (answer.to_string().len(), context.limits.max_output_bytes);
        if length > most {
            let message = format!(
                "the answer has {length} bytes, limit is {most}; request less, for example a \
                 part of the document"
            );
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(answer)
    }
}

impl Context<'_> {
    /// Returns the maximum number of results of a call: its argument, up to the limit of the
    /// server.
    pub(crate) fn max_results(&self, arguments: &Arguments<'_>) -> usize {
        let most = self.limits.max_results;
        arguments.count("max_results").map_or(most, |requested| requested.min(most))
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Context").field("limits", self.limits).finish_non_exhaustive()
    }
}
