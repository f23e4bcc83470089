//! The resources of one kind.

use std::fmt;

use super::head::Head;
use super::name::{no_owner, taken};
use super::quota::{check_number, miscounted, one_more};
use super::row;
use super::{Content, Limits, PendingContent, Resource, ResourceUpdate, Visibility, name};
use crate::acl::{
    Action, AuditAction, AuthContext, Caller, Identity, Naming, Relationship, Reserved,
    ResourceClass, Role, may,
};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result, shown};

/// The resources of one kind, on behalf of a caller.
///
/// All methods return [`ErrorKind::Unauthenticated`] if the token of the caller is wrong, or if an
/// anonymous caller uses anything except a public resource, existing or not. They return
/// [`ErrorKind::NotFound`] for a private resource of another user, as if it did not exist,
/// [`ErrorKind::Forbidden`] for a change of another user's public resource or if an API key does
/// not have the scope, and [`ErrorKind::Storage`] if the store fails.
pub struct Collection<'a, T: Content> {
    pub(super) access: &'a AuthContext,
    pub(super) limits: &'a Limits,
    pub(super) caller: Caller,
    context: &'a T::Context,
}

impl<T: Content> Clone for Collection<'_, T> {
    fn clone(&self) -> Self {
        Collection { caller: self.caller.clone(), ..*self }
    }
}

impl<T: Content> fmt::Debug for Collection<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collection { limits, caller, .. } = self;
        let mut shown = out.debug_struct("Collection");
        shown.field("kind", &T::KIND).field("limits", limits).field("caller", caller);
        shown.finish_non_exhaustive()
    }
}

/// The maximum number of attempts to create files when other writers are faster.
const TRIES: usize = 32;

/// A function that creates content. Its argument is the previous content, if any.
pub type Make<'m, T> = dyn FnMut(Option<&T>, &mut PendingContent<'_>) -> Result<T> + 'm;

/// A resource for which the caller has the requested permissions.
pub(super) struct FoundResource<T> {
    pub(super) key: String,
    pub(super) caller: Option<Identity>,
    pub(super) resource: Resource<T>,
}

impl<'a, T: Content> Collection<'a, T> {
    /// Stores a new resource, which is then owned by the caller. Its name consists of 1 to 128
    /// letters, digits, `.`, `_` and `-`. For kinds whose names are numbers, the store assigns the
    /// number, and a given name is only looked up.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] without a valid token, [`ErrorKind::Invalid`], with
    /// the parameter at fault, if an argument is invalid, [`ErrorKind::Conflict`] if the name is
    /// taken, [`ErrorKind::NotFound`] if the name is a number that the store did not assign,
    /// [`ErrorKind::PreconditionFailed`] if the changes expect a revision, [`ErrorKind::TooLarge`]
    /// if the content is too large, and the errors of the content.
    pub fn create(
        &self,
        name: Option<&str>,
        content: &[u8],
        changes: &ResourceUpdate,
    ) -> Result<Resource<T>> {
        self.create_by(name, changes, &mut self.parsing(content))
    }

    /// Returns a resource.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::NotFound`] if the resource does not
    /// exist or the caller is not allowed to read it.
    pub fn read(&self, name: &str) -> Result<Resource<T>> {
        self.find(name, &[Action::Read]).map(|found| found.resource)
    }

    /// Returns a resource for use in a service.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::NotFound`] if the resource does not
    /// exist or the caller is not allowed to use it.
    pub fn read_for_use(&self, name: &str) -> Result<Resource<T>> {
        self.find(name, &[Action::Use]).map(|found| found.resource)
    }

    /// Changes a resource: its content if `content` is given, and the fields that `changes` sets.
    /// All changes are made, or none.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`], [`ErrorKind::NotFound`] or [`ErrorKind::Forbidden`]
    /// if the caller is not allowed to change the resource, [`ErrorKind::Invalid`], with the
    /// parameter at fault, if an argument is invalid (for example `newOwner` if the user does not
    /// exist), [`ErrorKind::PreconditionFailed`] if the changes do not accept the current revision,
    /// [`ErrorKind::Conflict`] if other writers repeatedly change a resource with files before the
    /// new files are ready, [`ErrorKind::TooLarge`] if the content is too large, and the errors of
    /// the content.
    pub fn update(
        &self,
        name: &str,
        content: Option<&[u8]>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<T>> {
        match content {
            Some(content) => self.update_by(name, Some(&mut self.parsing(content)), changes),
            None => self.update_by(name, None, changes),
        }
    }

    /// Removes a resource.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`], [`ErrorKind::NotFound`] or [`ErrorKind::Forbidden`]
    /// if the caller is not allowed to remove the resource, [`ErrorKind::PreconditionFailed`] if
    /// the changes do not accept the current revision, and [`ErrorKind::Invalid`] if the changes
    /// set any field other than revisions.
    pub fn delete(&self, name: &str, changes: &ResourceUpdate) -> Result<()> {
        changes.check_removal()?;
        loop {
            let found = self.find(name, &[Action::Delete])?;
            self.expect(&found, changes)?;
            let FoundResource { key, resource, caller } = found;
            let had = self.size(&resource)?;
            let seen = Precondition::Revision(resource.revision);
            let mut removed = vec![Change::remove(self.table(), &key, seen)];
            removed.extend(self.entry(caller.as_ref(), AuditAction::Delete, &key, &[])?);
            let fewer = CounterUpdate::less(T::KIND.owned(&resource.owner));
            match self.access.store().commit(&removed, &[fewer])? {
                CommitOutcome::Done { .. } => {
                    self.access.usage().subtract(&resource.owner, had);
                    if self.lasts() {
                        resource.content.on_delete(self.context);
                    }
                    return Ok(());
                }
                CommitOutcome::RefusedChange(_) => {}
                CommitOutcome::RefusedTally(_) => return Err(miscounted(&resource.owner)),
            }
        }
    }

    /// Returns the change that adds an entry to the audit log, or `None` if there is no log.
    fn entry(
        &self,
        by: Option<&Identity>,
        action: AuditAction,
        key: &str,
        changed: &[&str],
    ) -> Result<Option<Change>> {
        let name = name::of_key(T::KIND, key);
        self.access.audited(by, action, (T::KIND.name(), &name), changed)
    }

    /// Returns a function that parses complete content.
    fn parsing<'m>(
        &'m self,
        content: &'m [u8],
    ) -> impl FnMut(Option<&T>, &mut PendingContent<'_>) -> Result<T> + 'm {
        move |old, draft| {
            self.limits.check(T::KIND, content)?;
            T::parse(content, old, draft, self.context)
        }
    }

    /// Returns `true` if the commit is durable, so that replaced files can be removed. Unused files
    /// that remain are removed when the store is opened again.
    fn lasts(&self) -> bool {
        !T::FILES || self.access.store().flush().is_ok()
    }

    pub(super) fn table(&self) -> Table {
        T::KIND.table()
    }

    fn thing(name: &str) -> String {
        format!("{} {}", T::KIND.name(), shown(name))
    }

    /// Returns the caller, if the caller may create resources.
    pub(super) fn creator(&self) -> Result<Identity> {
        let caller =
            self.access.caller_for(&self.caller, &[Action::Create], ResourceClass::Public)?;
        let relation = Relationship::of(caller.as_ref(), "");
        may(Action::Create, relation, Visibility::Public).pass(|| T::KIND.name().to_owned())?;
        let none = || Error::new(ErrorKind::Unauthenticated, "expected a token, found none");
        caller.ok_or_else(none)
    }

    /// Returns the name for a new resource, or `None` if the store assigns the name.
    pub(super) fn check_new(&self, name: Option<&str>) -> Result<Option<String>> {
        match (T::KIND.naming(), name) {
            (Naming::Given, None) => Ok(None),
            (Naming::Given, Some(name)) => match name::key(T::KIND, name) {
                Some(key) if self.is_taken(&key)? => Err(taken(name)),
                _ => Err(Error::new(ErrorKind::NotFound, format!("no {}", Self::thing(name)))),
            },
            (Naming::Chosen, None) => {
                Err(Error::invalid("`name` is missing").with_parameter("name"))
            }
            (Naming::Chosen, Some(name)) => {
                name::check(name)?;
                T::check_name(name)?;
                // Checked before the content is parsed. The commit checks it again.
                match self.is_taken(name)? {
                    true => Err(taken(name)),
                    false => Ok(Some(name.to_owned())),
                }
            }
        }
    }

    fn is_still(&self, key: &str, revision: u64) -> Result<bool> {
        let row = self.access.store().read(self.table(), key)?;
        Ok(row.is_some_and(|row| row.revision == revision))
    }

    fn is_taken(&self, key: &str) -> Result<bool> {
        let Some(row) = self.access.store().read(self.table(), key)? else { return Ok(false) };
        Ok(Head::read(T::KIND, &row)?.is_there(self.access.now()))
    }

    /// Returns the next unused number, and the counter update that reserves it.
    fn next(&self) -> Result<(String, Vec<CounterUpdate>)> {
        let counter = T::KIND.next_name_counter();
        let number = self.access.store().counter(&counter)? + 1;
        Ok((
            name::numbered(number),
            vec![CounterUpdate { counter, by: 1, within: number..=number }],
        ))
    }

    /// Returns a resource, if the caller may do all of these actions on it.
    pub(super) fn find(&self, name: &str, actions: &[Action]) -> Result<FoundResource<T>> {
        let caller = self.access.caller_for(&self.caller, actions, ResourceClass::Public)?;
        let (key, store) = (name::key(T::KIND, name), self.access.store());
        let row = match &key {
            Some(key) if actions == [Action::Use] => store.read_recent(self.table(), key)?,
            Some(key) => store.read(self.table(), key)?,
            None => None,
        };
        let resource = match (&key, &row) {
            (Some(key), Some(row)) => self.opened(key, row)?,
            _ => None,
        };
        let (relation, visibility) = match &resource {
            Some(resource) => {
                (Relationship::of(caller.as_ref(), &resource.owner), resource.visibility)
            }
            // A missing resource is indistinguishable from a private resource of another user.
            None => (Relationship::of(caller.as_ref(), ""), Visibility::Private),
        };
        for action in actions {
            let allowed = may(*action, relation, visibility).pass(|| Self::thing(name));
            allowed.map_err(|error| {
                if error.kind() != ErrorKind::Unauthenticated || visibility == Visibility::Public {
                    return error;
                }
                error.with_hint(&format!("there is no public {}", Self::thing(name)))
            })?;
        }
        let none = || Error::new(ErrorKind::NotFound, format!("no {}", Self::thing(name)));
        let (key, resource) = key.zip(resource).ok_or_else(none)?;
        Ok(FoundResource { key, caller, resource })
    }

    fn opened(&self, key: &str, row: &Row) -> Result<Option<Resource<T>>> {
        row::read(key, row, self.access.now())
    }

    fn expect(&self, found: &FoundResource<T>, changes: &ResourceUpdate) -> Result<()> {
        let revision = found.resource.revision;
        if changes.if_revision.is_empty() || changes.if_revision.contains(&revision) {
            return Ok(());
        }
        let (expected, thing) = (changes.expected(), Self::thing(&found.resource.name));
        let message = format!("expected revision {expected} of {thing}, found {revision}");
        Err(Error::new(ErrorKind::PreconditionFailed, message).with_parameter("if-revision"))
    }
}

impl<T: Content> Collection<'_, T> {
    /// Returns the total bytes of a resource, including its files, or 0 if bytes are not counted.
    pub(super) fn size(&self, resource: &Resource<T>) -> Result<u64> {
        if self.access.usage().most().is_none() {
            return Ok(0);
        }
        let row = row::write(resource)?.len() as u64;
        Ok(row.saturating_add(resource.content.beside(self.context())))
    }

    /// Reserves bytes for a user. Returns `ErrorKind::TooLarge` if they exceed the limit.
    pub(super) fn reserve(&self, owner: &Identity, bytes: u64) -> Result<Reserved<'_>> {
        self.access.usage().reserve(&owner.name, bytes, owner.role != Role::Admin)
    }
}

/// Methods of collections that other crates of Glossweave use.
pub trait CollectionExt<'a, T: Content> {
    /// Creates the collection of a caller.
    fn new(
        access: &'a AuthContext,
        limits: &'a Limits,
        caller: Caller,
        context: &'a T::Context,
    ) -> Self;

    /// Checks that the caller may call services, regardless of the resources that they use.
    fn check_service(&self) -> Result<()>;

    /// Returns the same collection for another caller.
    fn for_caller(&self, caller: Caller) -> Collection<'a, T>;

    /// Stores a resource as [`Collection::create`] does. The content is created by `make`, after
    /// all other checks.
    fn create_by(
        &self,
        name: Option<&str>,
        changes: &ResourceUpdate,
        make: &mut Make<'_, T>,
    ) -> Result<Resource<T>>;

    /// Changes a resource as [`Collection::update`] does. The content is created by `make`, after
    /// all other checks and again if another writer was faster.
    fn update_by(
        &self,
        name: &str,
        make: Option<&mut Make<'_, T>>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<T>>;

    /// Returns the access control and the limits on sizes.
    fn bounds(&self) -> (&'a AuthContext, &'a Limits);

    /// Returns the context that is used to check contents.
    fn context(&self) -> &'a T::Context;
}

impl<'a, T: Content> CollectionExt<'a, T> for Collection<'a, T> {
    fn new(
        access: &'a AuthContext,
        limits: &'a Limits,
        caller: Caller,
        context: &'a T::Context,
    ) -> Collection<'a, T> {
        Collection { access, limits, caller, context }
    }

    fn check_service(&self) -> Result<()> {
        self.access.check_service(&self.caller)
    }

    fn for_caller(&self, caller: Caller) -> Collection<'a, T> {
        Collection { caller, ..*self }
    }

    fn create_by(
        &self,
        name: Option<&str>,
        changes: &ResourceUpdate,
        make: &mut Make<'_, T>,
    ) -> Result<Resource<T>> {
        let mut caller = self.creator()?;
        let chosen = self.check_new(name)?;
        check_number(self.access, T::KIND, &caller, self.limits)?;
        changes.check(T::KIND)?;
        if changes.owner.as_ref().is_some_and(|owner| *owner != caller.name) {
            let message = "a new resource belongs to its creator";
            return Err(Error::invalid(message).with_parameter("newOwner"));
        }
        if !changes.if_revision.is_empty() {
            let expected = changes.expected();
            let message = format!("expected revision {expected}, but the resource does not exist");
            let error = Error::new(ErrorKind::PreconditionFailed, message);
            return Err(error.with_parameter("if-revision"));
        }
        let now = self.access.now();
        let mut draft = self.draft(changes, &caller.name, now, true);
        let mut content = make(None, &mut draft)?;
        content.validate(&draft)?;
        draft.changes.check(T::KIND)?;
        let mut resource = Resource {
            name: String::new(),
            owner: caller.name.clone(),
            visibility: draft.changes.visibility.unwrap_or(Visibility::Public),
            description: draft.changes.description,
            created: now,
            updated: now,
            revision: 0,
            content,
        };
        let reserved = self.reserve(&caller, self.size(&resource)?)?;
        loop {
            let (key, mut tallies) = match &chosen {
                Some(name) => (name.clone(), Vec::new()),
                None => self.next()?,
            };
            tallies.push(one_more(T::KIND, &caller, self.limits));
            let value = row::write(&resource)?;
            let mut changes = vec![
                caller.unchanged(),
                Change::put(self.table(), &key, Precondition::Absent, value),
            ];
            changes.extend(self.entry(Some(&caller), AuditAction::Create, &key, &[])?);
            let outcome = self.access.store().commit(&changes, &tallies);
            match outcome.inspect_err(|_| resource.content.on_unknown_commit())? {
                CommitOutcome::Done { revision } => {
                    resource.name = name::of_key(T::KIND, &key);
                    resource.revision = revision;
                    reserved.keep();
                    resource.content.on_commit(None, self.context);
                    return Ok(resource);
                }
                // The password or role of the user was changed, or the user was removed.
                CommitOutcome::RefusedChange(0) => caller = self.creator()?,
                CommitOutcome::RefusedChange(_) if chosen.is_some() => return Err(taken(&key)),
                // The number was assigned to another resource, unless it is still the next number.
                _ if chosen.is_none() && self.next()?.0 != key => {}
                _ => {
                    check_number(self.access, T::KIND, &caller, self.limits)?;
                    return Err(miscounted(&caller.name));
                }
            }
        }
    }

    fn update_by(
        &self,
        name: &str,
        mut make: Option<&mut Make<'_, T>>,
        changes: &ResourceUpdate,
    ) -> Result<Resource<T>> {
        let mut actions = vec![Action::Update];
        actions.extend(changes.owner.as_ref().map(|_| Action::ChangeOwner));
        actions.extend(changes.visibility.map(|_| Action::ChangeVisibility));
        let mut tries = 0;
        loop {
            // Creating files takes long, so other writers could be faster every time.
            if T::FILES && tries == TRIES {
                let message =
                    format!("{} was changed {TRIES} times during the call", Self::thing(name));
                return Err(Error::new(ErrorKind::Conflict, message));
            }
            tries += 1;
            let found = self.find(name, &actions)?;
            self.expect(&found, changes)?;
            let key = found.key.clone();
            let revision = found.resource.revision;
            let owner = found.resource.owner.clone();
            let (old, caller) = (found.resource.content.clone(), found.caller.clone());
            let parts = changes.parts(make.is_some());
            let entry = self.entry(caller.as_ref(), AuditAction::Update, &key, &parts)?;
            let had = self.size(&found.resource)?;
            let mut resource = match self.changed(found, make.as_deref_mut(), changes) {
                // If the resource was changed, the files of its old content may be gone.
                Err(error)
                    if error.kind() == ErrorKind::Storage && !self.is_still(&key, revision)? =>
                {
                    continue;
                }
                changed => changed?,
            };

            let mut all = vec![Change::put(
                self.table(),
                &key,
                Precondition::Revision(revision),
                row::write(&resource)?,
            )];
            let mut tallies = Vec::new();
            let has = self.size(&resource)?;
            let is_given = resource.owner != owner;
            // The quota of the owner is charged for the growth, and the quota of a new owner for
            // the whole resource.
            let grows = if is_given { has } else { has.saturating_sub(had) };
            let payer = match is_given {
                true => self.access.user(&resource.owner)?,
                false => caller,
            };
            let payer = payer.ok_or_else(|| no_owner(&resource.owner))?;
            let reserved = self.reserve(&payer, grows)?;
            if is_given {
                all.push(Change::keep(Table::Users, &resource.owner, Precondition::Present));
                tallies.push(CounterUpdate::less(T::KIND.owned(&owner)));
                tallies.push(one_more(T::KIND, &payer, self.limits));
            }
            all.extend(entry);
            let outcome = self.access.store().commit(&all, &tallies);
            match outcome.inspect_err(|_| resource.content.on_unknown_commit())? {
                CommitOutcome::Done { revision } => {
                    resource.revision = revision;
                    reserved.keep();
                    let less = if is_given { had } else { had.saturating_sub(has) };
                    self.access.usage().subtract(&owner, less);
                    resource.content.on_commit(Some(&old).filter(|_| self.lasts()), self.context);
                    return Ok(resource);
                }
                // Another writer was faster. The next iteration reads the new state.
                CommitOutcome::RefusedChange(0) => {}
                CommitOutcome::RefusedChange(_) => return Err(no_owner(&resource.owner)),
                CommitOutcome::RefusedTally(_) => {
                    check_number(self.access, T::KIND, &payer, self.limits)?;
                    return Err(miscounted(&owner));
                }
            }
        }
    }

    fn bounds(&self) -> (&'a AuthContext, &'a Limits) {
        (self.access, self.limits)
    }

    fn context(&self) -> &'a T::Context {
        self.context
    }
}
