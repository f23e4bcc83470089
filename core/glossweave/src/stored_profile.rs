//! Stored markup profiles.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use glossweave_base::error::{Error, Result};
use glossweave_format::MarkupProfile;
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_json};

/// A stored markup profile, which requests use by its name in the option `profile`.
///
/// The body is a profile in JSON, as described in docs/markup.md. The names of bundled profiles are
/// reserved.
///
/// ```
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::{Engine, ErrorKind, Format, Request, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let session = engine.local_session()?;
/// let profile = br#"{"name": "own", "rules": [{"annotation": "entity", "element": "i", "attributes": {"title": "{identifier}"}}]}"#;
/// session.profiles().create(Some("titles"), profile, &ResourceUpdate::default())?;
/// let names = b"uri,label\nhttp://example.org/Cork,Cork\n";
/// session.datasets().create(Some("places"), names, &ResourceUpdate::default())?;
///
/// let mut request = Request::new("<p>To Cork", Format::Html).output(Format::Html);
/// request.set("dataset", "places")?;
/// request.set("profile", "titles")?;
/// let reply = session.entities().enrich("dictionary", request.clone())?;
/// assert_eq!(reply.bytes, br#"<p>To <i title="http://example.org/Cork">Cork</i>"#);
///
/// request.set("profile", "headings")?;
/// let error = session.entities().enrich("dictionary", request).unwrap_err();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("profile")));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredProfile {
    /// The profile.
    pub profile: Value,
}

impl Content for StoredProfile {
    const KIND: ResourceKind = ResourceKind::Profile;
    const LARGE: &'static [&'static str] = &["profile"];
    type Context = ();

    fn parse(
        body: &[u8],
        _: Option<&StoredProfile>,
        _: &mut PendingContent<'_>,
        (): &(),
    ) -> Result<StoredProfile> {
        let profile = as_json(body)?;
        let stored = StoredProfile { profile };
        stored.markup_profile()?;
        Ok(stored)
    }

    fn check_name(name: &str) -> Result<()> {
        match name.parse::<MarkupProfile>() {
            Ok(_) => {
                let message = format!("`{name}` is the name of a bundled markup profile");
                Err(Error::invalid(message).with_parameter("name"))
            }
            Err(_) => Ok(()),
        }
    }
}

impl StoredProfile {
    /// Returns the profile.
    ///
    /// # Errors
    ///
    /// Returns the errors of parsing a [`MarkupProfile`].
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{EncodeOptions, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let profiles = engine.local_session()?.profiles();
    /// let profile = br#"{"name": "own", "rules": [{"annotation": "term", "element": "dfn"}]}"#;
    /// let stored = profiles.create(Some("definitions"), profile, &ResourceUpdate::default())?;
    /// let options = EncodeOptions { profile: Some(stored.content.markup_profile()?), ..EncodeOptions::default() };
    /// assert_eq!(options.profile.unwrap().name(), "own");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn markup_profile(&self) -> Result<MarkupProfile> {
        match &self.profile {
            Value::Object(_) => self.profile.to_string().parse(),
            _ => Err(Error::malformed("expected a markup profile, which is a JSON object")),
        }
    }
}
