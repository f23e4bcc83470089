//! Buckets and their URLs, for example `s3://bucket/prefix?region=eu-west-1`.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::client::{HttpClient, HttpConnector};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::{BackoffConfig, ClientConfigKey, ClientOptions, ObjectStore, RetryConfig};
use rustls::{ClientConfig, RootCertStore, crypto};
use rustls_platform_verifier::BuilderVerifierExt;

use crate::store::files::check_name;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The time limits of a connection and of a whole request.
const CONNECT: Duration = Duration::from_secs(5);
const REQUEST: Duration = Duration::from_secs(60);

/// The time and the number of retries of a request.
const RETRY: Duration = Duration::from_secs(60);
const RETRIES: usize = 5;

/// The parts of the URL of a bucket.
pub(super) struct BucketUrl<'u> {
    scheme: &'u str,
    bucket: &'u str,
    pub(super) prefix: String,
    region: Option<&'u str>,
    endpoint: Option<&'u str>,
    allow_http: bool,
}

/// Opens a bucket with the credentials of the environment. Returns the bucket and the prefix of
/// names.
pub(super) fn of_url(url: &str) -> Result<(Arc<dyn ObjectStore>, String)> {
    let place = BucketUrl::of(url)?;
    let opened: object_store::Result<Arc<dyn ObjectStore>> = match place.scheme {
        "s3" => place.s3().build().map(|store| Arc::new(store) as _),
        "gs" => place.google().build().map(|store| Arc::new(store) as _),
        _ => place.azure().build().map(|store| Arc::new(store) as _),
    };
    let store = opened.map_err(|error| {
        let message = format!("the bucket `{}` cannot be used: {error}", place.bucket);
        Error::new(ErrorKind::Invalid, message)
    })?;
    Ok((store, place.prefix))
}

fn retry() -> RetryConfig {
    let backoff = BackoffConfig::default();
    RetryConfig { backoff, max_retries: RETRIES, retry_timeout: RETRY }
}

impl<'u> BucketUrl<'u> {
    /// Parses a URL. Errors do not quote the URL, because it may contain a secret by mistake.
    pub(super) fn of(url: &'u str) -> Result<BucketUrl<'u>> {
        let wrong = || Error::invalid("expected a bucket such as `s3://bucket/prefix`");
        let (scheme, rest) = url.split_once("://").ok_or_else(wrong)?;
        let (path, options) = rest.split_once('?').unwrap_or((rest, ""));
        let (bucket, prefix) = path.split_once('/').unwrap_or((path, ""));
        let prefix = prefix.trim_end_matches('/');
        if check_name(bucket).is_err() || (!prefix.is_empty() && check_name(prefix).is_err()) {
            return Err(wrong());
        }
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        let mut place =
            BucketUrl { scheme, bucket, prefix, region: None, endpoint: None, allow_http: false };
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("region", region)) if scheme == "s3" => place.region = Some(region),
                Some(("endpoint", endpoint)) if !endpoint.contains('@') => {
                    place.endpoint = Some(endpoint);
                }
                Some(("allow_http", "true")) => place.allow_http = true,
                Some(("allow_http", "false")) => {}
                _ => {
                    let message = "expected `region` (of S3), `endpoint` and `allow_http` as \
                                   options of a bucket: set credentials in the environment";
                    return Err(Error::invalid(message));
                }
            }
        }
        Ok(place)
    }

    pub(super) fn s3(&self) -> AmazonS3Builder {
        let mut builder = AmazonS3Builder::from_env().with_bucket_name(self.bucket);
        if let Some(region) = self.region {
            builder = builder.with_region(region);
        }
        if let Some(endpoint) = self.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        if self.allow_http {
            builder = builder.with_allow_http(true);
        }
        builder.with_retry(retry()).with_http_connector(Connector)
    }

    fn google(&self) -> GoogleCloudStorageBuilder {
        let mut builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(self.bucket);
        if let Some(endpoint) = self.endpoint {
            builder = builder.with_config(GoogleConfigKey::BaseUrl, endpoint);
        }
        if self.allow_http {
            let key = GoogleConfigKey::Client(ClientConfigKey::AllowHttp);
            builder = builder.with_config(key, "true");
        }
        builder.with_retry(retry()).with_http_connector(Connector)
    }

    fn azure(&self) -> MicrosoftAzureBuilder {
        let mut builder = MicrosoftAzureBuilder::from_env().with_container_name(self.bucket);
        if let Some(endpoint) = self.endpoint {
            builder = builder.with_config(AzureConfigKey::Endpoint, endpoint);
        }
        if self.allow_http {
            builder = builder.with_allow_http(true);
        }
        builder.with_retry(retry()).with_http_connector(Connector)
    }
}

/// Creates HTTP clients that use the cryptography of this library instead of the default of the
/// process.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let unusable = |error: Box<dyn std::error::Error + Send + Sync>| {
            object_store::Error::Generic { store: "HTTP client", source: error }
        };
        let allow_http = options.get_config_value(&ClientConfigKey::AllowHttp);
        let client = reqwest::Client::builder()
            .user_agent(concat!("glossweave/", env!("CARGO_PKG_VERSION")))
            .tls_backend_preconfigured(tls().map_err(|error| unusable(error.into()))?)
            .https_only(allow_http.as_deref() != Some("true"))
            .connect_timeout(CONNECT)
            .timeout(REQUEST)
            .build();
        Ok(HttpClient::new(client.map_err(|error| unusable(error.into()))?))
    }
}

/// Returns the TLS settings, with the trust anchors of the system. If there are none, only plain
/// HTTP works.
fn tls() -> std::result::Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = || {
        ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions()
    };
    let config = match builder()?.with_platform_verifier() {
        Ok(builder) => builder,
        Err(_) => builder()?.with_root_certificates(RootCertStore::empty()),
    };
    Ok(config.with_no_client_auth())
}
