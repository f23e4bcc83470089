//! Pipelines that users would build.

use std::fs;
use std::path::Path;

use glossweave::resource::ResourceUpdate;
use glossweave::service::Call;
use glossweave::xslt::Saxon;

use super::fixture::{fixture, text};
use glossweave_testing::skip;

fn example(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/xslt");
    fs::read(folder.join(name)).unwrap()
}

#[test]
fn xliff_becomes_a_page_is_annotated_and_becomes_xliff_again() {
    // The way back requires XSLT 2.0.
    if Saxon::find(None).ok().flatten().is_none() {
        skip("pipelines", "Saxon is not there");
        return;
    }
    let fixture = fixture();
    let session = fixture.session();
    for (name, file) in [("to-html", "xliff2-to-html.xsl"), ("to-xliff", "html-to-xliff2.xsl")] {
        session
            .converters()
            .create(Some(name), &example(file), &ResourceUpdate::default())
            .unwrap();
    }
    let xliff = r#"<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">
<file id="f1"><unit id="u1"><segment><source>The ferry to <pc id="1">Cork</pc> leaves.</source></segment></unit></file></xliff>"#;
    let requests = serde_json::json!([
        {"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/to-html", "body": xliff,
         "headers": {"Content-Type": "text/xml", "Accept": "text/html"}},
        {"method": "POST", "endpoint": "/e-entity/cities/documents", "parameters": {"outformat": "html"}},
        {"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/to-xliff",
         "headers": {"Content-Type": "text/html", "Accept": "text/xml"}},
    ]);
    let answer = fixture.chain_with(&requests.to_string(), &[("useI18n", "false")]).unwrap();
    let found = text(&answer);
    assert!(found.contains("urn:oasis:names:tc:xliff:document:2.0"), "{found}");
    assert!(found.contains("http://e.example/Cork") && found.contains("<mrk "), "{found}");
    assert!(found.contains("The ferry to"), "{found}");
}

/// Both stylesheets use the names `html` and `p` without a namespace, like many stylesheets that
/// were written before HTML had one.
#[test]
fn a_page_of_xliff_is_read_by_stylesheets_that_know_no_namespace_of_html() {
    let fixture = fixture();
    let session = fixture.session();
    let sheet = |inside: &str| {
        format!(
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
             xmlns:x='urn:oasis:names:tc:xliff:document:1.2' exclude-result-prefixes='x'>{inside}</xsl:stylesheet>"
        )
    };
    let to_html = sheet(
        "<xsl:output method='html'/><xsl:template match='/'><html><body><xsl:for-each select='//x:source'>
        <p id='{../@id}'><xsl:value-of select='.'/></p></xsl:for-each></body></html></xsl:template>",
    );
    let to_xliff = sheet(
        "<xsl:template match='html'><x:xliff version='1.2'><x:body><xsl:apply-templates select='body/p'/></x:body>
        </x:xliff></xsl:template>
        <xsl:template match='p'><x:trans-unit id='{@id}'><x:source><xsl:apply-templates/></x:source></x:trans-unit>
        </xsl:template>
        <xsl:template match='span'><x:mrk mtype='phrase' ref='{@its-ta-ident-ref}'><xsl:value-of select='.'/></x:mrk>
        </xsl:template>",
    );
    for (name, text) in [("to-html", to_html), ("to-xliff", to_xliff)] {
        session
            .converters()
            .create(Some(name), text.as_bytes(), &ResourceUpdate::default())
            .unwrap();
    }
    let xliff = r#"<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file><body><trans-unit id="u1">
        <source>The ferry to Cork leaves.</source></trans-unit></body></file></xliff>"#;
    let requests = serde_json::json!([
        {"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/to-html", "body": xliff,
         "headers": {"Content-Type": "text/xml", "Accept": "text/html"}},
        {"method": "POST", "endpoint": "/e-entity/cities/documents", "parameters": {"outformat": "html"}},
        {"method": "POST", "endpoint": "/toolbox/xslt-converter/documents/to-xliff",
         "headers": {"Content-Type": "text/html", "Accept": "text/xml"}},
    ]);
    let answer = fixture.chain_with(&requests.to_string(), &[("useI18n", "false")]).unwrap();
    assert!(
        text(&answer).contains(
            "<x:trans-unit id=\"u1\"><x:source>The ferry to <x:mrk mtype=\"phrase\" \
             ref=\"http://e.example/Cork\">Cork</x:mrk> leaves.</x:source></x:trans-unit>"
        ),
        "{}",
        text(&answer)
    );
}

#[test]
fn entities_are_found_linked_and_put_into_a_table() {
    let fixture = fixture();
    let requests = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "From Cork to Dublin"}},
        {{"method": "POST", "endpoint": "/e-link/documents", "parameters": {{"templateid": "{}"}}}}]"#,
        fixture.link
    );
    let query = b"PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
        PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#> PREFIX e: <http://e.example/>
        SELECT ?word ?people { ?s nif:anchorOf ?word ; itsrdf:taIdentRef ?city . ?city e:people ?people }
        ORDER BY ?word";
    fixture.session().filters().create(Some("people"), query, &ResourceUpdate::default()).unwrap();
    let answer = fixture.chain_with(&requests, &[("filter", "people"), ("output", "csv")]).unwrap();
    assert_eq!(text(&answer), "word,people\r\nCork,224004\r\nDublin,592713\r\n");
}

#[test]
fn terms_choose_words_of_translations_in_languages_of_the_call() {
    let fixture = fixture();
    let id = fixture.store(
        r#"[{"method": "POST", "endpoint": "/e-terminology/termbase?source-lang=$FROM$&target-lang=$TO$",
            "parameters": {"dataset": "terms"}},
        {"method": "POST", "endpoint": "/e-translation/loud?source-lang=$FROM$&target-lang=$TO$"}]"#,
    );
    let call = Call::new(format!("/pipelining/chain/{id}"))
        .with_parameter("FROM", "en")
        .with_parameter("TO", "es")
        .with_body("The bank is high.");
    let found = text(&fixture.session().call(call.clone()).unwrap());
    // The translator writes capitals, except for the term in the term base.
    assert!(found.contains("THE ribera IS HIGH.\"@es"), "{found}");
    let mut other = call;
    other.parameters[1].1 = "de".to_owned();
    let error = fixture.session().call(other).unwrap_err();
    assert_eq!((error.kind(), error.step()), (glossweave::ErrorKind::NotFound, Some(1)));
}
