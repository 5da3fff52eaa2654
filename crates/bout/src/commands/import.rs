//! `bout import`: imports JSON lines from `bout export` into a database.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use contests::Failure;
use contests::contest::key_of;
use game::Digest;
use games::registry;
use store::{ImportChecks, ImportError, Imported, Pairing, Store, StoredProgram};
use tournament::Places;

use crate::cli::ImportArgs;
use crate::output::Output;
use crate::{input, interrupt};

pub(crate) fn run(args: &ImportArgs) -> Result<(), Failure> {
    let mut lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(input::open(&args.file)?))
    };
    refuse_empty(&mut lines, &args.file)?;
    let path = input::target(&args.database);
    let is_new = fs::symlink_metadata(&path).is_err();
    let mut store = Store::open(&path)?;
    let imported = match into(&mut store, lines, &args.file) {
        Err(failure) if is_new => {
            forget_empty(store, &path);
            return Err(failure);
        }
        imported => imported?,
    };
    let mut output = Output::of_a_change();
    let had_checksums = imported.had_checksums();
    let Imported { programs, contests, pairings, blocks, matches, voids, censuses, already_there, version } =
        imported;
    output.people(format_args!(
        "{}: new are {programs} programs, {contests} contests, {pairings} pairings, {blocks} blocks of results, \
         {matches} matches, {voids} void ones, {censuses} censuses; {already_there} lines were known",
        args.database.display()
    ))?;
    if !had_checksums {
        output.line(format_args!(
            "an export of version {version} carries no checksums, so damage to its results may go unnoticed; \
             `bout rejudge` plays them again"
        ))?;
    }
    output.flush()
}

/// Removes the database that this command created, unless another program has used it since.
fn forget_empty(store: Store, path: &Path) {
    let is_empty =
        store.pairings().is_ok_and(|all| all.is_empty()) && store.contests().is_ok_and(|all| all.is_empty());
    drop(store);
    if is_empty {
        // What is wrong with the import matters more than an empty file that cannot be removed.
        let _ = fs::remove_file(path);
    }
}

/// Refuses an empty file before a database is made for it.
fn refuse_empty(lines: &mut impl BufRead, file: &Path) -> Result<(), Failure> {
    let file = file.display();
    match lines.fill_buf() {
        Ok([]) => Err(Failure::Refused(format!("{file}: this file is empty; nothing was imported"))),
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::File(format!("{file}: cannot read: {error}"))),
    }
}

/// Imports lines that were read from `file`.
pub(super) fn into(store: &mut Store, lines: impl BufRead, file: &Path) -> Result<Imported, Failure> {
    interrupt::at_once_while(|| store.import(lines, &Recomputed)).map_err(|error| match error {
        ImportError::Store(error) => Failure::from(error),
        error @ ImportError::Read { .. } => Failure::File(format!("{}: {error}", file.display())),
        error => Failure::Refused(format!("{}: {error}", file.display())),
    })
}

/// Checks the identities of programs and pairings by recomputing them.
struct Recomputed;

impl ImportChecks for Recomputed {
    fn program(&self, program: &StoredProgram, had_checksums: bool) -> Result<(), String> {
        match identity_of(program) {
            Ok(id) if id == program.id => Ok(()),
            Ok(id) => {
                Err(format!("the source of {} has the identity {id}, not {}", program.file, program.id))
            }
            // Another build may be able to read the program. The checksums guard against damage.
            Err(_) if had_checksums => Ok(()),
            Err(why) => Err(format!("the identity of {} cannot be checked: {why}", program.file)),
        }
    }

    fn pairing(&self, pairing: &Pairing) -> Result<(), String> {
        let key = key_of(pairing);
        if key == pairing.key {
            Ok(())
        } else {
            Err(format!("the pairing has the key {key}, not {}", pairing.key))
        }
    }

    fn places(&self, places: &str, seats: usize) -> Result<(), String> {
        Places::parse(places, seats).map(drop).map_err(|error| format!("its results are not valid: {error}"))
    }
}

/// Returns the identity of a program, computed from its source.
fn identity_of(program: &StoredProgram) -> Result<Digest, String> {
    let game = registry::by_name(&program.game)
        .ok_or_else(|| format!("this bout does not have the game `{}`", program.game))?;
    let read = game.read(&program.source).program;
    read.map(|program| program.id()).ok_or_else(|| format!("it is not a program of {}", program.game))
}
