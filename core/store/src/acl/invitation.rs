//! Invitations: who may register, what admins see of an invitation, and what is requested of a new one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::token::as_text;
use super::{Role, Token};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Result};
use glossweave_base::request_options;

/// The callers who may register users. Admins always may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Callers with the code of an invitation.
    Invitation,
    /// Nobody but admins.
    Closed,
}

impl FromStr for Registration {
    type Err = Error;

    /// Parses `open`, `invitation` or `closed`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `registration`, for
    /// another word.
    fn from_str(word: &str) -> Result<Registration> {
        match word {
            "open" => Ok(Registration::Open),
            "invitation" => Ok(Registration::Invitation),
            "closed" => Ok(Registration::Closed),
            _ => Err(Error::no_such("registration", word, "one of open, invitation, closed")
                .with_parameter("registration")),
        }
    }
}

impl fmt::Display for Registration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Registration::Open => "open",
            Registration::Invitation => "invitation",
            Registration::Closed => "closed",
        })
    }
}

/// The public data of an invitation.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Invitation {
    /// The name, which no other invitation has.
    pub name: String,
    /// The role of the user who registers with it.
    pub role: Role,
    /// The time of its creation.
    pub created: Timestamp,
    /// The time from which it is no longer valid.
    pub expires: Option<Timestamp>,
}

/// A new invitation with its code, which nobody can read again.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewInvitation {
    /// The public data.
    #[serde(flatten)]
    pub invitation: Invitation,
    /// The code, with which one user can be registered.
    #[serde(serialize_with = "as_text")]
    pub code: Token,
}

request_options! {
    /// The options of a new invitation.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct InvitationOptions {
        /// The name by which admins know the invitation: 1 to 64 letters, digits, `.`, `_` and `-`, beginning with a letter.
        pub name: String => "name": Text is required,
        /// The role of the user who registers with the invitation.
        pub role: Role => "role": Word(&["ROLE_USER", "ROLE_ADMIN"]) default "ROLE_USER" with read_role,
        /// The time from which the invitation is no longer valid (RFC 3339). By default it is valid until it is used or
        /// revoked.
        pub expires: Option<Timestamp> => "expires": Text,
    }
}

fn read_role(role: &mut Role, value: &str) -> Result<()> {
    *role = if value.is_empty() { Role::default() } else { value.parse()? };
    Ok(())
}

impl InvitationOptions {
    /// Creates the options of an invitation for a user of [`Role::User`] that does not expire.
    pub fn new(name: impl Into<String>) -> InvitationOptions {
        InvitationOptions { name: name.into(), ..InvitationOptions::default() }
    }
}
