//! `bout export`: writes the contents of a database as JSON lines.

use std::fs;
use std::io::{self, BufWriter};
use std::path::Path;

use contests::Failure;
use store::{ExportError, Store};

use crate::cli::ExportArgs;
use crate::{failure, input};

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let database = input::target(&args.database);
    refuse_empty(&database)?;
    let store = Store::open_to_read(&database)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let exported =
        store.export(&mut out).and_then(|()| io::Write::flush(&mut out).map_err(ExportError::Write));
    exported.map_err(|error| match error {
        ExportError::Write(error) => failure::of_output(&error),
        ExportError::Store(error) => Failure::from(error),
    })
}

/// Refuses an empty file, because opening it would make it a database.
fn refuse_empty(database: &Path) -> Result<(), Failure> {
    if fs::metadata(database).is_ok_and(|about| about.is_file() && about.len() == 0) {
        let database = database.display();
        return Err(Failure::Refused(format!(
            "{database}: this file is empty, so there is nothing to export"
        )));
    }
    Ok(())
}
