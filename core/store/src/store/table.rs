//! The names of the tables of a store.

/// The tables of a store.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Users by name.
    Users,
    /// Tokens by the hash of their secret.
    Tokens,
    /// Enrichment templates.
    Templates,
    /// Filters.
    Filters,
    /// Pipelines.
    Pipelines,
    /// Datasets.
    Datasets,
    /// XSLT converters.
    Converters,
    /// Documents with annotations.
    Documents,
    /// Markup profiles.
    Profiles,
    /// API keys by the number of their user and their name.
    Keys,
    /// The users and names of API keys by the hash of their secret.
    KeyHashes,
    /// Invitations to register by the hash of their code.
    Invitations,
    /// Entries of the audit log by their time.
    Audit,
    /// Log-ins and failed log-ins by the hashes of names and addresses.
    LogIns,
    /// Jobs by the number of their owner and their time.
    Jobs,
    /// Jobs that wait for a run, and webhooks that wait for a call, ordered by time.
    JobQueue,
    /// The calls of unfinished jobs by the keys of the jobs.
    JobCalls,
    /// The results of finished jobs by the keys of the jobs.
    JobResults,
    /// Accounts at OpenID providers, with their users, by the hash of the provider and of the
    /// identifier there.
    Accounts,
    /// Random keys that all engines of a store share, by their use.
    Secrets,
}

impl Table {
    /// Every table.
    pub const ALL: &[Table] = &[
        Table::Users,
        Table::Tokens,
        Table::Templates,
        Table::Filters,
        Table::Pipelines,
        Table::Datasets,
        Table::Converters,
        Table::Documents,
        Table::Profiles,
        Table::Keys,
        Table::KeyHashes,
        Table::Invitations,
        Table::Audit,
        Table::LogIns,
        Table::Jobs,
        Table::JobQueue,
        Table::JobCalls,
        Table::JobResults,
        Table::Accounts,
        Table::Secrets,
    ];

    /// Returns the name. It never changes because stores on disk and exports contain it.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Users => "users",
            Table::Tokens => "tokens",
            Table::Templates => "templates",
            Table::Filters => "filters",
            Table::Pipelines => "pipelines",
            Table::Datasets => "datasets",
            Table::Converters => "converters",
            Table::Documents => "documents",
            Table::Profiles => "profiles",
            Table::Keys => "keys",
            Table::KeyHashes => "key-hashes",
            Table::Invitations => "invitations",
            Table::Audit => "audit",
            Table::LogIns => "log-ins",
            Table::Jobs => "jobs",
            Table::JobQueue => "job-queue",
            Table::JobCalls => "job-calls",
            Table::JobResults => "job-results",
            Table::Accounts => "accounts",
            Table::Secrets => "secrets",
        }
    }
}
