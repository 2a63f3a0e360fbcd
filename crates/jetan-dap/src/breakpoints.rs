//! Breakpoints: as the client sets them by kind, and as the workbench has them, all in two lists.

use std::collections::BTreeMap;

use jetan_wire::{
    AnyService, BreakpointList as WireList, PointItem, PointList, ServiceChoice, WatchItem,
    WatchList, WatchOn,
};

use crate::adapter::{
    AdapterHost, CommandError, CommandResult, DebugAdapter, RequestCall, ask, done,
};
use crate::memory::address;
use crate::protocol::arguments::{
    AccessType, DataBreakpointInfoArguments, SetBreakpointsArguments, SetDataBreakpointsArguments,
    SetExceptionBreakpointsArguments, SetFunctionBreakpointsArguments,
    SetInstructionBreakpointsArguments,
};
use crate::protocol::bodies::{Breakpoint, BreakpointList, DataBreakpointInfo, ExceptionFilter};
use crate::protocol::events::{AdapterEvent, BreakpointChanged};
use crate::variables::VariableGroup;

/// Breakpoints of all kinds; the workbench has the same bound for each of its lists.
const POINTS_MAX: usize = 1000;

/// The filter for programs that fail.
const FAULTS: &str = "fault";
/// The filter for entering an exception handler.
const HANDLERS: &str = "exception";
/// The filter for services.
const SERVICES: &str = "service";

/// A kind of breakpoint; the client replaces all of one kind at once, and those of lines by source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PointKind {
    /// Lines of a source, by the path that the client has for it.
    Source(String),
    Function,
    Instruction,
    Data,
    Exception,
}

impl PointKind {
    /// The reason of a stop there.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            PointKind::Source(_) => "breakpoint",
            PointKind::Function => "function breakpoint",
            PointKind::Instruction => "instruction breakpoint",
            PointKind::Data => "data breakpoint",
            PointKind::Exception => "exception",
        }
    }
}

/// The place of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PointPlace {
    /// From 0; none if the client's number is not one of a line.
    Line(Option<u32>),
    Label(String),
    Address(Option<u32>),
    Handler,
    Service,
    Data(String, WatchOn),
}

/// A breakpoint.
#[derive(Clone, Debug)]
struct ClientPoint {
    id: u32,
    place: PointPlace,
    condition: Option<String>,
    hit_condition: Option<String>,
    log: Option<String>,
    /// As the client was told last.
    reported: Option<Breakpoint>,
}

impl ClientPoint {
    fn new(place: PointPlace) -> ClientPoint {
        ClientPoint {
            id: 0,
            place,
            condition: None,
            hit_condition: None,
            log: None,
            reported: None,
        }
    }

    /// Whether it is the same one as another, so that its hits go on.
    fn is_same(&self, other: &ClientPoint) -> bool {
        self.place == other.place
            && self.condition == other.condition
            && self.hit_condition == other.hit_condition
            && self.log == other.log
    }
}

/// All breakpoints of a client.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointTable {
    kinds: BTreeMap<PointKind, Vec<ClientPoint>>,
    /// The number of the last one.
    last_id: u32,
    /// Whether failures do not stop the run.
    passes_faults: bool,
}

/// The filters of exceptions.
pub(crate) fn exception_filters() -> Vec<ExceptionFilter> {
    vec![
        ExceptionFilter {
            filter: FAULTS,
            label: "Run-time errors",
            description: "Stops at the line that fails, with the explanation of `jetan run`.",
            default: true,
            supports_condition: false,
        },
        ExceptionFilter {
            filter: HANDLERS,
            label: "Exception handler",
            description: "Stops when the program's exception handler is entered.",
            default: false,
            supports_condition: true,
        },
        ExceptionFilter {
            filter: SERVICES,
            label: "System calls",
            description: "Stops before every system call.",
            default: false,
            supports_condition: true,
        },
    ]
}

impl PointTable {
    pub(crate) fn stops_for_faults(&self) -> bool {
        !self.passes_faults
    }

    /// The kind of a breakpoint by its number.
    pub(crate) fn kind_of(&self, id: u32) -> Option<&PointKind> {
        let found = self.kinds.iter().find(|(_, points)| points.iter().any(|point| point.id == id));
        found.map(|(kind, _)| kind)
    }

    /// The table with other breakpoints of a kind; those that were there already keep their
    /// numbers.
    fn with(&self, kind: PointKind, mut points: Vec<ClientPoint>) -> CommandResult<PointTable> {
        let mut table = self.clone();
        let before = table.kinds.remove(&kind).unwrap_or_default();
        let others: usize = table.kinds.values().map(Vec::len).sum();
        if others + points.len() > POINTS_MAX {
            return Err(CommandError(format!("there can be {POINTS_MAX} breakpoints")));
        }
        for point in &mut points {
            let known = before.iter().find(|known| known.is_same(point));
            point.id = known.map_or(0, |known| known.id);
            if point.id == 0 {
                table.last_id += 1;
                point.id = table.last_id;
            }
        }
        table.kinds.insert(kind, points);
        Ok(table)
    }
}

/// A condition that also counts hits; none if there is nothing to ask.
///
/// `5` stops at the fifth hit and all after it; `== 5`, `> 5` and `% 5` (every fifth) are compared
/// with the number of hits.
fn condition(condition: Option<&str>, hits: Option<&str>) -> (Option<String>, u64, Option<String>) {
    let text =
        |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let (condition, Some(hits)) = (text(condition), text(hits)) else {
        return (text(condition), 0, None);
    };
    if let Ok(number) = hits.parse::<u64>() {
        return (condition, number.saturating_sub(1), None);
    }
    let operators = ["==", "!=", ">=", "<=", ">", "<", "%", "="];
    let found = operators.iter().find_map(|operator| {
        let number = hits.strip_prefix(operator)?.trim().parse::<u32>().ok()?;
        Some((*operator, number))
    });
    let counted = match found {
        Some(("%", 0)) | None => {
            let why = format!("`{hits}` is not a hit count: write 5, == 5, > 5 or % 5");
            return (condition, 0, Some(why));
        }
        Some(("%", number)) => format!("hits % {number} == 0"),
        Some(("=", number)) => format!("hits == {number}"),
        Some((operator, number)) => format!("hits {operator} {number}"),
    };
    let both = condition.map_or(counted.clone(), |own| format!("({own}) && {counted}"));
    (Some(both), 0, None)
}

impl DebugAdapter {
    /// Replaces the breakpoints of a kind, and says what became of each.
    fn set_points(
        &mut self,
        kind: PointKind,
        points: Vec<ClientPoint>,
        host: &mut dyn AdapterHost,
    ) -> CommandResult {
        let table = self.points.with(kind.clone(), points)?;
        let before = std::mem::replace(&mut self.points, table);
        if let Err(error) = self.send_points(host) {
            self.points = before;
            return Err(error);
        }
        let points = self.points.kinds.get(&kind).into_iter().flatten();
        let breakpoints = points.filter_map(|point| point.reported.clone()).collect();
        done(&BreakpointList { breakpoints })
    }

    /// Gives the workbench all breakpoints; gives those that the client was told otherwise.
    fn send_points(&mut self, host: &mut dyn AdapterHost) -> CommandResult<Vec<Breakpoint>> {
        let is_off = self.launch.as_ref().is_some_and(|launch| launch.no_debug);
        let (mut breakpoints, mut watches) = (Vec::new(), Vec::new());
        for (kind, points) in &self.points.kinds {
            for point in points {
                match self.wire(kind, point, !is_off) {
                    PointItem::Breakpoint(one) => breakpoints.push(one),
                    PointItem::Watch(one) => watches.push(one),
                }
            }
        }
        let answer = ask!(self, host, Breakpoints(WireList { items: Some(breakpoints) }))?;
        let watched = ask!(self, host, Watches(WatchList { items: Some(watches) }))?;
        let breakpoints = answer.items.into_iter().map(PointItem::Breakpoint);
        let watches = watched.items.into_iter().map(PointItem::Watch);
        Ok(self.note_points(breakpoints.chain(watches)))
    }

    /// A breakpoint for the workbench.
    fn wire(&self, kind: &PointKind, point: &ClientPoint, enabled: bool) -> PointItem {
        let hits = point.hit_condition.as_deref();
        let (condition, ignore, mistake) = condition(point.condition.as_deref(), hits);
        // One with a wrong count must not stop at every hit.
        let enabled = enabled && mistake.is_none();
        if let PointPlace::Data(place, on) = &point.place {
            return PointItem::Watch(WatchItem {
                id: point.id.to_string(),
                place: place.clone(),
                on: *on,
                address: None,
                condition,
                log: None,
                ignore,
                enabled,
                is_verified: false,
                hits: 0,
                message: None,
            });
        }
        let mut wire = jetan_wire::Breakpoint {
            id: point.id.to_string(),
            path: None,
            line: None,
            address: None,
            label: None,
            service: None,
            exception: false,
            condition,
            log: point.log.clone().filter(|text| !text.is_empty()),
            ignore,
            enabled,
            is_verified: false,
            hits: 0,
            message: None,
        };
        match &point.place {
            PointPlace::Line(line) => {
                if let PointKind::Source(path) = kind {
                    wire.path = Some(self.paths.name(path));
                }
                wire.line = *line;
            }
            PointPlace::Label(label) => wire.label = Some(label.clone()),
            PointPlace::Address(address) => wire.address = *address,
            PointPlace::Handler => wire.exception = true,
            PointPlace::Service => wire.service = Some(ServiceChoice::Word(AnyService::Any)),
            PointPlace::Data(..) => {}
        }
        PointItem::Breakpoint(wire)
    }

    /// Keeps what became of breakpoints; gives those that the client was told otherwise.
    fn note_points(&mut self, items: impl Iterator<Item = PointItem>) -> Vec<Breakpoint> {
        let mut changed = Vec::new();
        for item in items {
            let (PointItem::Breakpoint(jetan_wire::Breakpoint { id, .. })
            | PointItem::Watch(WatchItem { id, .. })) = &item;
            let Ok(id) = id.parse::<u32>() else { continue };
            let reported = self.outcome(id, &item);
            let mut all = self.points.kinds.values_mut().flatten();
            let Some(point) = all.find(|point| point.id == id) else { continue };
            if point.reported.as_ref() != Some(&reported) {
                point.reported = Some(reported.clone());
                changed.push(reported);
            }
        }
        changed
    }

    /// What became of a breakpoint, for the client.
    fn outcome(&self, id: u32, item: &PointItem) -> Breakpoint {
        let point = self.points.kinds.values().flatten().find(|point| point.id == id);
        let hits = point.and_then(|point| point.hit_condition.as_deref());
        let (_, _, mistake) = condition(None, hits);
        let (is_verified, message, place, address) = match item {
            PointItem::Breakpoint(one) => {
                let place = one.path.as_ref().zip(one.line);
                (one.is_verified, &one.message, place, one.address)
            }
            PointItem::Watch(one) => (one.is_verified, &one.message, None, None),
        };
        let message = mistake.or_else(|| self.reason_not_there(item)).or_else(|| message.clone());
        Breakpoint {
            id,
            verified: is_verified && message.is_none(),
            message,
            source: place.map(|(name, _)| self.source(name)),
            line: place.map(|(_, line)| self.line(line)),
            instruction_reference: address.map(|address| format!("{address:#010x}")),
        }
    }

    /// A better reason than that there is no instruction.
    fn reason_not_there(&self, item: &PointItem) -> Option<String> {
        let PointItem::Breakpoint(point) = item else { return None };
        let Some(debugger) = self.bench.debugger() else {
            return Some("the program has not been started yet".to_owned());
        };
        let path = point.path.as_ref()?;
        let is_foreign = debugger.names.sources.id(path).is_none();
        is_foreign.then(|| "this file is not part of the program".to_owned())
    }

    /// The workbench has placed breakpoints anew, in another program.
    pub(crate) fn points_moved(&mut self, points: PointList) {
        let changed = self.note_points(points.items.into_iter());
        self.report_points(changed);
    }

    fn report_points(&mut self, points: Vec<Breakpoint>) {
        for breakpoint in points {
            let changed = BreakpointChanged { reason: "changed", breakpoint };
            self.send(&AdapterEvent::Breakpoint(changed));
        }
    }

    pub(crate) fn set_breakpoints(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetBreakpointsArguments,
    ) -> CommandResult {
        let Some(path) = arguments.source.path else {
            return Err(CommandError::new("`source` has no `path`"));
        };
        let points = arguments.breakpoints.into_iter().map(|sent| ClientPoint {
            condition: sent.condition,
            hit_condition: sent.hit_condition,
            log: sent.log_message,
            ..ClientPoint::new(PointPlace::Line(self.line_of(sent.line)))
        });
        let points = points.collect();
        self.set_points(PointKind::Source(path), points, call.host)
    }

    pub(crate) fn set_function_breakpoints(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetFunctionBreakpointsArguments,
    ) -> CommandResult {
        let points = arguments.breakpoints.into_iter().map(|sent| ClientPoint {
            condition: sent.condition,
            hit_condition: sent.hit_condition,
            ..ClientPoint::new(PointPlace::Label(sent.name.trim().to_owned()))
        });
        self.set_points(PointKind::Function, points.collect(), call.host)
    }

    pub(crate) fn set_instruction_breakpoints(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetInstructionBreakpointsArguments,
    ) -> CommandResult {
        let points = arguments.breakpoints.into_iter().map(|sent| {
            let place = address(&sent.instruction_reference, sent.offset).ok();
            ClientPoint {
                condition: sent.condition,
                hit_condition: sent.hit_condition,
                ..ClientPoint::new(PointPlace::Address(place))
            }
        });
        self.set_points(PointKind::Instruction, points.collect(), call.host)
    }

    pub(crate) fn set_data_breakpoints(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetDataBreakpointsArguments,
    ) -> CommandResult {
        let points = arguments.breakpoints.into_iter().map(|sent| {
            let on = match sent.access_type {
                Some(AccessType::Read) => WatchOn::Read,
                Some(AccessType::ReadWrite) => WatchOn::Access,
                Some(AccessType::Write) | None => WatchOn::Write,
            };
            ClientPoint {
                condition: sent.condition,
                hit_condition: sent.hit_condition,
                ..ClientPoint::new(PointPlace::Data(sent.data_id, on))
            }
        });
        self.set_points(PointKind::Data, points.collect(), call.host)
    }

    pub(crate) fn set_exception_breakpoints(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: SetExceptionBreakpointsArguments,
    ) -> CommandResult {
        let plain = arguments.filters.into_iter().map(|filter| (filter, None));
        let others = arguments.filter_options.into_iter();
        let others = others.map(|option| (option.filter_id, option.condition));
        let (mut points, mut has_faults) = (Vec::new(), false);
        for (filter, condition) in plain.chain(others) {
            let place = match filter.as_str() {
                FAULTS => {
                    has_faults = true;
                    continue;
                }
                HANDLERS => PointPlace::Handler,
                SERVICES => PointPlace::Service,
                _ => continue,
            };
            points.push(ClientPoint { condition, ..ClientPoint::new(place) });
        }
        let reply = self.set_points(PointKind::Exception, points, call.host)?;
        self.points.passes_faults = !has_faults;
        Ok(reply)
    }

    pub(crate) fn data_breakpoint_info(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: DataBreakpointInfoArguments,
    ) -> CommandResult {
        let DataBreakpointInfoArguments { variables_reference, name, bytes, as_address } =
            arguments;
        let group = variables_reference.and_then(VariableGroup::of);
        let place = match group {
            Some(group) => self.place_of(group, &name, call.host)?,
            None if as_address => address(&name, 0).map(|address| format!("{address:#010x}"))?,
            None => name.clone(),
        };
        let place = match bytes.filter(|bytes| *bytes > 0) {
            Some(bytes) if !place.starts_with('$') && !place.contains(',') => {
                format!("{place},{bytes}")
            }
            _ => place,
        };
        let found = self.bench.debugger().map(|debugger| debugger.place(&place));
        let info = match found {
            Some(Ok(_)) => DataBreakpointInfo {
                description: place.clone(),
                data_id: Some(place),
                access_types: vec![AccessType::Read, AccessType::Write, AccessType::ReadWrite],
            },
            Some(Err(error)) => DataBreakpointInfo {
                data_id: None,
                description: error.0.into_iter().next().unwrap_or_default(),
                access_types: Vec::new(),
            },
            None => return Err(CommandError::new("there is no run; start one first")),
        };
        done(&info)
    }

    /// Sends the breakpoints again, for a run that was started with other options.
    pub(crate) fn renew_points(&mut self, host: &mut dyn AdapterHost) {
        // They were accepted before; a program in which they have no place says so for each.
        let changed = self.send_points(host).unwrap_or_default();
        self.report_points(changed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions_count_hits() {
        for (own, hits, expected, ignored) in [
            (None, None, None, 0),
            (Some(" "), Some(""), None, 0),
            (Some("$t0 > 1"), Some("5"), Some("$t0 > 1"), 4),
            (None, Some("0"), None, 0),
            (None, Some(">= 3"), Some("hits >= 3"), 0),
            (None, Some("=3"), Some("hits == 3"), 0),
            (Some("$t0"), Some("% 2"), Some("($t0) && hits % 2 == 0"), 0),
        ] {
            let (made, ignore, mistake) = condition(own, hits);
            assert_eq!((made.as_deref(), ignore), (expected, ignored), "{own:?} {hits:?}");
            assert_eq!(mistake, None);
        }
        for wrong in ["often", "> x", "% 0", "-1"] {
            assert!(condition(None, Some(wrong)).2.is_some(), "{wrong}");
        }
    }
}
