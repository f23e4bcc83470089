//! Names from the vocabularies that the engine reads and writes.

use super::{NamedNode, NamedNodeRef, Term};

/// A name from a known vocabulary: a constant with its IRI and its prefixed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    prefix: u8,
    compact: &'static str,
    iri: &'static str,
}

impl Name {
    /// Returns the full IRI.
    pub const fn iri(self) -> &'static str {
        self.iri
    }

    /// Returns the prefixed form, for example `nif:String`.
    pub const fn compact(self) -> &'static str {
        self.compact
    }

    /// Returns the name as a graph node.
    pub fn node(self) -> NamedNodeRef<'static> {
        NamedNodeRef::new_unchecked(self.iri)
    }

    /// Returns the index of the prefix in [`PREFIXES`].
    pub(super) const fn prefix(self) -> usize {
        self.prefix as usize
    }
}

impl From<Name> for NamedNode {
    fn from(name: Name) -> NamedNode {
        name.node().into_owned()
    }
}

impl From<Name> for Term {
    fn from(name: Name) -> Term {
        Term::NamedNode(name.into())
    }
}

impl PartialEq<NamedNode> for Name {
    fn eq(&self, node: &NamedNode) -> bool {
        self.iri == node.as_str()
    }
}

impl PartialEq<Name> for NamedNode {
    fn eq(&self, name: &Name) -> bool {
        self.as_str() == name.iri
    }
}

/// A short name for a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The short name without the colon.
    pub name: &'static str,
    /// The IRI of the namespace.
    pub namespace: &'static str,
}

/// Splits an IRI in a known namespace into the prefix and the local part. Returns `None` if any
/// format would need escapes to write the local part.
pub(super) fn split(iri: &str) -> Option<(usize, &str)> {
    // The search starts at the end, where most other IRIs are ruled out quickly.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let end = iri.bytes().rposition(|byte| !is_plain(byte))? + 1;
    let (namespace, local) = iri.split_at_checked(end)?;
    let first = local.bytes().next()?;
    if !namespace.ends_with(['#', '/']) || !(first.is_ascii_alphabetic() || first == b'_') {
        return None;
    }
    let index = PREFIXES.iter().position(|prefix| prefix.namespace == namespace)?;
    Some((index, local))
}

macro_rules! vocabularies {
    ($($(#[$doc:meta])* $module:ident $index:literal $prefix:literal $namespace:literal
       { $($constant:ident $local:literal)* })*) => {
        /// The prefixes that writers use, in the order of their declarations.
        pub const PREFIXES: &[Prefix] =
            &[$(Prefix { name: $prefix, namespace: $namespace }),*];

        $($(#[$doc])*
        pub mod $module {
            use super::Name;

            /// The namespace IRI.
            pub const NAMESPACE: &str = $namespace;

            $(#[doc = concat!("`", $prefix, ":", $local, "`")]
            pub const $constant: Name = Name {
                prefix: $index,
                compact: concat!($prefix, ":", $local),
                iri: concat!($namespace, $local),
            };)*
        })*

        #[cfg(test)]
        const ALL: &[Name] = &[$($($module::$constant),*),*];
    };
}

vocabularies! {
    /// NIF 2.0 and 2.1 core.
    nif 0 "nif" "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#" {
        STRING "String"
        CONTEXT "Context"
        PHRASE "Phrase"
        WORD "Word"
        SENTENCE "Sentence"
        PARAGRAPH "Paragraph"
        STRUCTURE "Structure"
        TITLE "Title"
        RFC5147_STRING "RFC5147String"
        OFFSET_BASED_STRING "OffsetBasedString"
        CONTEXT_HASH_BASED_STRING "ContextHashBasedString"
        C_STRING_INST "CStringInst"
        ANNOTATION_UNIT "AnnotationUnit"
        ENTITY_OCCURRENCE "EntityOccurrence"
        TERM_OCCURRENCE "TermOccurrence"
        TRANSLATION "Translation"
        IS_STRING "isString"
        CONTEXT_STRING_REF "contextStringRef"
        ANCHOR_OF "anchorOf"
        BEGIN_INDEX "beginIndex"
        END_INDEX "endIndex"
        REFERENCE_CONTEXT "referenceContext"
        WAS_CONVERTED_FROM "wasConvertedFrom"
        SOURCE_URL "sourceUrl"
        PRED_LANG "predLang"
        ANNOTATION_UNIT_OF "annotationUnit"
        CONFIDENCE "confidence"
        PROVENANCE "provenance"
        TA_IDENT_CONF "taIdentConf"
        TA_CLASS_CONF "taClassConf"
        TERM_INFO_CONF "termInfoConf"
        TERM_OCCURRENCE_CONF "termOccurrenceConf"
        ENTITY_OCCURRENCE_CONF "entityOccurrenceConf"
        TRANSLATION_CONF "translationConf"
    }
    /// ITS 2.0 in RDF: the two classes, and all properties of the ontology.
    itsrdf 1 "itsrdf" "http://www.w3.org/2005/11/its/rdf#" {
        LOC_QUALITY_ISSUE "LocQualityIssue"
        PROV_RECORD "ProvRecord"
        ALLOWED_CHARACTERS "allowedCharacters"
        DIR "dir"
        DOMAINS "domains"
        EXTERNAL_RESOURCE_REF "externalResourceRef"
        HAS_LOC_QUALITY_ISSUE "hasLocQualityIssue"
        HAS_PROV_RECORD "hasProvRecord"
        ID "id"
        LINE_BREAK_TYPE "lineBreakType"
        LOC_NOTE "locNote"
        LOC_NOTE_REF "locNoteRef"
        LOC_NOTE_TYPE "locNoteType"
        LOC_QUALITY_ISSUE_COMMENT "locQualityIssueComment"
        LOC_QUALITY_ISSUE_ENABLED "locQualityIssueEnabled"
        LOC_QUALITY_ISSUE_PROFILE_REF "locQualityIssueProfileRef"
        LOC_QUALITY_ISSUE_SEVERITY "locQualityIssueSeverity"
        LOC_QUALITY_ISSUE_TYPE "locQualityIssueType"
        LOC_QUALITY_RATING_PROFILE_REF "locQualityRatingProfileRef"
        LOC_QUALITY_RATING_SCORE "locQualityRatingScore"
        LOC_QUALITY_RATING_SCORE_THRESHOLD "locQualityRatingScoreThreshold"
        LOC_QUALITY_RATING_VOTE "locQualityRatingVote"
        LOC_QUALITY_RATING_VOTE_THRESHOLD "locQualityRatingVoteThreshold"
        LOCALE_FILTER_LIST "localeFilterList"
        LOCALE_FILTER_TYPE "localeFilterType"
        MT_CONFIDENCE "mtConfidence"
        MT_CONFIDENCE_ANNOTATORS_REF "mtConfidenceAnnotatorsRef"
        ORG "org"
        ORG_REF "orgRef"
        PERSON "person"
        PERSON_REF "personRef"
        PROV_REF "provRef"
        REV_ORG "revOrg"
        REV_ORG_REF "revOrgRef"
        REV_PERSON "revPerson"
        REV_PERSON_REF "revPersonRef"
        REV_TOOL "revTool"
        REV_TOOL_REF "revToolRef"
        SPACE "space"
        STORAGE_ENCODING "storageEncoding"
        STORAGE_SIZE "storageSize"
        TA_ANNOTATORS_REF "taAnnotatorsRef"
        TA_CLASS_REF "taClassRef"
        TA_CONFIDENCE "taConfidence"
        TA_IDENT "taIdent"
        TA_IDENT_REF "taIdentRef"
        TA_PROP_REF "taPropRef"
        TA_SOURCE "taSource"
        TARGET "target"
        TERM "term"
        TERM_ANNOTATORS_REF "termAnnotatorsRef"
        TERM_CONFIDENCE "termConfidence"
        TERM_INFO_REF "termInfoRef"
        TOOL "tool"
        TOOL_REF "toolRef"
        TRANSLATE "translate"
        WITHIN_TEXT "withinText"
    }
    /// Dublin Core elements 1.1.
    dc 2 "dc" "http://purl.org/dc/elements/1.1/" {
        IDENTIFIER "identifier"
        LANGUAGE "language"
        TITLE "title"
    }
    /// RDF.
    rdf 3 "rdf" "http://www.w3.org/1999/02/22-rdf-syntax-ns#" {
        TYPE "type"
        FIRST "first"
        REST "rest"
        NIL "nil"
        LANG_STRING "langString"
    }
    /// RDF Schema.
    rdfs 4 "rdfs" "http://www.w3.org/2000/01/rdf-schema#" {
        LABEL "label"
        COMMENT "comment"
        SUB_CLASS_OF "subClassOf"
        SEE_ALSO "seeAlso"
    }
    /// XML Schema datatypes.
    xsd 5 "xsd" "http://www.w3.org/2001/XMLSchema#" {
        STRING "string"
        BOOLEAN "boolean"
        INTEGER "integer"
        INT "int"
        LONG "long"
        NON_NEGATIVE_INTEGER "nonNegativeInteger"
        DECIMAL "decimal"
        DOUBLE "double"
        FLOAT "float"
        DATE_TIME "dateTime"
    }
    /// SKOS.
    skos 6 "skos" "http://www.w3.org/2004/02/skos/core#" {
        CONCEPT "Concept"
        PREF_LABEL "prefLabel"
        ALT_LABEL "altLabel"
        HIDDEN_LABEL "hiddenLabel"
        DEFINITION "definition"
        EXAMPLE "example"
        BROADER "broader"
    }
    /// OWL.
    owl 7 "owl" "http://www.w3.org/2002/07/owl#" {
        CLASS "Class"
        THING "Thing"
        SAME_AS "sameAs"
    }
    /// FOAF.
    foaf 8 "foaf" "http://xmlns.com/foaf/0.1/" {
        NAME "name"
    }
    /// Schema.org.
    schema 9 "schema" "http://schema.org/" {
        NAME "name"
        SOFTWARE_VERSION "softwareVersion"
        VERSION "version"
    }
    /// OntoLex-Lemon.
    ontolex 10 "ontolex" "http://www.w3.org/ns/lemon/ontolex#" {
        LEXICAL_ENTRY "LexicalEntry"
        WRITTEN_REP "writtenRep"
    }
    /// Dublin Core terms.
    dcterms 11 "dcterms" "http://purl.org/dc/terms/" {
        IDENTIFIER "identifier"
        LANGUAGE "language"
    }
    /// PROV-O.
    prov 12 "prov" "http://www.w3.org/ns/prov#" {
        ACTIVITY "Activity"
        ENTITY "Entity"
        SOFTWARE_AGENT "SoftwareAgent"
        STARTED_AT_TIME "startedAtTime"
        USED "used"
        WAS_ASSOCIATED_WITH "wasAssociatedWith"
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, PREFIXES, split};

    #[test]
    fn every_name_belongs_to_its_prefix() {
        for name in ALL {
            let prefix = PREFIXES[name.prefix()];
            let local = name.iri().strip_prefix(prefix.namespace).unwrap();
            assert_eq!(name.compact(), format!("{}:{local}", prefix.name));
            assert_eq!(split(name.iri()), Some((name.prefix(), local)));
        }
    }

    #[test]
    fn only_plain_local_names_are_shortened() {
        for iri in ["http://schema.org/", "http://schema.org/a.b", "http://schema.org/1", "x", ""] {
            assert_eq!(split(iri), None, "{iri}");
        }
    }
}
