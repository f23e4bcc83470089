//! The public items of `core/store/src/acl/policy.rs`.

#[test]
fn required_scope() {
    use glossweave::acl::{Action, Scope, Visibility};
    use glossweave_store::acl::ResourceClass;
    use glossweave_store::acl::required_scope;
    assert_eq!(required_scope(Action::Delete, Visibility::Private), Some(Scope::Write));
    // A key cannot be used to change passwords.
    assert_eq!(required_scope(Action::Update, ResourceClass::User), None);
}

#[test]
fn may() {
    use glossweave::acl::{Action, Visibility};
    use glossweave_store::acl::{Decision, Relationship, may};
    let verdict = may(Action::Read, Relationship::Stranger, Visibility::Private);
    assert_eq!(verdict, Decision::NotFound);
}

#[test]
fn may_2() {
    use glossweave::acl::{Action, Visibility};
    use glossweave_store::acl::{Decision, Relationship, may};
    let delete = |who, visibility| may(Action::Delete, who, visibility);
    assert_eq!(delete(Relationship::Owner, Visibility::Private), Decision::Allowed);
    assert_eq!(delete(Relationship::Stranger, Visibility::Public), Decision::Forbidden);
    assert_eq!(delete(Relationship::Stranger, Visibility::Private), Decision::NotFound);
    assert_eq!(delete(Relationship::Anonymous, Visibility::Public), Decision::Unauthenticated);
}
