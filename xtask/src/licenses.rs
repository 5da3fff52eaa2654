//! Collects the licences of everything that is linked into bout in `crates/bout/licenses.json`, which bout
//! embeds.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cargo_metadata::MetadataCommand;
use serde::{Deserialize, Serialize};

use crate::workspace::{root, said_by};

/// The platforms for which linked packages are listed.
const PLATFORMS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
];

/// The platform of the pages of `bout view -o` and `bout playground`, which bout embeds.
const PAGE_PLATFORM: &str = "wasm32-unknown-unknown";

/// The packages of those pages.
const PAGES: [&str; 2] = ["bout-page", "bout-playground"];

/// The folder with the npm packages whose scripts are in those pages.
const PACK: &str = "pack";

/// Linked code that is not a package: name and licence. The licence text comes from SPDX.
const OTHERS: [(&str, &str); 2] =
    [("Rust's standard library", "MIT OR Apache-2.0"), ("SQLite (in libsqlite3-sys)", "blessing")];

/// Packages that contain works of others: package, folder of these works, licence.
const WITHIN: [(&str, &str, &str); 1] = [("dejavu", "assets/dejavu-fonts-ttf-2.37", "Bitstream-Vera")];

/// The file that `bout licenses` reads.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Licenses {
    packages: Vec<Package>,
    /// The licence texts, each once.
    texts: Vec<String>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Package {
    name: String,
    version: Option<String>,
    /// A licence expression of SPDX.
    license: String,
    /// Indices into the list of texts.
    texts: Vec<usize>,
}

/// A package's name and version.
type Key = (String, String);

/// Writes the file.
pub(crate) fn run() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn file() -> PathBuf {
    root().join("crates/bout/licenses.json")
}

fn write() -> io::Result<()> {
    fs::write(file_of_wheel(), text_of_wheel()?)?;
    let licenses = collect()?;
    let text = serde_json::to_string_pretty(&licenses).map_err(io::Error::other)?;
    fs::write(file(), text + "\n")?;
    println!("{} packages, {} texts: {}", licenses.packages.len(), licenses.texts.len(), file().display());
    Ok(())
}

/// The file in the Python wheel with the licences of everything that is linked into it.
fn file_of_wheel() -> PathBuf {
    root().join("python/THIRD-PARTY.txt")
}

/// The manifest of the Python package, which is a separate workspace.
const PYTHON: &str = "python/Cargo.toml";

fn text_of_wheel() -> io::Result<String> {
    let mut licenses = Licenses::default();
    let (name, license) = OTHERS[0];
    licenses.add(name, None, license, standard_texts(license));
    let linked = linked_packages(PLATFORMS[0], "bout-python", &["--manifest-path", PYTHON])?;
    let metadata = MetadataCommand::new().manifest_path(root().join(PYTHON)).exec();
    licenses.add_linked(&linked, &metadata.map_err(io::Error::other)?)?;
    let named = |package: &Package| {
        let version = package.version.as_deref().unwrap_or_default();
        let texts: Vec<String> = package.texts.iter().map(|text| format!("[{}]", text + 1)).collect();
        format!("{} {version}: {}, {}\n", package.name, package.license, texts.join(" ")).replace(" :", ":")
    };
    let list: String = licenses.packages.iter().map(named).collect();
    let texts = licenses.texts.iter().enumerate();
    let texts: Vec<String> = texts.map(|(index, text)| format!("\n[{}]\n\n{text}\n", index + 1)).collect();
    let texts = texts.concat();
    Ok(format!(
        "What is linked into this package, with its licences; the numbers are those of the texts below.\n\n{list}{texts}"
    ))
}

fn collect() -> io::Result<Licenses> {
    let mut linked = BTreeSet::new();
    for page in PAGES {
        linked.extend(linked_packages(PAGE_PLATFORM, page, &[])?);
    }
    for platform in PLATFORMS {
        linked.extend(linked_packages(platform, "bout", &[])?);
    }
    let metadata = MetadataCommand::new().current_dir(root()).exec().map_err(io::Error::other)?;
    let mut licenses = Licenses::default();
    let version = env!("CARGO_PKG_VERSION");
    licenses.add("bout", Some(version), "MIT OR Apache-2.0", texts_in(root())?);
    for (name, license) in OTHERS {
        licenses.add(name, None, license, standard_texts(license));
    }
    licenses.add_linked(&linked, &metadata)?;
    add_scripts(&mut licenses)?;
    Ok(licenses)
}

/// Adds the npm packages whose scripts are in the pages. `cargo run --manifest-path pack/Cargo.toml` installs
/// them.
fn add_scripts(licenses: &mut Licenses) -> io::Result<()> {
    for Script { name, version, license } in scripts()? {
        let folder = root().join(PACK).join("node_modules").join(&name);
        let texts = texts_in(&folder).map_err(|error| in_package(&name, &error))?;
        licenses.add(&name, Some(&version), &license, texts);
    }
    Ok(())
}

/// An npm package.
struct Script {
    name: String,
    version: String,
    license: String,
}

/// The npm packages that are in the pages: all in the lock file that are not only for development.
fn scripts() -> io::Result<Vec<Script>> {
    let lock = fs::read(root().join(PACK).join("package-lock.json"))?;
    let lock: serde_json::Value = serde_json::from_slice(&lock)?;
    let packages = lock["packages"].as_object().into_iter().flatten();
    let script = |(path, package): (&String, &serde_json::Value)| {
        let name = path.strip_prefix("node_modules/")?.to_owned();
        let text = |key: &str| package[key].as_str().map(str::to_owned);
        let is_shown = package["dev"] != true && package["optional"] != true;
        is_shown.then_some(Script { name, version: text("version")?, license: text("license")? })
    };
    Ok(packages.filter_map(script).collect())
}

fn in_package(name: &str, error: &io::Error) -> io::Error {
    io::Error::other(format!("{name}: {error}"))
}

impl Licenses {
    fn add(&mut self, name: &str, version: Option<&str>, license: &str, texts: Vec<String>) {
        let texts = texts.into_iter().map(|text| self.place(text)).collect();
        let (name, version, license) = (name.to_owned(), version.map(String::from), license.to_owned());
        self.packages.push(Package { name, version, license, texts });
    }

    /// Adds packages of crates.io, with the licence texts in their folders.
    fn add_linked(&mut self, linked: &BTreeSet<Key>, metadata: &cargo_metadata::Metadata) -> io::Result<()> {
        for (name, version) in linked {
            let is_it = |package: &&cargo_metadata::Package| {
                package.name.as_str() == name && package.version.to_string() == *version
            };
            let package =
                metadata.packages.iter().find(is_it).ok_or_else(|| io::Error::other(format!("no {name}")))?;
            let mut license = package.license.as_deref().unwrap_or_default().replace('/', " OR ");
            let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
            let mut texts = texts_in(folder.as_std_path()).map_err(|error| in_package(name, &error))?;
            for (_, inner, of_inner) in WITHIN.iter().filter(|(outer, ..)| outer == name) {
                texts.extend(
                    texts_in(folder.join(inner).as_std_path()).map_err(|error| in_package(name, &error))?,
                );
                license = format!("({license}) AND {of_inner}");
            }
            if texts.is_empty() {
                texts = standard_texts(&license);
            }
            if texts.is_empty() {
                return Err(io::Error::other(format!("{name} has no text of its licence `{license}`")));
            }
            self.add(name, Some(version), &license, texts);
        }
        Ok(())
    }

    fn place(&mut self, text: String) -> usize {
        self.texts.iter().position(|known| *known == text).unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }
}

/// The external packages that are linked into a package of the workspace, without those that only run at
/// build time.
fn linked_packages(platform: &str, package: &str, options: &[&str]) -> io::Result<BTreeSet<Key>> {
    let mut tree = Command::new("cargo");
    tree.args([
        "tree",
        "--locked",
        "--package",
        package,
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
    ]);
    tree.args(["--format", "{p}", "--target", platform]).args(options).current_dir(root());
    let said = said_by(&mut tree)?;
    // For a package in the workspace, cargo prints the folder after the version; for a repeated one, a star.
    let foreign = said.lines().filter(|line| !line.contains("(/"));
    let key = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some((name.to_owned(), rest.split(' ').next()?.to_owned()))
    };
    Ok(foreign.filter_map(key).collect())
}

/// The licence texts in a package's folder, normalised so that equal texts have equal bytes.
fn texts_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files
        .retain(|file| file.is_file() && is_license(&file.file_name().unwrap_or_default().to_string_lossy()));
    files.sort();
    files.iter().map(|file| Ok(tidy(&String::from_utf8_lossy(&fs::read(file)?)))).collect()
}

fn is_license(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["license", "licence", "copying", "copyright", "unlicense", "notice"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Removes trailing blanks and surrounding empty lines, and replaces control characters, which could affect a
/// terminal.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    lines.join("\n").trim_matches('\n').chars().map(plain).collect()
}

/// The texts of SPDX for the licences of an expression, for packages that contain no licence text.
fn standard_texts(expression: &str) -> Vec<String> {
    let words = expression.split([' ', '(', ')']).filter(|word| !word.is_empty());
    let license = |word| spdx::license_id(word).map(spdx::LicenseId::text);
    let exception = |word| spdx::exception_id(word).map(spdx::ExceptionId::text);
    words.filter_map(|word| license(word).or_else(|| exception(word))).map(tidy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Licenses {
        serde_json::from_slice(&fs::read(file()).unwrap()).unwrap()
    }

    fn keys(licenses: &Licenses) -> BTreeSet<Key> {
        let key = |package: &Package| Some((package.name.clone(), package.version.clone()?));
        licenses.packages.iter().filter_map(key).collect()
    }

    /// The platform of this machine, whose packages are all downloaded.
    fn host() -> String {
        let said = said_by(Command::new("rustc").arg("-vV")).unwrap();
        said.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
    }

    const STALE: &str = "run `cargo xtask licenses`";

    #[test]
    fn the_wheel_has_the_licences_of_what_is_linked_into_it() {
        let text = text_of_wheel().unwrap();
        assert!(text.contains("\npyo3 ") && text.contains("\nblake3 "), "{text}");
        assert!(text == fs::read_to_string(file_of_wheel()).unwrap(), "{STALE}");
    }

    #[test]
    fn every_package_that_is_linked_in_is_named() {
        let linked = linked_packages(&host(), "bout", &["--offline"]).unwrap();
        assert!(linked.len() > 100 && linked.iter().any(|(name, _)| name == "clap"), "{linked:?}");
        let mut linked = linked;
        linked.extend(scripts().unwrap().into_iter().map(|script| (script.name, script.version)));
        assert!(linked.iter().any(|(name, _)| name == "@codemirror/view"), "{linked:?}");
        let named = keys(&kept());
        let missing: Vec<_> = linked.difference(&named).collect();
        assert!(missing.is_empty(), "{STALE}; not named: {missing:?}");
    }

    /// Packages for other platforms cannot be looked up offline, but they must be in the lock file.
    #[test]
    fn no_package_is_named_that_is_not_locked() {
        let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
        let scripts: BTreeSet<Key> =
            scripts().unwrap().into_iter().map(|script| (script.name, script.version)).collect();
        let gone: Vec<_> = keys(&kept())
            .into_iter()
            .filter(|(name, version)| {
                !lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n"))
                    && !scripts.contains(&(name.clone(), version.clone()))
            })
            .collect();
        assert!(gone.is_empty(), "{STALE}; no longer used: {gone:?}");
    }

    #[test]
    fn what_the_file_names_has_texts() {
        let licenses = kept();
        for package in &licenses.packages {
            assert!(!package.license.is_empty() && !package.texts.is_empty(), "{package:?}");
            assert!(package.texts.iter().all(|text| !licenses.texts[*text].is_empty()), "{package:?}");
        }
        for (outer, _, license) in WITHIN {
            let named = licenses.packages.iter().find(|package| package.name == outer);
            assert!(named.is_some_and(|package| package.license.ends_with(license)), "{STALE}: {outer}");
        }
        for (name, _) in OTHERS {
            assert!(licenses.packages.iter().any(|package| package.name == name), "{STALE}: {name}");
        }
    }

    #[test]
    fn standard_texts_are_those_of_the_expression() {
        let texts = standard_texts("(MIT OR Apache-2.0 WITH LLVM-exception) AND NONE");
        assert_eq!(texts.len(), 3);
        assert!(texts[0].contains("Permission is hereby granted, free of charge"));
        assert!(texts[1].contains("Apache License") && texts[2].contains("LLVM"));
    }

    #[test]
    fn a_text_with_other_line_ends_is_the_same() {
        assert_eq!(tidy("\r\na  \r\nb\x1b\r\n\r\n"), "a\nb ");
    }
}
