//! `bout completions`: prints shell completion scripts.

use clap::CommandFactory;
use clap_complete::Shell;
use contests::Failure;

use crate::cli::Cli;
use crate::output::Output;

pub(crate) fn run(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "bout", &mut script);
    let mut output = Output::stdout();
    output.bytes(&script)?;
    output.flush()
}
