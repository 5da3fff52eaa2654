//! Bounds the number of messages about one source: nobody reads hundreds of messages, and the author of the source decides how
//! many there would be.

use game::{Diagnostics, Severity, Span};

/// How many errors, and how many warnings, are kept per source. Of the rest, only the number is kept.
pub(crate) const MAX_MESSAGES: usize = 30;

/// The messages about a source, bounded.
#[derive(Debug, Clone, Default)]
pub(super) struct BoundedDiagnostics {
    diagnostics: Diagnostics,
    errors: usize,
    warnings: usize,
}

impl BoundedDiagnostics {
    /// Whether one more message of this severity would be kept. Messages that are not kept need not be made.
    pub(super) fn takes(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => self.errors < MAX_MESSAGES,
            Severity::Warning => self.warnings < MAX_MESSAGES,
        }
    }

    /// Counts a message that is not kept.
    pub(super) fn leave_out(&mut self, severity: Severity) {
        self.leave_out_many(severity, 1);
    }

    /// Counts messages that are dropped.
    pub(super) fn leave_out_many(&mut self, severity: Severity, many: usize) {
        match severity {
            Severity::Error => self.errors += many,
            Severity::Warning => self.warnings += many,
        }
    }

    pub(super) fn error(
        &mut self,
        code: &'static str,
        place: Option<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.takes(Severity::Error) {
            self.diagnostics.error(code, place, message, help);
        }
        self.errors += 1;
    }

    pub(super) fn warning(
        &mut self,
        place: Option<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.takes(Severity::Warning) {
            self.diagnostics.warning("compiler", place, message, help);
        }
        self.warnings += 1;
    }

    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &game::Diagnostic> {
        self.diagnostics.iter()
    }

    /// All messages in order of their places, and at the end the number of those left out. Left-out warnings are mentioned only
    /// if no errors were left out.
    pub(super) fn told(mut self) -> Diagnostics {
        self.diagnostics.sort();
        let (errors, warnings) =
            (self.errors.saturating_sub(MAX_MESSAGES), self.warnings.saturating_sub(MAX_MESSAGES));
        if errors > 0 {
            let message = format!("and {errors} more {}", if errors == 1 { "error" } else { "errors" });
            self.diagnostics.error(
                "S10",
                None,
                message,
                "mend the first ones; the others may follow from them",
            );
        } else if warnings > 0 {
            let message =
                format!("and {warnings} more {}", if warnings == 1 { "warning" } else { "warnings" });
            self.diagnostics.warning("compiler", None, message, "");
        }
        self.diagnostics
    }
}
