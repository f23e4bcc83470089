//! The allowed uses of an API key.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use glossweave_base::error::{Error, Result};

/// A group of actions that an API key allows. [`required_scope`](super::required_scope) returns the
/// scope for each action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read and list resources.
    Read,
    /// Call services, and use stored resources in them.
    Enrich,
    /// Create, change and remove resources.
    Write,
    /// Use the permissions of admins. Without this scope, the key of an admin has the permissions
    /// of a user.
    Admin,
}

impl Scope {
    /// Every scope.
    pub const ALL: &[Scope] = &[Scope::Read, Scope::Enrich, Scope::Write, Scope::Admin];

    /// Returns the name, which is the same in all interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Enrich => "enrich",
            Scope::Write => "write",
            Scope::Admin => "admin",
        }
    }
}

impl FromStr for Scope {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `scopes`, if the word is unknown.
    fn from_str(word: &str) -> Result<Scope> {
        Scope::ALL.iter().copied().find(|scope| scope.name() == word).ok_or_else(|| {
            Error::no_such("scope", word, "one of read, enrich, write, admin")
                .with_parameter("scopes")
        })
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
