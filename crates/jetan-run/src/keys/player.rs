//! Performing a script, step by step, at times that depend on nothing but the run itself.

use jetan_machine::HostInput;

use super::{KeyScript, ScriptStep, ScriptStepKind};

/// So many inputs are passed on between two instructions, and so many keys may wait to be read;
/// then the script pauses. A device that queues fewer would lose keys, and a run that passes on a
/// million at once would not notice Ctrl-C.
pub(super) const KEYS_AHEAD_MAX: usize = 4096;
/// The length of such a pause, in instructions. No program reads as many keys as are ahead in that
/// time, so it cannot tell that there was a pause.
const PAUSE_INSTRUCTIONS: u64 = 1024;

/// The progress of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunProgress {
    /// The number of instructions executed.
    pub count: u64,
    /// Milliseconds since the run began, by its clock.
    pub clock_ms: u64,
    /// Frames that the run has shown so far.
    pub frames: u64,
    /// The number of times the program has looked for a key.
    pub polls: u64,
    /// Keys that were typed and not read yet.
    pub keys_waiting: usize,
}

/// The next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptAction {
    /// Pass this on to the machine and ask again.
    Type(HostInput),
    /// Ask again as soon as this many instructions were executed, and not later.
    WaitUntilCount(u64),
    /// Ask again when so many milliseconds have passed since the run began.
    WaitUntilMs(u64),
    /// Ask again after the next frame.
    WaitFrame,
    /// Ask again right after the program has next looked for a key.
    WaitPoll,
    /// There is nothing left to do; it stays so.
    Done,
}

/// Performs a script.
///
/// A statement is *reached* when the one before it is done, with no instruction in between, the
/// first one before the first instruction. A key is typed when it is reached: keys without a wait
/// between them are typed at once, and the keyboard queues them. A wait counts from where it is
/// reached: `wait 1000` ends 1000 instructions later, `wait 50ms` when the clock shows 50 ms more,
/// `wait frame` with the next frame and `wait poll` with the next look for a key, even if there
/// was one just then. A wait that never ends is not an error: the bounds of the run apply.
///
/// Whoever asks earlier than an [`ScriptAction`] says gets the same. So a run that asks exactly
/// when it is told to, and as often as it likes in between, is the same run every time.
#[derive(Clone, Debug)]
pub struct ScriptPlayer {
    script: KeyScript,
    /// The step to be done next, or under way.
    step: usize,
    /// The number of its keys that are typed.
    typed: u32,
    blocks: Vec<ActiveRepeat>,
    waiting: Option<ScriptWait>,
    /// Inputs, and waits that were over at once, since the run last went on.
    burst: usize,
    /// The instruction count and the clock when the run was last seen to go on.
    went_on: (u64, u64),
}

/// A repetition that is under way.
#[derive(Clone, Copy, Debug)]
struct ActiveRepeat {
    start: usize,
    end: usize,
    /// The repetitions left, this one included.
    left: u32,
}

#[derive(Clone, Copy, Debug)]
enum ScriptWait {
    UntilCount(u64),
    UntilMs(u64),
    /// Until there are more than so many.
    Frames(u64),
    Polls(u64),
    /// Until the keys that were typed before are read, or at least this count.
    Pause(u64),
}

impl ScriptPlayer {
    /// A player that stands before the first statement.
    pub fn new(script: KeyScript) -> ScriptPlayer {
        let blocks = Vec::new();
        ScriptPlayer { script, step: 0, typed: 0, blocks, waiting: None, burst: 0, went_on: (0, 0) }
    }

    /// The action for this moment.
    pub fn next(&mut self, now: RunProgress) -> ScriptAction {
        loop {
            if let Some(waiting) = self.waiting {
                if !waiting.is_over(now) {
                    return waiting.action();
                }
                // A pause is not a statement: the step whose keys were held back goes on where it
                // was.
                if !matches!(waiting, ScriptWait::Pause(_)) {
                    self.step += 1;
                }
                self.waiting = None;
                // A wait of no length lets nothing happen, and a script can repeat it for ever.
                let here = (now.count, now.clock_ms);
                self.burst = if here == self.went_on { self.burst + 1 } else { 0 };
                self.went_on = here;
            }
            if self.burst >= KEYS_AHEAD_MAX {
                self.pause(now);
                continue;
            }
            let Some(step) = self.find_step() else { return ScriptAction::Done };
            if let Some(input) = self.input(step) {
                let is_key = matches!(input, HostInput::Key(_));
                // The burst above bounds presses of the pad as well, which no queue of the keyboard
                // counts.
                if is_key && now.keys_waiting >= KEYS_AHEAD_MAX {
                    self.pause(now);
                    continue;
                }
                self.burst += 1;
                self.advance(step);
                return ScriptAction::Type(input);
            }
            self.waiting = ScriptWait::begun(step, now);
        }
    }

    fn pause(&mut self, now: RunProgress) {
        let until = now.count.saturating_add(PAUSE_INSTRUCTIONS);
        self.waiting = Some(ScriptWait::Pause(until));
    }

    /// The wait of the script, in the words of its author.
    pub fn describe_wait(&self) -> Option<String> {
        let waiting = self.waiting?;
        // The step stays the wait's own until the wait is over, so that its line is known here.
        let line = self.script.steps.get(self.step)?.line;
        let what = match waiting {
            ScriptWait::UntilCount(count) => format!("instruction {count}"),
            ScriptWait::UntilMs(_) => "its time to pass".to_owned(),
            ScriptWait::Frames(_) => "the next frame".to_owned(),
            ScriptWait::Polls(_) => "the program to look for a key".to_owned(),
            ScriptWait::Pause(_) => "the program to read the keys typed before".to_owned(),
        };
        Some(format!("line {line} of the key script was waiting for {what}"))
    }

    /// The step to be done, after going into and out of blocks; none at the end of the script.
    fn find_step(&mut self) -> Option<ScriptStep> {
        loop {
            if let Some(block) = self.blocks.last_mut()
                && self.step == block.end
            {
                // Never below zero: `count` is at least 1, and the parser drops blocks without
                // steps.
                block.left -= 1;
                if block.left > 0 {
                    self.step = block.start;
                } else {
                    self.blocks.pop();
                }
                continue;
            }
            let step = *self.script.steps.get(self.step)?;
            let ScriptStepKind::Repeat { count, end } = step.kind else { return Some(step) };
            self.step += 1;
            self.blocks.push(ActiveRepeat { start: self.step, end: end as usize, left: count });
        }
    }

    /// The next input of a step; none if it is a wait.
    fn input(&self, step: ScriptStep) -> Option<HostInput> {
        match step.kind {
            ScriptStepKind::Type { start, .. } => {
                // The bytes are shared by all repetitions; only the offset of the key is kept here.
                self.script.typed.get((start + self.typed) as usize).map(|&key| HostInput::Key(key))
            }
            ScriptStepKind::Pad(key) => Some(HostInput::Keypad(key)),
            _ => None,
        }
    }

    /// Goes on after an input.
    fn advance(&mut self, step: ScriptStep) {
        self.typed += 1;
        if !matches!(step.kind, ScriptStepKind::Type { start, end } if start + self.typed < end) {
            self.typed = 0;
            self.step += 1;
        }
    }
}

impl ScriptWait {
    /// The wait that a step begins now.
    fn begun(step: ScriptStep, now: RunProgress) -> Option<ScriptWait> {
        match step.kind {
            ScriptStepKind::WaitCount(count) => {
                Some(ScriptWait::UntilCount(now.count.saturating_add(count)))
            }
            ScriptStepKind::WaitMs(ms) => {
                Some(ScriptWait::UntilMs(now.clock_ms.saturating_add(ms)))
            }
            ScriptStepKind::WaitFrame => Some(ScriptWait::Frames(now.frames)),
            ScriptStepKind::WaitPoll => Some(ScriptWait::Polls(now.polls)),
            ScriptStepKind::Type { .. }
            | ScriptStepKind::Pad(_)
            | ScriptStepKind::Repeat { .. } => None,
        }
    }

    fn is_over(self, now: RunProgress) -> bool {
        match self {
            ScriptWait::UntilCount(count) | ScriptWait::Pause(count) => now.count >= count,
            ScriptWait::UntilMs(ms) => now.clock_ms >= ms,
            ScriptWait::Frames(seen) => now.frames > seen,
            ScriptWait::Polls(seen) => now.polls > seen,
        }
    }

    fn action(self) -> ScriptAction {
        match self {
            ScriptWait::UntilCount(count) | ScriptWait::Pause(count) => {
                ScriptAction::WaitUntilCount(count)
            }
            ScriptWait::UntilMs(ms) => ScriptAction::WaitUntilMs(ms),
            ScriptWait::Frames(_) => ScriptAction::WaitFrame,
            ScriptWait::Polls(_) => ScriptAction::WaitPoll,
        }
    }
}
