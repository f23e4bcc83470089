//! The server: tools over the protocol, which uses the SDK `rmcp`.

#[cfg(feature = "http")]
mod http;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool as Declaration, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::folders::Folders;
use crate::limits::ServerLimits;
use crate::tool::{Context, Tool};
use crate::tools::TOOLS;
use glossweave::{Caller, Engine, Error, ErrorKind, Result};

#[cfg(feature = "http")]
pub use http::{HttpService, http_service};

const INSTRUCTIONS: &str = "Tools of Glossweave. Call list_engines first: it returns the names that other \
    tools accept. \
    Documents are given as text, in Base64, or by a path below a folder that the host has allowed. Offsets count code \
    points of the text of a document.";

/// The maximum number of bytes of a protocol message in addition to a document.
const FRAME: usize = 1 << 16;

/// A server of tools for an engine. Clones share the engine.
#[derive(Clone, Debug)]
pub struct Server(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    engine: Engine,
    caller: Caller,
    folders: Folders,
    limits: ServerLimits,
    permits: Arc<Semaphore>,
}

impl Server {
    /// Creates a server that acts for a caller.
    pub fn new(engine: Engine, caller: Caller, folders: Folders, limits: ServerLimits) -> Server {
        let permits = Arc::new(Semaphore::new(limits.calls.clamp(1, Semaphore::MAX_PERMITS)));
        Server(Arc::new(Inner { engine, caller, folders, limits, permits }))
    }

    /// Calls a tool by its name, without the protocol and without a time limit.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if no tool has the name, `ErrorKind::Invalid`, with the
    /// parameter, if the arguments do not match the fields of the tool, and the errors of the
    /// engine.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// use glossweave_mcp::{Folders, Server, ServerLimits};
    /// use serde_json::json;
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let server = Server::new(engine, Caller::Anonymous, Folders::default(), ServerLimits::default());
    /// let chunks = server.call("chunk", &json!({"text": "# Cork\n\nA port.", "format": "markdown"}))?;
    /// assert_eq!(chunks["chunks"][0]["headings"][0], "Cork");
    /// let error = server.call("chunk", &json!({"path": "/etc/passwd"})).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Forbidden);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn call(&self, tool: &str, arguments: &Value) -> Result<Value> {
        self.call_for(&self.0.caller, named(tool)?, arguments)
    }

    fn call_for(&self, caller: &Caller, tool: &Tool, arguments: &Value) -> Result<Value> {
        let Inner { engine, folders, limits, .. } = &*self.0;
        let session = engine.session(caller.clone());
        let context = Context { session, folders, limits };
        // Files that arguments name are also inputs.
        context.session.limited(limits.max_bytes, || tool.call(&context, arguments))
    }

    /// Serves one client over standard input and output, until the client closes the connection.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unavailable` if the client does not use the protocol, or if the streams
    /// fail.
    pub fn serve_stdio(self) -> Result<()> {
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
            Error::new(ErrorKind::Unavailable, format!("the client was not served: {error}"))
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| failed(error.into()))?;
        let line = self.0.limits.max_bytes.saturating_mul(2).saturating_add(FRAME);
        let outcome = runtime.block_on(async {
            let (input, output) = rmcp::transport::io::stdio_pipes();
            let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(line);
            let running = self.serve(transport).await?;
            running.waiting().await?;
            Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
        });
        // Do not wait for the work of calls that have exceeded their time.
        runtime.shutdown_background();
        outcome.map_err(failed)
    }

    /// Calls a tool on a separate thread, within the limits of time and of concurrent calls.
    async fn call_within(
        &self,
        caller: Caller,
        tool: &'static Tool,
        values: Value,
    ) -> Result<Value> {
        let time = self.0.limits.time;
        let server = self.clone();
        let work = async {
            let permit = Arc::clone(&self.0.permits).acquire_owned().await;
            let work = tokio::task::spawn_blocking(move || {
                let answer = server.call_for(&caller, tool, &values);
                drop(permit);
                answer
            });
            work.await.unwrap_or_else(|error| {
                Err(Error::new(ErrorKind::Internal, "the tool has stopped").because(error))
            })
        };
        tokio::time::timeout(time, work).await.unwrap_or_else(|_| {
            let message = format!("the tool took longer than {} seconds", time.as_secs_f64());
            Err(Error::new(ErrorKind::Deadline, message))
        })
    }
}

fn named(name: &str) -> Result<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        Error::unknown(ErrorKind::NotFound, "tool", name, &known)
    })
}

fn declaration(tool: &Tool) -> Declaration {
    let annotations = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
    Declaration::new(tool.name, tool.description, Arc::new(tool.input_schema()))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(tool.output_schema()))
        .with_annotations(annotations)
}

/// Returns an error as the result of a tool: the message with the location, and the parts of the
/// error as metadata.
fn failure(error: &Error) -> CallToolResult {
    let mut text = error.to_string();
    if let Some(parameter) = error.parameter() {
        text.push_str(&format!(" (argument `{parameter}`)"));
    }
    let location = error.location();
    let parts = json!({
        "kind": error.kind().name(),
        "parameter": error.parameter(),
        "line": location.map(|place| place.line()),
        "column": location.map(|place| place.column()),
    });
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    let mut meta = MetaObject::default();
    meta.insert("glossweave/error".to_owned(), parts);
    result.meta = Some(meta);
    result
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let about = Implementation::new("glossweave", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(about).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(declaration).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> std::result::Result<CallToolResponse, ErrorData> {
        let tool = named(&request.name)
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let values = request.arguments.map_or(Value::Null, Value::Object);
        Ok(match self.call_within(self.caller(&context), tool, values).await {
            Ok(answer) => CallToolResult::structured(answer).into(),
            Err(error) => failure(&error).into(),
        })
    }
}

#[cfg(not(feature = "http"))]
impl Server {
    /// Returns the caller of a request.
    fn caller(&self, _: &RequestContext<RoleServer>) -> Caller {
        self.0.caller.clone()
    }
}
