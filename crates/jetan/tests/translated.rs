//! Programs that mean harm to the translator: `--engine jit` ends like the interpreter, within
//! bounds that the system enforces on memory, processor time and stack.

#![cfg(all(unix, feature = "jit"))]

#[path = "support/bounds.rs"]
mod bounds;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// 256 MB, for the process with all that it maps.
const ADDRESS_SPACE_KIB: u32 = 256_000_000 / 1024;
/// Far more than any of them takes, and far less than translating everything would.
const CPU_SECONDS: u32 = 20;

/// What every program runs with, unless it says otherwise. Little memory of its own: the replay
/// that explains an ending takes several times as much again outside a sandbox.
const LIMITS: &[[&str; 2]] = &[
    ["--max-steps", "3000000"],
    ["--max-output", "1M"],
    ["--max-memory", "12M"],
    ["--time-limit", "60"],
    ["--clock", "virtual"],
];

struct End {
    code: Option<i32>,
    stderr: String,
}

/// Runs a program in a folder of its own, after some words for a shell.
fn run(before: &str, path: &Path, args: &[&str], stdin: &str) -> End {
    let folder = TempDir::new().expect("a folder can be made");
    let input = folder.path().join(".stdin");
    fs::write(&input, stdin).expect("a file can be written");
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{before} exec \"$@\"")).arg("sh");
    command.arg(env!("CARGO_BIN_EXE_jetan")).arg("run").arg(path).args(args);
    command.args(["--engine", "jit"]).current_dir(folder.path());
    for limit in LIMITS.iter().filter(|limit| !args.contains(&limit[0])) {
        command.args(limit);
    }
    let input = fs::File::open(&input).expect("the input is there");
    command.stdin(input).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().expect("a shell is there");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    End { code: output.status.code(), stderr }
}

/// What is wrong with a program's verdict.
fn check(before: &str, path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program is readable");
    let said = |key: &str| {
        let mut remarks = text.lines().map_while(|line| line.strip_prefix("# "));
        remarks.find_map(|remark| remark.strip_prefix(key)).unwrap_or_default().to_owned()
    };
    let args = said("args: ");
    let args: Vec<&str> = args.split_whitespace().collect();
    let end = run(before, path, &args, &said("stdin: ").replace("\\n", "\n"));
    let exit = said("exit: ").parse().ok();
    let is_right = end.code == exit && end.stderr.contains(&said("says: "));
    let is_sane = !end.stderr.contains("a bug in Jetan");
    let name = path.file_name().unwrap_or_default().display();
    (!is_right || !is_sane).then(|| format!("{name}: {:?}, not {exit:?}: {}", end.code, end.stderr))
}

#[test]
fn hostile_programs_are_translated_in_256_megabytes() {
    let Some(before) = bounds::bounds(ADDRESS_SPACE_KIB, Some(CPU_SECONDS)) else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/hostile");
    let entries = fs::read_dir(folder).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    programs.sort();
    assert!(programs.len() > 70, "{}", programs.len());
    let problems: Vec<String> = thread::scope(|scope| {
        let half = programs.len().div_ceil(2);
        let checks: Vec<_> = programs
            .chunks(half)
            .map(|some| scope.spawn(|| some.iter().filter_map(|it| check(&before, it)).collect()))
            .collect();
        let join = |check: thread::ScopedJoinHandle<'_, Vec<String>>| {
            check.join().expect("a check does not panic")
        };
        checks.into_iter().flat_map(join).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Procedures each of which could call two others, and a main program that calls them all.
fn procedures(count: usize) -> String {
    let mut text = "main:\n".to_owned();
    for number in 0..count {
        let _ = writeln!(text, "jal p{number}");
    }
    text += "li $v0, 10\nsyscall\n";
    for number in 0..count {
        let (one, other) = ((number + 1) % count, (number + 7) % count);
        let _ = writeln!(text, "p{number}: bnez $zero, q{number}\njr $ra");
        let _ = writeln!(text, "q{number}: jal p{one}\njal p{other}\njr $ra");
    }
    text
}

/// Procedures each of which calls the next.
fn chain(count: usize) -> String {
    let mut text = "main: jal p0\nli $v0, 10\nsyscall\n".to_owned();
    for number in 0..count {
        let next = number + 1;
        let _ = writeln!(text, "p{number}: addi $sp, $sp, -4\nsw $ra, 0($sp)\njal p{next}");
        text += "lw $ra, 0($sp)\naddi $sp, $sp, 4\njr $ra\n";
    }
    let _ = writeln!(text, "p{count}: jr $ra");
    text
}

/// Instructions that are executed once.
fn line(count: usize) -> String {
    format!("main: {}li $v0, 10\nsyscall\n", "xor $t1, $t0, $t2\n".repeat(count))
}

#[test]
fn code_that_is_costly_to_translate_is_interpreted() {
    let Some(before) = bounds::bounds(2 * ADDRESS_SPACE_KIB, Some(CPU_SECONDS)) else { return };
    let folder = TempDir::new().expect("a folder can be made");
    for (name, text) in
        [("procedures", procedures(800)), ("chain", chain(800)), ("line", line(200_000))]
    {
        let path = folder.path().join(format!("{name}.asm"));
        fs::write(&path, text).expect("a file can be written");
        let end = run(&before, &path, &["--engine-stats"], "");
        assert_eq!(end.code, Some(0), "{name}: {}", end.stderr);
        let spent = "the budget for translating ahead was spent";
        assert!(end.stderr.contains(spent), "{name}: {}", end.stderr);
    }
}

#[test]
fn deep_recursion_needs_no_large_stack_of_the_host() {
    let text = "main: li $a0, 100000\njal f\nli $v0, 10\nsyscall\n\
                f: addi $sp, $sp, -8\nsw $ra, 0($sp)\nsw $a0, 4($sp)\nbeqz $a0, done\n\
                addi $a0, $a0, -1\njal f\n\
                done: lw $ra, 0($sp)\nlw $a0, 4($sp)\naddi $sp, $sp, 8\njr $ra\n";
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("deep.asm");
    fs::write(&path, text).expect("a file can be written");
    for kib in [64, 128, 256, 1024] {
        let end = run(&format!("ulimit -s {kib} &&"), &path, &[], "");
        assert_eq!(end.code, Some(0), "{kib} KiB: {}", end.stderr);
    }
}
