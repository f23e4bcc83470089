//! HTTP requests to the hosts that the program allows.
//!
//! The options name the hosts. Requests to all other hosts fail:
//!
//! ```
//! use glossweave::net::{Hosts, Network, Options};
//! use std::time::Duration;
//! let options = Options { hosts: Hosts::default().with("dbpedia.org")?, private_hosts: Hosts::default().with("localhost:2222")?, time: Duration::from_secs(10), response: 8 << 20, ..Options::default() };
//! assert!(format!("{:?}", Network::new(options)).contains("dbpedia.org"));
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_net::{
    HostPolicy, Hosts, HttpRequest, HttpResponse, Network, Options, Service, TokenUsage,
    hide_private_hosts,
};
