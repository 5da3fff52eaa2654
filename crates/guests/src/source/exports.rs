//! What a bot may use of the C library (S11).

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The list, which the build of the runtime image uses, too.
const LIST: &str = include_str!("../../runtime/exports.txt");

/// Whether a bot may use this symbol.
pub(crate) fn is_allowed(name: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        LIST.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    });
    NAMES.contains(name)
}
