//! The lessons of games that ask foreign code, whose programs run confined. They need what `bout doctor` looks for: gcc, perl.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use game::{Diagnostics, Void};
use guests::{CheckedProgram, GuestError, Kind, WarnOnce};
use lessons::ForeignCode;
use referee::PlayerFactory;
use sandbox::Isolation;

/// How a program is checked.
type Look = fn(&dyn Kind, &[u8]) -> Result<CheckedProgram, GuestError>;

/// The foreign code of a game, on this machine.
struct Guests {
    look: Look,
    kind: Box<dyn Kind>,
    factory: Box<dyn PlayerFactory>,
}

impl Guests {
    fn of(game: &str, look: Look) -> Self {
        let kind = guests::kind(game, None).expect("this machine can run it").expect("it asks foreign code");
        let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
        Self { look, kind, factory }
    }
}

impl ForeignCode for Guests {
    fn examine(&self, source: &[u8]) -> Result<Diagnostics, Void> {
        match (self.look)(self.kind.as_ref(), source) {
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
    // Compiles each bot once: the match finds it in the cache.
    let guests = Guests::of("snakes", |kind, source| kind.accept(source));
    assert_eq!(support::problems("snakes", &guests), Vec::<String>::new());
}

#[test]
fn lessons_of_perlwar() {
    // A snippet with an error may play, and dies. Learners are told before.
    let guests = Guests::of("perlwar", |kind, source| kind.examine(source));
    assert_eq!(support::problems("perlwar", &guests), Vec::<String>::new());
}
