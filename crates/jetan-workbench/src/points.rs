//! Breakpoints and watches as the client has them: they survive edits and restarts, and become
//! points of a debugger while there is a run.

use jetan_debug::debugger::Debugger;
use jetan_debug::point::{LogMessage, PointTarget};
use jetan_wire::{
    AnyService, Breakpoint, BreakpointList, Breakpoints, FailureCode, PointItem, PointList,
    ServiceChoice, WatchItem, WatchList, WatchOn, Watches,
};

use crate::limits::POINTS_MAX;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Characters of an id, and of a condition or text.
const ID_CHARS_MAX: usize = 64;
const TEXT_CHARS_MAX: usize = 1000;
const NO_INSTRUCTION: &str = "there is no instruction at this line or after";

/// A breakpoint or a watch.
#[derive(Clone, Debug, Default)]
struct PointRecord {
    id: String,
    path: Option<String>,
    line: Option<u32>,
    address: Option<u32>,
    label: Option<String>,
    service: Option<ServiceChoice>,
    exception: bool,
    /// The expression that is watched; a watch has nothing of the above but perhaps an address.
    place: Option<String>,
    on: WatchOn,
    condition: Option<String>,
    log: Option<String>,
    ignore: u64,
    enabled: bool,
    is_verified: bool,
    hits: u64,
    /// Why it will not stop anything.
    message: Option<String>,
    /// The number of the debugger's point.
    number: Option<u32>,
}

impl From<Breakpoint> for PointRecord {
    fn from(sent: Breakpoint) -> PointRecord {
        PointRecord {
            id: sent.id,
            path: sent.path,
            line: sent.line,
            address: sent.address,
            label: sent.label,
            service: sent.service,
            exception: sent.exception,
            condition: sent.condition,
            log: sent.log,
            ignore: sent.ignore,
            enabled: sent.enabled,
            ..PointRecord::default()
        }
    }
}

impl From<WatchItem> for PointRecord {
    fn from(sent: WatchItem) -> PointRecord {
        PointRecord {
            id: sent.id,
            place: Some(sent.place),
            on: sent.on,
            address: sent.address,
            condition: sent.condition,
            log: sent.log,
            ignore: sent.ignore,
            enabled: sent.enabled,
            ..PointRecord::default()
        }
    }
}

impl PointRecord {
    fn breakpoint(&self) -> Breakpoint {
        Breakpoint {
            id: self.id.clone(),
            path: self.path.clone(),
            line: self.line,
            address: self.address,
            label: self.label.clone(),
            service: self.service,
            exception: self.exception,
            condition: self.condition.clone(),
            log: self.log.clone(),
            ignore: self.ignore,
            enabled: self.enabled,
            is_verified: self.is_verified,
            hits: self.hits,
            message: self.message.clone(),
        }
    }

    fn watch(&self) -> WatchItem {
        WatchItem {
            id: self.id.clone(),
            place: self.place.clone().unwrap_or_default(),
            on: self.on,
            address: self.address,
            condition: self.condition.clone(),
            log: self.log.clone(),
            ignore: self.ignore,
            enabled: self.enabled,
            is_verified: self.is_verified,
            hits: self.hits,
            message: self.message.clone(),
        }
    }
}

#[derive(Default)]
pub(crate) struct PointStore {
    breakpoints: Vec<PointRecord>,
    watches: Vec<PointRecord>,
}

pub(crate) fn breakpoints(
    context: &mut RequestContext<'_>,
    sent: BreakpointList,
) -> RequestAnswer<Breakpoints> {
    if let Some(items) = sent.items {
        let items: Vec<PointRecord> = items.into_iter().map(PointRecord::from).collect();
        check(&items)?;
        context.bench.points.breakpoints = keeping_hits(items, &context.bench.points.breakpoints);
        context.resolve();
    }
    context.bench.count_hits();
    Ok(Breakpoints {
        items: context.bench.points.breakpoints.iter().map(PointRecord::breakpoint).collect(),
    })
}

pub(crate) fn watches(context: &mut RequestContext<'_>, sent: WatchList) -> RequestAnswer<Watches> {
    if let Some(items) = sent.items {
        let items: Vec<PointRecord> = items.into_iter().map(PointRecord::from).collect();
        check(&items)?;
        context.bench.points.watches = keeping_hits(items, &context.bench.points.watches);
        context.resolve();
    }
    context.bench.count_hits();
    Ok(Watches { items: context.bench.points.watches.iter().map(PointRecord::watch).collect() })
}

fn check(items: &[PointRecord]) -> Result<(), RequestError> {
    if items.len() > POINTS_MAX {
        return Err(RequestError::new(FailureCode::TooMany, "there can be 1,000 of these"));
    }
    let is_long = |text: &String, max: usize| text.chars().count() > max;
    let texts = |item: &PointRecord| {
        [&item.condition, &item.log, &item.label, &item.place, &item.path]
            .into_iter()
            .flatten()
            .any(|text| is_long(text, TEXT_CHARS_MAX))
    };
    // Refused as a whole and before anything is replaced: half a list of breakpoints would be worse
    // than the old one.
    if items.iter().any(|item| is_long(&item.id, ID_CHARS_MAX) || texts(item)) {
        return Err(RequestError::new(
            FailureCode::TooLarge,
            "an id has 64 characters at most, a text 1,000",
        ));
    }
    Ok(())
}

fn is_pixel(place: &str) -> bool {
    place.starts_with("pixel ")
}

/// New items, with the hits of those that were there already, and where their pixels are.
fn keeping_hits(mut items: Vec<PointRecord>, before: &[PointRecord]) -> Vec<PointRecord> {
    for item in &mut items {
        let Some(known) = before.iter().find(|known| known.id == item.id) else { continue };
        // The client sends the whole list after every change; hits are counted here and would start
        // at 0 each time.
        item.hits = known.hits;
        if item.place.as_deref().is_some_and(is_pixel) && item.place == known.place {
            item.address = known.address;
        }
    }
    items
}

impl RequestContext<'_> {
    /// Finds out where the points are: in the run if there is one, or else in the sources.
    fn resolve(&mut self) {
        let bench = &mut *self.bench;
        // The run's program decides, even if its sources were edited since: it stops where its own
        // lines are.
        if let Some(run) = &mut bench.run {
            bench.points.put_into(run.debugger_mut());
            return;
        }
        for item in &mut bench.points.breakpoints {
            let group = item.path.as_deref().and_then(|path| bench.documents.group_of(path));
            let names = group.and_then(|group| group.names.as_ref());
            let (Some(path), Some(line)) = (&item.path, item.line) else { continue };
            // Sources with errors have no instructions yet: the next start will tell.
            if let Some(names) = names {
                // Lines of the wire count from 0, those of the assembler from 1.
                item.place_at(names.address_of_line(Some(path), line.saturating_add(1)));
            } else {
                item.is_verified = false;
            }
        }
    }
}

impl crate::Workbench {
    fn count_hits(&mut self) {
        if let Some(run) = &mut self.run {
            self.points.count_hits(run.debugger_mut());
        }
    }
}

impl PointRecord {
    fn place_at(&mut self, found: Option<(u32, u32)>) {
        self.is_verified = found.is_some();
        self.message = found.is_none().then(|| NO_INSTRUCTION.to_owned());
        if let Some((address, number)) = found {
            self.address = Some(address);
            self.line = Some(number - 1);
        }
    }

    fn target(&mut self, debugger: &Debugger<'_>) -> Result<PointTarget, String> {
        let first = |refusal: jetan_debug::command::DebugError| {
            refusal.0.into_iter().next().unwrap_or_default()
        };
        if let Some(place) = &self.place {
            let (reads, writes) = (self.on != WatchOn::Write, self.on != WatchOn::Read);
            let known = self.address.filter(|_| debugger.display.is_none() && is_pixel(place));
            // A display that is found by its stores is not known when the next run begins.
            let place = known.map_or_else(|| place.clone(), |address| format!("{address:#x}"));
            let target = debugger.watch_target(&place, reads, writes).map_err(first)?;
            if let PointTarget::Memory(watch) = &target {
                self.address = Some(watch.first);
            }
            return Ok(target);
        }
        if let (Some(path), Some(line)) = (&self.path, self.line) {
            let found = debugger.names.address_of_line(Some(path), line.saturating_add(1));
            self.place_at(found);
            let (address, _) = found.ok_or_else(|| NO_INSTRUCTION.to_owned())?;
            return Ok(PointTarget::Address(address));
        }
        let text = match (&self.label, self.service, self.address) {
            (Some(label), _, _) if label.trim().is_empty() => {
                return Err("a name is missing".to_owned());
            }
            (Some(label), _, _) => label.clone(),
            (_, Some(ServiceChoice::Number(number)), _) => format!("service {number}"),
            (_, Some(ServiceChoice::Word(AnyService::Any)), _) => "service".to_owned(),
            (_, _, Some(address)) => format!("{address:#x}"),
            _ if self.exception => "exception".to_owned(),
            _ => return Err("a place is missing".to_owned()),
        };
        debugger.break_target(&text).map_err(first)
    }

    /// Becomes a point of a debugger; a message says why it does not.
    fn put_into(&mut self, debugger: &mut Debugger<'_>) {
        self.number = None;
        let made = self.target(debugger).and_then(|target| self.add(target, debugger));
        self.is_verified = made.is_ok();
        self.message = made.err();
    }

    fn add(&mut self, target: PointTarget, debugger: &mut Debugger<'_>) -> Result<(), String> {
        let symbol = |name: &str| debugger.names.address(name);
        let condition = match self.condition.as_deref().map(str::trim).filter(|c| !c.is_empty()) {
            Some(text) => Some(
                jetan_debug::expression::Expression::parse(text, &symbol)
                    .map_err(|mistake| mistake.message)?,
            ),
            None => None,
        };
        let log = match self.log.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => {
                Some(LogMessage::parse(text, &symbol).map_err(|mistake| mistake.message)?)
            }
            None => None,
        };
        // After condition and text were parsed: a point with a wrong condition must not stop at
        // every hit.
        let id = debugger.add(target).ok_or("there are too many breakpoints")?;
        let point = debugger.point_mut(id).ok_or("there are too many breakpoints")?;
        point.condition = condition;
        point.log = log;
        point.ignore = self.ignore;
        point.hits = self.hits;
        point.is_enabled = self.enabled;
        self.number = Some(id);
        Ok(())
    }
}

impl PointStore {
    /// Everything for the client.
    pub(crate) fn wire(&self) -> PointList {
        let breakpoints = self.breakpoints.iter().map(PointRecord::breakpoint);
        let watches = self.watches.iter().map(PointRecord::watch).map(PointItem::Watch);
        PointList { items: breakpoints.map(PointItem::Breakpoint).chain(watches).collect() }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut PointRecord> {
        self.breakpoints.iter_mut().chain(&mut self.watches)
    }

    /// Gives a debugger these points in place of those it has.
    pub(crate) fn put_into(&mut self, debugger: &mut Debugger<'_>) {
        let old: Vec<u32> = debugger.points().iter().map(|point| point.id).collect();
        // Before the old points are removed, since their counts go with them.
        self.count_hits(debugger);
        for id in old {
            debugger.remove(id);
        }
        for item in self.all() {
            item.put_into(debugger);
        }
    }

    /// A run begins: nothing has been hit yet.
    pub(crate) fn begin(&mut self, debugger: &mut Debugger<'_>) {
        for item in self.all() {
            item.hits = 0;
            // The numbers are those of the debugger before; a new one counts from the beginning and
            // could have the same.
            item.number = None;
        }
        self.put_into(debugger);
    }

    fn count_hits(&mut self, debugger: &mut Debugger<'_>) {
        for item in self.all() {
            let point = item.number.and_then(|number| debugger.point_mut(number));
            if let Some(point) = point {
                item.hits = point.hits;
            }
        }
    }

    /// The client's name for a point.
    pub(crate) fn id_of(&self, number: u32) -> Option<&str> {
        let mut items = self.breakpoints.iter().chain(&self.watches);
        items.find(|item| item.number == Some(number)).map(|item| item.id.as_str())
    }

    /// Lets breakpoints follow their lines through an edit; whether any has moved.
    pub(crate) fn follow(&mut self, path: &str, moved: &LineShift) -> bool {
        let mut has_moved = false;
        for item in &mut self.breakpoints {
            if item.path.as_deref() != Some(path) {
                continue;
            }
            let line = item.line.map(|line| moved.line(line));
            has_moved |= line != item.line;
            item.line = line;
        }
        has_moved
    }
}

/// The lines that an edit has replaced, and by how many.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LineShift {
    /// Lines at the beginning that are the same.
    before: u32,
    /// Lines that were replaced, and by how many.
    old: u32,
    new: u32,
}

impl LineShift {
    /// The edit that turns one text into another.
    pub(crate) fn between(old: &str, new: &str) -> LineShift {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let (old, new) = (&old[before..], &new[before..]);
        // Only over what is left after the common beginning, or equal lines in the middle would be
        // counted twice.
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new);
        let after = tail.count();
        LineShift {
            before: before as u32,
            old: (old.len() - after) as u32,
            new: (new.len() - after) as u32,
        }
    }

    /// The new number of a line.
    fn line(&self, line: u32) -> u32 {
        if line < self.before {
            line
        } else if line >= self.before + self.old {
            line - self.old + self.new
        } else {
            // Within what was replaced: as near as there are lines.
            line.min((self.before + self.new).saturating_sub(1)).max(self.before)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_an_edit() {
        let old = "a\nb\nc\nd\n";
        for (new, expected) in [
            ("a\nb\nc\nd\n", [0, 1, 2, 3]),
            ("x\na\nb\nc\nd\n", [1, 2, 3, 4]),
            ("a\nb\nx\ny\nc\nd\n", [0, 1, 4, 5]),
            ("a\nc\nd\n", [0, 1, 1, 2]),
            ("a\nb\nX\nd\n", [0, 1, 2, 3]),
            ("", [0, 0, 0, 0]),
        ] {
            let moved = LineShift::between(old, new);
            assert_eq!([0, 1, 2, 3].map(|line| moved.line(line)), expected, "{new:?}");
        }
    }
}
