//! `cargo xtask cross`: our crates on other systems, built here.
//!
//! The pinned toolchain has the standard library of this machine only, so one is built for the
//! other system, once, by the compiler that Debian packages with the library's sources. What is
//! missing is installed by apt. Everything is kept below `target/cross`, or where the variable
//! `JETAN_CROSS_HOME` says: library, build, the folder that Wine takes for drive C, and a stub for
//! it. For aarch64 a row is added to the kernel's table of foreign programs, until it starts anew.
//! All of that needs a Debian and its root.
//!
//! On 2026-11-17 everything passed on Windows in one run (1,724 tests). On aarch64 a complete run
//! passed 1,764 tests and failed 44 in eight programs, which passed after their mends. Not tried
//! there, because the emulator lacks it: bounds on address space, and Landlock; and of random
//! programs there are two thousand.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

mod emulation;

use crate::{
    apt, root, site,
    step::{PROFILE, StepLog},
    tidy::purity,
};

/// Another system that our crates are to work on.
struct CrossTarget {
    name: &'static str,
    triple: &'static str,
    /// Debian's packages besides the compiler: a linker, and what runs the programs.
    packages: &'static [&'static str],
    /// The parts of the standard library, and whether programs end at a panic.
    library: &'static str,
    aborts: bool,
}

const TARGETS: [CrossTarget; 3] = [
    CrossTarget {
        name: "windows",
        triple: "x86_64-pc-windows-gnu",
        packages: &["gcc-mingw-w64-x86-64", "wine64"],
        library: "std,panic_unwind,panic_abort,proc_macro,test",
        aborts: false,
    },
    CrossTarget {
        name: "arm",
        triple: "aarch64-unknown-linux-gnu",
        packages: &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"],
        library: "std,panic_unwind,panic_abort,proc_macro,test",
        aborts: false,
    },
    CrossTarget {
        name: "wasm",
        triple: "wasm32-unknown-unknown",
        packages: &[],
        library: "std,panic_abort",
        aborts: true,
    },
];

/// The compiler, with the sources of its library.
const COMPILER: &[&str] = &["rustc-web", "cargo-web", "rust-web-src"];
const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";

/// A function of Windows that Wine 8 lacks.
const STUB: &str = "#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID b, ULONG n);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE b, SIZE_T n) {
    return SystemFunction036(b, (ULONG)n);
}
";

/// The names of the systems.
pub fn names() -> [&'static str; 3] {
    TARGETS.each_ref().map(|target| target.name)
}

/// Tests everything on another system, or, where there is nothing to run it, compiles the crates
/// that are to work there; or runs cargo there with other words.
pub fn run(steps: &mut StepLog, name: &str, words: &[String]) -> Result<()> {
    let target = find(name)?;
    let missing = missing(target);
    if !missing.is_empty() {
        apt::install_only(steps, &missing)?;
    }
    let sysroot = sysroot(target)?;
    if !sysroot.is_dir() {
        steps.take("build the standard library", || build_library(target, &sysroot))?;
    }
    match target.name {
        "windows" => build_stub()?,
        "arm" => steps.take("let the kernel start programs for aarch64", emulation::register)?,
        _ => {}
    }
    let words = if words.is_empty() { usual_words(target) } else { words.to_vec() };
    let label = format!("{name}: cargo {}", words.join(" "));
    steps.command(&label, cargo(target, &sysroot, &words[0])?.args(&words[1..]))
}

/// Compiles the pure crates for the browser, unless the compiler for that cannot be installed: two
/// minutes the first time, a second when nothing has changed.
pub fn check_wasm(steps: &mut StepLog) -> Result<()> {
    let target = find("wasm")?;
    let missing = missing(target);
    if !missing.is_empty() && apt::install_only(steps, &missing).is_err() {
        steps.skip("wasm", &format!("it needs {} (Debian)", missing.join(", ")));
        return Ok(());
    }
    run(steps, target.name, &[])
}

fn find(name: &str) -> Result<&'static CrossTarget> {
    let found = TARGETS.iter().find(|target| target.name == name);
    found.with_context(|| format!("there is no target `{name}`"))
}

fn usual_words(target: &CrossTarget) -> Vec<String> {
    let words = if target.name == "wasm" { &["check"][..] } else { &["test", "--no-fail-fast"] };
    let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.extend(["--profile".to_owned(), PROFILE.to_owned()]);
    if target.name == "wasm" {
        let exists = |name: &&&str| root().join("crates").join(name).is_dir();
        let crates = purity::PURE.iter().filter(exists);
        words.extend(crates.flat_map(|name| ["-p".to_owned(), (*name).to_owned()]));
    } else {
        // The chores run where the project is built.
        words.extend(["--workspace", "--exclude", "xtask"].map(str::to_owned));
    }
    words
}

/// The packages that are not installed.
fn missing(target: &CrossTarget) -> Vec<&'static str> {
    let is_missing = |package: &&str| {
        let found = Command::new("dpkg").args(["-s", package]).output();
        !found.is_ok_and(|output| output.status.success())
    };
    COMPILER.iter().chain(target.packages).copied().filter(is_missing).collect()
}

/// The folder that the builds for other systems go into.
pub fn target_folder() -> Result<PathBuf> {
    let home = home();
    let home = if home.is_absolute() { home } else { env::current_dir()?.join(home) };
    Ok(home.join("target"))
}

fn home() -> PathBuf {
    env::var_os("JETAN_CROSS_HOME").map_or_else(|| root().join("target/cross"), PathBuf::from)
}

/// The folder of this compiler's library, present or to be built.
fn sysroot(target: &CrossTarget) -> Result<PathBuf> {
    // A library fits exactly one compiler, so its version is part of the name.
    let output = Command::new(RUSTC).arg("-V").output().context("cannot start rustc")?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    let version: String = version.chars().map(plain).collect();
    Ok(home().join(format!("sysroot-{}-{version}", target.name)))
}

/// Builds the library in a package of its own, and moves it to its place when it is complete.
fn build_library(target: &CrossTarget, sysroot: &Path) -> Result<()> {
    let folder = home().join(format!("build-{}", target.name));
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let panic = if target.aborts { "panic = \"abort\"\n" } else { "" };
    let manifest = format!(
        "[package]\nname = \"dummy\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [workspace]\n[profile.release]\n{panic}"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    // `-Zbuild-std` is for nightly compilers unless RUSTC_BOOTSTRAP is set. The target folder must
    // be the package's own, since it is looked into below.
    let status = Command::new(CARGO)
        .current_dir(&folder)
        .args(["build", "-q", "--release", "--target", target.triple])
        .arg(format!("-Zbuild-std={}", target.library))
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env_remove("CARGO_TARGET_DIR")
        .status()?;
    ensure!(status.success(), "{status}");
    let whole = folder.join("sysroot");
    let library = whole.join("lib/rustlib").join(target.triple).join("lib");
    fs::create_dir_all(&library)?;
    for entry in fs::read_dir(folder.join("target").join(target.triple).join("release/deps"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_library = path.extension().is_some_and(|extension| extension == "rlib");
        if is_library && !name.starts_with("libdummy") {
            fs::copy(&path, library.join(name))?;
        }
    }
    // Build scripts and procedural macros run here and need the host's library.
    let host = "x86_64-unknown-linux-gnu";
    let own = Path::new("/usr/lib/rustlib").join(host);
    let mut link = Command::new("ln");
    link.arg("-sfn").arg(own).arg(whole.join("lib/rustlib").join(host));
    ensure!(link.status()?.success(), "the host's own library cannot be linked");
    fs::rename(&whole, sysroot)?;
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn build_stub() -> Result<()> {
    let folder = home().join("stub");
    let library = folder.join("bcryptprimitives.dll");
    if library.exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("stub.c"), STUB)?;
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    compile.arg("-shared").arg("-o").arg(&library).arg(folder.join("stub.c")).arg("-ladvapi32");
    let status = compile.status().context("cannot start the compiler for Windows")?;
    ensure!(status.success(), "{status}");
    Ok(())
}

/// cargo for a target, with a linker, something that runs the programs, and our library.
fn cargo(target: &CrossTarget, sysroot: &Path, word: &str) -> Result<Command> {
    let home = home();
    let home = if home.is_absolute() { home } else { env::current_dir()?.join(home) };
    let mut flags = format!("--sysroot {}", sysroot.display());
    if target.name == "arm" {
        // The kernel starts these programs too, and knows no other place for their libraries.
        flags.push_str(" -Ctarget-feature=+crt-static");
    }
    if target.name == "wasm" {
        flags.push(' ');
        flags.push_str(site::WASM_FLAGS);
    }
    let mut cargo = Command::new(CARGO);
    cargo.current_dir(root()).args([word, "--target", target.triple]);
    cargo.env("RUSTC", RUSTC).env("RUSTDOC", "/usr/bin/rustdoc");
    cargo.env("RUSTFLAGS", &flags).env("RUSTDOCFLAGS", &flags);
    // One folder for all, so that what runs here at build time is built once.
    cargo.env("CARGO_TARGET_DIR", target_folder()?);
    match target.name {
        "arm" => cargo.env("JETAN_SHORT", "1"),
        // Two at once, and now and then Wine cannot start what a test starts.
        "windows" => cargo.env("RUST_TEST_THREADS", "1"),
        _ => &mut cargo,
    };
    // Variables of other targets do no harm: cargo reads only those of its own.
    let gcc = "aarch64-linux-gnu-gcc";
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", gcc);
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", emulation::EMULATOR);
    cargo.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "/usr/lib/wine/wine64");
    cargo.env("WINEPREFIX", home.join("wine")).env("WINEDEBUG", "-all");
    // `Z:` is Wine's drive for the root folder.
    let stub = home.join("stub").to_string_lossy().replace('/', "\\");
    cargo.env("WINEPATH", format!("Z:{stub}"));
    Ok(cargo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_found_by_its_name() {
        for name in names() {
            let target = find(name).expect("it is in the table");
            assert!(!usual_words(target).is_empty());
        }
        assert!(find("vax").is_err());
    }

    #[test]
    fn the_browser_gets_the_pure_crates_only() {
        let words = usual_words(find("wasm").expect("it is in the table"));
        assert!(words.contains(&"jetan-asm".to_owned()));
        assert!(!words.contains(&"jetan".to_owned()) && !words.contains(&"--workspace".to_owned()));
    }
}
