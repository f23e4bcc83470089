//! Encrypted connections to the database, and the parameters of its URL that configure them.

use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore, crypto};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use glossweave_base::error::{Error, ErrorKind, Result};

/// The parameter for the file of trusted certificates, as in libpq.
const CERTIFICATES: &str = "sslrootcert";

/// Parses a URL and returns the settings of connections. Connections are encrypted if the URL has
/// `sslmode=require` or `sslmode=verify-full`. Both values mean the same: the certificate and the
/// name of the server are always checked. Errors quote no part of the URL except for the file of
/// certificates, because another part could be the password.
pub(super) fn parse(url: &str) -> Result<(Config, MakeRustlsConnect)> {
    let (bare, parameters) = url.split_once('?').unwrap_or((url, ""));
    let mut certificates = None;
    let mut others = Vec::new();
    for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some((CERTIFICATES, file)) => {
                certificates = Some(percent_decode_str(file).decode_utf8_lossy().into_owned());
            }
            Some(("sslmode", "verify-full")) => others.push("sslmode=require"),
            _ => others.push(parameter),
        }
    }
    let mut config: Config = format!("{bare}?{}", others.join("&")).parse().map_err(|_| {
        Error::invalid(
            "invalid URL of a database: expected `postgres://user:password@host:port/database`, \
             and after `?` only parameters of a connection",
        )
    })?;
    let trusted = match (config.get_ssl_mode(), certificates) {
        (SslMode::Require, Some(file)) => trusting(read_certificates(Path::new(&file))?),
        (SslMode::Require, None) => trusting_the_machine(),
        (_, Some(_)) => {
            let message = format!("`{CERTIFICATES}` needs `sslmode=require`");
            return Err(Error::invalid(message));
        }
        _ => {
            config.ssl_mode(SslMode::Disable);
            trusting(RootCertStore::empty())
        }
    };
    let trusted = trusted.map_err(|error| {
        let message = "connections to the database cannot be encrypted";
        Error::new(ErrorKind::Storage, message).because(error)
    })?;
    Ok((config, MakeRustlsConnect::new(trusted)))
}

/// Returns `true` if TLS fails, for example because the certificate is not trusted. A retry does
/// not help then.
pub(super) fn is_refused(error: &tokio_postgres::Error) -> bool {
    let cause = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    cause.and_then(io::Error::get_ref).is_some_and(|cause| cause.is::<rustls::Error>())
}

fn read_certificates(file: &Path) -> Result<RootCertStore> {
    let unusable = || format!("no certificates in `{}` (`{CERTIFICATES}`)", file.display());
    let mut store = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(file)
        .map_err(|error| Error::invalid(unusable()).because(error))?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| Error::invalid(unusable()).because(error))?;
        store.add(certificate).map_err(|error| Error::invalid(unusable()).because(error))?;
    }
    match store.is_empty() {
        true => Err(Error::invalid(unusable())),
        false => Ok(store),
    }
}

fn trusting(certificates: RootCertStore) -> std::result::Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(certificates).with_no_client_auth())
}

fn trusting_the_machine() -> std::result::Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(builder.with_platform_verifier()?.with_no_client_auth())
}
