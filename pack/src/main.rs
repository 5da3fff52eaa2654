//! Packs the page of `bout view -o` into one file, `crates/report/dist/page.html`: `cargo run --manifest-path
//! pack/Cargo.toml`.
//!
//! It builds `crates/page` for WebAssembly, generates its scripts with wasm-bindgen, optimises it with `wasm-opt` where
//! that is installed, and puts everything into the template.
//!
//! The compiler is rustup's, if it has the target `wasm32-unknown-unknown`; else Debian's packages rustc-web,
//! rust-web-src and lld do.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

#[path = "../../crates/page/tests/sources/mod.rs"]
mod sources;

/// What `wasm-opt` may expect of a browser: what all current ones have.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The page's scripts, in this order.
const SCRIPTS: &[&str] = &[
    "colours.js",
    "board.js",
    "marks.js",
    "zoom.js",
    "timeline.js",
    "panels.js",
    "chronicle.js",
    "stage.js",
    "commands.js",
    "hand.js",
    "dialogs.js",
    "main.js",
];

/// What the compiler for WebAssembly made, with its scripts.
struct Built {
    wasm: Vec<u8>,
    glue: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?.to_owned();
    let hash = sources::hash(&root)?;
    let built = build(&root)?;
    let page = fill_template(&root, &built)?;
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
    bindgen.input_path(wasm).out_name("page").no_modules(true).map_err(|error| error.to_string())?;
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(&folder).map_err(|error| error.to_string())?;
    let glue = fs::read_to_string(folder.join("page.js"))?;
    Ok(Built { wasm: optimise(&folder.join("page_bg.wasm"))?, glue })
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

/// Makes the module smaller and faster, if `wasm-opt` is installed.
fn optimise(module: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let optimised = module.with_extension("small.wasm");
    let mut command = Command::new("wasm-opt");
    command
        .args(["-O3", "--strip-debug", "--strip-producers"])
        .args(FEATURES)
        .arg(module)
        .arg("-o")
        .arg(&optimised);
    match command.status() {
        Ok(status) if status.success() => Ok(fs::read(optimised)?),
        Ok(_) => Err("wasm-opt failed".into()),
        Err(_) => {
            writeln!(io::stderr(), "without wasm-opt (of the package binaryen) the page is larger")?;
            Ok(fs::read(module)?)
        }
    }
}

fn fill_template(root: &Path, built: &Built) -> Result<String, Box<dyn Error>> {
    let web = root.join("crates/page/web");
    let read = |name: &str| fs::read_to_string(web.join(name));
    let engine = miniz_oxide::deflate::compress_to_vec_zlib(&built.wasm, 10);
    let worker = format!("{}\n{}", built.glue, read("engine.js")?);
    let scripts: Vec<String> = SCRIPTS.iter().map(|name| read(name)).collect::<Result<_, _>>()?;
    let script = scripts.join("\n");
    for text in [&worker, &script] {
        if text.contains("</script")
            || text.contains("<!--")
            || text.contains("%RECORD%")
            || text.contains("%TITLE%")
        {
            return Err("a script has something in it that would end it".into());
        }
    }
    // The engine is last: nothing in it can be taken for a mark.
    let page = read("page.html")?;
    let page = page.replace("%STYLE%", &read("style.css")?).replace("%WORKER%", &worker);
    Ok(page.replace("%SCRIPT%", &script).replace("%ENGINE%", &STANDARD.encode(engine)))
}
