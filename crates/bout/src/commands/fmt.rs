//! `bout fmt`: formats programs in canonical form.

use std::fs;
use std::path::Path;

use contests::Failure;
use contests::program_file::ProgramFile;
use contests::recorder::write_durably;

use crate::cli::FmtArgs;
use crate::output::Output;
use crate::{diagnostics, input};

/// The result for one file.
enum Formatted {
    /// It was already in canonical form.
    Already,
    /// It was not in canonical form.
    Changed,
    /// It has errors, which were printed.
    Refused,
}

pub(crate) fn run(args: &FmtArgs) -> Result<(), Failure> {
    let mut output = if args.check { Output::stdout() } else { Output::of_a_change() };
    let (mut refused, mut changed, mut unreadable) = (0, 0, Vec::new());
    for named in input::programs(&args.programs, args.game.get())? {
        let file = match named.read() {
            Ok(file) => file,
            Err(failure) => {
                unreadable.push(failure.to_string());
                continue;
            }
        };
        match format(&file, args.check, &mut output)? {
            Formatted::Already => {}
            Formatted::Changed => changed += 1,
            Formatted::Refused => refused += 1,
        }
    }
    output.flush()?;
    if !unreadable.is_empty() {
        return Err(Failure::File(unreadable.join("\n")));
    }
    if refused > 0 {
        return Err(Failure::Refused(with_errors(refused)));
    }
    if args.check && changed > 0 {
        return Err(Failure::Refused(not_canonical(changed)));
    }
    Ok(())
}

fn with_errors(programs: usize) -> String {
    match programs {
        1 => "1 of the programs has errors and was not changed".into(),
        _ => format!("{programs} of the programs have errors and were not changed"),
    }
}

fn not_canonical(programs: usize) -> String {
    match programs {
        1 => "1 of the programs is not in canonical form".into(),
        _ => format!("{programs} of the programs are not in canonical form"),
    }
}

fn format(file: &ProgramFile, only_check: bool, output: &mut Output) -> Result<Formatted, Failure> {
    let Some(canonical) = file.game.format(&file.bytes) else {
        diagnostics::show_errors(file, file.game.read(&file.bytes).diagnostics);
        return Ok(Formatted::Refused);
    };
    let is_canonical = canonical == file.bytes;
    match (only_check, file.path.as_os_str() == "-") {
        (false, true) => output.bytes(&canonical)?,
        (true, _) if !is_canonical => output.people(file.path.display())?,
        (false, false) if !is_canonical => replace(&file.path, &canonical)?,
        _ => {}
    }
    Ok(if is_canonical { Formatted::Already } else { Formatted::Changed })
}

/// Replaces a file. Resolves symbolic links first, so that they stay links.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let real = fs::canonicalize(path).map_err(|error| Failure::file(path, "write", &error))?;
    write_durably(&real, bytes)
}
