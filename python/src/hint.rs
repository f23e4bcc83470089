//! Python types that are more precise than the types of Rust. `scripts/stubs` writes them into the stub.
//!
//! Functions specify such types in `#[pyo3(signature = …)]`. PyO3 does not accept a signature for getters, so
//! getters return [`Hinted`] values.

use std::marker::PhantomData;
use std::ops::Deref;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A Python type.
pub trait Hint {
    /// The type in the notation of the stub. It may use the names of `python/native_types.pyi`.
    #[cfg_attr(not(feature = "stubs"), allow(dead_code, reason = "only the stub uses it"))]
    const TYPE: &'static str;
}

/// A value that has the type `H` in the stub.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Hinted<T, H> {
    value: T,
    hint: PhantomData<H>,
}

/// A name from a fixed set.
pub type Name<H> = Hinted<&'static str, H>;
/// A `tuple`.
pub type Tuple<'py, H> = Hinted<Bound<'py, PyTuple>, H>;
/// A `dict`.
pub type Dict<'py, H> = Hinted<Bound<'py, PyDict>, H>;
/// Any other object.
pub type Value<'py, H> = Hinted<Bound<'py, PyAny>, H>;

impl<T, H> From<T> for Hinted<T, H> {
    fn from(value: T) -> Hinted<T, H> {
        Hinted { value, hint: PhantomData }
    }
}

impl<T, H> Deref for Hinted<T, H> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'py, T: IntoPyObject<'py>, H: Hint> IntoPyObject<'py> for Hinted<T, H> {
    type Target = T::Target;
    type Output = T::Output;
    type Error = T::Error;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = named(H::TYPE);

    fn into_pyobject(self, py: Python<'py>) -> Result<T::Output, T::Error> {
        self.value.into_pyobject(py)
    }
}

/// Returns the expression of a type from its notation in the stub.
#[cfg(feature = "stubs")]
pub const fn named(name: &'static str) -> pyo3::inspect::PyStaticExpr {
    use pyo3::inspect::{PyStaticConstant, PyStaticExpr};

    PyStaticExpr::Constant { value: PyStaticConstant::Str(name) }
}

/// Declares types with their notation in the stub.
macro_rules! hints {
    ($($name:ident = $text:literal;)*) => {
        $(
            #[derive(Clone, PartialEq, Eq, Hash)]
            pub enum $name {}

            impl Hint for $name {
                const TYPE: &'static str = $text;
            }
        )*
    };
}

hints! {
    AnnotationKind = "_Kind";
    AuditAction = r#"Literal["create", "update", "delete"]"#;
    Content = "Mapping[str, Any]";
    Files = "dict[str, bytes]";
    JobState = r#"Literal["queued", "running", "done", "failed", "cancelled"]"#;
    ModelKind = r#"Literal["tagger", "mentions", "weights", "context"]"#;
    NamedTexts = "dict[str, str]";
    OutputMethod = r#"Literal["xml", "html", "xhtml", "text"]"#;
    PlacementState = r#"Literal["placed", "on-parent", "present", "not-placed"]"#;
    Processor = "_Processor";
    ProtocolPlace = r#"Literal["file", "url", "mode", "words"]"#;
    ProviderKind = "_Engine";
    Records = "tuple[dict[str, str], ...]";
    Requests = "list[dict[str, Any]]";
    Role = "_Role";
    Scope = "_Scope";
    StoredKind = "_Stored";
    Texts = "tuple[str, ...]";
    UsageKind = r#"Literal["recognizer", "translator"]"#;
    Visibility = "_Visibility";
    WebhookState = r#"Literal["pending", "delivered", "failed"]"#;
    Weights = "dict[str, float]";
}
