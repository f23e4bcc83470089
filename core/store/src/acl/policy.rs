//! The one table that says who may do what.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use glossweave_base::error::{Error, Result};

/// What a user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Reads what is public, does everything with what is their own.
    #[serde(rename = "ROLE_USER")]
    User,
    /// Does everything with everything.
    #[serde(rename = "ROLE_ADMIN")]
    Admin,
}

/// Who may see a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Everybody.
    #[default]
    #[serde(rename = "public")]
    Public,
    /// Its owner, and admins.
    #[serde(rename = "private")]
    Private,
}

impl FromStr for Role {
    type Err = Error;

    /// Reads `ROLE_USER` or `ROLE_ADMIN`. Kind Invalid, with the parameter `role`, for another word.
    fn from_str(word: &str) -> Result<Role> {
        match word {
            "ROLE_USER" => Ok(Role::User),
            "ROLE_ADMIN" => Ok(Role::Admin),
            _ => {
                Err(Error::no_such("role", word, "one of ROLE_USER, ROLE_ADMIN")
                    .with_parameter("role"))
            }
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Role::User => "ROLE_USER",
            Role::Admin => "ROLE_ADMIN",
        })
    }
}

impl FromStr for Visibility {
    type Err = Error;

    /// Reads `public` or `private` in any case. Kind Invalid, with the parameter `visibility`, for
    /// another word.
    fn from_str(word: &str) -> Result<Visibility> {
        match word.to_ascii_lowercase().as_str() {
            "public" => Ok(Visibility::Public),
            "private" => Ok(Visibility::Private),
            _ => Err(Error::no_such("visibility", word, "one of public, private")
                .with_parameter("visibility")),
        }
    }
}

impl fmt::Display for Visibility {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Visibility::Public => "public",
            Visibility::Private => "private",
        })
    }
}

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make it.
    Create,
    /// See it.
    Read,
    /// Have it applied.
    Use,
    /// Find it in a list; of users, see the list at all.
    List,
    /// Change its content or description; of users, the password.
    Update,
    /// Give it to another user.
    ChangeOwner,
    /// Make it public or private.
    ChangeVisibility,
    /// Make a user an admin, or an admin a user.
    ChangeRole,
    /// Remove it.
    Delete,
    /// Write down everything of all users.
    Export,
}

/// How somebody stands to a thing. Who shows a wrong token is nobody, not even anonymous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Shows no token.
    Anonymous,
    /// Another user.
    Stranger,
    /// Its owner; of a user, that user.
    Owner,
    /// An admin.
    Admin,
}

/// What the action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A public resource.
    Public,
    /// A private resource, or one that does not exist: callers who may not know cannot tell.
    Private,
    /// A user, whether or not there is one of that name.
    User,
}

impl From<Visibility> for Target {
    fn from(visibility: Visibility) -> Target {
        match visibility {
            Visibility::Public => Target::Public,
            Visibility::Private => Target::Private,
        }
    }
}

/// What the policy says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Allowed,
    /// Say first who you are.
    Unauthenticated,
    /// You are known and may not.
    Forbidden,
    /// There is no such thing, as far as you may know.
    NotFound,
}

type Row = [[Verdict; 3]; 4];

const A: Verdict = Verdict::Allowed;
const U: Verdict = Verdict::Unauthenticated;
const F: Verdict = Verdict::Forbidden;
const N: Verdict = Verdict::NotFound;

/// The policy: for every action a row, in it the relations, and for each of them the targets
/// public, private and user. What has no meaning for a target is forbidden.
#[rustfmt::skip]
const POLICY: &[(Action, Row)] = &[
    //                            anonymous  stranger   owner      admin
    (Action::Create,           [[U, U, A], [A, A, A], [A, A, A], [A, A, A]]),
    (Action::Read,             [[A, U, U], [A, N, F], [A, A, A], [A, A, A]]),
    (Action::Use,              [[A, U, F], [A, N, F], [A, A, F], [A, A, F]]),
    (Action::List,             [[A, U, U], [A, N, F], [A, A, F], [A, A, A]]),
    (Action::Update,           [[U, U, U], [F, N, F], [A, A, A], [A, A, A]]),
    (Action::ChangeOwner,      [[U, U, F], [F, N, F], [A, A, F], [A, A, F]]),
    (Action::ChangeVisibility, [[U, U, F], [F, N, F], [A, A, F], [A, A, F]]),
    (Action::ChangeRole,       [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::Delete,           [[U, U, U], [F, N, F], [A, A, A], [A, A, A]]),
    (Action::Export,           [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
];

/// Says whether somebody may do something.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::acl::{Action, Relation, Verdict, Visibility, may};
/// let verdict = may(Action::Read, Relation::Stranger, Visibility::Private);
/// assert_eq!(verdict, Verdict::NotFound);
/// ```
pub fn may(action: Action, relation: Relation, target: impl Into<Target>) -> Verdict {
    let row = POLICY.iter().find(|(known, _)| *known == action);
    // An action without a row is one that nobody thought about.
    row.map_or(F, |(_, row)| row[relation as usize][target.into() as usize])
}
