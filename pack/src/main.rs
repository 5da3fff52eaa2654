//! Builds the two HTML pages that bout fills with data: `crates/report/dist/page.html` for `bout view -o`,
//! and `crates/report/dist/playground.html` for `bout playground`. Run it with
//! `cargo run --manifest-path pack/Cargo.toml`.
//!
//! For each page it compiles the crate to WebAssembly, generates the JavaScript glue with wasm-bindgen,
//! bundles the modules in the crate's folder `web` with esbuild, and puts everything into the template. The
//! page's content security policy allows only this script and this style, by their hashes. The playground
//! embeds the viewer without its engines and passes its own engines to it.
//!
//! The pages do not depend on optional tools of the machine that builds them. In particular, `wasm-opt` is
//! not used: it would save only 2%, and the module that its version 108 makes does not start.
//!
//! The compiler is rustup's if the target `wasm32-unknown-unknown` is installed, otherwise that of Debian's
//! packages rustc-web, rust-web-src and lld.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

#[path = "../../crates/page/tests/sources/mod.rs"]
mod sources;

/// A crate compiled to WebAssembly.
struct Built {
    wasm: Vec<u8>,
    /// The JavaScript that wasm-bindgen generated for it.
    glue: PathBuf,
}

/// A crate that is built for WebAssembly, with the scripts in its folder `web`.
struct PageCrate {
    package: &'static str,
    /// The name of its folder in `crates`, of its library, and of its page.
    name: &'static str,
    /// Further esbuild options for its scripts.
    options: &'static [&'static str],
    /// The packages that are optimised for size instead of speed.
    small: &'static [&'static str],
}

const VIEWER: PageCrate = PageCrate { package: "bout-page", name: "page", options: &[], small: &[] };
/// Its scripts are minified, because they contain a large editor.
const PLAYGROUND: PageCrate = PageCrate {
    package: "bout-playground",
    name: "playground",
    options: &["--minify"],
    small: &[
        "*",
        "bout-guests",
        "bout-lessons",
        "bout-page",
        "bout-playground",
        "bout-record",
        "bout-viewer",
    ],
};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?.to_owned();
    let hash = sources::hash(&root)?;
    install_packages(&root)?;
    let dist = root.join("crates/report/dist");
    fs::create_dir_all(&dist)?;
    let viewer = Parts::of(&root, &VIEWER)?;
    write_page(&dist, &VIEWER, &viewer.with_engines(&viewer.built.wasm)?, &viewer)?;
    let playground = Parts::of(&root, &PLAYGROUND)?;
    write_page(&dist, &PLAYGROUND, &playground.with_viewer(&viewer)?, &playground)?;
    fs::write(dist.join("sources"), format!("{hash}\n"))?;
    Ok(())
}

fn write_page(dist: &Path, page: &PageCrate, text: &str, parts: &Parts) -> Result<(), Box<dyn Error>> {
    fs::write(dist.join(format!("{}.html", page.name)), text)?;
    let (all, wasm) = (text.len(), parts.built.wasm.len());
    writeln!(
        io::stdout(),
        "{}: packed {all} bytes, of which WebAssembly {wasm} before it is compressed",
        page.name
    )?;
    Ok(())
}

fn build(root: &Path, page: &PageCrate) -> Result<Built, Box<dyn Error>> {
    let wasm = compile(root, page)?;
    let folder = root.join("target/page/bindgen");
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(wasm).out_name(page.name).web(true).map_err(|error| error.to_string())?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true);
    bindgen.generate(&folder).map_err(|error| error.to_string())?;
    let file = |ending: &str| folder.join(format!("{}{ending}", page.name));
    Ok(Built { wasm: fs::read(file("_bg.wasm"))?, glue: file(".js") })
}

/// Compiles the crate of a page to WebAssembly, and returns the path of the result.
fn compile(root: &Path, page: &PageCrate) -> Result<PathBuf, Box<dyn Error>> {
    let home = std::env::var("HOME").unwrap_or_default();
    let paths = format!("--remap-path-prefix={home}= --remap-path-prefix={}=", root.display());
    let mut flags = format!("-Ctarget-feature=+simd128 {paths}");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args([
        "rustc",
        "--package",
        page.package,
        "--lib",
        "--crate-type",
        "cdylib",
        "--release",
    ]);
    cargo.args(["--locked", "--target", "wasm32-unknown-unknown", "--target-dir", "target/page"]);
    for package in page.small {
        cargo.arg("--config").arg(format!("profile.release.package.\"{package}\".opt-level=\"z\""));
    }
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "fat").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    if !rustup_has_the_target(root)? {
        // Debian has no compiled standard library for this target, so it is built from the compiler's
        // sources.
        cargo
            .args(["-Zbuild-std=std,panic_abort"])
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker()?);
        flags = format!("-Ctarget-feature=+simd128 -Zlocation-detail=none {paths}");
    }
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    if !cargo.status()?.success() {
        return Err("the page could not be built for WebAssembly: `rustup target add wasm32-unknown-unknown`, or install \
                    rustc-web, rust-web-src and lld"
            .into());
    }
    Ok(root.join("target/page/wasm32-unknown-unknown/release").join(format!("{}.wasm", page.name)))
}

fn rustup_has_the_target(root: &Path) -> Result<bool, Box<dyn Error>> {
    let printed = Command::new("rustc").current_dir(root).args(["--print", "sysroot"]).output()?.stdout;
    let sysroot = String::from_utf8(printed)?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib/wasm32-unknown-unknown/lib").exists())
}

/// Finds a linker for WebAssembly. Debian's have their version in their name.
fn linker() -> Result<String, Box<dyn Error>> {
    let names =
        ["wasm-ld".to_owned()].into_iter().chain((14..30).rev().map(|version| format!("wasm-ld-{version}")));
    let found = names.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    found.ok_or_else(|| "there is no wasm-ld: install lld".into())
}

/// The parts that a page is assembled from.
struct Parts {
    built: Built,
    template: String,
    style: String,
    /// The scripts of the page and of its engines, each bundled with the modules that it imports.
    script: String,
    engines_script: String,
    /// The script that unpacks the packed script, and the packed script; both are empty for a page without a
    /// loader.
    loader: String,
    packed_script: String,
}

impl Parts {
    fn of(root: &Path, page: &PageCrate) -> Result<Self, Box<dyn Error>> {
        let built = build(root, page)?;
        let web = root.join("crates").join(page.name).join("web");
        let script = esbuild(root, &web.join("main.js"), &[page.options, &["--format=esm"]].concat())?;
        let alias = format!("--alias:engines={}", built.glue.display());
        // Not a module: module workers need newer browsers than everything else here.
        let options = [page.options, &["--format=iife", "--global-name=boutEngines", &alias]].concat();
        let engines_script = esbuild(root, &web.join("engines.js"), &options)?;
        for text in [&script, &engines_script] {
            let marks = ["</script", "<!--", "%RECORD%", "%TITLE%", "%DATA%", "%ENGINES%"];
            if let Some(mark) = marks.iter().find(|mark| text.contains(**mark)) {
                return Err(format!("a script of {} contains {mark}, which would end it", page.name).into());
            }
        }
        let read = |name: &str| fs::read_to_string(web.join(name));
        let (mut loader, mut packed_script) = (String::new(), String::new());
        if web.join("loader.js").exists() {
            loader = esbuild(root, &web.join("loader.js"), &["--format=esm", "--minify"])?;
            packed_script = packed(script.as_bytes())?;
        }
        let (template, style) = (read("page.html")?, read("style.css")?);
        Ok(Self { built, template, style, script, engines_script, loader, packed_script })
    }

    /// The page without its engines.
    fn without_engines(&self) -> String {
        self.template
            .replace("%SCRIPT_HASH%", &hash_source(&self.script))
            .replace("%LOADER_HASH%", &hash_source(&self.loader))
            .replace("%LOADER%", &self.loader)
            .replace("%PACKED_SCRIPT%", &self.packed_script)
            .replace("%STYLE_HASH%", &hash_source(&self.style))
            .replace("%STYLE%", &self.style)
            .replace("%SCRIPT%", &self.script)
    }

    /// The page with its engines. They are filled in last, so that nothing in them can be mistaken for a
    /// placeholder.
    fn with_engines(&self, wasm: &[u8]) -> Result<String, Box<dyn Error>> {
        Ok(self
            .without_engines()
            .replace("%ENGINES_SCRIPT%", &self.engines_script)
            .replace("%ENGINES%", &packed(wasm)?))
    }

    /// The playground, with the viewer in it.
    fn with_viewer(&self, viewer: &Self) -> Result<String, Box<dyn Error>> {
        Ok(self
            .with_engines(&self.built.wasm)?
            .replace("%VIEWER_SCRIPT_HASH%", &hash_source(&viewer.script))
            .replace("%VIEWER_STYLE_HASH%", &hash_source(&viewer.style))
            .replace("%VIEWER%", &packed(viewer.without_engines().as_bytes())?))
    }
}

/// Encodes bytes for a page: compressed, in base64.
fn packed(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut compressed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Zlib, bytes, &mut compressed)?;
    Ok(STANDARD.encode(compressed))
}

/// Installs esbuild and what the scripts import, in the versions of `pack/package-lock.json`.
fn install_packages(root: &Path) -> Result<(), Box<dyn Error>> {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(root.join("pack"));
    match npm.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("npm could not install esbuild and CodeMirror".into()),
        Err(error) => {
            Err(format!("npm, which installs esbuild and CodeMirror: {error}: install nodejs and npm").into())
        }
    }
}

/// Bundles a script with everything that it imports.
fn esbuild(root: &Path, entry: &Path, options: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut esbuild = Command::new(root.join("pack/node_modules/.bin/esbuild"));
    // The packages are not in a folder above the modules that import them, where esbuild looks by default.
    esbuild.env("NODE_PATH", root.join("pack/node_modules"));
    // Paths in the output are relative to the working folder, so this keeps them the same on every machine.
    esbuild.current_dir(root).arg(entry).args(options);
    esbuild.args([
        "--bundle",
        "--target=es2022",
        "--charset=utf8",
        "--log-level=warning",
        "--log-override:empty-import-meta=silent",
    ]);
    let output = esbuild.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("esbuild could not bundle {}", entry.display()).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The hash by which a content security policy allows an inline script or style.
fn hash_source(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
