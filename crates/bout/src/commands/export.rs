//! `bout export`: writes the contents of a database as JSON lines.

use std::io::{self, BufWriter};

use contests::Failure;
use store::{ExportError, Store};

use crate::cli::ExportArgs;
use crate::{failure, input};

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let store = Store::open_to_read(&input::target(&args.database))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let exported =
        store.export(&mut out).and_then(|()| io::Write::flush(&mut out).map_err(ExportError::Write));
    exported.map_err(|error| match error {
        ExportError::Write(error) => failure::of_output(&error),
        ExportError::Store(error) => Failure::from(error),
    })
}
