//! Where the resources of one kind stand.

use std::fmt;

use super::quota::{check_number, one_more};
use super::row::{self, Head};
use super::{Changes, Content, Draft, Limits, Resource, Visibility, name};
use crate::acl::{Access, Action, Caller, Identity, Naming, Relation, check_name, may, shown};
use crate::store::{Change, Expect, Outcome, Row, Table, Tally};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Kind, Result};

/// The resources of one kind, on behalf of a caller.
///
/// All methods give Kind Unauthenticated for a caller with a wrong token, and for an anonymous one
/// on anything but a public resource, be there one or not; NotFound for a private resource of
/// somebody else, as for none; Forbidden for changing a public one of somebody else; and Storage
/// where the store fails.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::resource::Changes;
/// use glossweave::{Caller, Engine, Kind, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
///
/// let mut changes = Changes::default();
/// changes.set("visibility", "private")?;
/// let filters = engine.session(anna).filters();
/// let filter = filters.create(Some("subjects"), b"SELECT ?s { ?s ?p ?o }", &changes)?;
/// assert_eq!(filter.owner, "anna");
///
/// let error = engine.session(Caller::Anonymous).filters().read("subjects").unwrap_err();
/// assert_eq!(error.kind(), Kind::Unauthenticated);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub struct Shelf<'a, T: Content> {
    pub(super) access: &'a Access,
    limits: &'a Limits,
    pub(super) caller: Caller,
    context: &'a T::Context,
}

impl<T: Content> Clone for Shelf<'_, T> {
    fn clone(&self) -> Self {
        Shelf { caller: self.caller.clone(), ..*self }
    }
}

impl<T: Content> fmt::Debug for Shelf<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shelf { limits, caller, .. } = self;
        let mut shown = out.debug_struct("Shelf");
        shown.field("kind", &T::KIND).field("limits", limits).field("caller", caller);
        shown.finish_non_exhaustive()
    }
}

/// How often files are made anew because somebody else was faster.
const TRIES: usize = 32;

/// Makes content, out of what was stored before where there was something.
#[doc(hidden)]
pub type Make<'m, T> = dyn FnMut(Option<&T>, &mut Draft<'_>) -> Result<T> + 'm;

/// A row that the caller may do something with.
struct Found<T> {
    key: String,
    caller: Option<Identity>,
    resource: Resource<T>,
}

impl<'a, T: Content> Shelf<'a, T> {
    #[doc(hidden)]
    pub fn new(
        access: &'a Access,
        limits: &'a Limits,
        caller: Caller,
        context: &'a T::Context,
    ) -> Shelf<'a, T> {
        Shelf { access, limits, caller, context }
    }

    /// The same for another caller.
    #[doc(hidden)]
    pub fn for_caller(&self, caller: Caller) -> Shelf<'a, T> {
        Shelf { caller, ..*self }
    }

    /// Stores something new, which then belongs to the caller. It needs a name of 1 to 128 letters,
    /// digits, `.`, `_` and `-`, except where the store gives a number: then a name, if given, is
    /// only looked up.
    ///
    /// Kinds: Unauthenticated; Invalid, with the parameter at fault; Conflict for a name that is
    /// taken; NotFound for a number that the store did not give; PreconditionFailed where the changes
    /// expect a revision; TooLarge; and what the content gives.
    pub fn create(
        &self,
        name: Option<&str>,
        content: &[u8],
        changes: &Changes,
    ) -> Result<Resource<T>> {
        self.create_by(name, changes, &mut self.parsing(content))
    }

    /// As [`Shelf::create`], with content that is made once everything else is known to be right.
    #[doc(hidden)]
    pub fn create_by(
        &self,
        name: Option<&str>,
        changes: &Changes,
        make: &mut Make<'_, T>,
    ) -> Result<Resource<T>> {
        let mut caller = self.creator()?;
        let chosen = self.check_new(name)?;
        check_number(self.access, T::KIND, &caller, self.limits)?;
        changes.check(T::KIND)?;
        if changes.owner.as_ref().is_some_and(|owner| *owner != caller.name) {
            let message = "what is new belongs to who makes it";
            return Err(Error::invalid(message).with_parameter("newOwner"));
        }
        if !changes.if_revision.is_empty() {
            let expected = changes.expected();
            let message = format!("expected revision {expected}, and there is nothing yet");
            let error = Error::new(Kind::PreconditionFailed, message);
            return Err(error.with_parameter("if-revision"));
        }
        let now = self.access.now();
        let mut draft = self.draft(changes, &caller.name, now, true);
        let mut content = make(None, &mut draft)?;
        content.revise(&draft)?;
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
            let changes =
                [caller.unchanged(), Change::put(self.table(), &key, Expect::Absent, value)];
            let outcome = self.access.store().commit(&changes, &tallies);
            match outcome.inspect_err(|_| resource.content.doubtful())? {
                Outcome::Done { revision } => {
                    resource.name = name::of_key(T::KIND, &key);
                    resource.revision = revision;
                    reserved.keep();
                    resource.content.stored(None, self.context);
                    return Ok(resource);
                }
                // The user got another password or role, or was removed.
                Outcome::RefusedChange(0) => caller = self.creator()?,
                Outcome::RefusedChange(_) if chosen.is_some() => return Err(taken(&key)),
                // Somebody else was given the number, unless it is still the next one.
                _ if chosen.is_none() && self.next()?.0 != key => {}
                _ => {
                    check_number(self.access, T::KIND, &caller, self.limits)?;
                    return Err(miscounted(&caller.name));
                }
            }
        }
    }

    /// A resource. Kinds: Unauthenticated, NotFound.
    pub fn read(&self, name: &str) -> Result<Resource<T>> {
        self.find(name, &[Action::Read]).map(|found| found.resource)
    }

    /// A resource, to use it. Kinds: Unauthenticated, NotFound.
    pub fn take(&self, name: &str) -> Result<Resource<T>> {
        self.find(name, &[Action::Use]).map(|found| found.resource)
    }

    /// Changes a resource: its content where some is given, and what the changes say. All of it
    /// happens or nothing.
    ///
    /// Kinds: Unauthenticated, NotFound, Forbidden; Invalid, with the parameter at fault, among it
    /// `newOwner` for a user who does not exist; PreconditionFailed where the revision is another
    /// than the changes say; Conflict where what has files is changed by others again and again
    /// before they are made; TooLarge; and what the content gives.
    pub fn update(
        &self,
        name: &str,
        content: Option<&[u8]>,
        changes: &Changes,
    ) -> Result<Resource<T>> {
        match content {
            Some(content) => self.update_by(name, Some(&mut self.parsing(content)), changes),
            None => self.update_by(name, None, changes),
        }
    }

    /// As [`Shelf::update`], with content that is made once everything else is known to be right,
    /// and again where somebody else was faster.
    #[doc(hidden)]
    pub fn update_by(
        &self,
        name: &str,
        mut make: Option<&mut Make<'_, T>>,
        changes: &Changes,
    ) -> Result<Resource<T>> {
        let mut actions = vec![Action::Update];
        actions.extend(changes.owner.as_ref().map(|_| Action::ChangeOwner));
        actions.extend(changes.visibility.map(|_| Action::ChangeVisibility));
        let mut tries = 0;
        loop {
            // Files take long to make: others would be faster for ever.
            if T::FILES && tries == TRIES {
                let message = format!("{} was changed {TRIES} times meanwhile", Self::thing(name));
                return Err(Error::new(Kind::Conflict, message));
            }
            tries += 1;
            let found = self.find(name, &actions)?;
            self.expect(&found, changes)?;
            let key = found.key.clone();
            let revision = found.resource.revision;
            let owner = found.resource.owner.clone();
            let (old, caller) = (found.resource.content.clone(), found.caller.clone());
            let had = self.size(&found.resource)?;
            let mut resource = match self.changed(found, make.as_deref_mut(), changes) {
                // What the old content leads to may be gone with it.
                Err(error)
                    if error.kind() == Kind::Storage && !self.is_still(&key, revision)? =>
                {
                    continue;
                }
                changed => changed?,
            };

            let mut all = vec![Change::put(
                self.table(),
                &key,
                Expect::Revision(revision),
                row::write(&resource)?,
            )];
            let mut tallies = Vec::new();
            let has = self.size(&resource)?;
            let is_given = resource.owner != owner;
            // Who changes what is theirs needs room for what comes to it, who gets something for all.
            let grows = if is_given { has } else { has.saturating_sub(had) };
            let payer = match is_given {
                true => self.access.user(&resource.owner)?,
                false => caller,
            };
            let payer = payer.ok_or_else(|| no_owner(&resource.owner))?;
            let reserved = self.reserve(&payer, grows)?;
            if is_given {
                all.push(Change::keep(Table::Users, &resource.owner, Expect::Present));
                tallies.push(Tally::less(T::KIND.owned(&owner)));
                tallies.push(one_more(T::KIND, &payer, self.limits));
            }
            let outcome = self.access.store().commit(&all, &tallies);
            match outcome.inspect_err(|_| resource.content.doubtful())? {
                Outcome::Done { revision } => {
                    resource.revision = revision;
                    reserved.keep();
                    let less = if is_given { had } else { had.saturating_sub(has) };
                    self.access.usage().subtract(&owner, less);
                    resource.content.stored(Some(&old).filter(|_| self.lasts()), self.context);
                    return Ok(resource);
                }
                // Somebody else was faster: the next round sees what they did.
                Outcome::RefusedChange(0) => {}
                Outcome::RefusedChange(_) => return Err(no_owner(&resource.owner)),
                Outcome::RefusedTally(_) => {
                    check_number(self.access, T::KIND, &payer, self.limits)?;
                    return Err(miscounted(&owner));
                }
            }
        }
    }

    /// Removes a resource. Kinds: Unauthenticated, NotFound, Forbidden, PreconditionFailed; Invalid
    /// where the changes say anything beside the revision.
    pub fn delete(&self, name: &str, changes: &Changes) -> Result<()> {
        changes.check_removal()?;
        loop {
            let found = self.find(name, &[Action::Delete])?;
            self.expect(&found, changes)?;
            let Found { key, resource, .. } = found;
            let had = self.size(&resource)?;
            let seen = Expect::Revision(resource.revision);
            let removed = Change::remove(self.table(), &key, seen);
            let fewer = Tally::less(T::KIND.owned(&resource.owner));
            match self.access.store().commit(&[removed], &[fewer])? {
                Outcome::Done { .. } => {
                    self.access.usage().subtract(&resource.owner, had);
                    if self.lasts() {
                        resource.content.removed(self.context);
                    }
                    return Ok(());
                }
                Outcome::RefusedChange(_) => {}
                Outcome::RefusedTally(_) => return Err(miscounted(&resource.owner)),
            }
        }
    }

    /// Reads content that is all there.
    fn parsing<'m>(
        &'m self,
        content: &'m [u8],
    ) -> impl FnMut(Option<&T>, &mut Draft<'_>) -> Result<T> + 'm {
        move |old, draft| {
            self.limits.check(T::KIND, content)?;
            T::parse(content, old, draft, self.context)
        }
    }

    /// The caller, who may store something new under a name, which is said before a large source
    /// is read. Kinds: those of [`Shelf::create`] that need no content.
    #[doc(hidden)]
    pub fn may_create(&self, name: Option<&str>) -> Result<Identity> {
        let creator = self.creator()?;
        self.check_new(name)?;
        check_number(self.access, T::KIND, &creator, self.limits)?;
        Ok(creator)
    }

    /// The caller, who may change one, which is said before a large source is read. Kinds:
    /// Unauthenticated, NotFound, Forbidden.
    #[doc(hidden)]
    pub fn may_update(&self, name: &str) -> Result<Identity> {
        self.find(name, &[Action::Update])?;
        self.creator()
    }

    /// The user, who may store something of the name. Kinds: Unauthenticated, Invalid.
    #[doc(hidden)]
    pub fn may_upload(&self, name: &str) -> Result<Identity> {
        let creator = self.creator()?;
        name::check(name)?;
        Ok(creator)
    }

    /// Returns the accounts and the limits on sizes.
    #[doc(hidden)]
    pub fn bounds(&self) -> (&'a Access, &'a Limits) {
        (self.access, self.limits)
    }

    /// What contents are checked with.
    #[doc(hidden)]
    pub fn context(&self) -> &'a T::Context {
        self.context
    }

    /// Whether nothing brings back what was replaced or removed. Files that stay without need go
    /// when the store is opened again.
    fn lasts(&self) -> bool {
        !T::FILES || self.access.store().flush().is_ok()
    }

    pub(super) fn table(&self) -> Table {
        T::KIND.table()
    }

    fn thing(name: &str) -> String {
        format!("{} {}", T::KIND.name(), shown(name))
    }

    /// The caller, who may make something.
    fn creator(&self) -> Result<Identity> {
        let caller = self.access.identify(&self.caller)?;
        let relation = Relation::of(caller.as_ref(), "");
        may(Action::Create, relation, Visibility::Public).pass(|| T::KIND.name().to_owned())?;
        let none = || Error::new(Kind::Unauthenticated, "expected a token, found none");
        caller.ok_or_else(none)
    }

    /// The name for something new, `None` where the store gives one.
    fn check_new(&self, name: Option<&str>) -> Result<Option<String>> {
        match (T::KIND.naming(), name) {
            (Naming::Given, None) => Ok(None),
            (Naming::Given, Some(name)) => match name::key(T::KIND, name) {
                Some(key) if self.is_taken(&key)? => Err(taken(name)),
                _ => Err(Error::new(Kind::NotFound, format!("no {}", Self::thing(name)))),
            },
            (Naming::Chosen, None) => {
                Err(Error::invalid("`name` is missing").with_parameter("name"))
            }
            (Naming::Chosen, Some(name)) => {
                name::check(name)?;
                // Said before the content is looked at; the commit sees to it for certain.
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

    /// A number that was never given before, and the count that makes sure of it.
    fn next(&self) -> Result<(String, Vec<Tally>)> {
        let counter = T::KIND.given();
        let number = self.access.store().counter(&counter)? + 1;
        Ok((name::numbered(number), vec![Tally { counter, by: 1, within: number..=number }]))
    }

    /// A resource with which the caller may do all of this.
    fn find(&self, name: &str, actions: &[Action]) -> Result<Found<T>> {
        let caller = self.access.identify(&self.caller)?;
        let key = name::key(T::KIND, name);
        let row = match &key {
            Some(key) => self.access.store().read(self.table(), key)?,
            None => None,
        };
        let resource = match (&key, &row) {
            (Some(key), Some(row)) => self.opened(key, row)?,
            _ => None,
        };
        let (relation, visibility) = match &resource {
            Some(resource) => (Relation::of(caller.as_ref(), &resource.owner), resource.visibility),
            // What does not exist looks like what is private and somebody else's.
            None => (Relation::of(caller.as_ref(), ""), Visibility::Private),
        };
        for action in actions {
            may(*action, relation, visibility).pass(|| Self::thing(name))?;
        }
        let none = || Error::new(Kind::NotFound, format!("no {}", Self::thing(name)));
        let (key, resource) = key.zip(resource).ok_or_else(none)?;
        Ok(Found { key, caller, resource })
    }

    fn opened(&self, key: &str, row: &Row) -> Result<Option<Resource<T>>> {
        row::read(key, row, self.access.now())
    }

    fn expect(&self, found: &Found<T>, changes: &Changes) -> Result<()> {
        let revision = found.resource.revision;
        if changes.if_revision.is_empty() || changes.if_revision.contains(&revision) {
            return Ok(());
        }
        let (expected, thing) = (changes.expected(), Self::thing(&found.resource.name));
        let message = format!("expected revision {expected} of {thing}, found {revision}");
        Err(Error::new(Kind::PreconditionFailed, message).with_parameter("if-revision"))
    }

    fn draft(&self, changes: &Changes, owner: &str, now: Timestamp, is_new: bool) -> Draft<'a> {
        let access = self.access;
        Draft { changes: changes.clone(), owner: owner.to_owned(), access, now, is_new }
    }

    /// The resource as it shall be.
    fn changed(
        &self,
        found: Found<T>,
        make: Option<&mut Make<'_, T>>,
        changes: &Changes,
    ) -> Result<Resource<T>> {
        let mut resource = found.resource;
        changes.check(T::KIND)?;
        if let Some(owner) = &changes.owner {
            if check_name(owner).is_err() || self.access.user(owner)?.is_none() {
                return Err(no_owner(owner));
            }
            resource.owner.clone_from(owner);
        }
        let now = self.access.now();
        let mut draft = self.draft(changes, &resource.owner, now, make.is_some());
        if let Some(make) = make {
            resource.content = make(Some(&resource.content), &mut draft)?;
        } else {
            resource.content.adapt(&draft, self.context)?;
        }
        resource.content.revise(&draft)?;
        draft.changes.check(T::KIND)?;
        resource.visibility = draft.changes.visibility.unwrap_or(resource.visibility);
        resource.description = draft.changes.description.or(resource.description);
        resource.updated = now;
        Ok(resource)
    }
}

fn taken(name: &str) -> Error {
    let message = format!("the name {} is taken", shown(name));
    Error::new(Kind::Conflict, message).with_parameter("name")
}

fn no_owner(name: &str) -> Error {
    Error::invalid(format!("no user {}", shown(name))).with_parameter("newOwner")
}

fn miscounted(owner: &str) -> Error {
    let message = format!("the store has miscounted what {} owns", shown(owner));
    Error::new(Kind::Storage, message)
}
