//! The time that a class takes: a thousand submissions graded, and a thousand compared.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use jetan_games::rng::Rng;

use super::measure::{BenchSetup, say};
use crate::root;
use crate::step::{StepLog, cargo};

/// Submissions of each class.
const SUBMISSIONS: usize = 1000;
/// Lines of a submission that is compared.
const LINES: usize = 1000;
/// Lines of a procedure of such a submission, and how many others have a shared one.
const PROCEDURE_LINES: usize = 40;
const SHARED_BY: usize = 60;
/// Clock ticks of a second, as `/proc` counts.
const TICKS_PER_SECOND: f64 = 100.0;
/// Time between two looks at a process.
const PROCESS_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Measures and prints a table. `JETAN` names another build to be measured.
pub(super) fn run(steps: &mut StepLog) -> Result<()> {
    let mut place = BenchSetup::new()?;
    match std::env::var_os("JETAN") {
        Some(jetan) => place.jetan = PathBuf::from(jetan),
        None => steps.command("build", &mut cargo(&["build", "--release", "-p", "jetan"]))?,
    }
    let graded = place.folder.join("class");
    let compared = place.folder.join("sources");
    steps.take("make the classes", || {
        make_sudokus(&graded)?;
        make_sources(&compared, 0).and_then(|()| make_sources(&shared(&compared), SHARED_BY))
    })?;
    steps.take("measure", || measure(&place, &graded, &compared))
}

fn shared(compared: &Path) -> PathBuf {
    compared.with_extension("shared")
}

fn measure(place: &BenchSetup, graded: &Path, compared: &Path) -> Result<()> {
    say("| what | wall s | CPU s | memory MB | load before |");
    say("|---|---|---|---|---|");
    let run = |what: &str, words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        // Figures from a busy machine mean little, so the table says how busy it was.
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or("?").to_owned();
        let used = used(&place.jetan, &words)?;
        let ProcessUsage { wall, cpu, megabytes } = used;
        say(&format!("| {what} | {wall:.1} | {cpu:.1} | {megabytes:.0} | {load} |"));
        Ok::<f64, anyhow::Error>(used.cpu)
    };
    let rubric = graded.with_extension("toml").display().to_string();
    let class = graded.display().to_string();
    let one = run("`grade --jobs 1`", &["grade", &rubric, &class, "--jobs", "1"])?;
    let two = run("`grade --jobs 2`", &["grade", &rubric, &class, "--jobs", "2"])?;
    for (what, folder) in [
        ("`similar`", compared.to_owned()),
        ("`similar`, procedures that 60 have", shared(compared)),
    ] {
        run(what, &["similar", &folder.display().to_string(), "--top", "10"])?;
    }
    let ratio = 2.0 * one / two;
    say(&format!("By CPU time alone two jobs would be {ratio:.2} times as fast on free cores."));
    Ok(())
}

/// The time and memory of a process.
#[derive(Clone, Copy, Default)]
struct ProcessUsage {
    wall: f64,
    cpu: f64,
    megabytes: f64,
}

/// Runs a process to its end and looks at it meanwhile.
fn used(program: &Path, words: &[OsString]) -> Result<ProcessUsage> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| program.display().to_string())?;
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let mut usage = ProcessUsage::default();
    loop {
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "{words:?} fails");
            break;
        }
        // The figures vanish with the process, so the last ones before its end count.
        let text = |name: &str| fs::read_to_string(process.join(name)).unwrap_or_default();
        usage.cpu = cpu_of(&text("stat")).unwrap_or(usage.cpu);
        usage.megabytes = memory_of(&text("status")).unwrap_or(usage.megabytes);
        thread::sleep(PROCESS_POLL_INTERVAL);
    }
    usage.wall = start.elapsed().as_secs_f64();
    if usage.cpu == 0.0 {
        bail!("nothing is known about the process: is there no /proc?");
    }
    Ok(usage)
}

/// User and system time in seconds, of `/proc/PID/stat`.
fn cpu_of(stat: &str) -> Option<f64> {
    // The name of the program stands in parentheses and may have blanks.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // User and system time are fields 14 and 15 of proc(5), and these begin with the third.
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
}

/// The most memory so far in megabytes, of `/proc/PID/status`.
fn memory_of(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    // A `kB` of the kernel has 1024 bytes.
    Some(kilobytes * 1.024 / 1000.0)
}

/// Solvers of Sudoku as a class hands them in: ours, each with a comment of its own, every tenth
/// with an error, and the rubric beside them.
fn make_sudokus(folder: &Path) -> Result<()> {
    let programs = root().join("programs/sudoku");
    let mut solvers = Vec::new();
    for name in ["4x4.asm", "9x9.asm", "9x9-masks.asm", "9x9-strings.asm"] {
        solvers.push(whole(&programs.join(name))?);
    }
    for number in 0..SUBMISSIONS {
        let solver = &solvers[number % solvers.len()];
        // With one branch turned round a solver still runs, but fails cases: classes have both
        // kinds.
        let solver = if number % 10 == 9 {
            solver.replacen("beqz    $v0 unsolvable", "bnez    $v0 unsolvable", 1)
        } else {
            solver.clone()
        };
        let text = format!("# Student {number}\n{solver}");
        write(&folder.join(format!("student-{number:04}/main.asm")), &text)?;
    }
    let rubric = "title = \"Sudoku\"\n[limits]\ninstructions = 1_000_000_000\n[[criterion]]\n\
                  name = \"cases\"\npoints = 100\nrule = \"proportional\"\n[[criterion.project]]\n\
                  name = \"sudoku\"\npart = \"cases\"\ncases = 50\n";
    write(&folder.with_extension("toml"), rubric)
}

/// A source with what it includes in the place of the lines that do so.
fn whole(path: &Path) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut whole = String::new();
    for line in text.lines() {
        match line.trim_start().strip_prefix(".include \"").and_then(|it| it.split_once('"')) {
            Some((name, _)) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                whole += &self::whole(&folder.join(name))?;
            }
            None => {
                let _ = writeln!(whole, "{line}");
            }
        }
    }
    Ok(whole)
}

/// Random programs. With a number, every procedure is in about so many of them.
fn make_sources(folder: &Path, shared_by: usize) -> Result<()> {
    let procedures = LINES / PROCEDURE_LINES;
    // Division by 0 gives none: without sharing there is no pool to choose from.
    let pool = (SUBMISSIONS * procedures).checked_div(shared_by);
    for number in 0..SUBMISSIONS {
        let mut text = "main:\n".to_owned();
        for place in 0..procedures {
            let _ = writeln!(text, "    jal  procedure_{place}");
        }
        text += "    li   $v0, 10\n    syscall\n";
        for place in 0..procedures {
            let own = (number * procedures + place) as u64;
            // Hashed, so that copies of a procedure are spread over the whole class.
            let seed = pool.map_or(own, |pool| Rng::new(own).next_u64() % pool as u64);
            text += &procedure(seed, place);
        }
        write(&folder.join(format!("student-{number:04}.asm")), &text)?;
    }
    Ok(())
}

/// A random procedure, without jumps, every result of which is kept: what does nothing would not be
/// compared.
fn procedure(seed: u64, place: usize) -> String {
    const NAMES: [&str; 8] = ["add", "sub", "and", "or", "xor", "slt", "nor", "sltu"];
    let mut rng = Rng::new(seed);
    let mut text = format!("procedure_{place}:\n");
    for _ in 0..PROCEDURE_LINES / 2 - 1 {
        let mut any = |most: u64| rng.next_u64() % most;
        let (one, two, three) = (any(8), any(8), any(8));
        let name = NAMES[any(NAMES.len() as u64) as usize];
        let _ = match any(3) {
            0 => writeln!(text, "    lw   $t{one}, {}($a{})", any(32) * 4, any(4)),
            1 => writeln!(text, "    addi $t{one}, $t{two}, {}", any(5000)),
            _ => writeln!(text, "    {name:<4} $t{one}, $t{two}, $t{three}"),
        };
        let _ = writeln!(text, "    sw   $t{one}, {}($a{})", any(32) * 4, any(4));
    }
    text + "    jr   $ra\n"
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_understood() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 500 0 0 0 250 50 0 0 20 0 1 0 9";
        assert!((cpu_of(stat).expect("it has all fields") - 3.0).abs() < 1e-9);
        let status = "Name:\tjetan\nVmHWM:\t  100000 kB\nVmRSS:\t 1 kB\n";
        assert!((memory_of(status).expect("it is there") - 102.4).abs() < 1e-9);
        assert!(cpu_of("").is_none() && memory_of("").is_none());
    }

    #[test]
    fn sources_are_whole_and_procedures_have_their_length() {
        let solver = whole(&root().join("programs/sudoku/9x9.asm")).expect("it is there");
        assert!(solver.contains("is_safe:") && !solver.contains(".include"));
        assert_eq!(procedure(1, 0).lines().count(), PROCEDURE_LINES);
        assert_eq!(procedure(1, 0), procedure(1, 0));
        assert_ne!(procedure(1, 0), procedure(2, 0));
    }
}
