//! The tools of a course: `docs/tools.md` shows what is printed, and bad settings are errors.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command of the page in a shell, with nothing to read.
fn run(command: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_jetan")).parent().expect("it is in a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(root())
        .stdin(Stdio::null())
        .output();
    output.expect("there is a shell")
}

/// A block of commands with what they print.
fn printed(block: &str) -> String {
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    let outputs = commands.map(|command| {
        let output = run(command);
        let mut said = output.stdout;
        // A terminal would show the report on a line of its own.
        if said.last().is_some_and(|byte| *byte != b'\n') {
            said.push(b'\n');
        }
        said.extend(output.stderr);
        let said: Vec<String> =
            String::from_utf8_lossy(&said).lines().map(|line| line.trim_end().to_owned()).collect();
        format!("$ {command}\n{}\n", said.join("\n"))
    });
    outputs.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_shows_what_is_printed() {
    let path = root().join("docs/tools.md");
    let page = fs::read_to_string(&path).expect("there is a page");
    let mut parts = page.split("```console\n");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (block, rest) = part.split_once("```").expect("a block has an end");
        written = written + "```console\n" + &printed(block) + "```" + rest;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &written).expect("the page can be written");
        return;
    }
    assert!(
        page == written,
        "docs/tools.md differs from what is printed: UPDATE_EXPECT=1 writes it"
    );
}

#[test]
fn bad_settings_are_one_clear_error_each() {
    let program = "testdata/tools/programs/nested.asm";
    let cases = [
        ("--cache 6x4", "must be a power of two, not 6"),
        ("--cache 8x4:0", "the number of ways must be at least 1"),
        ("--cache 8x4:16", "a cache of 8 blocks cannot have 16 ways"),
        ("--cache l3=8x4", "a cache is for i, d, u or l2"),
        ("--cache 8x4:2:lru:fifo", "`fifo` comes after another of its kind"),
        ("--cache 99999999999x4", "the number of blocks is too large"),
        ("--cache 'i=8x4 6x4'", "must be a power of two, not 6"),
        ("--cache ' '", "a cache is written as"),
        ("--miss-curve=3", "must be a power of two, not 3"),
        ("--miss-curve=0", "must be at least 1"),
        ("--miss-curve=x", "a block is a number of words"),
        ("--datapath 0", "an instruction is a number from 1"),
        ("--memory-times 1:10", "required arguments were not provided"),
        ("--cache l2=64x4", "an l2 cache needs one above it"),
        (
            "--cache 1,2,4,8,16,32,64x1,2,4,8:1:lru,fifo,plru,random@1,random@2,random@3,random@4,\
             random@5,random@6,random@7",
            "combinations are more than",
        ),
        ("--branches oracle", "there is no predictor `oracle`"),
        ("--pipeline id=0..9", "the first instruction has the number 1"),
        ("--pipeline wb", "`wb` does not belong to a pipeline"),
        ("--pipeline id,fwd,nofwd", "`fwd` and `nofwd` contradict each other"),
        ("--refs=3", "a unit is a power of two"),
        ("--mix=lod=3", "there is no class `lod`"),
        ("--mars-tools=12:1", "must be a power of two, not 12"),
        ("--cache 8x4 --expect 'hits80'", "a bound is NAME>=NUMBER"),
        ("--cache 8x4 --expect 'hitt>=80'", "there is no figure `hitt`"),
        ("--cache 8x4 --memory-times 1", "times are HIT:MEMORY"),
        ("--cache 8x4 --check", "cannot be used with"),
    ];
    for (words, message) in cases {
        let output = run(&format!("jetan run {program} {words}"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_ne!(output.status.code(), Some(0), "{words}: {said}");
        assert!(said.contains(message), "{words}: {said}");
    }
}

#[test]
fn odd_costs_of_a_pack_are_one_clear_error_each() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("pack.toml");
    let head = "name = \"odd\"\nversion = \"1\"\ncourse = \"C\"\nsummary = \"S\"\n[costs]\n";
    let cases = [
        ("load = -1", "P0503"),
        ("load = nan", "P0104"),
        ("load = 1000000000", "P0503"),
        ("lod = 3", "P0503"),
    ];
    for (line, code) in cases {
        fs::write(&file, format!("{head}{line}\n")).expect("a file can be written");
        let program = "testdata/tools/programs/nested.asm";
        let output = run(&format!("jetan run {program} --pack {} --mix", folder.path().display()));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(code), "{line}: {said}");
    }
}

#[test]
fn a_bound_decides_the_exit_code() {
    let command = "jetan run testdata/tools/programs/mat_col.asm --cache 8x4 --expect";
    for (bound, code) in [("'hit>=80'", 1), ("'hit>=0'", 0), ("'misses=512'", 0)] {
        let output = run(&format!("{command} {bound}"));
        assert_eq!(output.status.code(), Some(code), "{bound}");
    }
}

#[test]
fn caches_that_work_together_are_one_flag_or_several() {
    let program = "jetan run testdata/tools/programs/conflict.asm";
    let together = run(&format!("{program} --cache 'i=8x4 d=8x4:2 l2=64x4'"));
    let apart = run(&format!("{program} --cache i=8x4 --cache d=8x4:2 --cache l2=64x4"));
    let said = String::from_utf8_lossy(&together.stderr).into_owned();
    assert!(together.status.success() && said.contains("l2 64x4:1:lru"), "{said}");
    assert_eq!(said, String::from_utf8_lossy(&apart.stderr));
}

#[test]
fn a_large_cache_is_no_slower_for_having_many_ways() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("hostile.din");
    // Each block once, so that searching sets of a million ways would take minutes.
    let line = |at: u32| format!("{} {:x}\n", at % 2, at.wrapping_mul(0x9e37_79b4));
    fs::write(&file, (0..200_000).map(line).collect::<String>()).expect("a file can be written");
    for policy in ["lru", "fifo", "random", "opt"] {
        let words = format!("--cache 262144x1:full:{policy} --expect 'compulsory>199000'");
        let output = run(&format!("jetan run {} {words}", file.display()));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{policy}: {said}");
    }
}

#[test]
fn a_window_behind_the_end_says_so() {
    let output = run("jetan run testdata/tools/programs/nested.asm --pipeline id=9000..9010");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("the run ended before the window"), "{said}");
}

#[test]
fn traces_go_out_and_come_in() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let trace = folder.path().join("run.din");
    let name = trace.display();
    let program = "testdata/tools/programs/conflict.asm";
    assert!(run(&format!("jetan run {program} --din {name}")).status.success());
    let json = |command: &str| {
        let output = run(command);
        assert!(output.status.success(), "{command}");
        let said: serde_json::Value =
            serde_json::from_slice(&output.stderr).expect("one object on standard error");
        said.get("tools").cloned().unwrap_or(said)["caches"][0]["levels"][0]["misses"].clone()
    };
    let live = json(&format!("jetan run {program} --cache 8x4 --json"));
    let replayed = json(&format!("jetan run {name} --cache 8x4 --json"));
    assert_eq!((&live, &replayed), (&328.into(), &328.into()));
    for (text, message) in [("7 10\n", "line 1"), ("0 xyz\n", "hexadecimal"), ("0", "missing")] {
        fs::write(&trace, text).expect("a file can be written");
        let output = run(&format!("jetan run {name} --cache 8x4"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(66) && said.contains(message), "{text}: {said}");
    }
    fs::write(&trace, "0".repeat(1 << 20)).expect("a file can be written");
    assert_eq!(run(&format!("jetan run {name} --cache 8x4")).status.code(), Some(66));
}
