//! Archives of every kind, sound and not.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::archive::{ClassMember, read, read_class, unpack};
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

#[test]
fn an_archive_that_only_costs_time_is_given_up() {
    let large = vec![0; FILE_BYTES_MAX + 1];
    let names: Vec<String> = (0..100).map(|number| format!("{number:03}.asm")).collect();
    let mut entries: Vec<(&str, &[u8])> = vec![("000/small.asm", b"nop")];
    entries.extend(names.iter().map(|name| (name.as_str(), large.as_slice())));
    let archive = zip(&entries);
    let submission = read(&archive).expect("an archive");
    assert_eq!(submission.files.len(), 1, "{:?}", submission.refused);
    // What is told of is bounded by itself, so the archive says how far it was read.
    let unpacked = unpack(&archive, 2 << 20).expect("an archive");
    let (_, why) = unpacked.refused.last().expect("much was refused");
    assert!(why.contains("all that follows"), "{why}");
    assert!(unpacked.refused.len() < 12, "{}", unpacked.refused.len());
}

#[test]
fn archives_in_the_archive_of_a_class_stay_packed_until_they_are_read() {
    let large = vec![0; FILE_BYTES_MAX];
    let files: Vec<String> = (0..8).map(|number| format!("{number}.asm")).collect();
    let inner: Vec<(&str, &[u8])> = files.iter().map(|name| (name.as_str(), &large[..])).collect();
    let inner = zip(&inner);
    let members: Vec<String> = (0..500).map(|number| format!("class/{number:03}.zip")).collect();
    let entries: Vec<(&str, &[u8])> =
        members.iter().map(|name| (name.as_str(), &inner[..])).collect();
    let class = read_class(&zip(&entries)).expect("a class");
    assert_eq!(class.len(), 500);
    // Unpacked they would be 4 GB.
    let packed = class.values().map(|member| match member {
        ClassMember::Packed(_, bytes) => bytes.len(),
        ClassMember::Files(files) => files.bytes(),
    });
    assert!(packed.sum::<usize>() < 8 << 20);
    assert_eq!(class["007"].read().bytes(), SUBMISSION_BYTES_MAX);
}

#[test]
fn whoever_has_nothing_that_can_be_read_is_a_member_of_the_class_all_the_same() {
    let bomb = vec![0; 3 << 20];
    let class = read_class(&zip(&[
        ("export/ann/a.asm", b"nop"),
        ("export/ann/large.bin", &bomb),
        ("export/ben/main.asm", &bomb),
        ("export/cleo.zip", &bomb),
        ("export/d:an.asm", b"nop"),
        ("export/eve.zip", b"PK no archive"),
        ("export/table.csv", b"a,b"),
    ]));
    let class = class.expect("a class");
    let names: Vec<&str> = class.keys().map(String::as_str).collect();
    assert_eq!(names, ["ann", "ben", "cleo", "d_an", "eve"]);
    for (name, file) in [("ann", "ann/large.bin"), ("cleo", "cleo.zip"), ("d_an", "d:an.asm")] {
        let refused = class[name].read().refused;
        assert!(refused.len() == 1 && refused[0].starts_with(file), "{refused:?}");
    }
    assert_eq!(class["ann"].read().sources(), ["a.asm"]);
    assert_eq!(class["eve"].read().refused, ["eve.zip was not read: it is not a zip archive"]);
}

#[test]
fn a_folder_and_an_archive_of_one_name_are_both_there() {
    let inner = zip(&[("main.asm", b"nop")]);
    let class = read_class(&zip(&[
        ("ann.ZIP", &inner),
        ("ann.asm", b"nop"),
        ("ann.zip", &inner),
        ("ann/b.asm", b"nop"),
    ]));
    let class = class.expect("a class");
    let sources: Vec<(&str, usize)> =
        class.iter().map(|(name, it)| (name.as_str(), it.read().sources().len())).collect();
    assert_eq!(sources, [("ann", 1), ("ann (2)", 2), ("ann (3)", 1)]);
}

#[test]
fn names_are_made_plain() {
    for (name, plain) in [("..", "_"), ("", "_"), ("a\\b", "a_b"), ("x\n", "x_"), ("ann", "ann")] {
        assert_eq!(plain_name(name), plain);
    }
    assert!(is_plain(&plain_name(&"\u{e4}".repeat(300))));
}
