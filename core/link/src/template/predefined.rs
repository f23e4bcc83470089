//! Predefined templates of a new store.

use super::{Endpoint, Template};
use glossweave_base::error::Result;
use glossweave_store::acl::AuthContext;
use glossweave_store::resource::install;

/// The public endpoint of DBpedia.
const DBPEDIA: &str = "https://dbpedia.org/sparql";

/// The hosts of the predefined templates. Calls to them are allowed regardless of the settings.
pub const HOSTS: &str = "dbpedia.org,sparql.europeana.eu,linkedgeodata.org";

/// A template before it is stored.
pub(super) struct Predefined {
    label: &'static str,
    description: &'static str,
    pub(super) query: &'static str,
    pub(super) endpoint: &'static str,
    issue: Option<&'static str>,
}

pub(super) const PREDEFINED: [Predefined; 6] = [
    Predefined {
        label: "nearby museums",
        description: "Up to 20 museums within about 10 km of a DBpedia place, with names and coordinates.",
        query: include_str!("predefined/museums.rq"),
        endpoint: DBPEDIA,
        issue: None,
    },
    Predefined {
        label: "events at a place",
        description: "Up to 20 events at a DBpedia place, with names and dates.",
        query: include_str!("predefined/events.rq"),
        endpoint: DBPEDIA,
        issue: None,
    },
    Predefined {
        label: "coordinates of a place",
        description: "Latitude and longitude of a DBpedia place.",
        query: include_str!("predefined/coordinates.rq"),
        endpoint: DBPEDIA,
        issue: None,
    },
    Predefined {
        label: "historic cultural objects from a country",
        description: "Up to 10 objects of Europeana that come from a country of DBpedia, with titles.",
        query: include_str!("predefined/objects.rq"),
        endpoint: "http://sparql.europeana.eu/",
        issue: Some("the endpoint is slow and often unavailable"),
    },
    Predefined {
        label: "events of a type",
        description: "Up to 20 events of one type at a DBpedia place. The parameter event_type is a \
            class of DBpedia, such as MusicFestival, or an IRI.",
        query: include_str!("predefined/events-of-type.rq"),
        endpoint: DBPEDIA,
        issue: None,
    },
    Predefined {
        label: "bakeries within a radius of a place",
        description: "Up to 20 bakeries of LinkedGeoData within 2 km of a DBpedia place.",
        query: include_str!("predefined/bakeries.rq"),
        endpoint: "http://linkedgeodata.org/sparql",
        issue: Some("the endpoint is often unavailable"),
    },
];

/// Stores the predefined templates when a store is opened for the first time. Returns
/// `ErrorKind::Storage` if the store fails.
pub fn install_templates(access: &AuthContext) -> Result<()> {
    install(
        access,
        &PREDEFINED.each_ref().map(|template| (template.template(), template.description)),
    )
}

impl Predefined {
    fn template(&self) -> Template {
        Template {
            query: self.query.to_owned(),
            endpoint: Endpoint::One(self.endpoint.to_owned()),
            label: Some(self.label.to_owned()),
            issue: self.issue.map(str::to_owned),
        }
    }
}
