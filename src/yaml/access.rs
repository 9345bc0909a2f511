//! The parts of a node that serde walks through: items, entries, keys and variants.
