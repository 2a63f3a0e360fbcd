//! Stops by kind: the next syscall, exception, output, frame or call, forwards and backwards.

use jetan_debug::Arrival;
use jetan_debug::debugger::{Debugger, watch};
use jetan_debug::point::PointTarget;
use jetan_isa::{Op, Service};
use jetan_machine::code::CodeWord;
use jetan_symbols::DebugSymbols;
use jetan_wire::{FailureCode, Landmark, LandmarkGoal, Nothing, ReasonKind};

use super::DebuggedRun;
use super::motion::RunMotion;
use super::state::StandReason;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Calls of a program that are stopped at; very long programs have more.
const CALLS_MAX: usize = 4000;
/// The data register of the display device, from the start of the device registers.
const TRANSMITTER_DATA: u32 = 0xc;

/// Services that print.
const PRINTING: [Service; 8] = [
    Service::PrintInt,
    Service::PrintFloat,
    Service::PrintDouble,
    Service::PrintString,
    Service::PrintChar,
    Service::PrintHex,
    Service::PrintBinary,
    Service::PrintUnsigned,
];

/// The instructions of a program that call.
fn calls(names: &DebugSymbols) -> impl Iterator<Item = u32> + '_ {
    let is_call = |op| matches!(op, Op::Jal | Op::Jalr | Op::JalrRa | Op::Bgezal | Op::Bltzal);
    let code = names.program.code.iter().filter(move |code| is_call(code.instruction.op));
    code.map(|code| code.address).take(CALLS_MAX)
}

/// What to stop at, or why there is nothing.
fn targets(debugger: &Debugger<'_>, wanted: Landmark) -> Result<Vec<PointTarget>, RequestError> {
    let (names, machine) = (&debugger.names, debugger.machine());
    let services = || names.services().collect::<Vec<u32>>();
    let service = |service: Service| PointTarget::Service(Some(service.number()), services());
    let none = |message: &str| Err(RequestError::new(FailureCode::NotNow, message));
    let found = match wanted {
        Landmark::Syscall => vec![PointTarget::Service(None, services())],
        Landmark::Exception => {
            let handler = machine.map().handler;
            if machine.word_at(handler) == CodeWord::Absent {
                return none("the program has no exception handler: an exception ends it anyway");
            }
            vec![PointTarget::Exception(handler)]
        }
        Landmark::Output => {
            let data = machine.map().mmio_base.wrapping_add(TRANSMITTER_DATA);
            let device = PointTarget::Memory(watch(data, data + 3, false, true));
            PRINTING.map(service).into_iter().chain([device]).collect()
        }
        Landmark::Frame => {
            let screen = machine.pack().map(|_| PointTarget::Screen(services()));
            screen.into_iter().chain([service(Service::Sleep)]).collect()
        }
        Landmark::Call => calls(names).map(PointTarget::Address).collect(),
    };
    let needs_service = matches!(wanted, Landmark::Syscall | Landmark::Frame);
    if found.is_empty() || needs_service && services().is_empty() {
        return none("the program has nothing of this kind");
    }
    Ok(found)
}

fn words(wanted: Landmark) -> &'static str {
    match wanted {
        Landmark::Syscall => "before a syscall",
        Landmark::Exception => "in the exception handler",
        Landmark::Output => "before an output",
        Landmark::Frame => "between two frames",
        Landmark::Call => "before a call",
    }
}

/// The stop that a run is on its way to.
pub(super) struct LandmarkStops {
    /// The numbers of the debugger's points.
    points: Vec<u32>,
    wanted: Landmark,
}

impl DebuggedRun {
    /// Whether an arrival is at the landmark that was wanted; then it stands there.
    pub(super) fn arrive_at_landmark(&mut self, arrival: &Arrival) -> bool {
        let (Arrival::Breakpoint(id) | Arrival::Watchpoint(id, _)) = arrival else { return false };
        let Some(stops) = self.landmarks.as_ref().filter(|stops| stops.points.contains(id)) else {
            return false;
        };
        let text = Some(words(stops.wanted).to_owned());
        self.stop_for(StandReason { kind: ReasonKind::Travel, point: None, text });
        true
    }

    /// Nobody is on the way to a landmark any more.
    pub(super) fn forget_landmarks(&mut self) {
        for id in self.landmarks.take().map(|stops| stops.points).unwrap_or_default() {
            self.debugger.remove(id);
        }
    }
}

/// Goes to the next landmark of a kind, or to the last one before this step.
pub(super) fn goto(
    context: &mut RequestContext<'_>,
    goal: LandmarkGoal,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    let wanted = goal.next;
    let targets = targets(&context.run()?.debugger, wanted)?;
    if goal.back {
        return context.travel(async move |debugger, point| {
            let own: Vec<u32> = debugger.points().iter().map(|point| point.id).collect();
            for id in own {
                debugger.remove(id);
            }
            for target in targets {
                debugger.add(target);
            }
            Ok(match debugger.go_back(point).await? {
                Arrival::Breakpoint(_) | Arrival::Watchpoint(..) => Arrival::There,
                Arrival::Beginning => Arrival::NotFound,
                other => other,
            })
        });
    }
    context.claim(JobNeeds::Run);
    let run = context.run()?;
    run.begin_motion(RunMotion::Go);
    let points = targets.into_iter().filter_map(|target| run.debugger.add(target)).collect();
    run.landmarks = Some(LandmarkStops { points, wanted });
    context.work();
    DONE.map(AnswerOrWork::Now)
}
