//! The options of requests, each declared once, and the parsing of their values.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::provider::{Parameter, ParameterType};
use crate::secret::Secret;
use crate::text::{Language, yes};

/// The maximum number of datasets of a request or a template, because each of them is searched.
pub const DATASETS: usize = 16;

/// The words for options that are `true` or `false`.
pub const YES_NO: &[&str] = &["yes", "no"];

/// Returns sorted names without duplicates.
pub fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Checks the length of a list. Returns `ErrorKind::Invalid`, with the name as the parameter, if it has
/// more than `most` entries.
pub fn check_entries(name: &str, list: &[String], most: usize) -> Result<()> {
    if list.len() <= most {
        return Ok(());
    }
    let message = format!("`{name}` has {} entries, limit is {most}", list.len());
    Err(Error::invalid(message).with_parameter(name))
}

/// Returns the entries of a list without duplicates. They are separated by commas. When an entry contains a
/// comma, use one line for each entry instead.
pub fn list(value: &str) -> Vec<String> {
    let mut known = HashSet::new();
    let separator = if value.contains('\n') { '\n' } else { ',' };
    let entries = value.split(separator).map(str::trim);
    entries.filter(|entry| !entry.is_empty() && known.insert(*entry)).map(str::to_owned).collect()
}

/// Reads names of datasets, at most [`DATASETS`].
pub fn read_datasets(datasets: &mut Vec<String>, value: &str) -> Result<()> {
    *datasets = list(value);
    check_entries("dataset", datasets, DATASETS)
}

/// A type of option values, which are read from texts.
pub trait OptionValue: Sized {
    /// Returns `false` if a text means that the option is unset.
    fn is_given(_: &str) -> bool {
        true
    }

    /// Reads a value. The error does not contain the name of the option.
    ///
    /// # Errors
    ///
    /// Returns the errors of the type.
    fn read(value: &str) -> Result<Self>;
}

impl OptionValue for bool {
    fn read(value: &str) -> Result<bool> {
        yes(value)
    }
}

impl OptionValue for String {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<String> {
        Ok(value.to_owned())
    }
}

impl OptionValue for Box<str> {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<Box<str>> {
        Ok(value.into())
    }
}

impl OptionValue for PathBuf {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<PathBuf> {
        Ok(PathBuf::from(value))
    }
}

impl OptionValue for Secret {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<Secret> {
        Ok(Secret::new(value))
    }
}

impl OptionValue for Timestamp {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<Timestamp> {
        value.parse()
    }
}

impl<T: OptionValue> OptionValue for Vec<T> {
    fn read(value: &str) -> Result<Vec<T>> {
        list(value).iter().map(|entry| T::read(entry)).collect()
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    fn read(value: &str) -> Result<Option<T>> {
        if T::is_given(value) { T::read(value).map(Some) } else { Ok(None) }
    }
}

/// Implements option values for types that can be parsed.
#[macro_export]
macro_rules! option_values {
    ($($parsed:ty),+) => {$(
        impl $crate::options::OptionValue for $parsed {
            fn read(value: &str) -> $crate::error::Result<$parsed> {
                value.parse()
            }
        }
    )+};
}

/// Implements option values for a type with several words, which it lists as `VALUES`.
#[macro_export]
macro_rules! option_words {
    ($type:ident, $noun:literal, $($word:literal => $variant:ident),+) => {
        impl $type {
            /// The words of the values.
            pub(crate) const VALUES: &[&str] = &[$($word),+];
        }

        impl $crate::options::OptionValue for $type {
            fn read(value: &str) -> $crate::error::Result<$type> {
                use $crate::error::{Error, ErrorKind};
                match value {
                    $($word => Ok($type::$variant),)+
                    _ => Err(Error::unknown(ErrorKind::Invalid, $noun, value, Self::VALUES)),
                }
            }
        }
    };
}

option_values!(Language);

/// Reads numbers. The table of parameters has already checked their range.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl OptionValue for $number {
            fn read(value: &str) -> Result<$number> {
                value.parse().map_err(|_| Error::no_such("number", value, "digits"))
            }
        }
    )*};
}

numbers!(u8, usize, f64);

/// Returns `true` if requests can set a parameter of the table with this name.
pub fn is_option(parameters: &[Parameter], name: &str) -> bool {
    parameters.iter().any(|parameter| parameter.name == name && !parameter.host)
}

/// Returns the names that requests can set.
pub fn option_names(tables: &[&[Parameter]]) -> Vec<&'static str> {
    let all = tables.iter().flat_map(|table| table.iter());
    all.filter(|parameter| !parameter.host).map(|parameter| parameter.name).collect()
}

/// Reads a required option. If it occurs more than once, the last value is used.
pub fn required<T: OptionValue>(name: &str, pairs: &[(&str, &str)]) -> Result<T> {
    let missing = || Error::invalid(format!("`{name}` is missing")).with_parameter(name);
    let (_, value) = pairs.iter().rev().find(|(key, _)| *key == name).ok_or_else(missing)?;
    T::read(value).map_err(|error| error.with_parameter(name))
}

/// Checks a value with the table of parameters. Returns an error if the table does not contain the name.
/// Words are checked by the type of the option instead.
pub fn check_option(parameters: &[Parameter], name: &str, value: &str) -> Result<()> {
    match parameters.iter().find(|parameter| parameter.name == name) {
        None => {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            Err(Error::no_option(name, &names))
        }
        Some(Parameter { value: ParameterType::Word(_), .. }) => Ok(()),
        Some(parameter) => parameter.check(value),
    }
}

/// Returns the first text that is not empty, without the space at the start of a comment.
pub const fn description(own: &'static str, field: &'static str) -> &'static str {
    if own.is_empty() { field.trim_ascii_start() } else { own.trim_ascii_start() }
}

/// Declares the options of a request: a struct, and, from its fields, the table of parameters and the
/// parsing of their values.
///
/// A field is an option if a name and the type of its values follow it. Its comment is the description of
/// the option; use a separate comment for an option whose description differs. `default` is the value of
/// the field when the option is unset, `is` specifies another method of [`Parameter`], and `with` is a
/// function that reads the value into the field instead of the type of the field. A name after `|` is an
/// alias. Fields without a name can be set only by hosts. A struct with `no from_pairs` has a required
/// option, and a hand-written function that requires it.
///
/// ```
/// use glossweave_base::request_options;
///
/// request_options! {
///     /// The options of a search.
///     #[derive(Clone, Debug, Default)]
///     pub struct SearchOptions {
///         /// The maximum number of results.
///         pub limit: Option<usize> => "limit": Range(1, 100),
///     }
/// }
///
/// let options = SearchOptions::from_pairs([("limit", "20")])?;
/// assert_eq!(options.limit, Some(20));
/// assert_eq!(SearchOptions::PARAMETERS[0].text, "The maximum number of results.");
/// assert_eq!(SearchOptions::from_pairs([("limit", "0")]).unwrap_err().parameter(), Some("limit"));
/// # Ok::<(), glossweave_base::error::Error>(())
/// ```
#[macro_export]
macro_rules! request_options {
    (
        $(#[$meta:meta])*
        pub struct $Options:ident $(no $pairs:ident)? {
            $(
                $(#[doc = $text:literal])+
                $vis:vis $field:ident: $type:ty $(=> $(
                    $(#[doc = $own:literal])*
                    $name:literal $(| $alias:literal)?: $kind:ident $(($($range:tt)*))?
                        $(default $default:literal)? $(unit $unit:literal)? $(is $flag:ident)*
                        $(with $read:path)?
                );+)?,
            )*
            $(hidden $hidden:ident: $hidden_type:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $Options {
            $($(#[doc = $text])+ $vis $field: $type,)*
            $(#[doc(hidden)] pub $hidden: $hidden_type,)*
        }

        impl $Options {
            /// The table of the options.
            pub const PARAMETERS: &[$crate::provider::Parameter] = {
                use $crate::provider::ParameterType as Type;

                /// The comments of the fields.
                struct Comments;

                #[allow(non_upper_case_globals, dead_code, reason = "constants with the names of the fields")]
                impl Comments {
                    $(const $field: &'static str = concat!($($text),+);)*
                }

                &[$($($(
                $crate::provider::Parameter::new(
                    $name,
                    Type::$kind $(($($range)*))?,
                    $crate::options::description(concat!($($own),*), Comments::$field),
                )
                $(.with_default($default))? $(.with_unit($unit))? $(.$flag())*,
                $($crate::provider::Parameter::new(
                    $alias,
                    Type::$kind,
                    concat!("The same as `", $name, "`."),
                ),)?
                )+)?)*]
            };

            /// Sets an option by its name in [`PARAMETERS`](Self::PARAMETERS).
            ///
            /// # Errors
            ///
            /// Returns the errors of the type of the option, and `ErrorKind::Invalid`, with the name as the
            /// parameter, if the name is not known.
            pub fn set(&mut self, name: &str, value: &str) -> $crate::error::Result<()> {
                $crate::options::check_option(Self::PARAMETERS, name, value)?;
                let read = match name {
                    $($($(
                        $name $(| $alias)? =>
                            $crate::request_options!(@read self.$field, value $(, $read)?),
                    )+)?)*
                    _ => Ok(()),
                };
                read.map_err(|error: $crate::error::Error| error.with_parameter(name))
            }
        }

        $crate::request_options!(@from_pairs $Options $(, $pairs)?);
    };
    (@read $field:expr, $value:ident) => {
        $crate::options::OptionValue::read($value).map(|value| $field = value)
    };
    (@read $field:expr, $value:ident, $read:path) => { $read(&mut $field, $value) };
    (@from_pairs $Options:ident, $pairs:ident) => {};
    (@from_pairs $Options:ident) => {
        impl $Options {
            /// Creates the options from names and values.
            ///
            /// # Errors
            ///
            /// Returns the errors of [`set`](Self::set).
            pub fn from_pairs<'p>(
                pairs: impl IntoIterator<Item = (&'p str, &'p str)>,
            ) -> $crate::error::Result<$Options> {
                let mut options = $Options::default();
                pairs.into_iter().try_for_each(|(name, value)| options.set(name, value))?;
                Ok(options)
            }
        }
    };
}
