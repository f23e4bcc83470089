//! The sort orders of triples.

/// The term by which triples are sorted first. The other two terms follow cyclically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Subject,
    Predicate,
    Object,
}

impl Order {
    /// Returns the order in which all matching triples are adjacent, with the known terms arranged
    /// in this order. Any combination of known terms is a prefix of one of the three orders.
    pub(super) fn of(
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> (Order, [Option<u32>; 3]) {
        match (subject, predicate, object) {
            (Some(_), None, Some(_)) | (None, None, Some(_)) => {
                (Order::Object, [object, subject, predicate])
            }
            (None, Some(_), _) => (Order::Predicate, [predicate, object, subject]),
            _ => (Order::Subject, [subject, predicate, object]),
        }
    }

    /// Converts a triple to this order.
    pub(super) fn turn(self, [subject, predicate, object]: [u32; 3]) -> [u32; 3] {
        match self {
            Order::Subject => [subject, predicate, object],
            Order::Predicate => [predicate, object, subject],
            Order::Object => [object, subject, predicate],
        }
    }

    /// Converts a triple back from this order.
    pub(super) fn turn_back(self, [first, second, third]: [u32; 3]) -> [u32; 3] {
        match self {
            Order::Subject => [first, second, third],
            Order::Predicate => [third, first, second],
            Order::Object => [second, third, first],
        }
    }
}
