//! `bout man`: shows manual pages of bout, its commands and its games.

mod markdown;
mod pager;

use std::fs;
use std::io::IsTerminal;
use std::path::Path;

use clap::{ColorChoice, CommandFactory};
use clap_mangen::Man;
use contests::Failure;
use contests::recorder::write_whole;

use crate::cli::{Cli, ManArgs};
use crate::output::Output;
use crate::window;

use markdown::{Look, rendered};

/// Longer lines are hard to read.
const MAX_WIDTH: usize = 100;

pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    if let Some(folder) = &args.dir {
        return write_pages(folder);
    }
    let page = Page::of(args.topic.as_deref())?;
    let text = match page {
        Page::Command(command) if args.roff => roff(*command),
        Page::Command(command) => help(*command, look()).into_bytes(),
        Page::Manual(_) if args.roff => {
            let why = "pages of the manual are in Markdown; --roff is for pages of commands";
            return Err(Failure::Usage(why.into()));
        }
        Page::Manual(text) if args.markdown => text.as_bytes().to_vec(),
        Page::Manual(text) => rendered(text, look(), &page_of).into_bytes(),
    };
    if std::io::stdout().is_terminal() && !args.roff && !args.markdown && pager::shows(&text) {
        return Ok(());
    }
    let mut output = Output::stdout();
    output.bytes(&text)?;
    output.flush()
}

/// A manual page.
enum Page {
    /// Of bout, or of a command.
    Command(Box<clap::Command>),
    /// Of the manual, in Markdown.
    Manual(&'static str),
}

impl Page {
    /// Finds the page of a command or a topic; without a topic, that of bout itself.
    fn of(topic: Option<&str>) -> Result<Self, Failure> {
        let Some(topic) = topic else { return Ok(Self::Command(Box::new(Cli::command()))) };
        let commands = commands();
        let name = format!("bout-{topic}");
        if let Some(command) = commands.iter().find(|command| command.get_name() == name) {
            return Ok(Self::Command(Box::new(command.clone())));
        }
        if let Some(page) = manual::page(topic) {
            return Ok(Self::Manual(page.text));
        }
        let known = commands.iter().map(|command| command.get_name().trim_start_matches("bout-").to_owned());
        let known: Vec<String> = known.chain(manual::pages().iter().map(|page| page.name.clone())).collect();
        Err(Failure::Usage(format!("there is no manual page `{topic}`; there are: {}", known.join(", "))))
    }
}

fn look() -> Look {
    Look { width: window::width().min(MAX_WIDTH), has_styles: Output::has_colours() }
}

/// Returns the page of the manual that a link leads to.
fn page_of(path: &str) -> Option<String> {
    manual::linked_page(path).map(|page| page.name.clone())
}

/// Returns every command of bout, named like its page.
fn commands() -> Vec<clap::Command> {
    let bout = Cli::command();
    let named = |command: &clap::Command| {
        let name = format!("bout-{}", command.get_name());
        command.clone().name(name.clone()).display_name(name.clone()).bin_name(name.replacen('-', " ", 1))
    };
    bout.get_subcommands()
        .filter(|command| command.get_name() != "help" && !command.is_hide_set())
        .map(named)
        .collect()
}

/// Returns the help of a command as text for a terminal.
fn help(command: clap::Command, look: Look) -> String {
    let colours = if look.has_styles { ColorChoice::Always } else { ColorChoice::Never };
    let help = command.term_width(look.width).color(colours).render_long_help();
    if look.has_styles { help.ansi().to_string() } else { help.to_string() }
}

fn roff(command: clap::Command) -> Vec<u8> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).expect("writing to memory cannot fail");
    page
}

fn write_pages(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "create the folder", &error))?;
    write_whole(&folder.join("bout.1"), &roff(Cli::command()))?;
    for command in commands() {
        write_whole(&folder.join(format!("{}.1", command.get_name())), &roff(command))?;
    }
    Ok(())
}
