//! Instrumentation of a run: notes, findings of checks, a profile.
//!
//! Checks and profile replay the run from its beginning, by engines of their own: so
//! they are right wherever somebody travels, and what they cost does not slow the first run down
//! more than by half.

use std::cell::RefCell;
use std::rc::Rc;

use jetan_debug::Debugger;
use jetan_debug::checks::{CheckSet, Checker, Finding};
use jetan_debug::notes::{self, DebugNote, NoteTaker};
use jetan_debug::profile::{Profile, Profiler};
use jetan_machine::{Engine, Machine};
use jetan_run::timeline::TimelineFollower;
use jetan_symbols::DebugSymbols;
use jetan_wire::{Event, FindingPlace, Findings, RunNote, RunNotes, SourceLine};

use super::place_wire;
use crate::host::WorkbenchHost;
use crate::message::OutgoingMessage;
use crate::workbench::push;

/// Instructions between two questions whether there is time for more: about a millisecond.
const FOLLOW_INSTRUCTIONS: u64 = 1 << 15;

/// The instrumentation of a run.
pub(crate) struct RunInstrumentation {
    taker: Rc<RefCell<NoteTaker>>,
    checker: Option<TimelineFollower<Checker>>,
    profiler: Option<TimelineFollower<Profiler>>,
    /// Whether the last slice was one of looking.
    has_looked: bool,
    /// The notes and findings that the client knows.
    said_notes: Vec<RunNote>,
    said_findings: Option<Findings>,
    /// The notes about findings that nobody asked for, with the count of the end they are about.
    unasked: RefCell<Option<(u64, Vec<DebugNote>)>>,
}

impl RunInstrumentation {
    /// The number of machines that follow the run.
    pub(super) fn machines(&self) -> usize {
        usize::from(self.checker.is_some()) + usize::from(self.profiler.is_some())
    }

    /// Prepares to look at a program that is about to start.
    pub(super) fn new(names: &DebugSymbols, machine: &mut Machine) -> RunInstrumentation {
        let taker = NoteTaker::new(names.clone(), machine);
        RunInstrumentation {
            taker: Rc::new(RefCell::new(taker)),
            checker: None,
            profiler: None,
            has_looked: false,
            said_notes: Vec::new(),
            said_findings: None,
            unasked: RefCell::new(None),
        }
    }

    /// The note taker, for the engine that runs.
    pub(super) fn taker(&self) -> Rc<RefCell<NoteTaker>> {
        Rc::clone(&self.taker)
    }

    /// Looks for errors from now on.
    pub(super) fn check(&mut self, debugger: &Debugger<'_>) {
        let names = debugger.names.clone();
        let make = |machine: &Machine| Checker::new(machine, names, CheckSet::ALL);
        self.checker = Some(TimelineFollower::new(&debugger.timeline, make));
    }

    /// The findings of the checks so far; none if nothing is checked.
    pub(crate) fn findings(&self) -> &[Finding] {
        self.checker.as_ref().map_or(&[], |checker| checker.engine.findings())
    }

    /// Whether nothing is left to check.
    pub(crate) fn has_checked(&self, debugger: &Debugger<'_>) -> bool {
        self.checker.as_ref().is_none_or(|checker| !checker.is_behind(&debugger.timeline))
    }

    /// The profile so far, and whether it is complete; counting begins with the first call.
    pub(crate) fn profile(&mut self, debugger: &Debugger<'_>) -> (Profile, bool) {
        // Only from the first question on: most runs are never profiled, and a second machine takes
        // as much memory as the first.
        let begin = || TimelineFollower::new(&debugger.timeline, Profiler::new);
        let profiler = self.profiler.get_or_insert_with(begin);
        let is_whole = !profiler.is_behind(&debugger.timeline);
        (profiler.engine.profile(&debugger.names), is_whole)
    }

    /// Somebody has changed the run: what was seen of it may not have happened.
    pub(super) fn restart(&mut self, debugger: &Debugger<'_>) {
        self.taker.borrow_mut().reset();
        self.unasked.take();
        if self.checker.is_some() {
            self.check(debugger);
        }
        if self.profiler.is_some() {
            self.profiler = Some(TimelineFollower::new(&debugger.timeline, Profiler::new));
        }
    }

    /// Whether there is more to look at.
    pub(super) fn is_behind(&self, debugger: &Debugger<'_>) -> bool {
        let timeline = &debugger.timeline;
        self.checker.as_ref().is_some_and(|checker| checker.is_behind(timeline))
            || self.profiler.as_ref().is_some_and(|profiler| profiler.is_behind(timeline))
    }

    /// Whether the next slice is for looking.
    pub(super) fn takes_next_slice(&mut self, debugger: &Debugger<'_>) -> bool {
        // Every second slice at most, so that looking never takes more than half of the time from
        // the run itself.
        self.has_looked = !self.has_looked && self.is_behind(debugger);
        self.has_looked
    }

    /// Looks for a slice.
    pub(super) fn advance(&mut self, debugger: &Debugger<'_>, carrier: &mut dyn WorkbenchHost) {
        while self.is_behind(debugger) {
            follow(&mut self.checker, debugger);
            follow(&mut self.profiler, debugger);
            if !carrier.has_time() {
                return;
            }
        }
    }

    /// Everything is to be said again, to somebody who knows nothing.
    pub(super) fn forget_sent(&mut self) {
        self.said_notes.clear();
        self.said_findings = None;
    }

    /// Says what is new; notes only while the run stands, since most are made at its end.
    pub(super) fn flush(
        &mut self,
        debugger: &Debugger<'_>,
        is_still: bool,
        outbox: &mut Vec<OutgoingMessage>,
    ) {
        if is_still {
            let notes = self.notes(debugger);
            if notes != self.said_notes {
                push(outbox, Event::Notes(RunNotes { items: notes.clone() }));
                self.said_notes = notes;
            }
        }
        if let Some(checker) = &self.checker {
            let is_whole = !checker.is_behind(&debugger.timeline);
            let all = checker.engine.findings().iter();
            let items = all.map(|one| finding_wire(one, &debugger.names)).collect();
            let found = Findings { items, is_whole };
            if self.said_findings.as_ref() != Some(&found) {
                push(outbox, Event::Findings(found.clone()));
                self.said_findings = Some(found);
            }
        }
    }

    /// The oddities of the run so far.
    pub(crate) fn notes(&self, debugger: &Debugger<'_>) -> Vec<RunNote> {
        let timeline = &debugger.timeline;
        let has_faulted = timeline.ending().is_some_and(|end| end.is_fault());
        let mut why = |_: &[u8]| "there is no such file or folder".to_owned();
        let mut notes = self.taker.borrow().notes(timeline.end_machine(), has_faulted, &mut why);
        notes.extend(self.unasked(debugger));
        let wire = notes.into_iter().map(|note| RunNote {
            code: note.code.to_owned(),
            message: note.text,
            place: place_wire(&debugger.names, note.pc),
        });
        wire.collect()
    }
}

impl RunInstrumentation {
    /// What is sure about a run that ended well and is not checked.
    fn unasked(&self, debugger: &Debugger<'_>) -> Vec<DebugNote> {
        let end = debugger.timeline.end_count();
        if self.checker.is_some() || debugger.timeline.ending().is_none() {
            return Vec::new();
        }
        let mut known = self.unasked.borrow_mut();
        if known.as_ref().is_none_or(|(count, _)| *count != end) {
            let findings = notes::unasked_findings(&debugger.timeline, &debugger.names);
            *known = Some((end, notes::sure_notes(&findings)));
        }
        known.as_ref().map_or_else(Vec::new, |(_, notes)| notes.clone())
    }
}

fn follow<E: Engine>(follower: &mut Option<TimelineFollower<E>>, debugger: &Debugger<'_>) {
    let Some(looking) = follower else { return };
    // A run that cannot be replayed has nothing more to show.
    if looking.follow(&debugger.timeline, FOLLOW_INSTRUCTIONS).is_err() {
        *follower = None;
    }
}

fn finding_wire(finding: &Finding, names: &DebugSymbols) -> jetan_wire::CheckFinding {
    let places = finding.places.iter().filter_map(|place| {
        let SourceLine { path, line } = place_wire(names, place.pc)?;
        Some(FindingPlace { path, line, text: place.label.clone() })
    });
    jetan_wire::CheckFinding {
        check: finding.check.name().to_owned(),
        code: finding.code.to_owned(),
        message: finding.message.clone(),
        count: finding.step,
        places: places.collect(),
        help: finding.help.clone(),
    }
}
