//! Builds the page with npm and makes a table of its files; without npm a page that says so.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, write::GzEncoder};

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
    let about = "/// Whether the studio itself is in this build, and not only a page that says so.";
    let mut table = format!("{about}\npub const IS_WHOLE: bool = {};\n", built.is_ok());
    table.push_str("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    let packed = out.join("packed");
    let _ = fs::remove_dir_all(&packed);
    fs::create_dir_all(&packed).expect("a folder can be made where cargo builds");
    for (idx, (name, path)) in list(&pages, &pages).iter().enumerate() {
        let place = packed.join(idx.to_string());
        let bytes = fs::read(path).expect("what was built can be read");
        fs::write(&place, compressed(&bytes)).expect("a file can be written there");
        let place = place.to_string_lossy();
        let _ = writeln!(table, "    ({name:?}, include_bytes!({place:?})),");
    }
    table.push_str("];\n");
    fs::write(out.join("pages.rs"), table).expect("a file can be written where cargo builds");
}

fn build(studio: &Path, pages: &Path) -> Result<(), String> {
    let parts = ["src", "scripts", "index.html", "icon.svg", "package.json", "package-lock.json"];
    for part in parts {
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
    let pages = pages.to_str().ok_or("the path of the target folder is not valid UTF-8")?;
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

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written to")
}

/// The files below a folder, with their paths below the root as the browser names them.
fn list(root: &Path, folder: &Path) -> Vec<(String, PathBuf)> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(list(root, &path));
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        files.push((name, path));
    }
    files
}
