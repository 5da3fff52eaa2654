//! Formats errors together with their causes, for hosts.

use std::error::Error;

/// Returns an error and its causes, from the outermost to the innermost.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.fold(error.to_string(), |all, cause| {
        let cause = cause.to_string();
        // Some errors repeat their causes.
        if all.contains(&cause) { all } else { format!("{all}: {cause}") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Outer(&'static str, #[source] std::fmt::Error);

    #[test]
    fn a_cause_is_told_once() {
        let inner = std::fmt::Error.to_string();
        assert_eq!(with_causes(&Outer("outer", std::fmt::Error)), format!("outer: {inner}"));
        let repeated: &'static str = Box::leak(format!("outer ({inner})").into_boxed_str());
        assert_eq!(with_causes(&Outer(repeated, std::fmt::Error)), repeated);
    }
}
