//! The report of `jetan check`, for people and as JSON.

mod json;
pub mod shell;

use std::collections::BTreeMap;
use std::fmt::Write;

use jetan_check::check::{CaseSuite, SmallestFailure};
use jetan_check::judged::JudgedCase;
use jetan_check::project::CaseReproduction;
use jetan_check::source::ValueOrigin;
use jetan_check::verdict::Verdict;
use jetan_games::GameTitle;

use super::paint::{BOLD, GREEN, RED, TextPaint};
use super::{counted, wrapped};
use crate::visible;

/// Most columns of two pictures that stand side by side.
const SIDE_WIDTH_MAX: usize = 76;
/// Room between them.
const SIDE_GAP_COLUMNS: usize = 6;
/// Most lines of a picture that are shown.
const PICTURE_LINES_MAX: usize = 40;
/// Longer input is not put on a command line.
const COMMAND_BYTES_MAX: usize = 4096;

/// A failing case and the smallest one that fails like it.
pub struct ExplainedFailure {
    /// The number of the case in its suite.
    pub case: usize,
    /// The number of its part.
    pub part: usize,
    /// The smallest case that fails alike.
    pub smallest: SmallestFailure,
}

/// The origin of the wrong value of a failing case, and the file its run was written to.
#[derive(Default)]
pub struct FailureTrace {
    /// The instructions that made the wrong value.
    pub source: ValueOrigin,
    /// The name of the file that the run was written to.
    pub saved: Option<String>,
}

/// Everything that is known after a check.
pub struct CheckReport<'a> {
    /// The project.
    pub project: GameTitle,
    /// The names of the sources, as they were typed.
    pub files: &'a [String],
    /// The seed of the generated cases.
    pub seed: u64,
    /// The number of generated cases.
    pub generated: u32,
    /// All cases.
    pub suite: &'a dyn CaseSuite,
    /// The verdict on each case that was asked for.
    pub judged: &'a [JudgedCase],
    /// The failures that are shown, the first first.
    pub explained: &'a [ExplainedFailure],
    /// The origin of the wrong value of each of them.
    pub traces: &'a [FailureTrace],
    /// The flags that `jetan run` needs besides the files.
    pub run_flags: &'a [String],
    /// The flags that `jetan check` needs besides project, case and files.
    pub check_flags: &'a [String],
}

/// The results of the cases of a part.
#[derive(Clone, Copy, Default)]
struct CaseTally {
    passed: u32,
    failed: u32,
    skipped: u32,
    not_judged: u32,
}

impl CheckReport<'_> {
    /// The report as text.
    pub fn text(&self, is_colored: bool) -> String {
        let paint = TextPaint { is_colored };
        let mut text = String::new();
        for (explained, trace) in self.explained.iter().zip(self.traces) {
            self.write_failure(&mut text, explained, trace, paint);
        }
        self.write_parts(&mut text);
        self.write_summary(&mut text, paint);
        text
    }

    fn write_failure(
        &self,
        text: &mut String,
        explained: &ExplainedFailure,
        trace: &FailureTrace,
        paint: TextPaint,
    ) {
        let ExplainedFailure { case, part, smallest } = explained;
        let failure = &smallest.failure;
        let kind = failure.kind.name();
        let name = self.suite.name(*case);
        let part = self.part_name(*part);
        let title = format!("FAILED {part}{name}: {kind}");
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "{}", paint.with(&[BOLD, RED], &title));
        *text += &wrapped(&failure.summary, "  ");
        if let Some(help) = &failure.help {
            *text += &wrapped(&format!("help: {help}"), "  ");
        }
        let shrunk = match smallest.steps {
            0 => "The input:".to_owned(),
            steps => {
                let steps = counted(steps, "step");
                format!("The smallest input found that fails so, {steps} from {name}:")
            }
        };
        text.push('\n');
        *text += &wrapped(&shrunk, "  ");
        text.push('\n');
        push_indented(text, &bounded(&smallest.picture.to_string()), 4);
        let (expected, actual) = (failure.expected.to_string(), failure.actual.to_string());
        write_comparison(text, &expected, &actual, paint);
        if !trace.source.lines.is_empty() {
            *text += "\n  Where it comes from:\n";
            push_indented(text, &trace.source.lines.join("\n"), 4);
        }
        let plural = if failure.instructions == 1 { "" } else { "s" };
        let instructions = grouped(failure.instructions);
        let call = call_in_words(&smallest.reproduction);
        let words = format!("{instructions} instruction{plural}.{call} To see it again:");
        text.push('\n');
        *text += &wrapped(&words, "  ");
        // A command has to stay in one piece.
        let _ = writeln!(text, "    {}", self.command(*case, &smallest.reproduction));
        if let Some(path) = &trace.saved {
            let _ = writeln!(text, "    {}", self.debug_command(path));
        }
        text.push('\n');
    }

    /// The command that shows a failure again, in a sandbox like the one of the check.
    fn command(&self, case: usize, again: &CaseReproduction) -> String {
        let is_long = again.console.len() + again.keys.len() > COMMAND_BYTES_MAX;
        // A call cannot be typed on a command line, and nobody reads one of kilobytes; `jetan check
        // --case` makes the input again.
        if again.call.is_some() || is_long {
            return self.check_command(case);
        }
        self.run_command(again)
    }

    /// Opens a failure under the debugger.
    fn debug_command(&self, path: &str) -> String {
        let mut command = format!("jetan debug --case {}", shell::path(path));
        for flag in self.run_flags {
            let _ = write!(command, " {}", shell::word(flag));
        }
        for file in self.files {
            let _ = write!(command, " {}", shell::path(file));
        }
        command
    }

    /// Checks the one case again.
    fn check_command(&self, case: usize) -> String {
        let mut command = format!("jetan check {}", self.project.typed());
        for flag in self.check_flags {
            let _ = write!(command, " {}", shell::word(flag));
        }
        // `--case` compares names without their backticks, which a shell would take for a command.
        let name = self.suite.name(case).replace('`', "");
        let _ = write!(command, " --case {}", shell::word(&name));
        for file in self.files {
            let _ = write!(command, " {}", shell::path(file));
        }
        command
    }

    /// Runs the program on an input.
    fn run_command(&self, again: &CaseReproduction) -> String {
        let mut command = String::new();
        if !again.console.is_empty() {
            // Not `echo`: input may have zeros and backslashes, and need not end in a newline.
            let _ = write!(command, "printf '{}' | ", shell::printf_text(&again.console));
        }
        command += "jetan run --sandbox";
        for flag in self.run_flags {
            let _ = write!(command, " {}", shell::word(flag));
        }
        for file in self.files {
            let _ = write!(command, " {}", shell::path(file));
        }
        if !again.keys.is_empty() {
            let _ = write!(command, " --keys {}", shell::word(&shell::key_script(&again.keys)));
        }
        if let Some(seed) = again.seed {
            let _ = write!(command, " --seed {seed}");
        }
        if let Some(start_ms) = again.start_ms {
            let _ = write!(command, " --clock-start {start_ms}");
        }
        command
    }

    /// A table of the parts, if several were checked, and which were not.
    fn write_parts(&self, text: &mut String) {
        let parts = self.suite.parts();
        let tallies = self.tallies();
        let is_checked = |tally: &CaseTally| tally.passed + tally.failed > 0;
        let checked: Vec<_> = tallies.iter().filter(|(_, tally)| is_checked(tally)).collect();
        let width = checked.iter().map(|(part, _)| parts[**part].name.len()).max().unwrap_or(0);
        for &(&part, &CaseTally { passed, failed, .. }) in &checked {
            let (name, cases) = (parts[part].name, passed + failed);
            let outcome = match failed {
                0 => format!("all {cases} passed"),
                _ => format!("{failed} of {cases} failed"),
            };
            let points = parts[part].points;
            if checked.len() > 1 || points.is_some() {
                let _ = write!(text, "{name:width$}  {outcome}");
                if let Some((scored, points)) = parts[part].score(passed, failed) {
                    let _ = write!(text, ", {scored} of {points} points");
                }
                text.push('\n');
            }
        }
        let scores = checked
            .iter()
            .filter_map(|(part, tally)| parts[**part].score(tally.passed, tally.failed));
        if scores.clone().count() > 1 {
            let (scored, points) = scores.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
            let _ = writeln!(text, "{:width$}  {scored} of {points} points", "together");
        }
        let mut skipped: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (&part, _) in tallies.iter().filter(|(_, tally)| !is_checked(tally)) {
            let why = self.why_skipped(part).unwrap_or_default();
            skipped.entry(why).or_default().push(parts[part].name);
        }
        for (why, names) in skipped {
            *text += &wrapped(&format!("Not checked, {why}: {}", names.join(", ")), "");
        }
        for note in self.suite.notes() {
            *text += &wrapped(&note, "");
        }
        // Every failure ends in an empty line already.
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
    }

    fn write_summary(&self, text: &mut String, paint: TextPaint) {
        let count = |is: fn(&Verdict) -> bool| {
            self.judged.iter().filter(|judged| is(&judged.verdict)).count()
        };
        let failed = count(Verdict::is_failed);
        let passed = count(|verdict| matches!(verdict, Verdict::Passed { .. }));
        let cases = counted(failed + passed, "case");
        let generated = self.judged.iter().filter(|judged| {
            let is_judged = matches!(judged.verdict, Verdict::Passed { .. } | Verdict::Failed(_));
            is_judged && self.is_generated(judged.case)
        });
        let among = match generated.count() {
            0 => String::new(),
            count => format!(", {count} generated from seed {} among them", self.seed),
        };
        if failed == 0 && passed > 0 {
            let line = format!("All {cases} passed{among}.");
            let _ = writeln!(text, "{}", paint.with(&[BOLD, GREEN], &line));
        } else if failed == 0 {
            let _ = writeln!(text, "No case could be checked.");
        } else {
            let line = format!("{failed} of {cases} failed{among}.");
            let _ = writeln!(text, "{}", paint.with(&[BOLD, RED], &line));
            let hidden: Vec<String> = self.unexplained();
            if !hidden.is_empty() {
                *text += &wrapped(&format!("Not explained: {}.", listed(&hidden)), "");
            }
        }
        for (summary, cases) in self.later_mishaps() {
            let names: Vec<String> = cases.iter().map(|case| self.suite.name(*case)).collect();
            let cases = counted(cases.len(), "case");
            let line = format!(
                "In {cases} the answer is right, and counts, but then {summary}: {}.",
                listed(&names)
            );
            *text += &wrapped(&line, "");
        }
        let open = self.not_judged();
        if let Some((_, why)) = open.first() {
            let names: Vec<String> = open.iter().map(|(case, _)| self.suite.name(*case)).collect();
            let cases = counted(open.len(), "case");
            let line = format!("{cases} not judged, {why}: {}.", listed(&names));
            *text += &wrapped(&line, "");
        }
        if let Some((most, case)) = self.longest() {
            let name = self.suite.name(case);
            let _ = writeln!(text, "The longest took {} instructions: {name}.", grouped(most));
        }
    }

    /// Whether a case was generated: those of the course come first.
    fn is_generated(&self, case: usize) -> bool {
        case >= self.suite.len().saturating_sub(self.generated as usize)
    }

    /// The names of failing cases that are not explained.
    fn unexplained(&self) -> Vec<String> {
        let failed = self.judged.iter().filter(|judged| judged.verdict.is_failed());
        let is_hidden =
            |judged: &&JudgedCase| self.explained.iter().all(|it| it.case != judged.case);
        failed.filter(is_hidden).map(|judged| self.suite.name(judged.case)).collect()
    }

    fn longest(&self) -> Option<(u64, usize)> {
        let passed = self.judged.iter().filter_map(|judged| match judged.verdict {
            Verdict::Passed { instructions, mishap: None } => Some((instructions, judged.case)),
            Verdict::Passed { .. }
            | Verdict::Failed(_)
            | Verdict::Skipped(_)
            | Verdict::NotJudged(_) => None,
        });
        // `max_by_key` keeps the last of equal ones; reversed, the first case of that length is
        // named.
        passed.max_by_key(|&(instructions, case)| (instructions, std::cmp::Reverse(case)))
    }

    fn tallies(&self) -> BTreeMap<usize, CaseTally> {
        let mut tallies: BTreeMap<usize, CaseTally> = BTreeMap::new();
        for JudgedCase { part, verdict, .. } in self.judged {
            let tally = tallies.entry(*part).or_default();
            match verdict {
                Verdict::Passed { .. } => tally.passed += 1,
                Verdict::Failed(_) => tally.failed += 1,
                Verdict::Skipped(_) => tally.skipped += 1,
                Verdict::NotJudged(_) => tally.not_judged += 1,
            }
        }
        tallies
    }

    /// Crashes and hangs after right answers, with the cases of each.
    fn later_mishaps(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut mishaps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for judged in self.judged {
            if let Verdict::Passed { mishap: Some(mishap), .. } = &judged.verdict {
                mishaps.entry(&mishap.summary).or_default().push(judged.case);
            }
        }
        mishaps
    }

    /// The cases about which nothing can be said, and why.
    fn not_judged(&self) -> Vec<(usize, &str)> {
        let open = self.judged.iter().filter_map(|judged| match &judged.verdict {
            Verdict::NotJudged(why) => Some((judged.case, why.as_str())),
            Verdict::Passed { .. } | Verdict::Failed(_) | Verdict::Skipped(_) => None,
        });
        open.collect()
    }

    fn why_skipped(&self, part: usize) -> Option<&str> {
        self.judged.iter().filter(|judged| judged.part == part).find_map(|judged| {
            match &judged.verdict {
                Verdict::Skipped(why) | Verdict::NotJudged(why) => Some(why.as_str()),
                Verdict::Passed { .. } | Verdict::Failed(_) => None,
            }
        })
    }

    fn part_name(&self, part: usize) -> String {
        let is_checked = |tally: &&CaseTally| tally.passed + tally.failed > 0;
        // If one part was checked, its name would repeat that of the project.
        if self.tallies().values().filter(is_checked).count() < 2 {
            return String::new();
        }
        format!("{}, ", self.suite.parts()[part].name)
    }
}

/// The call of a procedure as the next sentence, if it is one.
fn call_in_words(again: &CaseReproduction) -> String {
    let seed = again.seed.map(|seed| format!(", with random numbers from seed {seed}"));
    let seed = seed.unwrap_or_default();
    again.call.as_ref().map_or_else(String::new, |call| format!(" The call: {call}{seed}."))
}

/// Expected and actual, side by side if there is room.
fn write_comparison(text: &mut String, expected: &str, actual: &str, paint: TextPaint) {
    let (expected, actual) = (bounded(expected), bounded(actual));
    if expected.is_empty() && actual.is_empty() {
        return;
    }
    text.push('\n');
    if expected.is_empty() {
        let _ = writeln!(text, "  {}", paint.with(&[RED], "actual"));
        push_indented(text, &actual, 4);
        return;
    }
    let width = |lines: &str| lines.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let left = width(&expected).max("expected".len());
    if left + SIDE_GAP_COLUMNS + width(&actual) > SIDE_WIDTH_MAX {
        let _ = writeln!(text, "  {}", paint.with(&[GREEN], "expected"));
        push_indented(text, &expected, 4);
        let _ = writeln!(text, "  {}", paint.with(&[RED], "actual"));
        push_indented(text, &actual, 4);
        return;
    }
    // Padded by hand: a width in the format would count the colour codes.
    let pad = " ".repeat(left - "expected".len() + SIDE_GAP_COLUMNS);
    let (green, red) = (paint.with(&[GREEN], "expected"), paint.with(&[RED], "actual"));
    let _ = writeln!(text, "    {green}{pad}{red}");
    let lines = expected.lines().count().max(actual.lines().count());
    let mut rows = (expected.lines(), actual.lines());
    for _ in 0..lines {
        let (one, two) = (rows.0.next().unwrap_or(""), rows.1.next().unwrap_or(""));
        let pad = " ".repeat(left - one.chars().count() + SIDE_GAP_COLUMNS);
        // Without colours the line is marked, and its cells can be compared by eye.
        let is_marked = lines > 1 && one != two;
        let margin = if is_marked { "  > " } else { "    " };
        let (one, two) = (marked(one, two, GREEN, paint), marked(two, one, RED, paint));
        let line = format!("{margin}{one}{pad}{two}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// A line in which the characters that another one does not have at their places are coloured.
fn marked(line: &str, other: &str, colour: &str, paint: TextPaint) -> String {
    let mut others = other.chars();
    let cell = |c: char| {
        let is_same = others.next() == Some(c);
        if is_same { c.to_string() } else { paint.with(&[BOLD, colour], &c.to_string()) }
    };
    line.chars().map(cell).collect()
}

/// A picture without its control characters, and not longer than is useful.
fn bounded(picture: &str) -> String {
    // A picture may be the program's own output, and that must not reach the terminal as it is.
    let shown = picture.chars().map(|c| if c == '\n' { c } else { visible::picture(c) });
    let shown: String = shown.collect();
    let lines: Vec<&str> = shown.trim_end().lines().collect();
    if lines.len() <= PICTURE_LINES_MAX {
        return lines.join("\n");
    }
    let hidden = lines.len() - PICTURE_LINES_MAX;
    format!("{}\n… {hidden} more lines", lines[..PICTURE_LINES_MAX].join("\n"))
}

fn push_indented(text: &mut String, lines: &str, indent: usize) {
    for line in lines.lines() {
        let line = format!("{:indent$}{line}", "");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// The first few names, and how many more there are.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn grouped(number: u64) -> String {
    // jetan-play has the same function, but this crate does not depend on it.
    let digits = number.to_string();
    let mut grouped = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }

    #[test]
    fn pictures_stand_side_by_side_if_there_is_room() {
        let mut text = String::new();
        write_comparison(&mut text, "ab\ncd", "ab\nxx\nyy", TextPaint { is_colored: false });
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines, ["    ab            ab", "  > cd            xx", "  >               yy"]);
    }

    #[test]
    fn differing_cells_are_coloured() {
        let mut text = String::new();
        write_comparison(&mut text, "* *\n* O", "* *\n* X", TextPaint { is_colored: true });
        let cells = "* \x1b[1m\x1b[32mO\x1b[0m           * \x1b[1m\x1b[31mX\x1b[0m";
        assert!(text.ends_with(&format!("  > {cells}\n")), "{text:?}");
    }
}
