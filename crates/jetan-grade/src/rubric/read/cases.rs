//! The cases of a criterion, each kind in a function of its own.

use std::ops::Range;

use jetan_debug::checks::CheckSet;
use jetan_isa::Mnemonic;
use jetan_tools::cache::MemoryTimes;
use jetan_tools::question::ToolQuestion;
use jetan_tools::setting::SettingError;
use regex::RegexBuilder;
use toml::Spanned;

use super::RubricReader;
use crate::adapter::Adapter;
use crate::rubric::error::did_you_mean;
use crate::rubric::wire;
use crate::rubric::{
    CaseAction, DialogueStep, ExpectedText, IgnoredDifferences, IoCase, ProjectCases, RubricCase,
    SourcePolicy, TextComparison,
};

/// Cases that a folder may have.
const FOLDER_CASES_MAX: usize = 10_000;
/// Most bytes of all files together that a program can open.
const FILES_BYTES_MAX: usize = 4 << 20;
/// Most bytes of a compiled regular expression.
const REGEX_BYTES_MAX: usize = 1 << 20;
/// The default tolerance of numbers.
const TOLERANCE_DEFAULT: f64 = 1e-6;

/// Reads one setting of a question.
type ToolReading = fn(&mut ToolQuestion, &str) -> Result<(), SettingError>;

impl RubricReader<'_, '_> {
    /// A pair of input and output, or all pairs of a folder.
    pub(super) fn io(&mut self, span: &Range<usize>, wire: &wire::IoTable) -> Vec<RubricCase> {
        if wire.input.is_some() && wire.input_file.is_some() {
            self.mistakes.add(span, "there is `input` and `input-file`: one is enough");
        }
        if wire.output.is_some() && wire.output_file.is_some() {
            self.mistakes.add(span, "there is `output` and `output-file`: one is enough");
        }
        if let Some(folder) = &wire.folder {
            return self.folder(folder, wire);
        }
        let input = match &wire.input_file {
            Some(name) => self.file(name).unwrap_or_default(),
            None => wire.input.clone().unwrap_or_default().into_bytes(),
        };
        let output = match (&wire.output_file, &wire.output) {
            (Some(name), _) => self.text(name).map(|text| (text, name.span())),
            (None, Some(text)) => Some((text.get_ref().clone(), text.span())),
            (None, None) => None,
        };
        // A file that cannot be read has its own error; that nothing is expected is not another.
        let expects_output = output.is_some() || wire.output_file.is_some();
        let expects_files = !wire.expect_files.is_empty();
        let expects_end = wire.frame.is_some() || wire.exit_code.is_some();
        let is_watched = !wire.checks.is_empty() || wire.tools.is_some();
        if !(expects_output || expects_files || expects_end || is_watched) {
            let message = "nothing is expected: add `output`, `output-file`, `frame`, \
                           `exit-code`, `expect-files`, `checks` or `tools`";
            self.mistakes.add(span, message);
        }
        let output = output.map(|(text, span)| self.expected(text, &span, wire));
        vec![self.io_case(wire, None, input, output)]
    }

    fn folder(&mut self, folder: &Spanned<String>, wire: &wire::IoTable) -> Vec<RubricCase> {
        let names = match self.resources.list(folder.get_ref()) {
            Ok(names) => names,
            Err(why) => {
                let message = format!("`{}` cannot be read: {why}", folder.get_ref());
                self.mistakes.add(&folder.span(), message);
                return Vec::new();
            }
        };
        let at = |name: &str| Spanned::new(folder.span(), format!("{}/{name}", folder.get_ref()));
        let mut cases = Vec::new();
        for name in names.iter().filter_map(|name| name.strip_suffix(".in")) {
            let answer = [".out", ".ans"].map(|end| format!("{name}{end}"));
            let Some(answer) = answer.into_iter().find(|answer| names.contains(answer)) else {
                let message = format!("`{name}.in` has no `{name}.out` or `{name}.ans` beside it");
                self.mistakes.add(&folder.span(), message);
                continue;
            };
            let input = self.file(&at(&format!("{name}.in"))).unwrap_or_default();
            let output = self.text(&at(&answer)).unwrap_or_default();
            let output = self.expected(output, &folder.span(), wire);
            cases.push(self.io_case(wire, Some(name), input, Some(output)));
        }
        if cases.is_empty() || cases.len() > FOLDER_CASES_MAX {
            let message = format!("`{}` has no pair of .in and .out files", folder.get_ref());
            self.mistakes.add(&folder.span(), message);
        }
        cases
    }

    fn io_case(
        &mut self,
        wire: &wire::IoTable,
        name: Option<&str>,
        input: Vec<u8>,
        output: Option<ExpectedText>,
    ) -> RubricCase {
        let frame = wire.frame.as_ref().map(|frame| {
            let digits = frame.get_ref();
            if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                let message = "the hash of a frame has 64 hexadecimal digits";
                self.mistakes.add(&frame.span(), message);
            }
            // Hashes are printed in lower case and copied in any.
            digits.to_ascii_lowercase()
        });
        let named = name.map(str::to_owned).or_else(|| wire.name.clone());
        RubricCase {
            name: named.unwrap_or_else(|| io_name(wire, &input)),
            is_hidden: wire.hidden,
            message: wire.message.clone(),
            instructions: self.instructions(wire.instructions.as_ref()),
            ends_cleanly: self.ends_cleanly(wire.end),
            again: None,
            kind: CaseAction::Io(Box::new(IoCase {
                input,
                keys: wire.keys.clone().into_bytes(),
                files: self.files(&wire.files),
                output,
                expected_files: self.expected_files(wire),
                frame,
                exit_code: wire.exit_code,
                checks: self.checks(&wire.checks),
                tools: self.tools(wire),
            })),
        }
    }

    /// Files by name: a text, or `{ file = "…" }` for one beside the rubric.
    pub(super) fn files(&mut self, wire: &wire::ValueTable) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut bytes_left = FILES_BYTES_MAX;
        for (name, value) in wire {
            // A second key is a spelling error that would be ignored otherwise.
            let named = value.get_ref().as_table().filter(|table| table.len() == 1);
            let named = named.and_then(|table| table.get("file")?.as_str());
            let bytes = match (value.get_ref().as_str(), named) {
                (Some(text), _) => Some(text.as_bytes().to_vec()),
                (None, Some(file)) => self.file(&Spanned::new(value.span(), file.to_owned())),
                (None, None) => {
                    let message = "a file is a text, or `{ file = \"cases/1.txt\" }`";
                    self.mistakes.add(&value.span(), message);
                    None
                }
            };
            let Some(bytes) = bytes else { continue };
            if let Some(left) = bytes_left.checked_sub(bytes.len()) {
                bytes_left = left;
            } else {
                let message = "all files of a case together have 4 MiB at most";
                self.mistakes.add(&value.span(), message);
            }
            // Taken all the same: the error is noted, and what follows is checked too.
            files.push((name.get_ref().clone(), bytes));
        }
        files
    }

    fn expected_files(&mut self, wire: &wire::IoTable) -> Vec<(String, ExpectedText)> {
        let mut expected = Vec::new();
        for (name, bytes) in self.files(&wire.expect_files) {
            let value = wire.expect_files.iter().find(|(it, _)| *it.get_ref() == name);
            let span = value.map_or(0..0, |(_, value)| value.span());
            match String::from_utf8(bytes) {
                Ok(text) => expected.push((name, self.expected(text, &span, wire))),
                Err(_) => self.mistakes.add(&span, "what is expected of a file must be UTF-8"),
            }
        }
        expected
    }

    /// Tools and bounds; each mistake is told where it is written.
    fn tools(&mut self, wire: &wire::IoTable) -> Option<ToolQuestion> {
        let table = wire.tools.as_ref()?;
        let (span, table) = (table.span(), table.get_ref());
        if !wire.checks.is_empty() {
            let message = "a run is watched by `checks` or by `tools`: make two cases of it";
            self.mistakes.add(&span, message);
        }
        if table.expect.is_empty() {
            self.mistakes.add(&span, "`tools` expects nothing: add `expect = [\"hit>=80\"]`");
        }
        let mut question = ToolQuestion::default();
        let mut read = |text: Option<&Spanned<String>>, reading: ToolReading| {
            if let Some(text) = text
                && let Err(why) = reading(&mut question, text.get_ref())
            {
                self.mistakes.add(&text.span(), why.to_string());
            }
        };
        read(table.cache.as_ref(), ToolQuestion::add_caches);
        read(table.branches.as_ref(), ToolQuestion::add_predictor);
        read(table.pipeline.as_ref(), ToolQuestion::add_pipeline);
        read(table.costs.as_ref(), ToolQuestion::set_costs);
        read(table.memory_times.as_ref(), |question, text| {
            question.times = MemoryTimes::parse(text)?;
            Ok(())
        });
        for bound in &table.expect {
            read(Some(bound), ToolQuestion::add_bound);
        }
        Some(question)
    }

    fn checks(&mut self, wire: &[Spanned<String>]) -> Option<CheckSet> {
        let mut known = true;
        for name in wire {
            if let Err(why) = CheckSet::parse(name.get_ref()) {
                known = false;
                self.mistakes.add(&name.span(), why);
            }
        }
        let names: Vec<&str> = wire.iter().map(|name| name.get_ref().as_str()).collect();
        let is_asked = known && !names.is_empty();
        is_asked.then(|| CheckSet::parse(&names.join(",")).ok()).flatten()
    }

    fn expected(
        &mut self,
        text: String,
        span: &Range<usize>,
        wire: &wire::IoTable,
    ) -> ExpectedText {
        let ignore = ignore(&wire.ignore);
        let tolerance = self.tolerance(wire.tolerance.as_ref());
        if let Some(tolerance) = &wire.tolerance
            && wire.compare != wire::CompareWord::Numbers
        {
            let help = Some("write `compare = \"numbers\"`".to_owned());
            let message = "`tolerance` belongs to the comparison of numbers";
            self.mistakes.add_with(&tolerance.span(), message, help);
        }
        let compare = match wire.compare {
            wire::CompareWord::Exact => TextComparison::Exact,
            wire::CompareWord::Lines => TextComparison::Lines(ignore),
            wire::CompareWord::Tokens => TextComparison::Tokens(ignore),
            wire::CompareWord::Numbers => TextComparison::Numbers(ignore, tolerance),
            wire::CompareWord::Regex => {
                let built = RegexBuilder::new(&text)
                    .case_insensitive(ignore.case)
                    // `^` and `$` are about lines, because that is how output is thought of.
                    .multi_line(true)
                    // A rubric may come from anybody, and a short expression can compile to
                    // gigabytes.
                    .size_limit(REGEX_BYTES_MAX)
                    .build();
                match built {
                    Ok(regex) => TextComparison::Matches(regex),
                    Err(error) => {
                        let why = error.to_string();
                        // The error draws the expression over several lines; the reason is the
                        // last.
                        let why = why.lines().last().unwrap_or_default().trim();
                        let message = format!("this is not a regular expression: {why}");
                        self.mistakes.add(span, message);
                        TextComparison::Exact
                    }
                }
            }
        };
        ExpectedText { text, compare }
    }

    pub(super) fn tolerance(&mut self, wire: Option<&Spanned<f64>>) -> f64 {
        let Some(tolerance) = wire else { return TOLERANCE_DEFAULT };
        // NaN is in no range.
        if !(0.0..=1e9).contains(tolerance.get_ref()) {
            self.mistakes.add(&tolerance.span(), "a tolerance is a number from 0 on");
        }
        *tolerance.get_ref()
    }

    /// Whether a case wants a clean end: what it says itself, else what the rubric says for all.
    fn ends_cleanly(&self, end: Option<wire::EndWord>) -> bool {
        end.unwrap_or(self.end) == wire::EndWord::Clean
    }

    /// Answers to questions.
    pub(super) fn dialogue(
        &mut self,
        span: &Range<usize>,
        wire: &wire::DialogueTable,
    ) -> RubricCase {
        let mut steps = Vec::new();
        for step in &wire.steps {
            match (&step.get_ref().expect, &step.get_ref().r#type) {
                (Some(text), None) => steps.push(DialogueStep::Expect(ExpectedText {
                    text: text.clone(),
                    compare: TextComparison::Tokens(ignore(&wire.ignore)),
                })),
                (None, Some(line)) => steps.push(DialogueStep::Type(line.clone())),
                _ => self.mistakes.add(&step.span(), "a step has `expect` or `type`"),
            }
        }
        if !steps.iter().any(|step| matches!(step, DialogueStep::Expect(_))) {
            self.mistakes.add(span, "nothing is expected in this dialogue");
        }
        RubricCase {
            name: wire.name.clone().unwrap_or_else(|| "dialogue".to_owned()),
            is_hidden: wire.hidden,
            message: wire.message.clone(),
            instructions: self.instructions(wire.instructions.as_ref()),
            ends_cleanly: self.ends_cleanly(wire.end),
            again: None,
            kind: CaseAction::Dialogue(steps),
        }
    }

    /// One of the five projects.
    pub(super) fn project(
        &mut self,
        span: &Range<usize>,
        wire: &wire::ProjectTable,
    ) -> Option<RubricCase> {
        self.required(&wire.name, span, "name");
        if wire::is_absent(&wire.name) {
            return None;
        }
        let typed = wire.name.get_ref();
        let Some(name) = wire::project(typed) else {
            let names = jetan_games::GameTitle::ALL.map(jetan_games::GameTitle::typed);
            let help = did_you_mean(typed, names);
            let help = help.unwrap_or_else(|| format!("the projects are {}", names.join(", ")));
            let message = format!("there is no project `{typed}`");
            self.mistakes.add_with(&wire.name.span(), message, Some(help));
            return None;
        };
        let usual = if wire.only.is_empty() { 50 } else { 0 };
        let generated = wire.cases.as_ref().map_or(usual, |cases| self.within(cases, 0, 100_000));
        if let Some(cases) = wire.cases.as_ref().filter(|_| !wire.only.is_empty()) {
            let message = "`only` names cases of the course, so there are no generated ones";
            self.mistakes.add(&cases.span(), message);
        }
        let mut adapter = match &wire.adapter {
            None => Adapter::default(),
            Some(file) => {
                let text = self.text(file)?;
                Adapter::parse(&text).unwrap_or_else(|error| {
                    self.mistakes.add(&file.span(), format!("{}: {error}", file.get_ref()));
                    Adapter::default()
                })
            }
        };
        if let Some(rules) = &wire.rules {
            adapter.rules = rules.clone();
            // Rules in the rubric replace those of the adapter file and have passed none of its
            // checks.
            if let Err(error) = adapter.clone().checked() {
                self.mistakes.add(&wire.name.span(), format!("rules: {error}"));
            }
        }
        Some(RubricCase {
            name: wire.part.clone().unwrap_or_else(|| typed.clone()),
            is_hidden: wire.hidden,
            message: wire.message.clone(),
            instructions: self.instructions(wire.instructions.as_ref()),
            ends_cleanly: self.ends_cleanly(wire.end),
            again: None,
            kind: CaseAction::Project(Box::new(ProjectCases {
                name,
                part: wire.part.clone(),
                only: wire.only.clone(),
                generated: generated as usize,
                seed: wire.seed,
                adapter,
                adapter_source: wire
                    .adapter
                    .as_ref()
                    .map(|file| (file.get_ref().clone(), self.mistakes.line(&file.span()))),
            })),
        })
    }

    /// The policy for the source.
    pub(super) fn policy(&mut self, span: &Range<usize>, wire: &wire::PolicyTable) -> RubricCase {
        let policy = SourcePolicy {
            allowed: self.mnemonics(&wire.allowed),
            banned: self.mnemonics(&wire.banned),
            no_pseudo: wire.no_pseudo,
            labels: wire.labels.clone(),
            recursive: wire.recursive.clone(),
            size: wire.size.as_ref().map(|size| self.within(size, 1, 1_000_000) as usize),
        };
        // A policy of unknown words is wrong already and must not be called empty as well.
        let names_any = !wire.allowed.is_empty() || !wire.banned.is_empty();
        if policy == SourcePolicy::default() && !names_any {
            self.mistakes.add(span, "this policy permits everything");
        }
        if let Some(both) = policy.allowed.iter().find(|it| policy.banned.contains(it)) {
            self.mistakes.add(span, format!("`{}` is both allowed and banned", both.name()));
        }
        RubricCase {
            name: wire.name.clone().unwrap_or_else(|| "instructions used".to_owned()),
            is_hidden: wire.hidden,
            message: wire.message.clone(),
            instructions: None,
            ends_cleanly: false,
            again: None,
            kind: CaseAction::Policy(policy),
        }
    }

    fn mnemonics(&mut self, names: &[Spanned<String>]) -> Vec<Mnemonic> {
        let mut mnemonics = Vec::new();
        for name in names {
            if let Some(mnemonic) = Mnemonic::lookup(name.get_ref()) {
                mnemonics.push(mnemonic);
                continue;
            }
            let help = did_you_mean(name.get_ref(), Mnemonic::all().map(Mnemonic::name));
            let message = format!("there is no instruction `{}`", name.get_ref());
            self.mistakes.add_with(&name.span(), message, help);
        }
        mnemonics
    }
}

/// A name for a run by what it is given.
fn io_name(wire: &wire::IoTable, input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let files: Vec<&str> = wire.files.keys().map(|name| name.get_ref().as_str()).collect();
    match text.lines().next() {
        Some(first) => format!("input {first:?}"),
        None if !wire.keys.is_empty() => format!("keys {:?}", wire.keys),
        None if !files.is_empty() => format!("with the file {}", files.join(", ")),
        None => "without input".to_owned(),
    }
}

fn ignore(words: &[wire::IgnoreWord]) -> IgnoredDifferences {
    IgnoredDifferences {
        case: words.contains(&wire::IgnoreWord::Case),
        blanks: words.contains(&wire::IgnoreWord::Blanks),
    }
}
