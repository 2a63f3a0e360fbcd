//! Setting the target of a program of which the location in memory is not known.

use jetan_machine::Machine;
use jetan_run::RunEnd;

use crate::adapter::{Adapter, LineEnd};
use crate::bench::{Bench, Call};
use crate::check::procedure;
use crate::sandbox::Feed;

/// Instructions for reading a target, and for what a program does before its first key.
const START_INSTRUCTIONS: u64 = 5_000_000;
/// A target that no program has in its memory by accident.
const PROBE: u32 = 1357;
/// Targets outside the document's range, and one inside it to be typed after each.
const OUTSIDE: [(i32, u32); 2] = [(63, 64), (2049, 2048)];
/// The addresses of programs' data; the stack is above, the text below.
const DATA: std::ops::Range<u32> = 0x1000_0000..0x7000_0000;
/// Names of the word that holds the target.
const NAMES: [&str; 6] =
    ["target", "target_score", "game_target", "game_target_score", "goal", "winning_score"];

/// The way a program is given a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
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
pub(super) struct Typing {
    before: String,
    line_end: &'static str,
}

impl Typing {
    pub(super) fn new(adapter: &Adapter) -> Typing {
        let line_end = match adapter.input.line_end {
            LineEnd::Auto | LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        };
        let lines = adapter.input.before.iter().map(|line| format!("{line}{line_end}"));
        Typing { before: lines.collect(), line_end }
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

impl Way {
    /// The first way that works.
    pub(super) async fn find(adapter: &Adapter, bench: &mut Bench<'_>, typing: &Typing) -> Way {
        let word = |name: &str| bench.subject.symbol(name).filter(|at| DATA.contains(at));
        // What an adapter names is not tried out.
        if let Some(address) = adapter.labels.get("target").and_then(|name| word(name)) {
            return Way::Word(address);
        }
        let named = NAMES.into_iter().find_map(word);
        let asking = procedure(bench.subject, adapter, "input_game_target_score");
        let ways = asking.map(Way::Procedure).into_iter().chain([Way::Start]);
        for way in ways {
            let fresh = bench.machine();
            let is_kept = way
                .prepare(bench, typing, PROBE)
                .await
                .is_some_and(|prepared| way == Way::Start || has_kept(&fresh, &prepared.machine));
            if is_kept {
                return way;
            }
        }
        // Last: a word with a likely name may still be something else.
        named.map_or(Way::Unknown, Way::Word)
    }

    /// A machine that knows the target.
    pub(super) async fn prepare(
        &self,
        bench: &mut Bench<'_>,
        typing: &Typing,
        target: u32,
    ) -> Option<Prepared> {
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(START_INSTRUCTIONS);
        let machine = match self {
            Way::Procedure(name) => {
                let console = typing.answer(target).into_bytes();
                let feed = Feed { console, ..Feed::default() };
                let call = Call { procedure: name.clone(), feed, ..Call::default() };
                let machine = bench.machine();
                // Kept from before the call, because the next call is to find the stack where it
                // was.
                let registers = machine.registers.clone();
                let called = bench.call_on(machine, &call).await;
                called.filter(|called| called.has_returned).map(|called| {
                    // The stack is that of before, whatever the procedure did with it.
                    let mut machine = called.run.machine;
                    machine.registers = registers;
                    machine
                })
            }
            Way::Start => {
                let console = typing.console(&[], target);
                // A fixed seed, so that the prepared machine is the same for every case.
                let run = bench.run(&Feed { console, seed: Some(1), ..Feed::default() }).await;
                // It has read the target and looks for its first key: then the target is where it
                // belongs.
                (run.ending == RunEnd::OutOfKeys).then_some(run.machine)
            }
            Way::Word(address) => {
                let mut machine = bench.machine();
                machine.memory.poke(*address, &target.to_le_bytes()).ok().map(|()| machine)
            }
            Way::Unknown => None,
        };
        bench.limits = limits;
        machine.map(|machine| Prepared { machine, keeps_saved: *self == Way::Start })
    }
}

/// Whether a target below the least or above the most is taken. The routine that the course hands
/// out refuses nothing, and students may not change it.
pub(super) async fn takes_any(bench: &mut Bench<'_>, typing: &Typing) -> bool {
    let limits = bench.limits;
    bench.limits.instructions = limits.instructions.min(START_INSTRUCTIONS);
    let mut is_taken = false;
    for (outside, inside) in OUTSIDE {
        let console = typing.console(&[outside.to_string()], inside);
        let run = bench.run(&Feed { console, seed: Some(1), ..Feed::default() }).await;
        is_taken = run.machine.screen().and_then(|screen| screen.target) == Some(outside);
        if is_taken {
            break;
        }
    }
    bench.limits = limits;
    is_taken
}

/// A machine on which procedures can be called.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) machine: Machine,
    /// Whether saved registers may mean something.
    pub(super) keeps_saved: bool,
}

/// Whether the probe has come into the data.
fn has_kept(before: &Machine, after: &Machine) -> bool {
    after.memory.written_pages().into_iter().filter(|(base, _)| DATA.contains(base)).any(
        |(base, page)| {
            page.chunks_exact(4).zip((base..).step_by(4)).any(|(word, address)| {
                // A word that held the probe before says nothing.
                word == PROBE.to_le_bytes() && before.memory.peek_word(address) != PROBE
            })
        },
    )
}
