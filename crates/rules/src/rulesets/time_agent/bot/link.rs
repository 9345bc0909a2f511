//! One link of a timestream, as the bots see it.

use crate::rulesets::time_agent::{content::Edge, places::HexId};

/// A place where Time Travel can be parted: a hex and one of its edges.
pub(crate) type Link = (HexId, Edge);
