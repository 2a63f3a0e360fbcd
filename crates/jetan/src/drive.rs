//! Running a session to its end in real time, in slices, so that limits and Ctrl-C are
//! noticed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use jetan_debug::notes::NoteTaker;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Fault, HostQueries, Machine, StopConditions};
use jetan_os::{signals, terminal};
use jetan_run::log::EventLog;
use jetan_run::{RunEnd, RunLimit, Session, SessionPause};

use crate::exit::Exit;
use crate::host::ProcessHost;

/// The most instructions between two checks of limits and Ctrl-C: about 10 ms. An engine returns
/// earlier by itself after many services, which may take longer than instructions.
const SLICE_MAX: u64 = 4_000_000;
/// The fewest instructions between two checks of limits and Ctrl-C.
const SLICE_MIN: u64 = 4096;
/// A slice that takes longer is followed by a shorter one.
const SLICE_TIME: Duration = Duration::from_millis(10);
/// The longest nap while a program sleeps: shorter than a frame, so that keys and screen go on.
const NAP_TIME_MAX: Duration = Duration::from_millis(15);

/// Becomes true when somebody presses Ctrl-C or asks the process to end; a second time ends it at
/// once.
pub(crate) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let for_signals = Arc::clone(&flag);
    signals::listen(move |event| {
        // The first time only sets the flag, so that the run can end in order.
        if event == signals::SignalEvent::End && for_signals.swap(true, Ordering::Relaxed) {
            // `exit` runs no destructors.
            terminal::restore();
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    flag
}

/// A session in real time: its slices take time, its sleep is waited for, Ctrl-C ends it.
pub(crate) struct SessionDriver<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) host: &'a mut ProcessHost,
    /// The time limit.
    pub(crate) time: Option<Duration>,
    pub(crate) interrupted: &'a AtomicBool,
    /// The taker of notes, if there is one.
    pub(crate) notes: Option<&'a mut NoteTaker>,
}

impl SessionDriver<'_> {
    /// Runs the session to its end or to a bound; how that was, the machine as it is then, and what
    /// was recorded.
    pub(crate) fn run(mut self) -> (RunEnd, Machine, EventLog) {
        let end = self.run_in_slices();
        if !end.is_own() {
            self.host.explain(self.session.describe_wait());
        }
        self.host.flush();
        self.session.finish(self.host);
        let at_us = self.session.clock_us(self.host);
        self.host.finish(self.session.shown(), at_us, self.interrupted);
        // Lost output goes first: whatever else is said about the run, its output is not complete.
        let end = match (self.host.lost(), self.limit()) {
            (Some(why), _) => RunEnd::OutputLost(why.to_owned()),
            (None, Some(limit)) => RunEnd::Limit(limit),
            (None, None) => end,
        };
        let (machine, log) = self.session.into_parts();
        (end, machine, log)
    }

    fn run_in_slices(&mut self) -> RunEnd {
        let started = Instant::now();
        // Small at first: nothing is known yet about the speed of this program on this engine.
        let mut slice = SLICE_MIN;
        let mut looked = started;
        loop {
            let count = self.session.machine().count.saturating_add(slice);
            let polls = !self.session.is_scripted() && self.host.has_keys_ahead();
            let breakpoints = self.notes.as_ref().map(|notes| notes.breakpoints().clone());
            let breakpoints = breakpoints.unwrap_or_default();
            // Drawing a large screen takes longer than a slice, so each is followed by a look.
            let frames = self.session.machine().pack().is_some();
            let until =
                StopConditions { count, polls, breakpoints, frames, ..StopConditions::default() };
            let pause = self.session.advance(self.host, &until);
            let now = Instant::now();
            slice = next_slice(slice, now - looked);
            looked = now;
            self.host.flush_if_due(now);
            self.host.follow_size(self.session.shown());
            if self.pass_on_keys().is_err() {
                return RunEnd::Limit(RunLimit::Memory);
            }
            if let Some(end) = self.after(pause) {
                return end;
            }
            // Asked last, so that an ending in the same slice counts although time is up as well.
            if self.time.is_some_and(|most| now - started >= most) {
                return RunEnd::Limit(RunLimit::Time);
            }
        }
    }

    /// Gives the program what was typed, if it looks for keys or there is a pad to be pressed.
    fn pass_on_keys(&mut self) -> Result<(), Fault> {
        let has_pad = self.session.machine().lab().is_some() && self.host.has_window();
        let is_asked = self.session.wants_key() || has_pad;
        // Within a service an input could not be distinguished from one before it, and a
        // replay would differ.
        let is_apt = !self.session.is_scripted() && !self.session.machine().is_within_service();
        if !is_asked || !is_apt {
            return Ok(());
        }
        let ahead = self.session.hand_back()?;
        let Some(key) = self.host.keyboard(&ahead) else { return Ok(()) };
        self.session.type_key(key, has_pad)
    }

    /// The ending that a pause means for the run; none if it goes on.
    fn after(&mut self, pause: SessionPause) -> Option<RunEnd> {
        match pause {
            SessionPause::Ended(end) => return Some(end),
            SessionPause::Waiting(WaitReason::Until(at_ms)) => self.nap(at_ms),
            SessionPause::Stopped(_) => {
                if let Some(notes) = &mut self.notes {
                    notes.stopped(self.session.machine());
                }
            }
            SessionPause::Going | SessionPause::Waiting(WaitReason::Input | WaitReason::Dialog) => {
            }
        }
        // `run` makes `OutputLost` of it, with the reason.
        if self.interrupted.load(Ordering::Relaxed) || self.host.lost().is_some() {
            return Some(RunEnd::Interrupted);
        }
        if self.host.is_closed() {
            return Some(RunEnd::OutputClosed);
        }
        self.limit().map(RunEnd::Limit)
    }

    /// A bound on what the program gives that was reached.
    fn limit(&self) -> Option<RunLimit> {
        if self.host.is_store_full() {
            return Some(RunLimit::Files);
        }
        self.host.is_full().then_some(RunLimit::Output)
    }

    /// Lets time pass towards the time that the program waits for.
    fn nap(&mut self, at_ms: i64) {
        // A program that sleeps wants its output to be seen meanwhile.
        self.host.flush();
        let ahead = u64::try_from(at_ms.saturating_sub(self.host.now_ms())).unwrap_or(0);
        thread::sleep(Duration::from_millis(ahead).min(NAP_TIME_MAX));
    }
}

/// The number of instructions to run after a slice that took some time.
fn next_slice(slice: u64, took: Duration) -> u64 {
    // Down fast and up slowly: a slice that is too long delays keys and Ctrl-C, one that is too
    // short only costs a little.
    let next = if took > SLICE_TIME { slice / 8 } else { slice * 2 };
    next.clamp(SLICE_MIN, SLICE_MAX)
}
