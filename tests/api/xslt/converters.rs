//! The public items of `core/xslt/src/converters.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn converters_apply() -> Result<(), glossweave::Error> {
    use glossweave::{
        Caller,
        acl::Users,
        resource::{Collection, Limits},
    };
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    use glossweave::xslt::{Converters, Options};
    use glossweave_xslt::StylesheetCache;
    let cache = StylesheetCache::open(Options::default(), None)?;
    let converters =
        Converters::new(Collection::new(&access, &limits, ann, &cache), &cache, 1 << 20);
    use glossweave::Format;
    use glossweave::xslt::Request;
    // `converters` are the converters of a user: `session.converters()`.
    let stylesheet =
        br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:output method="text"/>
      <xsl:template match="/"><xsl:value-of select="//h1"/></xsl:template>
    </xsl:stylesheet>"#;
    converters.create(Some("title"), stylesheet, &Default::default())?;
    let reply = converters.apply("title", &Request::new("<h1>Cork</h1><p>…</p>", Format::Xml));
    // The output has two roots, but an XML document must have one.
    assert_eq!(reply.unwrap_err().kind(), glossweave::ErrorKind::Malformed);
    let reply =
        converters.apply("title", &Request::new("<html><h1>Cork</h1></html>", Format::Xml))?;
    assert_eq!(reply.bytes, b"Cork");
    Ok(())
}
