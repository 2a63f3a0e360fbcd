//! `cargo xtask site`: the studio as a folder of files that any static host can serve.
//!
//! `jetan-web` and `jetan-thinker` are compiled for the browser by the pinned toolchain, if that
//! has or gets the target from rustup, else by Debian's compiler as `cargo xtask cross wasm` does.
//!
//! npm's `binaryen` can work on the modules afterwards (`--optimize`). On 2026-11-18, when the
//! linker did not write short numbers yet, `-Os` took two minutes of processor time for 9 % less of
//! the module and 2 % less of it as compressed, and `-O3` five for 9 % less and 1 % more: not worth
//! it by default.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cross, root,
    step::{PROFILE, StepLog, cargo},
    studio,
};

/// The target of a browser's worker.
const TRIPLE: &str = "wasm32-unknown-unknown";
/// Assembling and checking recurse further than the megabyte that a linker gives; and translated
/// code is put into the table of functions.
pub const WASM_FLAGS: &str = "-Clink-arg=-zstack-size=4194304 -Clink-arg=--export-table \
                              -Clink-arg=--growable-table";
/// The module that a visit begins with, and the one that is fetched when a game has a question:
/// name, crate and profile of each.
const MODULES: [(&str, &str, &str); 2] =
    [("jetan.wasm", "jetan-web", "web"), ("thinker.wasm", "jetan-thinker", "thinker")];
/// The linker leaves five bytes for every index and address unless it is told to use what they
/// need: a seventeenth of the module, and a fiftieth of it as compressed.
const LINKER_FLAG: &str = "-Clink-arg=--compress-relocations";
/// Files beside the modules that are fetched when they are needed, and where they are in the tree.
const FILES: [(&str, &str); 1] =
    [("network-2048.bin", "crates/jetan-games/src/twenty48/network-small.bin")];
/// The random programs that Node runs in translated code, from seed 0 on.
const RANDOM_PROGRAMS: &str = "10000";
/// The version that was tried.
const BINARYEN: &str = "binaryen@132.0.0";
/// What Rust's modules use. `--all-features` would make modules that some browsers refuse.
const FEATURES: [&str; 6] = [
    "bulk-memory",
    "nontrapping-float-to-int",
    "sign-ext",
    "mutable-globals",
    "reference-types",
    "multivalue",
];

/// The flags of `cargo xtask site`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SiteOptions {
    /// Lets binaryen work on the module.
    pub is_optimized: bool,
    /// Serves the site on a loopback port afterwards, until somebody ends it.
    pub is_served: bool,
}

/// Builds the site.
pub fn run(steps: &mut StepLog, options: SiteOptions) -> Result<()> {
    ensure!(studio::is_there("npm"), "the site needs npm (Debian: npm)");
    build(steps, options)?;
    if options.is_served {
        let mut serve = Command::new("node");
        serve.current_dir(root().join("studio")).args(["scripts/serve.mjs"]).arg(folder());
        steps.command("site: served", &mut serve)?;
    }
    Ok(())
}

/// The folder of the site.
fn folder() -> PathBuf {
    root().join("target/site")
}

/// Builds the site into its folder.
fn build(steps: &mut StepLog, options: SiteOptions) -> Result<()> {
    let mut files = Vec::new();
    for (name, package, profile) in MODULES {
        let mut module = compile(steps, package, profile)?;
        if options.is_optimized {
            module = optimized(steps, &module)?;
        }
        files.push((name, module));
    }
    files.extend(FILES.map(|(name, path)| (name, root().join(path))));
    studio::install_packages(steps)?;
    let mut page = studio::npm(&["run", "--silent", "build", "--", "--outdir"]);
    page.arg(folder()).arg("--site");
    for (name, path) in files {
        page.arg("--file").arg(format!("{name}={}", path.display()));
    }
    steps.command("site: pages", &mut page)
}

/// Builds the site and lets a browser work with it: the tests of the local studio that do not need
/// a server, and those of what only the site has.
pub fn test(steps: &mut StepLog) -> Result<()> {
    if !studio::is_there("npm") {
        steps.skip("site", "there is no npm (Debian: npm)");
        return Ok(());
    }
    build(steps, SiteOptions::default())?;
    if !studio::has_browser(steps, "site: browser tests") {
        return Ok(());
    }
    let program = studio::build_binary(steps, PROFILE)?;
    let mut browser = studio::npm(&["run", "--silent", "test:browser"]);
    browser.env("CARRIER", "web").env("JETAN", program);
    steps.command("site: browser tests", &mut browser)
}

/// Measures sizes, start and speed in a browser; the table goes to the terminal.
pub fn bench(steps: &mut StepLog) -> Result<()> {
    ensure!(studio::is_there("npm"), "there is no npm (Debian: npm)");
    build(steps, SiteOptions::default())?;
    ensure!(studio::has_browser(steps, "site: browser tests"), "there is no Chromium");
    steps.command("bench web", &mut studio::npm(&["run", "--silent", "bench:web"]))
}

/// Compares translated code with the interpreter in Node: at every budget and every breakpoint of
/// one program, and at the end of ten thousand random ones.
pub fn test_translator(steps: &mut StepLog) -> Result<()> {
    if !studio::is_there("node") {
        steps.skip("translator for WebAssembly", "there is no Node (Debian: nodejs)");
        return Ok(());
    }
    let words = ["build", "-p", "jetan-jit", "--example", "wasm_lockstep", "--profile", PROFILE];
    let folder = cargo_for_browser(steps, "translator for WebAssembly: build", &words)?;
    let module = folder.join(TRIPLE).join(PROFILE).join("examples/wasm_lockstep.wasm");
    for words in [&["stops"][..], &["0", RANDOM_PROGRAMS]] {
        let mut node = Command::new("node");
        node.arg(root().join("crates/jetan-jit/tests/wasm/lockstep.mjs")).arg(&module).args(words);
        steps.command(&format!("translator for WebAssembly: {}", words.join(" ")), &mut node)?;
    }
    Ok(())
}

/// Compiles a module of the site.
fn compile(steps: &mut StepLog, package: &str, profile: &str) -> Result<PathBuf> {
    // As a cdylib only: a library for other crates beside it would not be optimised as a whole.
    let kind = ["--crate-type", "cdylib", "--features", "small"];
    let words = ["rustc", "-p", package, "--lib", "--profile", profile];
    let words: Vec<&str> = words.into_iter().chain(kind).chain(["--", LINKER_FLAG]).collect();
    let folder = cargo_for_browser(steps, &format!("site: {package}"), &words)?;
    let file = format!("{}.wasm", package.replace('-', "_"));
    Ok(folder.join(TRIPLE).join(profile).join(file))
}

/// Lets cargo work for the browser, with the compiler that can; gives its folder of targets.
fn cargo_for_browser(steps: &mut StepLog, step: &str, words: &[&str]) -> Result<PathBuf> {
    if has_target() || add_target(steps) {
        // Right after the name of the command: what follows `--` is for the compiler.
        let (command, rest) = words.split_first().context("cargo needs a command")?;
        let mut build = cargo(&[*command, "--target", TRIPLE]);
        build.args(rest).env("RUSTFLAGS", WASM_FLAGS);
        steps.command(step, &mut build)?;
        return Ok(root().join("target"));
    }
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    if cross::run(steps, "wasm", &words).is_err() {
        bail!(
            "the site needs the target {TRIPLE}: `rustup target add {TRIPLE}`, or Debian's \
             rustc-web, cargo-web and rust-web-src"
        );
    }
    cross::target_folder()
}

/// Whether the pinned toolchain has the target's standard library.
fn has_target() -> bool {
    let mut command = Command::new("rustc");
    command.current_dir(root()).args(["--print", "target-libdir", "--target", TRIPLE]);
    let Ok(output) = command.output() else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success() && Path::new(&folder).is_dir()
}

fn add_target(steps: &mut StepLog) -> bool {
    let mut add = Command::new("rustup");
    add.current_dir(root()).args(["target", "add", TRIPLE]);
    steps.command("site: standard library of rustup", &mut add).is_ok() && has_target()
}

/// What binaryen makes of the module.
fn optimized(steps: &mut StepLog, module: &Path) -> Result<PathBuf> {
    // Beside the build and not among the page's packages: it is larger than all of them.
    let tools = root().join("target/tools");
    let tool = tools.join("node_modules/binaryen/bin/wasm-opt");
    if !tool.exists() {
        std::fs::create_dir_all(&tools).context("target/tools cannot be made")?;
        let mut install = studio::npm(&["install", "--no-save", "--no-audit", "--no-fund"]);
        install.arg("--prefix").arg(&tools).arg(BINARYEN);
        steps.command("site: binaryen", &mut install)?;
    }
    let small = module.with_extension("opt.wasm");
    let mut shrink = Command::new("node");
    shrink.arg(&tool).arg("-Os").args(FEATURES.map(|feature| format!("--enable-{feature}")));
    shrink.arg(module).arg("-o").arg(&small);
    steps.command("site: wasm-opt", &mut shrink)?;
    Ok(small)
}
