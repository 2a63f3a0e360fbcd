//! What goes wrong around a grading is said, and everything else is graded: odd submissions,
//! rubrics that are none, archives that cannot be written, kernels that cannot confine.

#[path = "support/class.rs"]
mod class;
#[path = "support/disk.rs"]
mod disk;
#[path = "support/skip.rs"]
mod skip;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use class::{finished, grade, jetan, reports, text};
use disk::SmallDisk;
use skip::skipped;

/// One call that adds numbers, and one run.
const RUBRIC: &str = "\
title = \"t\"
[limits]
instructions = 100_000
[[criterion]]
name = \"c\"
points = 1
[[criterion.call]]
procedure = \"sum\"
registers = { a0 = 1, a1 = 2 }
expect = { v0 = 3 }
";

const RIGHT: &str = "main: li $v0, 10\nsyscall\nsum: add $v0, $a0, $a1\njr $ra\n";

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, bytes).expect("it can be written");
}

#[test]
fn the_only_source_stands_in_for_a_file_of_another_name_and_a_name_that_nobody_has_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str, bytes: &[u8]| write(folder.path(), &format!("class/{name}"), bytes);
    let named = |file: &str| RUBRIC.replacen('\n', &format!("\nfiles = [\"{file}\"]\n"), 1);
    write(folder.path(), "rubric.toml", named("sum.asm"));
    at("ann/sum.asm", RIGHT.as_bytes());
    at("ben/Lab3_final(2).asm", RIGHT.as_bytes());
    at("cleo/one.asm", RIGHT.as_bytes());
    at("cleo/two.asm", RIGHT.as_bytes());
    let run = |code| {
        let words = ["grade", "rubric.toml", "class", "--json"];
        finished(jetan(&words).current_dir(folder.path()), code)
    };
    let json: serde_json::Value = serde_json::from_slice(&run(0).stdout).expect("it is JSON");
    let [ann, ben, cleo] = [0, 1, 2].map(|at| json["submissions"][at].clone());
    assert_eq!(
        (&ann["points"], &ben["points"], &cleo["points"]),
        (&100.into(), &100.into(), &0.into())
    );
    let said = ben["refused"].to_string();
    assert!(said.contains("Lab3_final(2).asm, the only source, was taken for it"), "{said}");
    assert_eq!(ann["refused"], serde_json::json!([]));
    // Nobody has it, and nobody has only one source.
    fs::remove_dir_all(folder.path().join("class/ann")).expect("it was made");
    fs::remove_dir_all(folder.path().join("class/ben")).expect("it was made");
    at("dan/one.asm", RIGHT.as_bytes());
    at("dan/two.asm", RIGHT.as_bytes());
    let refused = run(66);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("none of the 2 submissions has sum.asm"), "{said}");
}

#[test]
fn submissions_of_every_odd_kind_are_said_and_the_others_graded() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str, bytes: &[u8]| write(folder.path(), &format!("class/{name}"), bytes);
    write(folder.path(), "rubric.toml", RUBRIC);
    at("aa-right/main.asm", RIGHT.as_bytes());
    at("binary/main.asm", &(0..=255).cycle().take(5000).collect::<Vec<u8>>());
    at("doubling/main.asm", "m: .macro\nm\nm\n.end_macro\nm\n".as_bytes());
    at("elf/main.asm", b"\x7fELF\x02\x01\x01\0\0\0\0\0");
    at("empty/main.asm", b"");
    fs::create_dir(folder.path().join("class/folder")).expect("a folder");
    at("gigantic/main.asm", "nop\n".repeat(300_000).as_bytes());
    let many = format!("{}{RIGHT}", "# a line of no use at all\n".repeat(39_000));
    at("long/main.asm", many.as_bytes());
    at("only-text/README.md", b"I was ill.");
    at("risc-v/main.asm", b".globl main\nmain:\n  addi a0, zero, 1\n  li a7, 10\n  ecall\n");
    at("spim/main.asm", b"\t.text\n\t.globl main\nmain:\tli $v0, 10\n\tsyscall\n");
    let wide: Vec<u8> = RIGHT.encode_utf16().flat_map(u16::to_le_bytes).collect();
    at("utf-16/main.asm", &[&[0xff, 0xfe][..], &wide].concat());
    at("windows/main.asm", RIGHT.replace('\n', "\r\n").as_bytes());
    at("x86/main.asm", b"global _start\n_start: mov eax, 60\n xor edi, edi\n syscall\n");
    at("zip-of-nothing.zip", b"PK\x05\x06");
    at("zz-right/main.asm", RIGHT.as_bytes());
    let output =
        finished(jetan(&["grade", "rubric.toml", "class", "--json"]).current_dir(folder.path()), 0);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let all = json["submissions"].as_array().expect("a list");
    let said = |name: &str| {
        let one = all.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        (
            one["points"].as_u64().expect("a number"),
            format!("{} {}", one["problem"], one["refused"]),
        )
    };
    assert_eq!(all.len(), 16);
    for name in ["aa-right", "long", "windows", "zz-right"] {
        assert_eq!(said(name).0, 100, "{name}: {:?}", said(name));
    }
    for (name, words) in [
        ("binary", "it cannot be assembled"),
        ("doubling", "it cannot be assembled"),
        ("elf", "it cannot be assembled"),
        ("empty", "there is no instruction"),
        ("folder", "there is no"),
        ("gigantic", "main.asm was not read"),
        ("only-text", "there is no"),
        ("risc-v", "it cannot be assembled"),
        ("utf-16", "it cannot be assembled"),
        ("x86", "it cannot be assembled"),
        ("zip-of-nothing", "was not read"),
    ] {
        let (points, why) = said(name);
        assert!(points == 0 && why.contains(words), "{name}: {why}");
    }
    assert_eq!(said("spim").0, 0, "it assembles, and has no procedure");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_among_submissions_are_not_read() {
    let folder = TempDir::new().expect("a folder");
    let class = folder.path().join("class");
    write(folder.path(), "rubric.toml", RUBRIC);
    write(folder.path(), "class/right/main.asm", RIGHT);
    for name in ["pipe", "device"] {
        fs::create_dir(class.join(name)).expect("a folder");
    }
    for pipe in ["pipe/main.asm", "single.asm"] {
        let made = Command::new("mkfifo").arg(class.join(pipe)).status().expect("there is mkfifo");
        assert!(made.success());
    }
    for link in ["device/main.asm", "zero.asm"] {
        std::os::unix::fs::symlink("/dev/zero", class.join(link)).expect("a link");
    }
    for words in [&["grade", "rubric.toml", "class"][..], &["similar", "class"]] {
        let output = finished(jetan(words).current_dir(folder.path()), 0);
        let said = text(&output.stdout);
        assert!(said.contains("5 submissions"), "{said}");
        for name in ["pipe", "device", "single", "zero"] {
            let is_told = said.contains(&format!("{name}: there is no source"))
                || said.contains(&format!("{name} has no source"));
            assert!(is_told, "{name}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_reported_like_a_full_disk() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "rubric.toml", RUBRIC);
    for number in 0..20 {
        write(folder.path(), &format!("class/s{number}/main.asm"), RIGHT);
    }
    let script = "ulimit -f 1 && exec \"$0\" grade rubric.toml class --out out --report html";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_jetan")]).current_dir(folder.path());
    let output = finished(command.stdin(Stdio::null()), 66);
    assert!(text(&output.stdout).contains("20 submissions"), "the table is there");
    assert!(text(&output.stderr).contains("file too large"), "{}", text(&output.stderr));
}

#[test]
fn regular_expressions_cannot_take_time_or_memory_without_end() {
    let folder = TempDir::new().expect("a folder");
    // A hundred thousand times `a`, and something else at the end.
    let program = "main: li $s0, 100000\nli $v0, 11\nli $a0, 'a'\nmore: syscall\n\
                   addi $s0, $s0, -1\nbnez $s0, more\nli $a0, 'b'\nsyscall\nli $v0, 10\nsyscall\n";
    write(folder.path(), "class/ann.asm", program);
    let rubric = |pattern: &str| {
        format!(
            "title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 1\n[[criterion.io]]\n\
             compare = \"regex\"\noutput = '{pattern}'\n"
        )
    };
    write(folder.path(), "slow.toml", rubric("^(a+)+$"));
    write(folder.path(), "large.toml", rubric("((a{1000}){1000}){1000}"));
    let run = |words: &[&str], code| finished(jetan(words).current_dir(folder.path()), code);
    let output = run(&["grade", "slow.toml", "class"], 0);
    assert!(text(&output.stdout).contains("ann"), "{}", text(&output.stdout));
    let output = run(&["grade", "large.toml", "class"], 1);
    assert!(text(&output.stderr).contains("this is not a regular expression"));
    run(&["grade", "slow.toml", "class", "--name", "((a{1000}){1000}){1000}"], 64);
}

#[test]
fn rubrics_that_are_none_are_refused_with_the_reason() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "class/ann.asm", RIGHT);
    write(folder.path(), "empty.toml", "");
    write(folder.path(), "binary.toml", [0, 159, 146, 150]);
    write(folder.path(), "large.toml", "#".repeat(5 << 20));
    write(folder.path(), "pack.toml", format!("pack = \"none-such\"\n{RUBRIC}"));
    write(folder.path(), "bitmap.toml", format!("bitmap = \"7\"\n{RUBRIC}"));
    write(folder.path(), "torn.toml", &RUBRIC[..RUBRIC.len() - 4]);
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    for (name, code, said) in [
        ("missing.toml", 66, "missing.toml"),
        ("folder", 66, "folder"),
        ("empty.toml", 1, "title"),
        ("binary.toml", 66, "UTF-8"),
        ("large.toml", 66, "large.toml"),
        ("pack.toml", 66, "none-such"),
        ("bitmap.toml", 1, "bitmap in the rubric"),
        ("torn.toml", 1, "error"),
    ] {
        let mut command = jetan(&["grade", name, "class"]);
        let output = command.current_dir(folder.path()).output().expect("it starts");
        let why = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{name}: {why}");
        assert!(why.contains(said) && output.stdout.is_empty(), "{name}: {why}");
    }
}

#[test]
fn the_journal_of_a_killed_worker_counts_as_far_as_it_goes() {
    let folder = TempDir::new().expect("a folder");
    let journal = |name: &str| folder.path().join(name).join("journal.jsonl");
    for shard in ["1/2", "2/2"] {
        grade(&folder.path().join(&shard[..1]), &["--shard", shard, "--jobs", "1"]);
    }
    let lines = text(&fs::read(journal("2")).expect("it is there"));
    let last = lines.trim_end().rfind('\n').expect("it has lines");
    fs::write(journal("2"), &lines[..last + 100]).expect("it can be written");
    let words = ["grade", "merge", "rubric.toml"].map(str::to_owned);
    let journals = ["1", "2"].map(|name| journal(name).display().to_string());
    let words: Vec<&str> = words.iter().chain(&journals).map(String::as_str).collect();
    let output = finished(&mut jetan(&words), 1);
    assert_eq!(text(&output.stderr), "jetan: vic-syntax is in no journal\n");
    assert!(text(&output.stdout).contains("22 submissions"));
    // The same shard again grades what is missing, and then it is whole.
    grade(&folder.path().join("2"), &["--shard", "2/2"]);
    assert!(text(&finished(&mut jetan(&words), 0).stdout).contains("23 submissions"));
}

#[test]
fn reports_are_not_written_over_submissions() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "rubric.toml", RUBRIC);
    write(folder.path(), "class/ann/journal.jsonl", "mine");
    write(folder.path(), "class/ann/main.asm", RIGHT);
    let before = reports(folder.path());
    let words = ["grade", "rubric.toml", "class", "--out", "class/ann", "--report", "json"];
    let output = finished(jetan(&words).current_dir(folder.path()), 64);
    assert!(text(&output.stderr).contains("one of the sources"), "{}", text(&output.stderr));
    let kept = fs::read_to_string(folder.path().join("class/ann/journal.jsonl"));
    assert_eq!(kept.expect("it is there"), "mine");
    assert_eq!(reports(folder.path()), before);
}

/// The class's rubric with what it needs, in a folder that may be written to.
#[cfg(unix)]
fn copied(folder: &Path) {
    let class = class::class();
    for name in reports(&class.join("cases")).keys() {
        let bytes = fs::read(class.join("cases").join(name)).expect("it is there");
        write(folder, &format!("cases/{name}"), bytes);
    }
    write(folder, "rubric.toml", fs::read(class.join("rubric.toml")).expect("it is there"));
}

#[test]
#[cfg(unix)]
fn an_archive_spares_its_sources_and_keeps_the_mode_of_what_it_replaces() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = TempDir::new().expect("a folder");
    copied(folder.path());
    let before = reports(folder.path());
    symlink("rubric.toml", folder.path().join("link.zip")).expect("a link");
    let bundle = |rubric: &str, out: &str, code| {
        let words = ["grade", "bundle", rubric, "--for", "domjudge", "--partial", "--out", out];
        text(&finished(jetan(&words).current_dir(folder.path()), code).stderr)
    };
    for (rubric, out) in [
        ("rubric.toml", "rubric.toml"),
        ("rubric.toml", "./cases/../rubric.toml"),
        ("rubric.toml", "cases/handout.in"),
        (".", "rubric.toml"),
        (".", "cases/one.out"),
        ("rubric.toml", "link.zip"),
    ] {
        let said = bundle(rubric, out, 64);
        assert!(said.contains("this is one of the sources, and stays as it is"), "{out}: {said}");
    }
    fs::remove_file(folder.path().join("link.zip")).expect("it is there");
    assert_eq!(reports(folder.path()), before);

    let out = folder.path().join("out.zip");
    write(folder.path(), "out.zip", "an older one");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).expect("it is ours");
    bundle("rubric.toml", "out.zip", 0);
    let mode = fs::metadata(&out).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(fs::read(&out).expect("it is there").starts_with(b"PK"));
    // Where nothing can be written, nothing is left behind.
    bundle("rubric.toml", "no/such/folder.zip", 66);
    assert_eq!(reports(folder.path()).len(), before.len() + 1);
}

#[test]
fn an_archive_that_does_not_fit_leaves_the_old_one() {
    let Some(disk) = SmallDisk::new(64) else {
        skipped("an archive on a full disk", "nothing can be mounted here");
        return;
    };
    let out = disk.path().join("out.zip");
    fs::write(&out, "an older one").expect("it can be written");
    let name = out.display().to_string();
    let words = ["grade", "bundle", "rubric.toml", "--for", "gradescope", "--out", &name];
    let output = finished(&mut jetan(&words), 66);
    assert!(text(&output.stderr).contains("out.zip"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&out).expect("it is there"), "an older one");
    assert_eq!(fs::read_dir(disk.path()).expect("it can be listed").count(), 1);
}

/// Starts a command in a system whose kernel answers as one without Landlock does.
#[cfg(target_os = "linux")]
const WITHOUT_LANDLOCK: &str = r"
import ctypes, os, platform, struct, sys
numbers = {'x86_64': 0xc000003e, 'aarch64': 0xc00000b7}
arch = numbers.get(platform.machine())
if arch is None:
    sys.exit(99)
def op(code, jt, jf, k):
    return struct.pack('HBBI', code, jt, jf, k)
# landlock_create_ruleset is 444 everywhere; 38 is ENOSYS.
program = [op(0x20, 0, 0, 0), op(0x15, 0, 1, 444), op(0x06, 0, 0, 0x00050000 | 38),
           op(0x06, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b''.join(program))
filter = ctypes.create_string_buffer(struct.pack('HxxxxxxP', len(program), ctypes.addressof(code)))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(filter), 0, 0):
    sys.exit(99)
os.execv(sys.argv[1], sys.argv[1:])
";

#[test]
#[cfg(target_os = "linux")]
fn a_kernel_that_cannot_confine_is_said_and_the_class_is_graded() {
    let own = env!("CARGO_BIN_EXE_jetan");
    let mut command = Command::new("python3");
    command.args(["-c", WITHOUT_LANDLOCK, own, "grade", "rubric.toml", "submissions"]);
    let output = command.current_dir(class::class()).output();
    let Some(output) = output.ok().filter(|output| output.status.code() != Some(99)) else {
        skipped("grading without Landlock", "there is no Python, or no seccomp");
        return;
    };
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = "jetan: this kernel has no Landlock, so only the emulated machine confines\n";
    assert_eq!(text(&output.stderr), said);
    let plain = finished(&mut jetan(&["grade", "rubric.toml", "submissions"]), 0);
    assert_eq!(output.stdout, plain.stdout);
}
