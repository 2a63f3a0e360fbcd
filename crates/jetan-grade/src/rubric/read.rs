//! Reads a rubric and checks everything that can be checked without a submission.

mod calls;

mod cases;

use std::collections::BTreeSet;
use std::ops::Range;

use toml::{Spanned, Value as Toml};

use super::error::RubricErrors;
use super::repair;
use super::reproduce::WrittenRubric;
use super::{Criterion, Points, Rubric, RubricCase, RubricError, ScoringRule, wire};
use crate::limits::CaseLimits;

/// Most points of everything together.
const POINTS_MAX: i64 = 1_000_000;
/// Criteria of a rubric.
const CRITERIA_MAX: usize = 1000;
/// Default instruction limit of a case: about a second.
const CASE_INSTRUCTIONS_DEFAULT: u64 = 100_000_000;
/// The most that a rubric may allow a case.
const INSTRUCTIONS_MAX: i64 = 100_000_000_000;

/// The files beside a rubric.
pub trait RubricResources {
    /// The contents of a file, or why it cannot be read.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;

    /// The names in a folder, in order, or why it cannot be read.
    fn list(&mut self, folder: &str) -> Result<Vec<String>, String>;
}

/// The result of reading a rubric.
pub struct ReadRubric {
    /// The rubric, if there are no errors.
    pub rubric: Option<Rubric>,
    /// The errors in the order of the text.
    pub errors: Vec<RubricError>,
}

/// Reads a rubric and the files it names.
pub fn read(text: &str, resources: &mut dyn RubricResources) -> ReadRubric {
    let mut reader = RubricReader {
        mistakes: RubricErrors::new(text),
        written: WrittenRubric::new(text),
        resources,
        used: BTreeSet::new(),
        end: wire::EndWord::Any,
    };
    let rubric = repair::read(text, &mut reader.mistakes).map(|(wire, blanked)| {
        let known = reader.mistakes.count();
        let rubric = reader.rubric(wire);
        // Errors about entries that were blanked out would blame what was never read.
        reader.mistakes.forget_around(known, &blanked);
        rubric
    });
    let errors = reader.mistakes.finish();
    // A rubric with errors is not used at all: points would depend on what was understood.
    ReadRubric { rubric: rubric.filter(|_| errors.is_empty()), errors }
}

struct RubricReader<'t, 'r> {
    mistakes: RubricErrors<'t>,
    written: WrittenRubric,
    resources: &'r mut dyn RubricResources,
    used: BTreeSet<String>,
    /// The way programs have to end where a case does not say.
    end: wire::EndWord,
}

impl RubricReader<'_, '_> {
    fn rubric(&mut self, wire: wire::RubricTable) -> Rubric {
        if wire.criterion.is_empty() || wire.criterion.len() > CRITERIA_MAX {
            let message =
                format!("a rubric has from 1 to {CRITERIA_MAX} criteria: `[[criterion]]`");
            self.mistakes.add(&(0..0), message);
        }
        if wire.title.is_none() {
            self.mistakes.add(&(0..0), "missing field `title`");
        }
        let limits = self.limits(&wire.limits);
        // Before the criteria, whose cases take it where they do not say.
        self.end = wire.end;
        let provided = wire.provide.iter().filter_map(|name| {
            let bytes = self.file(name)?;
            Some((name.get_ref().clone(), bytes))
        });
        let provided = provided.collect();
        let mut names = BTreeSet::new();
        let mut criteria = Vec::new();
        for (number, criterion) in wire.criterion.into_iter().enumerate() {
            let (span, criterion) = (criterion.span(), criterion.into_inner());
            self.required(&criterion.name, &span, "name");
            self.required(&criterion.points, &span, "points");
            let is_named = !wire::is_absent(&criterion.name);
            if is_named && !names.insert(criterion.name.get_ref().clone()) {
                let message = format!("there are two criteria `{}`", criterion.name.get_ref());
                self.mistakes.add(&criterion.name.span(), message);
            }
            criteria.push(self.criterion(number, criterion, &span));
        }
        Rubric {
            title: wire.title.unwrap_or_default(),
            files: wire.files.into_iter().filter_map(|name| self.plain(name)).collect(),
            provided,
            pack: wire.pack,
            bitmap: wire.bitmap,
            strict: wire.strict,
            start_at_main: wire.start_at_main,
            seed: wire.seed,
            limits,
            criteria,
            resources: self.used.iter().cloned().collect(),
        }
    }

    /// Notes something that a table must have and has not.
    fn required<T>(&mut self, value: &Spanned<T>, table: &Range<usize>, key: &str) {
        if wire::is_absent(value) {
            self.mistakes.add(table, format!("missing field `{key}`"));
        }
    }

    /// A name that stays inside its folder.
    fn plain(&mut self, name: Spanned<String>) -> Option<String> {
        // A backslash separates folders on Windows, and a rubric must mean the same everywhere.
        let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\\');
        if name.get_ref().split('/').all(is_plain) {
            return Some(name.into_inner());
        }
        let message = format!("`{}` is not the name of a file in the folder", name.get_ref());
        self.mistakes.add(&name.span(), message);
        None
    }

    /// The contents of a file beside the rubric.
    fn file(&mut self, name: &Spanned<String>) -> Option<Vec<u8>> {
        let plain = self.plain(name.clone())?;
        match self.resources.file(&plain) {
            Ok(bytes) => {
                // Only files that were read: the list tells whoever copies a rubric what belongs to
                // it.
                self.used.insert(plain);
                Some(bytes)
            }
            Err(why) => {
                self.mistakes.add(&name.span(), format!("`{plain}` cannot be read: {why}"));
                None
            }
        }
    }

    /// A text file beside the rubric.
    fn text(&mut self, name: &Spanned<String>) -> Option<String> {
        let bytes = self.file(name)?;
        let text = String::from_utf8(bytes).ok();
        if text.is_none() {
            self.mistakes.add(&name.span(), format!("`{}` is not UTF-8", name.get_ref()));
        }
        text
    }

    fn limits(&mut self, wire: &wire::LimitsTable) -> CaseLimits {
        let usual = CaseLimits::default();
        let mut size = |value: &Option<Spanned<i64>>, most: u64, usual: u64| {
            value.as_ref().map_or(usual, |value| self.within(value, 1, most as i64) as u64)
        };
        let memory_bytes = size(&wire.memory_bytes, 1 << 30, usual.memory_bytes);
        let output_bytes = size(&wire.output_bytes, 64 << 20, usual.output_bytes as u64) as usize;
        let instructions =
            self.instructions(wire.instructions.as_ref()).unwrap_or(CASE_INSTRUCTIONS_DEFAULT);
        CaseLimits { instructions, output_bytes, memory_bytes, ..usual }
    }

    fn instructions(&mut self, value: Option<&Spanned<i64>>) -> Option<u64> {
        value.map(|value| self.within(value, 1, INSTRUCTIONS_MAX) as u64)
    }

    /// A number in a range; the nearest one if it is not.
    fn within(&mut self, value: &Spanned<i64>, low: i64, high: i64) -> i64 {
        let number = *value.get_ref();
        if !(low..=high).contains(&number) {
            let message = format!("{number} is not from {low} to {high}");
            self.mistakes.add(&value.span(), message);
        }
        // Reading goes on with a possible value, so that one look finds every error.
        number.clamp(low, high)
    }

    fn criterion(
        &mut self,
        number: usize,
        wire: wire::CriterionTable,
        span: &Range<usize>,
    ) -> Criterion {
        let points = self.points(&wire.points);
        // What is there but wrong has been said already.
        let has_cases = !wire.io.is_empty()
            || !wire.call.is_empty()
            || !wire.dialogue.is_empty()
            || !wire.project.is_empty()
            || !wire.policy.is_empty();
        let mut cases = Vec::new();
        for (entry, io) in wire.io.iter().enumerate() {
            let pairs = self.io(&io.span(), io.get_ref());
            cases.extend(pairs.into_iter().map(|case| self.typed(case, number, entry)));
        }
        for (entry, call) in wire.call.iter().enumerate() {
            let call = self.call_case(&call.span(), call.get_ref());
            cases.push(self.typed(call, number, entry));
        }
        cases.extend(wire.dialogue.iter().map(|it| self.dialogue(&it.span(), it.get_ref())));
        cases.extend(wire.project.iter().filter_map(|it| self.project(&it.span(), it.get_ref())));
        cases.extend(wire.policy.iter().map(|it| self.policy(&it.span(), it.get_ref())));
        let name = wire.name.into_inner();
        if !has_cases {
            let message = format!("criterion `{name}` has no case");
            let help = "add `[[criterion.io]]`, `[[criterion.call]]`, `[[criterion.dialogue]]`, \
                        `[[criterion.project]]` or `[[criterion.policy]]`";
            self.mistakes.add_with(span, message, Some(help.to_owned()));
        }
        let rule = match (wire.rule, wire.best) {
            (wire::RuleWord::Best, Some(best)) => {
                // How many cases a project has is known only with a program.
                // A criterion whose cases are all wrong has none here, and the range must not be
                // empty.
                let most = if wire.project.is_empty() { cases.len().max(1) as i64 } else { 1000 };
                ScoringRule::Best(self.within(&best, 1, most) as u32)
            }
            (wire::RuleWord::Best, None) => {
                self.mistakes.add(span, "rule `best` needs a number: `best = 3`");
                ScoringRule::All
            }
            (_, Some(best)) => {
                let help = Some("write `rule = \"best\"`, too".to_owned());
                self.mistakes.add_with(&best.span(), "`best` belongs to rule `best`", help);
                ScoringRule::All
            }
            (wire::RuleWord::All, None) => ScoringRule::All,
            (wire::RuleWord::Proportional, None) => ScoringRule::Proportional,
            (wire::RuleWord::Any, None) => ScoringRule::Any,
        };
        let (is_hidden, message) = (wire.hidden, wire.message);
        Criterion { name, points, rule, is_hidden, message, cases }
    }

    /// A case with the line that reproduces it.
    fn typed(&self, case: RubricCase, criterion: usize, entry: usize) -> RubricCase {
        RubricCase { again: self.written.line(criterion, entry, &case), ..case }
    }

    fn points(&mut self, value: &Spanned<Toml>) -> Points {
        let hundredths = match value.get_ref() {
            Toml::Integer(points) => Some(*points).filter(|it| (0..=POINTS_MAX).contains(it)),
            Toml::Float(points) => {
                let hundredths = (points * 100.0).round();
                // A third of a point cannot be paid out in hundredths; 0.1 is not exact in binary,
                // hence the margin.
                let is_exact = (hundredths / 100.0 - points).abs() < 1e-9;
                let is_possible = (0.0..=POINTS_MAX as f64).contains(points);
                if is_exact && is_possible {
                    return Points(hundredths as u64);
                }
                None
            }
            _ => None,
        };
        if hundredths.is_none() {
            let message = "points are a number from 0 to 1000000 with two decimals at most";
            self.mistakes.add(&value.span(), message);
        }
        Points(hundredths.unwrap_or(0) as u64 * 100)
    }
}
