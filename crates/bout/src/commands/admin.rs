//! `bout admin`: manages a site's accounts, backups and upgrades on its own machine.

use std::path::Path;

use contests::Failure;
use game::text::{one_line, several_lines};
use serde::Serialize;
use serde_json::{Value, json};
use web::{AccountRow, Admin, CheckRow, Kept, Role};
#[cfg(feature = "postgres")]
use web::{MovedRow, StoreKind};

#[cfg(feature = "postgres")]
use crate::cli::StoreName;
use crate::cli::{AdminArgs, AdminCommand, RoleName, SiteArgs};
use crate::client::client;
use crate::interrupt;
use crate::output::{Output, OutputFormat, Printer, Row};

/// The CSV columns of the list of accounts.
const COLUMNS: [&str; 4] = ["name", "role", "created", "closed"];

/// The CSV columns of a check.
const CHECK_COLUMNS: [&str; 4] = ["part", "name", "attention", "says"];

impl Row for AccountRow {}

/// The CSV columns of a backup.
const KEPT_COLUMNS: [&str; 5] = ["file", "files", "databases", "bytes", "left_out"];

impl Row for Kept {}

/// The CSV columns of moved tables.
#[cfg(feature = "postgres")]
const MOVED_COLUMNS: [&str; 4] = ["part", "table", "rows", "hash"];

#[cfg(feature = "postgres")]
impl Row for MovedRow {}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    accounts: Vec<Value>,
}

pub(crate) fn run(args: &AdminArgs) -> Result<(), Failure> {
    match &args.command {
        AdminCommand::Accounts { site, output } => list(&open(site)?, output.form),
        AdminCommand::Check { site, threads, output } => check(&site.site, threads.count(), output.form),
        AdminCommand::HostLink { site } => print_link(
            &open(site)?.host_link()?,
            "The person who opens this link within a day becomes a host",
        ),
        AdminCommand::PasswordLink { name, site } => {
            let words = "The person who opens this link within a day chooses a new password for the account";
            print_link(&open(site)?.password_link(name)?, words)
        }
        AdminCommand::Role { name, role, site } => {
            let role = match role {
                RoleName::Host => Role::Host,
                RoleName::Player => Role::Player,
            };
            open(site)?.set_role(name, role)?;
            let mut output = Output::of_a_change();
            output.people(format_args!("{} is a {} now.", one_line(name), role.as_str()))?;
            output.flush()
        }
        AdminCommand::Backup { place, keep, site, output } => {
            let kept = match keep {
                Some(keep) => web::back_up_and_keep(&site.site, place, *keep)?,
                None => web::back_up(&site.site, place)?,
            };
            tell(
                &kept,
                output.form,
                &format!("The backup is in {}", one_line(&kept.file.display().to_string())),
            )
        }
        AdminCommand::Restore { file, site, output } => {
            let kept = web::restore(file, &site.site)?;
            let words = format!("The site is in {}", one_line(&site.site.display().to_string()));
            tell(&kept, output.form, &words)
        }
        #[cfg(feature = "postgres")]
        AdminCommand::MigrateStore { to, site, output } => {
            let (to, words) = match to {
                StoreName::Postgres => (StoreKind::Postgres, "Accounts and results are in PostgreSQL"),
                StoreName::Sqlite => {
                    let words = "Accounts and results are in files; remove [store] from bout.toml";
                    (StoreKind::Sqlite, words)
                }
            };
            tell_moved(&web::migrate_store(&site.site, to)?, output.form, words)
        }
    }
}

/// Reports the tables that were moved.
#[cfg(feature = "postgres")]
fn tell_moved(tables: &[MovedRow], form: OutputFormat, words: &str) -> Result<(), Failure> {
    let mut printer = Printer::new(form, Output::of_a_change());
    printer.columns(&MOVED_COLUMNS)?;
    tables.iter().try_for_each(|table| printer.row(table))?;
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    printer.text(|output| {
        output.line(format_args!("{words}: {} tables with {rows} rows, the same in both.", tables.len()))
    })?;
    printer.document(|tables| json!({ "tables": tables }))?;
    printer.flush()
}

/// Reports the contents of a backup that was made or restored.
fn tell(kept: &Kept, form: OutputFormat, words: &str) -> Result<(), Failure> {
    let mut printer = Printer::new(form, Output::of_a_change());
    printer.columns(&KEPT_COLUMNS)?;
    printer.row(kept)?;
    printer.text(|output| {
        for path in &kept.left_out {
            output.people(format_args!(
                "not in it, because it is not a file or has such a name: {}",
                one_line(path)
            ))?;
        }
        let Kept { files, databases, bytes, .. } = kept;
        output.line(format_args!("{words}: {files} files, {databases} of them databases, {bytes} bytes."))
    })?;
    printer.document(|backups| json!({ "backups": backups }))?;
    printer.flush()
}

/// The JSON document of a check.
#[derive(Serialize)]
struct CheckDocument {
    attention: bool,
    parts: Vec<Value>,
}

impl Row for CheckRow {}

/// Reports how an upgrade affects a site.
fn check(site: &Path, threads: usize, form: OutputFormat) -> Result<(), Failure> {
    interrupt::watch()?;
    let rows = web::check_upgrade(site, threads, &client())?;
    let attention = rows.iter().any(|row| row.attention);
    let mut printer = Printer::new(form, Output::stdout());
    printer.columns(&CHECK_COLUMNS)?;
    for row in &rows {
        printer.row(row)?;
        printer.text(|output| {
            let place = format!("{} {}", row.part, one_line(&row.name));
            let mark = if row.attention { "!" } else { " " };
            output.line(format_args!(
                "{mark} {}: {}",
                place.trim_end(),
                several_lines(&row.says.join("\n    "))
            ))
        })?;
    }
    printer.document(|parts| CheckDocument { attention, parts })?;
    printer.flush()?;
    if attention { Err(Failure::Refused("some parts need attention".into())) } else { Ok(()) }
}

fn open(site: &SiteArgs) -> Result<Admin, Failure> {
    Admin::open(&site.site)
}

fn list(admin: &Admin, form: OutputFormat) -> Result<(), Failure> {
    let mut printer = Printer::new(form, Output::stdout());
    printer.columns(&COLUMNS)?;
    for account in admin.accounts()? {
        printer.row(&account)?;
        printer.text(|output| {
            let closed = account.closed.as_deref().map(one_line);
            let closed = closed.map_or_else(String::new, |why| format!(", closed: {why}"));
            output.line(format_args!("{}: {}, since {}{closed}", account.name, account.role, account.created))
        })?;
    }
    printer.document(|accounts| Document { accounts })?;
    printer.flush()
}

fn print_link(link: &str, words: &str) -> Result<(), Failure> {
    let mut output = Output::of_a_change();
    output.people(format_args!("{words}:"))?;
    output.line(link)?;
    output.flush()
}
