//! The settings of an engine by their names: one table for options, files of settings and the environment.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::Settings;
use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;
use glossweave_store::acl::{Registration, Secret};
use glossweave_store::store::{Durability, StoreLocation};
use glossweave_xslt::Processor;

/// The names of settings, and their fields.
macro_rules! names {
    ($($name:literal => $($field:ident).+,)+) => {
        impl Settings {
            /// The names that [`Settings::set`] accepts.
            pub const NAMES: &[&str] = &[$($name),+];

            fn set_value(&mut self, name: &str, value: &OsStr) -> Result<()> {
                match name {
                    $($name => self.$($field).+ = Value::parse(name, value)?,)+
                    _ => return Err(Error::no_option(name, Settings::NAMES)),
                }
                Ok(())
            }
        }
    };
}

names! {
    "prefix" => prefix,
    "max-bytes" => max_bytes,
    "call-memory" => call_memory,
    "all-calls-memory" => all_calls_memory,
    "call-milliseconds" => call_milliseconds,
    "max-output-bytes" => max_output_bytes,
    "store" => store,
    "durability" => durability,
    "store-reserve" => store_reserve,
    "files" => files.place,
    "files-cache" => files.cache,
    "files-cache-bytes" => files.cache_bytes,
    "files-grace-milliseconds" => files.grace_milliseconds,
    "store-cache-milliseconds" => store_cache_milliseconds,
    "admin.create" => admin.create,
    "admin.username" => admin.username,
    "admin.password" => admin.password,
    "registration" => registration,
    "audit-days" => audit_days,
    "oidc-issuer" => oidc.issuer,
    "oidc-client-id" => oidc.client_id,
    "oidc-client-secret" => oidc.client_secret,
    "oidc-scope" => oidc.scope,
    "oidc-username-claim" => oidc.username_claim,
    "oidc-roles-claim" => oidc.roles_claim,
    "oidc-admin-role" => oidc.admin_role,
    "oidc-create" => oidc.create,
    "max-query-bytes" => limits.query,
    "max-content-bytes" => limits.content,
    "max-dataset-bytes" => limits.dataset,
    "quota-bytes" => limits.quota_bytes,
    "quota-datasets" => limits.quota_datasets,
    "quota-uploads" => limits.quota_uploads,
    "provenance" => provenance,
    "dataset" => dataset,
    "models" => models,
    "tagger" => tagger,
    "mention-model" => mention_model,
    "sentence-encoder" => sentence_encoder,
    "ranking-weights" => ranking_weights,
    "query-milliseconds" => query.milliseconds,
    "query-memory" => query.memory,
    "query-result" => query.result,
    "saxon" => saxon,
    "xslt-processor" => xslt.processor,
    "xslt-worker" => xslt.worker,
    "xslt-milliseconds" => xslt.milliseconds,
    "xslt-memory" => xslt.memory,
    "xslt-output" => xslt.output,
    "xslt-depth" => xslt.depth,
    "http-hosts" => http.hosts,
    "http-private-hosts" => http.private_hosts,
    "http-milliseconds" => http.milliseconds,
    "http-response" => http.response,
    "link-concurrency" => link.concurrency,
    "link-milliseconds" => link.milliseconds,
    "i18n.blacklist" => i18n_blacklist,
    "pipeline-milliseconds" => pipeline.milliseconds,
    "base-urls" => pipeline.base_urls,
    "job-threads" => jobs.threads,
    "job-milliseconds" => jobs.milliseconds,
    "job-lease-milliseconds" => jobs.lease_milliseconds,
    "job-bytes" => jobs.bytes,
    "job-kept-milliseconds" => jobs.kept_milliseconds,
    "quota-jobs" => jobs.per_user,
    "webhook-secret" => jobs.webhook_secret,
    "batch-threads" => batch.threads,
    "batch-documents" => batch.documents,
    "batch-bytes" => batch.bytes,
}

impl Settings {
    /// Sets a setting by its name, in which `_` counts as `-` and `.` do:
    ///
    /// - `prefix` to an IRI;
    /// - `max-bytes`, `call-memory`, `all-calls-memory`, `call-milliseconds`, `max-output-bytes`, `max-query-bytes`,
    ///   `max-content-bytes`, `max-dataset-bytes`, `quota-bytes`, `quota-datasets` and `quota-uploads` to
    ///   a number;
    /// - `provenance` to `true` or `false`;
    /// - `dataset` to the name of a stored one;
    /// - `models` to the path of a folder of models, `tagger` to that of a tagger and `mention-model` to that of
    ///   a mention model, or each to `none`; `sentence-encoder` to that of a folder with an encoder,
    ///   `ranking-weights` to that of a file of weights;
    /// - `query-milliseconds`, `query-memory` (bytes) and `query-result` (bytes) to a number;
    /// - `store` to the place of a [`StoreLocation`], `store-reserve` to a number of bytes, `durability` to `flush` or
    ///   `periodic`;
    /// - `files` to a place, such as `s3://bucket/prefix`, `files-cache` to the path of a folder, `files-cache-bytes`
    ///   and `files-grace-milliseconds` to a number;
    /// - `store-cache-milliseconds` to a number;
    /// - `saxon` to the path of a library;
    /// - `xslt-processor` to `libxslt` or `saxon`, `xslt-worker` to the path of a program,
    ///   `xslt-milliseconds`, `xslt-memory` (bytes), `xslt-output` (bytes) and `xslt-depth` to a number;
    /// - `http-hosts` and `http-private-hosts` to a list of hosts separated by commas, `http-milliseconds`
    ///   and `http-response` (bytes) to a number;
    /// - `link-concurrency` and `link-milliseconds` to a number;
    /// - `i18n.blacklist` to prefixes of paths separated by commas;
    /// - `pipeline-milliseconds` to a number, `base-urls` to URLs separated by commas;
    /// - `job-threads`, `job-milliseconds`, `job-lease-milliseconds`, `job-bytes`, `job-kept-milliseconds` and
    ///   `quota-jobs` to a number, `webhook-secret` to a text;
    /// - `batch-threads`, `batch-documents` and `batch-bytes` to a number;
    /// - `admin.create` to `true` or `false`, `admin.username` and `admin.password` to a text;
    /// - `registration` to `open`, `invitation` or `closed`; `audit-days` to a number;
    /// - `oidc-issuer` to the URL of an OpenID provider, `oidc-client-id`, `oidc-client-secret`, `oidc-scope`,
    ///   `oidc-username-claim`, `oidc-roles-claim` and `oidc-admin-role` to a text, `oidc-create` to `true` or `false`.
    ///
    /// ```
    /// use glossweave::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("max-bytes", "1000")?;
    /// assert_eq!(settings.max_bytes, 1000);
    /// settings.set("admin_username", "root")?;
    /// assert_eq!(settings.admin.username.as_deref(), Some("root"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known.
    ///
    /// ```
    /// use glossweave::{ErrorKind, Settings};
    /// let mut settings = Settings::default();
    /// let error = settings.set("max-bytes", "many").unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("max-bytes")));
    /// let error = settings.set("max-size", "1000").unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("max-size")));
    /// ```
    pub fn set(&mut self, name: &str, value: impl AsRef<OsStr>) -> Result<()> {
        let hyphens = |name: &str| name.replace(['.', '_'], "-");
        let plain = hyphens(name);
        let known = Settings::NAMES.iter().find(|known| hyphens(known) == plain);
        self.set_value(known.copied().unwrap_or(name), value.as_ref())
    }

    /// Returns the settings of the environment of the process: `GLOSSWEAVE_` and a name in capital
    /// letters, with `_` for `.` and `-`, as in `GLOSSWEAVE_ADMIN_PASSWORD`.
    ///
    /// ```
    /// let settings = glossweave::Settings::from_environment()?;
    /// assert!(!settings.admin.create);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter and the variable in the message, for a value that
    /// is not known.
    pub fn from_environment() -> Result<Settings> {
        Settings::default().with_environment()
    }

    /// Returns these settings, with those of the environment of the process in their place.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Settings::from_environment`].
    ///
    /// ```
    /// use glossweave::Settings;
    /// let mut settings = Settings::default();
    /// settings.set("prefix", "http://example.org/")?;
    /// // `GLOSSWEAVE_PREFIX` is not set here.
    /// assert_eq!(settings.with_environment()?.prefix, "http://example.org/");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn with_environment(self) -> Result<Settings> {
        self.with_variables(|variable| std::env::var_os(variable))
    }

    pub(in crate::engine) fn with_variables(
        mut self,
        value: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Settings> {
        for name in Settings::NAMES {
            let variable = name.to_ascii_uppercase().replace(['.', '-'], "_");
            let variable = format!("GLOSSWEAVE_{variable}");
            let Some(value) = value(&variable).filter(|value| !value.is_empty()) else { continue };
            self.set_value(name, &value).map_err(|error| {
                let message = format!("the variable `{variable}`: {}", error.message());
                error.with_message(message)
            })?;
        }
        Ok(self)
    }
}

/// The type of a setting. Errors have the name as their parameter.
trait Value: Sized {
    fn parse(name: &str, value: &OsStr) -> Result<Self>;
}

fn text<'v>(name: &str, value: &'v OsStr) -> Result<&'v str> {
    value.to_str().ok_or_else(|| {
        let message = format!("the value of `{name}` is not UTF-8");
        Error::invalid(message).with_parameter(name)
    })
}

impl Value for String {
    fn parse(name: &str, value: &OsStr) -> Result<String> {
        text(name, value).map(str::to_owned)
    }
}

impl Value for PathBuf {
    /// Takes any path: it need not be text.
    fn parse(_: &str, value: &OsStr) -> Result<PathBuf> {
        Ok(PathBuf::from(value))
    }
}

impl Value for StoreLocation {
    fn parse(name: &str, value: &OsStr) -> Result<StoreLocation> {
        StoreLocation::from_os_str(value).map_err(|error| error.with_parameter(name))
    }
}

impl Value for Secret {
    fn parse(name: &str, value: &OsStr) -> Result<Secret> {
        text(name, value).map(Secret::new)
    }
}

impl Value for usize {
    fn parse(name: &str, value: &OsStr) -> Result<usize> {
        number_of_bytes(text(name, value)?).map_err(|error| error.with_parameter(name))
    }
}

impl Value for u64 {
    fn parse(name: &str, value: &OsStr) -> Result<u64> {
        usize::parse(name, value).map(|number| number as u64)
    }
}

impl Value for bool {
    fn parse(name: &str, value: &OsStr) -> Result<bool> {
        truth(name, text(name, value)?)
    }
}

impl Value for Durability {
    fn parse(name: &str, value: &OsStr) -> Result<Durability> {
        text(name, value)?.parse().map_err(|error: Error| error.with_parameter(name))
    }
}

impl Value for Registration {
    fn parse(name: &str, value: &OsStr) -> Result<Registration> {
        text(name, value)?.parse().map_err(|error: Error| error.with_parameter(name))
    }
}

impl Value for Processor {
    fn parse(name: &str, value: &OsStr) -> Result<Processor> {
        text(name, value)?.parse().map_err(|error: Error| error.with_parameter(name))
    }
}

impl<T: Value> Value for Option<T> {
    fn parse(name: &str, value: &OsStr) -> Result<Option<T>> {
        T::parse(name, value).map(Some)
    }
}
