//! Examples of requests in the OpenAPI description, which users of the page can try.

/// The example of an operation: its media type and body, and values of its parameters.
pub struct RequestExample {
    pub media_type: &'static str,
    pub body: &'static str,
    pub parameters: &'static [(&'static str, &'static str)],
}

/// Returns the example of an operation, if it has one.
pub fn of(operation: &str) -> Option<&'static RequestExample> {
    EXAMPLES.iter().find(|(id, _)| *id == operation).map(|(_, example)| example)
}

const TEXT: &str = "The night bus from Dublin to Cork leaves at ten.";
const PAGE: &str =
    "<p>The night bus from <a href=\"#dublin\">Dublin</a> to Cork leaves at ten.</p>";
const LINKED: &str =
    "<p>To <span its-ta-ident-ref=\"http://dbpedia.org/resource/Dublin\">Dublin</span></p>";
const NIF: &str = "@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .\n\
    <http://example.org/#char=3,9> itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin> .\n";
const STEPS: &str = "[{\"method\": \"POST\", \"endpoint\": \"/e-entity/dictionary/documents\", \
    \"parameters\": {\"language\": \"en\"}, \"body\": \"The night bus from Dublin to Cork.\"}, \
    {\"method\": \"POST\", \"endpoint\": \"/e-terminology/extraction\", \
    \"parameters\": {\"source-lang\": \"en\", \"target-lang\": \"de\"}}]";
const STORED_STEPS: &str = "[{\"method\": \"POST\", \"endpoint\": \"/e-entity/dictionary/documents\", \
    \"parameters\": {\"language\": \"en\"}}]";
const NAMES: &str = "uri,label,language,type\n\
    http://dbpedia.org/resource/Cork_(city),Cork,en,http://dbpedia.org/ontology/City\n";
const QUERY: &str = "PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>\n\
    SELECT DISTINCT ?entity { ?mention itsrdf:taIdentRef ?entity } ORDER BY ?entity\n";
const TEMPLATE: &str = "{\"label\": \"coordinates of a place\", \"endpoint\": \"dataset:places\", \
    \"query\": \"PREFIX geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> \
    CONSTRUCT WHERE { <@@@entity_uri@@@> geo:lat ?lat ; geo:long ?long }\"}";
const STYLESHEET: &str = "<xsl:stylesheet version=\"1.0\" \
    xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\">\n\
    <xsl:template match=\"/\"><title><xsl:value-of select=\"//title\"/></title></xsl:template>\n\
    </xsl:stylesheet>\n";
const CATALOG: &str = "msgid \"\"\nmsgstr \"Language: es\\n\"\n\n\
    msgid \"{n} files\"\nmsgstr \"archivos\"\n";

const REVIEWED: &str = r#"{
  "dcterms:references": {"type": "TextualBody", "format": "text/plain", "value": "From Dublin to Cork."},
  "items": [{
    "motivation": "identifying", "body": "http://dbpedia.org/resource/Cork",
    "target": {"selector": {"type": "TextQuoteSelector", "exact": "Cork"}}
  }]
}"#;

const PROFILE: &str = r#"{
  "name": "titles",
  "rules": [{"annotation": "entity", "element": "i", "attributes": {"title": "{identifier}"}}]
}"#;

#[rustfmt::skip]
const EXAMPLES: [(&str, RequestExample); 18] = [
    ("enrichEntities", example("text/plain", TEXT, &[("language", "en")])),
    ("enrichLinks", example("text/html", LINKED, &[])),
    ("enrichTerms", example("text/plain", TEXT, &[("source-lang", "en"), ("target-lang", "de")])),
    ("enrichTranslations", example("text/plain", TEXT, &[("source-lang", "en"), ("target-lang", "es")])),
    ("runPipeline", example("application/json", STEPS, &[])),
    ("runStoredPipeline", example("text/plain", TEXT, &[])),
    ("applyFilter", example("text/turtle", NIF, &[("outformat", "csv")])),
    ("applyConverter", example("text/xml", "<page><title>Dublin</title></page>", &[])),
    ("extractXliff", example("text/html", PAGE, &[("source-lang", "en"), ("target-lang", "es")])),
    ("checkTranslations", example("text/x-gettext-translation", CATALOG, &[])),
    ("redact", example("text/html", "<p>Ask Jane Roe, jane@roe.example.</p>", &[("deny", "Jane Roe")])),
    ("createDataset", example("text/csv", NAMES, &[("name", "towns"), ("language", "en")])),
    ("createFilter", example("text/plain", QUERY, &[("name", "linked")])),
    ("createTemplate", example("application/json", TEMPLATE, &[])),
    ("createConverter", example("text/plain", STYLESHEET, &[("name", "title")])),
    ("createProfile", example("application/json", PROFILE, &[("name", "titles")])),
    ("createDocument", example("application/json", REVIEWED, &[("name", "letter")])),
    ("createPipeline", example("application/json", STORED_STEPS, &[("label", "Names")])),
];

const fn example(
    media_type: &'static str,
    body: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> RequestExample {
    RequestExample { media_type, body, parameters }
}
