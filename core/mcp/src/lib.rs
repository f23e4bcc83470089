//! Tools for agents: an [`Engine`](glossweave::Engine) as a server of the [Model Context
//! Protocol](https://modelcontextprotocol.io).
//!
//! [`TOOLS`] is the table of the tools. Each tool has a schema for its input and a schema for its
//! output. It can be called without the protocol ([`Server::call`]). For the protocol itself, the
//! SDK `rmcp` is used: [`Server::serve_stdio`] serves it over standard input and output.
//!
//! For example, call a tool that annotates a text:
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
//! Files are passed as text, in Base64, or as a path below a folder that the host has allowed
//! ([`Folders`]). [`ServerLimits`] limit the input, the time, the results and the answer.

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
