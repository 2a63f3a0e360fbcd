//! Setting the target of a program of which the location in memory is not known.

use jetan_machine::Machine;
use jetan_run::RunEnd;

use crate::adapter::{Adapter, LineEnd};
use crate::check::procedure;
use crate::runner::{ProcedureCall, ProgramRunner};
use crate::sandbox::ProgramInput;

/// Instructions for reading a target, and for what a program does before its first key.
const START_INSTRUCTIONS: u64 = 5_000_000;
/// A target that no program has in its memory by accident.
const PROBE_TARGET: u32 = 1357;
/// Targets outside the document's range, and one inside it to be typed after each.
const TARGETS_OUTSIDE: [(i32, u32); 2] = [(63, 64), (2049, 2048)];
/// The addresses of programs' data; the stack is above, the text below.
const DATA_ADDRESSES: std::ops::Range<u32> = 0x1000_0000..0x7000_0000;
/// Names of the word that holds the target.
const TARGET_LABELS: [&str; 6] =
    ["target", "target_score", "game_target", "game_target_score", "goal", "winning_score"];

/// The way a program is given a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetMethod {
    /// A procedure asks for it on the console and keeps it in memory.
    Procedure(String),
    /// The program asks for it, and then looks for its first key.
    Start,
    /// It is a word with a label.
    Word(u32),
    /// We do not know.
    Unknown,
}

/// The form of console input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypingForm {
    before: String,
    line_end: &'static str,
}

impl TypingForm {
    pub(super) fn new(adapter: &Adapter) -> TypingForm {
        let line_end = match adapter.input.line_end {
            LineEnd::Auto | LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        };
        let lines = adapter.input.before.iter().map(|line| format!("{line}{line_end}"));
        TypingForm { before: lines.collect(), line_end }
    }

    /// All that is typed before the keys: answers that are refused, then the target.
    pub(super) fn console(&self, refused: &[String], target: u32) -> Vec<u8> {
        let mut text = self.before.clone();
        for answer in refused {
            text.push_str(answer);
            text.push_str(self.line_end);
        }
        text.push_str(&self.answer(target));
        text.into_bytes()
    }

    fn answer(&self, target: u32) -> String {
        format!("{target}{}", self.line_end)
    }
}

impl TargetMethod {
    /// The first way that works.
    pub(super) async fn find(
        adapter: &Adapter,
        runner: &mut ProgramRunner<'_>,
        typing: &TypingForm,
    ) -> TargetMethod {
        let word =
            |name: &str| runner.subject.symbol(name).filter(|at| DATA_ADDRESSES.contains(at));
        // What an adapter names is not tried out.
        if let Some(address) = adapter.labels.get("target").and_then(|name| word(name)) {
            return TargetMethod::Word(address);
        }
        let named = TARGET_LABELS.into_iter().find_map(word);
        let asking = procedure(runner.subject, adapter, "input_game_target_score");
        let ways = asking.map(TargetMethod::Procedure).into_iter().chain([TargetMethod::Start]);
        for way in ways {
            let fresh = runner.machine();
            let is_kept = way.prepare(runner, typing, PROBE_TARGET).await.is_some_and(|prepared| {
                way == TargetMethod::Start || has_kept(&fresh, &prepared.machine)
            });
            if is_kept {
                return way;
            }
        }
        // Last: a word with a likely name may still be something else.
        named.map_or(TargetMethod::Unknown, TargetMethod::Word)
    }

    /// A machine that knows the target.
    pub(super) async fn prepare(
        &self,
        runner: &mut ProgramRunner<'_>,
        typing: &TypingForm,
        target: u32,
    ) -> Option<PreparedMachine> {
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(START_INSTRUCTIONS);
        let machine = match self {
            TargetMethod::Procedure(name) => {
                let console = typing.answer(target).into_bytes();
                let feed = ProgramInput { console, ..ProgramInput::default() };
                let call =
                    ProcedureCall { procedure: name.clone(), feed, ..ProcedureCall::default() };
                let machine = runner.machine();
                // Kept from before the call, because the next call is to find the stack where it
                // was.
                let registers = machine.registers.clone();
                let called = runner.call_on(machine, &call).await;
                called.filter(|called| called.has_returned).map(|called| {
                    // The stack is that of before, whatever the procedure did with it.
                    let mut machine = called.run.machine;
                    machine.registers = registers;
                    machine
                })
            }
            TargetMethod::Start => {
                let console = typing.console(&[], target);
                // A fixed seed, so that the prepared machine is the same for every case.
                let run = runner
                    .run(&ProgramInput { console, seed: Some(1), ..ProgramInput::default() })
                    .await;
                // It has read the target and looks for its first key: then the target is where it
                // belongs.
                (run.ending == RunEnd::OutOfKeys).then_some(run.machine)
            }
            TargetMethod::Word(address) => {
                let mut machine = Box::new(runner.machine());
                machine.memory.poke(*address, &target.to_le_bytes()).ok().map(|()| machine)
            }
            TargetMethod::Unknown => None,
        };
        runner.limits = limits;
        machine
            .map(|machine| PreparedMachine { machine, keeps_saved: *self == TargetMethod::Start })
    }
}

/// Whether a target below the least or above the most is taken. The routine that the course hands
/// out refuses nothing, and students may not change it.
pub(super) async fn takes_any(runner: &mut ProgramRunner<'_>, typing: &TypingForm) -> bool {
    let limits = runner.limits;
    runner.limits.instructions = limits.instructions.min(START_INSTRUCTIONS);
    let mut is_taken = false;
    for (outside, inside) in TARGETS_OUTSIDE {
        let console = typing.console(&[outside.to_string()], inside);
        let run =
            runner.run(&ProgramInput { console, seed: Some(1), ..ProgramInput::default() }).await;
        is_taken = run.machine.screen().and_then(|screen| screen.target) == Some(outside);
        if is_taken {
            break;
        }
    }
    runner.limits = limits;
    is_taken
}

/// A machine on which procedures can be called.
#[derive(Clone)]
pub(super) struct PreparedMachine {
    pub(super) machine: Box<Machine>,
    /// Whether saved registers may mean something.
    pub(super) keeps_saved: bool,
}

/// Whether the probe has come into the data.
fn has_kept(before: &Machine, after: &Machine) -> bool {
    after.memory.written_pages().into_iter().filter(|(base, _)| DATA_ADDRESSES.contains(base)).any(
        |(base, page)| {
            page.chunks_exact(4).zip((base..).step_by(4)).any(|(word, address)| {
                // A word that held the probe before says nothing.
                word == PROBE_TARGET.to_le_bytes()
                    && before.memory.peek_word(address) != PROBE_TARGET
            })
        },
    )
}
