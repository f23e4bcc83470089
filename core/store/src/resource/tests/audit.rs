//! Tests of the audit log.

use std::time::Duration;

use super::{
    Caller, Collection, ErrorKind, Named, PageRequest, ResourceUpdate, WORD, World, changes,
};
use crate::acl::{
    ApiKeyOptions, AuthContext, InvitationOptions, Role, Scope, Secret, Users, install_admin,
};
use crate::resource::collection::CollectionExt;
use crate::resource::expire;
use crate::store::{Backend, Table};

fn audited() -> World {
    let mut world = World::new();
    world.access = AuthContext::new(world.store.clone(), world.clock.clone(), expire)
        .auditing(2 * Duration::from_secs(24 * 60 * 60));
    install_admin(&world.access, "root", &Secret::new(WORD)).unwrap();
    world
}

impl World {
    /// Returns the audit log as text, a line for each entry.
    fn log(&self) -> Vec<String> {
        // Logs in without an audit log, because the log-in would be an entry.
        let none = AuthContext::new(self.store.clone(), self.clock.clone(), expire);
        let token = Users::new(&none, Caller::Anonymous).authenticate("root", WORD).unwrap();
        let users = Users::new(&none, Caller::Token(token));
        let entries = users.read_audit_log(&PageRequest::default()).unwrap();
        let line = |entry: &crate::acl::AuditEntry| {
            let user = entry.user.as_deref().unwrap_or("-");
            let key = entry.api_key.as_ref().map(|key| format!(" by {key}")).unwrap_or_default();
            let (kind, name, changed) = (&entry.kind, &entry.name, entry.changed.join("+"));
            format!("{user}{key} {:?} {kind} {name} {changed}", entry.action).trim_end().to_owned()
        };
        entries.iter().map(line).collect()
    }
}

#[test]
fn each_change_is_one_entry_and_a_refused_one_is_none() {
    let world = audited();
    let nobody = Users::new(&world.access, Caller::Anonymous);
    nobody.create("anna", WORD).unwrap();
    nobody.create("anna", WORD).unwrap_err();
    nobody.authenticate("anna", "a guess").unwrap_err();
    let token = nobody.authenticate("anna", WORD).unwrap();
    let anna = Users::new(&world.access, Caller::Token(token.clone()));
    anna.set_password("anna", "battery staple").unwrap();
    let key = anna.create_key("anna", &ApiKeyOptions::new("nightly", [Scope::Write])).unwrap();
    let program = Caller::Token(key.secret);
    let filters = world.collection::<Named>(&program);
    filters.create(Some("a"), b"one", &ResourceUpdate::default()).unwrap();
    filters.create(Some("a"), b"one", &ResourceUpdate::default()).unwrap_err();
    filters.update("a", Some(b"two"), &changes(&[("visibility", "private")])).unwrap();
    filters.update("a", None, &changes(&[("description", "numbers")])).unwrap();
    filters.delete("a", &ResourceUpdate::default()).unwrap();
    let root = nobody.authenticate("root", WORD).unwrap();
    let root = Users::new(&world.access, Caller::Token(root));
    root.create_invitation(&InvitationOptions::new("for-bob")).unwrap();
    root.revoke_invitation("for-bob").unwrap();
    let code = root.create_invitation(&InvitationOptions::new("for-eve")).unwrap().code;
    Users::new(&world.access, Caller::Anonymous).with_invitation(code).create("eve", WORD).unwrap();
    root.set_role("anna", Role::Admin).unwrap();
    // Nothing changes, so no entry is added.
    root.set_role("anna", Role::Admin).unwrap();
    anna.revoke_key("anna", "nightly").unwrap();
    root.revoke(&token).unwrap();
    root.revoke_all("anna").unwrap();
    root.delete("anna").unwrap();
    assert_eq!(
        world.log(),
        [
            "- Create user root",
            "- Create user anna",
            "anna Create token anna",
            "anna Update user anna password",
            "anna Create api-key anna/nightly",
            "anna by nightly Create filter a",
            "anna by nightly Update filter a content+visibility",
            "anna by nightly Update filter a description",
            "anna by nightly Delete filter a",
            "root Create token root",
            "root Create invitation for-bob",
            "root Delete invitation for-bob",
            "root Create invitation for-eve",
            "- Create user eve",
            "- Delete invitation for-eve",
            "root Update user anna role",
            "anna Delete api-key anna/nightly",
            "root Delete token anna",
            "root Delete token anna",
            "root Delete user anna",
        ]
    );
}

#[test]
fn only_admins_read_the_log_and_a_part_of_it_follows_another() {
    let world = audited();
    let anna = Users::new(&world.access, world.user("anna"));
    let page = PageRequest { limit: Some(2), ..PageRequest::default() };
    assert_eq!(anna.read_audit_log(&page).unwrap_err().kind(), ErrorKind::Forbidden);
    let nobody = Users::new(&world.access, Caller::Anonymous);
    assert_eq!(nobody.read_audit_log(&page).unwrap_err().kind(), ErrorKind::Unauthenticated);
    let root = nobody.authenticate("root", WORD).unwrap();
    let root = Users::new(&world.access, Caller::Token(root));
    let first = root.read_audit_log(&page).unwrap();
    let second =
        root.read_audit_log(&PageRequest { after: Some(first[1].id.clone()), ..page }).unwrap();
    let names = first.iter().chain(&second).map(|entry| entry.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["root", "anna", "anna", "root"]);
    assert_eq!(first[0].time, world.access.now());
}

#[test]
fn entries_are_removed_after_their_days_and_there_are_none_without_the_setting() {
    let world = audited();
    let day = Duration::from_secs(24 * 60 * 60);
    for name in ["anna", "bob"] {
        Users::new(&world.access, Caller::Anonymous).create(name, WORD).unwrap();
        world.clock.advance(day);
    }
    assert_eq!(world.log().len(), 3);
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(world.access.expire().unwrap(), 2);
    assert_eq!(world.log(), ["- Create user bob"]);
    let none = AuthContext::new(world.store.clone(), world.clock.clone(), expire);
    Users::new(&none, Caller::Anonymous).create("cleo", WORD).unwrap();
    assert_eq!(world.log(), ["- Create user bob"]);
    // Existing entries are kept.
    none.expire().unwrap();
    assert_eq!(world.log(), ["- Create user bob"]);
}

#[test]
fn no_entry_has_a_secret() {
    let world = audited();
    let anna = world.user("anna");
    let filters = Collection::<Named>::new(&world.access, &world.limits, anna, &());
    filters.create(Some("a"), b"one and two", &ResourceUpdate::default()).unwrap();
    let mut rows = String::new();
    let mut add = |_: &str, row: crate::store::Row| {
        rows += &String::from_utf8_lossy(&row.value);
        Ok(std::ops::ControlFlow::Continue(()))
    };
    world.store.scan(Table::Audit, None, &mut add).unwrap();
    assert!(rows.contains("anna") && !rows.contains(WORD) && !rows.contains("one and two"));
}
