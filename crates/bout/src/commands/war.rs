//! `bout war`: a persistent game of `PerlWar`, stored in a folder.

mod round;
mod show;
mod standing;
mod submit;

use std::path::Path;

use contests::Failure;
use contests::war::{CONFIG_FILE, Config, Folder};

use crate::cli::{NewWarOptions, WarArgs, WarCommand};
use crate::interrupt;
use crate::names::shell_word;
use crate::output::Output;

pub(crate) fn run(args: &WarArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    match &args.command {
        WarCommand::New { folder, options } => new(folder, options),
        WarCommand::Submit { folder, program, player, output } => {
            submit::run(folder, program, player.as_deref(), output.form)
        }
        WarCommand::Round { folder, options } => round::run(folder, options),
        WarCommand::Show { folder, round, output } => show::run(folder, *round, output.form),
    }
}

fn new(folder: &Path, options: &NewWarOptions) -> Result<(), Failure> {
    let config = Config::new(&options.rules()?, options.seed)
        .map_err(|error| Failure::Usage(format!("--rules: {error}")))?;
    Folder::make(folder, &config)?;
    let mut output = Output::of_a_change();
    let parameters: Vec<String> =
        config.values().iter().map(|(key, value)| format!("{key} {value}")).collect();
    output.people(format_args!(
        "{}: a war ({CONFIG_FILE}) with seed {}, {}",
        folder.display(),
        config.seed,
        parameters.join(", ")
    ))?;
    let word = shell_word(folder.as_os_str());
    output.line(format_args!("Try: bout war submit {word} SNIPPET.pl"))?;
    output.line(format_args!("     bout war round {word}"))?;
    output.line(format_args!("     bout war show {word}"))?;
    output.flush()
}
