//! Types that are represented as text in JSON and other formats of `serde`.

/// Serializes types in their display format, and deserializes them by parsing it.
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
