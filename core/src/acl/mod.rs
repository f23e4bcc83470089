//! Who is calling.

/// On whose behalf a session acts.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Caller {
    /// Nobody in particular: sees and uses what is public.
    #[default]
    Anonymous,
}
