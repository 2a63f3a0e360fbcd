//! What there is to be seen of a run: bitmap, the screen of a pack, the digits of the lab.
//!
//! Displays are read from the machine when somebody wants to see them, at whatever instant the run
//! stands; only rows that changed are sent.

use std::cell::Cell;
use std::rc::Rc;

use jetan_debug::debugger;
use jetan_display::bitmap::{self, Config};
use jetan_display::pixels::write_rgba;
use jetan_display::{lab, screen};
use jetan_machine::{Engine, Host, Machine, Stop, Until};
use jetan_run::recogniser::{Finding, Recogniser};
use serde_json::{Value, json};

use crate::message::Message;
use crate::run::{Bitmap, Found};
use crate::workbench::{Next, push};

/// An engine that looks where a program paints first.
pub(crate) struct Spotter {
    engine: Box<dyn Engine>,
    recogniser: Option<Recogniser>,
    found: Rc<Cell<Finding>>,
}

impl Spotter {
    pub(crate) fn new(engine: Box<dyn Engine>, machine: &Machine) -> (Spotter, Rc<Cell<Finding>>) {
        let found = Rc::new(Cell::new(Finding::Open));
        let recogniser = Some(Recogniser::new(machine));
        (Spotter { engine, recogniser, found: Rc::clone(&found) }, found)
    }
}

impl Engine for Spotter {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        let Some(recogniser) = &mut self.recogniser else {
            return self.engine.run(machine, host, until);
        };
        let stop = recogniser.run(machine, host, until);
        let finding = recogniser.finding(machine, &stop);
        if finding != Finding::Open {
            self.found.set(finding);
            self.recogniser = None;
        }
        stop
    }
}

/// A picture as the client has it.
#[derive(Default)]
struct Shown {
    width: u32,
    height: u32,
    colours: Vec<u32>,
}

/// The displays of a run.
pub(crate) struct Display {
    bitmap: Bitmap,
    spotted: Option<Rc<Cell<Finding>>>,
    screen: screen::Renderer,
    lab: lab::Renderer,
    /// What the client has: bitmap, screen, lab.
    shown: [Option<Shown>; 3],
    /// The bitmap as the client has it, once it has one.
    units: Option<bitmap::Units>,
    /// The number of the last picture, and of the last one that was drawn.
    sent: u32,
    taken: u32,
    pulse: Pulse,
    /// The instant that was looked at last.
    seen: Option<u64>,
}

/// Pictures that the client has not drawn yet: one that it draws, and the next, so that it does not
/// wait for the way there and back.
const UNDERWAY_MAX: u32 = 2;

/// Sixty times a second, without drifting: a picture that comes late does not delay those after it.
#[derive(Default)]
struct Pulse {
    due_us: i64,
}

impl Pulse {
    const BEAT_US: i64 = 1_000_000 / 60;

    /// None if it is time now; then the next time is set. Else when it is, in milliseconds.
    fn wait(&mut self, now_ms: i64) -> Option<i64> {
        let now_us = now_ms.saturating_mul(1000);
        // What is further away was said before the clock was set back.
        let is_ahead = |us: i64| (1..=Pulse::BEAT_US).contains(&us.saturating_sub(now_us));
        if is_ahead(self.due_us) {
            return Some((self.due_us + 999) / 1000);
        }
        let next_us = self.due_us.saturating_add(Pulse::BEAT_US);
        self.due_us =
            if is_ahead(next_us) { next_us } else { now_us.saturating_add(Pulse::BEAT_US) };
        None
    }
}

/// Bytes before the pixels of a picture.
const HEADER_BYTES: usize = 16;
const SOURCES: [&str; 3] = ["bitmap", "screen", "lab"];

impl Display {
    pub(crate) fn new(bitmap: Bitmap, spotted: Option<Rc<Cell<Finding>>>) -> Display {
        Display {
            bitmap,
            spotted,
            screen: screen::Renderer::default(),
            lab: lab::Renderer::default(),
            shown: [None, None, None],
            units: None,
            sent: 0,
            taken: 0,
            pulse: Pulse::default(),
            seen: None,
        }
    }

    /// The client has drawn everything up to a picture.
    pub(crate) fn take(&mut self, number: u32) {
        self.taken = self.taken.max(number.min(self.sent));
    }

    /// Something was changed without any time passing.
    pub(crate) fn look_again(&mut self) {
        self.seen = None;
    }

    /// The client has nothing.
    pub(crate) fn forget(&mut self) {
        self.units = None;
        self.shown = [None, None, None];
        self.taken = self.sent;
        self.seen = None;
    }

    /// Sends what has changed, if the client is ready for it and it is time; says when it is.
    pub(crate) fn flush(
        &mut self,
        machine: &Machine,
        now_ms: i64,
        outbox: &mut Vec<Message>,
    ) -> Next {
        if self.seen == Some(machine.count) || self.sent - self.taken >= UNDERWAY_MAX {
            return Next::Never;
        }
        if let Some(due_ms) = self.pulse.wait(now_ms) {
            return Next::At(due_ms);
        }
        self.seen = Some(machine.count);
        self.settle();
        if let Bitmap::At(config, found) = self.bitmap {
            self.show_bitmap(machine, &config, found, outbox);
        }
        if let Some(screen) = machine.screen() {
            let mut renderer = std::mem::take(&mut self.screen);
            let pixels = renderer.draw(screen, screen::Letters::Drawn);
            self.show(1, pixels.width, pixels.height, pixels.colours.clone(), &json!({}), outbox);
            self.screen = renderer;
        }
        if machine.lab().is_some() {
            let mut renderer = std::mem::take(&mut self.lab);
            let pixels = renderer.draw(machine.lab_digits());
            self.show(2, pixels.width, pixels.height, pixels.colours.clone(), &json!({}), outbox);
            self.lab = renderer;
        }
        Next::Never
    }

    /// Where the bitmap is, for those who ask about its pixels.
    pub(crate) fn place(&mut self) -> Option<debugger::Display> {
        self.settle();
        let Bitmap::At(config, _) = self.bitmap else { return None };
        let (columns, rows) = (config.columns(), config.rows());
        Some(debugger::Display { base: config.base, columns, rows })
    }

    /// Takes over a display that was found by its first stores.
    fn settle(&mut self) {
        let finding = self.spotted.as_ref().map(|found| found.get());
        if let (Bitmap::Unknown, Some(Finding::Settled(config))) = (self.bitmap, finding) {
            self.bitmap = match config {
                Some(config) => Bitmap::At(config, Found::Stores),
                None => Bitmap::None,
            };
        }
    }

    /// A bitmap can be large, and a program can paint all of it all the time: it is read into the
    /// place where the client's picture was kept.
    fn show_bitmap(
        &mut self,
        machine: &Machine,
        config: &Config,
        found: Found,
        outbox: &mut Vec<Message>,
    ) {
        let Some(units) = &mut self.units else {
            let units = bitmap::units(&machine.memory, config);
            let (width, height) = (units.columns, units.rows);
            self.show(
                0,
                width,
                height,
                units.colours.clone(),
                &about_bitmap(config, found),
                outbox,
            );
            self.units = Some(units);
            return;
        };
        let Some(rows) = units.reread(&machine.memory, config) else { return };
        self.sent += 1;
        let side = (units.columns, units.rows);
        outbox.push(Message::Binary(frame(self.sent, 0, side, rows, &units.colours)));
    }

    fn show(
        &mut self,
        source: usize,
        width: u32,
        height: u32,
        colours: Vec<u32>,
        about: &Value,
        outbox: &mut Vec<Message>,
    ) {
        let Some(shown) = self.shown.get_mut(source) else { return };
        let is_same_size = |shown: &Shown| (shown.width, shown.height) == (width, height);
        let row = width.max(1) as usize;
        let rows = if let Some(shown) = shown.as_ref().filter(|shown| is_same_size(shown)) {
            let Some(rows) = changed_rows(&shown.colours, &colours, row) else { return };
            rows
        } else {
            let mut event = about.clone();
            event["source"] = Value::from(SOURCES[source]);
            event["width"] = Value::from(width);
            event["height"] = Value::from(height);
            push(outbox, "display", event);
            (0, height)
        };
        self.sent += 1;
        outbox.push(Message::Binary(frame(self.sent, source, (width, height), rows, &colours)));
        *shown = Some(Shown { width, height, colours });
    }
}

fn about_bitmap(config: &Config, found: Found) -> Value {
    json!({
        "unitWidth": config.unit_width, "unitHeight": config.unit_height, "base": config.base,
        "found": found.word(),
    })
}

/// The first row that differs, and one past the last.
fn changed_rows(old: &[u32], new: &[u32], row: usize) -> Option<(u32, u32)> {
    let rows = || old.chunks(row).zip(new.chunks(row));
    let first = rows().position(|(old, new)| old != new)?;
    let last = rows().rposition(|(old, new)| old != new)?;
    Some((first as u32, last as u32 + 1))
}

/// A picture for the wire; the page of the protocol has the layout.
fn frame(
    number: u32,
    source: usize,
    (width, height): (u32, u32),
    (first, end): (u32, u32),
    colours: &[u32],
) -> Vec<u8> {
    let row = width as usize;
    let rows = &colours[first as usize * row..(end as usize * row).min(colours.len())];
    let mut bytes = vec![0; HEADER_BYTES + 4 * rows.len()];
    let (header, pixels) = bytes.split_at_mut(HEADER_BYTES);
    header[..2].copy_from_slice(&[1, source as u8]);
    header[4..8].copy_from_slice(&number.to_le_bytes());
    for (place, side) in header[8..].chunks_exact_mut(2).zip([width, height, first, end - first]) {
        place.copy_from_slice(&(side as u16).to_le_bytes());
    }
    write_rgba(rows, pixels);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_changed_are_sent() {
        assert_eq!(changed_rows(&[1, 2, 3, 4], &[1, 2, 3, 4], 2), None);
        assert_eq!(changed_rows(&[1, 2, 3, 4], &[1, 2, 3, 5], 2), Some((1, 2)));
        assert_eq!(changed_rows(&[1, 2, 3, 4, 5, 6], &[0, 2, 3, 4, 5, 0], 2), Some((0, 3)));
    }

    #[test]
    fn pictures_come_sixty_times_a_second_whatever_the_slices_are() {
        for slice_ms in [1, 3, 7, 8, 9, 11, 16] {
            let mut pulse = Pulse::default();
            let slices = (0..10_000).step_by(slice_ms).map(|ms| 1_000_000_000_000 + ms);
            let pictures = slices.filter(|&now_ms| pulse.wait(now_ms).is_none()).count();
            assert!((595..=601).contains(&pictures), "{pictures} in slices of {slice_ms} ms");
        }
    }

    #[test]
    fn who_waits_for_a_picture_is_told_until_when() {
        let mut pulse = Pulse::default();
        assert_eq!(pulse.wait(5000), None);
        assert_eq!(pulse.wait(5001), Some(5017));
        assert_eq!(pulse.wait(5017), None);
        assert_eq!(pulse.wait(9000), None, "after a rest");
        assert_eq!(pulse.wait(9001), Some(9017));
        assert_eq!(pulse.wait(100), None, "the clock was set back");
        assert_eq!(pulse.wait(101), Some(117));
    }

    #[test]
    fn a_frame_has_its_header_and_its_rows() {
        let bytes = frame(7, 0, (2, 3), (1, 2), &[1, 2, 0x0012_3456, 4, 5, 6]);
        let expected =
            [1, 0, 0, 0, 7, 0, 0, 0, 2, 0, 3, 0, 1, 0, 1, 0, 0x12, 0x34, 0x56, 255, 0, 0, 4, 255];
        assert_eq!(bytes, expected);
    }
}
