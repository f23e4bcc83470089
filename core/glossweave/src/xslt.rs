//! XSLT stylesheets, which transform documents with markup.
//!
//! ```
//! use glossweave::Format;
//! use glossweave::xslt::{Options, Request, Stylesheet};
//! let stylesheet =
//!     br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
//!   <xsl:output method="text"/>
//!   <xsl:param name="greeting" select="'Hello'"/>
//!   <xsl:template match="/"><xsl:value-of select="concat($greeting, ', ', /name)"/></xsl:template>
//! </xsl:stylesheet>"#;
//! let greet = Stylesheet::compile(stylesheet, &Options::default())?;
//! assert_eq!(greet.parameters()[0].default.as_deref(), Some("Hello"));
//!
//! let request = Request::new("<name>Cork</name>", Format::Xml);
//! assert_eq!(greet.run(&request)?.bytes, b"Hello, Cork");
//! let request = request.with_parameter("greeting", "So long");
//! assert_eq!(greet.run(&request)?.bytes, b"So long, Cork");
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_xslt::{
    Converters, Document, Limits, Message, Method, Options, Output, Parameter, Processor, Reply,
    Request, Saxon, StoredStylesheet, Stylesheet, worker,
};
