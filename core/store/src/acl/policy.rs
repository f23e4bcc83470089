//! The table of permissions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Scope;
use glossweave_base::error::{Error, Result};

/// The role of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A user, who can read public resources and has all permissions for their resources.
    #[default]
    #[serde(rename = "ROLE_USER")]
    User,
    /// An admin, who has all permissions for all resources.
    #[serde(rename = "ROLE_ADMIN")]
    Admin,
}

/// The visibility of a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Visible to all callers.
    #[default]
    #[serde(rename = "public")]
    Public,
    /// Visible to the owner and to admins.
    #[serde(rename = "private")]
    Private,
}

impl FromStr for Role {
    type Err = Error;

    /// Parses `ROLE_USER` or `ROLE_ADMIN`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `role`, if the word is unknown.
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
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `visibility`, if the word is unknown.
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
    /// Create it.
    Create,
    /// Read it.
    Read,
    /// Use it in a service.
    Use,
    /// Find it in a list; for users, read the list of users.
    List,
    /// Change its content or description; for users, the password.
    Update,
    /// Give it to another user.
    ChangeOwner,
    /// Make it public or private.
    ChangeVisibility,
    /// Change the role of a user.
    ChangeRole,
    /// Remove it.
    Delete,
    /// Export the whole store with the data of all users.
    Export,
    /// Train and remove the models of an engine.
    ManageModels,
    /// Call a service, regardless of the stored resources that it uses.
    CallService,
    /// Create, list and revoke the API keys of a user.
    ManageKeys,
    /// Revoke the tokens of a user.
    ManageTokens,
    /// Create, list and revoke invitations to register.
    ManageInvitations,
    /// Read the audit log.
    ReadAuditLog,
}

impl Action {
    /// Returns `true` if the action does not change the store.
    pub(super) fn changes_nothing(self) -> bool {
        matches!(
            self,
            Action::Read | Action::Use | Action::List | Action::CallService | Action::ReadAuditLog
        )
    }
}

/// The relationship of a caller to a target. A caller with a wrong token has none, and is not
/// anonymous either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    /// A caller without a token.
    Anonymous,
    /// Another user.
    Stranger,
    /// The owner; for the target user, the user itself.
    Owner,
    /// An admin.
    Admin,
}

/// The target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceClass {
    /// A public resource.
    Public,
    /// A private or missing resource. Callers without permission cannot distinguish the two.
    Private,
    /// A user, existing or not.
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
    /// The caller must authenticate first.
    Unauthenticated,
    /// The caller is authenticated but not allowed to do this.
    Forbidden,
    /// The target is reported as missing, because the caller is not allowed to know about it.
    NotFound,
}

/// An action, the scopes that an API key needs for it on resources and on users, and the decisions.
/// If a scope is `None`, no API key is sufficient.
type Row = (Action, [Option<Scope>; 2], [[Decision; 3]; 4]);

const A: Decision = Decision::Allowed;
const U: Decision = Decision::Unauthenticated;
const F: Decision = Decision::Forbidden;
const N: Decision = Decision::NotFound;

const READ: Option<Scope> = Some(Scope::Read);
const ENRICH: Option<Scope> = Some(Scope::Enrich);
const WRITE: Option<Scope> = Some(Scope::Write);
const ADMIN: Option<Scope> = Some(Scope::Admin);

/// The policy. Each row contains, for each relationship, the decisions for the targets public,
/// private and user. Actions that do not apply to a target are forbidden.
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

/// Returns the scope that an API key needs for an action. Returns `None` if no key is sufficient,
/// so that a password or a token is required.
pub fn required_scope(action: Action, target: impl Into<ResourceClass>) -> Option<Scope> {
    let (_, [resource, user], _) = row(action)?;
    if target.into() == ResourceClass::User { *user } else { *resource }
}

/// Returns the decision on an action, by the relationship of the caller to the target.
///
/// The decision does not reveal more than the caller may know. For example, a private resource of
/// another user is reported as missing.
pub fn may(action: Action, relation: Relationship, target: impl Into<ResourceClass>) -> Decision {
    // Actions without a row are forbidden, so that a forgotten row is not a permission.
    row(action).map_or(F, |(.., row)| row[relation as usize][target.into() as usize])
}
