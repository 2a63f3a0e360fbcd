//! Breakpoints and watchpoints: where a run is looked at, and under which condition it stops.

use jetan_isa::Reg;
use jetan_isa::pack::ServiceEffect;
use jetan_machine::Machine;
use jetan_machine::memory::WatchRange;
use jetan_machine::observer::WrittenRegister;

use crate::expression::{Expression, ExpressionError, ExpressionValue};
use crate::view::float::double;

/// A register that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedRegister {
    /// The register whose changes or reads stop the run.
    pub register: WrittenRegister,
    /// Whether instructions that read it are hits.
    pub reads: bool,
    /// Whether it is a hit that it gets another value.
    pub writes: bool,
}

/// The event that stops a run.
#[derive(Clone, Debug, PartialEq)]
pub enum PointTarget {
    /// One instruction is about to be executed.
    Address(u32),
    /// A service is about to be asked for, any or the one with this number, at one of the
    /// addresses.
    Service(Option<u32>, Vec<u32>),
    /// An exception handler is entered, which begins at this address.
    Exception(u32),
    /// A register has got another value, or was read.
    Register(WatchedRegister),
    /// Memory has been accessed.
    Memory(WatchRange),
    /// A service of the pack is about to change what is on the screen, at one of the addresses.
    Screen(Vec<u32>),
}

impl PointTarget {
    pub(crate) fn addresses(&self) -> Vec<u32> {
        match self {
            PointTarget::Address(address) | PointTarget::Exception(address) => vec![*address],
            PointTarget::Service(_, addresses) | PointTarget::Screen(addresses) => {
                addresses.clone()
            }
            PointTarget::Register(_) | PointTarget::Memory(_) => Vec::new(),
        }
    }

    pub(crate) fn watch(&self) -> Option<WatchRange> {
        match self {
            PointTarget::Memory(watch) => Some(*watch),
            _ => None,
        }
    }

    fn is_at(&self, machine: &Machine) -> bool {
        match self {
            PointTarget::Address(address) | PointTarget::Exception(address) => {
                machine.pc == *address
            }
            PointTarget::Service(number, addresses) => {
                // One `syscall` asks for different services, so the number is compared whenever it
                // is reached.
                let is_asked = number.is_none_or(|number| number == machine.registers.get(Reg::V0));
                is_asked && addresses.contains(&machine.pc)
            }
            PointTarget::Screen(addresses) => addresses.contains(&machine.pc) && draws(machine),
            PointTarget::Register(_) | PointTarget::Memory(_) => false,
        }
    }
}

/// Whether the service that is asked for next changes the screen of the pack.
fn draws(machine: &Machine) -> bool {
    let number = machine.registers.get(Reg::V0);
    let service = machine.pack().and_then(|pack| pack.service(number));
    service.is_some_and(|service| {
        !matches!(service.effect, ServiceEffect::BuiltIn | ServiceEffect::PlaySound { .. })
    })
}

/// A part of what a log point says.
#[derive(Clone, Debug, PartialEq)]
enum LogPart {
    Text(String),
    Value(Expression),
}

/// A text with expressions in braces: `i is {$t0}`.
#[derive(Clone, Debug, PartialEq)]
pub struct LogMessage(Vec<LogPart>);

impl LogMessage {
    /// Reads a text. Places of mistakes are those in the expression.
    pub fn parse(
        text: &str,
        symbol: &dyn Fn(&str) -> Option<u32>,
    ) -> Result<LogMessage, ExpressionError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let start = text.len() - after.len();
            // Expressions have no braces, so the next one closes.
            let Some((inner, behind)) = after.split_once('}') else {
                let message = "`}` is missing".to_owned();
                return Err(ExpressionError { span: start..text.len(), message });
            };
            parts.push(LogPart::Text(before.to_owned()));
            let shifted = |mistake: ExpressionError| ExpressionError {
                span: mistake.span.start + start..mistake.span.end + start,
                ..mistake
            };
            parts.push(LogPart::Value(Expression::parse(inner, symbol).map_err(shifted)?));
            rest = behind;
        }
        parts.push(LogPart::Text(rest.to_owned()));
        Ok(LogMessage(parts))
    }

    fn text(&self, machine: &Machine, hits: u64) -> String {
        let part = |part: &LogPart| match part {
            LogPart::Text(text) => text.clone(),
            LogPart::Value(expression) => match expression.value(machine, hits) {
                Ok(ExpressionValue::Word(word)) => word.to_string(),
                Ok(ExpressionValue::Float(float)) => double(float),
                // A log point says what is wrong in its place and never stops the run.
                Err(mistake) => format!("({})", mistake.message),
            },
        };
        self.0.iter().map(part).collect()
    }
}

/// A breakpoint or a watchpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct StopPoint {
    /// The number it was given when it was set.
    pub id: u32,
    /// The event that stops the run.
    pub target: PointTarget,
    /// Under which condition, if not always.
    pub condition: Option<Expression>,
    /// The text to print instead of stopping.
    pub log: Option<LogMessage>,
    /// The times a run forwards has come to it, whether or not the condition held.
    pub hits: u64,
    /// The number of hits to ignore before it stops.
    pub ignore: u64,
    /// Whether it does anything.
    pub is_enabled: bool,
}

impl StopPoint {
    pub(crate) fn new(id: u32, target: PointTarget) -> StopPoint {
        StopPoint { id, target, condition: None, log: None, hits: 0, ignore: 0, is_enabled: true }
    }

    /// Whether the machine stands at it.
    pub(crate) fn is_at(&self, machine: &Machine) -> bool {
        self.is_enabled && self.target.is_at(machine)
    }

    /// Counts a hit, which `hits` in the condition includes, and says whether the run is to stop.
    pub(crate) fn meet(&mut self, machine: &Machine) -> Result<bool, ExpressionError> {
        self.hits += 1;
        if let Some(condition) = &self.condition
            && !condition.value(machine, self.hits)?.is_true()
        {
            return Ok(false);
        }
        // Unlike gdb, which skips the condition meanwhile: only hits whose condition holds are
        // ignored.
        let is_passed = self.ignore > 0;
        self.ignore = self.ignore.saturating_sub(1);
        Ok(!is_passed)
    }

    /// Whether the machine stands at it and its condition holds, without counting.
    pub(crate) fn is_met(&self, machine: &Machine) -> bool {
        // A log point does not stop a run forwards, so it does not stop one backwards.
        self.log.is_none() && self.is_at(machine) && self.holds(machine)
    }

    /// Whether its condition holds, without counting.
    pub(crate) fn holds(&self, machine: &Machine) -> bool {
        // Backwards a condition that cannot be computed is passed over; it would stop the run at
        // every hit.
        let is_true = |condition: &Expression| {
            condition.value(machine, self.hits).is_ok_and(ExpressionValue::is_true)
        };
        self.condition.as_ref().is_none_or(is_true)
    }

    /// The text to print, if it logs instead of stopping.
    pub(crate) fn message(&self, machine: &Machine) -> Option<String> {
        self.log.as_ref().map(|message| message.text(machine, self.hits))
    }
}
