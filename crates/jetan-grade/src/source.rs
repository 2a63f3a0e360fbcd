//! Where the wrong value of a failing case was made.

use jetan_debug::blame::inquire;
use jetan_debug::cause::{Link, Place, printer, why};
use jetan_debug::names::Names;
use jetan_machine::observer::Register;
use jetan_machine::{Interpreter, Stop};
use jetan_run::{Keeping, Timeline};

use crate::bench::Kept;
use crate::check::Smallest;
use crate::verdict::{Kind, Spot};

/// Lines of a chain that are told.
const LINKS_TOLD: usize = 6;
/// What snapshots of a run may take.
const KEYFRAME_BYTES: usize = 16 << 20;
/// Parts of a run that are looked through for one case.
const LOOKS_MAX: u32 = 2000;

/// How the wrong value of a case came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// A line for each step, the last instruction first.
    pub lines: Vec<String>,
    /// When the wrong value was made: the count before the instruction that made it.
    pub focus: Option<u64>,
}

impl Source {
    /// Looks for it in the run of a case; nothing if that was not kept or says nothing.
    pub fn of(smallest: &Smallest, names: &Names) -> Source {
        let Some(kept) = &smallest.kept else { return Source::default() };
        let engine = Box::new(Interpreter::<()>::default());
        let Kept { start, recording, .. } = kept.clone();
        let keeping = Keeping { bytes_max: KEYFRAME_BYTES, ..Keeping::default() };
        let played = Timeline::play_back(start, engine, keeping, recording, &mut |_| true);
        let Ok(mut timeline) = played else { return Source::default() };
        search(&mut timeline, smallest, names).unwrap_or_default()
    }
}

fn search(timeline: &mut Timeline<'_>, smallest: &Smallest, names: &Names) -> Option<Source> {
    let failure = &smallest.failure;
    let mut looks = LOOKS_MAX;
    let mut patience = |_| {
        looks = looks.saturating_sub(1);
        looks > 0
    };
    let is_crash = failure.kind == Kind::Crash;
    if let Some(Stop::Faulted { .. }) = timeline.ending().filter(|_| is_crash) {
        let inquiry = inquire(timeline, names, &mut patience).ok()?;
        let culprit = inquiry.culprit?;
        let accused = inquiry.accusation(names)?;
        let mut lines = vec![format!("{}: {accused}", names.line_text(culprit.pc))];
        lines.extend(inquiry.stray_text(names));
        lines.extend(inquiry.chain(names, LINKS_TOLD));
        return Some(Source { lines, focus: culprit.count });
    }
    let end = timeline.end_count();
    let last = timeline.output().len().checked_sub(1).map(Spot::Output);
    let is_about_value = matches!(failure.kind, Kind::Wrong | Kind::Ending);
    let (place, limit) =
        match failure.spot.as_deref().copied().or(last).filter(|_| is_about_value)? {
            Spot::Register(reg) => (Place::Register(Register::Cpu(reg)), end),
            Spot::Memory(address, bytes) => (Place::Memory(address, bytes.max(1)), end),
            Spot::Output(byte) => printer(timeline, byte).ok()??,
        };
    let links = why(timeline, place, limit, &mut patience).ok()?;
    let line = |link: &Link| {
        let indent = "  ".repeat(link.depth);
        indent + &link.brief(names)
    };
    let mut lines: Vec<String> = links.iter().take(LINKS_TOLD).map(line).collect();
    if let Some(untouched) = links.first().filter(|link| link.writer.is_none()) {
        let place = untouched.place.text(&|address| names.label(address));
        lines = vec![format!("nothing has written {place}: it is as it was at the beginning")];
    }
    if failure.spot.is_none() {
        // A text of the program's own data says nothing about why it was printed.
        if links.iter().all(|link| link.writer.is_none()) {
            lines.clear();
        }
        let pc = timeline.pc_at(limit).ok()?;
        lines.insert(0, format!("{} prints the last character", names.line_text(pc)));
    }
    Some(Source { lines, focus: writer(&links).or(Some(limit)) })
}

/// The instant before the wrong value was written. One that was only carried on from memory, to be
/// printed for instance, was written by the store.
fn writer(links: &[Link]) -> Option<u64> {
    let first = links.first()?;
    let mut carried = first;
    let mut rest = &links[1..];
    while !matches!(carried.place, Place::Memory(..)) {
        let depth = carried.depth;
        let mut own = rest.iter().take_while(|link| link.depth > depth);
        let is_next = |link: &Link| link.depth == depth + 1 && link.value == first.value;
        let Some(next) = own.position(is_next) else { break };
        carried = &rest[next];
        rest = &rest[next + 1..];
    }
    let is_store = matches!(carried.place, Place::Memory(..)) && carried.writer.is_some();
    let (count, _) = if is_store { carried.writer? } else { first.writer? };
    Some(count)
}

#[cfg(test)]
mod tests {
    use jetan_debug::cause::Origin;
    use jetan_isa::Reg;

    use super::*;

    fn link(depth: usize, place: Place, value: u32, count: Option<u64>) -> Link {
        let writer = count.map(|count| (count, 0x0040_0000));
        Link { depth, place, value, writer, origin: Origin::Computed }
    }

    #[test]
    fn a_value_that_was_only_carried_on_was_written_by_its_store() {
        let a0 = Place::Register(Register::Cpu(Reg::A0));
        let cell = Place::Memory(0x1001_0000, 4);
        let printed = link(0, a0, 7, Some(90));
        let address = link(1, a0, 0x1001_0000, Some(80));
        let stored = link(1, cell, 7, Some(50));
        assert_eq!(writer(&[]), None);
        assert_eq!(writer(&[printed.clone(), address.clone(), stored.clone()]), Some(50));
        let moved = link(1, a0, 7, Some(85));
        let deeper = link(2, cell, 7, Some(40));
        assert_eq!(writer(&[printed.clone(), moved.clone(), deeper]), Some(40));
        assert_eq!(writer(&[printed.clone(), moved, address]), Some(90));
        let initial = link(1, cell, 7, None);
        assert_eq!(writer(&[printed, initial]), Some(90));
        assert_eq!(writer(&[stored]), Some(50));
    }
}
