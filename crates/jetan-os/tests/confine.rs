//! A confined process can no longer do what it did not say it needs. Confinement never ends, so
//! each look is a process of its own: this program again, with a word in its environment.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use jetan_os::confine::{ConfinedRights, Confinement, confine};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const WORD: &str = "JETAN_CONFINE_TEST";

/// Runs the look again in a process of its own; true in that process.
fn is_alone(test: &str, folder: &Path) -> bool {
    if std::env::var_os(WORD).is_some() {
        return true;
    }
    let own = std::env::current_exe().expect("there is one");
    let output = Command::new(own).args(["--exact", test]).env(WORD, folder).output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    // The look may say that it cannot be done here.
    let _ = io::stderr().write_all(&output.stderr);
    false
}

/// Not `eprintln!`, which the harness keeps to itself when a test passes.
fn skipped(test: &str, why: &str) {
    let _ = writeln!(io::stderr(), "skipped: {test}: {why}");
}

#[test]
fn only_what_is_named_can_be_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("in")).expect("a folder");
    fs::create_dir(folder.path().join("out")).expect("a folder");
    fs::write(folder.path().join("in/a"), "a").expect("a file");
    fs::create_dir(folder.path().join("names")).expect("a folder");
    fs::write(folder.path().join("names/n"), "n").expect("a file");
    fs::write(folder.path().join("secret"), "s").expect("a file");
    if !is_alone("only_what_is_named_can_be_reached", folder.path()) {
        return;
    }
    let folder = std::env::var_os(WORD).expect("it was given");
    let at = |name: &str| Path::new(&folder).join(name);
    let needs = ConfinedRights {
        read: &[&at("in")],
        list: &[&at("names")],
        write: &[&at("out")],
        memory_bytes: 1 << 33,
    };
    if confine(needs) == Confinement::None {
        skipped("confining files", "this kernel has no Landlock");
        return;
    }
    assert_eq!(fs::read(at("in/a")).expect("it may be read"), b"a");
    assert!(fs::read(at("secret")).is_err(), "a file beside what is read");
    assert!(fs::write(at("in/a"), "b").is_err(), "what is read is not written");
    fs::write(at("out/b"), "b").expect("it may be written");
    fs::rename(at("out/b"), at("out/c")).expect("and replaced");
    assert_eq!(fs::read_dir(at("names")).expect("it may be listed").count(), 1);
    assert!(fs::read(at("names/n")).is_err(), "but not read");
    assert!(fs::write(at("d"), "d").is_err(), "a file elsewhere");
    assert!(Command::new("/bin/true").status().is_err(), "a program");
    // What threads do that are made later is confined as well.
    let secret = at("secret");
    let read = std::thread::spawn(move || fs::read(secret).is_err());
    assert!(read.join().expect("it ends"), "in another thread");
    let bound = TcpListener::bind("127.0.0.1:0");
    assert!(bound.is_err(), "the network");
}

#[test]
fn memory_has_a_bound() {
    if !is_alone("memory_has_a_bound", Path::new("-")) {
        return;
    }
    let wide = Rlimit { current: Some(1 << 40), maximum: None };
    setrlimit(Resource::As, wide).expect("it may be lowered");
    if getrlimit(Resource::As).current.is_none() {
        skipped("bounding memory", "this system bounds none, as emulators of processors do not");
        return;
    }
    confine(ConfinedRights { read: &[], list: &[], write: &[], memory_bytes: 1 << 30 });
    let mut much: Vec<u8> = Vec::new();
    assert!(much.try_reserve_exact(1 << 30).is_err(), "more than there may be");
    assert!(much.try_reserve_exact(1 << 20).is_ok(), "and less");
}
