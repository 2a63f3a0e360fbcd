//! Whole programs on our engines, beside QEMU user mode where it is installed.
//!
//! Both run the same assembly. CPU time, not wall clock, and pairs of runs, because the machines
//! this is run on are shared: a ratio of neighbours survives what absolute numbers do not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::measure::{BenchSetup, cpu_seconds, median, say};
use crate::root;
use crate::step::{StepLog, cargo};

/// A program, how often its work is repeated, and the instructions of one repetition.
struct BenchProgram {
    name: &'static str,
    repetitions: u32,
    instructions: u64,
}

const fn program(name: &'static str, repetitions: u32, instructions: u64) -> BenchProgram {
    BenchProgram { name, repetitions, instructions }
}

/// The programs that compute. The last one is the only one with floating point.
const COMPUTE: [BenchProgram; 7] = [
    program("loop", 20, 35_000_014),
    program("fib", 20, 29_617_914),
    program("sieve", 30, 16_496_361),
    program("sudoku", 20, 28_805_808),
    program("matmul", 30, 17_252_889),
    program("bytes", 25, 22_844_644),
    program("mandel", 20, 6_558_631),
];
/// Programs as students write them: macros that save everything, byte grids, recursion, strings.
const COURSE: [BenchProgram; 5] = [
    program(TETRISITO, 3, 165_266_922),
    program("course-queens", 200, 2_446_298),
    program("course-strings", 160, 3_520_394),
    program("course-life", 50, 9_902_847),
    program("course-four", 14, 36_683_465),
];
/// The one that is also measured by itself: how long a student waits for it.
const TETRISITO: &str = "course-tetrisito";
const PRINT: BenchProgram = program("print", 10, 800_008);
/// Pairs of runs; the median of their ratios counts.
const PAIRS: usize = 5;
/// The speed of MARS on the program that prints, in million instructions per second.
const MARS_PRINT_MIPS: f64 = 0.6;

/// Measures and prints a table.
pub(super) fn run(steps: &mut StepLog) -> Result<()> {
    let mut build = cargo(&["build", "--release", "-p", "jetan"]);
    steps.command("build", &mut build)?;
    let bench = EngineBench::new()?;
    steps.take("measure", || bench.measure())
}

struct EngineBench {
    folder: PathBuf,
    jetan: PathBuf,
    /// Whether QEMU and a cross compiler are there.
    has_qemu: bool,
}

impl EngineBench {
    fn new() -> Result<EngineBench> {
        let BenchSetup { folder, jetan } = BenchSetup::new()?;
        let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
        let has_qemu = has("qemu-mipsel") && has("mipsel-linux-gnu-gcc");
        Ok(EngineBench { folder, jetan, has_qemu })
    }

    fn measure(&self) -> Result<()> {
        if !self.has_qemu {
            say("no qemu-mipsel and mipsel-linux-gnu-gcc: measuring without a peer");
            say("(Debian: qemu-user, gcc-mipsel-linux-gnu, libc6-dev-mipsel-cross)");
        }
        say("| program | Jetan s | MIPS | interpreter MIPS | QEMU s | MIPS | Jetan ÷ QEMU |");
        say("|---|---|---|---|---|---|---|");
        let ratios = self.compare_all(&COMPUTE)?;
        let course = self.compare_all(&COURSE)?;
        if self.has_qemu {
            let all = geometric_mean(&ratios);
            // The last program is the one with floating point.
            let integer = geometric_mean(&ratios[..ratios.len() - 1]);
            say(&format!("geometric mean of the first seven ratios: {all:.3}"));
            say(&format!("the same without floating point: {integer:.3}"));
            say(&format!("of the course programs: {:.3}", geometric_mean(&course)));
        }
        let tetrisito = root().join(format!("benchmarks/programs/{TETRISITO}.asm"));
        let seconds = self.median_seconds(&tetrisito, PAIRS)?;
        say(&format!("{TETRISITO}, once: {seconds:.3} s CPU (median of {PAIRS})"));
        self.measure_start()?;
        self.measure_printing()
    }

    /// The ratios of some programs, if there is something to compare with.
    fn compare_all(&self, programs: &[BenchProgram]) -> Result<Vec<f64>> {
        let mut ratios = Vec::new();
        for program in programs {
            ratios.extend(self.compare(program)?);
        }
        Ok(ratios)
    }

    /// Runs a program in pairs; returns the median ratio of speeds.
    fn compare(&self, program: &BenchProgram) -> Result<Option<f64>> {
        let source = self.scaled(program)?;
        let elf = if self.has_qemu { Some(self.elf(program, &source)?) } else { None };
        let ours_words = [self.jetan.as_os_str().to_owned(), "run".into(), source.into()];
        let mut interpreter_words = ours_words.to_vec();
        interpreter_words.extend(["--engine".into(), "interp".into()]);
        let interpreted = cpu_seconds(&interpreter_words)?.0;
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            let (our_time, our_output) = cpu_seconds(&ours_words)?;
            ours.push(our_time);
            if let Some(elf) = &elf {
                let (their_time, output) = cpu_seconds(&["qemu-mipsel".into(), elf.into()])?;
                // A program that prints something else has not done the same work.
                ensure!(output == our_output, "{} prints something else on QEMU", program.name);
                // The ratio of speeds, and so the inverse of the ratio of times.
                ratios.push(their_time / our_time);
                theirs.push(their_time);
            }
        }
        let millions = f64::from(program.repetitions) * program.instructions as f64 / 1e6;
        let ratio = (!ratios.is_empty()).then(|| median(&mut ratios));
        let our_time = median(&mut ours);
        let ours =
            format!("{our_time:.2} | {:.0} | {:.0}", millions / our_time, millions / interpreted);
        let theirs = ratio.map_or(" | | ".to_owned(), |ratio| {
            let their_time = median(&mut theirs);
            format!("{their_time:.2} | {:.0} | {ratio:.3}", millions / their_time)
        });
        say(&format!("| {} | {ours} | {theirs} |", program.name));
        Ok(ratio)
    }

    fn measure_start(&self) -> Result<()> {
        let source = root().join("benchmarks/programs/hello.asm");
        let milliseconds = self.median_seconds(&source, 20)? * 1000.0;
        say(&format!("hello, start to exit: {milliseconds:.1} ms CPU (median of 20)"));
        Ok(())
    }

    /// CPU time of a program that is run so many times.
    fn median_seconds(&self, source: &Path, times: usize) -> Result<f64> {
        let words = [self.jetan.as_os_str().to_owned(), "run".into(), source.into()];
        let times = (0..times).map(|_| Ok(cpu_seconds(&words)?.0));
        Ok(median(&mut times.collect::<Result<Vec<f64>>>()?))
    }

    fn measure_printing(&self) -> Result<()> {
        let source = self.scaled(&PRINT)?;
        let millions = f64::from(PRINT.repetitions) * PRINT.instructions as f64 / 1e6;
        let speed = millions / self.median_seconds(&source, PAIRS)?;
        let ratio = speed / MARS_PRINT_MIPS;
        say(&format!("printing lines: {speed:.0} MIPS, {ratio:.0} times MARS ({MARS_PRINT_MIPS})"));
        Ok(())
    }

    /// The program with its work repeated.
    fn scaled(&self, program: &BenchProgram) -> Result<PathBuf> {
        let name = format!("{}.asm", program.name);
        let source = fs::read_to_string(root().join("benchmarks/programs").join(&name))
            .with_context(|| format!("cannot read {name}"))?;
        let once = "li   $s7, 1 ";
        ensure!(source.contains(once), "{name} has no line with its number of repetitions");
        let scaled = source.replace(once, &format!("li   $s7, {} ", program.repetitions));
        let path = self.folder.join(name);
        fs::write(&path, scaled)?;
        Ok(path)
    }

    /// The same program for Linux on MIPS.
    fn elf(&self, program: &BenchProgram, source: &Path) -> Result<PathBuf> {
        let text = for_linux(&fs::read_to_string(source)?);
        let assembly = self.folder.join(format!("{}.S", program.name));
        fs::write(&assembly, text)?;
        let elf = self.folder.join(program.name);
        // The assembler fills delay slots at -O2, as it would for compiled code.
        let status = Command::new("mipsel-linux-gnu-gcc")
            .args(["-mips32", "-mno-abicalls", "-fno-pic", "-no-pie", "-nostdlib", "-static"])
            .args(["-Wa,-O2", "-G0", "-Wl,-e,__start", "-o"])
            .args([&elf, &assembly, &root().join("benchmarks/programs/linux.S")])
            .status()?;
        ensure!(status.success(), "the cross compiler refuses {}", program.name);
        Ok(elf)
    }
}

/// MARS's dialect in the words of the GNU assembler; services become calls of a small runtime.
fn for_linux(source: &str) -> String {
    // A service becomes a jump into linux.S. The return address travels in `$k0`, because `$ra`
    // belongs to the program.
    let call = "\n .set noreorder\n la $k0,9f\n j __sys\n nop\n9:\n .set reorder";
    let mut text = String::from(".set nomips16\n");
    let mut is_macro = false;
    for line in source.lines() {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "syscall" => text.push_str(call),
            ".macro" => {
                is_macro = true;
                text.push_str(&line.replace(['(', '%', ')'], " "));
            }
            ".end_macro" => {
                is_macro = false;
                text.push_str(".endm");
            }
            ".eqv" => {
                let words: Vec<&str> = line.split_whitespace().skip(1).collect();
                text.push_str(".equ ");
                text.push_str(&words.join(", "));
            }
            _ if is_macro => text.push_str(&line.replace('%', "\\")),
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_described_in_other_words() {
        let source = " .eqv N 3\n .macro push (%r)\n sw %r, 0($sp)\n .end_macro\n push $t0";
        let text = for_linux(source);
        assert_eq!(
            text.lines().skip(1).collect::<Vec<_>>(),
            [".equ N, 3", " .macro push   r ", " sw \\r, 0($sp)", ".endm", " push $t0",]
        );
    }

    #[test]
    fn means_are_those_of_the_books() {
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-12);
    }
}
