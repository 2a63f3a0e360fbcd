//! Files on a real file system: what is read, what is refused, and that nothing is half written.

use std::fs::{self, File};
use std::path::Path;

use jetan_os::file::{AcceptedFiles, ReadError, clear_parts, is_same, lock, read, read_text};
use jetan_os::file::{write_durably, write_new, write_whole};
use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("it can be listed").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn only_files_within_the_limit_are_read() {
    let folder = folder();
    let path = folder.path().join("file");
    let of = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("it can be written");
        read(&path, AcceptedFiles::Files, 4)
    };
    assert_eq!(of(b""), Ok(Vec::new()));
    assert_eq!(of(b"1234"), Ok(b"1234".to_vec()));
    assert_eq!(of(b"12345"), Err(ReadError::TooLarge(4)));
    assert_eq!(read(folder.path(), AcceptedFiles::Pipes, 4), Err(ReadError::Folder));
    assert_eq!(read(&folder.path().join("none"), AcceptedFiles::Files, 4), Err(ReadError::Missing));
    fs::write(&path, b"a\xff").expect("it can be written");
    assert_eq!(read_text(&path, AcceptedFiles::Files, 4), Err(ReadError::NotText));
}

#[test]
fn a_file_is_replaced_or_made() {
    let folder = folder();
    let path = folder.path().join("file");
    write_whole(&path, b"one").expect("it can be written");
    write_durably(&path, b"two").expect("it can be replaced");
    assert_eq!(fs::read(&path).expect("it is there"), b"two");
    assert!(!write_new(&path, b"three").expect("it can be tried"), "it is there already");
    assert!(write_new(&folder.path().join("new"), b"three").expect("it can be made"));
    assert_eq!(names(folder.path()), ["file", "new"], "nothing is left over");
    assert!(write_whole(folder.path(), b"no").is_err(), "a folder");
    assert!(write_whole(&folder.path().join("none/file"), b"no").is_err(), "nowhere");
}

#[test]
fn a_file_that_must_not_change_does_not() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "old").expect("it can be written");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions.clone()).expect("it can be protected");
    assert!(write_whole(&path, b"new").is_err());
    assert_eq!(fs::read(&path).expect("it is there"), b"old");
    assert_eq!(names(folder.path()), ["file"]);
    #[expect(clippy::permissions_set_readonly_false, reason = "the folder is removed at once")]
    permissions.set_readonly(false);
    fs::set_permissions(&path, permissions).expect("it can be removed again");
}

#[test]
fn parts_of_processes_that_have_gone_are_removed() {
    let folder = folder();
    let ours = format!(".mine.{}-7.part", std::process::id());
    // No system gives out numbers as high as the second.
    for name in [ours.as_str(), ".a.toml.4000000000-0.part", ".b.part", "c.part", ".d.x-1.part"] {
        File::create(folder.path().join(name)).expect("a file can be made");
    }
    clear_parts(folder.path());
    let left = names(folder.path());
    assert!(left.contains(&ours), "it may be being written");
    assert_eq!(left.len(), 4, "{left:?}");
    clear_parts(&folder.path().join("none"));
}

/// The name by which the process that is killed knows where to write.
#[cfg(unix)]
const VICTIM: &str = "JETAN_TEST_WRITES_UNTIL_KILLED";

#[cfg(unix)]
#[test]
fn a_killed_writer_leaves_a_whole_file_and_its_parts_are_removed() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let text = |letter: u8| vec![letter; 300_000];
    if let Some(path) = std::env::var_os(VICTIM) {
        loop {
            for letter in [b'a', b'b'] {
                write_durably(Path::new(&path), &text(letter)).expect("it can be written");
            }
        }
    }
    let folder = folder();
    let path = folder.path().join("file");
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().expect("it has a name"))
            .args(["--exact", "a_killed_writer_leaves_a_whole_file_and_its_parts_are_removed"])
            .env(VICTIM, &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        while !path.exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(round * 3));
        child.kill().expect("it can be killed");
        // It is dead and not buried, so its number is in use: that must not keep its parts.
        for _ in 0..1000 {
            clear_parts(folder.path());
            if names(folder.path()) == ["file"] {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(names(folder.path()), ["file"], "round {round}");
        child.wait().expect("it was killed");
        let bytes = fs::read(&path).expect("it is there");
        assert!(bytes == text(b'a') || bytes == text(b'b'), "{} bytes", bytes.len());
    }
}

#[cfg(unix)]
#[test]
fn the_null_device_is_an_empty_file_where_pipes_are_accepted() {
    let null = Path::new("/dev/null");
    assert_eq!(read(null, AcceptedFiles::Pipes, 4), Ok(Vec::new()));
    assert_eq!(read(null, AcceptedFiles::Files, 4), Err(ReadError::Special));
    assert_eq!(read(Path::new("/dev/zero"), AcceptedFiles::Pipes, 4), Err(ReadError::Special));
}

#[test]
fn a_file_is_known_by_any_name() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("a folder can be made");
    let path = folder.path().join("file");
    fs::write(&path, "").expect("it can be written");
    assert!(is_same(&path, &folder.path().join("sub/../file")));
    assert!(!is_same(&path, &folder.path().join("none")));
    assert!(!is_same(&folder.path().join("none"), &folder.path().join("none")));
}

#[test]
fn a_lock_is_free_again_when_its_owner_has_gone() {
    let folder = folder();
    let path = folder.path().join("lock");
    let held = lock(&path).expect("nobody else has it");
    assert!(lock(&path).is_none());
    drop(held);
    assert!(lock(&path).is_some());
    assert!(lock(&folder.path().join("none/lock")).is_some(), "nothing can be locked there");
}

#[cfg(unix)]
mod unix {
    use std::fs::{OpenOptions, Permissions};
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread;

    use super::*;

    fn pipe(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
        assert!(made.success());
    }

    #[test]
    fn pipes_and_devices_are_reported_at_once() {
        let folder = folder();
        let path = folder.path().join("pipe");
        pipe(&path);
        assert_eq!(read(&path, AcceptedFiles::Files, 4), Err(ReadError::Special));
        assert_eq!(read(&path, AcceptedFiles::Pipes, 4), Err(ReadError::NoWriter));
        assert_eq!(read(Path::new("/dev/zero"), AcceptedFiles::Pipes, 4), Err(ReadError::Special));
        // Both ends at once, so that there is a writer from the start.
        let mut both = OpenOptions::new().read(true).write(true).open(&path).expect("a pipe");
        let reader = thread::spawn({
            let path = path.clone();
            move || read(&path, AcceptedFiles::Pipes, 4)
        });
        both.write_all(b"text").expect("it can be written");
        // The reader has opened it once it has taken everything.
        while bytes_waiting(&both) > 0 && !reader.is_finished() {
            thread::yield_now();
        }
        drop(both);
        assert_eq!(reader.join().expect("it reads"), Ok(b"text".to_vec()));
    }

    fn bytes_waiting(file: &File) -> u64 {
        rustix::io::ioctl_fionread(file).expect("a pipe says how much it holds")
    }

    #[test]
    fn mode_bits_links_and_pipes_stay() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").expect("it can be written");
        fs::set_permissions(at("file"), Permissions::from_mode(0o640)).expect("they can be set");
        symlink(at("file"), at("link")).expect("a link can be made");
        write_whole(&at("link"), b"new").expect("it can be replaced");
        assert!(at("link").is_symlink(), "it is still a link");
        assert_eq!(fs::read(at("file")).expect("it is there"), b"new");
        let mode = fs::metadata(at("file")).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        pipe(&at("pipe"));
        let mut both = OpenOptions::new().read(true).write(true).open(at("pipe")).expect("a pipe");
        write_whole(&at("pipe"), b"new").expect("it can be written to");
        let mut bytes = [0; 3];
        both.read_exact(&mut bytes).expect("somebody has written");
        assert_eq!(&bytes, b"new");
        assert_eq!(names(folder.path()), ["file", "link", "pipe"], "nothing else");
    }
}
