//! `bout import`: JSON lines that `bout export` wrote, into a database.

use std::io::{self, BufRead, BufReader};

use store::{ImportError, Imported};

use crate::cli::ImportArgs;
use crate::database;
use crate::failure::Failure;
use crate::input;
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &ImportArgs) -> Result<(), Failure> {
    let lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(input::open(&args.file)?))
    };
    let mut store = database::open(&database::named(&args.database))?;
    let imported = interrupt::at_once_while(|| store.import(lines)).map_err(|error| match error {
        ImportError::Store(error) => Failure::from(error),
        error @ ImportError::Read { .. } => Failure::File(format!("{}: {error}", args.file.display())),
        error => Failure::Refused(format!("{}: {error}", args.file.display())),
    })?;
    let mut output = Output::of_a_change();
    let Imported { programs, contests, pairings, blocks, matches, voids, censuses, already_there } = imported;
    output.people(format_args!(
        "{}: new are {programs} programs, {contests} contests, {pairings} pairings, {blocks} blocks of results, \
         {matches} matches, {voids} void ones, {censuses} censuses; {already_there} lines were known",
        args.database.display()
    ))?;
    output.flush()
}
