//! `bout export`: writes the contents of a database as JSON lines.

use std::io::{self, BufWriter};

use store::ExportError;

use crate::cli::ExportArgs;
use crate::database;
use crate::failure::Failure;

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let store = database::open_to_read(&database::named(&args.database))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let exported =
        store.export(&mut out).and_then(|()| io::Write::flush(&mut out).map_err(ExportError::Write));
    exported.map_err(|error| match error {
        ExportError::Write(error) => Failure::output(&error),
        ExportError::Store(error) => Failure::from(error),
    })
}
