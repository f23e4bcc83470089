//! Datasets: the entities or terms of a table or of RDF.
//!
//! For example, load the entities of a table:
//!
//! ```
//! use glossweave::resource::ResourceUpdate;
//! use glossweave::vocabulary::Load;
//! use glossweave::{Caller, Engine, Settings};
//! let engine = Engine::builder(Settings::default()).open()?;
//! let users = engine.session(Caller::Anonymous).users();
//! users.create("ann", "correct horse")?;
//! let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
//!
//! let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
//!     <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
//! let mut update = ResourceUpdate::default();
//! update.set("informat", "turtle")?;
//! let places = session.datasets().create_from("places", Load::new(&mut turtle.as_bytes()), &update)?;
//! assert_eq!((places.content.entities, places.content.labels), (1, 2));
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_vocabulary::{
    ApiVersion, Dataset, Datasets, Load, Reconciliation, ReconciliationOptions, Suggested, Upload,
};
