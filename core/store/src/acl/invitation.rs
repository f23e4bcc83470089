//! Invitations: the registration setting, the public data of an invitation, and the options of new
//! invitations.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::token::as_text;
use super::{Role, Token};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Result};
use glossweave_base::request_options;

/// The callers that may register users. Admins can always register users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// All callers.
    #[default]
    Open,
    /// Callers with the code of an invitation.
    Invitation,
    /// Only admins.
    Closed,
}

impl FromStr for Registration {
    type Err = Error;

    /// Parses `open`, `invitation` or `closed`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `registration`, if the word is unknown.
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
    /// The unique name.
    pub name: String,
    /// The role of the user who registers with the invitation.
    pub role: Role,
    /// The time of the creation.
    pub created: Timestamp,
    /// The time when the invitation expires.
    pub expires: Option<Timestamp>,
}

/// A new invitation with its code, which cannot be read again.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewInvitation {
    /// The public data.
    #[serde(flatten)]
    pub invitation: Invitation,
    /// The code. It can be used to register one user.
    #[serde(serialize_with = "as_text")]
    pub code: Token,
}

request_options! {
    /// The options of a new invitation.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct InvitationOptions {
        /// The name of the invitation for admins: 1 to 64 letters, digits, `.`, `_` and `-`,
        /// beginning with a letter.
        pub name: String => "name": Text is required,
        /// The role of the user who registers with the invitation.
        pub role: Role => "role": Word(&["ROLE_USER", "ROLE_ADMIN"]) default "ROLE_USER" with read_role,
        /// The time when the invitation expires (RFC 3339). By default it is valid until it is used
        /// or revoked.
        pub expires: Option<Timestamp> => "expires": Text,
    }
}

fn read_role(role: &mut Role, value: &str) -> Result<()> {
    *role = if value.is_empty() { Role::default() } else { value.parse()? };
    Ok(())
}

impl InvitationOptions {
    /// Creates the options of an invitation that does not expire, for a user with [`Role::User`].
    pub fn new(name: impl Into<String>) -> InvitationOptions {
        InvitationOptions { name: name.into(), ..InvitationOptions::default() }
    }
}
