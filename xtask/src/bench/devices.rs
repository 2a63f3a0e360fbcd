//! The cost of devices: a display and a keyboard that are connected, frames in a terminal, films.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::measure::{BenchSetup, cpu_seconds, median, say};
use crate::root;
use crate::step::{StepLog, cargo};

/// Pairs of runs; the median of their ratios counts.
const PAIRS: usize = 5;
/// The number of repaints of the display: 0.8 milliards of instructions.
const REPAINTS: u32 = 1000;
/// Frames that a terminal is shown, of 64 by 64 units.
const TERMINAL_FRAMES: u32 = 600;
/// Frames of a film of 256 by 256 units.
const FILM_FRAMES: u32 = 300;

/// Measures and prints a table.
pub(super) fn run(steps: &mut StepLog) -> Result<()> {
    steps.command("build", &mut cargo(&["build", "--release", "-p", "jetan"]))?;
    let bench = DeviceBench { place: BenchSetup::new()? };
    steps.take("measure", || bench.measure())
}

struct DeviceBench {
    place: BenchSetup,
}

impl DeviceBench {
    fn measure(&self) -> Result<()> {
        self.measure_loss()?;
        self.measure_terminal()?;
        self.measure_film()
    }

    /// A program that repaints a display of 512 by 512 and looks for keys, beside the same program
    /// without display, whose looks for keys are ordinary loads.
    fn measure_loss(&self) -> Result<()> {
        // Every program of the folder has its number of repetitions in a line like this.
        let repeated = format!("li   $s7, {REPAINTS} ");
        let repaint = self.source("repaint", "repaint", &[("li   $s7, 1 ", &repeated)])?;
        let swaps = [("li   $s7, 1 ", repeated.as_str()), ("0xffff0000", "0x10010000")];
        let plain = self.source("repaint", "repaint-plain", &swaps)?;
        let picture = self.place.folder.join("repaint.png").display().to_string();
        let display = ["--bitmap", "512x512@heap"];
        let real = [&display[..], &["--screenshot", &picture]].concat();
        let counted = [&real[..], &["--clock", "virtual"]].concat();
        let hashed = [&display[..], &["--frame-hash", "--clock", "virtual"]].concat();
        say("| repainting 512 × 512 | without devices s | with s | loss |");
        say("|---|---|---|---|");
        for (name, flags) in [
            ("real clock, `--screenshot`", real),
            ("virtual clock, `--screenshot`", counted),
            ("virtual clock, `--frame-hash`", hashed),
        ] {
            let (mut without, mut with, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
            // One right after the other, so that slow changes of the load hit both.
            for _ in 0..PAIRS {
                let (plain_time, plain_output) = cpu_seconds(&self.words(&[], &plain))?;
                let (time, output) = cpu_seconds(&self.words(&flags, &repaint))?;
                ensure!(output == plain_output, "{name}: something else is printed");
                without.push(plain_time);
                with.push(time);
                ratios.push(time / plain_time);
            }
            let (without, with) = (median(&mut without), median(&mut with));
            let loss = 100.0 * (1.0 - 1.0 / median(&mut ratios));
            say(&format!("| {name} | {without:.2} | {with:.2} | {loss:.1} % |"));
        }
        Ok(())
    }

    /// A window of 130 by 40 cells, in which each of 64 by 64 units is a dot. The time is that of
    /// everything: the program, the frames, and passing them on to a terminal that takes them.
    fn measure_terminal(&self) -> Result<()> {
        let repeated = format!("li   $s7, {TERMINAL_FRAMES} ");
        let source = self.source("frames", "frames-64", &[("li   $s7, 1 ", &repeated)])?;
        let shown = format!(
            "stty cols 130 rows 40; TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8 \
             {} run --display terminal --bitmap 512x512/8x8@heap --clock virtual {}",
            self.place.jetan.display(),
            source.display()
        );
        // `script` provides a terminal that takes all it is sent.
        let words = ["bash", "-c", "printf 'q\\n' | script -qec \"$1\" /dev/null", "bash", &shown];
        let words = words.map(OsString::from);
        let mut times = Vec::new();
        for _ in 0..PAIRS {
            let (time, output) = cpu_seconds(&words)?;
            ensure!(output.len() > 100_000, "the terminal has not shown the frames");
            times.push(time);
        }
        let rate = f64::from(TERMINAL_FRAMES) / median(&mut times);
        say(&format!("terminal, 64 × 64 units: {rate:.0} frames per CPU second"));
        Ok(())
    }

    fn measure_film(&self) -> Result<()> {
        let repeated = format!("li   $s7, {FILM_FRAMES} ");
        let swaps = [("li   $s7, 1 ", repeated.as_str()), ("SIDE            64", "SIDE 256")];
        let source = self.source("frames", "frames-256", &swaps)?;
        let film = self.place.folder.join("frames.gif");
        let path = film.display().to_string();
        let flags = ["--bitmap", "256x256@heap", "--clock", "virtual"];
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            without.push(cpu_seconds(&self.words(&flags, &source))?.0);
            let flags = [&flags[..], &["--gif", &path]].concat();
            with.push(cpu_seconds(&self.words(&flags, &source))?.0);
        }
        let bytes = fs::metadata(&film).context("there is no film")?.len();
        say(&format!(
            "GIF of {FILM_FRAMES} frames of 256 × 256: {:.2} s CPU, of which the program {:.2} s; \
             {:.1} MB",
            median(&mut with),
            median(&mut without),
            bytes as f64 / 1e6
        ));
        Ok(())
    }

    fn words(&self, flags: &[&str], source: &PathBuf) -> Vec<OsString> {
        // Nobody types anything: input from a terminal would have to be waited for.
        let start = ["bash", "-c", "exec \"$@\" < /dev/null", "bash"].map(OsString::from);
        let mut words = Vec::from(start);
        words.extend([self.place.jetan.as_os_str().to_owned(), "run".into()]);
        words.extend(flags.iter().map(OsString::from));
        words.push(source.into());
        words
    }

    /// A program of `benchmarks/programs` with some of its text replaced.
    fn source(&self, name: &str, made: &str, swaps: &[(&str, &str)]) -> Result<PathBuf> {
        let path = root().join("benchmarks/programs").join(format!("{name}.asm"));
        let mut text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        for (old, new) in swaps {
            ensure!(text.contains(old), "{name}.asm has no `{old}`");
            text = text.replace(old, new);
        }
        let path = self.place.folder.join(format!("{made}.asm"));
        fs::write(&path, text)?;
        Ok(path)
    }
}
