//! `bout licenses`: prints the licences of everything that is linked into bout.

use contests::Failure;
use serde::{Deserialize, Serialize};

use crate::cli::LicensesArgs;
use crate::output::{Output, Printer, Row};

/// The file that `cargo xtask licenses` wrote.
const LICENSES: &str = include_str!("../../licenses.json");

#[derive(Deserialize, Serialize)]
struct Licenses {
    packages: Vec<Package>,
    texts: Vec<String>,
}

#[derive(Deserialize, Serialize)]
struct Package {
    name: String,
    /// `None` if the package is part of another one and has no version of its own.
    version: Option<String>,
    license: String,
    /// Indices into the list of texts.
    texts: Vec<usize>,
}

/// A text of a licence.
#[derive(Serialize)]
struct TextRow<'a> {
    place: usize,
    text: &'a str,
}

impl Row for Package {}

impl Package {
    fn named(&self) -> String {
        let version = self.version.iter().map(|version| format!(" {version}"));
        std::iter::once(self.name.clone()).chain(version).collect()
    }
}

pub(crate) fn run(args: &LicensesArgs) -> Result<(), Failure> {
    let licenses: Licenses = serde_json::from_str(LICENSES).expect("a test reads the file, too");
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(|output| text(output, &licenses))?;
    printer.columns(&["name", "version", "license"])?;
    licenses.packages.iter().try_for_each(|package| printer.row(package))?;
    let texts = licenses.texts.iter().enumerate();
    texts.map(|(place, text)| TextRow { place, text }).try_for_each(|row| printer.line(&row))?;
    printer.document(|_| &licenses)?;
    printer.flush()
}

/// Prints the packages, and then every text once with its packages.
fn text(output: &mut Output, licenses: &Licenses) -> Result<(), Failure> {
    output.line("These packages are linked into bout on at least one platform:")?;
    output.line("")?;
    for package in &licenses.packages {
        output.line(format_args!("  {}: {}", package.named(), package.license))?;
    }
    for (place, text) in licenses.texts.iter().enumerate() {
        let of = licenses.packages.iter().filter(|package| package.texts.contains(&place));
        let of: Vec<String> = of.map(Package::named).collect();
        output.line("")?;
        output.line("-".repeat(80))?;
        output.line(of.join(", "))?;
        output.line("-".repeat(80))?;
        output.line("")?;
        output.line(text)?;
    }
    Ok(())
}
