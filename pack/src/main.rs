//! Packs the page of `bout view -o` into one file, `crates/report/dist/page.html`: `cargo run --manifest-path
//! pack/Cargo.toml`.
//!
//! It builds `crates/page` for WebAssembly, generates its script with wasm-bindgen, bundles the modules in
//! `crates/page/web` with esbuild, and puts everything into the template. The policy of the page allows this script and this
//! style only, by their hashes. Nothing that one machine has and another has not changes the page: `wasm-opt` would save a
//! fiftieth, and the module that version 108 of it makes does not start.
//!
//! The compiler is rustup's, if it has the target `wasm32-unknown-unknown`; else Debian's packages rustc-web,
//! rust-web-src and lld do.

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

/// What the compiler for WebAssembly made.
struct Built {
    wasm: Vec<u8>,
    /// The script that wasm-bindgen made for it.
    glue: PathBuf,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?.to_owned();
    let hash = sources::hash(&root)?;
    let built = build(&root)?;
    let scripts = bundle(&root, &built.glue)?;
    let page = fill_template(&root, &built.wasm, &scripts)?;
    let folder = root.join("crates/report/dist");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("page.html"), &page)?;
    fs::write(folder.join("sources"), format!("{hash}\n"))?;
    writeln!(io::stdout(), "packed {} bytes, of which WebAssembly {}", page.len(), built.wasm.len())?;
    Ok(())
}

fn build(root: &Path) -> Result<Built, Box<dyn Error>> {
    let wasm = compile(root)?;
    let folder = root.join("target/page/bindgen");
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(wasm).out_name("page").web(true).map_err(|error| error.to_string())?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true);
    bindgen.generate(&folder).map_err(|error| error.to_string())?;
    Ok(Built { wasm: fs::read(folder.join("page_bg.wasm"))?, glue: folder.join("page.js") })
}

/// Builds `crates/page`, and says where the result is.
fn compile(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let home = std::env::var("HOME").unwrap_or_default();
    let paths = format!("--remap-path-prefix={home}= --remap-path-prefix={}=", root.display());
    let mut flags = format!("-Ctarget-feature=+simd128 {paths}");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args([
        "rustc",
        "--package",
        "bout-page",
        "--lib",
        "--crate-type",
        "cdylib",
        "--release",
    ]);
    cargo.args(["--locked", "--target", "wasm32-unknown-unknown", "--target-dir", "target/page"]);
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "fat").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    if !rustup_has_the_target(root)? {
        // One standard library for both: it is built of the sources that came with the compiler.
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
    Ok(root.join("target/page/wasm32-unknown-unknown/release/page.wasm"))
}

fn rustup_has_the_target(root: &Path) -> Result<bool, Box<dyn Error>> {
    let printed = Command::new("rustc").current_dir(root).args(["--print", "sysroot"]).output()?.stdout;
    let sysroot = String::from_utf8(printed)?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib/wasm32-unknown-unknown/lib").exists())
}

/// Debian's linkers have their version in their name.
fn linker() -> Result<String, Box<dyn Error>> {
    let names =
        ["wasm-ld".to_owned()].into_iter().chain((14..30).rev().map(|version| format!("wasm-ld-{version}")));
    let found = names.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    found.ok_or_else(|| "there is no wasm-ld: install lld".into())
}

/// The two scripts of the page, each bundled of the modules that it imports.
struct Scripts {
    page: String,
    engines: String,
}

fn bundle(root: &Path, glue: &Path) -> Result<Scripts, Box<dyn Error>> {
    install_bundler(root)?;
    let web = root.join("crates/page/web");
    let page = esbuild(root, &web.join("main.js"), &["--format=esm"])?;
    let alias = format!("--alias:engines={}", glue.display());
    // Workers of modules need newer browsers than everything else here.
    let engines =
        esbuild(root, &web.join("engines.js"), &["--format=iife", "--global-name=boutEngines", &alias])?;
    Ok(Scripts { page, engines })
}

/// Installs esbuild in the version of `pack/package-lock.json`.
fn install_bundler(root: &Path) -> Result<(), Box<dyn Error>> {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(root.join("pack"));
    match npm.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("npm could not install esbuild".into()),
        Err(error) => Err(format!("npm, which installs esbuild: {error}: install nodejs and npm").into()),
    }
}

/// The bundle of a script and of what it imports.
fn esbuild(root: &Path, entry: &Path, options: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut esbuild = Command::new(root.join("pack/node_modules/.bin/esbuild"));
    // Paths in the output are relative to the working folder.
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

fn fill_template(root: &Path, wasm: &[u8], scripts: &Scripts) -> Result<String, Box<dyn Error>> {
    let web = root.join("crates/page/web");
    let read = |name: &str| fs::read_to_string(web.join(name));
    let style = read("style.css")?;
    for text in [&scripts.page, &scripts.engines] {
        if ["</script", "<!--", "%RECORD%", "%TITLE%"].iter().any(|mark| text.contains(mark)) {
            return Err("a script contains something that would end it".into());
        }
    }
    let engines = miniz_oxide::deflate::compress_to_vec_zlib(wasm, 10);
    // The engines are last: nothing in them can be taken for a mark.
    Ok(read("page.html")?
        .replace("%SCRIPT_HASH%", &hash_source(&scripts.page))
        .replace("%STYLE_HASH%", &hash_source(&style))
        .replace("%STYLE%", &style)
        .replace("%ENGINES_SCRIPT%", &scripts.engines)
        .replace("%SCRIPT%", &scripts.page)
        .replace("%ENGINES%", &STANDARD.encode(engines)))
}

/// What a content security policy says of an inline script or style that may be used.
fn hash_source(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
