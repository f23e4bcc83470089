//! The table of permissions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Scope;
use glossweave_base::error::{Error, Result};

/// The role of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A user who reads public resources, and does everything with their own resources.
    #[default]
    #[serde(rename = "ROLE_USER")]
    User,
    /// An admin, who does everything with everything.
    #[serde(rename = "ROLE_ADMIN")]
    Admin,
}

/// The visibility of a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Visible to everybody.
    #[default]
    #[serde(rename = "public")]
    Public,
    /// Visible to its owner and to admins.
    #[serde(rename = "private")]
    Private,
}

impl FromStr for Role {
    type Err = Error;

    /// Parses `ROLE_USER` or `ROLE_ADMIN`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `role`, for another
    /// word.
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

    /// Parses `public` or `private` in any case.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `visibility`, for
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

/// An action on a resource or a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Creating it.
    Create,
    /// Reading it.
    Read,
    /// Having it applied.
    Use,
    /// Finding it in a list; for users, seeing the list at all.
    List,
    /// Changing its content or description; for users, the password.
    Update,
    /// Giving it to another user.
    ChangeOwner,
    /// Making it public or private.
    ChangeVisibility,
    /// Making a user an admin, or an admin a user.
    ChangeRole,
    /// Removing it.
    Delete,
    /// Exporting everything of all users.
    Export,
    /// Training and removing the models of an engine.
    ManageModels,
    /// Calling a service, whatever stored resources it uses.
    CallService,
    /// Creating, listing and revoking the API keys of a user.
    ManageKeys,
    /// Revoking the tokens of a user.
    ManageTokens,
    /// Creating, listing and revoking invitations to register.
    ManageInvitations,
    /// Reading the audit log.
    ReadAuditLog,
}

impl Action {
    /// Returns `true` for an action after which everything stored is as before.
    pub(super) fn changes_nothing(self) -> bool {
        matches!(
            self,
            Action::Read | Action::Use | Action::List | Action::CallService | Action::ReadAuditLog
        )
    }
}

/// The relation of a caller to a target. A caller with a wrong token has none, not even that of an
/// anonymous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    /// A caller without a token.
    Anonymous,
    /// Another user.
    Stranger,
    /// The owner; for a user, that user.
    Owner,
    /// An admin.
    Admin,
}

/// The target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceClass {
    /// A public resource.
    Public,
    /// A private resource, or one that does not exist: callers who may not know cannot tell them apart.
    Private,
    /// A user, whether or not there is one of that name.
    User,
}

impl From<Visibility> for ResourceClass {
    fn from(visibility: Visibility) -> ResourceClass {
        match visibility {
            Visibility::Public => ResourceClass::Public,
            Visibility::Private => ResourceClass::Private,
        }
    }
}

/// The decision of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The action is allowed.
    Allowed,
    /// The caller has to authenticate first.
    Unauthenticated,
    /// The caller is known and may not do this.
    Forbidden,
    /// There is no such thing, as far as the caller may know.
    NotFound,
}

/// An action with the scopes that an API key needs for it, on resources and on users, and with the decisions.
/// Without a scope no key is enough.
type Row = (Action, [Option<Scope>; 2], [[Decision; 3]; 4]);

const A: Decision = Decision::Allowed;
const U: Decision = Decision::Unauthenticated;
const F: Decision = Decision::Forbidden;
const N: Decision = Decision::NotFound;

const READ: Option<Scope> = Some(Scope::Read);
const ENRICH: Option<Scope> = Some(Scope::Enrich);
const WRITE: Option<Scope> = Some(Scope::Write);
const ADMIN: Option<Scope> = Some(Scope::Admin);

/// The policy: for each action a row with the relations, and for each of them the targets public, private
/// and user. What has no meaning for a target is forbidden.
#[rustfmt::skip]
const POLICY: &[Row] = &[
    //                         resource, user    anonymous  stranger   owner      admin
    (Action::Create,           [WRITE, WRITE],  [[U, U, A], [A, A, A], [A, A, A], [A, A, A]]),
    (Action::Read,             [READ, READ],    [[A, U, U], [A, N, F], [A, A, A], [A, A, A]]),
    (Action::Use,              [ENRICH, None],  [[A, U, F], [A, N, F], [A, A, F], [A, A, F]]),
    (Action::List,             [READ, READ],    [[A, U, U], [A, N, F], [A, A, F], [A, A, A]]),
    (Action::Update,           [WRITE, None],   [[U, U, U], [F, N, F], [A, A, A], [A, A, A]]),
    (Action::ChangeOwner,      [WRITE, None],   [[U, U, F], [F, N, F], [A, A, F], [A, A, F]]),
    (Action::ChangeVisibility, [WRITE, None],   [[U, U, F], [F, N, F], [A, A, F], [A, A, F]]),
    (Action::ChangeRole,       [None, ADMIN],   [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::Delete,           [WRITE, ADMIN],  [[U, U, U], [F, N, F], [A, A, A], [A, A, A]]),
    (Action::Export,           [None, ADMIN],   [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::ManageModels,     [None, ADMIN],   [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::CallService,      [ENRICH, None],  [[A, F, F], [A, F, F], [A, F, F], [A, F, F]]),
    (Action::ManageKeys,       [None, None],    [[F, F, U], [F, F, F], [F, F, A], [F, F, A]]),
    (Action::ManageTokens,     [None, None],    [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::ManageInvitations, [None, ADMIN],  [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
    (Action::ReadAuditLog,     [None, ADMIN],   [[F, F, U], [F, F, F], [F, F, F], [F, F, A]]),
];

fn row(action: Action) -> Option<&'static Row> {
    POLICY.iter().find(|(known, ..)| *known == action)
}

/// Returns the scope that an API key needs for an action, `None` if only a password or a token is enough.
pub fn required_scope(action: Action, target: impl Into<ResourceClass>) -> Option<Scope> {
    let (_, [resource, user], _) = row(action)?;
    if target.into() == ResourceClass::User { *user } else { *resource }
}

/// Returns the decision on an action, by the caller's relation to the target.
///
/// The decision says no more than the caller may know.
pub fn may(action: Action, relation: Relationship, target: impl Into<ResourceClass>) -> Decision {
    // An action without a row is one that nobody thought about.
    row(action).map_or(F, |(.., row)| row[relation as usize][target.into() as usize])
}
