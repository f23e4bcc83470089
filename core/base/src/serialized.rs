//! Types that are texts in JSON and other formats of `serde`.

/// Serializes types as they are displayed, and deserializes them as they are parsed.
#[macro_export]
macro_rules! serialized_as_text {
    ($($text:ty),+) => {$(
        impl ::serde::Serialize for $text {
            fn serialize<S: ::serde::Serializer>(
                &self,
                out: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                out.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $text {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                input: D,
            ) -> ::std::result::Result<$text, D::Error> {
                let text = <::std::borrow::Cow<'de, str> as ::serde::Deserialize>::deserialize(input)?;
                text.parse().map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    )+};
}
