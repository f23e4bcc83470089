//! Tools for agents: an [`Engine`](glossweave::Engine) as a server of the [Model Context Protocol](https://modelcontextprotocol.io).
//!
//! [`TOOLS`] is the table of the tools. Each has a schema for its input and one for its output, and is a function that
//! can be called without the protocol ([`Server::call`]). The protocol is that of the SDK `rmcp`: [`Server::serve_stdio`]
//! speaks it over standard input and output.
//!
//! ```
//! use glossweave::entity::Dictionary;
//! use glossweave::{Caller, Engine, Settings};
//! use glossweave_mcp::{Folders, Server, ServerLimits};
//! use serde_json::json;
//! let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
//! let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
//! let server = Server::new(engine, Caller::Anonymous, Folders::default(), ServerLimits::default());
//! let found = server.call("annotate", &json!({"text": "To Cork", "recognizer": "places"}))?;
//! assert_eq!(found["annotations"][0]["idents"][0], "http://example.org/cork");
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! Files are given as text or in Base64, or by a path below a folder that the host has allowed ([`Folders`]).
//! [`ServerLimits`] bound the input, the time, the results and the answer.

mod arguments;
mod field;
mod folders;
mod limits;
mod output;
mod server;
mod source;
mod tool;
mod tools;

pub use field::{Field, FieldKind};
pub use folders::Folders;
pub use limits::ServerLimits;
pub use server::Server;
#[cfg(feature = "http")]
pub use server::{HttpService, http_service};
pub use tool::{Context, Tool};
pub use tools::TOOLS;
