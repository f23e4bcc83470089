//! Durations as text.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serializer, de};

use super::shortened;

/// The maximum duration. It can be added to any instant.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

pub(super) const EXPECTED: &str =
    "a time with its unit, such as \"30s\" or \"500ms\", of at most 100 years";

/// Reads and writes fields of type [`Duration`] as text such as `"30s"`, `"500 ms"` or `"1h 30m"`, for `#[serde(with)]`.
#[derive(Debug)]
pub struct Time;

impl Time {
    /// Writes a duration.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer.
    pub fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(*time))
    }

    /// Reads a duration.
    ///
    /// # Errors
    ///
    /// Returns an error for numbers and for text that is not a duration.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Duration, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Duration;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Duration, E> {
                let time = humantime::parse_duration(text).ok();
                time.filter(|time| *time <= LONGEST).ok_or_else(|| {
                    let found = shortened(text);
                    E::custom(format!("expected {EXPECTED}, found `{found}`"))
                })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Time {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "duration"})
    }
}

/// An optional duration.
#[derive(Debug)]
pub(super) struct OptionalTime;

impl OptionalTime {
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        match time {
            Some(time) => Time::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Option<Duration>, D::Error> {
        #[derive(Deserialize)]
        struct Text(#[serde(with = "Time")] Duration);

        Ok(Option::<Text>::deserialize(deserializer)?.map(|text| text.0))
    }
}

impl JsonSchema for OptionalTime {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OptionalTime".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "null"], "format": "duration"})
    }
}
