//! A program that asks for one line after the other: what it said before each, and how it ended.

use std::collections::BTreeMap;

use jetan_machine::Machine;
use jetan_run::RunEnd;

use crate::adapter::{Adapter, LineEnd};
use crate::escapes::without_escapes;
use crate::runner::{AwaitedInput, InputSite, InputState, ProgramRunner, RunRecord};
use crate::sandbox::{InputPace, ProgramInput};

/// Least instruction limit before the first question and for each answer.
const FIRST_QUESTION_INSTRUCTIONS_MIN: u64 = 3_000_000;
const ANSWER_INSTRUCTIONS_MIN: u64 = 200_000;
/// The factor by which other games may exceed the instructions of the first one.
const SLOW_GAME_FACTOR: u64 = 10;

/// The form of typed lines, and the instruction limits between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DialogueSettings {
    before: Vec<String>,
    line_end: &'static str,
    instructions: u64,
    instructions_per_answer: u64,
}

/// A run that was fed line by line.
pub(crate) struct DialogueRun {
    /// The run that was fed.
    pub(crate) run: RunRecord,
    /// The checkpoints at which it asked for the lines of the case.
    questions: Vec<usize>,
}

impl DialogueSettings {
    /// Lines as an adapter wants them typed, and what the first game may take.
    pub(crate) fn new(adapter: &Adapter, instructions: u64) -> DialogueSettings {
        let line_end = match adapter.input.line_end {
            LineEnd::CrLf => "\r\n",
            LineEnd::Auto | LineEnd::Lf => "\n",
        };
        DialogueSettings {
            before: adapter.input.before.clone(),
            line_end,
            instructions,
            instructions_per_answer: 0,
        }
    }

    /// Sets the lines to type before every case.
    pub(crate) fn begin_with(&mut self, lines: &[String]) {
        self.before = lines.to_vec();
    }

    /// The console input for some lines.
    pub(crate) fn console<L: AsRef<str>>(&self, lines: &[L]) -> Vec<u8> {
        let before = self.before.iter().map(String::as_str);
        let all = before.chain(lines.iter().map(AsRef::as_ref));
        all.flat_map(|line| [line, self.line_end]).collect::<String>().into_bytes()
    }

    /// The console input before every case.
    pub(crate) fn opening(&self) -> Vec<u8> {
        self.console::<&str>(&[])
    }

    /// The console input for one line.
    pub(crate) fn line(&self, line: &str) -> Vec<u8> {
        [line, self.line_end].concat().into_bytes()
    }

    /// Runs a program on some lines and one more: so it is seen whether it asks for more, and what
    /// it shows then.
    pub(crate) async fn hold<L: AsRef<str>>(
        &self,
        runner: &mut ProgramRunner<'_>,
        lines: &[L],
        one_more: &str,
        seed: Option<i64>,
    ) -> DialogueRun {
        let mut console = self.console(lines);
        console.extend(one_more.bytes());
        console.extend(self.line_end.bytes());
        let feed =
            ProgramInput { console, pace: InputPace::Lines, seed, ..ProgramInput::default() };
        let limits = runner.limits;
        // One more for the line after the case, which a program that goes on will ask for.
        let answers = lines.len() as u64 + 1;
        let most = self.instructions.saturating_add(self.instructions_per_answer * answers);
        runner.limits.instructions = limits.instructions.min(most);
        let run = runner.run(&feed).await;
        runner.limits = limits;
        let asked = run.moments.iter().enumerate();
        let questions = asked
            .filter(|(_, moment)| moment.asked == AwaitedInput::Line)
            .map(|(idx, _)| idx)
            // Questions that the opening answers are not part of the case.
            .skip(self.before.len())
            .collect();
        DialogueRun { run, questions }
    }

    /// The machine as the program itself first comes to each of these addresses in a game: what a
    /// procedure may rely on besides its arguments is then there.
    pub(crate) async fn first_calls<L: AsRef<str>>(
        &self,
        runner: &mut ProgramRunner<'_>,
        lines: &[L],
        addresses: &[u32],
    ) -> BTreeMap<u32, Machine> {
        let feed = ProgramInput { console: self.console(lines), ..ProgramInput::default() };
        let answers = lines.len() as u64 + 1;
        let most = self.instructions.saturating_add(self.instructions_per_answer * answers);
        let mut walk = runner.walk(&feed, most);
        // Each address once: the first call shows what callers set up, and later ones have a game
        // in progress.
        let mut waiting = addresses.to_vec();
        let mut found = BTreeMap::new();
        while !waiting.is_empty()
            && let Some(address) = walk.next(&waiting).await.map(|machine| machine.pc)
        {
            waiting.retain(|other| *other != address);
            found.insert(address, walk.snapshot());
        }
        found
    }

    /// Sets how long a program may think, after a first game, so that a hang is noticed soon and a
    /// slow program has its time.
    pub(crate) fn learn_from(&mut self, talk: &DialogueRun) {
        let asked = talk.questions.len() as u64;
        let is_slow = matches!(talk.run.ending, RunEnd::Limit(_));
        // A game that was cut says nothing about the pace; the least limits apply.
        let per_answer = if is_slow { 0 } else { talk.run.instructions / asked.max(1) };
        // The same allowance again for the start: a program may paint its display before the first
        // question.
        self.instructions =
            FIRST_QUESTION_INSTRUCTIONS_MIN.saturating_add(per_answer * SLOW_GAME_FACTOR);
        self.instructions_per_answer =
            ANSWER_INSTRUCTIONS_MIN.saturating_add(per_answer * SLOW_GAME_FACTOR);
    }
}

impl DialogueRun {
    /// The number of lines of the case that it asked for.
    pub(crate) fn asked(&self) -> usize {
        self.questions.len()
    }

    /// The output before it asked for a line, or up to its end after the last question.
    pub(crate) fn said_before(&self, question: usize) -> &[u8] {
        let end = self.questions.get(question).map(|at| self.run.moments[*at].output_end);
        let output = &self.run.output;
        &output[self.start_of(question)..end.unwrap_or(output.len())]
    }

    /// The offset in the output at which that begins.
    pub(crate) fn start_of(&self, question: usize) -> usize {
        let start = match question.checked_sub(1) {
            Some(before) => self.questions.get(before).map(|at| self.run.moments[*at].output_end),
            None => Some(0),
        };
        // A question that was never asked begins where the output ends: nothing was said before it.
        start.unwrap_or(self.run.output.len())
    }

    /// The checkpoint at which it asked for a line; the end after the last question.
    pub(crate) fn moment(&self, question: usize) -> Option<&InputState> {
        match self.questions.get(question) {
            Some(at) => self.run.moments.get(*at),
            None => self.run.moments.last(),
        }
    }

    /// Whether a question comes from a place that no earlier one came from, such as whether to
    /// play again. `kind` says what each earlier one asked for: where one instruction asks for
    /// everything, it is the caller that tells the kinds apart, if it does.
    pub(crate) fn is_from_new_place<K: PartialEq>(
        &self,
        question: usize,
        kind: impl Fn(usize) -> Option<K>,
    ) -> bool {
        let moment = |at: usize| self.run.moments.get(*self.questions.get(at)?);
        let site = |question: usize| moment(question).map(|moment| moment.site);
        let Some(own) = site(question) else { return false };
        let earlier = (0..question).filter_map(|at| Some((site(at)?, kind(at))));
        let alike: Vec<(InputSite, Option<K>)> =
            earlier.filter(|(it, _)| (it.pc, it.service) == (own.pc, own.service)).collect();
        let has_several = alike.iter().any(|(_, kind)| *kind != alike[0].1);
        let tells = alike.iter().all(|(one, kind)| {
            alike.iter().all(|(other, of)| one.caller != other.caller || kind == of)
        });
        let is_new = alike.iter().all(|(it, _)| it.caller != own.caller);
        alike.is_empty() || is_new && has_several && tells
    }

    /// The last line that was printed before a question, as a person would quote it.
    pub(crate) fn last_words(&self, question: usize) -> String {
        const LETTERS_MAX: usize = 100;
        let said = without_escapes(&String::from_utf8_lossy(self.said_before(question)));
        let Some(line) = said.lines().rev().map(str::trim).find(|line| !line.is_empty()) else {
            return "prints nothing".to_owned();
        };
        // Quoted in reports: a bell or a tab would break their columns.
        let printable = line.chars().map(|c| if c.is_control() { ' ' } else { c });
        let quoted: String = printable.take(LETTERS_MAX).collect();
        format!("prints last:\n{}", wrap(&quoted))
    }
}

/// A text in lines that are short enough for two to stand side by side.
pub(crate) fn wrap(text: &str) -> String {
    const WIDTH: usize = 34;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
