//! The two HTTP clients: one only for public addresses, and one for hosts that are allowed by name. They
//! share nothing, so that no connection made under one rule is used for a call under the other.

use std::error::Error as _;
use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect;
use rustls::{ClientConfig, RootCertStore, crypto};
use rustls_platform_verifier::BuilderVerifierExt;

use crate::address::is_public;
use crate::policy::Permit;
use glossweave_base::error::{Error, ErrorKind, Result};

const AGENT: &str = concat!("Glossweave/", env!("CARGO_PKG_VERSION"));

/// The timeout for a connection to one address, before the next address of the name is tried.
const CONNECT: Duration = Duration::from_secs(10);
const IDLE: Duration = Duration::from_secs(30);
const IDLE_PER_HOST: usize = 8;

type AddressFuture = Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>>;

/// A resolver of host names.
pub(super) type Lookup = Arc<dyn Fn(String) -> AddressFuture + Send + Sync>;

/// Returns the resolver of the system.
pub(super) fn system() -> Lookup {
    Arc::new(|name| {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
    })
}

#[derive(Clone, Debug)]
pub(super) struct Clients {
    public: reqwest::Client,
    any: reqwest::Client,
}

impl Clients {
    pub(super) fn new(lookup: &Lookup) -> Result<Clients> {
        let tls = tls()?;
        let client = |permit| {
            reqwest::Client::builder()
                .user_agent(AGENT)
                .tls_backend_preconfigured(tls.clone())
                .dns_resolver(Resolver { permit, lookup: lookup.clone() })
                .redirect(redirect::Policy::none())
                .retry(reqwest::retry::never())
                .referer(false)
                .no_proxy()
                .connect_timeout(CONNECT)
                .pool_idle_timeout(IDLE)
                .pool_max_idle_per_host(IDLE_PER_HOST)
                .build()
                .map_err(unusable)
        };
        Ok(Clients { public: client(Permit::Public)?, any: client(Permit::Any)? })
    }

    pub(super) fn under(&self, permit: Permit) -> &reqwest::Client {
        match permit {
            Permit::Public => &self.public,
            Permit::Any => &self.any,
        }
    }
}

/// Creates a TLS configuration with the trust anchors of the system and a separate crypto provider, because
/// the host program chooses the default provider of the process. Without trust anchors, plain HTTP still
/// works.
fn tls() -> Result<ClientConfig> {
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = || {
        let builder = ClientConfig::builder_with_provider(provider.clone());
        builder.with_safe_default_protocol_versions().map_err(unusable)
    };
    let config = match builder()?.with_platform_verifier() {
        Ok(builder) => builder,
        Err(_) => builder()?.with_root_certificates(RootCertStore::empty()),
    };
    Ok(config.with_no_client_auth())
}

fn unusable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::Unavailable, "the network cannot be set up").because(error)
}

/// A resolver that returns only allowed addresses. The connection uses exactly these addresses, so that a
/// name cannot change between the check and the call.
struct Resolver {
    permit: Permit,
    lookup: Lookup,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (permit, found) = (self.permit, (self.lookup)(name.as_str().to_owned()));
        Box::pin(async move {
            let mut found = found.await?;
            if permit == Permit::Public {
                let before = found.len();
                found.retain(|address| is_public(address.ip()));
                if found.is_empty() && before > 0 {
                    return Err(Refused.into());
                }
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// The error for a name without an allowed address.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("none of the addresses is public")
    }
}

impl std::error::Error for Refused {}

/// Returns `true` if a call failed because its host has no allowed address.
pub(super) fn is_refusal(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<Refused>() {
            return true;
        }
        cause = error.source();
    }
    false
}
