//! Builds the page with npm and makes a table of its files; without npm a page that says so.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ABSENT: &str = include_str!("src/absent.html");

fn main() {
    println!("cargo::rerun-if-env-changed=JETAN_STUDIO");
    println!("cargo::rerun-if-changed=src/absent.html");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let pages = out.join("page");
    let studio = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studio");
    let built = build(&studio, &pages);
    if let Err(why) = &built {
        println!("cargo::warning=the studio's page is not built: {why}");
        let _ = fs::remove_dir_all(&pages);
        fs::create_dir_all(&pages).expect("a folder can be made where cargo builds");
        fs::write(pages.join("index.html"), ABSENT).expect("a file can be written there");
    }
    let mut table = format!(
        "/// Whether the studio itself is in this build, and not only a page that says how to get it.\npub const IS_WHOLE: bool = {};\n",
        built.is_ok()
    );
    table.push_str("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    list(&pages, &pages, &mut table);
    table.push_str("];\n");
    fs::write(out.join("pages.rs"), table).expect("a file can be written where cargo builds");
}

fn build(studio: &Path, pages: &Path) -> Result<(), String> {
    for part in ["src", "public", "index.html", "package.json", "package-lock.json", "build.mjs"] {
        if studio.join(part).exists() {
            println!("cargo::rerun-if-changed={}", studio.join(part).display());
        }
    }
    if env::var_os("JETAN_STUDIO").is_some_and(|value| value == "skip") {
        return Err("JETAN_STUDIO is `skip`".to_owned());
    }
    if !studio.join("package.json").exists() {
        return Err("there is no folder `studio`".to_owned());
    }
    let _ = fs::remove_dir_all(pages);
    if !is_installed(studio) {
        npm(studio, &["ci", "--no-audit", "--no-fund"])?;
    }
    let pages = pages.to_str().ok_or("the path of the target folder is no UTF-8")?;
    npm(studio, &["run", "build", "--", "--outdir", pages])?;
    if Path::new(pages).join("index.html").is_file() {
        Ok(())
    } else {
        Err("npm made no index.html".to_owned())
    }
}

/// Whether the packages are there that the lock file names now.
fn is_installed(studio: &Path) -> bool {
    let changed = |name: &str| fs::metadata(studio.join(name)).and_then(|file| file.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

fn npm(studio: &Path, arguments: &[&str]) -> Result<(), String> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(name).args(arguments).current_dir(studio).output();
    let output = output.map_err(|error| format!("npm cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = last.iter().rev().take(3).rev().copied().collect::<Vec<&str>>().join("; ");
    Err(format!("npm {} failed: {last}", arguments.join(" ")))
}

/// Adds the files of a folder to the table, by their paths below the root.
fn list(root: &Path, folder: &Path, table: &mut String) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            list(root, &path, table);
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let path = path.to_string_lossy();
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
    }
}
