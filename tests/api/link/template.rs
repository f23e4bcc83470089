//! The public items of `core/link/src/template/mod.rs`.

use glossweave_store::resource::CollectionExt;
#[test]
fn template() -> Result<(), glossweave::Error> {
    use glossweave::acl::Users;
    use glossweave::{
        Caller,
        resource::{Collection, Limits, ResourceUpdate},
    };
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let store = Arc::new(glossweave::store::MemoryBackend::new());
    let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    let users = Users::new(&access, Caller::Anonymous);
    users.create("ann", "correct horse")?;
    let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    let limits = Limits::default();
    let templates = Collection::<glossweave::link::Template>::new(&access, &limits, ann, &());
    // `templates` are the templates of a user, for example `session.templates()`.
    let unchanged = ResourceUpdate::default();
    let body = br#"{
        "query": "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://schema.org/geo> ?geo }",
        "endpoint": "https://dbpedia.org/sparql"
    }"#;
    let template = templates.create(None, body, &unchanged)?.content;
    assert_eq!(template.endpoint.url(), Some("https://dbpedia.org/sparql"));
    assert_eq!(template.endpoint.datasets().count(), 0);

    // A query that does not use the entity is not a template.
    let error = templates
        .create(
            None,
            br#"{
        "query": "CONSTRUCT WHERE { ?s ?p ?o }",
        "endpoint": "https://dbpedia.org/sparql"
    }"#,
            &unchanged,
        )
        .unwrap_err();
    assert_eq!(error.parameter(), Some("query"));
    Ok(())
}
