//! The topics of `jetan explain`: every program in them prints what the page says.

use std::fs;

use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::{ManualTopic, TOPICS, TopicPart};
use tempfile::TempDir;

use crate::jetan;

#[test]
fn every_program_of_a_topic_does_what_its_page_says() {
    for topic in TOPICS {
        check(topic);
    }
}

fn check(topic: &ManualTopic) {
    let parts = topic.parts();
    let block = |wanted: &str| {
        parts.iter().find_map(|part| match part {
            TopicPart::Block(word, lines) if *word == wanted => Some(*lines),
            _ => None,
        })
    };
    let programs = parts.iter().filter(|part| matches!(part, TopicPart::Block("mips", _))).count();
    assert_eq!(programs, 1, "{}: what is printed belongs to one program", topic.name);

    let folder = TempDir::new().expect("a folder can be made");
    let program = block("mips").unwrap_or_default();
    fs::write(folder.path().join("main.asm"), program).expect("a file can be written");
    let keys = block("keys").map(|keys| ["--keys", keys.trim_end()]);
    let words: Vec<&str> =
        ["run", "main.asm"].into_iter().chain(keys.into_iter().flatten()).collect();
    let input = block("input").unwrap_or_default();
    let output = jetan(folder.path(), &words, input.as_bytes());
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = block("output").unwrap_or_default();
    assert_eq!(printed.trim_end(), expected.trim_end(), "{}", topic.name);
    assert_eq!(output.status.code(), Some(0), "{}", topic.name);
}

#[test]
fn the_example_of_every_service_assembles() {
    let folder = TempDir::new().expect("a folder can be made");
    for row in SERVICES {
        fs::write(folder.path().join("main.asm"), row.example()).expect("a file can be written");
        let output = jetan(folder.path(), &["asm", "main.asm"], b"");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}", row.name);
        assert!(said.ends_with("no problems\n"), "{}: {said}", row.name);
    }
}
