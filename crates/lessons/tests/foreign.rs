//! The lessons of games that ask foreign code, whose programs run confined. They need what `bout doctor` looks for: gcc, perl.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use game::{Diagnostics, Void};
use guests::{GuestError, Kind, WarnOnce};
use lessons::ForeignCode;
use referee::PlayerFactory;
use sandbox::Isolation;

/// The foreign code of a game, on this machine.
struct Guests {
    kind: Box<dyn Kind>,
    factory: Box<dyn PlayerFactory>,
}

impl Guests {
    fn of(game: &str) -> Self {
        let kind = guests::kind(game, None).expect("this machine can run it").expect("it asks foreign code");
        let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
        Self { kind, factory }
    }
}

impl ForeignCode for Guests {
    fn examine(&self, source: &[u8]) -> Result<Diagnostics, Void> {
        match self.kind.examine(source) {
            Ok(checked) => Ok(checked.diagnostics),
            Err(GuestError::Refused(diagnostics)) => Ok(diagnostics),
            Err(GuestError::Machine(cause)) => Err(Void { cause }),
        }
    }

    fn factory(&self) -> &dyn PlayerFactory {
        self.factory.as_ref()
    }
}

#[test]
fn lessons_of_snakes() {
    assert_eq!(support::problems("snakes", &Guests::of("snakes")), Vec::<String>::new());
}

#[test]
fn lessons_of_perlwar() {
    assert_eq!(support::problems("perlwar", &Guests::of("perlwar")), Vec::<String>::new());
}
