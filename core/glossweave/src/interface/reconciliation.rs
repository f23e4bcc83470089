//! Reconciliation with stored datasets.

use url::Url;

use super::answers::json;
use super::input::Input;
use crate::pipeline::VERSIONS;
use crate::service::Answer;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::Language;
use glossweave_vocabulary::{ApiVersion, Reconciliation, ReconciliationOptions, Suggested};

/// The maximum number of languages of a header that are used.
const MOST_LANGUAGES: usize = 16;

/// The reconciliation service of a dataset in a version of the API.
pub(super) struct Service<'c> {
    pub input: &'c Input<'c>,
    pub dataset: &'c str,
    pub version: ApiVersion,
}

impl Service<'_> {
    /// Returns the manifest of the service, the candidates for a batch of queries, or values of
    /// properties. For version 0.2.
    pub fn reconcile(&self) -> Result<Answer> {
        let form = self.input.form("queries")?;
        let value = |name| {
            let field = form.iter().rev().find(|(known, _)| known == name);
            field.map(|(_, value)| value.as_str()).or(self.input.parameter(name))
        };
        let service = self.open();
        let reply = match (value("queries"), value("extend")) {
            (Some(queries), _) => service.answer(self.dataset, queries)?,
            (None, Some(query)) => service.extend(self.dataset, query)?,
            (None, None) if !self.input.call.body.is_empty() => {
                return Err(Error::invalid("`queries` is missing").with_parameter("queries"));
            }
            (None, None) => return self.manifest(),
        };
        Ok(json(&reply))
    }

    /// Returns the manifest of the service.
    pub fn manifest(&self) -> Result<Answer> {
        Ok(json(&self.open().manifest(self.dataset, &self.url())?))
    }

    /// Returns the candidates for the batch of queries in the body.
    pub fn answer(&self) -> Result<Answer> {
        Ok(json(&self.open().answer(self.dataset, self.input.text("body", "queries")?)?))
    }

    /// Returns the values of properties that the body requests.
    pub fn extend(&self) -> Result<Answer> {
        Ok(json(&self.open().extend(self.dataset, self.input.text("body", "extend")?)?))
    }

    /// Returns suggestions that start with the parameter `prefix`.
    pub fn suggest(&self, suggested: Suggested) -> Result<Answer> {
        let prefix = self.input.required("prefix")?;
        let skip = self.input.number("cursor")?.unwrap_or(0);
        Ok(json(&self.open().suggest(self.dataset, suggested, prefix, skip)?))
    }

    /// Returns properties of the class in the parameter `type`.
    pub fn propose(&self) -> Result<Answer> {
        let class = self.input.parameter("type").unwrap_or("");
        let limit = self.input.number("limit")?;
        Ok(json(&self.open().propose(self.dataset, class, limit)?))
    }

    /// Returns a page about an entity.
    pub fn preview(&self) -> Result<Answer> {
        let page = self.open().preview(self.dataset, self.input.required("id")?)?;
        let media_type = "text/html; charset=utf-8".to_owned();
        Ok(Answer { bytes: page.into(), media_type, ..Answer::default() })
    }

    fn open(&self) -> Reconciliation<'_> {
        let languages = self.input.call.header("accept-language").unwrap_or_default();
        let options =
            ReconciliationOptions { version: self.version, languages: accepted(languages) };
        self.input.session.reconciliation().with_options(options)
    }

    /// Returns the URL of the service for the caller, from the settings or else from the headers.
    fn url(&self) -> String {
        let path = self.input.path;
        let bases = &self.input.session.settings().pipelines.base_urls;
        if let Some(base) = bases.split(',').map(str::trim).find(|base| !base.is_empty()) {
            return format!("{}{path}", base.trim_end_matches('/'));
        }
        let [version, _] = VERSIONS;
        let call = self.input.call;
        let is_secure = call.header("x-forwarded-proto") == Some("https");
        let scheme = if is_secure { "https" } else { "http" };
        match call.header("host").filter(|host| is_host(host)) {
            Some(host) => format!("{scheme}://{host}{version}{path}"),
            None => format!("{version}{path}"),
        }
    }
}

/// Returns `true` if the text is a host, optionally with a port.
fn is_host(text: &str) -> bool {
    let is_bare = !text.contains(['/', '?', '#', '@', '\\']) && !text.contains(char::is_whitespace);
    is_bare && Url::parse(&format!("http://{text}/")).is_ok()
}

/// Returns the languages of an `Accept-Language` header in order of preference (RFC 9110, 12.5.4).
fn accepted(header: &str) -> Vec<Language> {
    let ranges = header.split(',').filter_map(|range| {
        let (tag, more) = range.split_once(';').unwrap_or((range, ""));
        let weight = more.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse().ok());
        Some((Language::parse(tag.trim())?, weight.filter(|weight: &f64| *weight > 0.0)?))
    });
    let mut ranges: Vec<(Language, f64)> = ranges.take(MOST_LANGUAGES).collect();
    ranges.sort_by(|(_, first), (_, second)| second.total_cmp(first));
    ranges.into_iter().map(|(language, _)| language).collect()
}
