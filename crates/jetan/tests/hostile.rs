//! Hostile programs (`testdata/hostile`) and random ones: each ends with a verdict.
//!
//! The comments at the top of a program say how it is run and what comes of it: `args` for flags
//! besides the usual limits, `stdin`, the code to `exit` with, a word that Jetan `says`, and the
//! only system that the program is `on`.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// What every program runs with, unless it says otherwise.
const LIMITS: &[[&str; 2]] = &[
    ["--max-steps", "3000000"],
    ["--max-output", "1M"],
    ["--max-memory", "64M"],
    ["--time-limit", "60"],
    ["--clock", "virtual"],
];

/// Nothing takes as long; what does hangs.
const HANGS: Duration = Duration::from_mins(2);

/// The number of random programs, and their seed.
const RANDOM_PROGRAMS: u64 = 200;
const SEED: u64 = 0x006a_6574_616e;

/// Makes code out of the words that follow, and runs it.
const COPY: &str = "
        .text
main:   la $t0, words
        li $t1, 0x00500000
        li $t2, 64
copy:   lw $t3, 0($t0)
        sw $t3, 0($t1)
        addiu $t0, $t0, 4
        addiu $t1, $t1, 4
        addiu $t2, $t2, -1
        bnez $t2, copy
        nop
        li $t1, 0x00500000
        jr $t1
        nop
        .data
words:
";

#[test]
fn hostile_programs_get_their_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/hostile");
    let entries = fs::read_dir(folder).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    programs.sort();
    assert!(programs.len() > 70, "{}", programs.len());
    let problems: Vec<String> = thread::scope(|scope| {
        let share = programs.len().div_ceil(4);
        let checks: Vec<_> = programs
            .chunks(share)
            .map(|some| scope.spawn(|| some.iter().filter_map(|path| check(path)).collect()))
            .collect();
        let join = |check: thread::ScopedJoinHandle<'_, Vec<String>>| {
            check.join().expect("a check does not panic")
        };
        checks.into_iter().flat_map(join).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn programs_by_chance_do_no_harm() {
    let mut random = SEED;
    for number in 0..RANDOM_PROGRAMS {
        let mut source = COPY.to_owned();
        for _ in 0..64 {
            writeln!(source, ".word {:#010x}", word(&mut random)).expect("a string takes all");
        }
        let folder = TempDir::new().expect("a folder can be made");
        let path = folder.path().join("main.asm");
        fs::write(&path, &source).expect("a file can be written");
        let mut args = vec!["--self-modifying", "--max-steps", "20000"];
        if number % 2 == 1 {
            args.push("--delayed-branching");
        }
        let end = run(&path, &args, b"1\nx\n");
        let is_run = end.code != Some(1) || !end.stderr.contains("[E0");
        assert!(
            is_run && end.is_sane(),
            "{SEED}, {number}: {:?} {}\n{source}",
            end.code,
            end.stderr
        );
    }
}

/// Each exception takes as long as hundreds of instructions, also when the run is replayed.
#[test]
fn the_explanation_of_many_exceptions_stops_and_says_so() {
    let source = "main: li $t0, 0x7fffffff\nagain: add $t1, $t0, $t0\nj again\n\
                  .ktext 0x80000180\nmfc0 $k0, $14\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\n";
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("main.asm");
    fs::write(&path, source).expect("a file can be written");
    let end = run(&path, &["--max-steps", "20000000"], b"");
    assert_eq!(end.code, Some(3), "{}", end.stderr);
    assert!(end.stderr.contains("stopped looking after"), "{}", end.stderr);
    let end = run(&path, &["--max-steps", "20000"], b"");
    assert!(!end.stderr.contains("stopped looking after"), "{}", end.stderr);
}

/// The same questions, asked in the debugger: what they take is counted there, too.
#[test]
fn what_a_debugger_finds_out_has_a_budget_and_says_when_it_is_spent() {
    let source = "main: li $t0, 0x7fffffff\nli $s0, 600000\nagain: add $t1, $t0, $t0\n\
                  addi $s0, $s0, -1\nbgtz $s0, again\nlw $t2, 1($zero)\n\
                  .ktext 0x80000180\nmfc0 $k0, $14\nmfc0 $k1, $13\nandi $k1, $k1, 0x7c\n\
                  bne $k1, 0x30, stuck\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\nstuck: j stuck\n";
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("main.asm");
    fs::write(&path, source).expect("a file can be written");
    let script = folder.path().join("script");
    fs::write(&script, "goto 6000000\nexplain\nwhy $t0\nquit\n").expect("a file");
    let output = Command::new("sh")
        .args(["-c", "ulimit -t 60; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_jetan")])
        .args(["debug", "--script"])
        .arg(&script)
        .arg(&path)
        .output()
        .expect("the command starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("stopped looking after").count(), 2, "{said}");
}

/// A program that is hard to explain: flags, source, commands, and lines that the answers have.
type HardCase = (&'static [&'static str], String, &'static str, &'static [&'static str]);

fn hard_cases() -> [HardCase; 6] {
    let long = "main: li $s0, 3\nli $t0, 333333333\nagain: addi $t1, $t1, 1\naddi $t0, $t0, -1\n\
                bnez $t0, again\nlw $t2, 0($s0)\nli $v0, 10\nsyscall\n";
    let deep = "main: li $a0, 1000000\njal down\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\n\
                syscall\ndown: addi $sp, $sp, -4\nsw $ra, 0($sp)\nbeqz $a0, end\n\
                addi $a0, $a0, -1\njal down\naddi $v0, $v0, 1\nend: lw $ra, 0($sp)\n\
                addi $sp, $sp, 4\njr $ra\n";
    let mut nested = ".macro m0 (%r)\nlw $t0, 1(%r)\n.end_macro\n".to_owned();
    for idx in 1..64 {
        let _ = write!(nested, ".macro m{idx} (%r)\nm{} (%r)\n.end_macro\n", idx - 1);
    }
    nested += "main: la $s3, word\nm63 ($s3)\n.data\nword: .word 1\n";
    let patched = "main: la $t0, patch\nlw $t1, new\nsw $t1, 0($t0)\npatch: li $a0, 1\n\
                   li $v0, 1\nsyscall\nli $v0, 10\nsyscall\n.data\nnew: .word 0x24040007\n";
    let slots = "main: li $t0, 1\nbnez $t0, one\nb two\nli $a0, 0\none: li $a0, 1\nb show\nnop\n\
                 two: li $a0, 2\nshow: li $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
    let slot = "main: li $t0, 1\nbnez $t0, one\nli $t1, 5\nli $a0, 0\none: addi $a0, $t1, 1\n\
                li $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
    let delayed = &["--delayed-branching"][..];
    [
        (
            &[],
            long.to_owned(),
            "why $s0\nwhy not line 7",
            &[
                "$s0 = 3 (0x3), not looked for any further",
                "stopped looking after",
                "100,000,000 instructions: the program ended in line 6",
            ],
        ),
        (
            &[],
            deep.to_owned(),
            "why output\nwhy line 13",
            &["$a0 = 1000000 (0xf4240)", "line 13 was executed since"],
        ),
        (
            &[],
            nested,
            "bt\nexplain",
            &[
                "in this call `%r` is `$s3`, which holds 0x10010000",
                "note: and so on, 60 more times",
                "note: in this call of macro `m63`",
            ],
        ),
        (
            &["--self-modifying"],
            patched.to_owned(),
            "why output",
            &[
                "$a0 = 7 (0x7)",
                "the program has overwritten line 4: it is `addiu $a0, $zero, 7` now",
            ],
        ),
        (delayed, slots.to_owned(), "why output\nwhy not line 7", &["$a0 = "]),
        (
            delayed,
            slot.to_owned(),
            "why line 5\nwhy line 3\nwhy not line 4",
            &[
                "line 3 was executed since",
                "line 4 was never executed: `bnez $t0, one` in line 2 was taken every time (once)",
            ],
        ),
    ]
}

/// A thousand million steps, a million calls, macros in macros, code that is overwritten, branches
/// in delay slots: what is asked is answered, or the answer says what was given up.
#[test]
fn questions_about_hard_programs_are_answered_within_bounds() {
    let folder = TempDir::new().expect("a folder can be made");
    let (path, script) = (folder.path().join("main.asm"), folder.path().join("script"));
    for (flags, source, commands, expected) in hard_cases() {
        fs::write(&path, &source).expect("a file can be written");
        fs::write(&script, format!("continue\n{commands}\nquit\n")).expect("a file");
        let output = Command::new("sh")
            .args(["-c", "ulimit -t 60; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_jetan")])
            .arg("debug")
            .args(flags)
            .arg("--script")
            .args([&script, &path])
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
        for line in expected {
            assert!(said.contains(line), "{line}:\n{said}");
        }
        let checked = run(&path, &[flags, &["--coverage", "--max-steps", "2000000"]].concat(), b"");
        assert!(matches!(checked.code, Some(0 | 2 | 3)), "{}", checked.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_script_without_commands_is_one() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("main.asm");
    fs::write(&path, "main: li $v0, 10\nsyscall\n").expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    let output = command.args(["debug", "--script", "/dev/null"]).arg(&path).output();
    let output = output.expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// A program that fills its memory and fails has it once more while it is explained, if at all.
#[cfg(target_os = "linux")]
#[test]
fn the_explanation_of_a_program_that_fills_its_memory_has_a_bound() {
    let source = "main: li $t0, 0x10040000\nli $t1, %BYTES%\nadd $t1, $t0, $t1\nli $a0, %BYTES%\n\
                  li $v0, 9\nsyscall\nnext: sw $t0, 0($t0)\naddi $t0, $t0, 4096\n\
                  blt $t0, $t1, next\nlw $t2, 1($zero)\n";
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("main.asm");
    // Bytes that the program fills, kilobytes that do, and whether it is looked at again.
    let rows = [(600_u32 << 20, "1100000", false), (100 << 20, "900000", true)];
    for (bytes, kilobytes, is_seen) in rows {
        fs::write(&path, source.replace("%BYTES%", &bytes.to_string())).expect("a file");
        let limits = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &limits, env!("CARGO_BIN_EXE_jetan"), "run"])
            .args(["--engine", "interp", "--max-memory", "1000M"])
            .arg(&path)
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let refused = said.contains("too much memory to be looked at again");
        assert_eq!(refused, !is_seen, "{said}");
    }
}

/// What is wrong with a program's verdict.
fn check(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("the program is readable");
    let said = |key: &str| {
        let mut remarks = text.lines().map_while(|line| line.strip_prefix("# "));
        remarks.find_map(|remark| remark.strip_prefix(key)).unwrap_or_default().to_owned()
    };
    if cfg!(windows) && said("on: ") == "unix" {
        return None;
    }
    let args = said("args: ");
    let args: Vec<&str> = args.split_whitespace().collect();
    let end = run(path, &args, said("stdin: ").replace("\\n", "\n").as_bytes());
    let exit = said("exit: ").parse().ok();
    let is_right = end.is_sane() && end.code == exit && end.stderr.contains(&said("says: "));
    let name = path.file_name().unwrap_or_default().display();
    (!is_right).then(|| format!("{name}: {:?}, not {exit:?}: {}", end.code, end.stderr))
}

/// How a run ended; without a code if it was killed.
struct End {
    code: Option<i32>,
    stderr: String,
}

impl End {
    fn is_sane(&self) -> bool {
        self.code.is_some_and(|code| code != 101) && !self.stderr.contains("a bug in Jetan")
    }
}

/// Runs a program in a folder of its own.
fn run(path: &Path, args: &[&str], stdin: &[u8]) -> End {
    let folder = TempDir::new().expect("a folder can be made");
    let input = folder.path().join(".stdin");
    let errors = folder.path().join(".stderr");
    fs::write(&input, stdin).expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.arg("run").arg(path).args(args).current_dir(folder.path());
    for limit in LIMITS.iter().filter(|limit| !args.contains(&limit[0])) {
        command.args(limit);
    }
    let mut child = command
        .stdin(File::open(&input).expect("the input is there"))
        .stdout(Stdio::null())
        .stderr(File::create(&errors).expect("a file can be made"))
        .spawn()
        .expect("the command starts");
    let started = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().expect("the command is there") {
            break status.code();
        }
        if started.elapsed() > HANGS {
            child.kill().expect("the command can be killed");
            child.wait().expect("the command ends");
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let stderr = fs::read(&errors).expect("the errors are there");
    End { code, stderr: String::from_utf8_lossy(&stderr).into_owned() }
}

/// A random word: any, or one that looks like an instruction.
fn word(random: &mut u64) -> u32 {
    let bits = next(random);
    let word = bits as u32;
    match bits >> 60 {
        0..4 => word,
        4..8 => word & 0x03ff_ffff,
        8..14 => word & 0x03ff_ffff | [0x08, 0x09, 0x0d, 0x23, 0x2b, 0x05][bits as usize % 6] << 26,
        14 => 0x0000_000c,
        _ => 0x2402_0000 | word & 0x3f,
    }
}

/// `SplitMix64`.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
