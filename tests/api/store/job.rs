//! The public items of `core/store/src/job/mod.rs`.

#[test]
fn job_state_name() {
    use glossweave::job::JobState;
    assert_eq!(JobState::Cancelled.name(), "cancelled");
    assert!(JobState::Cancelled.has_ended() && !JobState::Running.has_ended());
}

#[test]
fn webhook_state_name() {
    assert_eq!(glossweave::job::WebhookState::Pending.name(), "pending");
}
