//! Folders and archives of every kind, sound and not.

use std::io::{Cursor, Write};

use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in entries {
        writer.start_file(*name, options).expect("an entry");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn names(found: &[FoundSubmission]) -> Vec<&str> {
    found.iter().map(|it| it.name.as_str()).collect()
}

fn find_in(folder: &TempDir) -> Vec<FoundSubmission> {
    find(&[folder.path().to_owned()]).expect("there are some")
}

#[test]
fn folders_files_and_archives_are_submissions() {
    let inner = zip(&[("hw/main.asm", b"nop"), ("hw/b.asm", b"nop"), ("__MACOSX/x", b"")]);
    let folder = folder(&[
        ("ann/main.asm", b"nop"),
        ("ann/lib/io.asm", b"nop"),
        ("ben.asm", b"nop"),
        ("cleo.zip", &inner),
        ("readme.txt", b""),
        (".git/config", b""),
    ]);
    let found = find_in(&folder);
    assert_eq!(names(&found), ["ann", "ben", "cleo"]);
    assert_eq!(found[0].read().sources(), ["main.asm", "lib/io.asm"]);
    assert_eq!(found[1].read().sources(), ["ben.asm"]);
    assert_eq!(found[2].read().sources(), ["main.asm", "b.asm"]);
}

#[test]
fn the_archive_of_a_class_is_taken_apart() {
    let inner = zip(&[("main.asm", b"nop")]);
    let class = zip(&[
        ("export/Ann_1_file_/a.asm", b"nop"),
        ("export/Ben_2_file_/b.asm", b"nop"),
        ("export/cleo.zip", &inner),
        ("export/dan.asm", b"nop"),
        ("export/metadata.yml", b""),
    ]);
    let folder = folder(&[("class.zip", &class)]);
    let found = find(&[folder.path().join("class.zip")]).expect("there are some");
    assert_eq!(names(&found), ["Ann_1_file_", "Ben_2_file_", "cleo", "dan"]);
    assert!(found.iter().all(|it| it.read().sources().len() == 1));
}

#[test]
fn odd_entries_are_refused_and_the_others_read() {
    let bomb = vec![0; 3 << 20];
    let archive = zip(&[
        ("../up.asm", b"nop"),
        ("/etc/x.asm", b"nop"),
        ("a\\b.asm", b"nop"),
        ("new\nline.asm", b"nop"),
        ("bomb.asm", &bomb),
        ("good.asm", b"nop"),
    ]);
    assert!(archive.len() < 10_000, "it is a bomb");
    let folder = folder(&[("ann.zip", &archive), ("ben.zip", b"PK no archive")]);
    let found = find_in(&folder);
    let ann = found[0].read();
    assert_eq!(ann.sources(), ["good.asm"]);
    assert_eq!(ann.refused.len(), 5, "{:?}", ann.refused);
    assert!(ann.refused.iter().all(|it| !it.contains('\n')));
    assert_eq!(found[1].read().refused, ["ben.zip was not read: it is not a zip archive"]);
}

#[test]
fn many_files_that_are_small_alone_do_not_fill_the_memory() {
    let part = vec![b'x'; 1 << 20];
    let names: Vec<String> = (0..40).map(|it| format!("{it:02}.asm")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|it| (it.as_str(), &part[..])).collect();
    let folder = folder(&[("ann.zip", &zip(&entries))]);
    let ann = find_in(&folder)[0].read();
    assert!(ann.bytes() <= 8 << 20);
    assert!(!ann.refused.is_empty());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = folder(&[("ann/main.asm", b"nop"), ("secret.txt", b"hidden")]);
    let secret = folder.path().join("secret.txt");
    for link in ["ann/link.asm", "ben.asm", "cleo.zip"] {
        std::os::unix::fs::symlink(&secret, folder.path().join(link)).expect("a link");
    }
    let up = folder.path().join("ann/up");
    std::os::unix::fs::symlink(folder.path(), up).expect("a link");
    let found = find_in(&folder);
    assert_eq!(names(&found), ["ann", "ben", "cleo"]);
    for it in &found {
        let read = it.read();
        assert!(!read.refused.is_empty(), "{}", it.name);
        assert!(read.files.values().all(|bytes| bytes == b"nop"), "{}", it.name);
    }
}

#[test]
fn names_are_distinguished() {
    let folder = folder(&[("ann.asm", b"nop"), ("ann/main.asm", b"nop")]);
    assert_eq!(names(&find_in(&folder)), ["ann", "ann (2)"]);
    assert!(find(&[folder.path().join("nobody")]).is_err());
    assert!(find(&[TempDir::new().expect("a folder").path().to_owned()]).is_err());
}

/// Somebody exchanges a source for a link to a secret, again and again.
#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_link_is_not_followed() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = folder(&[("class/ann/main.asm", b"nop"), ("secret", b"the answer")]);
    let ann = folder.path().join("class/ann");
    std::os::unix::fs::symlink("../../secret", ann.join("link")).expect("a link");
    fs::write(ann.join("file"), "nop").expect("a file");
    let found = find(&[folder.path().join("class")]).expect("there is one");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for name in ["link", "file"] {
                    let (new, main) = (ann.join("new"), ann.join("main.asm"));
                    let copied = match fs::read_link(ann.join(name)) {
                        Ok(target) => std::os::unix::fs::symlink(target, &new),
                        Err(_) => fs::copy(ann.join(name), &new).map(|_| ()),
                    };
                    copied.and_then(|()| fs::rename(new, main)).expect("it is exchanged");
                }
            }
        });
        for _ in 0..2000 {
            let read = found[0].read();
            if let Some(bytes) = read.files.get("main.asm") {
                assert_eq!(bytes, b"nop");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_number_behind_a_name_is_not_the_name_of_somebody_else() {
    let place = || SubmissionLocation::Folder(PathBuf::new());
    let submission = |name: &str| FoundSubmission::new(name.to_owned(), place());
    let mut found = ["ann", "ann", "ann (2)", "ann"].map(submission);
    number_doubles(&mut found);
    assert_eq!(names(&found), ["ann", "ann (3)", "ann (2)", "ann (4)"]);
}
