//! Copies under every disguise are found, and different solutions of one task are not.

#![expect(clippy::disallowed_methods, reason = "reads the submissions of a class")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jetan_grade::similar::{ComparedClass, SimilaritySettings, SubmissionDocument, SubmissionPair};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::select;

/// Copies are above this, and different solutions below half of it: what `jetan similar` reports
/// without being told otherwise.
const THRESHOLD: f64 = 0.4;

/// Those who wrote their programs themselves.
const HONEST: [&str; 6] = ["ann", "ben", "cleo", "dan", "eve", "finn"];

fn class_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/class")
}

fn read(name: &str) -> String {
    fs::read_to_string(class_folder().join(name)).expect(name)
}

fn submission(name: &str) -> String {
    read(&format!("submissions/{name}/readings.asm"))
}

fn document(text: &str) -> SubmissionDocument {
    SubmissionDocument::new([text.as_bytes()])
}

/// What a program shares with a copy of it in a class with the others; 0 if nothing.
fn found(copied: &str, copy: &str) -> (f64, f64) {
    let mut documents: Vec<SubmissionDocument> =
        HONEST.iter().map(|name| document(&submission(name))).collect();
    documents.push(document(copy));
    let class = ComparedClass::new(
        documents,
        Vec::new(),
        &[document(&read("skeleton.asm"))],
        SimilaritySettings::default(),
    );
    let original = HONEST.iter().position(|name| *name == copied).expect("somebody's name");
    let pairs: Vec<SubmissionPair> =
        (0..class.len()).flat_map(|left| class.pairs_of(left)).collect();
    let similarity = |is_copy: bool| {
        let wanted = pairs
            .iter()
            .filter(|pair| ((pair.left, pair.right) == (original, HONEST.len())) == is_copy);
        wanted.map(|pair| pair.similarity).fold(0.0, f64::max)
    };
    (similarity(true), similarity(false))
}

/// The part that a student wrote.
fn own(text: &str) -> (&str, &str) {
    text.split_at(read("skeleton.asm").len())
}

fn replaced_words(text: &str, replace: impl Fn(&str) -> Option<String>) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c == '$' || c == '_' || c.is_alphanumeric()) {
        let word = &rest[start..];
        let end = word[1..].find(|c: char| c != '_' && !c.is_alphanumeric());
        let word = &word[..end.map_or(word.len(), |end| end + 1)];
        changed += &rest[..start];
        changed += &replace(word).unwrap_or_else(|| word.to_owned());
        rest = &rest[start + word.len()..];
    }
    changed + rest
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim_end()
}

/// Labels get other names, comments go, blanks change.
fn renamed(text: &str) -> String {
    let defined: Vec<&str> = text
        .lines()
        .filter_map(|line| without_comment(line).split_once(':'))
        .map(|(name, _)| name)
        .collect();
    let plain: Vec<String> =
        text.lines().map(|line| without_comment(line).replace("        ", "\t")).collect();
    replaced_words(&plain.join("\n"), |word| {
        let known = ["main", "sum_of", "max_of", "count_above", "sort"];
        let number = defined.iter().position(|name| *name == word)?;
        (!known.contains(&word)).then(|| format!("L{number}x"))
    }) + "\n"
}

/// Other registers, each always for the same one.
fn with_other_registers(text: &str) -> String {
    let (given, own) = own(text);
    let changed = replaced_words(own, |word| {
        let number: u32 = word.strip_prefix("$t")?.parse().ok()?;
        Some(if number < 4 { format!("$s{}", 6 - number) } else { format!("$t{}", 13 - number) })
    });
    given.to_owned() + &changed
}

/// The procedures in another order.
fn reordered(text: &str) -> String {
    let (given, own) = own(text);
    let mut procedures: Vec<&str> = own.trim().split("\n\n").collect();
    procedures.reverse();
    format!("{given}\n{}\n", procedures.join("\n\n"))
}

/// Statements that do nothing after every third one.
fn with_dead_code(text: &str) -> String {
    let (given, own) = own(text);
    let mut changed = given.to_owned();
    for (number, line) in own.lines().enumerate() {
        changed += line;
        changed.push('\n');
        let is_statement = line.starts_with("        ");
        if is_statement && number % 3 == 0 {
            match number % 5 {
                0 => changed += "        nop\n",
                1 => changed += "        move $t3, $t3\n        li $s7, 12345\n",
                2 => {
                    let _ = writeln!(changed, "        b over{number}");
                    changed += "        lw $t0, 0($t1)\n        addi $t0, $t0, 77\n";
                    let _ = writeln!(changed, "over{number}:");
                }
                3 => changed += "        addiu $s7, $s7, 3\n        sll $t1, $t1, 0\n",
                _ => changed += "        ori $t2, $t2, 0\n",
            }
        }
    }
    changed
}

/// Statements that do something, which nobody needs, after every sixth one.
fn with_harmless_code(text: &str) -> String {
    let (given, own) = own(text);
    let mut changed = given.to_owned();
    for (number, line) in own.lines().enumerate() {
        changed += line;
        changed.push('\n');
        if line.starts_with("        ") && number % 6 == 0 {
            changed += "        sw $zero, -400($sp)\n";
        }
    }
    changed
}

/// The same by other instructions, and numbers in another form.
fn rephrased(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("move"), Some(to), Some(from)) => format!("addu {to} {from} $0"),
            (Some("beqz"), Some(what), Some(to)) => format!("beq {what} $zero {to}"),
            (Some("bnez"), Some(what), Some(to)) => format!("bne $zero {what} {to}"),
            _ => line
                .replace("addiu ", "addi ")
                .replace("addu ", "add ")
                .replace("li      $v0, 0", "addi $v0 $zero 0x0")
                .replace("b       ", "j "),
        }
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Changes a program so that it does the same.
type Disguise = fn(&str) -> String;

/// Every disguise by its name.
const DISGUISES: [(&str, Disguise); 8] = [
    ("as it is", str::to_owned),
    ("renamed", renamed),
    ("other registers", with_other_registers),
    ("reordered", reordered),
    ("dead code", with_dead_code),
    ("harmless code", with_harmless_code),
    ("rephrased", rephrased),
    ("all at once", |text| {
        renamed(&rephrased(&reordered(&with_other_registers(&with_dead_code(text)))))
    }),
];

#[test]
fn copies_are_found_under_every_disguise() {
    let mut table = String::new();
    let mut is_good = true;
    for (name, disguise) in DISGUISES {
        let results = HONEST.map(|student| found(student, &disguise(&submission(student))));
        let copies = results.map(|(copy, _)| copy);
        let others = results.map(|(_, other)| other).into_iter().fold(0.0, f64::max);
        let least = copies.into_iter().fold(1.0, f64::min);
        is_good &= least > THRESHOLD && others < THRESHOLD / 2.0;
        let mean = copies.iter().sum::<f64>() / HONEST.len() as f64;
        let _ = writeln!(table, "{name}: least {least:.2}, mean {mean:.2}, others {others:.2}");
    }
    assert!(is_good, "{table}");
    println!("{table}");
}

/// Lines of which a hostile submission may be made.
const LINES: [&str; 28] = [
    "li",
    "li $v0",
    "la $t0",
    "move",
    "add $t0",
    "beq $t0",
    "blt $t0, $t1",
    "j",
    "jal",
    "jr",
    "jalr",
    "l0:",
    "l1:",
    "main:",
    "j l0",
    "jal l1",
    "beq $t0, $t1, l0",
    "blt 5, 4, l1",
    "mflo $t0",
    "mult $t0, $t1",
    "div",
    "sw $t0, l0",
    "lw $t0, l1",
    ".macro m (%a)",
    ".end_macro",
    "m (m)",
    ".data",
    ".text",
];

fn config() -> ProptestConfig {
    ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_submission_is_compared(
        lines in vec(select(&LINES[..]), 0..200),
        bytes in vec(any::<u8>(), 0..200),
    ) {
        let texts = [lines.join("\n").into_bytes(), bytes, lines.concat().into_bytes()];
        let document = |text: &Vec<u8>| SubmissionDocument::new([text.as_slice()]);
        let documents = texts.iter().chain(&texts).map(document).collect();
        let class = ComparedClass::new(documents, Vec::new(), &[], SimilaritySettings::default());
        for left in 0..class.len() {
            for pair in class.pairs_of(left) {
                prop_assert!((0.0..=1.0).contains(&pair.similarity));
            }
        }
    }
}
