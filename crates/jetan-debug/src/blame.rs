//! Why a run went wrong: the value that a fault is about, the chain behind it, and the one
//! instruction of that chain which a person would have to look at.

mod suspect;
mod words;

use jetan_isa::{MemoryUse, Region};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;
use jetan_machine::{Fault, Stop};

use crate::cause::{Link, Origin, Place};
use crate::names::Names;
use crate::timeline::{Diverged, Patience, Timeline};
use crate::trail::{Jump, Trail, procedures};

pub(crate) use words::value_text;

/// How many instructions before its end a run is followed to learn its way.
const FOLLOWED: u64 = 50_000_000;
/// How many parts of a run are looked through for one chain, so that a long run is not searched
/// to its beginning for every value.
const LOOKS_MAX: u32 = 4000;

/// Why an instruction is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It reads a place that nothing has ever written.
    NeverWritten(Place),
    /// It sets the value, which depends on nothing.
    Sets,
    /// It loads what has stood at this address since the program was loaded.
    Loads(u32),
    /// It computes the value from others.
    Computes,
    /// It takes back a register from where the instruction at this address stored another.
    TakesBack(u32),
    /// A service gave the value, by its number.
    Service(u32),
    /// It noted where to return to, and nobody kept what was there before.
    Calls,
    /// Nothing led to the procedure but the instruction above it.
    FallsInto(u32),
}

/// The instruction to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// Its address.
    pub pc: u32,
    /// The instant before it was executed, if that is known.
    pub count: Option<u64>,
    /// Where the value is that it made; none if it is about the way that the run went.
    pub place: Option<Place>,
    /// The value.
    pub value: u32,
    /// What it did.
    pub reason: Reason,
}

/// What is known about the end of a run.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// The chain behind the value that the fault is about, nearest first.
    pub links: Vec<Link>,
    /// The instruction to look at first.
    pub culprit: Option<Culprit>,
    /// The jump that led to where no code is.
    pub jump: Option<Jump>,
    /// The way of the run to its end.
    pub trail: Trail,
}

impl Timeline<'_> {
    /// Finds out why a run ended as it did, at the end of what is known.
    pub fn inquire(
        &mut self,
        names: &Names,
        patience: &mut Patience<'_>,
    ) -> Result<Inquiry, Diverged> {
        let end = self.end_count();
        let trail = self.trail(end.saturating_sub(FOLLOWED), &procedures(names))?;
        let mut inquiry = Inquiry { trail, ..Inquiry::default() };
        let Some(Stop::Faulted { fault, pc }) = self.ending().cloned() else {
            inquiry.culprit = astray(&inquiry.trail);
            return Ok(inquiry);
        };
        let mut looks = LOOKS_MAX;
        let mut patience = |count| {
            looks = looks.saturating_sub(1);
            looks > 0 && patience(count)
        };
        let machine = self.end_machine();
        let mut scene = suspect::Scene { machine, pc, limit: end };
        if let Fault::BadProgramCounter { pc: to } = fault {
            let Some((count, from)) = inquiry.trail.last else { return Ok(inquiry) };
            inquiry.jump = Some(Jump { count, from, to });
            let machine = self.cursor_at(count)?.machine;
            scene = suspect::Scene { machine, pc: from, limit: count };
        }
        for place in scene.places(&fault, names) {
            inquiry.links.extend(self.why(place, scene.limit, &mut patience)?);
        }
        let judge = Judge { names, scene: &scene, links: &inquiry.links };
        let blamed = judge.culprit();
        // A return that led astray explains all that came after it.
        inquiry.culprit = astray(&inquiry.trail).or(blamed);
        Ok(inquiry)
    }
}

/// Whom to blame if the run has left its way.
fn astray(trail: &Trail) -> Option<Culprit> {
    let fall = trail.stray.and_then(|stray| stray.fall).or_else(|| {
        // Fallen into and not come out of again.
        trail.open.iter().find_map(|open| open.fall).or(trail.fall)
    });
    let by = |pc, count, reason| Culprit { pc, count, place: None, value: 0, reason };
    if let Some(fall) = fall {
        return Some(by(fall.from, None, Reason::FallsInto(fall.into)));
    }
    let stray = trail.stray?;
    let (count, pc) = stray.writer?;
    // Only a call that nobody kept the return address before; what was taken back from memory has
    // a chain of its own.
    let is_call = stray.call.is_some() && stray.jump.to.wrapping_sub(pc) <= 8;
    is_call.then(|| by(pc, Some(count), Reason::Calls))
}

/// Looks for the culprit in a chain.
struct Judge<'j> {
    names: &'j Names,
    scene: &'j suspect::Scene,
    links: &'j [Link],
}

impl Judge<'_> {
    fn culprit(&self) -> Option<Culprit> {
        let roots = (0..self.links.len()).filter(|&idx| self.links[idx].depth == 0);
        let mut found = roots.filter_map(|idx| self.judge(idx, self.scene.pc));
        let first = found.next()?;
        // A place that nobody has written says more than a constant.
        let is_empty = |culprit: &Culprit| matches!(culprit.reason, Reason::NeverWritten(_));
        if is_empty(&first) { Some(first) } else { found.find(is_empty).or(Some(first)) }
    }

    /// The links that a link was made of.
    fn children(&self, idx: usize) -> impl Iterator<Item = usize> + '_ {
        let depth = self.links[idx].depth;
        let below = (idx + 1..self.links.len()).take_while(move |&at| self.links[at].depth > depth);
        below.filter(move |&at| self.links[at].depth == depth + 1)
    }

    /// Who is to blame for a value that an instruction reads.
    fn judge(&self, idx: usize, reader: u32) -> Option<Culprit> {
        let link = &self.links[idx];
        let by = |(count, pc): (u64, u32), reason| Culprit {
            pc,
            count: Some(count),
            place: Some(link.place),
            value: link.value,
            reason,
        };
        let Some(writer) = link.writer else {
            let reason = Reason::NeverWritten(link.place);
            let is_empty = link.origin == Origin::Uninitialised;
            let count = None;
            let place = Some(link.place);
            let culprit = Culprit { pc: reader, count, place, value: link.value, reason };
            return is_empty.then_some(culprit);
        };
        match link.origin {
            Origin::Constant if self.is_at_scene(writer.1) => None,
            Origin::Constant => Some(by(writer, Reason::Sets)),
            Origin::Call => Some(by(writer, Reason::Calls)),
            Origin::Service(number) => Some(by(writer, Reason::Service(number))),
            Origin::Again | Origin::Open => Some(by(writer, Reason::Computes)),
            _ => self.computed(idx, writer).map(|found| match found {
                Found::Here(reason) => by(writer, reason),
                Found::There(culprit) => culprit,
            }),
        }
    }

    fn computed(&self, idx: usize, writer: (u64, u32)) -> Option<Found> {
        let link = &self.links[idx];
        let children: Vec<usize> = self.children(idx).collect();
        let deeper = || {
            let found = children.iter().filter_map(|&child| self.judge(child, writer.1));
            found.map(Found::There).collect::<Vec<Found>>()
        };
        if self.is_at_scene(writer.1) {
            // A part of the failing statement itself: what it was given is to blame.
            return deeper().into_iter().next();
        }
        if let [child] = children[..] {
            let source = &self.links[child];
            let is_load = matches!(source.place, Place::Memory(..));
            if is_load && source.writer.is_none() && source.origin == Origin::Loaded {
                let Place::Memory(address, _) = source.place else { return None };
                return Some(Found::Here(Reason::Loads(address)));
            }
            if let Some(store) = self.taken_back(link.place, child) {
                return Some(Found::Here(Reason::TakesBack(store)));
            }
            if is_load || source.value == link.value {
                return deeper().into_iter().next().or(Some(Found::Here(Reason::Computes)));
            }
        }
        // If nothing in it is an address, what was never written is what should have been one.
        let empty = deeper().into_iter().find(|found| {
            matches!(found, Found::There(culprit)
                if matches!(culprit.reason, Reason::NeverWritten(_)))
        });
        match empty {
            Some(empty) if !self.has_address(idx) => Some(empty),
            _ => Some(Found::Here(Reason::Computes)),
        }
    }

    /// Whether an instruction belongs to the statement that failed.
    fn is_at_scene(&self, pc: u32) -> bool {
        let statement = |pc| self.names.program.code_at(pc).map(|code| code.statement);
        pc == self.scene.pc || (statement(pc).is_some() && statement(pc) == statement(self.scene.pc))
    }

    /// Whether one of the values behind a link points into memory.
    fn has_address(&self, idx: usize) -> bool {
        let map = self.scene.machine.map();
        let is_address = |value: u32| {
            let region = map.region_of(value);
            matches!(region, Some(Region::Data | Region::Stack | Region::Text))
        };
        self.children(idx).any(|child| is_address(self.links[child].value))
    }

    /// The store that filled the cell which a register that belongs to a caller is taken back
    /// from, if that stored another register.
    fn taken_back(&self, place: Place, cell: usize) -> Option<u32> {
        let Place::Register(Register::Cpu(reg)) = place else { return None };
        let is_kept = matches!(reg.number(), 16..=23 | 30 | 31);
        let (_, pc) = self.links[cell].writer.filter(|_| is_kept)?;
        let CodeWord::Instruction(store) = self.scene.machine.word_at(pc) else { return None };
        let is_store = matches!(store.op.roles().memory, MemoryUse::Store(_));
        (is_store && store.a.reg() != Some(reg)).then_some(pc)
    }
}

enum Found {
    Here(Reason),
    There(Culprit),
}
