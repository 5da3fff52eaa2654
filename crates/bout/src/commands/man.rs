//! `bout man`: prints manual pages of bout, its commands and its games.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use contests::Failure;
use contests::recorder::write_whole;

use crate::cli::{Cli, ManArgs};
use crate::examples::manual_pages;
use crate::output::Output;

pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    if let Some(folder) = &args.dir {
        return write_pages(folder);
    }
    let page = match args.topic.as_deref() {
        None => page(Cli::command()),
        Some(topic) => topic_page(topic)?,
    };
    let mut output = Output::stdout();
    output.bytes(&page)?;
    output.flush()
}

/// Returns the page of a command in the format of `man`, or a page of the manual in Markdown.
fn topic_page(topic: &str) -> Result<Vec<u8>, Failure> {
    let commands = commands();
    if let Some(command) = commands.iter().find(|command| command.get_name() == format!("bout-{topic}")) {
        return Ok(page(command.clone()));
    }
    let pages = manual_pages();
    if let Some((_, page)) = pages.iter().find(|(name, _)| name == topic) {
        return Ok(page.to_vec());
    }
    let known = commands.iter().map(|command| command.get_name().trim_start_matches("bout-").to_owned());
    let known: Vec<String> = known.chain(pages.into_iter().map(|(name, _)| name)).collect();
    Err(Failure::Usage(format!("there is no manual page `{topic}`; there are: {}", known.join(", "))))
}

/// Returns every command of bout, named like its page.
fn commands() -> Vec<clap::Command> {
    let bout = Cli::command();
    let named = |command: &clap::Command| {
        let name = format!("bout-{}", command.get_name());
        command.clone().name(name.clone()).display_name(name.clone()).bin_name(name.replacen('-', " ", 1))
    };
    bout.get_subcommands().filter(|command| command.get_name() != "help").map(named).collect()
}

fn page(command: clap::Command) -> Vec<u8> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).expect("writing to memory cannot fail");
    page
}

fn write_pages(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "create the folder", &error))?;
    write_whole(&folder.join("bout.1"), &page(Cli::command()))?;
    for command in commands() {
        write_whole(&folder.join(format!("{}.1", command.get_name())), &page(command))?;
    }
    Ok(())
}
