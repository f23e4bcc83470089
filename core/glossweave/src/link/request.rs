//! Requests to e-Link.

use std::collections::BTreeMap;

use crate::request::Request;
use glossweave_base::error::shown;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;

/// A document to enrich, and the stored template that is used.
///
/// ```
/// use glossweave::link::LinkRequest;
/// use glossweave::{Format, Request};
/// let request = Request::new("<p>Cork</p>", Format::Html);
/// let request = LinkRequest::new("5", request).with("event_type", "festival").partially();
/// assert_eq!(request.parameters["event_type"], "festival");
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct LinkRequest {
    /// The number that identifies the template.
    pub template: String,
    /// The document, and the format of the answer.
    pub request: Request,
    /// The values of the placeholders of the template, by name.
    pub parameters: BTreeMap<String, String>,
    /// `true` to return results even if the template fails for some of the entities.
    pub partial: bool,
    /// The parameters of the request that were set by name, because a template may use them too.
    common: BTreeMap<String, String>,
}

impl LinkRequest {
    /// Creates a request that fails if the template fails for any entity.
    pub fn new(template: impl Into<String>, request: Request) -> LinkRequest {
        let (parameters, common) = (BTreeMap::new(), BTreeMap::new());
        LinkRequest { template: template.into(), request, parameters, partial: false, common }
    }

    /// Sets the value of a placeholder of the template.
    ///
    /// ```
    /// use glossweave::link::LinkRequest;
    /// use glossweave::{Format, Request};
    /// let request = LinkRequest::new("4", Request::new("To Cork", Format::Text))
    ///     .with("radius", "10")
    ///     .partially();
    /// assert_eq!(request.parameters["radius"], "10");
    /// assert!(request.partial);
    /// ```
    ///
    /// ```
    /// use glossweave::link::LinkRequest;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let template = br#"{"endpoint": "http://atlas.example/", "query":
    ///     "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://example.org/@@@property@@@> ?value }"}"#;
    /// let template = anna.templates().create(None, template, &Default::default())?;
    /// let request = LinkRequest::new(template.name, Request::new("<p>Cork", Format::Html));
    /// // The placeholder has no value.
    /// let error = anna.links().enrich(request.clone()).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("property")));
    /// assert!(anna.links().enrich(request.with("property", "river")).is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> LinkRequest {
        self.parameters.insert(name.into(), value.into());
        self
    }

    /// Requests results even if the template fails for some of the entities.
    ///
    /// ```
    /// use glossweave::link::{LinkRequest, QueryEndpoint};
    /// use glossweave::rdf::Graph;
    /// use glossweave::{Caller, Engine, Error, ErrorKind, Format, Request, Settings};
    /// struct Down;
    /// impl QueryEndpoint for Down {
    ///     fn construct(&self, _: &str, _: std::time::Duration) -> glossweave::Result<Graph> {
    ///         Err(Error::new(ErrorKind::Unavailable, "`atlas.example` does not answer"))
    ///     }
    /// }
    /// let engine = Engine::builder(Settings::default()).endpoint("http://atlas.example/", Down).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let template = br#"{"endpoint": "http://atlas.example/",
    ///     "query": "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://example.org/river> ?river }"}"#;
    /// let template = anna.templates().create(None, template, &Default::default())?;
    /// let page = "<p>To <span its-ta-ident-ref='http://example.org/Cork'>Cork</span>";
    /// let request = LinkRequest::new(template.name, Request::new(page, Format::Html));
    /// assert_eq!(anna.links().enrich(request.clone()).unwrap_err().kind(), ErrorKind::Unavailable);
    /// let reply = anna.links().enrich(request.partially())?;
    /// assert_eq!(reply.findings.len(), 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn partially(mut self) -> LinkRequest {
        self.partial = true;
        self
    }

    /// The names that [`LinkRequest::set`] accepts in addition to the parameters of a request.
    pub const NAMES: &[&str] = &["templateid", "partial"];

    /// Returns `true` if a name is an option, and not only a placeholder. The options of e-Entity
    /// are not options of e-Link.
    pub(crate) fn is_option(name: &str) -> bool {
        LinkRequest::NAMES.contains(&name) || Request::has_option(name)
    }

    /// Sets a parameter by its name: `templateid`, `partial` (`true` or `false`), a parameter of
    /// [`Request::set`] except [`EntityOptions`](glossweave_entity::EntityOptions), or a
    /// placeholder of the template.
    ///
    /// A placeholder of a template may have the name of a parameter of requests, such as
    /// `language`. In this case the value is used for both.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Request::set`], and `ErrorKind::Invalid` if `partial` has another
    /// value.
    ///
    /// ```
    /// use glossweave::link::LinkRequest;
    /// use glossweave::{Format, Request};
    /// let mut request = LinkRequest::new("", Request::new("Cork", Format::Text));
    /// request.set("templateid", "5")?;
    /// request.set("event_type", "festival")?;
    /// request.set("outformat", "json-ld")?;
    /// assert_eq!((request.template.as_str(), request.request.outformat), ("5", Format::JsonLd));
    /// assert_eq!(request.set("partial", "perhaps").unwrap_err().parameter(), Some("partial"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "templateid" => self.template = value.to_owned(),
            "partial" => self.partial = truth(name, value)?,
            _ if LinkRequest::is_option(name) => {
                self.request.set(name, value)?;
                self.common.insert(name.to_owned(), value.to_owned());
            }
            _ => drop(self.parameters.insert(name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Returns the values of the placeholders of a template. Returns `ErrorKind::Invalid`, with the
    /// name as parameter, if a value is missing, or if the template does not have a placeholder.
    pub(super) fn values(&self, names: &[&str]) -> Result<BTreeMap<String, String>> {
        if let Some(unknown) = self.parameters.keys().find(|name| !names.contains(&name.as_str())) {
            let known: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let message =
                format!("the template has no parameter {}, it has {known}", shown(unknown));
            return Err(Error::invalid(message).with_parameter(unknown.as_str()));
        }
        let value = |name: &&str| {
            let value = self.parameters.get(*name).or_else(|| self.common.get(*name));
            let missing = || {
                Error::invalid(format!("the parameter `{name}` of the template is missing"))
                    .with_parameter(*name)
            };
            Ok(((*name).to_owned(), value.ok_or_else(missing)?.clone()))
        };
        names.iter().map(value).collect()
    }
}
