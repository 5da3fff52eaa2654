//! Snippets of Perl, as a kind of foreign code.

use game::Diagnostics;
use referee::PlayerFactory;
use sandbox::{Isolation, IsolationFeatures};

use super::check::Checker;
use super::factory::Factory;
use super::interpreter::Perl;
use super::prove::proofs;
use crate::kind::{CheckedProgram, GuestError, Kind};
use crate::methods::{MethodCheck, WarnOnce};
use crate::settings::IsolationSettings;

/// Looks for a perl and for the isolation features. Errors say what is missing.
pub(crate) fn kind() -> Result<Box<dyn Kind>, GuestError> {
    Ok(Box::new(Snippets::find()?))
}

/// Runs snippets on this machine.
#[derive(Debug)]
pub struct Snippets {
    perl: &'static Perl,
    checker: Checker,
}

impl Snippets {
    /// Looks for a perl, and for the isolation features.
    ///
    /// # Errors
    /// Says what is missing.
    pub fn find() -> Result<Self, GuestError> {
        let machine = |error: &dyn std::fmt::Display| GuestError::Machine(error.to_string());
        let features = IsolationFeatures::available();
        features.required().map_err(|error| machine(&error))?;
        let perl = Perl::find().map_err(|error| machine(&error))?;
        Ok(Self { perl, checker: Checker::new(perl, features) })
    }
}

impl Kind for Snippets {
    fn examine(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        let diagnostics = self.checker.examine(source)?;
        if diagnostics.has_errors() {
            Err(GuestError::Refused(diagnostics))
        } else {
            Ok(CheckedProgram { name: None, diagnostics })
        }
    }

    /// Every text may play. One that does not compile segfaults when it runs (P1).
    fn accept(&self, _: &[u8]) -> Result<CheckedProgram, GuestError> {
        Ok(CheckedProgram { name: None, diagnostics: Diagnostics::default() })
    }

    fn try_out(&self, source: &[u8]) -> Result<Option<Vec<String>>, GuestError> {
        self.checker.try_out(source).map(Some)
    }

    fn factory(&self, isolation: Isolation, notices: &WarnOnce) -> Box<dyn PlayerFactory> {
        let settings = IsolationSettings { isolation, features: IsolationFeatures::available() };
        Box::new(Factory::new(self.perl, settings, notices.clone()))
    }

    fn prove(&self) -> Vec<MethodCheck> {
        proofs(self.perl, IsolationFeatures::available())
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        let setting = Perl::setting().to_string();
        vec![("perl", self.perl.version().to_owned()), ("driver", setting[..16].to_owned())]
    }
}
