//! A run at its live end: a machine, the engine that advances it, and the log of what the host
//! does to it.

use jetan_machine::{Engine, Fault, Host, HostInput, Machine, Stop, StopConditions};

use crate::log::{EventLog, LogEntry};
use crate::position::RunPosition;
use crate::printed::TimedOutput;
use crate::recorder::Recorder;

/// A run. A [`Session`](crate::Session) gives it keys and displays, a
/// [`Timeline`](crate::Timeline) a past.
pub struct LiveRun<'e> {
    pub(crate) at: RunPosition,
    pub(crate) engine: Box<dyn Engine + 'e>,
    pub(crate) log: EventLog,
    /// Whether the log is kept.
    is_recorded: bool,
}

impl<'e> LiveRun<'e> {
    /// A run of a machine from where it stands, by an engine. Nothing is recorded.
    pub fn new(machine: Machine, engine: Box<dyn Engine + 'e>) -> LiveRun<'e> {
        let at = RunPosition { machine, next: 0 };
        LiveRun { at, engine, log: EventLog::default(), is_recorded: false }
    }

    /// Records everything from outside from now on, in an empty log.
    pub(crate) fn record(&mut self, log: EventLog) {
        self.log = log;
        self.is_recorded = true;
    }

    /// The machine as it is between two runs of the engine.
    pub fn machine(&self) -> &Machine {
        &self.at.machine
    }

    /// Runs the engine once, with a host.
    pub fn advance(&mut self, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.advance_for(host, None, until)
    }

    /// The same; what is printed goes to a list in place of the host, if there is one.
    pub(crate) fn advance_for<H: Host + ?Sized>(
        &mut self,
        host: &mut H,
        printed: Option<&mut TimedOutput>,
        until: &StopConditions,
    ) -> Stop {
        let log = self.is_recorded.then_some(&mut self.log);
        let mut recorder = Recorder::new(host, log, printed);
        self.at.advance(&mut *self.engine, &mut recorder, until)
    }

    /// Lets something happen to the machine. Whatever does so comes through here.
    pub fn inject(&mut self, input: HostInput) -> Result<(), Fault> {
        // Recorded only after the machine has taken it: an input that was refused must not be in
        // the log, or a replay would fail there.
        self.at.machine.inject(input)?;
        self.note(LogEntry::Input(self.at.machine.count, input));
        Ok(())
    }

    /// Lets a virtual clock go on to the time that the program sleeps until; false if only the
    /// host can let time pass.
    pub fn pass_time(&mut self, at_ms: i64) -> bool {
        let machine = &self.at.machine;
        // A host's clock cannot be moved by an input; the caller has to wait for it instead.
        let is_virtual = machine.clock().ms(machine.count).is_some();
        is_virtual && self.inject(HostInput::Time(at_ms)).is_ok()
    }

    /// Notes something that came from outside.
    pub(crate) fn note(&mut self, entry: LogEntry) {
        if self.is_recorded {
            self.log.push(entry);
            // The live end stands behind everything that is recorded; a position that lagged would
            // ask for this entry again after a step back.
            self.at.next = self.log.len();
        }
    }
}
